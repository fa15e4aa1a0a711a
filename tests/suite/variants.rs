//! `diff`, which compares two games, and `ablate`, which removes parts of rules: the results agree
//! with theory and with tables computed here.

use super::support::{Folder, gspec};
use serde_json::Value;

const QUEEN: &str = "game queen(x: nat, y: nat) {
  move along(k in 1..=x) -> queen(x - k, y)
  move up(to in 0..y) -> queen(x, to)
  move both(k in 1..=x) when k <= y -> queen(x - k, y - k)
}
";
const TAKE: &str = "param S: {nat} = {1, 3, 4}
game take(n: nat) { move take(k in S) when k <= n -> take(n - k) }
";

/// The answer of a comparison as data.
fn diff(folder: &Folder, arguments: &[&str]) -> Value {
    let run = folder.run(&[&["diff", "--format", "json"], arguments].concat());
    assert!(run.status == 0 || run.status == 1, "{}{}", run.out, run.err);
    let answer = run.json().remove(0);
    let differs = ["same_moves", "same_lost", "same_values"].iter().any(|it| answer[*it] == false);
    assert_eq!(run.status == 1, differs, "{answer}");
    answer
}

/// Both codes have equal values up to 518: Guy and Smith's codes 0.161 and 0.36 part at 519.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn codes_that_agree_for_long_part_at_519() {
    let run = gspec(&["diff", "octal 0.161", "octal 0.36"]).status(1).quiet();
    let run = run.out("values  differ first at n = 519").out("no difference for n <= ");
    assert!(!run.out.contains("lost    differ"), "{}", run.out);
}

#[test]
fn the_same_rules_in_other_words_are_the_same() {
    let folder = Folder::new().and("queen.game", QUEEN);
    let wythoff = format!("{}/specs/wythoff.game", env!("CARGO_MANIFEST_DIR"));
    let answer = diff(&folder, &[&wythoff, "queen.game", "--map", "wythoff(a, b) = queen(b, a)"]);
    for what in ["moves", "lost", "values"] {
        assert_eq!(answer[format!("same_{what}")], true, "{answer}");
        assert_eq!(answer["evidence"][what]["status"], "proved", "{answer}");
    }
    assert!(answer["first_difference"].is_null());
}

/// Without the diagonal step 2, nothing leads from (3, 4) to (1, 2): by hand, this is the first position that becomes lost.
/// The values part at (3, 3): there the option (1, 1), of value 2, is missing.
#[test]
fn a_variant_parts_where_the_hand_says() {
    let variant = QUEEN.replace("k <= y", "k <= y and k != 2");
    let folder = Folder::new().and("queen.game", QUEEN).and("variant.game", &variant);
    let answer = diff(&folder, &["queen.game", "variant.game"]);
    let first = &answer["first_difference"];
    assert_eq!(first["of"], "lost");
    assert_eq!(first["fields"], serde_json::json!({"x": 3, "y": 4}));
    assert_eq!((&first["left"]["outcome"], &first["right"]["outcome"]), (&"N".into(), &"P".into()));
    assert_eq!((&first["because"]["of"], &first["because"]["to"]), (&"left".into(), &"queen(1, 2)".into()));
    folder.run(&["diff", "queen.game", "variant.game"]).status(1).out("differ first at x = 3, y = 3");
    // Under misère play the games differ first at (4, 4), which is lost only without the diagonal step 2.
    let answer = diff(&folder, &["queen.game", "variant.game", "--misere"]);
    assert_eq!(answer["same_values"], Value::Null);
    assert_eq!(answer["same_lost"], false);
}

