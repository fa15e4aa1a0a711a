//! Claims with quantifiers over all naturals are never proved or refuted by examining a few numbers.
//!
//! Random formulas over games whose lost positions are known by construction are judged twice: by gspec, with small
//! bounds so that the bounds are in the way, and by an evaluator of a few lines that looks far beyond everything that
//! can matter. `GSPEC_TRUTHS` says how many.

use super::mutations::Random;
use super::share::cases;
use super::support::Folder;
use gspec::claim::Evidence;
use gspec::ir::Value;
use gspec::pipeline::{self, CheckOptions};
use gspec::position::Budget;
use gspec::source::{NoFiles, Sources};
use std::fmt::Write;

/// The games. gspec's arithmetic can derive the lost positions of some of them, and not those of
/// others: `blind` hides a condition behind the digits of a number.
const GAMES: &str = "
fn blind(n: nat): bool = len(digits(n)) >= 1
fn both(p: bool, q: bool): bool = p and q
game a(n: nat) { move take(k in 1..=2) when k <= n -> a(n - k) }
game b(n: nat) {
  end when blind(n) and n not in {1, 4} and not (n > 6 and n mod 6 == 5): win
  end when not (blind(n) and n not in {1, 4} and not (n > 6 and n mod 6 == 5)): lose
}
game c(n: nat) {
  end when n mod 3 == 1 and n != 4 or n == 0: lose
  end when not (n mod 3 == 1 and n != 4 or n == 0): win
}
game d(n: nat) { end when blind(n) and n == 9: lose  end when not (blind(n) and n == 9): win }
game p(x: nat, y: nat) { end when blind(x) and y == x + 3: lose  end when not (blind(x) and y == x + 3): win }
game q(x: nat, y: nat) { end when blind(y) and y == 2 * x: lose  end when not (blind(y) and y == 2 * x): win }
game r(x: nat, y: nat) {
  move left(k in 1..=x) -> r(x - k, y)
  move right(k in 1..=y) -> r(x, y - k)
}
";

/// Whether a component is lost, by construction: `a` is Bachet's game, `r` is Nim with two heaps.
fn lost(game: usize, x: i64, y: i64) -> bool {
    match game {
        0 => x % 3 == 0,
        1 => x == 1 || x == 4 || (x > 6 && x % 6 == 5),
        2 => (x % 3 == 1 && x != 4) || x == 0,
        3 => x == 9,
        4 => y == x + 3,
        5 => y == 2 * x,
        _ => x == y,
    }
}

/// A formula. Variables are numbered in the order in which they are bound.
enum Formula {
    Lost(usize, usize, usize),
    Less(usize, usize),
    Equals(usize, i64),
    Above(usize, i64),
    Residue(usize, i64, i64),
    Truth(usize),
    Not(Box<Formula>),
    Binary(usize, Box<Formula>, Box<Formula>),
    If(Box<Formula>, Box<Formula>, Box<Formula>),
    /// `let` gives a name to a truth value.
    Let(usize, Box<Formula>, Box<Formula>),
    Call(Box<Formula>, Box<Formula>),
    /// A quantifier over all naturals, or up to a number.
    Quantifier(bool, usize, Option<i64>, Option<Box<Formula>>, Box<Formula>),
    /// `any` or `all` over a comprehension.
    Comprehension(bool, usize, i64, Box<Formula>),
    /// How many numbers up to a limit satisfy a formula, compared with a count; the first number
    /// chooses the collection.
    Count(usize, usize, i64, Box<Formula>, i64),
}
use Formula::*;

const OPERATORS: [&str; 4] = ["and", "or", "=>", "<=>"];

/// Writes formulas.
struct Writer<'r> {
    random: &'r mut Random,
    names: usize,
    /// Names bound to numbers, and to truths.
    numbers: Vec<usize>,
    truths: Vec<usize>,
    /// Quantifiers over all naturals that may still stand inside each other.
    left: usize,
}

