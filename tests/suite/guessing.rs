//! `gspec guess`: what it finds, what it leaves alone, and that nothing it says is wrong.

use super::case::{gspec_in, repository};
use super::share::{is_all, share};
use super::support::{Folder, Run, gspec};
use serde_json::Value;

/// A game of tests/guess/blind.txt, with the known answer if there is one.
struct Blind {
    name: String,
    spec: String,
    pattern: Option<String>,
    known: Option<String>,
}

fn blind() -> Vec<Blind> {
    let text = std::fs::read_to_string(repository().join("tests/guess/blind.txt")).unwrap();
    let mut all: Vec<Blind> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            all.push(Blind { name: name.to_string(), spec: String::new(), pattern: None, known: None });
        } else if let Some(game) = all.last_mut() {
            match (line.strip_prefix("pattern "), line.strip_prefix("known ")) {
                (Some(pattern), _) => game.pattern = Some(pattern.to_string()),
                (_, Some(known)) => game.known = Some(known.to_string()),
                _ => game.spec.push_str(&format!("{line}\n")),
            }
        }
    }
    all
}

fn guess(folder: &Folder, arguments: &[&str]) -> Run {
    gspec_in(&folder.path(""), &[&["guess", "main.game"], arguments].concat())
}

impl Blind {
    fn claims(&self) -> Vec<Value> {
        let folder = Folder::new().and("main.game", &self.spec);
        let pattern: Vec<&str> = self.pattern.as_deref().into_iter().collect();
        guess(&folder, &[&pattern[..], &["--format", "json", "--threads", "1"]].concat()).status(0).json()
    }

    /// The pattern as it stands in claims, and its variables.
    fn position(&self) -> (String, Vec<String>) {
        let text = self.pattern.clone().unwrap_or_else(|| {
            let head = self.spec.split("game g(").nth(1).unwrap().split(')').next().unwrap();
            let fields: Vec<&str> = head.split(", ").map(|field| field.split(':').next().unwrap()).collect();
            format!("g({})", fields.join(", "))
        });
        let names = ["a", "b", "c", "n"].map(str::to_string);
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        (text.clone(), names.into_iter().filter(|name| words.contains(&name.as_str())).collect())
    }

    /// The claim with the known answer in place of the game, for all numbers up to a bound.
    fn against_what_is_known(&self, claim: &str) -> String {
        let (text, variables) = self.position();
        let bound = [0, 2500, 60, 12][variables.len()];
        let known = format!("known({})", variables.join(", "));
        let is_value = !self.is_truth();
        if let Some(repeats) = claim.strip_prefix("claim: ") {
            let number = |word: &str, other: &str| {
                let after = repeats.split(&format!(" {word} ")).nth(1);
                after.map_or(other.to_string(), |it| it.split(' ').next().unwrap().to_string())
            };
            let (every, adding, from) = (number("every", "1"), number("adding", "0"), number("from", "0"));
            return format!("claim forall n in {from}..=2500: known(n + {every}) == known(n) + {adding}");
        }
        let lost = if is_value { format!("({known} == 0)") } else { known.clone() };
        let domains: Vec<String> = variables.iter().map(|name| format!("{name} in 0..={bound}")).collect();
        let (_, body) = claim.split_once(": ").unwrap();
        // If only the outcome is known, a value is compared with it.
        let of_value = body.split_once(&format!("sg({text}) == ")).filter(|_| !is_value);
        let body = match of_value {
            Some((premise, value)) => format!("{premise}(({value} == 0) <=> {known})"),
            None => body.to_string(),
        };
        let body = body
            .replace(&format!("sg({text})"), &format!("({known})"))
            .replace(&format!("losing({text})"), &lost)
            .replace(&format!("winning({text})"), &format!("(not {lost})"));
        format!("claim forall {}: {body}", domains.join(", "))
    }

