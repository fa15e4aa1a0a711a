//! Inputs that are meant to do harm: none may bring a panic, an overflow of the stack, a hang, or pages of
//! text; each ends with a diagnostic and the exit status that belongs to it.

use super::share::{cases, repeatable};
use super::support::{Folder, LITTLE, Memory, Run, check_with, corpus, finish, program, rendered};
use gspec::pipeline::{self, CheckOptions};
use gspec::position::{Budget, Limit};
use gspec::source::{FileId, NoFiles, Source, Sources};
use gspec::syntax;
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

// In this process: arbitrary texts are parsed, checked, explored, judged and rendered.

/// Checks a text and examines the result.
fn survives(text: &str) -> Result<(), TestCaseError> {
    let files = Memory(HashMap::from([
        ("other.game".to_string(), b"game other(n: nat) { move m when n > 0 -> other(n - 1) }".to_vec()),
        ("ring.edges".to_string(), b"1 2\n2 3\n3 1\n".to_vec()),
        ("bad.edges".to_string(), b"1 2 3\n\xff".to_vec()),
    ]));
    let begin = Instant::now();
    let checked = check_with(text, &[], &files, LITTLE);
    prop_assert!(begin.elapsed() < SECONDS, "took {:?}:\n{}", begin.elapsed(), text);
    let refused = checked.opened.instance.is_none();
    prop_assert!(
        !refused || checked.diagnostics.iter().any(|it| it.is_error()),
        "refused without a word:\n{}",
        text
    );
    for diagnostic in &checked.diagnostics {
        let message = &diagnostic.message;
        prop_assert!(!message.is_empty() && !message.contains('\n'), "{:?}\n{}", message, text);
        for label in &diagnostic.labels {
            let source = &checked.opened.sources.get(label.span.file).text;
            let range = label.span.start as usize..label.span.end as usize;
            prop_assert!(source.get(range.clone()).is_some(), "{:?} in {}\n{}", range, source.len(), text);
        }
    }
    // A text that parses can be formatted. Read as an expression, any text has to be harmless too.
    let source = Source::new("x", text);
    if let (Some(tree), _) = syntax::parse(FileId(0), &source) {
        let _ = gspec::format::format(text, &tree, &gspec::format::Options { expand: true });
    }
    let (_, diagnostics) = syntax::parse_expression(FileId(0), &source);
    let mut sources = Sources::default();
    sources.add("x", text);
    let _ = rendered(&diagnostics, &sources);
    Ok(())
}

/// Rules that are mistaken nearly everywhere were compared with all theorems, for seconds, after the time was up.
/// Texts whose hints once looked beyond the end of a line, or into the middle of a letter.
#[test]
fn hints_stay_inside_the_text() {
    for text in [
        "let \nf(n) = n\n",
        "def \nf(n): n\n",
        "let \n deep ",
        "claim: n == 1 (mod 3 → )",
        "claim: n == 1 (mod 3 ∣ )",
        "claim: 3 divides",
        "claim: ∀ é, ",
        "game g(n: nat) { lose when ",
        "let G = {é: [",
        "claim \"é: ",
        "game g(n: nat) {\n  move m(k in 1..=min,(3, n)) -> g(n - k)\n}",
    ] {
        survives(text).unwrap();
    }
    // Rewriting long heads and statements would take time that grows with their square.
    let chain = (0..20_000).map(|at| format!("x{at}")).collect::<Vec<_>>();
    survives(&format!("claim: forall {}: 1 == 1", chain.join(" < "))).unwrap();
    survives(&format!("claim: {} == 1 if y > 2", chain.join(" + "))).unwrap();
    survives(&"claim: forall n, ".repeat(5_000)).unwrap();
}

#[test]
fn little_is_done_when_the_time_is_up() {
    let text =
        "game delete(a: nat, b: nat) {\n  measure a + b\n  move keep_a(i in 100..a) -> delete(i, a - 1 - i)
  move keep_b(i in 0..b) -> delete(i, b - 3 - i)\n}\nclaim: sg(delete(5, 18446744073709551616)) == 3\n";
    let looks = AtomicU64::new(0);
    let stop = || (looks.fetch_add(1, Ordering::Relaxed) > 50).then_some(Limit::Time);
    let budget = Budget::new(&stop, 400);
    let mut sources = Sources::default();
    let root = sources.add("test.game", text);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    let checked = pipeline::check(opened, &budget, CheckOptions::default());
    assert!(!checked.ok());
    let looks = looks.into_inner();
    assert!((50..1000).contains(&looks), "{looks} looks at the clock");
}

/// Most words and signs of the language, some foreign signs, and names and items that are frequent in the corpus.
const TOKENS: &[&str] = &[
    "again",
    "assume",
    "blocking",
    "each",
    "ends",
    "pass",
    "shared",
    "show",
    "such",
    "that",
    "where",
    "use",
    "param",
    "let",
    "fn",
    "game",
    "loopy",
    "start",
    "claim",
    "move",
    "end",
    "measure",
    "when",
    "with",
    "if",
    "then",
    "else",
    "in",
    "for",
    "forall",
    "exists",
    "and",
    "or",
    "not",
    "xor",
    "div",
    "mod",
    "misere",
    "anti",
    "load",
    "true",
    "false",
    "win",
    "lose",
    "octal",
    "hex",
    "code",
    "take",
    "all",
    "but",
    "some",
    "short",
    "long",
    "repeats",
    "every",
    "adding",
    "from",
    "graph",
    "undirected",
    "nat",
    "int",
    "bool",
    "text",
    "vertex",
    "position",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "=",
    "->",
    "=>",
    "<=>",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "..",
    "..=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "++",
    "|",
    "&",
    "\"0.77\"",
    "\"other.game\"",
    "\"ring.edges\"",
    "\"bad.edges\"",
    "\"\"",
    "\"ä\\n\"",
    "0",
    "1",
    "2",
    "7",
    "1000000000000000000000",
    "n",
    "k",
    "a",
    "b",
    "S",
    "g(n - 1)",
    "g(n)",
    "g",
    "h",
    "phi",
    "sqrt(5)",
    "floor",
    "sum",
    "min",
    "max",
    "count",
    "any",
    "mex",
    "len",
    "sorted",
    "subsets",
    "product",
    "contains",
    "indices",
    "reverse",
    "digits",
    "divisors",
    "vertices(G)",
    "out",
    "neighbours",
    "components",
    "path",
    "subtree",
    "G",
    "sg",
    "losing",
    "winning",
    "drawn",
    "remoteness",
    "moves",
    "options",
    "winning_moves",
    "equal",
    "// c\n",
    "/// d\n",
    "\n",
    "\u{feff}",
    "\u{0}",
    "\r\n",
    "'",
    "…",
    "“",
    "≤",
    "!",
    "@",
    "#",
    "\\",
    "~",
    "game g(n: nat) { move m(k in 1..=n) -> g(n - k) }\n",
    "claim: sg(g(3)) == 3\n",
    "claim forall n: ",
    "forall n in 0..5: ",
    "param S: {nat} = {1, 2}\n",
    "let G = graph { a -> b; b -> c }\n",
    "start g(4)\n",
];

