//! `gspec guess`: what it finds, what it leaves alone, and that nothing it says is wrong.

use super::case::{gspec_in, repository};
use super::share::share;
use super::support::{Folder, Run};
use serde_json::Value;

/// A game of tests/guess/blind.txt.
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

    /// The claim with the known answer in place of the game, for all numbers up to a bound; nothing for a part.
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
        // Where only the outcome is known, a value is held against that.
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

    /// Whether a claim about all positions agrees with what is known, and that with the definitions.
    fn agrees(&self, claim: &str) -> bool {
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
            "{}fn known({}): {ty} = {known}\n{said}\nclaim forall {}: {question} known({arguments})\n",
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

    /// Whether what is known is who loses, and no value.
    fn is_truth(&self) -> bool {
        let known = self.known.as_ref().unwrap();
        let last = known.rsplit(" else ").next().unwrap();
        ["==", "is_fib", "even(", "<="].iter().any(|word| last.contains(word))
    }
}

/// The score: games with a known answer of which a complete claim is found, and games without one that are left alone. Nothing
/// that is said may be wrong.
#[test]
fn known_games_are_found_and_the_others_left_alone() {
    let (mut missed, mut wrong, mut found) = (Vec::new(), Vec::new(), 0);
    for game in share(blind(), 4) {
        let claims = game.claims();
        let complete = claims.iter().filter(|it| it["about"] != "part");
        let texts: Vec<&str> = complete.map(|it| it["claim"].as_str().unwrap()).collect();
        if game.known.is_none() {
            wrong.extend(texts.iter().map(|it| format!("{}: {it}", game.name)));
            continue;
        }
        wrong.extend(texts.iter().filter(|it| !game.agrees(it)).map(|it| format!("{}: {it}", game.name)));
        if texts.is_empty() {
            missed.push(game.name);
        } else {
            found += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(missed.is_empty() && found >= 9, "found {found}, missed {missed:?}");
}

#[test]
fn the_set_is_large_enough() {
    let all = blind();
    let known = all.iter().filter(|it| it.known.is_some()).count();
    assert!(known >= 30 && all.len() - known >= 10, "{known} of {}", all.len());
}

const TAKE: &str = "game take(n: nat) { move take(k in 1..=3) when k <= n -> take(n - k) }\n";

#[test]
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
    gspec_in(&folder.path(""), &["check", "main.game", "--strict"]).status(0).out("2 claims: 2 proved");
    guess(&folder, &["--write"]).status(0).err("0 claims were added");
    assert_eq!(folder.text("main.game"), written);
    guess(&folder, &["--write", "--set", "x=1"]).status(2).err("--write");
    gspec_in(&folder.path(""), &["guess", "octal \"0.77\"", "--write"]).status(2).err("--write");
}

/// Rows of a game with two fields, where nothing fits all of it: Grundy's game beside a heap of 1 to 3.
#[test]
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
    guess(&folder, &[]).status(2).err("few values");
    guess(&folder, &["g(5)"]).status(2).err("0 variables");
    guess(&folder, &["g(n"]).status(2).err("G10");
    guess(&folder, &["--prove-time", "soon"]).status(2).err("--prove-time");
    let folder = Folder::new().and("main.game", "game g(n: nat) { move one -> g(n - 1) }");
    guess(&folder, &[]).status(1).err("G4");
    let folder = Folder::new().and("main.game", "loopy game g(n: nat) { move stay -> g(n) }");
    guess(&folder, &[]).status(2).err("draws");
    let folder = Folder::new().and("main.game", "game g(l: [nat]) {} game h(n: nat) {}");
    guess(&folder, &[]).status(2).err("pattern");
}

/// Not taking as many as the opponent has: by hand, from the start who faces a multiple of 3 loses, and after 1 was taken also who
/// faces one stone more, which may not be taken.
#[test]
fn fields_with_few_values_are_gone_through() {
    let folder = Folder::new().and(
        "main.game",
        "game few(n: nat, last: 0..=2) { move take(k in 1..=min(2, n)) when k != last -> few(n - k, k) }",
    );
    let run = guess(&folder, &["--outcomes"]).status(0);
    run.out("claim forall n: losing(few(n, 0)) <=> n mod 3 == 0")
        .out("claim forall n: losing(few(n, 1)) <=> n mod 3 != 2");
    // All of it is finite, or there are too many choices.
    let many =
        "game few(n: nat, last: 0..=9) { move take(k in 1..=min(2, n)) when k != last -> few(n - k, k) }";
    guess(&Folder::new().and("main.game", many), &[]).status(2).err("few values");
}

#[test]
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
        .and("main.game", "game odd(n: nat) { move take(k in {1, 4, 9}) when k <= n -> odd(n - k) }");
    assert!(!guess(&folder, &[]).out.contains("the rules are those of"));
}
