//! Random rules, for tests of what is proved about rules.

/// A pseudorandom sequence of choices, from which random specs are made.
pub(super) struct Tape(u64);

impl Tape {
    /// The sequence with a number.
    pub(super) fn of(number: u64) -> Tape {
        Tape(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(self.0 >> 33) as usize % of.len()]
    }

    /// A set built from others with up to `depth` operators.
    fn set(&mut self, depth: usize, pairs: &str) -> String {
        if depth == 0 || self.pick(&["more", "more", "more", "leaf"]) == "leaf" {
            let leaves =
                ["s", "s", "{x}", "{x}", "{y}", "{x, y}", "0..x", "y..=x", "{z for z in s if z != x}", pairs];
            return self.pick(&leaves).to_string();
        }
        if self.pick(&["if", "", "", "", "", ""]) == "if" {
            let condition = self.pick(&["y in s", "x != y", "x + 1 in s", "y < x"]);
            let (a, b) = (self.set(depth - 1, pairs), self.set(depth - 1, pairs));
            return format!("(if {condition} then {a} else {b})");
        }
        let operator = self.pick(&["|", "-", "&", "-", "|"]);
        let (a, b) = (self.set(depth - 1, pairs), self.set(depth - 1, pairs));
        format!("(({a}) {operator} ({b}))")
    }