/// The value of each heap when the amounts in a list may be taken: straight from the definition.
fn values(amounts: &[usize], most: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..=most {
        let options: Vec<usize> =
            amounts.iter().filter(|it| **it <= heap).map(|it| values[heap - it]).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

/// All pairs of small subtraction sets: a difference is where the tables say, and none is claimed where they agree.
#[test]
fn comparisons_agree_with_tables() {
    let folder = Folder::new().and("take.game", TAKE);
    let sets: [&[usize]; 6] = [&[1, 2], &[1, 3, 4], &[1, 3, 4, 8], &[2, 3], &[1, 2, 4, 5], &[1, 4]];
    let text = |set: &[usize]| {
        let members: Vec<String> = set.iter().map(usize::to_string).collect();
        format!("S={{{}}}", members.join(", "))
    };
    for (at, left) in sets.iter().enumerate() {
        for right in &sets[at..] {
            let (ours, theirs) = (values(left, 400), values(right, 400));
            let (a, b) = (text(left), text(right));
            let answer = diff(&folder, &["take.game", "take.game", "--set-left", &a, "--set-right", &b]);
            let lost = |value: usize| value == 0;
            let first = (0..=400).find(|n| lost(ours[*n]) != lost(theirs[*n]));
            let other = (0..=400).find(|n| ours[*n] != theirs[*n]);
            assert_eq!(answer["same_lost"], first.is_none(), "{a} {b} {answer}");
            assert_eq!(answer["same_values"], other.is_none(), "{a} {b} {answer}");
            if let Some(first) = first.or(other) {
                assert_eq!(answer["first_difference"]["fields"]["n"], first, "{a} {b} {answer}");
            }
        }
    }
}

/// Nothing is claimed beyond the bound, and the bound is shown. The values of the codes differ
/// first at 519.
#[test]
fn what_lies_behind_the_bound_is_not_claimed() {
    let run = gspec(&["diff", "octal 0.161", "octal 0.36", "--bound", "500", "--format", "json"]).status(1);
    let answer = run.json().remove(0);
    assert_eq!(answer["same_values"], true);
    assert_eq!(answer["evidence"]["values"]["status"], "checked");
    assert_eq!(answer["evidence"]["values"]["bound"], "n <= 500");
    // 70 leads to 69, a multiple of 3 and lost, only by k = 1: a proof reaches behind the bound.
    let plain = "game g(n: nat) { move take(k in 1..=2) when k <= n -> g(n - k) }\n";
    let far = plain.replace("k <= n", "k <= n and not (n == 70 and k == 1)");
    let folder = Folder::new().and("plain.game", plain).and("far.game", &far);
    let answer = diff(&folder, &["plain.game", "far.game", "--bound", "50"]);
    assert_eq!(answer["first_difference"]["fields"]["n"], 70);
}

/// Positions that are not numbers are compared one by one.
#[test]
fn lists_texts_and_ends_are_compared() {
    let rows = "game rows(h: [nat]) { move take(i in 0..len(h), k in 0..h[i]) -> rows(h with [i] = k) }\n";
    let greedy = "game rows(h: [nat]) { move take(i in 0..len(h)) when h[i] > 0 -> rows(h with [i] = 0) }\n";
    let ends = "game g(n: nat) { end when n == 0: lose move one when n > 0 -> g(n - 1) }\n";
    let wins = "game g(n: nat) { end when n == 0: win move one when n > 0 -> g(n - 1) }\n";
    let folder = Folder::new().and("rows.game", rows).and("greedy.game", greedy);
    let folder = folder.and("ends.game", ends).and("wins.game", wins);
    let answer = diff(&folder, &["rows.game", "greedy.game"]);
    // A heap of 2 has value 2 in Nim, and 1 if all of it must be taken; [1, 2] is then lost.
    assert_eq!((&answer["same_lost"], &answer["same_values"]), (&false.into(), &false.into()), "{answer}");
    assert_eq!(answer["first_difference"]["fields"]["h"], serde_json::json!([1, 2]));
    let answer = diff(&folder, &["ends.game", "wins.game"]);
    assert_eq!(answer["first_difference"]["fields"]["n"], 0);
    assert_eq!(answer["same_values"], Value::Null);
}

/// Fields of different kinds: a natural and a memory of few values.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_natural_and_a_memory_are_compared() {
    let memory = "game g(n: nat, c: 0..=3) { move t(k in 1..=3) when k <= n and k != c -> g(n - k, k) }\n";
    let stuck = memory.replace("k != c", "k != c and n != 5");
    let folder = Folder::new().and("memory.game", memory).and("stuck.game", &stuck);
    // The table straight from the rules, in the order of the greatest field and then from left to right.
    let lost = |stuck: bool| {
        let mut lost = std::collections::BTreeMap::new();
        for n in 0..=20usize {
            for c in 0..=3usize {
                let wins = (1..=3).any(|k| k <= n && k != c && !(stuck && n == 5) && lost[&(n - k, k)]);
                lost.insert((n, c), !wins);
            }
        }
        lost
    };
    let (ours, theirs) = (lost(false), lost(true));
    let mut apart: Vec<(usize, usize)> = ours.keys().filter(|it| ours[*it] != theirs[*it]).copied().collect();
    apart.sort_by_key(|it| (it.0.max(it.1), *it));
    let answer = diff(&folder, &["memory.game", "stuck.game"]);
    assert_eq!(answer["first_difference"]["of"], "lost");
    assert_eq!(answer["first_difference"]["fields"], serde_json::json!({"n": apart[0].0, "c": apart[0].1}));
    folder.run(&["ablate", "memory.game"]).status(0).quiet().out("without condition k != c of move t");
    // A range with negative numbers beside a natural is compared one by one.
    let signed = "game g(n: nat, s: -2..=2) { move t when n > 0 -> g(n - 1, -s) }\n";
    let folder =
        folder.and("signed.game", signed).and("other.game", signed.replace("n > 0", "n > 0 and s > 0"));
    assert_eq!(diff(&folder, &["signed.game", "other.game"])["same_lost"], false);
}

#[test]
fn what_cannot_be_compared_is_told() {
    let folder = Folder::new().and("take.game", TAKE).and("queen.game", QUEEN);
    let two = format!("{TAKE}{QUEEN}");
    let folder = folder.and("two.game", &two).and("endless.game", "game g(n: nat) { move stay -> g(n) }\n");
    folder.run(&["diff", "take.game", "queen.game"]).status(2).err("G508").err("--map 'take(n) = queen(");
    folder.run(&["diff", "two.game", "take.game"]).status(2).err("G508").err("two.game:take");
    folder.run(&["diff", "two.game:take", "take.game"]).status(0).quiet();
    folder.run(&["diff", "two.game:tale", "take.game"]).status(2).err("unknown game `tale`");
    folder.run(&["diff", "take.game", "no.game"]).status(2).err("G104");
    folder.run(&["diff", "take.game", "endless.game"]).status(1).err("G402");
    folder.run(&["diff", "take.game", "take.game", "--set-left", "T=3"]).status(2).err("G208");
    for map in [
        "take = queen",
        "take(n) = queen",
        "take(n) = queen(n, m)",
        "take(n, n) = queen(n, n)",
        "a(n) = queen(n, n)",
        "take(3) = queen(3, 0)",
    ] {
        folder.run(&["diff", "take.game", "queen.game", "--map", map]).status(2);
    }
    // A heap from which 1, 3 or 4 may be taken, compared with a queen on (n, 0). By hand: in both games the
    // player to move loses at n = 0 and wins at n = 1; at n = 2 the heap is lost, but (2, 0) is won.
    let answer = diff(&folder, &["take.game", "queen.game", "--map", "take(n) = queen(n, 0)"]);
    assert_eq!(answer["first_difference"]["fields"]["n"], 2);
}

/// The effect of leaving out each amount, by tables: 8 adds nothing to {1, 3, 4}, whose values have period 7 (Golomb 1966).
#[test]
fn each_part_that_matters_is_found() {
    let folder = Folder::new().and("take.game", TAKE);
    let run =
        folder.run(&["ablate", "take.game", "--set", "S={1, 3, 4, 8}", "--format", "json"]).status(0).quiet();
    let parts = run.json();
    let of = |part: &str| {
        parts.iter().find(|it| it["part"] == part).unwrap_or_else(|| panic!("{part}: {}", run.out))
    };
    for member in [1, 3, 4, 8] {
        let fewer: Vec<usize> = [1, 3, 4, 8].into_iter().filter(|it| *it != member).collect();
        let (all, without) = (values(&[1, 3, 4, 8], 200), values(&fewer, 200));
        let found = of(&format!("member {member} of S"));
        match (0..=200).find(|n| (all[*n] == 0) != (without[*n] == 0)) {
            Some(first) => {
                assert_eq!(found["changes"], "who wins", "{found}");
                assert_eq!(found["witness"], format!("take({first})"), "{found}");
            }
            None => assert_eq!((&found["changes"], all), (&"nothing".into(), without), "{found}"),
        }
    }
    assert_eq!(of("condition k <= n of move take")["changes"], "breaks the rules");
    assert_eq!(of("move take")["changes"], "who wins");
}

/// Wythoff's game has no redundant move (Duchêne, Fraenkel, Nowakowski, Rigo 2010): not even one amount can be left out.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn nothing_of_wythoffs_game_is_redundant() {
    let run =
        gspec(&["ablate", "specs/wythoff.game", "--amounts", "4", "--format", "json"]).status(0).quiet();
    let parts = run.json();
    assert_eq!(parts.len(), 15);
    assert!(parts.iter().all(|part| part["changes"] == "who wins"), "{}", run.out);
}

