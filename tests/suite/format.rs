//! The canonical layout, which is stable and keeps meaning and comments; and codes (`octal "0.77"`) written out as moves.
//! Expected values come from the digits of the codes, by the definition, and from *Winning Ways*.

use super::share::{repeatable, share};
use super::support::{check, corpus, files, proved};
use gspec::format::{self, Options};
use gspec::source::{FileId, Source};
use gspec::syntax::{self, ast};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::OnceLock;

fn parse(text: &str) -> Result<ast::File, String> {
    let (file, diagnostics) = syntax::parse(FileId(0), &Source::new("x", text));
    file.ok_or_else(|| diagnostics.iter().map(|it| format!("{} at {:?}\n", it.message, it.place())).collect())
}

/// The debug text of a tree, without spans.
fn blind(items: &[ast::Item]) -> String {
    let text = format!("{items:?}");
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (mut out, mut at, mut kept) = (String::new(), 0, 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        // A place prints as `file:start..end`.
        let file = digits(at);
        let start = if bytes.get(file) == Some(&b':') { digits(file + 1) } else { file };
        let dots = start > file + 1 && bytes[start..].starts_with(b"..");
        let end = if dots { digits(start + 2) } else { start };
        if dots && end > start + 2 {
            out.push_str(&text[kept..at]);
            kept = end;
        }
        at = if dots { end } else { file };
    }
    out + &text[kept..]
}

/// The debug text of a tree, without spans and parentheses: the tree itself shows the grouping.
fn ungrouped(items: &[ast::Item]) -> String {
    let (mut text, mut out) = (blind(items), String::new());
    while let Some(at) = text.find("depth: ") {
        let digits = text[at + 7..].find(|it: char| !it.is_ascii_digit()).unwrap();
        text.replace_range(at..at + 7 + digits, "");
    }
    // `Parens(Expr { span: , , kind: X })` is X; braces in texts could mislead only this test.
    const OPEN: &str = "Parens(Expr { span: , , kind: ";
    while let Some(at) = text.find(OPEN) {
        let (mut level, mut end) = (0, at + OPEN.len());
        for byte in text[end..].bytes() {
            match byte {
                b'{' | b'[' | b'(' => level += 1,
                b'}' | b']' | b')' if level == 0 => break,
                b'}' | b']' | b')' => level -= 1,
                _ => {}
            }
            end += 1;
        }
        out.clear();
        out.push_str(&text[..at]);
        out.push_str(text[at + OPEN.len()..end].trim_end());
        out.push_str(text[end..].strip_prefix("})").expect("a closed node"));
        std::mem::swap(&mut text, &mut out);
    }
    text
}

/// How many parentheses a layout added, if it changed nothing else: it may add them around `and` beside `or` only.
fn added_parentheses(before: &ast::File, after: &ast::File) -> Option<usize> {
    let [old, new] = [before, after].map(|file| blind(&file.items));
    let count = |text: &str| text.matches("Parens(").count();
    if old == new {
        return Some(0);
    }
    let added = count(&new).checked_sub(count(&old)).filter(|added| *added > 0)?;
    let of_and = |text: &str| text.split("Parens(Expr {").skip(1).filter(|it| it.contains("op: And")).count();
    let only_and = of_and(&new) >= of_and(&old) + added;
    (only_and && ungrouped(&before.items) == ungrouped(&after.items)).then_some(added)
}

fn comments(file: &ast::File) -> Vec<&str> {
    file.comments.iter().map(|it| it.text.as_str()).collect()
}

fn format_with(text: &str, expand: bool) -> Result<String, String> {
    Ok(format::format(text, &parse(text)?, &Options { expand }))
}