    pub(super) fn set_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "measure sum(s)",
            "measure len(s)",
            "measure sum(2 ^ z for z in s)",
            "measure sum(2 ^ z for z in s)",
            "measure sum(3 ^ (z + 1) for z in s)",
            "measure sum(z * z for z in s)",
            "measure sum(s), len(s)",
            "measure count(z > 1 for z in s), len(s)",
            "measure sum(2 * z + 1 for z in s)",
        ]);
        let binder = self.pick(&[
            "y in 0..x",
            "y in 0..=x",
            "y in 0..=x",
            "y in s",
            "y in 0..=x + 1",
            "y in (0..x) - s",
        ]);
        let more = self.pick(&["", "", ", c in subsets(0..x, 0..=2)", ", c in subsets(s, 1..=2)"]);
        let guard = self.pick(&["", "", "when y not in s", "when x != y", "when y in s", "when x > 0"]);
        let target = self.set(3, if more.is_empty() { "{y}" } else { "c" });
        format!("game g(s: {{nat}}) {{ {measure} move m(x in s, {binder}{more}) {guard} -> g({target}) }}")
    }

    fn value(&mut self) -> &'static str {
        self.pick(&[
            "a[i] - k",
            "a[j] + k",
            "k",
            "a[j]",
            "a[i]",
            "0",
            "a[j] + 1",
            "a[i] - 1",
            "a[i] div 2",
            "a[j] - a[j] mod 2",
        ])
    }

    fn list(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["a", "a", "a", "[k]", "sorted(a)"]).to_string();
        }
        let inner = self.list(depth - 1);
        let (v, w) = (self.value(), self.value());
        let place = self.pick(&["i", "j", "0", "len(a) - 1"]);
        match self.pick(&["with", "with", "two", "two", "slice", "cut", "if", "filter", "map", "sorted"]) {
            "with" => format!("({inner} with [{place}] = {v})"),
            "two" => format!("(a with [i] = {v} with [j] = {w})"),
            "slice" => format!("({inner})[..{place}]"),
            "cut" => format!("(a[..i] ++ [{v}] ++ a[{}..])", self.pick(&["i + 1", "i", "j"])),
            "if" => format!("[if q == i then {v} else if q == j then {w} else a[q] for q in indices(a)]"),
            "filter" => format!("[q for q in {inner} if q {}]", self.pick(&["> 0", "!= k", "> 1", "<= 3"])),
            "map" => format!(
                "[{} for q in {inner} if q > 0]",
                self.pick(&["q - 1", "min(q, k)", "q", "q div 2", "q + 1"])
            ),
            _ => format!("sorted({inner})"),
        }
    }

    pub(super) fn list_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "",
            "measure sum(a)",
            "measure sum(i * a[i] for i in indices(a))",
            "measure sum((i + 1) * a[i] for i in indices(a))",
            "measure sum(2 ^ i * a[i] for i in indices(a))",
            "measure sum(z * z for z in a)",
            "measure sum(max(0, z - 1) for z in a)",
            "measure count(z > 0 for z in a), sum(a)",
            "measure sum(a), len(a)",
            "measure sum(2 * z - (if z > 0 then 1 else 0) for z in a)",
        ]);
        let j = self.pick(&[
            "j in indices(a)",
            "j in 0..i",
            "j in i..len(a)",
            "j in i + 1..=len(a) - 1",
            "j in 0..=i",
        ]);
        let k =
            self.pick(&["k in 1..=a[i]", "k in 0..a[i]", "k in 0..=a[i]", "k in 1..a[i]", "k in 1..=a[j]"]);
        let guard = self.pick(&[
            "",
            "",
            "when i != j",
            "when a[i] > 0",
            "when a[j] > 0",
            "when a[i] > a[j]",
            "when sum(a) > 0",
        ]);
        let ends =
            self.pick(&["", "", "end when sum(a) == 0: lose", "end when all(x == 0 for x in a): lose"]);
        let depth = if self.pick(&["1", "2"]) == "1" { 1 } else { 2 };
        let target = self.list(depth);
        format!(
            "game g(a: [nat]) {{ {ends} {measure} move m(i in indices(a), {j}, {k}) {guard} -> g({target}) }}"
        )
    }

    fn number(&mut self) -> &'static str {
        self.pick(&[
            "a",
            "b",
            "x",
            "y",
            "a - x",
            "b - y",
            "max(a, b)",
            "min(a, b)",
            "(a + y) div y",
            "(a + y - 1) div y",
            "a div y",
            "a - a mod y",
            "(a div y) * (y - 1)",
            "b + 1",
            "max(0, a - y)",
            "x * y",
            "ceil(a / y)",
            "a * y div 3",
            "floor(b / 2)",
            "if x < y then x else a",
            "count(z > 0 for z in [x, b])",
            "sum([x, y]) div 2",
            "2 ^ x",
        ])
    }

    pub(super) fn number_spec(&mut self) -> String {
        let measure = self.pick(&[
            "",
            "",
            "measure a + b",
            "measure max(a, b)",
            "measure a, b",
            "measure a * b",
            "measure a * a + b",
            "measure 2 ^ a + b",
            "measure max(0, a - b)",
        ]);
        let x = self.pick(&["x in 0..=a", "x in 1..a", "x in 0..=b", "x in 0..a", "x in {a, b}"]);
        let y = self.pick(&["y in 1..=a", "y in 2..=a", "y in 2..=5", "y in 1..=b", "y in 1..=3"]);
        let guard = self.pick(&[
            "",
            "when x < b",
            "when [x, y] != [a, b]",
            "when (x, y) != (a, b)",
            "when a > 1",
            "when x + y == a",
            "when a mod y == 0",
            "when count(z > 0 for z in [x, a - x]) == 1",
            "when any(z > x for z in [a, b])",
        ]);
        let (m, n) = (self.number(), self.number());
        format!("game g(a: nat, b: nat) {{ {measure} move m({x}, {y}) {guard} -> g({m}, {n}) }}")
    }
    /// A cell of the board, as a row and a column or as an index.
    fn cell(&mut self, is_flat: bool) -> String {
        let column = self.pick(&["i", "i", "i", "j", "i + 1", "j - 1", "0"]);
        if is_flat { format!("[{column}]") } else { format!("[{}][{column}]", self.pick(&["y", "y", "z"])) }
    }

    /// A guard of a move on a board `b`: a text if `is_flat`, otherwise a list of texts.
    fn guard(&mut self, is_flat: bool) -> String {
        let row = if is_flat { "b" } else { "b[y]" };
        let (cell, other) = (self.cell(is_flat), self.cell(is_flat));
        match self.pick(&["is", "is", "is", "in", "not", "two", "run", "run", "piece", "some", "inside"]) {
            "is" => format!("b{cell} == {}", self.pick(&["\".\"", "\"x\"", "c"])),
            "in" => format!("b{cell} in [\".\", \"x\"]"),
            "not" => format!("b{cell} != {}", self.pick(&["\".\"", "c"])),
            "two" => format!("{{b{cell}, b{other}}} == {{\".\", \"x\"}}"),
            "run" => format!(
                "all({row}[k] == {} for k in {})",
                self.pick(&["\".\"", "\"x\"", "c"]),
                self.pick(&["i..=j", "i..j", "min(i, j)..=max(i, j)", "0..j", "i..len(b)"])
            ),
            "piece" => format!(
                "{row}[{}] == {}",
                self.pick(&["i..i + 2", "i..=j", "j..j + 2"]),
                self.pick(&["\"..\"", "\".x\"", "\"x.\"", "\"x\""])
            ),
            "some" => {
                format!("any({row}[k] == \"x\" for k in {})", self.pick(&["0..i", "indices(b)", "i..j"]))
            }
            _ => format!("0 < i < len({row}) - 1"),
        }
    }

    /// The board after a move with up to `depth` changes.
    fn board(&mut self, is_flat: bool, depth: usize) -> String {
        if depth == 0 {
            return "b".to_string();
        }
        let inner = self.board(is_flat, depth - 1);
        let cell = self.cell(is_flat);
        let row = if is_flat { "" } else { "[y]" };
        match self.pick(&["one", "one", "one", "moved", "pair", "part", "if"]) {
            "moved" => format!("({inner} with {cell} = b{})", self.cell(is_flat)),
            "pair" => format!(
                "({inner} with {row}[{}] = {})",
                self.pick(&["{i, i + 1}", "{i + 1, i}", "[j, i]", "{i, j}"]),
                self.pick(&["\"x.\"", "\".x\"", "\"xx\"", "\"x\""])
            ),
            "part" => format!(
                "({inner} with {row}[{}] = {})",
                self.pick(&["i..i + 2", "i..=i", "j..j + 2", "i..i"]),
                self.pick(&["\"xx\"", "\"x.\"", "\"x\"", "\"\""])
            ),
            "if" => {
                format!("({inner} with {cell} = if i < j then \"x\" else {})", self.pick(&["\".\"", "c"]))
            }
            _ => format!("({inner} with {cell} = {})", self.pick(&["\"x\"", "\"x\"", "c", "\".\""])),
        }
    }

    /// A game on a text or on a list of texts.
    pub(super) fn board_spec(&mut self) -> String {
        let is_flat = self.pick(&["flat", "deep"]) == "flat";
        let (rows, row, end) = match is_flat {
            true => ("", "b", "len(b)"),
            false => ("y in indices(b), z in indices(b), ", "b[y]", "len(b[y])"),
        };
        let all = if is_flat { "k in b" } else { "r in b for k in r" };
        let letters = self.pick(&["\".\"", "\"x\""]);
        let measure = match self.pick(&["", "count", "count", "count"]) {
            "count" => format!("measure count(k {} {letters} for {all})", self.pick(&["==", "==", "!="])),
            _ => String::new(),
        };
        let i = match self.pick(&["all", "all", "short", "wide"]) {
            "all" => format!("i in indices({row})"),
            "short" => format!("i in 0..{end} - 1"),
            _ => "i in 0..2".to_string(),
        };
        let j = match self.pick(&["all", "next", "later", "before"]) {
            "all" => format!("j in indices({row})"),
            "next" => "j in [i + 1]".to_string(),
            "later" => format!("j in i + 1..{end}"),
            _ => "j in 0..=i".to_string(),
        };
        let c =
            self.pick(&["c in [\"x\", \"o\"]", "c in \"xo\"", "c in {\"x\", \".\"}", "c in [\"x\", \"xo\"]"]);
        let guards = (self.guard(is_flat), self.guard(is_flat));
        let (joined, depth) =
            (self.pick(&["and", "and", "or"]), if self.pick(&["1", "2"]) == "1" { 1 } else { 2 });
        let (target, field) = (self.board(is_flat, depth), if is_flat { "text" } else { "[text]" });
        format!(
            "game g(b: {field}) {{ {measure} move m({rows}{i}, {j}, {c}) when {} {joined} {} -> g({target}) }}",
            guards.0, guards.1
        )
    }
}