/// A rule that repeats another changes nothing; a rule that changes only values is distinguished from one that changes who wins.
#[test]
fn parts_that_change_less_are_told_apart() {
    let twice = "game g(n: nat) {
  move some(k in 1..=3) when k <= n and n > 0 -> g(n - k)
  move few(k in 1..=2) when k <= n -> g(n - k)
}\n";
    // Every heap but 0 is won with or without `one`, by taking all of it.
    let values = "game g(n: nat) {
  move all when n > 0 -> g(0)
  move one when n > 0 -> g(n - 1)
}\n";
    let folder = Folder::new().and("twice.game", twice).and("values.game", values);
    let run = folder.run(&["ablate", "twice.game"]).status(0).quiet();
    assert!(run.out.contains("without move few\n      changes nothing (proved"), "{}", run.out);
    assert!(
        run.out.contains("without condition n > 0 of move some\n      changes nothing (proved"),
        "{}",
        run.out
    );
    let run = folder.run(&["ablate", "values.game", "--format", "json"]).status(0).quiet();
    let parts = run.json();
    // Without `one`, every heap but 0 has value 1; with it, the heap of 2 has value 2.
    let one = parts.iter().find(|it| it["part"] == "move one").unwrap();
    assert_eq!((&one["changes"], &one["witness"]), (&"values".into(), &"g(2)".into()), "{one}");
    folder.run(&["ablate", "values.game", "h"]).status(2).err("unknown game `h`");
}