    /// Whether a claim about all positions agrees with the known answer, and the known answer with the
    /// definitions.
    fn agrees(&self, row: &Value) -> bool {
        let claim = row["claim"].as_str().unwrap();
        let game = row["game"].as_str().unwrap_or_default();
        let (text, variables) = self.position();
        let known = self.known.as_ref().unwrap();
        let typed: Vec<String> = variables.iter().map(|name| format!("{name}: nat")).collect();
        let said = self.against_what_is_known(claim);
        let is_truth = self.is_truth();
        let ty = if is_truth { "bool" } else { "int" };
        let question = if is_truth { format!("losing({text}) <=>") } else { format!("sg({text}) ==") };
        let small: Vec<String> = variables.iter().map(|name| format!("{name} in 0..=9")).collect();
        let arguments = variables.join(", ");
        let spec = format!(
            "{}{game}\nfn known({}): {ty} = {known}\n{said}\nclaim forall {}: {question} known({arguments})\n",
            self.spec,
            typed.join(", "),
            small.join(", ")
        );
        let folder = Folder::new().and("main.game", &spec);
        let run = gspec_in(&folder.path(""), &["check", "main.game", "--format", "json"]);
        let claims = run.json()[0]["claims"].clone();
        assert_eq!(claims.as_array().map(Vec::len), Some(2), "{}: {}{}", self.name, run.out, spec);
        assert_eq!(claims[1]["status"], "proved", "what is known of {} is wrong: {}", self.name, run.out);
        claims[0]["status"] == "proved"
    }

    /// Whether the known answer is an outcome and not a value.
    fn is_truth(&self) -> bool {
        let known = self.known.as_ref().unwrap();
        let last = known.rsplit(" else ").next().unwrap();
        ["==", "is_fib", "even(", "<="].iter().any(|word| last.contains(word))
    }
}

/// The score: games with a known answer for which a complete claim is found, and games without one for which
/// nothing is proposed. No proposed claim may be wrong.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn known_games_are_found_and_the_others_left_alone() {
    let (mut missed, mut wrong, mut found) = (Vec::new(), Vec::new(), 0);
    for game in share(blind(), 12) {
        let claims = game.claims();
        let complete: Vec<&Value> = claims.iter().filter(|it| it["about"] != "part").collect();
        if game.known.is_none() {
            wrong.extend(complete.iter().map(|it| format!("{}: {it}", game.name)));
            continue;
        }
        wrong.extend(complete.iter().filter(|it| !game.agrees(it)).map(|it| format!("{}: {it}", game.name)));
        if complete.is_empty() {
            missed.push(game.name);
        } else {
            found += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let least = if is_all() { 30 } else { 3 };
    assert!(missed.is_empty() && found >= least, "found {found}, missed {missed:?}");
}

#[test]
fn the_set_is_large_enough() {
    let all = blind();
    let known = all.iter().filter(|it| it.known.is_some()).count();
    assert!(known >= 30 && all.len() - known >= 10, "{known} of {}", all.len());
}

/// `check` does not refute the claims that `guess` proposes: both examine equally many positions, and a known
/// period decides all positions. The largest amount of a set changes no smaller heap: with {1, 2, 3, 5004}, heaps
/// below 5004 have value n mod 4, but heap 5004 has an option of value 0 and thus not the value 5004 mod 4 = 0.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn what_check_would_refute_is_not_proposed() {
    let mut said = 0;
    let sets = ["1, 2, 3, 5004", "2, 4, 5, 7007", "1, 4, 6, 2050", "3, 5, 2999", "1, 3, 8000", "1, 6, 3333"];
    for set in share(sets.to_vec(), 3) {
        let spec = format!("game heap(n: nat) = take {{{set}}}\n");
        let folder = Folder::new().and("main.game", &spec);
        let found = guess(&folder, &["--write"]).status(0);
        said += found.out.matches("claim").count();
        assert!(!found.out.contains("sg(heap(n)) == n mod 4"), "{set}: {}", found.out);
        if found.out.contains("claim") {
            let run = gspec_in(&folder.path(""), &["check", "main.game"]);
            assert!(!run.out.contains("refuted"), "{set}: {}{}", folder.text("main.game"), run.out);
        }
    }
    assert!(!is_all() || said >= 2, "nothing was proposed");
}

