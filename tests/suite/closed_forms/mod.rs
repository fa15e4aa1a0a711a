//! The closed forms of theorems, compared with the reference on the rules that the theorems state:
//! values, outcomes, and all winning moves.

mod coins;
mod graphs;
mod heaps;
mod recognised;
mod recognised_coins;
mod recognised_heaps;
mod regions;

pub use recognised::theorem_of;

use gspec::ir::value::{Component, Form, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::pipeline::{self, Setting};
use gspec::position::{Budget, Evaluator, Instance, Limit, ProblemKind, enumerate};
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{NoFiles, Sources};
use gspec::theorem::{self, ClosedForm, Hypotheses, Kind, Parameters};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One formulation of the rules of a theorem, with values for its parameters.
struct Case<'a> {
    /// The identifier of the theorem.
    id: &'a str,
    /// The kinds of the fields, for which the theorem writes its rules.
    kinds: &'a [Kind],
    /// The index of the formulation among those of the theorem.
    which: usize,
    /// Names of parameters with their values.
    set: &'a [(&'a str, &'a str)],
    /// Positions whose followers are examined too; `@` is the game.
    starts: &'a [&'a str],
    /// The least number of components about which the theorem must give a result.
    least: usize,
}

/// The most components that are examined.
const MOST_COMPONENTS: usize = 2500;

/// Demands that a theorem agrees with the reference on small components and those below the starts.
#[track_caller]
fn agrees(case: &Case<'_>) {
    let (instance, form) = made(case);
    let begin = Instant::now();
    let stop = move || (begin.elapsed() > Duration::from_secs(60)).then_some(Limit::Time);
    let budget = Budget::new(&stop, 5_000_000);
    let components = below_starts(&instance, &budget).chain(small(&instance)).collect::<BTreeSet<_>>();
    let model = Model::of(&instance);
    let mut solver = Solver::new(&model, &budget, Choice::Reference);
    let mut said = 0;
    for component in components.iter().take(MOST_COMPONENTS) {
        let normal = Position::normal(Sum::one(component.clone()));
        let name = format!("{} {} {:?} {:?}", case.id, case.which, case.set, component.state);
        if form.is_total(Some(instance.universe().len()))
            && let Err(problem) = solver.outcome(&normal)
        {
            assert!(matches!(problem.kind, ProblemKind::Limit(_)), "{name}: {problem:?}");
        }
        let value = form.value(&component.state);
        said += usize::from(value.is_some() || form.losing(&component.state, Convention::Normal).is_some());
        if let Some(value) = value
            && let Ok(known) = solver.sg(&normal)
        {
            assert_eq!(value, known, "{name}: value");
        }
        for convention in [Convention::Normal, Convention::Misere, Convention::Anti] {
            let position = Position { convention, ..normal.clone() };
            let _ = form.why(&component.state, convention);
            let told = form.losing(&component.state, convention);
            let winning = form.winning(&component.state, convention);
            if convention == Convention::Anti {
                assert!(told.is_none() && winning.is_none(), "{name}: nothing is known of anti play");
                continue;
            }
            // The reference is asked only if the theorem answers, because it may need very long for misère sums.
            if let Some(losing) = told
                && let Ok(known) = solver.outcome(&position)
            {
                assert_eq!(losing, known == Outcome::Previous, "{name} {convention:?}: outcome");
                said += usize::from(
                    convention == Convention::Misere
                        && form.losing(&component.state, Convention::Normal).is_none(),
                );
            }
            if let Some(winning) = winning
                && let Ok(options) = solver.options(&position)
            {
                let lost = |option: &Position| solver.outcome(option).unwrap() == Outcome::Previous;
                let known: BTreeSet<Position> = options.into_iter().filter(lost).collect();
                let single =
                    |state: Vec<Value>| Sum::one(Component { game: component.game, state: state.into() });
                let told =
                    winning.into_iter().map(|state| Position { convention, form: Form::Sum(single(state)) });
                assert_eq!(told.collect::<BTreeSet<_>>(), known, "{name} {convention:?}: winning moves");
            }
        }
    }
    assert!(said >= case.least, "{} {} {:?}: told of {said} components only", case.id, case.which, case.set);
}

