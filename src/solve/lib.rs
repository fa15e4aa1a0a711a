//! Computes answers about the positions of a program: outcomes, values, remoteness, winning moves.
//!
//! [`Solver`] answers by theorems, periods and proved sets where they apply, otherwise by an
//! [`Engine`]. The engine [`Reference`] follows the definitions; all others have to agree with it.

mod cells;
mod choice;
mod code;
mod dense;
mod first_wins;
mod graph;
pub mod heap;
mod large_moves;
pub mod lattice;
mod loony;
mod misere_sums;
mod named;
mod native;
mod periodic_heaps;
mod proved;
mod reference;
mod series;
mod smith;
mod solution;
mod tables;
pub mod take_and_break;
mod twists;
mod without_search;

pub use gspec_theory::pace;

pub use cells::{ByParts, Cells};
pub use choice::Choice;
pub use dense::{Dense, refusal as dense_refusal};
pub use graph::Graph;
pub use large_moves::Listed;
pub use named::NamedMove;
pub use periodic_heaps::{Eternal, Heap, Heaps, period_words};
pub use reference::Reference;
pub use smith::Smith;
pub use solution::Solution;
pub use tables::Tables;

use gspec_language::{ir, number, position, source};
use gspec_rules::{laws, locality, model, shape, theorem};
use gspec_theory as theory;

use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Body, GameId, SlotId, Term, Value};
use crate::model::Model;
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind, Refusal, Terms};
use crate::source::Span;
use crate::theorem::Covered;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use series::AtHand;
use std::rc::Rc;
use std::sync::Arc;
use twists::Twists;
use without_search::ByOptions;

/// Who wins with best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, who is to move.
    Next,
    /// The previous player: the player to move loses.
    Previous,
    /// Nobody: play is infinite.
    Draw,
}

impl Outcome {
    /// The letter used in reports.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Draw => "D",
        }
    }
}

/// A position with variables, to which each question of a series binds numbers.
#[derive(Debug, Clone)]
pub struct Series<'a> {
    /// The position. Its first slots are those of `variables` and `line`, in any order.
    pub body: &'a Body,
    /// The slots of the variables, in the order in which numbers are bound to them.
    pub variables: Vec<SlotId>,
    /// The slot of the list of all numbers of a question, if the position mentions this list.
    pub line: Option<SlotId>,
}

/// Which answer a series gives for each position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The value of a sum under normal play.
    Value,
    /// Who wins.
    Outcome,
}

/// Answers questions about positions.
pub trait Engine<'a> {
    /// The engine's name on the command line and in reports.
    fn name(&self) -> &'static str;
    /// Who wins a position.
    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome>;
    /// The value of a position that is a sum under normal play.
    fn sg(&mut self, position: &Position) -> Evaluated<Int>;
    /// The value of a board that splits, if examining not many more than `most` parts finds it.
    fn sg_by_parts(&mut self, _position: &Position, _most: u64) -> Evaluated<ByParts> {
        Ok(ByParts::Whole)
    }
    /// The moves until the end with best play; `None` for draws. Searches at most `most` positions.
    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>>;
    /// The positions that one move leads to, ascending.
    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>>;
    /// Whether replacing one of two positions by the other in a sum never changes the outcome.
    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool>;
    /// How the last outcome was found.
    fn how(&self) -> How;
    /// Describes in a few words how the engine works on this program.
    fn plan(&self) -> String;
    /// Prepares for a series of questions; returns false if the engine has no shortcut for them.
    fn prepare(&mut self, _series: &Series<'a>) -> bool {
        false
    }
    /// Receives in advance the numbers of the first and last question, and the questions' count.
    fn expect(&mut self, _corners: [&[i64]; 2], _count: u64) {}
    /// The answer to the next question: the value; or 0 if the player to move loses, 1 if that
    /// player wins, 2 for a draw. `None` if the engine has no shortcut for the question.
    fn next(&mut self, _asked: Asked, _numbers: &[i64]) -> Evaluated<Option<u64>> {
        Ok(None)
    }
    /// Computes a whole region of the series at once, if possible: each variable takes the numbers
    /// of its range, both ends included. Passes the answers to `show`, piece by piece, until all
    /// are shown, a limit is reached or `show` returns false. Returns false if nothing was shown.
    fn sweep(
        &mut self,
        _asked: Asked,
        _ranges: &[(i64, i64)],
        _show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        Ok(false)
    }
    /// How many components and positions were examined.
    fn examined(&self) -> usize;
}