/// Checks all demands on the layout of one text; returns the layout.
fn sound(text: &str) -> Result<String, String> {
    let file = parse(text)?;
    let once = format::format(text, &file, &Options::default());
    let again = parse(&once).map_err(|error| format!("the layout does not parse: {error}\n{once}"))?;
    if added_parentheses(&file, &again).is_none() {
        return Err(format!("another tree\n--- from\n{text}\n--- to\n{once}"));
    }
    if comments(&file) != comments(&again) {
        return Err(format!("comments {:?} became {:?}\n{once}", comments(&file), comments(&again)));
    }
    let twice = format::format(&once, &again, &Options::default());
    if once != twice {
        return Err(format!("not stable\n--- from\n{text}\n--- once\n{once}\n--- twice\n{twice}"));
    }
    let untidy = once.contains('\r')
        || once.contains("\n\n\n")
        || once.starts_with('\n')
        || once.contains('\t')
        || once.lines().any(|line| line.ends_with(' '))
        || !(once.is_empty() || once.ends_with('\n') && !once.ends_with("\n\n"));
    if untidy { Err(format!("blanks\n{once:?}")) } else { Ok(once) }
}

/// Checks all demands on writing codes out.
fn expands(text: &str) -> Result<(), String> {
    let file = parse(text)?;
    let expanded = format_with(text, true)?;
    let tree =
        parse(&expanded).map_err(|error| format!("the expansion does not parse: {error}\n{expanded}"))?;
    let code = |item: &&ast::Item| matches!(&item.kind, ast::ItemKind::Game(game) if matches!(game.rules, ast::StatedRules::Code(_)) && !game.has_named_code());
    if tree.items.len() != file.items.len() || tree.items.iter().any(|item| code(&item)) {
        return Err(format!("a code is left\n{expanded}"));
    }
    let kept = |from: &ast::File| -> Vec<String> {
        let pairs = file.items.iter().zip(&from.items).filter(|(before, _)| !code(before));
        // A long condition may get parentheses around its `and` beside `or`, as without expansion.
        pairs.map(|(_, item)| ungrouped(std::slice::from_ref(item))).collect()
    };
    if kept(&file) != kept(&tree) {
        return Err(format!("other items changed\n{expanded}"));
    }
    if let Some(lost) = comments(&file).iter().find(|comment| !expanded.contains(**comment)) {
        return Err(format!("lost {lost}\n{expanded}"));
    }
    for expand in [false, true] {
        if format_with(&expanded, expand)? != expanded {
            return Err(format!("the expansion is not in canonical layout\n{expanded}"));
        }
    }
    Ok(())
}

/// Whether each code can be written out, or is named (`octal NAME`), so that it stays.
fn codes_are_good(file: &ast::File) -> bool {
    file.items.iter().all(|item| match &item.kind {
        ast::ItemKind::Game(game) => game.has_named_code() || syntax::sugar::expand(game).is_ok(),
        _ => true,
    })
}

/// All specs, the examples of the docs and of the pages that parse and whose codes are good, and [`RARE`].
fn texts() -> &'static Vec<(String, String)> {
    static TEXTS: OnceLock<Vec<(String, String)>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let mut all = corpus();
        for path in files("docs", "md").into_iter().chain(files("src/language/diagnostic/pages", "md")) {
            let page = std::fs::read_to_string(&path).unwrap();
            for (at, block) in page.split("```game\n").skip(1).enumerate() {
                let block = block.split("```").next().unwrap().to_string();
                // Some pages show what does not parse, or a code that means nothing.
                if parse(&block).is_ok_and(|file| codes_are_good(&file)) {
                    all.push((format!("{} block {at}", path.display()), block));
                }
            }
        }
        all.extend(RARE.iter().enumerate().map(|(at, text)| (format!("rare {at}"), text.to_string())));
        for (name, text) in &all {
            assert!(parse(text).is_ok(), "{name}: {:?}", parse(text).err());
        }
        all
    })
}

