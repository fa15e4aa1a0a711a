//! Compares the engines `Graph` and `Dense` with the reference: outcomes, values, remoteness, equality and moves,
//! for the corpus, for random specs and for misleading specs.
//!
//! Where the reference answers, the engine must give an equal answer. Where the rules break, both must fail, with
//! two exceptions. An engine may know the outcome before it meets the breach; the outcome must then agree with
//! `Judge`, which derives outcomes from options alone and counts positions that break as unknown. (Values,
//! remoteness and equality depend on all positions.) An engine may also report a cycle that the reference, which
//! counts back from the ends, does not notice; then `Comparison::returns` must find a cycle.

use super::corpus::specs;
use super::random_games;
use super::share::{cases, is_all, repeatable, share};
use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Compound, Convention, Domain, GameId, Term, Value, print};
use gspec::model::Model;
use gspec::pipeline::{self, Opened};
use gspec::position::{
    Budget, Evaluated, Evaluator, Instance, Limit, Problem, ProblemKind, Refusal, Terms, Universe,
};
use gspec::solve::{Choice, Dense, Engine, Graph, Outcome, Solver};
use gspec::source::{Loader, NoFiles, Sources, Span};
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The limits of one question and of one comparison.
#[derive(Debug, Clone, Copy)]
struct Measure {
    /// How many positions the reference may examine; the engine under test may examine 20 times as many.
    positions: u64,
    /// How often the reference may ask the clock, about once in 4096 steps; the engine under test may ask four times as
    /// often.
    rounds: u64,
    /// How many components of each game are compared.
    components: usize,
    /// How many sums of components are compared.
    sums: usize,
}

/// The counts of comparisons.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    /// Questions that both engines answered alike.
    answers: usize,
    /// Questions about which both complained.
    complaints: usize,
    /// Questions that one engine answered, while the other reported that the rules break.
    early: usize,
    /// Questions that were too large for the reference.
    skipped: usize,
    /// Questions that were too large for the engine under test, but not for the reference.
    limited: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.answers += other.answers;
        self.complaints += other.complaints;
        self.early += other.early;
        self.skipped += other.skipped;
        self.limited += other.limited;
    }
}

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Complaint {
    Refused(Refusal),
    Limit,
    /// The rules break.
    Broken,
}

/// An answer with its problem reduced to a [`Complaint`].
fn plain<T>(answer: Evaluated<T>) -> Result<T, Complaint> {
    answer.map_err(|problem| complaint(&problem.kind))
}

fn complaint(kind: &ProblemKind) -> Complaint {
    match kind {
        // If both hold, either may be reported.
        ProblemKind::Refused(Refusal::AntiLoopy) => Complaint::Refused(Refusal::AntiWithEnds),
        ProblemKind::Refused(refusal) => Complaint::Refused(*refusal),
        // The greatest number of copies that can be counted is a limit too, and it differs between engines.
        ProblemKind::Limit(_) | ProblemKind::TooLarge(_) => Complaint::Limit,
        ProblemKind::InMove { problem, .. } => complaint(&problem.kind),
        _ => Complaint::Broken,
    }
}

fn is_limit<T>(answer: &Evaluated<T>) -> bool {
    answer.as_ref().is_err_and(|problem| complaint(&problem.kind) == Complaint::Limit)
}

fn open(spec: &str, name: &str, loader: &dyn Loader) -> Opened {
    let never = || None;
    let mut sources = Sources::default();
    let root = sources.add(name, spec);
    pipeline::open(sources, root, &[], loader, &Budget::new(&never, 100_000))
}

/// Small values of a type.
fn samples(domain: &Domain, universe: &Universe) -> Vec<Value> {
    match domain {
        Domain::Nat => (0..=4).map(Value::int).collect(),
        Domain::Between(..) => (-3..=40).map(Value::int).collect(),
        Domain::Int => (-2..=3).map(Value::int).collect(),
        Domain::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Domain::Text => ["", "a", "ab", "x.", "éab", "..x.."].into_iter().map(Value::text).collect(),
        Domain::Vertex => {
            let last = universe.len().saturating_sub(1);
            let numbers = (0..universe.len().min(4)).chain((last > 3).then_some(last));
            numbers.filter_map(|at| universe.vertex(at)).map(Value::Vertex).collect()
        }
        Domain::List(element) => {
            lists(&samples(element, universe)).into_iter().map(|it| Value::List(it.into())).collect()
        }
        Domain::Set(element) => lists(&samples(element, universe)).into_iter().map(Value::set).collect(),
        Domain::Tuple(parts) => {
            let parts: Vec<Vec<Value>> = parts.iter().map(|part| samples(part, universe)).collect();
            let most = parts.iter().map(Vec::len).max().unwrap_or(0) + 1;
            if parts.iter().any(Vec::is_empty) {
                return Vec::new();
            }
            let tuple = |at: usize| {
                let shifted = parts
                    .iter()
                    .enumerate()
                    .map(|(shift, part)| part[(at * (1 + shift) + shift) % part.len()].clone());
                Value::Tuple(shifted.collect())
            };
            (0..most).map(tuple).collect()
        }
        Domain::Graph | Domain::Position | Domain::Unknown => Vec::new(),
    }
}

fn lists(elements: &[Value]) -> Vec<Vec<Value>> {
    let Some(last) = elements.last() else { return vec![Vec::new()] };
    let at = |at: usize| elements[at % elements.len()].clone();
    vec![
        Vec::new(),
        vec![at(1)],
        vec![at(1), last.clone()],
        vec![at(2), at(1), at(1)],
        elements.to_vec(),
        vec![at(0)],
    ]
}

/// A few components of a game, spread over the values of its fields.
fn components(instance: &Instance, game: GameId, most: usize) -> Vec<Component> {
    let fields = &instance.program.game(game).fields;
    let ranges = &instance.fields[game.index()];
    let mut choices: Vec<Vec<Value>> = Vec::new();
    for (field, range) in fields.iter().zip(ranges) {
        let mut values = samples(&field.domain, instance.universe());
        values.retain(|value| range.contains(value));
        // The greatest first: play from there reaches most of the others.
        values.reverse();
        choices.push(values);
    }
    let all = choices.iter().map(Vec::len).product::<usize>();
    let mut found: Vec<Component> = Vec::new();
    for turn in 0..most.min(all) {
        // A stride that is coprime to most numbers spreads over all fields.
        let mut at = if all <= most { turn } else { turn * 7_919 % all };
        let mut state = Vec::new();
        for values in &choices {
            state.push(values[at % values.len()].clone());
            at /= values.len();
        }
        let component = Component { game, state: state.into() };
        if !found.contains(&component) {
            found.push(component);
        }
    }
    found
}