/// The rules of a case as an instance, with the closed form of the theorem.
#[track_caller]
fn made(case: &Case<'_>) -> (Instance, Box<dyn ClosedForm>) {
    let theorem = theorem::find(case.id).expect("a theorem of the list");
    let several = match &theorem.hypotheses {
        Hypotheses::Any(several) => several,
        one => std::slice::from_ref(one),
    };
    let rules = several.iter().find_map(|it| match it {
        Hypotheses::Rules { written, form } => Some((written, form)),
        _ => None,
    });
    let (written, form) = rules.unwrap_or_else(|| panic!("{} has no rules", case.id));
    let mut text = written(case.kinds)[case.which].clone();
    let name = text.split("game ").nth(1).unwrap().split('(').next().unwrap().to_string();
    for start in case.starts {
        text.push_str(&format!("\nstart {}", start.replace('@', &name)));
    }
    let instance = opened(&text, case.set);
    let named = instance.program.globals.iter().map(|global| global.name.clone());
    let parameters = Parameters::new(case.which, named.zip(instance.globals.iter().cloned()).collect());
    let form = form(&parameters).unwrap_or_else(|| panic!("{}: no form for {:?}", case.id, case.set));
    (instance, form)
}

/// The instance of a spec, with values for its parameters.
#[track_caller]
pub fn opened(text: &str, set: &[(&str, &str)]) -> Instance {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut sources = Sources::default();
    let root = sources.add("theorem.game", text);
    let setting = |(name, value): &(&str, &str)| Setting { name: name.to_string(), value: value.to_string() };
    let settings: Vec<Setting> = set.iter().map(setting).collect();
    let opened = pipeline::open(sources, root, &settings, &NoFiles, &budget);
    opened.instance.unwrap_or_else(|| panic!("{text}\n{:?}", opened.diagnostics))
}

/// Small components of the types of the first game.
fn small(instance: &Instance) -> impl Iterator<Item = Component> {
    let (all, _) = enumerate::components(instance, GameId(0));
    let stride = (all.len() / 800).max(1);
    all.into_iter().step_by(stride).filter(|component| component.state.iter().all(is_quick))
}

/// Whether the reference is fast for a value: a set has to have small members only, so that few
/// sets are reached.
fn is_quick(value: &Value) -> bool {
    let small = |member: &Value| match member {
        Value::Int(int) => int.to_i64().is_some_and(|int| int < 5),
        Value::Tuple(parts) => parts.iter().all(|part| *part < Value::int(2)),
        _ => true,
    };
    match value {
        Value::Set(members) => members.iter().all(small),
        _ => true,
    }
}

/// All components that the starts lead to.
fn below_starts(instance: &Instance, budget: &Budget<'_>) -> impl Iterator<Item = Component> {
    let mut evaluator = Evaluator::new(instance, budget);
    let mut found = BTreeSet::new();
    let mut pending: Vec<Component> = Vec::new();
    for start in &instance.program.starts {
        let Value::Position(position) = evaluator.body(&start.position).unwrap() else {
            panic!("no position")
        };
        let Form::Sum(sum) = &position.form else { panic!("no sum") };
        pending.extend(sum.parts.iter().map(|part| part.0.clone()));
    }
    while let Some(component) = pending.pop() {
        if found.len() >= MOST_COMPONENTS || !found.insert(component.clone()) {
            continue;
        }
        if evaluator.ending(&component).unwrap().is_none() {
            for step in evaluator.steps(&component).unwrap() {
                pending.extend(step.target.parts.iter().map(|part| part.0.clone()));
            }
        }
    }
    found.into_iter()
}

/// The answers of a theorem about the first start: the value, and whether the player to move loses.
#[track_caller]
fn told(case: &Case<'_>) -> (Option<String>, Option<bool>) {
    let (instance, form) = made(case);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let start = &instance.program.starts[0].position;
    let Value::Position(position) = Evaluator::new(&instance, &budget).body(start).unwrap() else { panic!() };
    let Form::Sum(sum) = &position.form else { panic!("no sum") };
    let state: Arc<[Value]> = sum.parts[0].0.state.clone();
    (form.value(&state).map(|value| value.to_string()), form.losing(&state, Convention::Normal))
}
