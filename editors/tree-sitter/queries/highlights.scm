; Later patterns win over earlier ones where both match.

(name) @variable

(comment) @comment
(doc_comment) @comment.documentation
(text) @string
(escape) @string.escape
(number) @number
(truth) @boolean
(label (text) @string.special)

((name) @constant.builtin
  (#eq? @constant.builtin "phi"))

; Declarations
["use" "param" "let" "fn" "game" "start" "claim" "loopy" "move" "end" "measure"] @keyword
["blocking" "pass" "each" "shared" "assume" "ends" "show" "again"] @keyword
["octal" "hex" "code" "take" "all" "but"] @keyword
["repeats" "every" "adding" "from"] @keyword
["when" "with" "if" "then" "else" "for" "where" "such" "that" "in" "forall" "exists"] @keyword
["load" "graph" "undirected" "short" "long"] @keyword
["win" "lose"] @constant.builtin

(let_in "let" @keyword "in" @keyword)

(function name: (name) @function)
(game name: (name) @type)
(move name: (name) @function.method)
(parameter name: (name) @constant)
(constant name: (name) @constant)
(start name: (name) @constant)
(field name: (name) @variable.parameter)

; Types
(type_name (name) @type)
((type_name (name) @type.builtin)
  (#any-of? @type.builtin "nat" "int" "bool" "text" "vertex" "graph" "position"))

; Calls
(call function: (name) @function.call)
((call function: (name) @function.builtin)
  (#any-of? @function.builtin
    "abs" "gcd" "lcm" "isqrt" "sqrt" "floor" "ceil" "even" "odd" "is_prime" "divisors" "prime_factors" "omega" "bigomega"
    "is_fib" "is_square" "popcount" "digits" "zeckendorf" "valuation" "len" "indices" "sorted" "reverse" "subsets"
    "product" "contains" "vertices" "edges" "out" "neighbours" "degree" "components" "reachable" "path" "children"
    "parent" "subtree" "distance" "subgraph" "grid" "king_grid" "cycle" "complete" "complete_bipartite" "hypercube"
    "petersen"
    "count" "sum" "min" "max" "all" "any" "mex" "xor"
    "sg" "losing" "winning" "drawn" "remoteness" "moves" "options" "winning_moves" "equal" "some"))

; A vertex of a graph in a chain
(vertex) @constant
(vertex (number) @number)
(vertex (text) @string)

; Operators
["and" "or" "not" "xor" "div" "mod" "misere" "anti"] @keyword.operator
(not_in) @keyword.operator
(binary operator: "in" @keyword.operator)
["<=>" "=>" "==" "!=" "<=" "<" ">=" ">" "≤" "≥" "≠" "∈" "∉" "..=" ".." "|" "&" "+" "-" "++" "*" "/" "^"] @operator
["->" "="] @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" ";"] @punctuation.delimiter