fn sum(parts: &[(&Component, u64)]) -> Sum {
    Sum::new(parts.iter().map(|(part, count)| ((*part).clone(), *count)).collect()).unwrap()
}

/// The positions that are compared: single components, and some sums and compounds of components, under normal,
/// misère and anti play.
fn positions(instance: &Instance, measure: Measure) -> Vec<Position> {
    let all: Vec<Component> =
        instance.program.game_ids().flat_map(|game| components(instance, game, measure.components)).collect();
    let mut sums: Vec<Sum> = all.iter().map(|it| Sum::one(it.clone())).collect();
    sums.push(Sum::default());
    let mut positions: Vec<Position> = Vec::new();
    for sum in &sums {
        positions.extend(under_all(&Form::Sum(sum.clone())));
    }
    if all.is_empty() {
        return positions;
    }
    let pick = |at: usize| &all[at * 31 % all.len()];
    for turn in 0..measure.sums {
        let (a, b, c) = (pick(turn), pick(turn * 3 + 1), pick(turn * 7 + 2));
        let (sum, operands) = match turn % 6 {
            0 => (sum(&[(a, 1), (b, 1)]), vec![Sum::one(a.clone()), Sum::one(b.clone())]),
            1 => (sum(&[(a, 2)]), vec![sum(&[(a, 2)])]),
            2 => (sum(&[(a, 1), (b, 1), (c, 1)]), vec![sum(&[(a, 1), (b, 1)]), Sum::one(c.clone())]),
            3 => (sum(&[(a, 2), (b, 1)]), vec![Sum::one(b.clone()), Sum::default()]),
            4 => (sum(&[(a, 1), (b, 3)]), vec![Sum::one(b.clone())]),
            _ => (sum(&[(a, 4)]), vec![Sum::one(a.clone()), Sum::one(a.clone()), Sum::one(b.clone())]),
        };
        let mut operands = operands;
        operands.sort();
        positions.extend(under_all(&Form::Sum(sum)));
        positions
            .push(Position { convention: Convention::Anti, form: Form::Operands(operands.clone().into()) });
        for compound in [Compound::ShortAll, Compound::LongAll, Compound::Some] {
            let form = Form::Compound(compound, operands.clone().into());
            if turn % 4 == 0 {
                positions.extend(under_all(&form));
            } else {
                positions.push(Position { convention: Convention::Normal, form });
            }
        }
    }
    for compound in [Compound::ShortAll, Compound::LongAll, Compound::Some] {
        positions.extend(under_all(&Form::Compound(compound, Arc::new([]))));
    }
    positions.push(Position { convention: Convention::Anti, form: Form::Operands(Arc::new([])) });
    positions
}

fn under_all(form: &Form) -> [Position; 2] {
    [Convention::Normal, Convention::Misere].map(|convention| Position { convention, form: form.clone() })
}

/// Outcomes from options alone; a position where the rules break is unknown.
struct Judge<'j, 'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    solver: &'j mut Solver<'a, 'b>,
    known: HashMap<Position, Option<Outcome>>,
}

impl Judge<'_, '_, '_> {
    fn outcome(&mut self, position: &Position, depth: usize) -> Option<Outcome> {
        if let Some(known) = self.known.get(position) {
            return *known;
        }
        if depth == 0 || self.known.len() > 300 {
            return None;
        }
        // A position that is being examined counts as unknown, so that a cycle ends here.
        self.known.insert(position.clone(), None);
        let found = self.look(position, depth);
        self.known.insert(position.clone(), found);
        found
    }

    fn look(&mut self, position: &Position, depth: usize) -> Option<Outcome> {
        let Form::Sum(sum) = &position.form else { return None };
        if let Some(only) = sum.single() {
            match Evaluator::new(self.instance, self.budget).ending(only) {
                Ok(None) => {}
                Ok(Some(ending)) if ending.win => return Some(Outcome::Next),
                Ok(Some(_)) => return Some(Outcome::Previous),
                Err(_) => return None,
            }
        }
        let options = self.solver.options(position).ok()?;
        if options.is_empty() {
            let normal = position.convention == Convention::Normal;
            return Some(if normal { Outcome::Previous } else { Outcome::Next });
        }
        let mut all = true;
        for option in options {
            match self.outcome(&option, depth - 1) {
                Some(Outcome::Previous) => return Some(Outcome::Next),
                Some(Outcome::Next) => {}
                _ => all = false,
            }
        }
        all.then_some(Outcome::Previous)
    }
}

/// Compares the answers of two engines to one question.
struct Comparison<'i> {
    instance: &'i Instance,
    tally: Tally,
}

impl Comparison<'_> {
    /// Whether play from the named component, or from some component of the position, can return:
    /// of a sum, an engine may name another component than the one that play returns to.
    fn returns(&self, position: &Position, named: &Component) -> bool {
        let never = || None;
        let budget = Budget::new(&never, 10_000);
        let model = Model::of(self.instance);
        let mut reference = Solver::new(&model, &budget, Choice::Reference);
        let sums: &[Sum] = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums,
        };
        let parts = sums.iter().flat_map(|sum| sum.parts.iter()).map(|part| &part.0);
        parts.chain([named]).any(|part| {
            let value = reference.sg(&Position::normal(Sum::one(part.clone())));
            value.is_err_and(|problem| matches!(problem.kind, ProblemKind::Cycle { .. }))
        })
    }

    /// Compares two answers; returns false if the reference reached a limit, so that nothing was compared. `early`
    /// judges an answer of the engine where the reference reports that the rules break.
    fn answer<T: PartialEq + Debug>(
        &mut self,
        question: &str,
        position: &Position,
        reference: Evaluated<T>,
        engine: impl FnOnce() -> Evaluated<T>,
        early: Option<&mut dyn FnMut(&T) -> bool>,
    ) -> Result<bool, String> {
        if is_limit(&reference) {
            self.tally.skipped += 1;
            return Ok(false);
        }
        let engine = engine();
        let returns = match &engine {
            Err(Problem { kind: ProblemKind::Cycle { component }, .. }) => self.returns(position, component),
            _ => false,
        };
        let words = format!("{reference:?}\n  but the engine: {engine:?}");
        match (plain(reference), plain(engine)) {
            (_, Err(Complaint::Limit)) => {
                self.tally.limited += 1;
                return Ok(true);
            }
            (Ok(a), Ok(b)) if a == b => {
                self.tally.answers += 1;
                return Ok(true);
            }
            (Err(a), Err(b)) if a == b || a == Complaint::Broken || b == Complaint::Broken => {
                // Which of two breaches is met first depends on the order of the search.
                self.tally.complaints += 1;
                return Ok(true);
            }
            (Ok(_), Err(Complaint::Broken)) if returns => {
                self.tally.early += 1;
                return Ok(true);
            }
            (Err(Complaint::Broken), Ok(answer)) if early.is_some_and(|early| early(&answer)) => {
                self.tally.early += 1;
                return Ok(true);
            }
            _ => {}
        }
        let position = print::position(&self.instance.program, position);
        Err(format!("{question} of {position}\n  the reference: {words}"))
    }
}