/// How an outcome was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// All of play was searched, from each component or from the position as a whole.
    Search,
    /// Values decide a misère sum: lost components with moves can move to value 1 (T03).
    PlainMisere,
    /// Pairs of values decide a misère sum of tame games (T04).
    TameMisere,
    /// Sums of the misère-reduced forms of the components were searched.
    ReducedMisere,
    /// Values decide, because play ends as soon as all of them are 0 (T03).
    EndAtZero,
    /// Outcomes, remoteness or suspense of the operands decide (T06).
    Compound,
    /// Smith's values of loopy games decide (T09).
    Smith,
    /// Values or outcomes of all smaller components are in a table.
    Table,
    /// All of play from the parts of a board was searched; the rules prove that they play as a sum.
    Parts,
    /// The heaps are too large to search, but their values are periodic (T16, T19, T62, T64).
    Period,
    /// Theorems or periods give the values of all options.
    Options,
    /// Theorems give the Nim heaps that are equivalent to the components of a misère sum.
    NimUnderMisere,
    /// A theorem gives the outcome; the text is returned by [`How::words`].
    Theorem(&'static str),
    /// The set of lost positions is proved from the rules.
    LostSet,
}

impl How {
    /// The method in words, as reports print it.
    pub fn words(self) -> &'static str {
        match self {
            How::Search => "complete search",
            How::PlainMisere => {
                "complete search of each component; the values decide the misère sum, because each lost component \
                 with a move can move to value 1 (Ferguson 1974, Jia 2009)"
            }
            How::TameMisere => {
                "complete search of each component; all are tame, so pairs of values decide the misère sum \
                 (Grundy, Smith 1956, Conway 1976)"
            }
            How::ReducedMisere => "complete search of sums of misère-reduced forms (Conway 1976)",
            How::EndAtZero => {
                "complete search of each component; values decide where play ends at 0 (Jia 2009)"
            }
            How::Compound => "complete search of each operand, then Smith's rules for compounds (Smith 1966)",
            How::Theorem(gives) => gives,
            How::LostSet => {
                "the set of lost positions, proved for every size from the rules alone (`gspec prove`)"
            }
            How::Table => "a table of all smaller components",
            How::Parts => {
                "complete search of the parts of the board; cells that are no longer connected by a move play as a sum"
            }
            How::Period => "values that repeat for ever, by a period with proof (`gspec period` shows it)",
            How::Options => "the values of all options, which theorems or periods tell",
            How::NimUnderMisere => {
                "theorems and periods: in a misère sum each component counts as heaps of Nim \
                 (Bouton 1901, Ferguson 1974)"
            }
            How::Smith => {
                "complete search of each component, then Smith's values of loopy games (Smith 1966)"
            }
        }
    }
}

/// Answers questions about the positions of one program.
pub struct Solver<'a, 'b> {
    engine: Box<dyn Engine<'a> + 'a>,
    model: &'a Model<'a>,
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The components that claims asked about. The rules have to be sound at them.
    pub asked: IndexSet<Component, FxBuildHasher>,
    /// The one-heap games, with their proved periods.
    heaps: Rc<Heaps<'a>>,
    /// Whether the user left the choice of engine open, so that other methods may be used.
    free: bool,
    /// The requested engine; `None` if [`Solver::asking`] received the caller's own engine.
    choice: Option<Choice>,
    /// How many components and positions other solvers examined for this solver.
    examined_elsewhere: usize,
    /// How the last outcome was found; `None` if the engine found it.
    otherwise: Option<How>,
    /// Values of components too large to be searched, found from the values of their options.
    by_options: ByOptions,
    /// Whether small boards are searched by parts at first; false once that took too long.
    tries_parts: bool,
    /// The series that was prepared last, if theorems may answer it.
    series: Option<AtHand>,
}

