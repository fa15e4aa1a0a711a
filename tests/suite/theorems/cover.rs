//! Which theorem covers a spec, and whether what it says is true.

use super::super::share::cases;
use gspec::ir::value::{Component, Position, Sum};
use gspec::ir::{Convention, GameId, Value};
use gspec::model::Model;
use gspec::number::Int;
use gspec::pipeline;
use gspec::position::{Budget, Instance, ProblemKind};
use gspec::solve::{Choice, Outcome, Solver};
use gspec::source::{NoFiles, Sources};
use gspec::theorem::Covered;

/// At most so many components are compared: all that are possible with fields below some bound.
const COMPONENTS: u32 = 400;
/// The same limit in a sample: for one field, where each component has many options, and for several fields.
const SAMPLE: (u32, u32) = (100, 250);
/// The least number that has to be comparable, of all and in a sample.
const ENOUGH: (u32, u32) = (40, 25);

/// The instance of a spec.
fn instance(spec: &str) -> Instance {
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let mut sources = Sources::default();
    let root = sources.add("test.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    opened.instance.unwrap_or_else(|| panic!("{spec}: {:?}", opened.diagnostics))
}

/// The theorem that covers the first game of a spec. Whatever it says has to be true.
pub fn theorem_of(spec: &str) -> Option<&'static str> {
    let instance = instance(spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &budget)?;
    let mut comparison = Comparison { spec, instance: &instance, covered, compared: 0 };
    comparison.all();
    let enough = cases(ENOUGH.0, ENOUGH.1) as usize;
    assert!(comparison.compared >= enough, "{spec}: only {} compared", comparison.compared);
    Some(covered.theorem.id)
}

/// Demands that a theorem covers all of these.
#[track_caller]
pub fn covers(id: &str, specs: &[&str]) {
    for spec in specs {
        assert_eq!(theorem_of(spec), Some(id), "{spec}");
    }
}

/// Demands that a theorem covers none of these. Others may, if what they say is true.
#[track_caller]
pub fn refuses(id: &str, specs: &[&str]) {
    for spec in specs {
        assert_ne!(theorem_of(spec), Some(id), "{spec}");
    }
}

/// Demands that no other theorem covers these specs. They are formulations that the comparison of
/// rules may not recognise yet.
#[track_caller]
pub fn at_most(id: &str, specs: &[&str]) {
    for spec in specs {
        assert!(theorem_of(spec).is_none_or(|found| found == id), "{spec}");
    }
}

/// Demands what a theorem says of components of any size: their fields, whether they are lost, and their
/// value, `-` where it says none.
#[track_caller]
pub fn says(spec: &str, convention: Convention, expected: &[(&str, bool, &str)]) {
    let instance = instance(spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    let model = Model::of(&instance);
    let covered = model.theorem(GameId(0), &budget).unwrap_or_else(|| panic!("{spec}"));
    for (fields, lost, value) in expected {
        let state: Vec<Value> =
            fields.split_whitespace().map(|field| Value::Int(Int::parse(field).unwrap())).collect();
        assert_eq!(covered.losing(&state, convention), Some(*lost), "{spec}: {fields}");
        let said = covered.value(&state).map_or("-".to_string(), |value| value.to_string());
        assert_eq!(said, *value, "{spec}: {fields}");
        assert!(covered.why(&state, convention).is_some(), "{spec}: {fields}");
    }
}

/// A comparison of a theorem's answers with the reference.
struct Comparison<'a> {
    spec: &'a str,
    instance: &'a Instance,
    covered: &'a Covered,
    compared: usize,
}

impl Comparison<'_> {
    fn all(&mut self) {
        let never = || None;
        let budget = Budget::new(&never, 20_000);
        let model = Model::of(self.instance);
        let mut reference = Solver::new(&model, &budget, Choice::Reference);
        let mut conventions = vec![Convention::Normal, Convention::Misere];
        for component in self.components() {
            conventions.retain(|convention| self.outcome(&component, *convention, &mut reference));
            if conventions.is_empty() {
                return;
            }
            let value = reference.sg(&Position::normal(Sum::one(component.clone())));
            if let (Some(said), Ok(value)) = (self.covered.value(&component.state), value) {
                assert_eq!(said, value, "{}: {component:?}", self.spec);
            }
        }
    }

    fn components(&self) -> Vec<Component> {
        let ranges = &self.instance.fields[0];
        let dimensions = ranges.len() as u32;
        let most = cases(COMPONENTS, if dimensions == 1 { SAMPLE.0 } else { SAMPLE.1 });
        let side = (1u32..).take_while(|side| side.pow(dimensions) <= most).last().unwrap();
        let state = |cell: u32| -> Vec<Value> {
            (0..dimensions).map(|at| Value::int(i64::from(cell / side.pow(at) % side))).collect()
        };
        let states = (0..side.pow(dimensions)).map(state);
        let admitted = states.filter(|state| state.iter().zip(ranges).all(|(it, range)| range.contains(it)));
        admitted.map(|state| Component { game: GameId(0), state: state.into() }).collect()
    }

    /// Compares the result for one component; false if the reference has reached its limits.
    fn outcome(
        &mut self,
        component: &Component,
        convention: Convention,
        reference: &mut Solver<'_, '_>,
    ) -> bool {
        let place = format!("{}: {component:?} {convention:?}", self.spec);
        let position =
            |component: &Component| Position { convention, ..Position::normal(Sum::one(component.clone())) };
        let Some(said) = self.covered.losing(&component.state, convention) else { return true };
        let outcome = match reference.outcome(&position(component)) {
            Ok(outcome) => outcome,
            // A position without an outcome, such as on a cycle, cannot be compared.
            Err(problem) => return !matches!(problem.kind, ProblemKind::Limit(_)),
        };
        assert_eq!(said, outcome == Outcome::Previous, "{place}");
        self.compared += 1;
        let words: Option<Vec<u64>> = component.state.iter().map(word).collect();
        let quick = words.and_then(|words| self.covered.losing_words(&words, convention));
        assert!(quick.is_none_or(|quick| quick == said), "{place}");
        let Some(mut winning) = self.covered.winning(&component.state, convention) else { return true };
        let options = reference.options(&position(component)).unwrap();
        let lost = options.iter().filter(|option| reference.outcome(option) == Ok(Outcome::Previous));
        let mut wanted: Vec<Vec<Value>> = lost.map(state_of).collect();
        winning.sort();
        wanted.sort();
        assert_eq!(winning, wanted, "{place}");
        true
    }
}

fn word(value: &Value) -> Option<u64> {
    match value {
        Value::Int(int) => u64::try_from(int.to_i64()?).ok(),
        _ => None,
    }
}

fn state_of(position: &Position) -> Vec<Value> {
    let gspec::ir::value::Form::Sum(sum) = &position.form else { panic!("no sum") };
    sum.single().unwrap().state.to_vec()
}
