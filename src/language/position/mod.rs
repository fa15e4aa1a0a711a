//! The reference semantics: what expressions are worth and which moves a component has, straight
//! from the definitions.

mod arithmetic;
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
mod fold;
mod graphs;
mod kleene;
mod moves;
pub mod picture;
mod universe;

pub use domain::Range;
pub use evaluate::{Evaluator, Flow, Frame, Terms};
pub use kleene::{Open, Reach, is_unbounded};
pub use moves::{Ending, Step};
pub use universe::{GraphId, Numbered, Universe};

use crate::diagnostic::Diagnostic;
use crate::ir::value::Component;
use crate::ir::{Body, Domain, GameId, Program, Value};
use crate::source::Span;
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A program with its parameters and constants evaluated.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The program.
    pub program: Program,
    /// The values of its globals.
    pub globals: Vec<Value>,
    /// For each game, the ranges of its fields.
    pub fields: Vec<Vec<Range>>,
    /// Its vertices, numbered when they are first asked for.
    universe: OnceLock<Universe>,
}

/// Which limit stopped a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Limit {
    /// The time ran out.
    Time,
    /// The memory ran out.
    Memory,
    /// Too many positions.
    Positions,
    /// The user stopped it.
    Interrupt,
}

/// What a computation may use. The clock and the memory are asked through a function that the
/// command line hands in.
pub struct Budget<'a> {
    stop: &'a (dyn Fn() -> Option<Limit> + Sync),
    ticks: Cell<u32>,
    /// How many components or positions one question may examine.
    pub positions: u64,
    /// How many an array may hold that has a place of a few bytes for each.
    pub places: u64,
    /// How many threads may work at once.
    pub threads: usize,
    /// Where it is noted how many components and positions were looked at.
    examined: Option<&'a AtomicU64>,
    /// Those that are not noted there yet.
    fresh: Cell<u64>,
    /// Where steps are counted, those of all forks together.
    spent: Option<&'a AtomicU64>,
    /// What tells the time and is told what goes on.
    observer: Option<&'a dyn Observer>,
}

/// Counts the work of engines that do not go through the evaluator; for all threads.
#[derive(Clone, Copy)]
pub struct Counters<'a> {
    stop: &'a (dyn Fn() -> Option<Limit> + Sync),
    examined: Option<&'a AtomicU64>,
    spent: Option<&'a AtomicU64>,
}

impl Counters<'_> {
    /// Notes so many components that were looked at, and tells the limit that is reached, if one is.
    pub fn count(&self, components: u64) -> Option<Limit> {
        for counter in [self.examined, self.spent].into_iter().flatten() {
            counter.fetch_add(components, Ordering::Relaxed);
        }
        (self.stop)()
    }
}

/// What tells the time and is told what goes on: the command line hands it in.
pub trait Observer: Sync {
    /// How many microseconds have passed since some moment.
    fn now(&self) -> u64;
    /// Something else begins.
    fn begins(&self, what: &str);
    /// Whether so many bytes more would stay within the limit of the memory.
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }
}

/// Less than that is made without asking for room: it is noticed soon enough when it is there.
const ASKED_FOR: usize = 1 << 20;

/// How many steps pass between two looks at the clock.
const TICKS: u32 = 4096;

impl<'a> Budget<'a> {
    /// A budget that ends when `stop` names a limit, or after a number of positions.
    pub fn new(stop: &'a (dyn Fn() -> Option<Limit> + Sync), positions: u64) -> Budget<'a> {
        let (ticks, fresh) = (Cell::new(0), Cell::new(0));
        let places = positions;
        Budget {
            stop,
            ticks,
            positions,
            places,
            threads: 1,
            examined: None,
            fresh,
            spent: None,
            observer: None,
        }
    }

    /// The same for so many threads.
    pub fn with_threads(self, threads: usize) -> Budget<'a> {
        Budget { threads: threads.max(1), ..self }
    }