fn soup() -> impl Strategy<Value = String> {
    let token = prop::sample::select(TOKENS);
    let gap = prop::sample::select(&[" ", " ", " ", "", "\n", "\n  "][..]);
    prop::collection::vec((token, gap), 0..40)
        .prop_map(|tokens| tokens.into_iter().map(|(token, gap)| format!("{token}{gap}")).collect())
}

fn specs() -> &'static Vec<(String, String)> {
    static SPECS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    SPECS.get_or_init(corpus)
}

/// The tokens of a text, roughly: words, numbers, and single other characters, blanks kept.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        match pieces.last_mut() {
            Some(last) if word(c) && last.chars().next_back().is_some_and(word) => last.push(c),
            Some(last) if c == ' ' && last.ends_with(' ') => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

/// A change: the number of its kind, and two places.
type Change = (usize, prop::sample::Index, prop::sample::Index);

fn mutated(text: &str, changes: &[Change]) -> String {
    let mut tokens = pieces(text);
    for (kind, first, second) in changes {
        if tokens.is_empty() {
            break;
        }
        let (i, j) = (first.index(tokens.len()), second.index(tokens.len()));
        match kind {
            0 => drop(tokens.remove(i)),
            1 => tokens.insert(i, tokens[j].clone()),
            2 => tokens.swap(i, j),
            3 => tokens.insert(i, format!(" {} ", TOKENS[second.index(TOKENS.len())])),
            4 => tokens[i] = TOKENS[second.index(TOKENS.len())].to_string(),
            5 | 6 => {
                // A number is replaced by another one.
                let numbers: Vec<usize> = (0..tokens.len())
                    .filter(|at| tokens[*at].starts_with(|c: char| c.is_ascii_digit()))
                    .collect();
                if let Some(at) = numbers.get(first.index(numbers.len().max(1))) {
                    tokens[*at] = NUMBERS[second.index(NUMBERS.len())].to_string();
                }
            }
            _ => {
                // A line is removed, copied, or exchanged with another.
                let mut lines: Vec<String> = tokens.concat().split('\n').map(str::to_string).collect();
                let (i, j) = (first.index(lines.len()), second.index(lines.len()));
                match kind {
                    7 => drop(lines.remove(i)),
                    8 => lines.insert(i, lines[j].clone()),
                    _ => lines.swap(i, j),
                }
                tokens = pieces(&lines.join("\n"));
            }
        }
    }
    tokens.concat()
}

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "17",
    "100",
    "65536",
    "2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "10^30",
];