/// Whether a player may pass depends on the other moves: without one of them a pass may be illegal where it
/// was legal. At (1, 1) there is a move to (0, 1) and a pass to (1, 0), which is stated to be lost; without
/// `last` there is neither.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn passes_are_left_out_as_a_whole_and_follow_the_other_moves() {
    let folder = Folder::new().and(
        "passing.game",
        "game h(n: nat) pass 1 shared {
          end when n == 1 and passes == 0: lose
          move two when n >= 2 -> h(n - 2)
          move last when n == 1 -> h(0)
        }",
    );
    let run = folder.run(&["ablate", "passing.game"]).status(0).quiet();
    let parts: Vec<&str> = run.out.lines().filter(|line| line.starts_with("  without")).collect();
    assert_eq!(
        parts,
        [
            "  without move two",
            "  without condition n >= 2 of move two",
            "  without move last",
            "  without condition n == 1 of move last",
            "  without move pass",
        ]
    );
    let last = run.out.split("without move last").nth(1).unwrap().lines().nth(1).unwrap();
    assert_eq!(
        last.trim(),
        "changes who wins, first at h(1, 1): it is won with this part, but is lost without it"
    );
}

/// Strings far from the small numbers: a chain with one coin and one with two have value 1 each (Winning
/// Ways, chapter 16), so the player to move loses. Without moving again only strings may be cut that free no
/// coin: by hand the first has value 1 and the second 2.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn positions_of_claims_are_compared_where_small_ones_tell_nothing() {
    let rules = "let held = [{40, 41}, {41, 42}, {50, 51}]
      game strings(s: {nat}) {
        move cut(x in s) when all(coin & s != {x} for coin in held) -> strings(s - {x})
        move free(x in s) when any(coin & s == {x} for coin in held) -> again strings(s - {x})
      }\n";
    let claim = "claim losing(strings({40, 41, 42, 50, 51}))\n";
    let folder = Folder::new().and("named.game", format!("{rules}{claim}")).and("none.game", rules);
    folder.run(&["check", "named.game"]).status(0);
    let free = |folder: &Folder, file: &str| {
        let run = folder.run(&["ablate", file, "--format", "json"]).status(0);
        run.json().into_iter().find(|it| it["part"] == "move free").unwrap()
    };
    let named = free(&folder, "named.game");
    assert_eq!(named["changes"], "who wins", "{named}");
    // Comparing two specs examines them too.
    let cut: String = format!("{rules}{claim}").lines().filter(|line| !line.contains("free(")).collect();
    let folder = folder.and("cut.game", cut.replace("claim losing", "claim winning"));
    let answer = diff(&folder, &["named.game", "cut.game"]);
    assert_eq!(answer["same_lost"], false, "{answer}");
    // Positions that no claim mentions are not examined, and the output says so.
    let none = free(&folder, "none.game");
    assert_eq!(
        (&none["changes"], &none["evidence"]["status"]),
        (&"nothing".into(), &"checked".into()),
        "{none}"
    );
    assert_eq!(none["evidence"]["bound"], "the 1024 smallest positions", "{none}");
}