    /// The same with arrays of so many places.
    pub fn with_places(self, places: u64) -> Budget<'a> {
        Budget { places, ..self }
    }

    /// The same, with a place where it is noted how many components and positions were looked at.
    pub fn noted(self, examined: &'a AtomicU64) -> Budget<'a> {
        Budget { examined: Some(examined), ..self }
    }

    /// The same, with a place where steps are counted.
    pub fn counted(self, spent: &'a AtomicU64) -> Budget<'a> {
        Budget { spent: Some(spent), ..self }
    }

    /// The same with an observer.
    pub fn observed(self, observer: &'a dyn Observer) -> Budget<'a> {
        Budget { observer: Some(observer), ..self }
    }

    /// How many microseconds have passed since some moment, if somebody tells it.
    pub fn now(&self) -> Option<u64> {
        self.observer.map(Observer::now)
    }

    /// What counts work beside the steps of the evaluator.
    pub fn counters(&self) -> Counters<'a> {
        Counters { stop: self.stop, examined: self.examined, spent: self.spent }
    }

    /// What tells the time, if anything does.
    pub fn observer(&self) -> Option<&'a dyn Observer> {
        self.observer
    }

    /// Tells that something else begins.
    pub fn begins(&self, what: &str) {
        if let Some(observer) = self.observer {
            observer.begins(what);
        }
    }

    /// Asks for the memory of so many things of one size before they are made.
    pub fn reserve<T>(&self, count: usize) -> Result<(), Limit> {
        let bytes = count.saturating_mul(size_of::<T>());
        let has_room = |observer: &dyn Observer| observer.has_room(bytes as u64);
        if bytes < ASKED_FOR || self.observer.is_none_or(has_room) { Ok(()) } else { Err(Limit::Memory) }
    }

    /// How many steps were counted, of this budget and all its forks; told a few thousand at a time.
    pub fn spent(&self) -> u64 {
        self.spent.map_or(0, |spent| spent.load(Ordering::Relaxed))
    }

    /// Notes a component or position that was looked at.
    pub fn examine(&self) {
        self.fresh.set(self.fresh.get() + 1);
    }

    /// Notes many of them.
    pub fn examine_all(&self, count: u64) {
        self.fresh.set(self.fresh.get() + count);
    }

    /// A budget with the same limits, for another thread or another part of the work.
    pub fn fork(&self) -> Budget<'a> {
        Budget { ticks: Cell::new(0), fresh: Cell::new(0), ..*self }
    }

    /// The same for a part of the work that ends when `stop` names a limit.
    pub fn within<'b>(&self, stop: &'b (dyn Fn() -> Option<Limit> + Sync)) -> Budget<'b>
    where
        'a: 'b,
    {
        Budget { stop, ..self.fork() }
    }

    /// What names a limit that is reached.
    pub fn stopper(&self) -> &'a (dyn Fn() -> Option<Limit> + Sync) {
        self.stop
    }

    /// What names a limit that is reached, or that of the time once it was asked more often than so many times.
    pub fn stop_after<'l>(
        &self,
        looks: &'l AtomicU64,
        most: u64,
    ) -> impl Fn() -> Option<Limit> + Sync + use<'l, 'a>
    where
        'a: 'l,
    {
        let outer = self.stop;
        move || outer().or((looks.fetch_add(1, Ordering::Relaxed) > most).then_some(Limit::Time))
    }

    /// Counts some steps.
    pub fn tick(&self, steps: usize) -> Result<(), Limit> {
        let ticks = self.ticks.get().saturating_add(u32::try_from(steps).unwrap_or(u32::MAX));
        self.ticks.set(ticks);
        if ticks < TICKS {
            return Ok(());
        }
        self.ticks.set(0);
        if let Some(spent) = self.spent {
            spent.fetch_add(u64::from(ticks), Ordering::Relaxed);
        }
        if let Some(examined) = self.examined {
            examined.fetch_add(self.fresh.take(), Ordering::Relaxed);
        }
        match (self.stop)() {
            Some(limit) => Err(limit),
            None => Ok(()),
        }
    }
}

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub span: Span,
    /// What happened.
    pub kind: ProblemKind,
}