proptest! {
    #![proptest_config(repeatable(cases(300, 60)))]

    #[test]
    fn arbitrary_characters(text in any::<Vec<char>>()) {
        survives(&text.into_iter().collect::<String>())?;
    }

    #[test]
    fn arbitrary_ascii(text in "[ -~\n]{0,200}") {
        survives(&text)?;
    }

    #[test]
    fn arbitrary_tokens(text in soup()) {
        survives(&text)?;
    }

    #[test]
    fn arbitrary_moves_and_claims(domain in soup(), guard in soup(), target in soup(), claim in soup()) {
        // Soup where an expression is wanted gets further than soup alone.
        survives(&format!("let G = graph {{ a -> b }}\ngame g(n: nat) {{ move m(k in {domain}) when {guard} -> {target} }}\nclaim: {claim}\n"))?;
    }

    #[test]
    fn changed_specs(which: prop::sample::Index, changes in prop::collection::vec((0usize..10, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5)) {
        survives(&mutated(&which.get(specs()).1, &changes))?;
    }

    #[test]
    #[ignore = "long: runs with --include-ignored"]
    fn specs_with_other_numbers(which: prop::sample::Index, changes in prop::collection::vec((5usize..7, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4)) {
        // These mostly pass the checker: rules of play and claims meet the strange numbers.
        survives(&mutated(&which.get(specs()).1, &changes))?;
    }

    #[test]
    fn cut_specs(which: prop::sample::Index, from: prop::sample::Index, to: prop::sample::Index) {
        let text: Vec<char> = which.get(specs()).1.chars().collect();
        let (i, j) = (from.index(text.len() + 1), to.index(text.len() + 1));
        survives(&text[i.min(j)..i.max(j)].iter().collect::<String>())?;
        survives(&text[..j].iter().collect::<String>())?;
    }

    #[test]
    fn arbitrary_data_files(bytes in any::<Vec<u8>>(), kind in prop::sample::select(&["edges", "dot", "csv", "json"][..])) {
        let text = format!("let x = load \"data.{kind}\"\n");
        let files = |bytes| Memory(HashMap::from([(format!("data.{kind}"), bytes)]));
        let checked = check_with(&text, &[], &files(bytes.clone()), LITTLE);
        prop_assert!(checked.opened.instance.is_some() || !checked.diagnostics.is_empty());
        // The bytes as characters that occur in such files.
        let signs = b" \n\t,;:->{}[]\"'0123456789abg#/*.";
        let likely: Vec<u8> = bytes.iter().map(|byte| signs[*byte as usize % signs.len()]).collect();
        check_with(&text, &[], &files(likely.clone()), LITTLE);
        let dot = [b"digraph { ".to_vec(), likely.clone(), b" }".to_vec()].concat();
        check_with(&text, &[], &files(dot), LITTLE);
    }

    #[test]
    fn arbitrary_settings(name in "[ -~]{0,8}", value in soup()) {
        let spec = "param S: {nat} = {1, 2}\nparam K: nat = 3\ngame g(n: nat) { move m(k in S) when K <= k <= n -> g(n - k) }\n";
        check_with(spec, &[(&name, &value)], &NoFiles, LITTLE);
        check_with(spec, &[("S", &value), ("K", &value)], &NoFiles, LITTLE);
    }
}

// Through the program: depth, length, size, and play without end.

/// The allowed ends of a run: pairs of exit status and code; an empty code stands for no error.
type Endings<'a> = &'a [(i32, &'a str)];

const SYNTAX: Endings = &[(1, "G101")];
const DEEP: Endings = &[(1, "G105")];
const FINE: Endings = &[(0, "")];
/// Either a limit that an option can raise (G501), or a fixed limit of sizes (G502).
const LARGE: Endings = &[(3, "G501"), (1, "G502")];
const LIMIT: Endings = &[(3, "G501")];
const SIZE: Endings = &[(1, "G502")];

#[track_caller]
fn ends(name: &str, run: &Run, endings: Endings) {
    let head: String = run.err.chars().take(3000).collect();
    assert!(run.err.len() < 20_000, "{name}: {} bytes of messages\n{head}", run.err.len());
    assert!(!run.err.contains("panicked") && !run.err.contains("overflow"), "{name}: {head}");
    let fits = |(status, code): &(i32, &str)| {
        let told = run.err.contains(code) && (!code.is_empty() || !run.err.contains(" × "));
        run.status == *status && told
    };
    assert!(endings.iter().any(fits), "{name}: status {}, wanted {endings:?}\n{head}", run.status);
    assert!(run.took < SECONDS, "{name}: took {:?}", run.took);
}

/// The time that stands for "within seconds" on a slow machine.
const SECONDS: Duration = Duration::from_secs(40);

/// The limits for a run: little time where the limit may be reached, enough where it may not.
fn limits(endings: Endings) -> [&'static str; 4] {
    let time = if endings.iter().any(|(status, _)| *status == 3) { "250ms" } else { "30s" };
    ["--limit-time", time, "--limit-memory", "700MiB"]
}

/// Checks a text under small limits.
fn checked(text: impl AsRef<[u8]>, endings: Endings) -> Run {
    let folder = Folder::new().and("game.game", text);
    folder.run(&[&["check", "game.game"][..], &limits(endings)].concat())
}

#[track_caller]
fn all_end(cases: &[(&str, String, Endings)]) {
    let mut wrong = Vec::new();
    for (name, text, endings) in super::share::share(cases.iter().collect(), 4) {
        let run = checked(text, endings);
        let result = std::panic::catch_unwind(|| ends(name, &run, endings));
        if result.is_err() {
            wrong.push(*name);
        }
    }
    assert!(wrong.is_empty(), "see above: {wrong:?}");
}

const MANY: usize = 100_000;

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(MANY), close.repeat(MANY))
}

#[test]
fn deep_nesting_is_refused() {
    all_end(&[
        ("(", format!("let x = {}\n", nested("(", "1", ")")), DEEP),
        ("[", format!("let x = {}\n", nested("[", "1", "]")), DEEP),
        ("{", format!("let x = {}\n", nested("{", "1", "}")), DEEP),
        ("f(", format!("let x = {}\n", nested("abs(", "1", ")")), DEEP),
        ("( alone", format!("let x = {}\n", "(".repeat(MANY)), &[(1, "G105"), (1, "G102")]),
        (") alone", format!("let x = {}\n", ")".repeat(MANY)), &[(1, "G102")]),
        ("mixed", format!("let x = {}\n", "([{".repeat(MANY)), &[(1, "G105"), (1, "G102")]),
        ("index", format!("let x = {}\n", nested("a[", "1", "]")), DEEP),
        ("types", format!("param x: {} = 1\n", nested("[", "nat", "]")), DEEP),
        ("patterns", format!("claim: forall {}: true\n", nested("(a, ", "b", ")")), DEEP),
        ("not", format!("let x = {}true\n", "not ".repeat(MANY)), DEEP),
        ("-", format!("let x = {}1\n", "-".repeat(MANY)), DEEP),
        ("- -", format!("let x = {}1\n", "- ".repeat(MANY)), DEEP),
        ("if", format!("let x = {}1\n", "if true then 1 else ".repeat(MANY)), DEEP),
        ("if if", format!("let x = {}\n", "if ".repeat(MANY)), &[(1, "G105"), (1, "G101")]),
        ("let", format!("let x = {}1\n", "let y = 1 in ".repeat(MANY)), DEEP),
        ("forall", format!("claim: {}true\n", "forall a in 0..1: ".repeat(MANY)), DEEP),
        ("misere", format!("start {}0\n", "misere ".repeat(MANY)), DEEP),
    ]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn long_chains_of_operators_end() {
    let chain = |first: &str, more: &str| format!("{first}{}", more.repeat(MANY));
    let either: Endings = &[(1, "G105"), (0, ""), (3, "G501"), (1, "G502")];
    all_end(&[
        ("^", format!("let x = {}\n", chain("1", "^1")), DEEP),
        ("2^", format!("let x = {}\n", chain("2", "^2")), DEEP),
        ("=>", format!("claim: {}\n", chain("true", " => true")), DEEP),
        ("<=>", format!("claim: {}\n", chain("true", " <=> true")), either),
        ("+", format!("let x = {}\n", chain("1", " + 1")), either),
        ("*", format!("let x = {}\n", chain("2", " * 2")), either),
        ("and", format!("claim: {}\n", chain("true", " and true")), either),
        ("<", format!("claim: {}\n", chain("1", " <= 1")), either),
        ("!=", format!("claim: {}\n", chain("1", " != 2 != 3")), either),
        ("++", format!("let x = {}\n", chain("\"a\"", " ++ \"b\"")), either),
        ("postfix", format!("let x = {}\n", chain("[[1]]", "[0]")), &[(1, "G105"), (1, "G303"), (1, "G301")]),
        ("with", format!("let x = {}\n", chain("[1]", " with [0] = 2")), either),
        ("..", format!("let x = {}\n", chain("1", "..1")), &[(1, "G106"), (1, "G105")]),
        ("for", format!("let x = [_a {}]\n", "for _a in [1] ".repeat(MANY)), either),
        ("for, less often", format!("let x = [_a {}]\n", "for _a in [1] ".repeat(16_000)), either),
        ("for, in a set", format!("let x = {{_a {}}}\n", "for _a in [1] ".repeat(4_000)), either),
        ("for, in a sum", format!("let x = sum(_a {})\n", "for _a in [1] ".repeat(30_000)), either),
        ("if in for", format!("let x = [a for a in [1] {}]\n", "if true ".repeat(16_000)), either),
        (
            "binders of a move",
            format!(
                "game g(n: nat) {{ move m({}) when n > 0 -> g(n - 1) }}\nclaim: losing(g(2))\n",
                vec!["_a in [1]"; 16_000].join(", ")
            ),
            either,
        ),
        ("edges", format!("let x = graph {{ {} }}\n", chain("a", " -> b")), FINE),
        (
            "binders",
            format!(
                "claim: forall {}: true\n",
                (0..16_000).map(|n| format!("a{n} in [1]")).collect::<Vec<_>>().join(", ")
            ),
            either,
        ),
    ]);
}

#[test]
fn long_lines_are_read_and_shown_in_part() {
    let million = 1_000_000;
    let list = (0..million / 4).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    all_end(&[
        ("comment", format!("// {}\nlet x = 1\n", "c".repeat(million)), FINE),
        ("doc", format!("/// {}\nlet x = 1\n", "ä".repeat(million)), FINE),
        ("name", format!("let {} = 1\n", "x".repeat(million)), FINE),
        ("unknown name", format!("let x = {}\n", "y".repeat(million)), &[(1, "G201")]),
        ("unknown game", format!("start {}(1)\n", "y".repeat(million)), &[(1, "G203")]),
        ("text", format!("let x = \"{}\"\n", "t".repeat(million)), FINE),
        ("open text", format!("let x = \"{}\n", "t".repeat(million)), &[(1, "G103")]),
        ("claim", format!("claim \"{}\": false\n", "t".repeat(10_000)), &[(1, "G601")]),
        ("list", format!("let x = [{list}]\n"), FINE),
        ("set", format!("let x = {{{list}}}\n"), FINE),
        ("error in a list", format!("let x = [{list}, y]\n"), &[(1, "G201")]),
        ("arguments", format!("let x = max({list})\n"), FINE),
        ("blanks", format!("let x ={}1 +\n", " ".repeat(million)), SYNTAX),
        ("lines", format!("{}let x = y\n", "\n".repeat(million)), &[(1, "G201")]),
        ("one character", "é".repeat(million), SYNTAX),
        ("one sign", "@".repeat(million), SYNTAX),
        ("quotes", "\"".repeat(million), &[(1, "G101"), (1, "G103")]),
        ("slashes", "/".repeat(million), FINE),
        ("bracket pairs", "()".repeat(million / 2), SYNTAX),
    ]);
}

#[test]
fn great_numbers_are_exact_or_refused() {
    let digits = "7".repeat(MANY);
    all_end(&[
        ("a literal", format!("let x = {digits}\n"), FINE),
        ("a comparison", format!("claim: {digits} == {digits} and {digits} > 10^{}\n", MANY - 1), FINE),
        ("in a message", format!("claim forall n in {{{digits}}}: false\n"), &[(1, "G601")]),
        ("outside a type", format!("param x: nat = -{digits}\n"), &[(1, "G305")]),
        ("an index", format!("let x = [1][{digits}]\n"), &[(1, "G304")]),
        (
            "copies",
            format!("game g(n: nat) {{ move m when n > 0 -> g(n - 1) }}\nclaim: losing({digits} * g(1))\n"),
            &[(0, ""), (1, "G601"), (1, "G502"), (3, "G501")],
        ),
        (
            "a heap",
            // With one stone per move, even heaps of every size lose.
            format!("game g(n: nat) {{ move m when n > 0 -> g(n - 1) }}\nclaim: losing(g({digits}))\n"),
            &[(1, "G601")],
        ),
        (
            "a code",
            format!("game g(n: nat) = octal \"0.{digits}\"\nclaim: sg(g(1)) == 1\n"),
            &[(0, ""), (1, "G502"), (3, "G501"), (1, "G107")],
        ),
        ("a tower", "let x = 10^(10^9)\n".to_string(), SIZE),
        ("a power of a power", "let x = 2^(2^40)\n".to_string(), SIZE),
        ("beyond words", "let x = 2^(2^80)\n".to_string(), SIZE),
        (
            "1 to anything",
            "claim: 1^(10^30) == 1 and (-1)^(10^30) == 1 and (-1)^(10^30 + 1) == -1 and 0^(10^30) == 0\n"
                .to_string(),
            FINE,
        ),
        (
            "a factorial",
            "let x = max(len(digits(sum(2^k for k in 0..200000))), 1)\n".to_string(),
            &[(0, ""), (3, "G501"), (1, "G502")],
        ),
        (
            "squares",
            format!(
                "let a = 3^100000\n{}",
                (0..30)
                    .map(|n| format!("let {} = {} * {}\n", name(n + 1), name(n), name(n)))
                    .collect::<String>()
            ),
            SIZE,
        ),
        ("real squares", "let x = floor(phi^(10^9))\n".to_string(), LARGE),
        ("a fraction", "let x = floor((1 / 3)^(10^8))\n".to_string(), LARGE),
        ("a prime", "let x = is_prime(2^89 - 1)\n".to_string(), &[(1, "G304"), (0, "")]),
        ("factors", "let x = prime_factors((2^61 - 1) * (2^89 - 1))\n".to_string(), LARGE),
        ("an exponent", "let x = 2^-1\n".to_string(), &[(1, "G304")]),
    ]);
}

fn name(n: usize) -> String {
    if n == 0 { "a".to_string() } else { format!("a{n}") }
}

#[test]
fn huge_domains_end() {
    let huge = "10^18";
    let game = "game g(n: nat) { move m when n > 0 -> g(n - 1) }\n";
    all_end(&[
        ("a range alone", format!("let x = 0..{huge}\n"), FINE),
        (
            "its length",
            format!("claim: len(0..{huge}) == {huge} and 5 in 0..{huge} and not {huge} in 0..{huge}\n"),
            FINE,
        ),
        ("a list of it", format!("let x = [i for i in 0..{huge}]\n"), LARGE),
        ("a set of it", format!("let x = {{i for i in 0..{huge}}}\n"), LARGE),
        ("a sum of it", format!("let x = sum(i for i in 0..{huge})\n"), LIMIT),
        ("nobody in it", format!("let x = count(i for i in 0..{huge} if i < 0)\n"), LIMIT),
        ("sorted", format!("let x = sorted(0..{huge})\n"), LARGE),
        ("joined", format!("let x = (0..{huge}) ++ [1]\n"), LARGE),
        ("united", format!("let x = (0..{huge}) | {{1}}\n"), LARGE),
        (
            "a move",
            format!(
                "game g(n: nat) {{ move m(k in 0..{huge}) when k < n -> g(n - 1 - k) }}\nclaim: sg(g(3)) == 3\n"
            ),
            FINE,
        ),
        (
            "a move that no guard makes short",
            format!(
                "game g(n: nat) {{ move m(k in 0..{huge}) when k xor 1 < n -> g(n - 1) }}\nclaim: sg(g(3)) == 3\n"
            ),
            LIMIT,
        ),
        ("a claim", format!("claim forall i in 0..{huge}: i >= 0\n"), LIMIT),
        ("a claim that fails at last", format!("claim forall i in 0..{huge}: i < {huge} - 1\n"), LIMIT),
        ("a claim that fails soon", format!("claim forall i in 0..{huge}: i != 77\n"), &[(1, "G601")]),
        (
            "two ranges",
            format!("claim forall i in 0..{huge}, j in 0..{huge}: i + j != 5\n"),
            &[(1, "G601"), (3, "G501")],
        ),
        ("exists", format!("claim: exists i in 0..{huge}: i * i == 144\n"), FINE),
        ("exists nowhere", format!("claim: exists i in 0..{huge}: i * i == -1\n"), LIMIT),
        ("a type", format!("game g(n: 0..={huge}) {{ move m when n > 0 -> g(n - 1) }}\n"), FINE),
        ("a heap", format!("{game}claim: losing(g({huge}))\n"), FINE),
        ("copies", format!("{game}claim: losing({huge} * g(1))\n"), FINE),
        (
            "odd copies",
            format!("{game}claim: winning(({huge} + 1) * g(1)) and sg(({huge} + 1) * g(1)) == 1\n"),
            FINE,
        ),
        ("a sum of games", format!("{game}start sum(g(i) for i in 0..{huge})\n"), LARGE),
        ("subsets", "let x = subsets(0..100)\n".to_string(), LARGE),
        ("some subsets", "let x = len(subsets(0..100, 50..=50))\n".to_string(), LARGE),
        (
            "no subsets",
            format!("claim: len(subsets(0..3, 5..{huge})) == 0 and len(subsets(0..3, 0..{huge})) == 8\n"),
            FINE,
        ),
        ("a product", "let x = product([0..10 for i in 0..50])\n".to_string(), LARGE),
        ("many times many", "let x = len([1 for i in 0..10^6 for j in 0..10^6])\n".to_string(), LARGE),
        ("text", format!("let x = \"ab\"[0..{huge}]\n"), &[(1, "G304")]),
        ("empty", format!("claim: len({huge}..0) == 0 and len(-{huge}..-{huge}) == 0\n"), FINE),
        (
            "beyond words",
            "claim: len(0..10^40) == 10^40 and len(-(10^40)..10^40) == 2 * 10^40 and 10^39 in 0..10^40\n"
                .to_string(),
            FINE,
        ),
    ]);
}

#[test]
fn doubling_ends() {
    let chain = |kind: &str| -> String {
        let mut text = "fn f0(y: int): int = y + 1\n".to_string();
        for n in 1..=40 {
            let before = n - 1;
            text.push_str(&match kind {
                "+" => format!("fn f{n}(y: int): int = f{before}(y) + f{before}(y)\n"),
                _ => format!("fn f{n}(y: int): int = f{before}(f{before}(y))\n"),
            });
        }
        text
    };
    let lists: String = (1..=60).map(|n| format!("let a{n} = a{} ++ a{}\n", n - 1, n - 1)).collect();
    let texts: String = (1..=60).map(|n| format!("let a{n} = a{} ++ a{}\n", n - 1, n - 1)).collect();
    let nests: String = (1..=60).map(|n| format!("let a{n} = [a{}, a{}]\n", n - 1, n - 1)).collect();
    let games: String =
        (1..=40).map(|n| format!("fn p{n}(x: nat): position = p{}(x) + p{}(x)\n", n - 1, n - 1)).collect();
    all_end(&[
        ("functions", format!("{}let x = f40(1)\n", chain("+")), LIMIT),
        ("nested calls", format!("{}let x = f40(1)\n", chain("(")), LIMIT),
        ("unused functions", chain("+"), FINE),
        (
            "in a move",
            format!(
                "{}game g(n: nat) {{ move m when f40(n) > 0 and n > 0 -> g(n - 1) }}\nclaim: losing(g(2))\n",
                chain("+")
            ),
            LIMIT,
        ),
        (
            "in a target",
            format!(
                "{}game g(n: nat) {{ move m when n > 0 -> g(f40(n) mod n) }}\nclaim: winning(g(2))\n",
                chain("+")
            ),
            LIMIT,
        ),
        (
            "in a measure",
            format!(
                "{}game g(n: nat) {{ measure f40(n) move m when n > 0 -> g(n - 1) }}\nclaim: losing(g(2))\n",
                chain("+")
            ),
            // Termination is then neither proved nor refuted.
            &[(3, "G501"), (1, "G412")],
        ),
        ("in a claim", format!("{}claim forall n in 0..9: f40(n) > 0\n", chain("+")), LIMIT),
        ("in a claim for all", format!("{}claim forall n: f40(n) > 0\n", chain("+")), LIMIT),
        (
            "in a type",
            format!("{}game g(n: 0..=f40(1)) {{ move m when n > 0 -> g(n - 1) }}\n", chain("+")),
            LIMIT,
        ),
        // To explain a mistake, each level is examined once.
        (
            "nested foreign functions",
            format!("claim {}1{}\n", "N(".repeat(80), ")".repeat(80)),
            &[(1, "G201")],
        ),
        (
            "nested questions",
            format!("game g(n: nat) = take {{1}}\nclaim {}1{}\n", "losing(1, ".repeat(80), ")".repeat(80)),
            &[(1, "G302")],
        ),
        (
            "nested sums of positions",
            format!("game g(n: nat) = take {{1}}\nclaim losing({}g(1){})\n", "g(".repeat(80), ")".repeat(80)),
            &[(1, "G301")],
        ),
        ("lists", format!("let a0 = [1, 2]\n{lists}"), LARGE),
        ("texts", format!("let a0 = \"ab\"\n{texts}"), LARGE),
        (
            "deep lists",
            format!(
                "let a0 = [1]\n{}",
                (1..=4000).map(|n| format!("let a{n} = [a{}]\n", n - 1)).collect::<String>()
            ),
            &[(0, ""), (1, "G105"), (1, "G502")],
        ),
        (
            "deep tuples",
            format!(
                "let a0 = (1, 2)\n{}claim: a4000 == a4000\n",
                (1..=4000).map(|n| format!("let a{n} = (a{}, 1)\n", n - 1)).collect::<String>()
            ),
            &[(0, ""), (1, "G105"), (1, "G502")],
        ),
        // Shared parts need little room; printing them would need much.
        ("nested lists", format!("let a0 = [1]\n{nests}"), &[(0, ""), (1, "G105"), (3, "G501"), (1, "G502")]),
        (
            "positions",
            format!(
                "game g(n: nat) {{ move m when n > 0 -> g(n - 1) }}\nfn p0(x: nat): position = g(x)\n{games}start p40(1)\n"
            ),
            &[(3, "G501"), (0, "")],
        ),
    ]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn play_without_end_is_found() {
    let cycle: Endings = &[(1, "G402")];
    // Nothing proves that such play ends, and nothing repeats: the exploration stops at its limit. That is said
    // as a warning or as a limit, or the rule is seen to rise for ever.
    let rising: Endings = &[(1, "G402"), (3, "G501"), (1, "G501"), (1, "G502")];
    let run = |rule: &str, more: &str| format!("game g(n: nat) {{ {rule} }}\n{more}\n");
    all_end(&[
        ("stays", run("move m -> g(n)", ""), cycle),
        ("stays, with a start", run("move m -> g(n)", "start g(3)"), cycle),
        (
            "there and back",
            run("move up when n == 0 -> g(1) move down when n == 1 -> g(0)", "start g(0)"),
            cycle,
        ),
        (
            "two games",
            "game a(n: nat) { move m -> b(n) }\ngame b(n: nat) { move m -> a(n) }\nstart a(1)\n".to_string(),
            cycle,
        ),
        ("up", run("move up -> g(n + 1)", "start g(0)\nclaim: losing(g(0))"), rising),
        ("up, with a start", run("move up -> g(n + 1)", "start g(0)"), &[(1, "G402")]),
        ("doubling", run("move up when n > 0 -> g(2 * n)", "claim: losing(g(1))"), rising),
        (
            "splitting",
            run("move up when n > 0 -> g(n) + g(n)", "claim: losing(g(1))"),
            &[(1, "G402"), (3, "G501")],
        ),
        (
            "growing a list",
            "game g(xs: [nat]) { move m -> g(xs ++ [1]) }\nclaim: losing(g([]))\n".to_string(),
            rising,
        ),
        (
            "growing a text",
            "game g(t: text) { move m -> g(t ++ \"a\") }\nclaim: losing(g(\"\"))\n".to_string(),
            rising,
        ),
        (
            "loopy and up",
            "loopy game g(n: nat) { move up -> g(n + 1) }\nclaim: drawn(g(0))\n".to_string(),
            rising,
        ),
        ("a wrong measure", run("measure n move up -> g(n + 1)", "start g(0)"), &[(1, "G403"), (1, "G402")]),
        (
            "a measure below 0",
            run("measure 10 - n move up -> g(n + 1)", "start g(0)"),
            &[(1, "G403"), (1, "G402")],
        ),
        ("a function that is itself", "fn f(x: int): int = f(x)\nlet y = f(1)\n".to_string(), &[(1, "G207")]),
        (
            "functions in a circle",
            "fn f(x: int): int = h(x)\nfn h(x: int): int = f(x)\nlet y = f(1)\n".to_string(),
            &[(1, "G207")],
        ),
        ("a constant that is itself", "let x = x + 1\n".to_string(), &[(1, "G207")]),
        ("parameters in a circle", "param a: nat = b\nparam b: nat = a\n".to_string(), &[(1, "G207")]),
    ]);
    let folder = Folder::with("game g(n: nat) { move up -> g(n + 1) }\n");
    for position in ["g(0)", "misere g(0)", "anti g(0)", "g(0) + g(1)", "all(g(0), g(1))", "some(g(0), g(1))"]
    {
        let run = folder.run(&[
            "solve",
            "--limit-time",
            "400ms",
            "--limit-memory",
            "700MiB",
            "game.game",
            position,
        ]);
        ends(position, &run, &[(3, "G501"), (1, "G402")]);
    }
}

#[test]
fn many_components_end() {
    let nim = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
    all_end(&[
        ("many moves", format!("{nim}claim: sg(nim(3000)) == 3000\n"), &[(0, ""), (3, "G501")]),
        ("a wide sum", format!("{nim}claim: losing(misere sum(nim(i) for i in 0..60))\n"), &[(3, "G501"), (0, ""), (1, "G601")]),
        ("a long sum", format!("{nim}claim: sg(sum(nim(i) for i in 0..64)) == 0\n"), FINE),
        ("a deep game", "game one(n: nat) { move take when n > 0 -> one(n - 1) }\nclaim: sg(one(20000)) == 0\n".to_string(), FINE),
        ("a deep game, how long", "game one(n: nat) { move take when n > 0 -> one(n - 1) }\nclaim: remoteness(one(20000)) == 20000\n".to_string(), FINE),
        ("a deep misère game", "game one(n: nat) { move take when n > 0 -> one(n - 1) }\nclaim: losing(misere one(5001))\n".to_string(), FINE),
        ("a wide compound", format!("{nim}claim: winning(all(nim(40), nim(40), nim(40), nim(40)))\n"), &[(0, ""), (3, "G501")]),
        ("some of many", format!("{nim}claim: winning(some(nim(9), nim(9), nim(9), nim(9), nim(9), nim(9)))\n"), &[(0, ""), (3, "G501")]),
        ("subsets of a board", "game kayles(live: {nat}) { move take(v in live) -> kayles(live - {v - 1, v, v + 1}) }\nclaim: losing(kayles({v for v in 0..60}))\n".to_string(), &[(0, ""), (3, "G501"), (1, "G601")]),
        ("many fields", format!("game g({}) {{ move m when a0 > 0 -> g({}) }}\n", (0..300).map(|n| format!("a{n}: nat")).collect::<Vec<_>>().join(", "), (0..300).map(|n| if n == 0 { "a0 - 1".to_string() } else { format!("a{n}") }).collect::<Vec<_>>().join(", ")), &[(0, "")]),
        ("many moves by rule", format!("game g(n: nat) {{ {} }}\nclaim: sg(g(3)) == 3\n", (1..=2000).map(|k| format!("move m{k} when n >= {k} -> g(n - {k})\n")).collect::<String>()), &[(0, ""), (3, "G501")]),
        ("many games", (0..2000).map(|n| format!("game g{n}(n: nat) {{ move m when n > 0 -> g{}(n - 1) }}\n", (n + 1) % 2000)).collect(), &[(0, ""), (3, "G501")]),
        ("many claims", format!("{nim}{}", "claim: sg(nim(3)) == 3\n".repeat(5000)), FINE),
        ("many wrong claims", format!("{nim}{}", "claim: sg(nim(3)) == 2\n".repeat(5000)), &[(1, "G601")]),
        ("many names", (0..20_000).map(|n| format!("let a{n} = {}\n", if n == 0 { "1".to_string() } else { format!("a{} + 1", n - 1) })).collect(), FINE),
        ("many names backwards", (0..20_000).map(|n| format!("let a{n} = {}\n", if n == 19_999 { "1".to_string() } else { format!("a{} + 1", n + 1) })).collect(), &[(0, ""), (1, "G105")]),
        ("many functions", (0..5000).map(|n| format!("fn f{n}(x: int): int = {}\n", if n == 0 { "x".to_string() } else { format!("f{}(x) + 1", n - 1) })).collect::<String>() + "let y = f4999(1)\n", &[(0, ""), (1, "G105"), (3, "G501")]),
        ("a great graph", format!("let G = graph {{ {} }}\ngame walk(v: vertex) {{ move step(w in out(G, v)) -> walk(w) }}\nstart walk(0)\nclaim: winning(walk(0))\n", (0..=20_001).map(|n| n.to_string()).collect::<Vec<_>>().join(" -> ")), &[(0, ""), (3, "G501")]),
    ]);
}

/// Two neighbours of a row are lowered: the comparison with the rules of a circle has many cases.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn rules_with_many_cases_are_compared_in_time() {
    let row = "game row(h: [nat]) {
        measure sum(x for x in h)
        move take(i in 0..len(h) - 1, a in 0..=h[i], b in 0..=h[i + 1]) when len(h) > 0 and a + b > 0
          -> row(h with [i] = h[i] - a with [i + 1] = h[i + 1] - b) }
      start row([1, 2, 1, 3])\n";
    all_end(&[("a row", row.to_string(), &[(0, "")])]);
}

#[test]
#[cfg(unix)]
fn a_stream_without_end_is_refused() {
    let run = super::support::gspec(&["check", "/dev/zero"]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("without an end"), "{}", run.err);
}

#[test]
fn strange_bytes() {
    let utf16: Vec<u8> = "let x = 1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: &[(&str, &[u8], Endings)] = &[
        ("nothing", b"", FINE),
        ("blanks", b" \t\r\n\n", FINE),
        ("a comment without end", b"// c", FINE),
        ("nul", b"\0", SYNTAX),
        ("nul inside", b"let x = 1\0 + 2\n", SYNTAX),
        ("nul in a name", b"let x\0y = 1\n", SYNTAX),
        ("many nuls", &[0; 100_000], SYNTAX),
        ("invalid", b"let x = \"\xff\xfe\"\n", &[(2, "G104")]),
        ("cut short", b"let x = \"\xe2\x82\n", &[(2, "G104")]),
        ("surrogates", b"// \xed\xa0\x80\n", &[(2, "G104")]),
        ("utf-16", &utf16, &[(1, "G101"), (2, "G104")]),
        (
            "crlf",
            b"// c\r\ngame g(n: nat) {\r\n  move m when n > 0 -> g(n - 1)\r\n}\r\nclaim: sg(g(3)) == 1\r\n",
            FINE,
        ),
        ("cr alone", b"let x = 1\rlet y = x\r", FINE),
        ("cr alone after a comment", b"// c\rclaim: 1 == 2\r", &[(1, "G601")]),
        ("bom", b"\xef\xbb\xbfclaim: 1 == 1\n", FINE),
        ("bom and crlf", b"\xef\xbb\xbf// c\r\nclaim: 1 == 1\r\n", FINE),
        ("no last line break", b"claim: 1 == 1", FINE),
        ("nbsp", "let\u{a0}x = 1".as_bytes(), SYNTAX),
        ("right to left", "let \u{202e}x = 1".as_bytes(), SYNTAX),
        ("combining", "let e\u{301} = 1\n".as_bytes(), &[(0, ""), (1, "G101")]),
        ("wide", "let 漢字 = 1\nclaim: 漢字 == 2\n".as_bytes(), &[(1, "G601")]),
        ("emoji", "claim \"👩‍👩‍👧 false\": 1 == 2\n".as_bytes(), &[(1, "G601")]),
        ("escape codes", b"let x = \"\x1b[31m\"\n", &[(0, ""), (1, "G101"), (1, "G103")]),
    ];
    for (name, bytes, endings) in cases {
        let run = checked(bytes, endings);
        ends(name, &run, endings);
        assert!(
            !run.err.contains('\u{1b}') && !run.out.contains('\u{1b}'),
            "{name} passes escapes to the terminal"
        );
    }
}

#[test]
fn nul_and_odd_bytes_in_other_places() {
    let folder = Folder::with("param S: text = \"a\"\nclaim: len(S) == 1\n")
        .and("a.edges", b"\0\0 \xff")
        .and("b.game", "let G = load \"a.edges\"\n");
    ends("loaded bytes", &folder.run(&["check", "b.game"]), &[(1, "G104"), (1, "G306"), (2, "G104")]);
    folder.run(&["check", "game.game", "--set", "S=\"ä\""]).status(0);
    ends(
        "a control character",
        &folder.run(&["check", "game.game", "--set", "S=\u{1}"]),
        &[(1, "G101"), (2, "G101")],
    );
    ends("a directory", &folder.run(&["solve", ".", "0"]), &[(2, "G104")]);
    let folder = folder
        .and("folder.game/inner.txt", "x")
        .and("c.game", "use \"folder.game\"\n")
        .and("d.game", "let x = load \"folder.json\"\n")
        .and("folder.json/x", "");
    ends("a folder imported", &folder.run(&["check", "c.game"]), &[(1, "G104"), (2, "G104")]);
    ends("a folder loaded", &folder.run(&["check", "d.game"]), &[(1, "G104"), (2, "G104")]);
    ends("a folder like a spec", &folder.run(&["check", "folder.game"]), &[(2, "G104")]);
    ends("a name like a folder", &folder.run(&["fmt", "folder.game"]), &[(2, "G104")]);
}

#[cfg(unix)]
#[test]
fn names_of_files_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let mut command = program(&folder.path(""), &["check"]);
    command.arg(std::ffi::OsStr::from_bytes(b"a\xff.game"));
    ends("a name", &finish(command, b""), &[(2, "")]);
}

#[test]
fn imports_in_cycles_and_in_masses() {
    let folder = Folder::with("use \"game.game\"\n");
    ends("itself", &folder.run(&["check", "game.game"]), &[(1, "G204")]);
    let folder = folder.and("a.game", "use \"b.game\"\n").and("b.game", "use \"./sub/../a.game\"\n");
    ends("each other", &folder.run(&["check", "a.game"]), &[(1, "G204")]);
    let folder = (0..1500).fold(Folder::new(), |folder, n| {
        folder.and(&format!("f{n}.game"), format!("use \"f{}.game\"\n", n + 1))
    });
    let folder = folder.and("f1500.game", "let x = 1\n");
    ends("a long chain", &folder.run(&["check", "f0.game"]), &[(0, ""), (1, "G502")]);
    // 2^20 ways lead to the two last files, each of which is read once.
    let folder = (0..20).fold(Folder::new(), |folder, n| {
        let text = format!("use \"a{}.game\"\nuse \"b{}.game\"\n", n + 1, n + 1);
        folder.and(&format!("a{n}.game"), &text).and(&format!("b{n}.game"), &text)
    });
    let folder = folder.and("a20.game", "let x = 1\n").and("b20.game", "let y = 1\n");
    ends("many ways", &folder.run(&["check", "a0.game"]), FINE);
}

#[test]
#[cfg(unix)]
fn links_that_lead_round_in_cycles_are_followed_once() {
    let folder = Folder::new().and("a.game", "let x = 1\n").and("sub/b.game", "let y = 1\n");
    std::os::unix::fs::symlink("..", folder.path("sub/up")).unwrap();
    let run = folder.run(&["check", "."]);
    ends("a circle", &run, FINE);
    let files: Vec<&str> = run.out.lines().filter(|line| line.ends_with(".game")).collect();
    assert_eq!(files, ["./a.game", "./sub/b.game"]);
}

#[test]
fn great_data_files() {
    let edges: String = (0..200_000).map(|n| format!("{n} {}\n", n + 1)).collect();
    let deep = format!("{}{}", "[".repeat(MANY), "]".repeat(MANY));
    let wide = format!("[{}0]", "0,".repeat(300_000));
    let folder = Folder::new()
        .and("a.edges", &edges)
        .and("deep.json", &deep)
        .and("wide.json", &wide)
        .and("long.csv", "1,".repeat(500_000))
        .and("deep.dot", format!("digraph {}", "{".repeat(MANY)))
        .and("edges.game", "let G = load \"a.edges\"\nclaim: len(vertices(G)) == 200001\n")
        .and("deep.game", "let x = load \"deep.json\"\n")
        .and("wide.game", "let x = load \"wide.json\"\nclaim: len(x) == 300001\n")
        .and("long.game", "let x = load \"long.csv\"\n")
        .and("dot.game", "let x = load \"deep.dot\"\n");
    ends("edges", &folder.run(&["check", "edges.game"]), FINE);
    ends("deep json", &folder.run(&["check", "deep.game"]), &[(1, "G306"), (1, "G105")]);
    ends("wide json", &folder.run(&["check", "wide.game"]), FINE);
    ends("long csv", &folder.run(&["check", "long.game"]), &[(0, ""), (1, "G306")]);
    ends("deep dot", &folder.run(&["check", "dot.game"]), &[(1, "G306")]);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn nasty_positions_and_settings() {
    let folder = Folder::with(
        "param K: int = 1\ngame nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\nclaim: K == K\n",
    );
    let solve = |position: &str| {
        folder.run(&[
            "solve",
            "--limit-time",
            "400ms",
            "--limit-memory",
            "700MiB",
            "game.game",
            "--",
            position,
        ])
    };
    let long = format!("nim(1){}", " + nim(1)".repeat(10_000));
    for (position, endings) in [
        (&*format!("{}nim(1){}", "(".repeat(20_000), ")".repeat(20_000)), &[(2, "G105"), (1, "G105")][..]),
        (&*long, &[(0, ""), (2, "G105"), (1, "G105")]),
        ("10^18 * nim(1)", &[(0, ""), (3, "G501")]),
        ("nim(10^18)", &[(0, ""), (3, "G501")]),
        ("sum(nim(i) for i in 0..10^18)", &[(3, "G501"), (2, "G502")]),
        ("nim(2^(2^40))", &[(2, "G502")]),
        ("misere sum(nim(i) for i in 0..200)", &[(3, "G501"), (0, "")]),
        ("some(nim(30), nim(30), nim(30), nim(30), nim(30))", &[(3, "G501"), (0, "")]),
        (&*"@".repeat(100_000), &[(2, "G101"), (1, "G101")]),
        (&*"n".repeat(100_000), &[(2, "G201"), (1, "G201")]),
    ] {
        ends(&position.chars().take(40).collect::<String>(), &solve(position), endings);
    }
    let value = format!("K={}1", "-".repeat(100_000));
    ends("a setting", &folder.run(&["check", "game.game", "--set", &value]), &[(1, "G105"), (2, "G105")]);
    let run =
        folder.run(&["check", "game.game", "--limit-time", "400ms", "--set", "K=sum(i for i in 0..10^18)"]);
    ends("a long setting", &run, LIMIT);
}

/// Theorems look at the starts of a spec: that must not take longer than the limit allows either.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn starts_that_take_for_ever_stop_at_the_limit() {
    let long = "sum(i for i in 0..10^18) mod 2 + 1";
    for spec in [
        format!(
            "game g(n: nat, c: nat) {{ move t(k in 1..=c) when k <= n -> g(n - k, c) }}\nstart g(50, {long})\n"
        ),
        format!("game g(n: nat) {{ move t(k in 1..=2) when n + k <= 10 -> g(n + k) }}\nstart g({long})\n"),
        format!(
            "game g(s: text) {{ move t(i in indices(s)) when s[i] == \"o\" -> g(s with [i] = \"x\") }}
             start g(if {long} > 0 then \"oooooo\" else \"oooo\")\n"
        ),
    ] {
        let run = Folder::with(&spec).run(&["check", "game.game", "--limit-time", "400ms"]);
        ends(&spec, &run, LIMIT);
    }
}

#[test]
fn more_threads_than_a_system_has_are_no_mistake() {
    let spec = "game nim(n: nat) { move take(k in 1..=3) when k <= n -> nim(n - k) }
claim \"many cases\": forall a in 0..=200, b in 0..=200: losing(nim(a) + nim(b)) <=> a mod 4 == b mod 4\n";
    let folder = Folder::with(spec);
    for threads in ["0", "1000000", "18446744073709551615"] {
        finish(program(&folder.path(""), &["check", "game.game", "--threads", threads]), b"").status(0);
    }
}

/// Advice that quotes the spec is cut: these once filled the screen.
#[test]
fn advice_does_not_quote_a_whole_spec() {
    let words = "word ".repeat(3000);
    for item in [
        format!("start {words}= nim(1)"),
        format!("claim xs.at({words}) == 1"),
        format!("claim {{{}1 for x in 1..3}} == {{}}", "x, ".repeat(3000)),
    ] {
        let spec = format!("game nim(n: nat) {{ move take(k in 1..=n) -> nim(n - k) }}\n{item}\n");
        let told = super::support::check(&spec).diagnostics;
        let longest = told.iter().filter_map(|it| it.help.as_ref()).map(|it| it.chars().count()).max();
        assert!(longest.is_some_and(|it| it <= 301), "{longest:?}");
    }
}