/// A game equals itself, and a loony position differs from one with a number. By the rule for values in docs/language.md: in the first
/// game, position 2 has C = {1}, since a move leads to 1 and the mover moves again, and O = {0}, since taking two leaves 0: its value
/// is 1. In the second game, one may also be taken there, so that 1 is in O as well, and 2 is loony.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn moving_again_is_compared() {
    let bonus = "game take(n: nat) {
      move one when odd(n) -> take(n - 1)
      move bonus when n > 0 and even(n) -> again take(n - 1)
      move two when n >= 2 -> take(n - 2)
    }\n";
    let more = bonus.replace("odd(n)", "n > 0");
    let plain = bonus.lines().filter(|line| !line.contains("bonus")).collect::<Vec<_>>().join("\n");
    let folder = Folder::new().and("bonus.game", bonus).and("more.game", &more).and("plain.game", &plain);
    let same = diff(&folder, &["bonus.game", "bonus.game"]);
    let answers = |it: &Value| [it["same_moves"].clone(), it["same_lost"].clone(), it["same_values"].clone()];
    assert_eq!(answers(&same), [true, true, true], "{same}");
    let apart = diff(&folder, &["bonus.game", "more.game"]);
    assert_eq!(answers(&apart), [false, false, false], "{apart}");
    let each: Vec<(&Value, &Value)> =
        apart["differences"].as_array().unwrap().iter().map(|it| (&it["of"], &it["fields"]["n"])).collect();
    assert_eq!(
        each,
        [(&"lost".into(), &4.into()), (&"values".into(), &2.into()), (&"moves".into(), &2.into())]
    );
    let of_values = &apart["differences"][1];
    assert_eq!(
        (&of_values["left"]["sg"], &of_values["right"]["loony"]),
        (&1.into(), &true.into()),
        "{apart}"
    );
    assert_eq!(of_values["because"]["move"], "one", "{apart}");
    let run = folder.run(&["ablate", "more.game"]).status(0);
    run.out("removed move: bonus -> again take(");
    assert_eq!(answers(&diff(&folder, &["bonus.game", "plain.game"]))[0], false);
}

/// The report gives the actual reason why values are not compared.
#[test]
fn the_reason_for_no_values_is_the_true_one() {
    let body = "{ move t(k in 1..=3) when k <= n -> g(n - k) }\n";
    for (head, option, reason) in [
        ("game g(n: nat) blocking 1", "--bound=50", "`g` has `blocking`"),
        ("game g(n: nat) pass 1 each", "--bound=20", "`g` has `pass … each`"),
        ("loopy game g(n: nat)", "--bound=50", "`g` has `loopy`"),
        ("game g(n: nat)", "--misere", "only under normal play"),
    ] {
        let folder = Folder::new().and("a.game", format!("{head} {body}"));
        let folder = folder.and("b.game", format!("{head} {}", body.replace("1..=3", "1..=2")));
        let run = folder.run(&["diff", "a.game", "b.game", option]).status(1);
        let line = run
            .out
            .lines()
            .find(|line| line.starts_with("  values"))
            .unwrap_or_else(|| panic!("{}", run.out));
        assert!(line.contains(reason), "{head}: {line}");
        assert!(run.out.contains("has t(k = "), "{head}: {}", run.out);
    }
}