impl Writer<'_> {
    fn number(&mut self) -> usize {
        self.numbers[self.random.below(self.numbers.len())]
    }

    fn atom(&mut self) -> Formula {
        if !self.truths.is_empty() && self.random.below(3) == 0 {
            return Truth(self.truths[self.random.below(self.truths.len())]);
        }
        if self.numbers.is_empty() {
            return Not(Box::new(Equals(usize::MAX, self.random.below(2) as i64)));
        }
        let (x, y) = (self.number(), self.number());
        match self.random.below(8) {
            0 => Less(x, y),
            1 => Equals(x, self.random.below(12) as i64),
            2 => Above(x, self.random.below(14) as i64),
            3 => Residue(x, 2 + self.random.below(2) as i64, self.random.below(2) as i64),
            _ => Lost(self.random.below(7), x, y),
        }
    }

    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.atom();
        }
        match self.random.below(16) {
            0..=2 => Not(Box::new(self.formula(depth - 1))),
            3..=6 => {
                let op = self.random.below(4);
                Binary(op, Box::new(self.formula(depth - 1)), Box::new(self.formula(depth - 1)))
            }
            7 => {
                let parts = [(); 3].map(|()| Box::new(self.formula(depth - 1)));
                let [condition, first, second] = parts;
                If(condition, first, second)
            }
            8 => {
                let value = Box::new(self.formula(depth - 1));
                let name = self.name();
                self.truths.push(name);
                let body = Box::new(self.formula(depth - 1));
                self.truths.pop();
                Let(name, value, body)
            }
            9 => Call(Box::new(self.formula(depth - 1)), Box::new(self.formula(depth - 1))),
            10 => self.comprehension(depth),
            11 => self.count(depth),
            _ if self.left > 0 => self.quantifier(depth),
            _ => self.atom(),
        }
    }

    fn name(&mut self) -> usize {
        self.names += 1;
        self.names - 1
    }

    fn quantifier(&mut self, depth: usize) -> Formula {
        let forall = self.random.below(2) == 0;
        let limit = (self.random.below(5) == 0).then(|| self.random.below(7) as i64);
        let name = self.name();
        self.numbers.push(name);
        let before = self.left;
        self.left -= usize::from(limit.is_none());
        let filter = (self.random.below(5) == 0).then(|| Box::new(self.formula(depth - 1)));
        let body = Box::new(self.formula(depth - 1));
        self.left = before;
        self.numbers.pop();
        Quantifier(forall, name, limit, filter, body)
    }

    fn comprehension(&mut self, depth: usize) -> Formula {
        let (all, most) = (self.random.below(2) == 0, self.random.below(6) as i64);
        let name = self.name();
        self.numbers.push(name);
        let body = Box::new(self.formula(depth - 1));
        self.numbers.pop();
        Comprehension(all, name, most, body)
    }

    fn count(&mut self, depth: usize) -> Formula {
        let Comprehension(_, name, most, body) = self.comprehension(depth) else { unreachable!() };
        Count(self.random.below(4), name, most, body, self.random.below(4) as i64)
    }
}

/// The text of a formula.
fn print(formula: &Formula, out: &mut String) {
    let two = |out: &mut String, first: &Formula, middle: &str, second: &Formula| {
        out.push('(');
        print(first, out);
        write!(out, " {middle} ").unwrap();
        print(second, out);
        out.push(')');
    };
    let _ = match formula {
        Lost(game @ 0..=3, x, _) => write!(out, "losing({}(n{x}))", ["a", "b", "c", "d"][*game]),
        Lost(game, x, y) => write!(out, "losing({}(n{x}, n{y}))", ["p", "q", "r"][game - 4]),
        Less(x, y) => write!(out, "n{x} < n{y}"),
        Equals(usize::MAX, value) => write!(out, "{value} == 0"),
        Equals(x, value) => write!(out, "n{x} == {value}"),
        Above(x, value) => write!(out, "n{x} > {value}"),
        Residue(x, modulus, rest) => write!(out, "n{x} mod {modulus} == {rest}"),
        Truth(name) => write!(out, "n{name}"),
        Not(inner) => {
            out.push_str("not (");
            print(inner, out);
            write!(out, ")")
        }
        Binary(op, first, second) => {
            two(out, first, OPERATORS[*op], second);
            Ok(())
        }
        If(condition, first, second) => {
            out.push_str("(if ");
            print(condition, out);
            out.push_str(" then ");
            print(first, out);
            out.push_str(" else ");
            print(second, out);
            write!(out, ")")
        }
        Let(name, value, body) => {
            write!(out, "(let n{name} = (").unwrap();
            print(value, out);
            out.push_str(") in ");
            print(body, out);
            write!(out, ")")
        }
        Call(first, second) => {
            out.push_str("both");
            two(out, first, ",", second);
            Ok(())
        }
        Quantifier(forall, name, limit, filter, body) => {
            write!(out, "({} n{name}", if *forall { "forall" } else { "exists" }).unwrap();
            if let Some(limit) = limit {
                write!(out, " in 0..={limit}").unwrap();
            }
            if let Some(filter) = filter {
                out.push_str(" if (");
                print(filter, out);
                out.push(')');
            }
            out.push_str(": ");
            print(body, out);
            write!(out, ")")
        }
        Comprehension(all, name, most, body) => {
            write!(out, "{}(", if *all { "all" } else { "any" }).unwrap();
            print(body, out);
            write!(out, " for n{name} in 0..={most})")
        }
        Count(kind, name, most, body, count) => {
            let (open, close) =
                [("count(n{} for", ")"), ("len([n{} for", "])"), ("len({n{} for", "})"), ("sum(1 for", ")")]
                    [*kind];
            let open = open.replace("{}", &name.to_string());
            let open = open.replace("n{", "{n");
            write!(out, "{open} n{name} in 0..={most} if ").unwrap();
            print(body, out);
            write!(out, "{close} == {count}")
        }
    };
}

