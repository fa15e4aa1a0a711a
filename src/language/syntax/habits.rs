//! A table of words and signs that authors know from mathematics, papers and other languages, with
//! what to write in a spec instead.

use Use::{Before, Between, Called, Clause, Item, Name, Type};

/// The context in which a habit occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Between two operands.
    Between,
    /// Before an operand, or in its place.
    Before,
    /// Called: `grundy(…)`.
    Called,
    /// A name by itself.
    Name,
    /// A type.
    Type,
    /// The first word of an item.
    Item,
    /// The first word of a clause of a game.
    Clause,
}

/// Foreign words or signs with one meaning, and what to write in a spec instead.
#[derive(Debug, Clone, Copy)]
pub struct Habit {
    /// The words or signs, separated by blanks.
    words: &'static str,
    place: Use,
    /// The text that replaces the word; `None` if replacing the word alone is not enough.
    pub by: Option<&'static str>,
    /// The whole advice if `by` is `None`; otherwise an explanation of `by`, which may be empty.
    help: &'static str,
}

impl Habit {
    /// Whether the words ask who wins a position, or for its Grundy value or remoteness.
    pub fn asks_about_play(&self) -> bool {
        matches!(self.by, Some("sg" | "losing" | "winning" | "drawn" | "remoteness"))
            || self.help == OUTCOME
            || self.place == Name && self.help == VALUE
    }

    /// Whether the words ask who wins a position.
    pub fn asks_who_wins(&self) -> bool {
        matches!(self.by, Some("losing" | "winning" | "drawn")) || self.help == OUTCOME
    }

    /// Returns the advice: what to write instead.
    pub fn help(&self) -> String {
        match (self.by, self.place) {
            (Some(by), _) if !self.help.is_empty() => format!("write `{}`: {}", by.trim_end(), self.help),
            (Some(by), Called) => format!("write `{by}(…)`"),
            (Some(by), _) => format!("write `{}`", by.trim_end()),
            (None, _) => self.help.to_string(),
        }
    }
}

/// Returns the habit for a word in a context, if the table has one.
pub fn habit(word: &str, place: Use) -> Option<&'static Habit> {
    HABITS.iter().find(|it| it.place == place && it.words.split(' ').any(|known| known == word))
}

/// A habit whose words are replaced by `by`, without an explanation.
const fn put(place: Use, words: &'static str, by: &'static str) -> Habit {
    Habit { words, place, by: Some(by), help: "" }
}

/// A habit whose words are replaced by `by`, with an explanation of `by`.
const fn put_for(place: Use, words: &'static str, by: &'static str, help: &'static str) -> Habit {
    Habit { words, place, by: Some(by), help }
}

/// A habit with advice alone, because replacing its words is not enough.
const fn say(place: Use, words: &'static str, help: &'static str) -> Habit {
    Habit { words, place, by: None, help }
}

const ALL_NATURALS: &str =
    "the naturals are infinite: claim `forall n: …` without a domain, or give a range: `k in 1..=n`";
const OUTCOME: &str = "write `losing(P)` or `winning(P)`, of the player to move; `drawn(P)` in loopy games";
const VALUE: &str = "write `sg(P)`";
const SUBSET: &str = "write `A - B == {}`, or `all(x in B for x in A)`";
const COMMENT: &str = "comments begin with `//` and end with the line";
const WHOLE: &str =
    "numbers are whole; quotients `a / b`, `sqrt(n)` and `phi` are exact in comparisons and under `floor`";