const RARE: &[&str] = &[
    "",
    "\n\n",
    "// only\n\n\n//two\n",
    "/// a doc of nothing",
    "\u{feff}let x = 1",
    "use \"a\\\"b\\n\"\r\nparam S: [(nat, {0..9})] = []\r\nlet x=-1+(2)^3^4\r\nfn f(a:nat,b:(int)):bool=(not a in b and not (a==b) => b == 2) <=> true",
    "loopy game g(){}\ngame h(n: nat) { move m() -> 0 }",
    "game h(n: nat) { measure n, n - 1 end when n == 0: lose end when n == 1: win move m when n > 2 -> h(n - 1) }",
    "start x = misere h(2) + 3*h(1)\nstart anti h(2)\nclaim: \"a\" == \"b\"\nclaim: forall x: true\nclaim \"x\" forall a in 0..2 if odd(a) if even(a), (b, c) in product([[1], [2]]): exists (d, (e, f)): a == b",
    "let g = graph undirected { 1 - 2 - 3 - 4 - 5 - 1; \"a\" - b, \"c d\"; end; }\nlet e = graph {}\nlet y = load undirected \"f.edges\"",
    "let z = let (a, b) = (1, 2) in let c = 3 in if a == b then xs with [1][2] = 3 + 4 with [2] = 1 else if a then long all(f(x), g(y)) else short all(p for x in y if z for w in 1..x[1..2])",
    "let t = xs not\n // inner\n in ys",
    "game a(n: nat) = octal \"0.07\"\ngame b(n: nat) = hex \"4.3Fc\"\ngame c(n: nat) = code \"4.333...\"\ngame d(n: nat) = take {1, 3}\ngame e(n: nat) = take all but {2}",
    "game t(t: nat) = code \"O.V1V204...\"\ngame k(n: nat) = take all but let k = 3 in {k} /// trailing doc\n/// doc\ngame z(n: nat) = octal \".0\" // q\n game y(n: nat) = take { // one\n 1, 2 // two\n }\n",
    "param c: text = \"0.77\"\ngame a(n: nat) = octal c game b(n: nat)=code\n// x\n c // y\ngame d(n: nat) = hex c",
    "claim \"p\": sg(g(n)) repeats every 1 adding 2 from 3\nclaim: sg(g(n)) repeats every 7",
    "let win = 1 let lose = 2 let octal = 3 let hex = 4 let code = 5 let take = 6 let every = 7 let adding = 8 let from = 9 let repeats = 10",
    "claim winning(x)\nclaim \"a\" (b) == c claim \"d\" not e\nclaim forall n ∈ 0..3, m ∈ D where m ≤ n such that m ≠ 3: n ≥ m and n ∉ E",
    "game g(n: nat) { let h = n div 2 let (a, b) = (h, // why\n n) // trailing\nmove m(k ∈ 1..=a if k > b, j in D where\n// in between\nodd(j)) when k < j -> g(h) }",
    "let x = xor(h for h in xs) xor xor(1, 2) let y = - - -1 let z = not not true let w = (1, (2, 3)) let v = {(1)}",
];

/// The places where comments and blanks can be inserted: the start of the text, and the end of each token and
/// comment.
fn boundaries(text: &str) -> Vec<usize> {
    const OPERATORS: &[&str] = &["<=>", "..=", "=>", "==", "!=", "<=", ">=", "->", "..", "++"];
    let bytes = text.as_bytes();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
    let (mut at, mut found) = (0, vec![0]);
    while at < bytes.len() {
        let rest = &text[at..];
        let length = |test: &dyn Fn(u8) -> bool| rest.bytes().take_while(|byte| test(*byte)).count();
        if bytes[at].is_ascii_whitespace() || rest.starts_with('\u{feff}') {
            at += rest.chars().next().unwrap().len_utf8();
            continue;
        }
        at += if bytes[at] == b'"' {
            let mut end = 1;
            while rest.as_bytes()[end] != b'"' {
                end += if rest.as_bytes()[end] == b'\\' { 2 } else { 1 };
            }
            end + 1
        } else if rest.starts_with("//") {
            length(&|byte| byte != b'\n')
        } else if word(bytes[at]) {
            length(&word)
        } else {
            OPERATORS.iter().find(|it| rest.starts_with(**it)).map_or(1, |it| it.len())
        };
        found.push(at);
    }
    found
}