/// The greatest number that a quantifier over all naturals examines, by the number of quantifiers around it:
/// a number that matters lies below 16 or depends on another one by at most a factor 2, an offset of 3 and a residue
/// modulo 6.
const FAR: [i64; 3] = [45, 130, 300];

fn truth(formula: &Formula, frame: &mut Vec<i64>, inside: usize) -> bool {
    match formula {
        Lost(game, x, y) => lost(*game, frame[*x], frame[*y]),
        Less(x, y) => frame[*x] < frame[*y],
        Equals(usize::MAX, value) => *value == 0,
        Equals(x, value) => frame[*x] == *value,
        Above(x, value) => frame[*x] > *value,
        Residue(x, modulus, rest) => frame[*x] % modulus == *rest,
        Truth(name) => frame[*name] == 1,
        Not(inner) => !truth(inner, frame, inside),
        Binary(op, first, second) => {
            let first = truth(first, frame, inside);
            match op {
                0 => first && truth(second, frame, inside),
                1 => first || truth(second, frame, inside),
                2 => !first || truth(second, frame, inside),
                _ => first == truth(second, frame, inside),
            }
        }
        If(condition, first, second) => {
            let chosen = if truth(condition, frame, inside) { first } else { second };
            truth(chosen, frame, inside)
        }
        Let(name, value, body) => {
            frame[*name] = i64::from(truth(value, frame, inside));
            truth(body, frame, inside)
        }
        Call(first, second) => truth(first, frame, inside) & truth(second, frame, inside),
        Quantifier(forall, name, limit, filter, body) => {
            let inner = inside + usize::from(limit.is_none());
            let decides = (0..=limit.unwrap_or(FAR[inside])).any(|value| {
                frame[*name] = value;
                let meets = filter.as_ref().is_none_or(|filter| truth(filter, frame, inner));
                frame[*name] = value;
                meets && truth(body, frame, inner) != *forall
            });
            decides != *forall
        }
        Comprehension(all, name, most, body) => {
            let decides = (0..=*most).any(|value| {
                frame[*name] = value;
                truth(body, frame, inside) != *all
            });
            decides != *all
        }
        Count(_, name, most, body, count) => {
            let meets = (0..=*most).filter(|value| {
                frame[*name] = *value;
                truth(body, frame, inside)
            });
            meets.count() as i64 == *count
        }
    }
}

/// Counts of the claims, by verdict.
#[derive(Default, Debug)]
struct Tally {
    proved: usize,
    refuted: usize,
    checked: usize,
    undecided: usize,
    /// The number of true claims among the checked ones.
    checked_true: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, text: &str, formula: &Formula, names: usize, evidence: &Evidence) {
        let mut frame = vec![0; names];
        let holds = truth(formula, &mut frame, 0);
        let right = match evidence {
            Evidence::Proved { .. } => {
                self.proved += 1;
                holds
            }
            Evidence::Refuted { counterexample } => {
                self.refuted += 1;
                !holds && fails_at(formula, counterexample, names)
            }
            Evidence::Checked { .. } => {
                self.checked += 1;
                self.checked_true += usize::from(holds);
                true
            }
            Evidence::Undecided { .. } => {
                self.undecided += 1;
                true
            }
        };
        if !right {
            self.wrong.push(format!("{text}\n  {evidence:?}, but it is {holds}"));
        }
    }
}

/// Whether the body of a formula that begins with `forall` is false at a counterexample.
fn fails_at(formula: &Formula, counterexample: &[(String, Value)], names: usize) -> bool {
    let mut frame = vec![0; names];
    let (mut body, mut inside) = (formula, 0);
    for (name, value) in counterexample {
        let Quantifier(true, slot, limit, filter, inner) = body else { return false };
        let Value::Int(value) = value else { return false };
        frame[*slot] = value.to_i64().unwrap();
        inside += usize::from(limit.is_none());
        if format!("n{slot}") != *name || filter.as_ref().is_some_and(|it| !truth(it, &mut frame, inside)) {
            return false;
        }
        frame[*slot] = value.to_i64().unwrap();
        body = inner;
    }
    !truth(body, &mut frame, inside)
}