/// By hand, for {1, 2, 3, 504}: heaps n below 504 have value n mod 4, heap 504 has value 4, since it reaches
/// 0 to 3, and then all repeats, since 505 reaches 4, 3, 2 and 1, but not 0.
#[test]
fn where_all_repeats_one_period_decides() {
    let value = "if n mod 505 == 504 then 4 else n mod 505 mod 4";
    let spec = format!(
        "game heap(n: nat) = take {{1, 2, 3, 504}}
        claim \"false\": forall n: n > 0 => sg(heap(n)) == n mod 4
        claim \"later\": forall n: n > 700 => sg(heap(n + 3)) == (n + 3) mod 4
        claim \"true\": forall n: n > 0 => sg(heap(n)) == {value}
        claim \"lost\": forall n: losing(heap(2 * n + 1)) <=> n mod 505 in {{254, 256, 258}} and sg(heap(2 * n + 1)) == 0\n"
    );
    let folder = Folder::new().and("main.game", &spec);
    let run = gspec_in(&folder.path(""), &["check", "main.game", "--bound", "100"]).status(1);
    // The claim "later" fails at once, at n = 701: heap 704 has value 704 mod 505 mod 4 = 199 mod 4 = 3, not 704 mod 4 = 0.
    let first = (701..).find(|n: &usize| {
        let place = (n + 3) % 505;
        (if place == 504 { 4 } else { place % 4 }) != (n + 3) % 4
    });
    run.out("refuted at n = 504").out(&format!("refuted at n = {}", first.unwrap()));
    let claims =
        gspec_in(&folder.path(""), &["check", "main.game", "--bound", "100", "--format", "json"]).json();
    assert_eq!(claims[0]["claims"][2]["status"], "proved", "{}", claims[0]);
    assert_eq!(claims[0]["claims"][3]["status"], "refuted", "{}", claims[0]);
}

/// Cram on a board with one row is Dawson's Kayles, 0.07 (Winning Ways, chapter 15). A row of counters from
/// which a move removes one counter or two neighbours is Kayles, 0.77. If one more counter is added that
/// no move can remove, a row of n has the value of the original row of n - 1.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn games_by_code_are_recognised() {
    let text = "game row(n: nat) {
      move one(i in 0..n) -> row(i) + row(n - 1 - i)
      move two(i in 0..n - 1) when n >= 2 -> row(i) + row(n - 2 - i)
    }\n";
    let shifted =
        "game pairs(n: nat) { move two(i in 0..n - 2) when n >= 3 -> pairs(i + 1) + pairs(n - 2 - i) }\n";
    let folder = Folder::new().and("main.game", text);
    let run = guess(&folder, &["--write"]).status(0);
    run.out("game octal_0_77(n: nat) = octal \"0.77\"\n").out("sg(row(n)) == sg(octal_0_77(n))");
    gspec_in(&folder.path(""), &["check", "main.game"]).status(0);
    let folder = Folder::new().and("main.game", shifted);
    // A row of n with one that stays at an end is a row of n - 1 of 0.07: that is 0.4 (Winning Ways, chapter 4).
    guess(&folder, &[]).status(0).out("sg(pairs(n)) == sg(octal_0_4(n))");
    // Kayles with a pin that stays at an end.
    let pins = "game pins(n: nat) {
      move one(i in 0..n - 1) when n >= 2 -> pins(i + 1) + pins(n - 1 - i)
      move two(i in 0..n - 2) when n >= 3 -> pins(i + 1) + pins(n - 2 - i)
    }\n";
    let folder = Folder::new().and("main.game", pins);
    guess(&folder, &[]).status(0).out("claim forall n: n >= 1 => sg(pins(n)) == sg(octal_0_77(n - 1))");
    let run = gspec(&["guess", "specs/boards/cram.game", "cram(board(n, 1))"]).status(0);
    run.out("game octal_0_07(n: nat) = octal \"0.07\"\n").out("sg(cram(board(n, 1))) == sg(octal_0_07(n))");
}

const TAKE: &str = "game take(n: nat) { move take(k in 1..=3) when k <= n -> take(n - k) }\n";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn claims_are_ready_to_be_pasted() {
    let folder = Folder::new().and("main.game", TAKE);
    let run = guess(&folder, &[]).status(0).quiet();
    run.out("// proved by ")
        .out("claim forall n: sg(take(n)) == n mod 4\n")
        .out("claim: sg(take(n)) repeats every 4\n");
    let rows = guess(&folder, &["--format", "json"]).status(0).json();
    assert_eq!(rows[0]["claim"], "claim forall n: sg(take(n)) == n mod 4");
    assert_eq!((&rows[0]["status"], &rows[0]["about"]), (&Value::from("proved"), &Value::from("values")));
    assert!(rows[0]["by"].is_string() && rows[0].get("bound").is_some(), "{rows:?}");
    let rows = guess(&folder, &["--outcomes", "--format", "json"]).status(0).json();
    assert_eq!(rows[0]["claim"], "claim forall n: losing(take(n)) <=> n mod 4 == 0");
    let silent = Folder::new().and("main.game", "game g(n: nat) = octal \"0.6\"");
    assert_eq!(guess(&silent, &[]).status(0).quiet().out, "nothing fits\n");
    assert_eq!(guess(&silent, &["--format", "json"]).status(0).out, "");
}