/// Compares all answers about some positions of a spec.
fn compare(opened: &Opened, measure: Measure) -> Result<Tally, String> {
    let instance = opened.instance.as_ref().unwrap();
    compare_positions(instance, &positions(instance, measure), measure)
}

fn compare_positions(instance: &Instance, positions: &[Position], measure: Measure) -> Result<Tally, String> {
    let rounds = AtomicU64::new(0);
    let stop = || (rounds.fetch_add(1, Ordering::Relaxed) > measure.rounds).then_some(Limit::Time);
    let patient = || (rounds.fetch_add(1, Ordering::Relaxed) > 4 * measure.rounds).then_some(Limit::Time);
    let again = || rounds.store(0, Ordering::Relaxed);
    let budget = Budget::new(&stop, measure.positions);
    // The engines under test may examine 20 times as many positions as the reference, and take 4
    // times as many rounds.
    let wide = Budget::new(&patient, 20 * measure.positions);
    let model = Model::of(instance);
    let mut reference = Solver::new(&model, &budget, Choice::Reference);
    // Machine code is made as early as possible; the fresh engine below has none.
    let compiled = Box::new(Graph::new(instance, &wide).compiling_after(1));
    let mut graph = Solver::asking(&model, &wide, compiled);
    // Tables of boxes that are too large, or mostly unreachable, are irrelevant here.
    let mut dense = Solver::asking(&model, &wide, Box::new(Dense::new(instance, &wide, true)));
    let mut tables = Comparison { instance, tally: Tally::default() };
    let mut comparison = Comparison { instance, tally: Tally::default() };
    let mut before: Option<&Position> = None;
    for position in positions {
        again();
        let expected = reference.outcome(position);
        let mut judge = |outcome: &Outcome| {
            let mut solver = Solver::new(&model, &budget, Choice::Reference);
            let mut judge = Judge { instance, budget: &budget, solver: &mut solver, known: HashMap::new() };
            judge.outcome(position, 20).is_none_or(|judged| judged == *outcome)
        };
        if is_limit(&expected) {
            // The results that the reference keeps count against its limit.
            reference = Solver::new(&model, &budget, Choice::Reference);
        }
        again();
        let first = comparison.answer(
            "the outcome",
            position,
            expected.clone(),
            || graph.outcome(position),
            Some(&mut judge),
        )?;
        if !first {
            continue;
        }
        again();
        let table = || dense.outcome(position);
        tables.answer("the outcome by a table", position, expected.clone(), table, Some(&mut judge))?;
        again();
        let value = reference.sg(position);
        tables.answer("the value by a table", position, value, || dense.sg(position), None)?;
        again();
        // An engine that knows nothing yet searches in another order.
        let mut fresh = Solver::new(&model, &wide, Choice::Graph);
        let a = reference.remoteness(position);
        comparison.answer("the remoteness", position, a.clone(), || fresh.remoteness(position), None)?;
        again();
        comparison.answer(
            "the outcome after it",
            position,
            expected,
            || fresh.outcome(position),
            Some(&mut judge),
        )?;
        again();
        comparison.answer("the remoteness after it", position, a, || graph.remoteness(position), None)?;
        again();
        comparison.answer("the value", position, reference.sg(position), || graph.sg(position), None)?;
        if let Some(before) = before {
            again();
            let pair = [Arc::new(before.clone()), Arc::new(position.clone())];
            let a = reference.term(Term::Equal, &pair, Span::default());
            let b = || graph.term(Term::Equal, &pair, Span::default());
            comparison.answer("equality", position, a, b, None)?;
        }
        before = Some(position);
        again();
        let options = reference.options(position);
        let count = options.as_ref().map_or(0, Vec::len);
        comparison.answer("the options", position, options, || graph.options(position), None)?;
        if (1..=6).contains(&count) {
            again();
            let (a, b) = (reference.moves(position), || graph.moves(position));
            comparison.answer("the moves", position, a, b, Some(&mut |_| true))?;
        }
    }
    Ok(comparison.tally)
}

/// The measure for the games of the corpus.
const LARGE: Measure = Measure { positions: 20_000, rounds: 2, components: 6, sums: 6 };
/// The measure for one of many specs.
const SMALL: Measure = Measure { positions: 1_500, rounds: 6, components: 4, sums: 3 };

struct Disk;

impl Loader for Disk {
    fn resolve(&self, from: &str, path: &str) -> String {
        Path::new(from).with_file_name(path).to_str().unwrap().to_string()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| error.to_string())
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn the_corpus_is_answered_alike() {
    let mut tally = Tally::default();
    for path in share(specs(), 4) {
        let text = std::fs::read_to_string(&path).unwrap();
        let opened = open(&text, path.to_str().unwrap(), &Disk);
        let instance = opened.instance.as_ref().unwrap();
        let never = || None;
        let mut asked = positions(instance, LARGE);
        for start in &instance.program.starts {
            match instance.evaluate(&start.position, &Budget::new(&never, 100_000)) {
                Ok(Value::Position(position)) => asked.push((*position).clone()),
                other => panic!("{}: {other:?}", path.display()),
            }
        }
        match compare_positions(instance, &asked, LARGE) {
            Ok(found) => {
                assert!(found.answers > 10, "{}: {found:?}", path.display());
                tally.add(found);
            }
            Err(words) => panic!("{}\n{words}", path.display()),
        }
    }
    assert!(
        tally.answers > if is_all() { 10_000 } else { 2_000 } && tally.limited * 20 < tally.answers,
        "{tally:?}"
    );
}

/// How a random spec fared.
enum Fared {
    Rejected(String),
    Compared(Tally),
    Differs(String),
}

fn try_spec(spec: &str) -> Fared {
    let opened = open(spec, "random.game", &NoFiles);
    if opened.instance.is_none() {
        let words = opened.diagnostics.iter().map(|it| format!("{} {}", it.code.name(), it.message));
        return Fared::Rejected(words.collect::<Vec<_>>().join("\n"));
    }
    match compare(&opened, SMALL) {
        Ok(tally) => Fared::Compared(tally),
        Err(words) => Fared::Differs(words),
    }
}

/// 1,000 random specs, in a sample 200. `PROPTEST_CASES` and `PROPTEST_RNG_SEED` ask for others.
#[test]
#[ignore = "long: runs with --include-ignored"]
fn random_specs_are_answered_alike() {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse().ok());
    let config = repeatable(asked.unwrap_or_else(|| cases(1_000, 200)));
    let cases = config.cases as usize;
    let mut runner = TestRunner::new(config);
    let tapes = proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..120), 4..20);
    let (rejected, tally) = (RefCell::new(Vec::new()), RefCell::new(Tally::default()));
    let result = runner.run(&tapes, |tapes| {
        let spec = random_games::spec(&tapes);
        match try_spec(&spec) {
            Fared::Rejected(words) => rejected.borrow_mut().push(format!("{spec}\n{words}")),
            Fared::Compared(found) => tally.borrow_mut().add(found),
            Fared::Differs(words) => return Err(TestCaseError::fail(format!("\n{spec}\n{words}"))),
        }
        Ok(())
    });
    match result {
        Ok(()) => {}
        // The tapes are not printed, because `words` has the spec that they give.
        Err(TestError::Fail(words, _)) => panic!("{words}"),
        Err(error) => panic!("{error}"),
    }
    let (rejected, tally) = (rejected.into_inner(), tally.into_inner());
    println!("{cases} specs, {} rejected, {tally:?}", rejected.len());
    let count = rejected.len();
    assert!(count * 20 <= cases, "{count} of {cases} specs are rejected, such as\n{}", rejected[0]);
    assert!(tally.answers > 100 * cases && tally.limited * 50 < tally.answers, "{tally:?}");
}