impl<'a, 'b> Solver<'a, 'b> {
    /// Makes a solver without results for the chosen engine.
    pub fn new(model: &'a Model<'a>, budget: &'a Budget<'b>, choice: Choice) -> Solver<'a, 'b> {
        let instance = model.instance;
        let engine: Box<dyn Engine<'a> + 'a> = match choice {
            Choice::Reference => Box::new(Reference::new(instance, budget)),
            Choice::Graph => Box::new(Graph::new(instance, budget)),
            Choice::Heap | Choice::Split | Choice::Lattice => {
                Box::new(Tables::new(&model.shapes, budget, choice))
            }
            Choice::Auto => {
                let tables = Box::new(Tables::new(&model.shapes, budget, choice));
                Box::new(Cells::new(instance, budget, tables, false))
            }
            Choice::Cells => {
                let graph = Box::new(Graph::new(instance, budget));
                Box::new(Cells::new(instance, budget, graph, true))
            }
            Choice::Dense => Box::new(Dense::new(instance, budget, true)),
            Choice::Proof => Box::new(proved::ByProof::new(instance, budget)),
        };
        let takes_all = matches!(choice, Choice::Reference | Choice::Proof);
        let engine: Box<dyn Engine<'a> + 'a> = if instance.has_twists() && !takes_all {
            let graph = Box::new(Graph::new(instance, budget));
            Box::new(Twists::over(instance, engine, graph, choice))
        } else {
            engine
        };
        let free = choice == Choice::Auto;
        Solver { free, choice: Some(choice), ..Solver::asking(model, budget, engine) }
    }

    /// Makes a solver that asks only the given engine: no theorem or period answers instead.
    pub fn asking(
        model: &'a Model<'a>,
        budget: &'a Budget<'b>,
        engine: Box<dyn Engine<'a> + 'a>,
    ) -> Solver<'a, 'b> {
        let heaps = Rc::new(Heaps::new(&model.shapes));
        Solver {
            engine,
            model,
            instance: model.instance,
            budget,
            asked: IndexSet::default(),
            heaps,
            free: false,
            choice: None,
            examined_elsewhere: 0,
            otherwise: None,
            by_options: ByOptions::default(),
            tries_parts: true,
            series: None,
        }
    }

    /// The model: what was derived from the rules of the games.
    pub fn model(&self) -> &'a Model<'a> {
        self.model
    }