const HABITS: &[Habit] = &[
    put(Between, "implies ⇒ → ⟹ ⟶ ->", "=>"),
    say(Between, "⇐ ⟸ ⟵ <==", "an implication goes from left to right: write `B => A`"),
    put(Between, "iff ⇔ ↔ ⟺ <-> <==> equiv equivalent exactly", "<=>"),
    put(Between, "&& ∧ AND And &", "and"),
    put(Between, "|| ∨ OR Or", "or"),
    put_for(Between, "% rem", "mod", "the remainder"),
    put_for(Between, "÷", "div", "the quotient rounded down; `/` is exact"),
    put_for(Between, "⊕ XOR nimsum nim_sum", "xor", "the nim-sum of numbers; positions are added with `+`"),
    put_for(Between, "union ∪ cup", "|", "the union of sets"),
    put_for(Between, "intersect intersection ∩ cap", "&", "the intersection of sets"),
    put_for(Between, "without ∖ \\ setminus", "-", "the difference of sets"),
    put(Between, "<> =/= /= !== isnt", "!="),
    put(Between, "=== eq is_equal", "=="),
    say(Between, "equals equal", "write `==`; positions that are equal in every sum: `equal(P, Q)`"),
    put(Between, "=< ⩽ ≦", "<="),
    put(Between, "⩾ ≧", ">="),
    put(Between, "× · ⋅ times", "*"),
    put(Between, "− – —", "-"),
    put(Between, "plus", "+"),
    put(Between, "minus", "-"),
    put(Between, "isin is_in", "in"),
    put(Between, "not_in notin", "not in"),
    put_for(Between, "to until upto", "..=", "`1..=n` goes from 1 to n, `0..n` stops before n"),
    say(Between, "subset ⊆ ⊂ subseteq issubset", SUBSET),
    say(Between, "contains", "write `x in S`"),
    say(Between, "divides ∣", "write `b mod a == 0`"),
    say(Between, "≢", "write `a mod m != r`"),
    say(Between, "± ∓", "write both: `n + 1` and `n - 1`"),
    say(Between, "≡", "write `a mod m == r`; equal play is `equal(P, Q)`"),
    say(
        Between,
        "~ ≅ ≈ equivalent_to",
        "positions that are equal in every sum: `equal(P, Q)`; outcomes: `losing(P) <=> losing(Q)`",
    ),
    say(
        Between,
        "wins loses lost won losing winning drawn",
        "ask about the position: `winning(P)`, `losing(P)`",
    ),
    say(Between, "mod= +=", "values do not change: write a new value where it is used"),
    say(Between, "?", "write `if c then x else y`"),
    say(Between, "! factorial", "there is no factorial: write the product out"),
    say(Between, "elif elsif elseif", "write `else if`: `if a then x else if b then y else z`"),
    say(Between, "period periodic", "write `sg(g(n)) repeats every 7 from 3`"),
    put(Before, "! ¬ NOT Not", "not "),
    put_for(Before, "~", "not ", "the negation of a statement; numbers have no complement"),
    put(Before, "∀", "forall "),
    put(Before, "∃", "exists "),
    put(Before, "∄", "not exists "),
    say(Before, "\\", "a function is an item with types: `fn f(n: nat): nat = n + 1`"),
    say(Before, "√", "write `sqrt(x)`, or `isqrt(n)` rounded down"),
    say(Before, "∞", "numbers are finite, and a claim about all naturals has no domain: `forall n: …`"),
    say(Between, "√", "write `2 * sqrt(n)`"),
    say(Before, "⌊", "write `floor(x)`"),
    say(Before, "⌈", "write `ceil(x)`"),
    say(Before, "|", "write `abs(x)`, or `len(xs)` for how many"),
    put(Before, "∅ ø", "{}"),
    say(Before, "Σ ∑", "write `sum(f(x) for x in D)`"),
    say(Before, "^", "`^` is power; the nim-sum of all elements is `xor(xs)`"),
    say(Before, "⊕", "write `xor(f(x) for x in D)`"),
    put(Before, "− – —", "-"),
    say(Before, "div mod", "`div` and `mod` stand between their operands: `a div b`, `a mod b`"),
    say(Before, "> < >= <= ==", "each comparison has two sides: `0 < x and x < n`, or the chain `0 < x < n`"),
    put(Called, "𝒢 𝓖 Gr gr grundyNumber grundy_number nimber_of", "sg"),
    put(Called, "grundy nimber grundy_value nim_value nimvalue sprague_grundy SG Grundy value g G", "sg"),
    put(Called, "lost loses lose losing_position is_losing isLosing is_lost P is_P p_position", "losing"),
    put(Called, "won wins win winning_position is_winning isWinning is_won N is_N n_position", "winning"),
    put(Called, "draw draws is_drawn is_draw tied tie", "drawn"),
    say(Called, "outcome result winner o who_wins whowins", OUTCOME),
    put(Called, "second_player_wins previous_player_wins second_wins", "losing"),
    put(Called, "first_player_wins next_player_wins first_wins", "winning"),
    say(
        Called,
        "misere_losing misere_winning misere_outcome misere_sg losing_misere winning_misere sg_misere",
        "misère play stands before the position: `losing(misere P)`; it has no Grundy values",
    ),
    say(Called, "previous", "the previous player wins where `losing(P)` is true"),
    put(Called, "size length cardinality card count_of", "len"),
    say(Called, "range interval", "write `0..n` for 0 to n - 1, `1..=n` for 1 to n"),
    put(Called, "ceiling", "ceil"),
    put(Called, "prime isprime", "is_prime"),
    put(Called, "square issquare", "is_square"),
    put(Called, "is_odd isodd", "odd"),
    put(Called, "is_even iseven", "even"),
    say(Called, "iff", "write `a <=> b`"),
    say(Called, "implies", "write `a => b`"),
    put(Called, "isfib is_fibonacci", "is_fib"),
    say(Called, "fib fibonacci", "write `is_fib(n)` to ask whether n is a Fibonacci number"),
    put(Called, "bitcount count_ones hamming", "popcount"),
    put(Called, "nimsum nim_sum NimSum bitxor XOR", "xor"),
    put(Called, "Σ ∑ Sum total", "sum"),
    put(Called, "maximum", "max"),
    put(Called, "minimum", "min"),
    put(Called, "absolute fabs", "abs"),
    put(Called, "sort", "sorted"),
    put(Called, "reversed rev", "reverse"),
    put(Called, "every forall_in", "all"),
    put(Called, "exists_in some_of", "any"),
    put(Called, "number_of_moves mobility", "moves"),
    put(Called, "followers successors children_of moves_of", "options"),
    say(
        Called,
        "next",
        "the options of a position are `options(P)`; \"the next player wins\" is `winning(P)`",
    ),
    say(
        Called,
        "graph digraph Graph DiGraph",
        "the edges stand in braces: `graph { 1 -> 2, 3; 2 -> 3 }`, `graph undirected { 1 - 2 }`",
    ),
    put(Called, "rank_of play_length", "remoteness"),
    say(Called, "depth", "`remoteness(P)` is the number of moves with best play"),
    put(Called, "combinations powerset", "subsets"),
    put(Called, "adjacent adj", "neighbours"),
    put(Called, "nodes", "vertices"),
    say(Called, "K", "graphs are `complete(n)` and `complete_bipartite(m, n)`"),
    say(Called, "C", "the graph is `cycle(n)`; there is no function for binomial coefficients"),
    put(Called, "deg valency", "degree"),
    put(Called, "index indexes", "indices"),
    say(
        Called,
        "outneighbours out_neighbours outneighbors out_neighbors",
        "the ends of the edges from v are `out(G, v)`",
    ),
    put(Called, "arcs", "edges"),
    put(Called, "same equals equivalent", "equal"),
    say(Called, "union", "write `A | B`"),
    say(Called, "intersection", "write `A & B`"),
    say(Called, "difference", "write `A - B`"),
    say(Called, "superset issuperset is_superset", "write `all(x in A for x in B)`: A contains B"),
    say(
        Called,
        "subset issubset is_subset",
        "to test whether A is a subset of B, write `all(x in B for x in A)`; `subsets(S)` lists all subsets",
    ),
    say(Called, "set", "write `{x for x in xs}`; a list with another element is `xs with [i] = v`"),
    say(Called, "list", "write `[x for x in xs]`, or `sorted(S)` of a set"),
    say(Called, "append push add", "write `xs ++ [x]`, or `S | {x}` for sets"),
    say(
        Called,
        "remove delete",
        "write `S - {x}` for a set, `xs[..i] ++ xs[i + 1..]` for a list without its element at i",
    ),
    say(Called, "prod product_of", "there is no product of many numbers: write the factors out"),
    say(Called, "V", "write `vertices(G)`"),
    say(Called, "E", "write `edges(G)`"),
    say(Called, "K", "write `complete(n)`, or `complete_bipartite(m, n)`"),
    say(Called, "star", "write `complete_bipartite(1, n)`"),
    say(Called, "replace update", "write `xs with [i] = v`"),
    say(Called, "concat join", "write `xs ++ ys`"),
    say(Called, "is_empty empty isempty", "write `len(xs) == 0`, or `xs == []`"),
    say(Called, "bit", "bit i of n is `n div 2^i mod 2`"),
    say(Called, "pow power", "write `a ^ b`"),
    say(Called, "divmod floordiv floor_div quotient", "write `a div b` and `a mod b`"),
    say(Called, "map filter", "write `[f(x) for x in xs if c]`"),
    put(Called, "Not NOT", "not"),
    say(Called, "period periodic repeats", "write `sg(g(n)) repeats every 7 from 3`"),
    say(Called, "misère", "write `misere P`, without the accent"),
    say(Called, "log log2 lg ln", "there are no logarithms: compare powers, as in `2^k <= n`"),
    say(Called, "exp sin cos", WHOLE),
    say(Called, "round rint", "write `floor(x + 1 / 2)`, or `floor(x)` and `ceil(x)`"),
    say(
        Called,
        "head first fst hd front",
        "write `xs[0]`; a pair is taken apart by a pattern: `for (x, y) in pairs`",
    ),
    say(Called, "tail rest tl drop", "write `xs[1..]`, or `xs[k..]` without the first k elements"),
    say(Called, "last back", "write `xs[len(xs) - 1]`"),
    say(Called, "snd second", "a pair is taken apart by a pattern: `for (x, y) in pairs`"),
    say(
        Called,
        "take_first prefix slice substring substr sublist",
        "write `xs[i..j]`, or `xs[..k]` for the first k elements",
    ),
    say(Called, "zip", "write `[(xs[i], ys[i]) for i in indices(xs)]`"),
    say(Called, "enumerate", "write `[(i, xs[i]) for i in indices(xs)]`"),
    say(
        Called,
        "fold foldl foldr reduce accumulate",
        "there is no fold: use `sum`, `min`, `max`, `xor`, `all`, `any` or `count`",
    ),
    say(Called, "replicate repeat", "write `[x for i in 0..n]`"),
    say(Called, "concatMap flatMap flatten chain", "write `[x for xs in xss for x in xs]`"),
    say(Called, "elem member notElem includes has", "write `x in xs`, or `x not in xs`"),
    say(Called, "null", "write `len(xs) == 0`, or `xs == []`"),
    say(Called, "unique nub distinct dedup", "write the set `{x for x in xs}`"),
    say(Called, "dict Map", "there are no dictionaries: write a list of values, or of pairs"),
    say(Called, "tuple pair", "write `(x, y)`"),
    say(
        Called,
        "int Int Integer float double str nat Nat integer",
        "numbers need no conversion; `floor(x)` rounds down",
    ),
    say(Called, "bin binary to_binary", "write `digits(n, 2)`"),
    say(Called, "divides dvd", "write `b mod a == 0`"),
    say(Called, "divisible is_divisible divisible_by", "write `n mod d == 0`"),
    say(Called, "coprime are_coprime", "write `gcd(a, b) == 1`"),
    say(Called, "succ inc", "write `n + 1`"),
    say(Called, "pred dec", "write `n - 1`"),
    say(Called, "sign sgn signum", "write `if x < 0 then -1 else if x > 0 then 1 else 0`"),
    say(
        Called,
        "choose binom binomial comb factorial fact",
        "there are no binomials and factorials: write the product out",
    ),
    say(Called, "array vector", "write `[x for i in 0..n]`, or the elements: `[1, 2, 3]`"),
    say(Called, "ord chr", "letters are texts of length 1: compare them with `==`"),
    say(
        Called,
        "print println printf show",
        "claims show what is true: `gspec solve` and `gspec table` show values",
    ),
    say(Called, "startswith startsWith", "write `s[..len(t)] == t`"),
    say(Called, "argmax argmin", "write `[x for x in xs if f(x) == max(f(y) for y in xs)]`"),
    say(Called, "foreach for_all forAll", "write `all(c for x in D)`"),
    put(Name, "True TRUE", "true"),
    put(Name, "False FALSE", "false"),
    put(Name, "φ Φ ϕ PHI golden golden_ratio", "phi"),
    say(Name, "ℕ Nat nat naturals Naturals N0 NN int ℤ Z", ALL_NATURALS),
    say(
        Name,
        "win lose stop done over finished",
        "a move leads to a position; `end when CONDITION: lose` ends play",
    ),
    say(
        Name,
        "N",
        "for a bound write `let N = 20`, for all naturals `forall n: …`; \"the next player wins\" is `winning(g(n))`",
    ),
    say(Name, "P", "write `losing(g(n))`: it is true where the player to move loses"),
    say(
        Name,
        "inf infinity ∞ oo",
        "numbers are finite: a claim about all naturals is `forall n: …`; a position without a winner is `drawn(P)`",
    ),
    say(Name, "primes Primes prime", "a number is a prime where `is_prime(n)` is true"),
    say(Name, "squares", "a number is a square where `is_square(n)` is true"),
    say(Name, "fib fibonacci fibs Fibonacci", "a number is a Fibonacci number where `is_fib(n)` is true"),
    put(Name, "zero", "0"),
    put(Name, "one", "1"),
    put(Name, "two", "2"),
    put(Name, "three", "3"),
    put(Name, "four", "4"),
    put(Name, "five", "5"),
    put(Name, "six", "6"),
    put(Name, "seven", "7"),
    put(Name, "eight", "8"),
    put(Name, "nine", "9"),
    put(Name, "ten", "10"),
    say(Name, "grundy nimber value SG", VALUE),
    say(Name, "size length cardinality", "write `len(xs)` for the number of elements"),
    say(Name, "range", "write `0..n` for 0 to n - 1, `1..=n` for 1 to n"),
    say(Name, "outcome lost won loses wins", OUTCOME),
    say(Name, "pi π e tau", WHOLE),
    say(
        Name,
        "null None nil none",
        "nothing is a collection without elements, `[]` or `{}`; a move that is not always possible has a guard: `when k <= n`",
    ),
    put(Type, "natural naturals Nat ℕ N uint unsigned number num heap pile", "nat"),
    put(Type, "integer Integer Int ℤ Z i32 i64 long", "int"),
    put(Type, "string str String char Text", "text"),
    put(Type, "boolean Boolean Bool", "bool"),
    put(Type, "node Vertex", "vertex"),
    put(Type, "network Graph digraph", "graph"),
    put(Type, "game Position", "position"),
    say(
        Type,
        "list List array Array vec Vec sequence",
        "write `[nat]`: the type of the elements in brackets",
    ),
    say(Type, "set Set", "write `{nat}`: the type of the elements in braces"),
    say(Type, "tuple pair", "write `(nat, nat)`: the types of the parts in parentheses"),
    say(
        Type,
        "nothing none None null nil option optional Option Optional maybe Maybe unit void",
        "a value that may be missing is a list of at most one element: type `[vertex]`, values `[v]` and `[]`",
    ),
    say(Type, "real float double rational", WHOLE),
    put(Item, "const var define val def constant", "let"),
    put(Item, "function func fun lambda", "fn"),
    put(Item, "import include require from", "use"),
    put(Item, "assert theorem lemma conjecture proposition check prove property test Claim CLAIM", "claim"),
    put(Item, "initial init begin position Start", "start"),
    put(Item, "params parameter parameters Param", "param"),
    put(Item, "ruleset rules Game", "game"),
    say(Item, "/* /", COMMENT),
    say(Item, "misere", "a position states the convention: `claim: losing(misere P)`"),
    say(
        Item,
        "octal hex code take",
        "give the game a name and a field: `game g(n: nat) = octal \"0.77\"`, `game g(n: nat) = take {1, 3, 4}`",
    ),
    say(Item, "move measure show assume", "rules stand in the braces of their game: `game g(n: nat) { … }`"),
    say(Item, "end }", "an item needs no end word: remove it"),
    say(Clause, "pass blocking", "a twist stands before the braces: `game g(n: nat) pass 1 shared { … }`"),
    put(Clause, "rule action option moves Move turn", "move"),
    put(Clause, "decreases variant decreasing termination_by decreasing_by", "measure"),
    say(
        Clause,
        "octal hex code",
        "a code follows the fields, without braces: `game g(n: nat) = octal \"0.77\"`",
    ),
    say(
        Clause,
        "left right Left Right both_players",
        "games are impartial: both players have the same moves, and a move names no player",
    ),
    put(Clause, "terminal final ends stop", "end"),
    put(Clause, "var const def", "let"),
    put(Clause, "picture draw print display", "show"),
    say(Clause, "/* /", COMMENT),
    say(Clause, "misere normal", "a position states the convention: `claim: losing(misere P)`"),
    say(
        Clause,
        "if when for",
        "a clause begins with its word: `move name(k in 1..=n) when k < 3 -> g(n - k)`",
    ),
    say(Clause, ";", "remove the `;`"),
];
