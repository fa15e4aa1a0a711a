//! The graph engine: components are expanded on demand by compiled moves, stored as keys of one
//! word, and evaluated by values, outcomes or the whole play from them, as the question requires.
//!
//! * [`codec`]: components as keys
//! * `table`: results by key, shared by threads
//! * [`expand`]: the options of a component, by code or by the reference semantics
//! * `options`, `natives`: who receives the options, and the machine code that lists them
//! * `components`, `play`: components and positions by number, with their options
//! * [`values`]: values and outcomes by depth first search, which does not store options
//! * [`kernel`], [`labels`]: all of play laid out, and decided backwards from the ends
//! * [`suspense`]: how long the winner can prolong play, for compounds
//! * [`turns`]: play in which the opponent may forbid options
//! * [`misere`]: sums under misère play
//! * `seek`: looks up or searches for the result of one component
//! * `sums`: chooses the search that answers a question about a position
//! * `series`: many questions about one sum with variables

mod codec;
mod components;
mod expand;
mod kernel;
mod labels;
mod loopy_sums;
mod misere;
mod natives;
mod options;
mod play;
mod seek;
mod series;
mod sums;
mod suspense;
mod table;
mod turns;
mod values;

use super::code;
use super::loony::Worths;
use super::reference::Reference;
use super::{Asked, Engine, How, Outcome, Series, refuse, twists};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{Convention, GameId};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Problem, ProblemKind, Refusal};
use codec::Codec;
use components::Components;
use expand::Expander;
use kernel::Kernel;
use labels::Labels;
use misere::Misere;
use natives::Natives;
use options::Library;
use play::{Crowd, Lone, Together};
use rustc_hash::FxHashMap;
use series::Ready;
use std::sync::{Arc, PoisonError, RwLock};
use suspense::Suspense;
use table::Table;
use turns::Turns;

/// The graph engine for one program.
pub struct Graph<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The reference engine, which lists options as positions, and answers questions about
    /// components without a key.
    reference: Reference<'a, 'b>,
    /// Answers questions about games in which a player may move again.
    worths: Worths<'a, 'b>,
    library: Arc<Library<'a>>,
    codec: Arc<Codec>,
    natives: Arc<Natives>,
    expander: Expander<'a, 'b>,
    /// For each game, the properties of the games that play from it can reach.
    games: Vec<Option<Kind>>,
    /// The values of components.
    values: RwLock<Table>,
    /// The outcomes of components under normal play and under misère play.
    normal: RwLock<Table>,
    misere: RwLock<Table>,
    laid_out: LaidOut,
    /// For each game, its failed searches for components without keys.
    in_vain: Vec<seek::InVain>,
    /// How the last outcome was found.
    how: How,
    /// The number of components and positions at which searches stop, in addition to the budget's.
    most: u64,
    /// The series of questions that is being answered.
    series: Option<Ready<'a>>,
}

/// Positions that were laid out, with their results. All of these refer to keys, so they are
/// discarded when keys are laid out anew.
#[derive(Default)]
struct LaidOut {
    /// Components that are positions of their own. A game on vertices that reaches no other game
    /// has an entry; all other games share the entry `None`.
    alone: FxHashMap<Option<GameId>, Alone>,
    /// Components of sums.
    components: Components,
    crowds: FxHashMap<(Together, Convention), (Crowd, Kernel)>,
    labels_of_sums: Labels,
    suspense: Suspense,
    misere: Misere,
}

/// Components that are positions of their own.
#[derive(Default)]
struct Alone {
    met: Lone,
    kernels: FxHashMap<Convention, Kernel>,
    turns: FxHashMap<Convention, Turns>,
    labels: Labels,
}

/// Properties of the games that play from one game can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    /// Whether some of these games are loopy.
    loopy: bool,
    /// Whether the forms of all targets show that every move leads to at most one component.
    single: bool,
    /// Whether the states of all these games have keys.
    covered: bool,
    /// Whether some of these games have an `end` rule.
    ends: bool,
}

impl Kind {
    /// The properties of both sets of games together.
    fn and(self, other: Kind) -> Kind {
        Kind {
            loopy: self.loopy || other.loopy,
            single: self.single && other.single,
            covered: self.covered && other.covered,
            ends: self.ends || other.ends,
        }
    }
}