/// How many claims are judged in one spec.
const TOGETHER: usize = 50;

fn judge(seed: u64, tally: &mut Tally) {
    let mut random = Random(seed);
    let mut text = GAMES.to_string();
    let mut formulas = Vec::new();
    while formulas.len() < TOGETHER {
        let depth = 2 + random.below(4);
        let mut writer =
            Writer { random: &mut random, names: 0, numbers: Vec::new(), truths: Vec::new(), left: 3 };
        let formula = writer.quantifier(depth);
        let names = writer.names;
        // A bare quantifier shows the counterexample, a wrapped one does not.
        let formula = if random.below(4) == 0 { Not(Box::new(formula)) } else { formula };
        let mut claim = String::from("claim: ");
        print(&formula, &mut claim);
        writeln!(text, "{claim}").unwrap();
        formulas.push((claim, formula, names));
    }
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut sources = Sources::default();
    let root = sources.add("truth.game", text.as_str());
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    assert!(opened.instance.is_some(), "{:?}\n{text}", opened.diagnostics);
    let (bound, patience) = (Some(random.below(9) as u64), Some([0, 30, 300, 3_000][random.below(4)]));
    let checked =
        pipeline::check(opened, &budget, CheckOptions { bound, patience, ..CheckOptions::default() });
    assert_eq!(checked.verdicts.len(), TOGETHER, "{:?}\n{text}", checked.diagnostics);
    for ((claim, formula, names), verdict) in formulas.iter().zip(&checked.verdicts) {
        tally.add(claim, formula, *names, &verdict.evidence);
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn nothing_is_sure_and_wrong() {
    let asked = std::env::var("GSPEC_TRUTHS").ok().and_then(|it| it.parse().ok());
    let specs = asked.unwrap_or(cases(4_000, 800) as usize).div_ceil(TOGETHER);
    let tally = std::thread::scope(|scope| {
        let half = |from: usize| {
            let mut tally = Tally::default();
            (from..specs).step_by(2).for_each(|seed| judge(0x7_1234 + seed as u64, &mut tally));
            tally
        };
        let other = scope.spawn(move || half(1));
        let (mut tally, other) = (half(0), other.join().unwrap());
        tally.proved += other.proved;
        tally.refuted += other.refuted;
        tally.checked += other.checked;
        tally.checked_true += other.checked_true;
        tally.undecided += other.undecided;
        tally.wrong.extend(other.wrong);
        tally
    });
    println!("{tally:?}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let all = tally.proved + tally.refuted + tally.checked + tally.undecided;
    // A test that leaves everything open would find nothing.
    assert!(tally.proved > all / 10 && tally.refuted > all / 10, "{tally:?}");
}

/// A rook with diagonal moves of at most three steps: each row has exactly one lost position, at most 3 from the diagonal.
const ROOK: &str = "game v(a: nat, b: nat) {
  move left(k in 1..=a) -> v(a - k, b)
  move right(k in 1..=b) -> v(a, b - k)
  move both(k in 1..=min(a, b, 3)) -> v(a - k, b - k)
}
";

#[test]
#[ignore = "long: runs with --include-ignored"]
fn an_inner_witness_beyond_the_bound_is_looked_for() {
    let truths = [
        ("forall a: exists b: losing(v(a, b))", true),
        ("exists a: not (exists b: losing(v(a, b)))", false),
        ("forall a: not (forall b: winning(v(a, b)))", true),
        ("exists a: a > 200 and forall b: winning(v(a, b))", false),
        ("forall a: a < 300 or (if exists b: losing(v(a, b)) then true else false)", true),
    ];
    for (claim, holds) in truths {
        let folder = Folder::with(&format!("{ROOK}claim: {claim}"));
        let run = folder.run(&["check", "game.game", "--format", "json"]);
        let status = run.json()[0]["claims"][0]["status"].as_str().unwrap().to_string();
        let allowed: &[&str] = if holds { &["proved", "checked"] } else { &["refuted", "undecided"] };
        assert!(allowed.contains(&status.as_str()), "{claim}: {status}\n{}", run.err);
    }
}

#[test]
fn what_stayed_open_is_said() {
    let text = format!("{ROOK}claim: forall a in 0..=3: exists b: b > 10000 + a and losing(v(a, b))");
    // With the set of lost positions the claim is refuted.
    let folder = Folder::with(&text);
    folder.run(&["check", "game.game"]).status(1).out("refuted at a = 0");
    let run = folder.run(&["check", "game.game", "--prove-time", "0s"]).status(1);
    run.err("no b <= 4096 for a = 0");
}