/// The measure for positions that are named one by one.
const TRAP: Measure = Measure { positions: 60_000, rounds: 40, components: 3, sums: 3 };

/// Compares some positions of a spec, and small ones of all its games. Fails if answers differ, or if too few
/// questions are compared.
#[track_caller]
fn alike(spec: &str, asked: &[&str]) -> Tally {
    let mut opened = open(spec, "trap.game", &NoFiles);
    assert!(opened.instance.is_some(), "{spec}\n{:?}", opened.diagnostics);
    let instance = opened.instance.clone().unwrap();
    let never = || None;
    let mut all = Vec::new();
    for text in asked {
        let body = opened.position(text, &NoFiles).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        match instance.evaluate(&body, &Budget::new(&never, 100_000)) {
            Ok(Value::Position(position)) => all.push((*position).clone()),
            other => panic!("{text}: {other:?}"),
        }
    }
    let tally = compare_positions(&instance, &all, TRAP).unwrap_or_else(|words| panic!("{spec}\n{words}"));
    assert!(2 * (tally.answers + tally.complaints) > asked.len(), "{spec}\n{tally:?}");
    let more = compare_positions(&instance, &positions(&instance, SMALL), SMALL);
    more.unwrap_or_else(|words| panic!("{spec}\n{words}"));
    tally
}