    /// The one-heap games, with their proved periods.
    pub fn heaps(&self) -> Rc<Heaps<'a>> {
        Rc::clone(&self.heaps)
    }

    /// The budget that limits every search of this solver.
    pub fn budget(&self) -> &'a Budget<'b> {
        self.budget
    }

    /// The name of the engine that answers.
    pub fn engine(&self) -> &'static str {
        self.engine.name()
    }

    /// How many components and positions were examined.
    pub fn examined(&self) -> usize {
        self.engine.examined() + self.examined_elsewhere
    }

    /// The requested engine; `None` if [`Solver::asking`] received the caller's own engine.
    pub fn choice(&self) -> Option<Choice> {
        self.choice
    }

    /// Records the components that another solver was asked about for this one, and how many it examined.
    pub fn take_over(&mut self, asked: IndexSet<Component, FxBuildHasher>, examined: usize) {
        self.asked.extend(asked);
        self.examined_elsewhere += examined;
    }

    /// Which engine answers, and why, in a few words.
    pub fn plan(&self) -> String {
        format!("the {} engine: {}", self.engine.name(), self.engine.plan())
    }

    /// How the last outcome was found.
    pub fn how(&self) -> How {
        self.otherwise.unwrap_or_else(|| self.engine.how())
    }

    /// Who wins a position.
    pub fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        self.otherwise = None;
        if let Some(beyond) = self.beyond(position)? {
            self.otherwise = Some(beyond.how);
            return Ok(if beyond.losing { Outcome::Previous } else { Outcome::Next });
        }
        self.engine.outcome(position)
    }

    /// The theorem that covers a game, if any.
    pub fn theorem(&self, game: GameId) -> Option<&'a Covered> {
        self.model.theorem(game, self.budget)
    }

    /// The theorem that covers a game; `None` if none does, or if the user chose an engine.
    pub fn trusted_theorem(&self, game: GameId) -> Option<&'a Covered> {
        if self.free { self.theorem(game) } else { None }
    }

    /// The value of a position that is a sum under normal play; other positions are refused.
    pub fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        match self.value_at_hand(position)? {
            Some(value) => Ok(value),
            None => self.engine.sg(position),
        }
    }

    fn known_value(&mut self, position: &Position) -> Evaluated<Option<Int>> {
        match self.beyond(position)?.and_then(|beyond| beyond.value) {
            None if self.choice == Some(Choice::Proof) => Ok(self.value_by_proof(position)),
            known => Ok(known),
        }
    }

    /// The value of a position; `None` if it has none, or is too large for its value to be found.
    pub fn value(&mut self, position: &Position) -> Evaluated<Option<Int>> {
        if self.choice == Some(Choice::Proof) {
            return self.known_value(position);
        }
        if let Some(beyond) = self.beyond(position)?
            && (beyond.value.is_some() || self.is_too_large(position))
        {
            return Ok(beyond.value);
        }
        match self.sg(position) {
            Ok(value) => Ok(Some(value)),
            Err(Problem { kind: ProblemKind::Refused(_), .. }) => Ok(None),
            Err(problem) => Err(problem),
        }
    }

    /// Whether a position with twists is loony: the player to move wins every sum with it. False
    /// for positions without twists.
    pub fn is_loony(&mut self, position: &Position) -> Evaluated<bool> {
        if !self.instance.is_twisted_position(position) {
            return Ok(false);
        }
        match self.sg(position) {
            Err(Problem { kind: ProblemKind::Refused(refusal), .. }) => Ok(refusal == Refusal::LoonyValue),
            found => found.map(|_| false),
        }
    }

    /// The number of moves until a position ends with best play; `None` for draws.
    pub fn remoteness(&mut self, position: &Position) -> Evaluated<Option<u64>> {
        self.engine.remoteness(position, self.budget.positions)
    }

    /// The positions that one move leads to, ascending.
    pub fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.engine.options(position)
    }

    fn count(&self, steps: usize) -> Evaluated<()> {
        self.budget.tick(steps).map_err(limit)
    }

    fn note_asked(&mut self, position: &Position) {
        let mut note = |sum: &Sum| {
            for (part, _) in sum.parts.iter() {
                if !self.asked.contains(part) {
                    self.asked.insert(part.clone());
                }
            }
        };
        match &position.form {
            Form::Sum(sum) => note(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums.iter().for_each(note),
        }
    }

    fn answer(&mut self, term: Term, positions: &[Arc<Position>]) -> Evaluated<Value> {
        let position = &*positions[0];
        Ok(match term {
            Term::Sg => Value::Int(self.sg(position)?),
            Term::Losing => Value::Bool(self.outcome(position)? == Outcome::Previous),
            Term::Winning => Value::Bool(self.outcome(position)? == Outcome::Next),
            Term::Drawn => Value::Bool(self.outcome(position)? == Outcome::Draw),
            Term::Remoteness => {
                let remoteness = self.remoteness(position)?;
                Value::Int(Int::from(remoteness.ok_or_else(|| refuse(Refusal::RemotenessOfDraw))?))
            }
            Term::Moves => {
                let options = self.options(position)?.len();
                self.count(options)?;
                Value::Int(Int::from(options))
            }
            Term::Options => {
                let options = self.options(position)?.into_iter();
                Value::set(options.map(|option| Value::Position(Arc::new(option))).collect())
            }
            Term::WinningMoves => {
                let mut winning = 0usize;
                for option in self.options(position)? {
                    winning += usize::from(self.outcome(&option)? == Outcome::Previous);
                }
                Value::Int(Int::from(winning))
            }
            Term::Equal => Value::Bool(self.engine.equal(position, &positions[1])?),
        })
    }
}

impl Terms for Solver<'_, '_> {
    fn examined(&self) -> usize {
        Solver::examined(self)
    }

    fn term(&mut self, term: Term, positions: &[Arc<Position>], span: Span) -> Evaluated<Value> {
        positions.iter().for_each(|position| self.note_asked(position));
        let answer = self.answer(term, positions);
        // A problem without a span gets the span of the question.
        answer.map_err(
            |problem| if problem.span == Span::default() { Problem { span, ..problem } } else { problem },
        )
    }
}

/// Makes a refusal with the default span, which [`Terms::term`] replaces by that of the question.
fn refuse(refusal: Refusal) -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::Refused(refusal) }
}

/// Makes the problem that says which limit was reached, with the default span.
fn limit(limit: Limit) -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::Limit(limit) }
}