/// Errors in the unchanged rules are not blamed on a removed part, and positions in which the unchanged rules have no value
/// count against no part.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_part_is_blamed_only_for_its_own_doing() {
    let wrong = "game a(n: nat) { move t -> a(n - 1) move u when n > 0 -> a(n - 1) }\n";
    // The second row has to be as long as the first.
    let rows = "game g(rows: [[nat]]) {
      move t(x in indices(rows[0])) when rows[1][x] > 0 -> g(rows with [1][x] = rows[1][x] - 1)
      move u(x in indices(rows[0])) when rows[0][x] == 1 -> g(rows with [0][x] = 0)
    }
    start g([[1, 0], [2, 1]])\n";
    // Only a <= b is a position.
    let ordered = "game h(a: nat, b: nat) {
      move t(k in 1..=b - a) -> h(a, b - k)
      move u when [1 for i in 0..=b][a] == 1 and a > 0 -> h(a - 1, b)
    }
    start h(2, 5)\n";
    // There `u` can be undone by taking one more, so that it changes nothing.
    let folder = Folder::new().and("wrong.game", wrong).and("rows.game", rows).and("ordered.game", ordered);
    folder.run(&["ablate", "wrong.game"]).status(1).err("G401");
    let run = folder.run(&["ablate", "rows.game", "--format", "json"]).status(0);
    let changes =
        |part: &str| run.json().into_iter().find(|it| it["part"] == part).unwrap()["changes"].clone();
    assert_eq!((changes("move t"), changes("move u")), ("who wins".into(), "who wins".into()), "{}", run.out);
    // A row of 0 would become one of -1.
    assert_eq!(changes("condition rows[1][x] > 0 of move t"), "breaks the rules", "{}", run.out);
    let run = folder.run(&["ablate", "ordered.game", "--format", "json"]).status(0);
    let changes =
        |part: &str| run.json().into_iter().find(|it| it["part"] == part).unwrap()["changes"].clone();
    assert_eq!((changes("move t"), changes("move u")), ("who wins".into(), "nothing".into()), "{}", run.out);
    assert_eq!(changes("condition a > 0 of move u"), "breaks the rules", "{}", run.out);
    for file in ["rows.game", "ordered.game"] {
        let run = folder.run(&["diff", file, file]).status(0);
        assert_eq!(
            run.out.matches("no difference").count() + run.out.matches("equal").count(),
            3,
            "{}",
            run.out
        );
    }
}

/// A heap of Nim has its size as value, whatever other games the file has.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn other_games_of_the_file_may_be_wrong() {
    let nim = |name: &str| format!("game {name}(n: nat) {{ move take(k in 1..=n) -> {name}(n - k) }}\n");
    let bad =
        "game bad(n: nat) { move m(k in 1..=n + 1) -> bad(n - k) }\nstart bad(3)\nclaim winning(bad(1))\n";
    let folder = Folder::with(&format!("{}{}{bad}", nim("nim"), nim("mine")));
    folder.run(&["check", "game.game"]).status(1).err("G401");
    let run = folder.run(&["diff", "game.game:nim", "game.game:mine", "--format", "json"]).status(0).quiet();
    assert_eq!(run.json()[0]["same_values"], true);
    folder.run(&["guess", "game.game", "nim(n)"]).status(0).quiet().out("claim forall n: sg(nim(n)) == n");
    folder.run(&["diff", "game.game:nim", "game.game:bad"]).status(1).err("G401");
    folder.run(&["guess", "game.game", "bad(n)"]).status(1).err("G401");
    // A wrong game matters if play can reach it.
    let calls = "game calls(n: nat) { move m when n > 0 -> bad(n - 1) }\n";
    let folder = Folder::with(&format!("{}{calls}{bad}", nim("nim")));
    folder.run(&["diff", "game.game:nim", "game.game:calls"]).status(1).err("G401");
    folder.run(&["guess", "game.game", "calls(n)"]).status(1).err("G401");
}

/// By hand: from g(1) one move wins at once, the other leads to a loop, so it is won with the first move and drawn without.
/// No position is lost in the one and not in the other.
#[test]
fn a_win_that_becomes_a_draw_in_another_game_is_a_difference() {
    let loops = "loopy game h(n: 0..=1) { move s when n == 1 -> h(n) }\nclaim winning(g(1))\n";
    let both =
        format!("game g(n: 0..=1) {{ move t when n == 1 -> h(0) move u when n == 1 -> h(1) }}\n{loops}");
    let one = format!("game g(n: 0..=1) {{ move u when n == 1 -> h(1) }}\n{loops}");
    let ends =
        "game g(n: nat) { move t when n == 1 -> h(0) }\ngame h(n: nat) { move s when n > 5 -> h(n - 1) }\n";
    let endless = "game g(n: nat) { move t when n == 1 -> h(0) }\nloopy game h(n: nat) { move s -> h(n) }\n";
    let folder = Folder::new().and("both.game", &both).and("one.game", &one);
    let folder = folder.and("ends.game", ends).and("endless.game", endless);
    let run = folder.run(&["ablate", "both.game"]).status(0).quiet();
    run.out("changes who wins, first at g(1): it is won with this part, but is a draw without it");
    let pairs = [("both", "one"), ("one", "both"), ("ends", "endless"), ("endless", "ends")];
    for (left, right) in pairs {
        let run = folder.run(&["diff", &format!("{left}.game:g"), &format!("{right}.game:g")]).status(1);
        run.out("lost    differ first at n = 1");
    }
}