impl<'a, 'b> Graph<'a, 'b> {
    /// Makes an engine without results.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>) -> Graph<'a, 'b> {
        let count = instance.program.games.len();
        let library = Arc::new(Library { rules: vec![None; count], ..Library::default() });
        let codec = Arc::new(Codec::new(instance));
        let natives = Arc::new(Natives::new(count, natives::WORTH));
        let means = (library.clone(), codec.clone(), natives.clone());
        let expander = Expander::new(instance, means, budget.fork());
        Graph {
            instance,
            budget,
            reference: Reference::new(instance, budget),
            worths: Worths::new(instance, budget),
            library,
            codec,
            natives,
            expander,
            games: vec![None; count],
            in_vain: vec![seek::InVain::default(); count],
            values: RwLock::default(),
            normal: RwLock::default(),
            misere: RwLock::default(),
            laid_out: LaidOut::default(),
            how: How::Search,
            most: u64::MAX,
            series: None,
        }
    }

    /// Compiles the rules of a game to machine code after `components` of its components were expanded.
    pub fn compiling_after(mut self, components: u32) -> Graph<'a, 'b> {
        self.natives = Arc::new(Natives::new(self.games.len(), components));
        self.renew();
        self
    }

    /// Makes searches stop, as at a limit of positions, once `components` more components were
    /// examined; `None` removes this limit. Returns whether the former limit was below that of the
    /// budget.
    pub fn give_up_after(&mut self, components: Option<usize>) -> bool {
        let more = self.most < self.budget.positions;
        self.most = components.map_or(u64::MAX, |components| (self.examined() + components) as u64);
        more
    }

    fn kind_of_sum(&mut self, sum: &Sum) -> Kind {
        let nothing = Kind { loopy: false, single: true, covered: true, ends: false };
        sum.parts.iter().fold(nothing, |kind, (part, _)| kind.and(self.kind(part.game)))
    }
}

impl<'a> Engine<'a> for Graph<'a, '_> {
    fn name(&self) -> &'static str {
        "graph"
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        self.how = How::Search;
        let is_twisted = self.instance.is_twisted_position(position);
        if is_twisted && matches!(&position.form, Form::Sum(sum) if sum.single().is_none()) {
            return self.worths.outcome(position);
        }
        if let Some(outcome) = self.decide(position)? {
            return Ok(outcome);
        }
        // The outcome of a component that splits follows from its value, if it has one.
        if is_twisted {
            match self.worths.outcome(position) {
                Err(Problem { kind: ProblemKind::Refused(_), .. }) => {}
                found => return found,
            }
        }
        self.reference.outcome(position)
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        let Form::Sum(sum) = &position.form else { return Err(refuse(Refusal::ValueOfConvention)) };
        if position.convention != Convention::Normal {
            return Err(refuse(Refusal::ValueOfConvention));
        }
        if self.instance.is_twisted_position(position) {
            return self.worths.value(position);
        }
        match self.value(sum)? {
            Some(value) => Ok(Int::from(value)),
            None => self.reference.sg(position),
        }
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        match self.play_out(position, most)? {
            Some((_, remoteness)) => Ok(remoteness),
            None => self.reference.remoteness(position, most),
        }
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.reference.options(position)
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        if [a, b].iter().any(|it| self.instance.is_twisted_position(it)) {
            return self.worths.equal(a, b);
        }
        match self.equal_values(a, b)? {
            Some(equal) => Ok(equal),
            None => self.reference.equal(a, b),
        }
    }

    fn how(&self) -> How {
        self.how
    }

    fn plan(&self) -> String {
        let made = |known: &Option<Kind>| known.is_some_and(|kind| kind.covered);
        if !self.games.iter().any(made) {
            return "the states of the game have no compact form, so the reference answers".to_string();
        }
        let moves = if self.natives.any() { "run as machine code" } else { "are compiled" };
        format!("it searches any game; moves {moves}; {} positions stored", self.examined())
    }

    fn prepare(&mut self, series: &Series<'a>) -> bool {
        self.series = if twists::are_in(series, self.instance) { None } else { self.ready(series) };
        self.series.is_some()
    }

    fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        self.how = How::Search;
        self.answer(asked, numbers)
    }

    fn examined(&self) -> usize {
        let known = |table: &RwLock<Table>| table.read().unwrap_or_else(PoisonError::into_inner).len();
        let crowds: usize = self.laid_out.crowds.values().map(|(crowd, _)| crowd.len()).sum();
        let alone: usize = self.laid_out.alone.values().map(|alone| alone.met.len()).sum();
        let laid_out = alone + self.laid_out.components.len() + crowds;
        known(&self.values)
            + known(&self.normal)
            + known(&self.misere)
            + laid_out
            + self.reference.examined()
            + self.worths.examined()
    }
}