#[test]
fn written_claims_hold_and_are_written_once() {
    let folder = Folder::new().and("main.game", TAKE.trim_end());
    guess(&folder, &["--write"]).status(0).err("2 claims were added");
    let written = folder.text("main.game");
    assert!(written.starts_with(TAKE) && written.matches("claim").count() == 2, "{written}");
    assert_eq!(written.matches("// proved by").count(), 2, "{written}");
    gspec_in(&folder.path(""), &["check", "main.game", "--strict"]).status(0).out("2 claims: 2 proved");
    guess(&folder, &["--write"]).status(0).err("0 claims were added");
    assert_eq!(folder.text("main.game"), written);
    guess(&folder, &["--write", "--set", "x=1"]).status(2).err("leave out `--set`");
    gspec_in(&folder.path(""), &["guess", "octal \"0.77\"", "--write"])
        .status(2)
        .err("`--write` needs a file, not octal");
}

/// Rows of a game with two fields, where nothing fits all of it: Grundy's game beside a heap from which a move takes 1 to 3.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn rows_are_guessed_where_nothing_fits_everything() {
    let spec = "game g(a: nat, b: nat) {
        move split(i in 1..a) when 2 * i < a -> g(i, 0) + g(a - i, b)
        move take(k in 1..=3) when k <= b -> g(a, b - k)
    }";
    let folder = Folder::new().and("main.game", spec);
    let rows = guess(&folder, &["--format", "json"]).status(0).json();
    assert!(rows.iter().all(|row| row["about"] == "part"), "{rows:?}");
    assert!(rows.iter().any(|row| row["claim"] == "claim forall b: sg(g(0, b)) == b mod 4"), "{rows:?}");
}

#[test]
fn what_cannot_be_guessed_about_is_told() {
    let folder = Folder::new().and("main.game", "game g(n: 0..=9) { move one when n > 0 -> g(n - 1) }");
    guess(&folder, &[]).status(2).err("has a bound");
    guess(&folder, &["g(5)"]).status(2).err("no variables");
    guess(&folder, &["g(n"]).status(2).err("G10");
    guess(&folder, &["--prove-time", "soon"]).status(2).err("--prove-time");
    let folder = Folder::new().and("main.game", "game g(n: nat) { move one -> g(n - 1) }");
    guess(&folder, &[]).status(1).err("G4");
    let folder = Folder::new().and("main.game", "loopy game g(n: nat) { move stay -> g(n) }");
    guess(&folder, &[]).status(2).err("draws");
    let folder = Folder::new().and("main.game", "game g(l: [nat]) {} game h(n: nat) {}");
    guess(&folder, &[]).status(2).err("pattern");
}

/// A move takes 1 or 2, but not the amount of the opponent's last move: by hand, at the start a player who faces a multiple
/// of 3 loses; after 1 was taken, also a player who faces one stone more, since taking 1 again is not allowed.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn fields_with_few_values_are_gone_through() {
    let folder = Folder::new().and(
        "main.game",
        "game few(n: nat, last: 0..=2) { move take(k in 1..=min(2, n)) when k != last -> few(n - k, k) }",
    );
    let run = guess(&folder, &["--outcomes"]).status(0);
    run.out("claim forall n: losing(few(n, 0)) <=> n mod 3 == 0")
        .out("claim forall n: losing(few(n, 1)) <=> n mod 3 != 2");
    // A field of ten values has too many of them to be examined one by one.
    let many =
        "game few(n: nat, last: 0..=9) { move take(k in 1..=min(2, n)) when k != last -> few(n - k, k) }";
    guess(&Folder::new().and("main.game", many), &[]).status(2).err("has a bound");
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_theorem_that_covers_a_game_is_named() {
    let kayles = "game rows(n: nat) { move one(i in 0..n) -> rows(i) + rows(n - 1 - i)
        move two(i in 0..n - 1) -> rows(i) + rows(n - 2 - i) }";
    let nim = "game heap(n: nat) { move take(k in 1..=n) -> heap(n - k) }";
    for (text, theorem) in [(kayles, "kayles"), (nim, "nim")] {
        let folder = Folder::new().and("main.game", text);
        guess(&folder, &[]).status(0).out(&format!("(theorem:{theorem})"));
        for line in guess(&folder, &["--format", "json"]).status(0).json() {
            assert_eq!(line["theorem"], theorem, "{line}");
        }
    }
    let folder = Folder::new()
        .and("main.game", "game pairs(n: nat) { move take(k in {1, 4, 9}) when k <= n -> odd(n - k) }");
    assert!(!guess(&folder, &[]).out.contains("the rules are those of"));
}
