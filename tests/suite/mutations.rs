//! Theorems never misfire: rules of the corpus are changed in one place at random; where a theorem still
//! covers them, it has to agree with the reference.

use super::support::{in_specs, tries};
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::walk;
use gspec::ir::{Binary, Clause, Comparison, Convention, Expr, ExprKind, GameId, Program, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::pipeline;
use gspec::position::{Budget, Instance, Limit};
use gspec::shape::GameRules;
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{Loader, Sources};

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// Loads the files that specs import.
pub struct Disk;

impl Loader for Disk {
    fn resolve(&self, from: &str, path: &str) -> String {
        std::path::Path::new(from).with_file_name(path).display().to_string()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| error.to_string())
    }
}

/// A xorshift generator of pseudo-random numbers.
pub struct Random(pub u64);

impl Random {
    /// A number below `most`; 0 if `most` is 0.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// The number of ways to change a constant.
const OTHERS: usize = 9;

/// The constant changed in the way with number `which`, below [`OTHERS`].
fn other(constant: &Int, which: usize) -> Int {
    match which {
        0 => constant.succ(),
        1 => constant - &Int::ONE,
        2 => constant + &Int::from(2i64),
        3 => constant - &Int::from(2i64),
        4 => constant + constant,
        which => Int::from(which as i64 - 5),
    }
}

/// Changes the expression with number `left` among those that can be changed, in the order of the walk; a constant in the
/// way `which` of [`other`]. Returns whether an expression was changed; otherwise `left` is reduced by those passed.
fn change(expr: &mut Expr, left: &mut usize, which: usize) -> bool {
    let changed = match &mut expr.kind {
        ExprKind::Literal(Value::Int(int)) => Some(ExprKind::Literal(Value::Int(other(int, which)))),
        ExprKind::Binary(op @ (Binary::Add | Binary::Subtract), a, b) => {
            let op = if *op == Binary::Add { Binary::Subtract } else { Binary::Add };
            Some(ExprKind::Binary(op, a.clone(), b.clone()))
        }
        ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            let op = if *op == Binary::And { Binary::Or } else { Binary::And };
            Some(ExprKind::Binary(op, a.clone(), b.clone()))
        }
        ExprKind::Binary(op @ (Binary::Union | Binary::Difference | Binary::Intersection), a, b) => {
            let op = if *op == Binary::Union { Binary::Difference } else { Binary::Union };
            Some(ExprKind::Binary(op, a.clone(), b.clone()))
        }
        ExprKind::Compare(first, rest) => {
            let (comparison, operand) = &rest[0];
            let other = match comparison {
                Comparison::Lt => Comparison::Le,
                Comparison::Le => Comparison::Lt,
                Comparison::Gt => Comparison::Ge,
                Comparison::Ge => Comparison::Gt,
                other => other.negated(),
            };
            let mut rest = rest.clone();
            rest[0] = (other, operand.clone());
            Some(ExprKind::Compare(first.clone(), rest))
        }
        ExprKind::Range { bounds, inclusive } => {
            Some(ExprKind::Range { bounds: bounds.clone(), inclusive: !*inclusive })
        }
        _ => None,
    };
    if let Some(kind) = changed {
        if *left == 0 {
            expr.kind = kind;
            return true;
        }
        *left -= 1;
    }
    let mut done = false;
    walk::children_mut(expr, &mut |child| done = done || change(child, left, which));
    done
}

/// Changes one place of a game's rules; `None` if there is no such place.
fn mutated(program: &Program, game: GameId, random: &mut Random) -> Option<Program> {
    let mut program = program.clone();
    let rules = &mut program.games[game.index()];
    match random.below(8) {
        0 if rules.moves.len() > 1 => {
            rules.moves.remove(random.below(rules.moves.len()));
            return Some(program);
        }
        1 => {
            let end = random.below(rules.ends.len());
            let end = rules.ends.get_mut(end)?;
            end.win = !end.win;
            return Some(program);
        }
        2 => {
            let at = random.below(rules.moves.len());
            let clauses = &mut rules.moves.get_mut(at)?.clauses;
            let at = clauses.iter().position(|clause| matches!(clause, Clause::If(_)))?;
            clauses.remove(at);
            return Some(program);
        }
        3 => {
            let at = random.below(program.globals.len());
            let global = program.globals.get_mut(at)?;
            let mut left = random.below(6);
            return change(&mut global.value.expr, &mut left, random.below(OTHERS)).then_some(program);
        }
        _ => {}
    }
    let (mut left, which) = (random.below(12), random.below(OTHERS));
    let mut done = false;
    for it in &mut rules.moves {
        for clause in &mut it.clauses {
            let (Clause::For(_, expr) | Clause::If(expr)) = clause;
            done = done || change(expr, &mut left, which);
        }
        done = done || change(&mut it.target, &mut left, which);
    }
    for end in &mut rules.ends {
        done = done || change(&mut end.condition.expr, &mut left, which);
    }
    done.then_some(program)
}