#[test]
fn states_that_outgrow_their_keys() {
    // Fields grow in the middle of a search, one after the other, until a word is too small.
    alike(
        "game g(n: nat, a: nat, b: int) { move up(k in 1..=min(n, 2)) -> g(n - k, a * 37 + k, b * -29 - 1) }",
        &["g(3, 0, 0)", "g(9, 1, 1)", "g(14, 1, 1)", "g(12, 0, 0) + g(3, 0, 0)", "misere g(13, 1, 0)"],
    );
    alike(
        "game g(n: nat, xs: [nat]) { move longer(k in 0..=min(n - 1, 1)) when n > 0 -> g(n - 1, xs ++ [n * 1000 + k]) }",
        &["g(1, [])", "g(8, [])", "g(4, [1]) + g(8, [])", "misere (g(3, []) + g(3, [0]))"],
    );
    alike(
        "game g(n: nat, s: {(nat, bool)}) { move m(k in 1..=min(n, 2)) -> g(n - k, s | {(n * n, even(k))}) }",
        &["g(7, {})", "g(6, {(5, 1 == 1)})", "all(g(3, {}), g(4, {}))"],
    );
    // Sums that were laid out before the keys changed.
    alike(
        "game g(n: nat, a: nat) { move m when n > 0 -> g(n - 1, a + 1) + g(n div 2, a) move big when n == 5 -> g(0, 2^40) }",
        &[
            "g(2, 0) + g(2, 1)",
            "misere (g(2, 0) + g(1, 0))",
            "g(5, 0) + g(2, 0)",
            "misere (g(4, 0) + g(1, 9))",
            "anti (g(5, 0) + g(2, 1))",
        ],
    );
    // Keys that get more room for one integer, and then have too little for the whole: the results known for
    // them are still needed, since values decide where play stops.
    alike(
        "game g(n: nat, t: text) { move m when n > 0 -> g(n - 1, t) }
         game h(xs: [nat]) {
           move m(i in indices(xs), k in 0..xs[i], v in 0..=1)
             -> (if i < v then g(min(3, 2 * i), \"x𝔸\") else h(xs[0..i] ++ xs[i + 1..len(xs)]))
         }",
        &[
            "anti (g(4, \"..x..\") + h([1, 4]))",
            "anti (g(4, \"\") + h([1, 4]))",
            "anti (g(3, \"..x.x\") + h([1, 4]) + h([2, 1, 1]))",
        ],
    );
    // Two games, one of which fills a word.
    alike(
        "game p(n: nat) { move m(k in 1..=n) -> p(n - k) + q(n - k, k, k * k, -k, n * n * n) }
         game q(a: nat, b: nat, c: nat, d: int, e: nat) { move m when a > 0 -> q(a - 1, b * 1000, c * c + 1000, d * 1000, e * 1000) }",
        &["p(4)", "p(3) + q(2, 1, 1, -1, 1)", "misere p(3)", "q(5, 1, 1, -1, 1)"],
    );
}

#[test]
fn integers_at_the_edge_of_a_word() {
    let edges = [
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775806",
        "9223372036854775808",
        "-9223372036854775809",
        "4611686018427387904",
        "-4611686018427387905",
        "2^64",
        "0 - 2^80",
    ];
    let asked: Vec<String> = edges
        .iter()
        .flat_map(|x| {
            [format!("g(3, {x})"), format!("g(2, {x}) + g(1, 0)"), format!("misere (g(2, {x}) + g(2, 7))")]
        })
        .collect();
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    for step in [
        "x + k",
        "x - k",
        "x * 2",
        "-x",
        "abs(x)",
        "x div -1",
        "x mod -1",
        "x mod 3 + x",
        "gcd(x, x + 1)",
        "lcm(x, 2)",
        "min(x, k) - max(x, 0 - k)",
        "x ^ 2",
        "sum([x, k, 0 - k])",
        "(if x > 0 then x xor k else x)",
        "sum({x, x + 1})",
        "max([x - 1, 0])",
        "x * k div k",
        "count(y > x for y in [x, x + k])",
        "(if even(x) then x div 2 else 3 * x + 1)",
        "(if x >= 0 then popcount(x) + isqrt(x) else valuation(x, 2))",
    ] {
        alike(
            &format!("game g(n: nat, x: int) {{ move m(k in 1..=min(n, 2)) -> g(n - k, {step}) }}"),
            &asked,
        );
    }
    alike(
        "game g(n: nat, x: 9223372036854775800..=9223372036854775807) { move m(k in 1..=min(n, 2)) when x + k <= 9223372036854775807 -> g(n - k, x + k) }",
        &["g(4, 9223372036854775800)", "g(4, 9223372036854775806)", "g(9, 9223372036854775801)"],
    );
    alike(
        "game g(n: nat, x: -9223372036854775808..=9223372036854775807) { move m(k in 1..=min(n, 2)) -> g(n - k, (x + k) div 2) }",
        &["g(4, -9223372036854775808)", "g(4, 9223372036854775807)"],
    );
    alike(
        "game g(n: nat, x: 0..=2^70) { move m(k in 1..=min(n, 2)) when x + k <= 2^70 -> g(n - k, x + k) }",
        &["g(4, 2^70)", "g(4, 2^70 - 2)", "g(3, 0) + g(2, 2^63)"],
    );
    alike(
        "game g(n: nat, x: nat) { move m(k in x..=x + 1) when n > 0 -> g(n - 1, k) }",
        &[
            "g(3, 9223372036854775806)",
            "g(3, 9223372036854775807)",
            "g(3, 2^63)",
            "g(2, 9223372036854775805)",
        ],
    );
}

/// The edges of a path, as in `0 - 1 - 2`.
fn path(count: usize) -> String {
    (0..count).map(|at| at.to_string()).collect::<Vec<_>>().join(" - ")
}

#[test]
fn sets_of_vertices_of_every_size() {
    for count in [1, 2, 62, 63, 64, 65, 66, 70] {
        let last = count - 1;
        let spec = format!(
            "param P: graph = graph undirected {{ {} }}
             game kayles(live: {{vertex}}) {{ move take(v in live) -> sum(kayles(c) for c in components(P, live - {{v}} - neighbours(P, v))) }}
             game far(n: nat, live: {{vertex}}, v: vertex) {{
               move step(w in neighbours(P, v)) when n > 0 and w not in live -> far(n - 1, live | {{v}}, w)
               move drop(w in live) when n > 1 -> far(n - 2, live - {{w}}, w)
               move turn when n > 2 -> far(n - 3, vertices(P) - live, v)
             }}",
            path(count)
        );
        let all: Vec<String> = [
            "kayles({0})".to_string(),
            format!("kayles({{0, {last}}})"),
            format!("kayles(reachable(P, {last}) & {{0, 1, {last}}})"),
            format!("far(3, {{}}, {last})"),
            format!("far(3, {{{last}}}, 0)"),
            format!("far(3, vertices(P), {last}) + far(2, vertices(P), 0)"),
            "far(4, vertices(P) - {0}, 0)".to_string(),
            format!("misere far(3, {{0, {last}}}, 0)"),
        ]
        .into_iter()
        .filter(|text| count > 1 || !text.contains('1'))
        .collect();
        alike(&spec, &all.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn graphs_with_different_vertices() {
    alike(
        "param A: graph = graph { a -> b, c; b -> c; 1 -> 2 }
         param B: graph = graph undirected { b - c - d; 2 - 3; 7 }
         game w(v: vertex) { move a(u in out(A, v)) -> w(u) }
         game m(n: nat, v: vertex, s: {vertex}) {
           move in_b(u in neighbours(B, v)) when n > 0 -> m(n - 1, u, s | {u})
           move part(c in components(B, s & vertices(B))) when n > 0 -> m(n - 1, v, s - c) + w(a)
           move to(u in s) when n > 0 and u in vertices(A) -> w(u) + m(n - 1, u, {})
         }
         game l(n: nat, xs: [vertex]) { move m(v in xs) when n > 0 -> l(n - 1, [u for x in xs if x in vertices(A) for u in out(A, x)]) + w(v) }",
        &[
            "w(a)", "w(1)", "w(d)", "m(2, b, {})", "m(2, a, {})", "m(2, b, {b, d, 7})", "m(2, 2, {3, a})", "m(3, c, {c})",
            "m(2, d, {b}) + w(b)", "misere (w(a) + w(b))", "l(2, [a, b])", "l(2, [d])", "l(3, [])", "l(2, [a, 1, a])",
        ],
    );
}

#[test]
fn empty_and_nested_values() {
    alike(
        "game g(xs: [[nat]]) { move m(i in indices(xs), j in indices(xs[i]), k in 0..xs[i][j]) -> g(xs with [i][j] = k)
            move drop(i in indices(xs)) when len(xs[i]) == 0 -> g(xs[0..i] ++ xs[i + 1..len(xs)]) }",
        &["g([])", "g([[]])", "g([[], []])", "g([[1], [2, 1]])", "g([[3]]) + g([[], [1]])", "misere (g([[1]]) + g([[]]))"],
    );
    alike(
        "game g(s: {[nat]}) { move m(x in s) -> g(s - {x}) move cut(x in s) when len(x) > 0 -> g(s - {x} | {x[1..len(x)]}) }",
        &["g({})", "g({[]})", "g({[1], [2]})", "g({[1, 2], []}) + g({[2]})"],
    );
    alike(
        "game g(xs: [(nat, bool)]) { move m(i in indices(xs)) when (let (n, b) = xs[i] in n > 0 or b)
            -> g(xs with [i] = (let (n, b) = xs[i] in (max(0, n - 1), not b and n > 1))) }",
        &[
            "g([])",
            "g([(0, 1 == 1)])",
            "g([(2, 1 == 2), (1, 1 == 1)])",
            "g([(1, 1 == 1)]) + g([(3, 1 == 2)])",
        ],
    );
    alike(
        "game g(t: text, u: {text}) { move m(i in indices(t)) -> g(t[0..i] ++ t[i + 1..len(t)], u | {t[i..i + 1]})
            move w(i in indices(t)) when t[i] != \".\" and {t} & u == {} -> g(t with [i] = \".\", u) }",
        &["g(\"\", {})", "g(\"a\", {\"\"})", "g(\"aé𝔸\", {})", "g(\"ab\", {}) + g(\"..\", {\".\"})"],
    );
    alike(
        "game g(a: 0..=3, s: {0..=3}) { move m(x in s) when x < a or x not in 1..=a -> g(a, s - {x}) move e when (0..a) == (a..0) and a > 0 -> g(a - 1, s) move r when a > 0 and (1..1) == (2..2) -> g(a - 1, {x for x in 0..a}) }",
        &["g(0, {})", "g(3, {0, 1, 2, 3})", "g(2, {3}) + g(1, {1})"],
    );
}

#[test]
fn lists_that_are_made_on_the_way() {
    // The choices of a product are kept, though one after the other is made in the same place.
    alike(
        "game g(n: nat, xs: [[nat]]) {
           move all when n > 0 -> g(n - 1, [c for c in product([0..n, 0..2])])
           move some(c in xs) when n > 0 and sum(c) > 1 -> g(n - 1, [d for d in xs if d != c])
           move last when n > 1 and len(xs) > 1 and xs[0] == xs[1] -> g(n - 2, [])
         }
         game h(n: nat, s: {[nat]}) { move m when n > 0 -> h(n - 1, {c for c in product([0..2, 0..n])}) move t(x in s) when n > 0 -> h(n - 1, s - {x}) }
         game t(n: nat, s: [([nat], nat)]) { move m when n > 0 -> t(n - 1, [(c, sum(c)) for c in product([0..n, 0..2])]) move u((c, k) in s) when k > n -> t(0, []) + t(n - 1, [(c, k)]) }",
        &["g(1, [])", "g(2, [])", "g(3, [])", "h(1, {})", "h(2, {[1]})", "h(3, {})", "g(2, [[1]]) + h(1, {[0]})", "t(1, [])", "t(2, [])", "t(3, [([1], 2)])"],
    );
    // Fields that do not change may take more than one word.
    alike(
        "loopy game g(t: (0..=2, bool), n: 0..=3) { move m when n > 0 -> g(t, n - 1) move l((a, b) in {t}) when b -> g((a, n == 2), n) }
         game h(t: (nat, (bool, int)), n: nat, u: (int, int), k: nat) {
           move x when n > 0 -> h(t, n - 1, u, k + 1)
           move y when k > 1 -> h(t, n, u, k - 2)
           move z(i in 1..=k) when n > 1 -> h((i, (k > 1, -i)), n - 2, u, k)
           move w when n > 2 -> h(t, n - 3, (k, n), k)
         }",
        &["g((2, true), 2)", "g((0, false), 3)", "g((1, true), 0)", "h((1, (true, -3)), 3, (0, 1), 2)", "h((0, (false, 5)), 4, (-1, 1), 0)"],
    );
    // Ranges as lists and sets.
    alike(
        "game g(n: nat, xs: [nat], s: {nat}) {
           move slice when n > 0 -> g(n - 1, (1..=n + 3)[1..3], s)
           move range when n > 1 -> g(n - 2, 0..n, 1..n)
           move back when n > 0 -> g(n - 1, reverse(0..n), {k for k in reverse(0..n)})
           move sort(i in indices(0..n)) when (0..n)[i] == i -> g(i, sorted(0..i) ++ (i..n), (0..i) | s)
           move choose when n > 0 -> g(n - 1, if n == 2 then 0..2 else [7], if n in 2..=3 then s else n..n)
           move keep when n > 0 -> (let r = 1..n in g(n - 1, [k for k in r if k in r], s - r))
           move index(i in 0..n) when len(1..i) > 0 -> g((1..n)[0] - 1, xs, s & (0..i))
         }",
        &[
            "g(1, [], {})",
            "g(2, [1], {3})",
            "g(3, [], {1, 2})",
            "g(4, [2, 2], {0})",
            "g(2, [], {}) + g(1, [], {})",
        ],
    );
    // Sets of vertices in the order of their members, not of their bits.
    alike(
        "param P: graph = graph undirected { 0 - 1 - 2 - 3 - 4 }
         game g(n: nat, s: {{vertex}}, xs: [{vertex}]) {
           move parts when n > 0 -> g(n - 1, {c for v in vertices(P) for c in components(P, vertices(P) - {v})}, sorted(xs))
           move first(c in s) when n > 0 and len(c) > 1 -> g(n - 1, s - {c} | {{v} for v in c}, [d for d in s])
           move same(c in xs) when n > 0 and c in s and c not in xs[1..len(xs)] -> g(n - 1, {c}, reverse(xs))
         }",
        &["g(1, {}, [])", "g(2, {}, [{0}, {1, 2}, {0, 3}])", "g(3, {{0, 1}, {2}}, [{2}, {0, 1}])", "g(2, {{4}, {0, 4}, {0}}, [{3, 4}, {}])"],
    );
    // A constant that nothing needs may take too long to evaluate.
    alike(
        "game g(n: nat) { move m when n > 100 and count(k for k in 1..=10^12 if is_prime(k)) > 5 -> 0 move t(k in 1..=n) -> g(n - k) }",
        &["g(3)", "g(2) + g(1)"],
    );
}

#[test]
fn threads_find_what_one_finds() {
    let opened = open(
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move y when b > 0 -> g(a, b - 1)
           move z when a > 1 and b > 0 -> g(a - 2, b - 1) move w when a > 2 -> g(a div 2, b) + g(a div 3, b div 2) }",
        "threads.game",
        &NoFiles,
    );
    let instance = opened.instance.unwrap();
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let threads = Budget::new(&never, 1_000_000).with_threads(3);
    let game = instance.program.find_game("g").unwrap();
    let at = |a: i64, b: i64| {
        Position::normal(Sum::one(Component { game, state: [Value::int(a), Value::int(b)].into() }))
    };
    let mut one = Graph::new(&instance, &budget);
    let mut three = Graph::new(&instance, &threads);
    for (a, b) in [(250, 251), (251, 250), (10, 400), (77, 78)] {
        let position = at(a, b);
        assert_eq!(three.sg(&position), one.sg(&position), "{a} {b}");
        assert_eq!(three.outcome(&position), one.outcome(&position), "{a} {b}");
    }
    assert!(one.examined() > 60_000);
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn rules_that_break_here_and_there() {
    let specs = [
        // Guarded and unguarded division.
        "game g(a: nat, b: nat) { move m(k in 1..=b div a) when 0 < a <= b -> g(a, b - k) }",
        "game g(a: nat, b: nat) { move m(k in 1..=b div a) -> g(a, max(0, b - k - 1)) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move m when a == 0 and 3 div b > 0 -> 0 }",
        "game g(a: nat, b: nat) { move x(k in 1..=a) -> g(a - k, b) move y when b > 0 -> g(a, b - 1) move m when a == 1 -> g(a - b - 1, 0) }",
        // Ends that agree, and ends that do not.
        "game g(a: nat, b: nat) { end when a == 0: lose end when b == 0: lose move x when a > 0 -> g(a - 1, b) move y when b > 0 -> g(a, b - 1) }",
        "game g(a: nat, b: nat) { end when a == 0: lose end when b == 0: win move x when a > 0 -> g(a - 1, b) move y when b > 0 -> g(a, b - 1) }",
        "game g(a: nat, b: nat) { end when a == 1 and 1 div b == 1: win end when a == 0: win move x when a > 0 -> g(a - 1, b) }",
        // Parameters of functions outside their types, in rare branches.
        "fn f(x: 0..=2): 0..=3 = x + 1
         game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, f(b)) move y when b > 0 -> g(a, b - 1) }",
        "fn f(x: nat): nat = if x > 2 then x - 3 else 0 - x
         game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, f(b)) move y when b > 0 -> g(a, b - 1) }",
        "fn f(xs: [0..=2]): {1..=3} = {x + 1 for x in xs}
         game g(a: nat, b: nat) { move x(k in f([b, b + 1])) when a > 0 -> g(a - 1, k) }",
        "fn f(x: 0..=2): bool = x > 0
         game g(a: nat, b: nat) { move x when a > 0 and (b < 2 or f(b)) -> g(a - 1, b + 1) move y when a > 1 and (f(a) => b > 0) -> g(a - 2, b) }",
        // Chains of comparisons.
        "param S: {nat} = {1, 3}
         game g(a: nat, b: nat) { move x when 0 <= b < a in S -> g(a - 1, b) move y when 0 < a >= b not in S -> g(a - 1, b + 1) }",
        "game g(a: nat, b: nat) { move x when 0 < a != b and a < 6 div (b - a) <= 9 -> g(a - 1, b) move y when b > 0 -> g(a, b - 1) }",
        // Fields outside types whose bounds are too large for a word.
        "game g(a: nat, b: 0..=2^70) { move x when a > 0 -> g(a - 1, b - 1) move y when a > 1 -> g(a - 2, b + 1) }",
        "game g(a: nat, b: -2^70..=4) { move x when a > 0 -> g(a - 1, b + 1) move y when a > 1 -> g(a - 2, b - 1) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> h(a - 1, [b]) } game h(a: nat, b: [0..=2^70]) { move x when a > 0 -> h(a - 1, [b[0] - 1]) }",
        // Indices and slices.
        "game g(a: nat, b: nat) { move x when a > 0 and [1, 2, 3][b] > 0 -> g(a - 1, b + 1) }",
        "game g(a: nat, b: nat) { move x when a > 0 and len([1, 2, 3][b..a]) < 2 -> g(a - 1, b) move y when b > 0 -> g(a, b - 1) }",
        "game g(a: nat, b: nat) { move x when a > 0 and min([k for k in 1..b]) < 3 -> g(a - 1, b) }",
        // Play that returns.
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move y when b == 2 -> g(a, 1) move z when b == 1 -> g(a, 2) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move y when b == 2 -> g(a, 1) + g(0, 0) move z when b == 1 -> g(a, 2) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move y when b == 2 -> h(a) } game h(a: nat) { move z when a != 1 -> g(a, 2) }",
        // One operand ends before the other gets to its breach.
        "game g(a: nat, b: nat) { move x when a > 0 -> g(a - 1, b) move y when a == 1 and b == 4 -> g(a - 2, b) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> h(a - 1) move y when b == 1 -> g(a, b) } game h(a: nat) { move z(k in 1..=a) -> h(a - k) }",
        // A number of copies that is negative.
        "game g(a: nat, b: nat) { move x when a > 0 -> (a - b) * g(a - 1, b) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> (2^33) * g(a - 1, b) move y when a > 0 and b > 3 -> (2^65) * g(a - 1, b) }",
        "game g(a: nat, b: nat) { move x when a > 0 -> (2^31) * (g(a - 1, b) + g(a - 1, b)) }",
    ];
    for spec in specs {
        alike(
            spec,
            &[
                "g(0, 0)",
                "g(0, 1)",
                "g(1, 0)",
                "g(1, 1)",
                "g(2, 1)",
                "g(1, 2)",
                "g(2, 2)",
                "g(3, 2)",
                "g(2, 4)",
                "g(4, 4)",
                "g(1, 1) + g(2, 2)",
                "2*g(2, 1)",
                "misere g(2, 2)",
                "misere (g(1, 0) + g(2, 1))",
                "anti (g(1, 1) + g(2, 1))",
                "short all(g(1, 0), g(4, 4))",
                "short all(g(0, 0), g(4, 4))",
                "long all(g(1, 0), g(2, 1))",
                "some(g(1, 0), g(3, 2))",
                "2*g(4, 4) + g(1, 1)",
            ],
        );
    }
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn copies_and_many_parts() {
    // An even number of copies cancels, but its value must still exist.
    alike(
        "game w(n: nat) { end when n == 2: win move m when n > 0 -> w(n - 1) }
         game l(n: nat) { end when n == 2: lose move m when n > 0 -> l(n - 1) }
         loopy game o(v: 0..=2) { move m -> o((v + 1) mod 3) move e when v == 1 -> 0 }
         game g(n: nat) { move two when n > 0 -> 2*w(n) move four when n > 1 -> 4*g(n - 2) move both when n > 2 -> 2*w(1) + 2*g(n - 1) + w(0) }
         game h(n: nat) { move two(k in 1..=n) -> 2*l(k) + h(n - k) move one when n > 0 -> h(n - 1) + 3*l(n) }",
        &[
            "2*w(2)", "2*w(3)", "2*w(1)", "4*w(4)", "g(1)", "g(2)", "g(3)", "g(4)", "2*g(3)", "2*g(2) + h(2)", "h(3)", "2*h(2)",
            "2*l(2)", "l(2) + l(3)", "misere 2*l(2)", "misere l(2)", "2*o(0)", "2*o(1) + g(1)", "3*o(0)", "o(1) + l(3)",
            "o(0) + w(3)", "anti 2*l(1)", "all(w(2), l(2))", "anti (o(0) + h(1))", "anti 2*o(1)",
        ],
    );
    // More parts in one option than a word has bits, some of them an even number of times.
    alike(
        "game n(k: nat) { move m(j in 0..k) -> n(j) }
         game wide(a: nat, c: nat) { move m when a > 0 -> sum(c*n(i) for i in 0..a) move odd when a > 3 -> sum((i mod 3)*n(i) for i in 0..a) + n(a) }",
        &["wide(5, 2)", "wide(64, 1)", "wide(63, 2)", "wide(64, 2)", "wide(65, 1)", "wide(65, 2)", "wide(70, 3)", "wide(66, 4) + n(2)"],
    );
    // Huge numbers of copies.
    alike(
        "game n(k: nat) { move m(j in 0..k) -> n(j) }
         game big(a: nat) { move m when a > 0 -> (65536)*n(a) + n(1) move k when a > 1 -> (2^20 + 1)*n(a - 1) move z when a > 2 -> (2^32 - 1)*n(1) }",
        &["big(1)", "big(2)", "big(3)", "70000*n(3)", "70001*n(3)", "(2^40)*n(2) + n(1)", "(2^32)*big(3) + n(2)"],
    );
    // Values of 64 and more: the 64 bits of a word represent only smaller values.
    alike(
        "game n(k: nat) { move m(j in 0..k) -> n(j) }
         game t(a: nat) { move m(k in 0..a) when k != 64 -> n(k) move two when a > 70 -> n(64) + n(64) }",
        &[
            "n(63)",
            "n(64)",
            "n(65)",
            "n(130)",
            "n(64) + n(65)",
            "t(64)",
            "t(65)",
            "t(66)",
            "t(71)",
            "t(100) + n(64)",
        ],
    );
}

