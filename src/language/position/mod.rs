//! The reference semantics: the values of expressions and the moves of a component, directly from
//! the definitions.

mod arithmetic;
mod budget;
mod builtin;
mod clip;
mod collections;
mod compose;
mod comprehension;
mod convert;
mod domain;
pub mod enumerate;
pub mod errors;
mod evaluate;
mod evaluator;
mod fold;
mod graphs;
mod guards;
mod kleene;
mod moves;
mod open;
pub mod picture;
mod problem;
mod twists;
mod universe;

pub use budget::{Budget, Counters, Limit, Observer};
pub use domain::Range;
pub use evaluator::{Evaluator, Flow, Frame, Reach, Terms};
pub use kleene::is_unbounded;
pub use moves::{Ending, Step};
pub use problem::{Evaluated, Open, Problem, ProblemKind, Refusal};
pub use twists::spare;
pub use universe::{GraphId, Numbered, Universe};

use crate::diagnostic::Diagnostic;
use crate::ir::{Body, Domain, Program, Value};
use crate::source::Span;
use std::sync::OnceLock;

/// A program with its parameters, constants and range types evaluated.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The program.
    pub program: Program,
    /// The values of its globals, in the order of `Program::globals`.
    pub globals: Vec<Value>,
    /// For each game, the ranges of its fields, in their order.
    pub fields: Vec<Vec<Range>>,
    /// How turns in the games of the program deviate from strict alternation.
    twists: twists::Twists,
    /// The vertices and graphs of the program, numbered when first needed.
    universe: OnceLock<Universe>,
}

impl Instance {
    /// An instance of a program without parameters and constants, for tests. It has no ranges of
    /// fields.
    #[cfg(test)]
    pub fn bare(program: Program) -> Instance {
        let twists = twists::Twists::default();
        Instance { program, globals: Vec::new(), fields: Vec::new(), twists, universe: OnceLock::new() }
    }

    /// Evaluates the parameters and constants of a program, and the bounds of its range types.
    /// There is an instance exactly when there are no diagnostics.
    pub fn new(program: Program, budget: &Budget<'_>) -> (Option<Instance>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let late = late_globals(&program);
        let globals = vec![Value::Bool(false); program.globals.len()];
        let (fields, twists) = (Vec::new(), twists::Twists::default());
        let mut instance = Instance { program, globals, fields, twists, universe: OnceLock::new() };
        if let Err(error) = instance.evaluate_globals(&late, false, budget) {
            diagnostics.push(*error);
            return (None, diagnostics);
        }
        for game in &instance.program.games {
            let ranges = game.fields.iter().map(|field| instance.range(&field.domain, budget));
            match ranges.collect::<Evaluated<Vec<Range>>>() {
                Ok(ranges) => instance.fields.push(ranges),
                Err(problem) => diagnostics.push(errors::constant(&instance, &problem)),
            }
        }
        diagnostics.extend(instance.evaluate_twists(budget));
        if diagnostics.is_empty()
            && let Err(error) = instance.evaluate_globals(&late, true, budget)
        {
            diagnostics.push(*error);
        }
        if !diagnostics.is_empty() {
            return (None, diagnostics);
        }
        fold::fold(&mut instance, budget);
        clip::clip(&mut instance, budget);
        (Some(instance), diagnostics)
    }

    /// Evaluates the globals `g` with `late[g] == which`. The first problem stops the evaluation,
    /// because later globals would only repeat it.
    fn evaluate_globals(
        &mut self,
        late: &[bool],
        which: bool,
        budget: &Budget<'_>,
    ) -> Result<(), Box<Diagnostic>> {
        for (at, late) in late.iter().enumerate() {
            if *late != which {
                continue;
            }
            let global = &self.program.globals[at];
            let value = Evaluator::new(self, budget).body(&global.value);
            match value.and_then(|value| self.declared(global.domain.as_ref(), value, budget)) {
                Ok(value) => self.globals[at] = value,
                Err(problem) => return Err(Box::new(errors::global(self, global, &problem))),
            }
        }
        Ok(())
    }

    /// Evaluates the bounds of a declared type.
    pub fn range(&self, domain: &Domain, budget: &Budget<'_>) -> Evaluated<Range> {
        Range::of(domain, &mut Evaluator::new(self, budget))
    }

    /// Returns `value` if it is in the declared type `domain`, or if there is no declared type, as
    /// for a constant.
    fn declared(&self, domain: Option<&Domain>, value: Value, budget: &Budget<'_>) -> Evaluated<Value> {
        let Some(domain) = domain else { return Ok(value) };
        if self.range(domain, budget)?.contains(&value) {
            return Ok(value);
        }
        let kind = ProblemKind::OutsideDeclared {
            name: crate::ir::print::domain(&self.program, domain),
            value: crate::ir::print::value(&self.program, &value),
        };
        Err(Problem { span: Span::default(), kind })
    }

    /// The vertices and graphs of the program by number.
    pub fn universe(&self) -> &Universe {
        self.universe.get_or_init(|| Universe::new(&self.program, &self.globals))
    }

    /// Evaluates a body without fields or parameters.
    pub fn evaluate(&self, body: &Body, budget: &Budget<'_>) -> Evaluated<Value> {
        Evaluator::new(self, budget).body(body)
    }
}

/// For each global, whether evaluating it makes components, directly or through functions and
/// globals. These globals are evaluated after the ranges of fields, whose bounds may use the
/// others.
fn late_globals(program: &Program) -> Vec<bool> {
    use crate::ir::{ExprKind, walk};
    let mut late = vec![false; program.globals.len()];
    let mut functions = vec![false; program.functions.len()];
    let speaks = |expr, late: &[bool], functions: &[bool]| {
        let mut found = false;
        walk::everything(expr, &mut |inner| {
            found |= match &inner.kind {
                ExprKind::Component(..) => true,
                ExprKind::Call(id, _) => functions[id.index()],
                ExprKind::Global(id) => late[id.index()],
                _ => false,
            }
        });
        found
    };
    // Functions and globals use one another, so rounds are repeated until nothing changes. Because
    // there is no recursion, few rounds are needed.
    loop {
        let before = (late.clone(), functions.clone());
        for at in 0..functions.len() {
            functions[at] |= speaks(&program.functions[at].body.expr, &late, &functions);
        }
        for at in 0..late.len() {
            late[at] |= speaks(&program.globals[at].value.expr, &late, &functions);
        }
        if before == (late.clone(), functions.clone()) {
            return late;
        }
    }
}
