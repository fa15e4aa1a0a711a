" Colours for .game files
if exists("b:current_syntax")
  finish
endif

syntax keyword gameDeclaration use param let fn game start claim loopy move measure end
syntax keyword gameKeyword if then else for when with where such that win lose
syntax keyword gameKeyword forall exists repeats every adding from misere anti load undirected
syntax keyword gameKeyword blocking pass each shared assume ends show again octal hex code take but short long
syntax keyword gameOperator and or not xor div mod in
syntax keyword gameBoolean true false
syntax keyword gameType nat int bool text vertex graph position
syntax keyword gameConstant phi
syntax keyword gameFunction abs gcd lcm isqrt sqrt floor ceil even odd is_prime divisors prime_factors omega bigomega
syntax keyword gameFunction is_fib is_square popcount digits zeckendorf valuation len indices sorted reverse subsets
syntax keyword gameFunction product vertices edges out neighbours degree components reachable path children
syntax keyword gameFunction parent subtree distance subgraph grid king_grid cycle complete complete_bipartite hypercube
syntax keyword gameFunction petersen count sum min max all any mex some
syntax keyword gameFunction sg losing winning drawn remoteness moves options winning_moves equal
syntax match gameFunction "\<contains\>"
syntax match gameNumber "\<\d\+\>"
syntax match gameSign "->\|<=>\|=>\|\.\.=\=\|[≤≥≠∈∉]"
syntax region gameText start=+"+ skip=+\\.+ end=+"\|$+
syntax match gameComment "//.*$"
syntax match gameDocumentation "///.*$"

highlight default link gameDeclaration Keyword
highlight default link gameKeyword Statement
highlight default link gameOperator Operator
highlight default link gameBoolean Boolean
highlight default link gameType Type
highlight default link gameConstant Constant
highlight default link gameFunction Function
highlight default link gameNumber Number
highlight default link gameSign Operator
highlight default link gameText String
highlight default link gameComment Comment
highlight default link gameDocumentation SpecialComment

let b:current_syntax = "game"