#[test]
fn misere_sums_with_wild_components() {
    for (code, sums) in [
        ("0.77", [&[5, 1][..], &[8, 1], &[9], &[5, 4], &[6, 6], &[5, 5, 1], &[7, 2, 1]]),
        ("0.123", [&[6][..], &[6, 6], &[7, 5], &[8, 3], &[9, 2], &[5, 5, 1], &[10, 6]]),
        ("0.07", [&[12][..], &[9, 7], &[13], &[10, 3], &[8, 8], &[5, 5, 2], &[12, 2]]),
    ] {
        let text = |sum: &&[u64]| {
            let parts: Vec<String> = sum.iter().map(|n| format!("g({n})")).collect();
            format!("misere ({})", parts.join(" + "))
        };
        let mut asked: Vec<String> = sums.iter().map(text).collect();
        asked.extend((0..=9).map(|n| format!("misere (g({n}) + g(5))")));
        asked.extend((0..=9).map(|n| format!("misere (2*g({n}) + g(2))")));
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        alike(&format!("game g(n: nat) = octal \"{code}\""), &asked);
    }
    alike(
        "game g(n: nat) { move split(a in 1..=(n - 1) div 2) -> g(a) + g(n - a) }
         game n(k: nat) { move m(j in 0..k) -> n(j) }
         game d(n: nat) { move m(k in divisors(n)) when k < n -> d(n - k) }",
        &[
            "misere g(13)",
            "misere (g(13) + g(3))",
            "misere (g(8) + n(2))",
            "misere 2*n(1)",
            "misere 2*n(2)",
            "misere 3*n(1)",
            "misere 0",
            "misere n(0)",
            "misere (n(0) + g(1))",
            "misere 2*n(0)",
            "misere (2*n(1) + n(2))",
            "misere n(3)",
            "misere (n(1) + n(2) + n(3))",
            "misere (g(10) + g(7))",
            "misere (n(1) + g(13))",
            "misere (g(5) + g(6) + n(2))",
        ],
    );
    alike(
        "game d(n: nat) { move m(k in divisors(n + 1)) when k <= n -> d(n - k) }",
        &[
            "misere d(4)",
            "misere d(5)",
            "misere (d(4) + d(5))",
            "misere (d(5) + d(9) + d(1))",
            "misere 2*d(7)",
            "misere (d(10) + d(4))",
        ],
    );
}