/// The theorem that covers a game, if one does; it has to agree with the reference.
fn recognised(instance: &Instance, game: GameId, told: &str) -> Option<&'static str> {
    let looks = AtomicU64::new(0);
    let stop = || (looks.fetch_add(1, Ordering::Relaxed) > 600).then_some(Limit::Time);
    let budget = Budget::new(&stop, 20_000);
    let model = Model::of(instance);
    let covered = model.theorem(game, &budget)?;
    looks.store(0, Ordering::Relaxed);
    let mut reference = Solver::new(&model, &budget, Choice::Reference);
    let mut oracle = |component: &Component, convention: Convention| {
        let position = Position { convention, form: Form::Sum(Sum::one(component.clone())) };
        let outcome = reference.outcome(&position)?;
        let lost = (outcome != Outcome::Draw).then_some(outcome == Outcome::Previous);
        let value = if convention == Convention::Normal { reference.value(&position)? } else { None };
        Ok::<_, gspec::position::Problem>((lost, value))
    };
    let agreement = covered.agreement(GameRules { instance, game }, &[], &mut oracle);
    let id = covered.theorem.id;
    assert!(agreement.differs.is_none(), "{told}: theorem:{id} is wrong at {:?}", agreement.differs);
    Some(id)
}

/// Counts of the changes of a spec, by result.
#[derive(Default)]
struct Count {
    games: usize,
    tries: usize,
    changed: usize,
    still: usize,
}

/// Changes each recognised game of a spec `each` times. A change that occurs again is not examined again.
fn changes_of(name: &str, text: &str, each: usize) -> Count {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut sources = Sources::default();
    let root = sources.add(name, text);
    let opened = pipeline::open(sources, root, &[], &Disk, &budget);
    let mut count = Count::default();
    let Some(instance) = opened.instance else { return count };
    for game in instance.program.game_ids() {
        let Some(first) = recognised(&instance, game, name) else { continue };
        count.games += 1;
        // The seed depends on the name of the file, not on its folder: every checkout examines the
        // same changes.
        let file = std::path::Path::new(name).file_name().unwrap_or_default().as_encoded_bytes();
        let seed = file
            .iter()
            .fold(u64::from(game.0) + 1, |seed, byte| (seed * 31 + u64::from(*byte)) % 0xffff_fffb);
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ seed << 7);
        let mut met = HashSet::new();
        for round in 0..each {
            count.tries += 1;
            let Some(program) = mutated(&instance.program, game, &mut random) else { continue };
            if !met.insert(format!("{:?} {:?}", program.games[game.index()], program.globals)) {
                continue;
            }
            let Some(other) = Instance::new(program, &budget).0 else { continue };
            count.changed += 1;
            let told = format!("{name}, game {}, {first}, change {round}", game.0);
            count.still += usize::from(recognised(&other, game, &told).is_some());
        }
    }
    count
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn changed_rules_are_recognised_only_where_the_theorem_is_right() {
    // The number of changes of each game: set the variable for a longer run.
    let each = tries("GSPEC_MUTATIONS", 18, 6);
    let (counts, whole) = in_specs(6, |name, text| changes_of(name, text, each));
    let sum = |count: fn(&Count) -> usize| counts.iter().map(count).sum::<usize>();
    let (games, tries) = (sum(|it| it.games), sum(|it| it.tries));
    let (changed, still) = (sum(|it| it.changed), sum(|it| it.still));
    println!(
        "{games} games, {tries} tries, {changed} different changes that give rules, {still} still recognised"
    );
    assert!(games > 0 && changed > 0, "{games} games, {changed} changes");
    assert!(!whole || games >= 30 && changed >= 300, "{games} games, {changed} changes");
    assert!(!whole || still > 0, "no changed game is recognised");
}