/// What can happen while evaluating.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is told in errors.rs")]
pub enum ProblemKind {
    DivisionByZero,
    Index {
        index: String,
        length: usize,
    },
    SliceOutside {
        low: String,
        high: String,
        length: usize,
    },
    NegativeExponent,
    NegativeRoot,
    NotNatural {
        what: &'static str,
        value: String,
    },
    TooLarge(&'static str),
    EmptyExtreme(&'static str),
    NotOneField,
    IrrationalRoot,
    PrimeUnknown,
    ForeignVertex {
        vertex: String,
    },
    NegativeVertex {
        value: String,
    },
    NoPath {
        from: String,
        to: String,
    },
    ShortCycle,
    NotATree,
    NoParent {
        vertex: String,
    },
    NotOneCharacter,
    WithLengths {
        places: usize,
        values: usize,
    },
    BadBase,
    /// A component would have a field outside its type.
    Outside {
        game: GameId,
        field: usize,
        value: Value,
    },
    /// A function got or gave a value outside its declared type.
    OutsideDeclared {
        name: String,
        value: String,
    },
    EndsDisagree {
        first: Span,
    },
    /// A sum of things that are not sums, such as `misere P + Q`.
    NotASum,
    /// A question that the kind of position does not admit.
    Refused(Refusal),
    /// A move of this component could not be evaluated.
    InMove {
        component: Component,
        game: GameId,
        rule: usize,
        problem: Box<Problem>,
    },
    /// Play returns to this component though its game is not loopy.
    Circle {
        component: Component,
    },
    /// The engine that was asked for does not take this game.
    Unfit {
        engine: &'static str,
        game: GameId,
        why: &'static str,
    },
    /// A quantifier over all naturals was looked at only up to a bound, and that decides nothing.
    Open(Box<Open>),
    Limit(Limit),
}

impl ProblemKind {
    /// Whether something was too much, rather than wrong.
    pub fn is_of_size(&self) -> bool {
        match self {
            ProblemKind::InMove { problem, .. } => problem.kind.is_of_size(),
            other => matches!(other, ProblemKind::Limit(_) | ProblemKind::TooLarge(_)),
        }
    }
}

/// Why a question is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is told in errors.rs")]
pub enum Refusal {
    /// A game with `win` ends has no values.
    ValueOfWinEnds,
    /// A game with such ends cannot be part of a sum.
    SumWithEnds,
    /// Values belong to normal play.
    ValueOfConvention,
    /// An infinite loopy value is no number.
    InfiniteValue,
    /// `anti` needs games without ends and loops.
    AntiWithEnds,
    AntiLoopy,
    /// A drawn position has no remoteness.
    RemotenessOfDraw,
    /// No theory at hand decides equality here.
    EqualityUndecided,
}

/// The result of evaluating.
pub type Evaluated<T> = Result<T, Problem>;

impl Instance {
    /// An instance of a program without parameters and constants; the ranges of fields are left out.
    #[cfg(test)]
    pub fn bare(program: Program) -> Instance {
        Instance { program, globals: Vec::new(), fields: Vec::new(), universe: OnceLock::new() }
    }

    /// Evaluates the parameters and constants of a program, and the bounds of its range types.
    pub fn new(program: Program, budget: &Budget<'_>) -> (Option<Instance>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let late = late_globals(&program);
        let globals = vec![Value::Bool(false); program.globals.len()];
        let mut instance = Instance { program, globals, fields: Vec::new(), universe: OnceLock::new() };
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

    /// Evaluates the globals that speak of components, or those that do not. The first problem ends
    /// it: later globals would only echo it.
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

    /// A declared type with its bounds evaluated.
    pub fn range(&self, domain: &Domain, budget: &Budget<'_>) -> Evaluated<Range> {
        Range::of(domain, &mut Evaluator::new(self, budget))
    }

    /// The value itself if it lies in its declared type.
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

    /// Its vertices and graphs by number.
    pub fn universe(&self) -> &Universe {
        self.universe.get_or_init(|| Universe::new(&self.program, &self.globals))
    }

    /// The value of an expression that stands alone.
    pub fn evaluate(&self, body: &Body, budget: &Budget<'_>) -> Evaluated<Value> {
        Evaluator::new(self, budget).body(body)
    }
}

/// For each global, whether its value speaks of components: then it has to wait until the types of
/// fields are known, whose bounds may use other globals.
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
    // Functions and globals use each other; a few rounds reach everything, as there is no recursion.
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