#[test]
fn anti_positions_and_compounds() {
    alike(
        "game k(n: nat) = octal \"0.77\"
         game d(n: nat) = octal \"0.07\"
         game n(j: nat) { move m(i in 0..j) -> n(i) }
         game e(j: nat) { end when j == 1: lose move m(i in 0..j) -> e(i) }
         game z(j: nat) { end when j > 90: lose move m(i in 0..j) -> z(i) }",
        &[
            "anti (d(2) + d(10))",
            "anti (d(5) + d(5))",
            "anti (k(4) + k(3))",
            "anti 2*n(1)",
            "anti n(0)",
            "anti 0",
            "anti (n(2) + k(5))",
            "anti 3*d(4)",
            "anti e(3)",
            "anti z(3)",
            "anti (z(2) + n(2))",
            "anti (e(0) + n(1))",
            "anti (n(3) + n(2) + n(1))",
            "anti (k(3) + d(7))",
            "all(n(0), n(2))",
            "all(n(0), n(0))",
            "short all(n(0), n(2))",
            "long all(n(1), n(2))",
            "some(n(0), n(2))",
            "some(n(0), n(0))",
            "all(0, n(1))",
            "short all(0, n(1))",
            "some(0, 0)",
            "all(n(1) + n(2), k(3))",
            "short all(n(1) + n(2), k(3))",
            "some(n(1) + n(1), k(3))",
            "all(n(2))",
            "some(n(2) + n(2))",
            "all(e(1), n(2))",
            "all(e(2) + n(1), n(2))",
            "misere all(n(1), n(2))",
            "misere some(n(1), n(0))",
            "misere short all(n(0), n(1))",
            "all(n(2), n(2), n(3))",
            "some(k(2), k(3), n(1))",
            "misere all(0, 0)",
        ],
    );
}