#[test]
fn all_texts_keep_their_meaning_and_comments() {
    for (name, text) in texts() {
        let layout = sound(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let crlf = text.replace('\r', "").replace('\n', "\r\n");
        assert_eq!(sound(&crlf).as_deref(), Ok(&*layout), "{name} with CRLF");
        assert_eq!(expands(text), Ok(()), "{name}");
    }
}

#[test]
fn layouts_do_not_matter() {
    for (name, text) in texts() {
        let places = boundaries(text);
        let tokens: Vec<&str> = places.windows(2).map(|pair| text[pair[0]..pair[1]].trim()).collect();
        for gap in [" ", "\n", "\n\n\n\t ", "   "] {
            let ends = |token: &str| if token.starts_with("//") { "\n" } else { "" };
            let scattered: String =
                tokens.iter().map(|token| format!("{token}{}{gap}", ends(token))).collect();
            let scattered = scattered.replace("\u{feff}", "");
            if parse(&scattered).is_ok() {
                sound(&scattered).unwrap_or_else(|error| panic!("{name}: {error}"));
            } else {
                // At the beginning of a line some words begin an item: only then may it fail.
                assert!(gap.contains('\n'), "{name} on one line: {:?}\n{scattered}", parse(&scattered).err());
            }
        }
    }
}

proptest! {
    #![proptest_config(repeatable(400))]

    #[test]
    fn comments_stay_wherever_they_stand(which: prop::sample::Index, places in prop::collection::vec((any::<prop::sample::Index>(), 0usize..6), 1..8)) {
        let (name, text) = which.get(texts());
        let ends = boundaries(text);
        let mut chosen: Vec<_> = places.iter().map(|(place, kind)| (*place.get(&ends), *kind)).collect();
        chosen.sort_by(|a, b| b.cmp(a));
        // A byte order mark has its place at the beginning.
        let mut changed = text.replace('\u{feff}', "   ");
        for (number, (at, kind)) in chosen.iter().enumerate() {
            let comment = match kind {
                0 => format!(" // c{number}\n"),
                1 => format!("\n// own{number}\n"),
                2 => format!("\n\n  /// doc{number}\n\n"),
                3 => format!("/// d{number}\n// e{number}\r\n"),
                4 => format!("\n//// four{number}  \n"),
                _ => format!("//{number} \"not a text {{ '(' }} ä\n"),
            };
            changed.insert_str(*at, &comment);
        }
        if let Err(error) = parse(&changed) {
            // A line break before an item's word inside brackets ends the item: nothing else may fail.
            // A line break beside `and` and `or` asks for parentheses.
            let of_breaks = ["never closed", "unexpected", "`and` beside `or` on several lines"];
            prop_assert!(of_breaks.iter().any(|it| error.contains(it)), "{}: {}\n{}", name, error, changed);
        } else if let Err(error) = sound(&changed).and_then(|_| expands(&changed)) {
            // `texts` leaves out codes that cannot be written out, which have another test.
            prop_assert!(false, "{}: {}", name, error);
        }
    }

    #[test]
    fn blanks_do_not_matter(which: prop::sample::Index, seed: u64) {
        let (name, text) = which.get(texts());
        let mut state = seed | 1;
        let mut next = || { state ^= state << 13; state ^= state >> 7; state ^= state << 17; state };
        let ends = boundaries(text);
        let mut changed = String::new();
        for pair in ends.windows(2) {
            let token = text[pair[0]..pair[1]].trim().trim_start_matches('\u{feff}').trim();
            changed.push_str(token);
            changed.push_str(if token.starts_with("//") { "\n" } else { [" ", " ", "  ", "\n ", "\n\n  ", "\r\n ", "\t"][(next() % 7) as usize] });
        }
        if let Err(error) = sound(&changed) {
            // The only error that depends on where lines end.
            prop_assume!(!error.contains("`and` beside `or` on several lines"));
            prop_assert!(false, "{}: {}\n{}", name, error, changed);
        }
        // And the meaning is that of the text.
        let doc_free = |text: &str| blind(&parse(text).unwrap().items);
        if !text.contains("//") {
            prop_assert_eq!(doc_free(text), doc_free(&changed), "{}", name);
        }
    }

    #[test]
    #[ignore = "long: runs with --include-ignored"]
    fn what_still_parses_after_changes_is_laid_out_well(which: prop::sample::Index, seed: u64) {
        let mut state = seed | 1;
        let mut next = |n: usize| { state ^= state << 13; state ^= state >> 7; state ^= state << 17; (state % n.max(1) as u64) as usize };
        let text = &which.get(texts()).1;
        let ends = boundaries(text);
        let mut tokens: Vec<String> = ends.windows(2).map(|pair| text[pair[0]..pair[1]].to_string()).collect();
        let before = tokens.clone();
        // Several tries from one text: most changes do not parse.
        for _ in 0..12 {
            tokens.clone_from(&before);
            for _ in 0..1 + next(3) {
                if tokens.is_empty() {
                    break;
                }
                let (i, j) = (next(tokens.len()), next(tokens.len()));
                match next(4) {
                    0 => drop(tokens.remove(i)),
                    1 => { let token = tokens[j].clone(); tokens.insert(i, token); }
                    2 => tokens.swap(i, j),
                    _ => tokens.insert(i, INSERTS[next(INSERTS.len())].to_string()),
                }
            }
            let gap = [" ", "\n  ", "\n\n   "][next(3)];
            let changed: String = tokens.iter().map(|token| format!("{token}{gap}")).collect();
            if parse(&changed).is_ok() && let Err(error) = sound(&changed) {
                prop_assert!(false, "{}", error);
            }
        }
    }
}

/// Texts that change the tree when they are inserted.
const INSERTS: &[&str] = &[
    "not ",
    "-",
    "(",
    ")",
    "misere ",
    "xor",
    "=> ",
    "^",
    "in",
    "with [0] = 1",
    "if a then b else ",
    "let x = 1 in ",
    "forall x: ",
    "[1]",
    "..",
    "*",
    "// c\n",
    ", ",
    "2*",
    "short all(x)",
    "()",
    "/",
    "+ 1",
    "- 1",
    "<",
    "and ",
    "div ",
];

/// No layout raises G111: what the line breaks at `and` would hide is written in parentheses.
#[test]
fn long_lines_of_and_beside_or_get_parentheses() {
    let word = |letter: &str| letter.repeat(40);
    let [a, b, c, d] = ["a", "b", "c", "d"].map(word);
    let text = format!("claim \"x\": {a} or {b} and {c} and {d} or {a} and {b}\n");
    let once = sound(&text).unwrap();
    assert_eq!(
        once,
        format!(
            "claim \"x\":\n  {a}\n    or (\n      {b}\n        and {c}\n        and {d}\n    )\n    or ({a} and {b})\n"
        )
    );
    assert_eq!(added_parentheses(&parse(&text).unwrap(), &parse(&once).unwrap()), Some(2));
    // Breaks at `or` alone need them too; lines that fit need none.
    let fits = format!("claim \"x\": {a} and {b} or {c} and {d}\n");
    let once = sound(&fits).unwrap();
    assert_eq!(once, format!("claim \"x\":\n  ({a} and {b})\n    or ({c} and {d})\n"));
    assert_eq!(added_parentheses(&parse(&fits).unwrap(), &parse(&once).unwrap()), Some(2));
    let short = "claim \"x\": p and q or r\n";
    assert_eq!(sound(short).unwrap(), short);
    // A parenthesis takes a column.
    for length in 80..96 {
        let text = format!("claim \"x\": {} and b or c and {a} and {b}\n", "a".repeat(length));
        let once = sound(&text).unwrap();
        assert!(once.lines().all(|line| line.len() <= 100), "{once}");
    }
    // A comment in an operand breaks its group.
    let broken = sound("claim \"x\": p and [1, // one\n  2] == q or r\n").unwrap();
    assert!(broken.contains("(\n"), "{broken}");
    // Other trees are not taken for added parentheses.
    let tree = |text: &str| parse(text).unwrap();
    assert_eq!(
        added_parentheses(&tree("claim \"x\": a or b and c"), &tree("claim \"x\": (a or b) and c")),
        None
    );
    assert_eq!(
        added_parentheses(&tree("claim \"x\": a or (b and c)"), &tree("claim \"x\": a or b and c")),
        None
    );
    assert_eq!(
        added_parentheses(&tree("claim \"x\": a or b + 1 == c"), &tree("claim \"x\": a or (b + 1) == c")),
        None
    );
    assert_eq!(
        added_parentheses(&tree("claim \"x\": a or b and c"), &tree("claim \"x\": a or (b and c)")),
        Some(1)
    );
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn long_lists_and_deep_trees_are_laid_out_in_time() {
    let mut texts = vec![
        format!("let x = {}1{}\n", "(".repeat(200), ")".repeat(200)),
        format!("let x = 1{}\n", " + 1".repeat(900)),
        format!("let x = 1{}\n", " ^ 1".repeat(900)),
        format!("claim: true{}\n", " => true".repeat(900)),
        format!("let x = {}1\n", "-".repeat(900)),
        format!("let x = {}1\n", "if a then b else ".repeat(100)),
        format!("let x = {}1\n", "let y = 1 in ".repeat(200)),
        format!("let x = x{}\n", "[1]".repeat(900)),
        format!("let x = {}1{}\n", "f([".repeat(100), "])".repeat(100)),
    ];
    texts.push(format!("let big = [{}1]\n", "1, ".repeat(100_000)));
    texts.push(format!("let big = [1\n{}]\n", "// c\n".repeat(50_000)));
    texts.push(format!("let big = [{}1]\n", "1, // c\n".repeat(50_000)));
    texts.push("let x = 1\n".repeat(50_000));
    for text in texts {
        // Twice parsed and laid out: what takes more than linear time would hang here.
        let file = parse(&text).unwrap_or_else(|error| panic!("{error}\n{}", &text[..60]));
        let once = format::format(&text, &file, &Options::default());
        let again = parse(&once).unwrap_or_else(|error| panic!("{error}\n{}", &once[..60]));
        assert!(once == format::format(&once, &again, &Options::default()), "{}", &once[..60]);
    }
}

// Codes.

/// The digits of a code: before the point, behind it, and whether the last one repeats.
struct Digits {
    first: u32,
    rest: Vec<u32>,
    repeat: bool,
}

impl Digits {
    fn read(code: &str) -> Digits {
        let (first, rest) = code.split_once('.').unwrap();
        let repeat = rest.ends_with("...");
        let digit = |c: char| c.to_digit(36).unwrap();
        let rest: Vec<u32> = rest.trim_end_matches('.').chars().map(digit).collect();
        Digits { first: first.chars().next().map_or(0, digit), rest, repeat }
    }

    fn at(&self, removed: usize) -> u32 {
        match removed {
            0 => self.first,
            _ => match self.rest.get(removed - 1) {
                Some(digit) => *digit,
                None if self.repeat => *self.rest.last().unwrap(),
                None => 0,
            },
        }
    }

    /// The values of heaps up to `most`: bit j of digit k allows to take k and leave j heaps.
    fn values(&self, most: usize) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=most {
            let mut options = BTreeSet::new();
            for removed in 0..=n {
                for heaps in (0..5).filter(|heaps| self.at(removed) >> heaps & 1 == 1) {
                    split(n - removed, heaps, 1, 0, &values, &mut options);
                }
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }
}

/// The values of all ways to write `n` as a sum of `heaps` heaps of at least `least`.
fn split(n: usize, heaps: usize, least: usize, xor: u64, values: &[u64], found: &mut BTreeSet<u64>) {
    if heaps == 0 {
        if n == 0 {
            found.insert(xor);
        }
        return;
    }
    // With nothing removed and one heap left, `values[heap]` would be missing; no first digit has that bit.
    for heap in least..=n / heaps {
        split(n - heap, heaps - 1, heap, xor ^ values[heap], values, found);
    }
}

fn agrees_with(code: &str, expected: &[u64]) {
    let text = format!("game g(n: nat) = {code}\n");
    let expanded = format_with(&text, true).unwrap();
    expands(&text).unwrap();
    let claim = format!("claim: [sg(g(n)) for n in 0..={}] == {expected:?}\n", expected.len() - 1);
    proved(&format!("{text}{claim}"));
    proved(&format!("{expanded}{claim}"));
    // Positions also have as many options by the expansion as by the code.
    let both = format!("{text}{}{claim}", expanded.replace("g(", "h("));
    let counts = format!("claim: forall n in 0..={}: moves(g(n)) == moves(h(n))\n", expected.len() - 1);
    proved(&format!("{both}{counts}"));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn codes_mean_what_their_digits_say() {
    let codes = vec![
        ("octal", "0.77", 30),
        ("octal", "0.07", 30),
        ("octal", "0.137", 30),
        ("octal", "0.15", 30),
        ("octal", "0.3", 30),
        ("octal", "0.6", 30),
        ("octal", "4.7", 30),
        ("octal", "0.123", 30),
        ("octal", ".77", 30),
        ("octal", "0.333...", 30),
        ("octal", "4.333...", 30),
        ("octal", "0.0", 30),
        ("octal", "0.44", 30),
        ("octal", "0.001", 30),
        ("octal", "0.16", 30),
        ("octal", "0.3122", 30),
        ("octal", "0.4...", 30),
        ("hex", "0.08", 30),
        ("hex", "0.0A", 30),
        ("hex", "0.3F", 30),
        ("hex", "8.1", 30),
        ("hex", "0.f", 30),
        ("hex", "0.FFF", 20),
        ("hex", "C.3", 20),
        ("code", "0.77", 30),
        ("code", "4.333...", 30),
        ("code", "0.G", 25),
        ("code", "0.V", 20),
        ("code", "0.0H2", 25),
        ("code", "S.1", 16),
    ];
    for (kind, code, most) in share(codes, 6) {
        let expected = Digits::read(code).values(most);
        agrees_with(&format!("{kind} \"{code}\""), &expected);
    }
}

#[test]
fn known_sequences_of_codes() {
    // Winning Ways, ch. 4: Kayles and Dawson's Kayles.
    assert_eq!(Digits::read("0.77").values(12), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    assert_eq!(Digits::read("0.07").values(12), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
    // Nim, and Nim with splitting (Lasker's): 4k + 3 and 4k + 4 change places.
    assert_eq!(Digits::read("0.333...").values(8), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(Digits::read("4.333...").values(8), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
}

#[test]
fn sets_of_amounts_mean_what_they_say() {
    for (written, allowed) in [
        ("take {1, 3, 4}", &(|k: usize| [1, 3, 4].contains(&k)) as &dyn Fn(usize) -> bool),
        ("take {2}", &|k| k == 2),
        ("take 1..=3", &|k| (1..=3).contains(&k)),
        ("take {}", &|_| false),
        ("take {k for k in 1..=9 if odd(k)}", &|k| k % 2 == 1 && k <= 9),
        ("take all but {2}", &|k| k != 2),
        ("take all but {}", &|_| true),
        ("take all but {1, 2, 5}", &|k| ![1, 2, 5].contains(&k)),
    ] {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..=30 {
            let options: BTreeSet<u64> = (1..=n).filter(|k| allowed(*k)).map(|k| values[n - k]).collect();
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        agrees_with(written, &values);
    }
}

#[test]
fn wrong_codes_are_told() {
    for code in [
        "octal \"\"",
        "octal \"077\"",
        "octal \"0.\"",
        "octal \"0....\"",
        "octal \"0.078\"",
        "octal \"1.07\"",
        "octal \"2.0\"",
        "hex \"0.G\"",
        "code \"0.W\"",
        "code \"00.7\"",
        "octal \"8.7\"",
        "octal \"0.3.3\"",
        "octal \"...\"",
        "octal \"0 .7\"",
        "octal \"-0.7\"",
    ] {
        let checked = check(&format!("game g(n: nat) = {code}\n"));
        assert!(
            checked.diagnostics.iter().any(|it| it.code.name() == "G107"),
            "{code}: {:?}",
            checked.diagnostics
        );
    }
    for amounts in ["take {0}", "take {-1, 2}"] {
        let checked = check(&format!("game g(n: nat) = {amounts}\nstart g(5)\n"));
        assert!(!checked.ok(), "amounts are positive: {amounts}");
    }
}