#[test]
fn loopy_sums() {
    alike(
        "param H: graph = graph { a -> b; b -> c, a; c -> a, d; d; e -> e, d; f -> e, a; h -> i; i -> h }
         loopy game r(v: vertex) { move s(w in out(H, v)) -> r(w) }
         game n(j: nat) { move m(i in 0..j) -> n(i) }
         loopy game q(v: 0..=3) { move s when v > 0 -> q((v + 1) mod 4) + n(v) move t when v > 1 -> q(v - 1) }
         loopy game x(v: 0..=3) { end when v == 3: lose move s -> x((v + 1) mod 4) move t when v > 0 -> x(v - 1) }
         loopy game y(v: 0..=3) { end when v == 3: win move s -> y((v + 1) mod 4) move t when v > 0 -> y(v - 1) }
         game into(j: nat) { move m(i in 0..j) -> into(i) move l when j > 1 -> r(a) + r(d) }
         game won(j: nat) { move m when j > 0 -> y(3) + won(j - 1) }",
        &[
            "r(a)", "r(b)", "r(c)", "r(d)", "r(e)", "r(f)", "r(h)", "r(a) + r(b)", "r(a) + n(1)", "r(a) + n(2)", "2*r(a)", "2*r(e)", "3*r(e)",
            "r(h) + n(3)", "2*r(h) + n(1)", "r(f) + r(e)", "r(c) + r(c) + n(2)", "q(1)", "q(2)", "q(3) + n(1)", "x(0)", "x(1)", "x(3)", "y(0)",
            "y(2)", "x(0) + n(1)", "x(3) + n(1)", "y(0) + n(1)", "misere r(a)", "misere r(e)", "misere (r(e) + n(1))", "misere x(1)", "into(1)", "won(1)", "won(2)", "won(3) + r(a)", "misere won(2)",
            "into(2)", "into(3) + n(2)", "2*into(2)", "all(r(a), n(2))", "short all(r(e), r(c))", "some(r(a), r(c))", "anti r(a)", "misere (r(h) + n(1))",
        ],
    );
}
