//! The arithmetic part of a program, which automata decide: sums and multiples by constants,
//! comparisons, `div`, `mod` and `gcd` with constants, nim-sums, rounded multiples of rational and
//! quadratic irrational constants, collections of integers and their lengths up to a bound,
//! quantifiers, and the values of games that are known for all positions.
//!
//! A [`Definer`] turns expressions into relations of naturals. It is exact or fails: a [`Truth`]
//! says where an expression is true and where it is not known to have a value, so that it never
//! assumes a value where evaluation would fail.

mod bits;
mod capped;
mod constants;
mod counted;
mod fractions;
mod general;
mod irrational;
mod magnitudes;
mod move_relation;
mod number;
mod pointwise;
mod positions;
mod roots;
mod said;
mod same;
mod sets;
mod sign;
mod sums;
mod system;
mod truth;
mod tuples;

pub use general::stands_alone;
pub use move_relation::{MoveRelation, move_relation};
pub use number::{Number, Piece};
pub use positions::{Parts, Played};
pub use said::{Question, Said};
pub use sign::{Linear, Sign};
pub use system::system_for;
pub use truth::Truth;

use crate::ir::value::Position;
use crate::ir::{Convention, Domain, Expr, ExprKind, GameId, Pattern, SlotId, Term, Type, Value, walk};
use crate::position::{Budget, Evaluator, Instance, Problem, ProblemKind, Terms};
use crate::source::Span;
use crate::theory::automaton::{Automaton, Repeating, Room, TooLarge, Track};
use crate::theory::numeration::System;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Why a [`Definer`] has no definition of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// The expression is not arithmetic of the forms that a [`Definer`] defines.
    Undefinable,
    /// The limit of automaton steps or of the budget was reached, or the definition would need more
    /// pieces or cases than a limit of this module allows.
    TooLarge,
}

impl From<TooLarge> for Stuck {
    fn from(_: TooLarge) -> Stuck {
        Stuck::TooLarge
    }
}

/// A definition, or why there is none.
pub type Defined<T> = Result<T, Stuck>;

/// The value of a local name.
#[derive(Debug, Clone)]
pub enum Bound {
    /// An integer that depends on tracks.
    Number(Number),
    /// A truth value that depends on tracks.
    Truth(Truth),
    /// A constant.
    Value(Value),
    /// A tuple of such values.
    Tuple(Vec<Bound>),
    /// The elements of a list that is written out.
    List(Vec<Bound>),
    /// No value, or one that has none of these representations.
    Unknown,
}

/// The values of local names.
pub type Scope = FxHashMap<SlotId, Bound>;

/// Values of a game's components that are known for all positions.
#[derive(Debug)]
pub enum Values {
    /// The values of the heaps 0, 1, 2, … of a game with one natural field.
    Repeating(Repeating),
    /// The relation between the fields of a component and its value.
    Related {
        /// A track for each field.
        fields: Vec<Track>,
        /// The track of the value.
        value: Track,
        /// The relation of these tracks: for each component it holds for exactly one number, the
        /// component's value.
        relation: Automaton,
    },
    /// Finitely many values occur.
    Sets {
        /// A track for each field.
        fields: Vec<Track>,
        /// For each value from 0 on, the components that have it; each component is in one of them.
        sets: Vec<Automaton>,
    },
}

/// How many winning moves the components of a game have.
#[derive(Debug)]
pub struct WinningMoves {
    /// A track for each field.
    pub fields: Vec<Track>,
    /// For each number n from 1 to the requested one, the components with at least n winning moves.
    pub steps: Vec<Automaton>,
}

impl Values {
    /// Returns the numeration system in which the fields are read; `None` if any will do.
    pub fn system(&self) -> Option<&System> {
        let read = |it: &&Automaton| !it.tracks().is_empty();
        match self {
            Values::Repeating(_) => None,
            Values::Related { relation, .. } => Some(relation).filter(read).map(Automaton::system),
            Values::Sets { sets, .. } => sets.iter().find(read).map(Automaton::system),
        }
    }
}

/// The components of a game that are lost for the player to move.
#[derive(Debug)]
pub struct Lost {
    /// A track for each field.
    pub fields: Vec<Track>,
    /// The relation of the fields that holds for the lost components.
    pub relation: Automaton,
}

/// Facts about games that hold for all positions.
pub trait Known {
    /// The values of a game's components under normal play; `None` if they are not known.
    fn values(&self, _game: GameId) -> Option<Arc<Values>> {
        None
    }

    /// The components of a game that are lost under a convention; `None` if they are not known.
    fn lost(&self, _game: GameId, _convention: Convention) -> Option<Arc<Lost>> {
        None
    }

    /// Whether it is known that every component of a game has a value under normal play: play ends,
    /// and no `end` decides a whole sum.
    fn has_values(&self, _game: GameId) -> bool {
        false
    }

    /// How many winning moves the components of a game have, counted up to `far`; `None` if that is
    /// not known.
    fn winning_moves(&self, _game: GameId, _convention: Convention, _far: usize) -> Option<WinningMoves> {
        None
    }

    /// What a theorem states about a game whose fields are `numbers` naturals, or one list of
    /// `numbers` naturals; `None` if no theorem answers the question.
    fn said(&self, _game: GameId, _question: Question, _numbers: usize) -> Option<Arc<Said>> {
        None
    }

    /// Whether it is known that values decide misère sums of components of this game as if play
    /// ended at value 0 (T03).
    fn is_plain_under_misere(&self, _game: GameId) -> bool {
        false
    }
}

/// A definer without facts about games.
pub struct NothingKnown;

impl Known for NothingKnown {}

/// How many automaton steps are counted for each expression that is to be defined, so that the room
/// limits this work too. If [`Definer::closed`] first examines whether the expression is constant,
/// one more step is counted for each of its parts.
const STEPS_A_NODE: usize = 50;

/// Turns expressions into relations.
pub struct Definer<'a> {
    instance: &'a Instance,
    budget: &'a Budget<'a>,
    /// The limit of automaton steps.
    pub room: &'a Room<'a>,
    known: &'a dyn Known,
    /// Answers questions about single positions.
    terms: Option<RefCell<&'a mut dyn Terms>>,
    /// The functions that arbitrary numbers replace; `None` unless [`Definer::generalise`] was
    /// called.
    free: RefCell<Option<general::Free>>,
    /// The number of the last track that is used.
    next: Cell<u32>,
}

impl<'a> Definer<'a> {
    /// A definer for expressions without questions about play.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'a>, room: &'a Room<'a>) -> Definer<'a> {
        let known = &NothingKnown;
        Definer { instance, budget, room, known, terms: None, free: RefCell::default(), next: Cell::new(0) }
    }

    /// This definer, with facts about games.
    pub fn knowing(self, known: &'a dyn Known, terms: &'a mut dyn Terms) -> Definer<'a> {
        Definer { known, terms: Some(RefCell::new(terms)), ..self }
    }

    /// This definer, for expressions that are combined with the moves of a game: new tracks come after
    /// those that the moves use.
    pub fn after(self, moves: &MoveRelation) -> Definer<'a> {
        self.next.set(self.next.get().max(moves.last.0));
        self
    }

    /// A new track, which no name or term uses yet.
    pub fn fresh(&self) -> Track {
        self.next.set(self.next.get() + 1);
        Track(self.next.get())
    }

    /// Returns the value of an expression whose names are all bound to constants: `None` if some
    /// name is not, or if the expression ranges over all naturals, or asks about play and nothing
    /// answers such questions; `Some(None)` if the expression has no value.
    fn closed(&self, expr: &Expr, scope: &Scope) -> Defined<Option<Option<Value>>> {
        let (mut is_closed, mut asks, mut size) = (true, false, 0);
        walk::everything(expr, &mut |inner| {
            size += 1;
            match &inner.kind {
                // A name that is not in scope is bound inside the expression.
                ExprKind::Local(slot) => {
                    is_closed &= scope.get(slot).is_none_or(|bound| matches!(bound, Bound::Value(_)));
                }
                ExprKind::Naturals => is_closed = false,
                ExprKind::Term(..) => asks = true,
                _ => {}
            }
        });
        // If each function calls the one before twice, the work is exponential; so the room limits
        // it.
        self.room.take(STEPS_A_NODE + size)?;
        if !is_closed || (asks && self.terms.is_none()) {
            return Ok(None);
        }
        let mut frame = vec![Value::Bool(false); walk::frame_size(expr)];
        for (slot, bound) in scope {
            if let (Bound::Value(value), Some(place)) = (bound, frame.get_mut(slot.index())) {
                *place = value.clone();
            }
        }
        let mut evaluator = Evaluator::new(self.instance, self.budget);
        let mut terms = self.terms.as_ref().map(|terms| terms.borrow_mut());
        evaluator.terms = terms.as_mut().map(|terms| &mut ***terms as &mut dyn Terms);
        Ok(Some(settled(evaluator.value(expr, &mut frame))?))
    }

    /// Answers a question about one position; `None` if the question has no answer.
    fn ask(&self, term: Term, position: Position) -> Defined<Option<Value>> {
        let Some(terms) = &self.terms else { return Err(Stuck::Undefinable) };
        settled(terms.borrow_mut().term(term, &[Arc::new(position)], Span::default()))
    }

    /// Binds the names of a pattern to a value and its parts. The names are [`Bound::Unknown`] if
    /// the value has no such parts.
    fn bind(&self, scope: &Scope, pattern: &Pattern, bound: Bound) -> Scope {
        let mut scope = scope.clone();
        match (pattern, bound) {
            (Pattern::Slot(slot), bound) => {
                scope.insert(*slot, bound);
            }
            (Pattern::Tuple(parts), Bound::Value(Value::Tuple(values))) => {
                for (part, value) in parts.iter().zip(values.iter()) {
                    scope = self.bind(&scope, part, Bound::Value(value.clone()));
                }
            }
            (Pattern::Tuple(parts), Bound::Tuple(bounds)) => {
                for (part, bound) in parts.iter().zip(bounds) {
                    scope = self.bind(&scope, part, bound);
                }
            }
            (pattern, _) => {
                for slot in pattern.slots() {
                    scope.insert(slot, Bound::Unknown);
                }
            }
        }
        scope
    }

    /// Defines the value of an expression of any type; [`Bound::Unknown`] if it has no value or no
    /// definition.
    fn bound(&self, expr: &Expr, scope: &Scope) -> Defined<Bound> {
        match self.closed(expr, scope)? {
            Some(Some(value)) => return Ok(Bound::Value(value)),
            Some(None) => return Ok(Bound::Unknown),
            None => {}
        }
        let bound = match (&expr.ty, &expr.kind) {
            (Type::Int, _) => self.number(expr, scope).map(Bound::Number),
            (Type::Bool, _) => self.truth(expr, scope).map(Bound::Truth),
            (_, ExprKind::Local(slot)) => scope.get(slot).cloned().ok_or(Stuck::Undefinable),
            (Type::Tuple(_), _) => self.tuple(expr, scope),
            (_, ExprKind::List(elements)) => self.bounds(elements, scope).map(Bound::List),
            _ => Err(Stuck::Undefinable),
        };
        match bound {
            Err(Stuck::Undefinable) => Ok(Bound::Unknown),
            bound => bound,
        }
    }

    /// The values of several expressions.
    fn bounds(&self, exprs: &[Expr], scope: &Scope) -> Defined<Vec<Bound>> {
        exprs.iter().map(|expr| self.bound(expr, scope)).collect()
    }

    /// Returns the condition under which a value is missing; fails if the value is
    /// [`Bound::Unknown`].
    fn missing(&self, bound: &Bound) -> Defined<Automaton> {
        match bound {
            Bound::Number(number) => Ok(number.undefined.clone()),
            Bound::Truth(truth) => Ok(truth.unknown.clone()),
            Bound::Value(_) => Ok(Automaton::constant(false)),
            Bound::Tuple(parts) | Bound::List(parts) => {
                parts.iter().try_fold(Automaton::constant(false), |all, part| {
                    Ok(all.or(&self.missing(part)?, self.room)?)
                })
            }
            Bound::Unknown => Err(Stuck::Undefinable),
        }
    }

    /// Returns the scope of a function's body, and the condition under which some argument has no
    /// value, or one outside its declared type.
    fn called(
        &self,
        function: crate::ir::FunctionId,
        arguments: &[Expr],
        scope: &Scope,
    ) -> Defined<(Scope, Automaton)> {
        let function = &self.instance.program.functions[function.index()];
        let mut inner = Scope::default();
        let mut missing = Automaton::constant(false);
        for (at, (argument, parameter)) in arguments.iter().zip(&function.parameters).enumerate() {
            let bound = self.of_type(self.bound(argument, scope)?, &parameter.domain)?;
            missing = missing.or(&self.missing(&bound)?, self.room)?;
            inner.insert(SlotId(at as u32), bound);
        }
        Ok((inner, missing))
    }

    /// Restricts a value to a type: the result is missing where the value is not in the type, and
    /// [`Bound::Unknown`] if the value is a constant outside the type.
    fn of_type(&self, bound: Bound, domain: &Domain) -> Defined<Bound> {
        Ok(match (bound, domain) {
            (Bound::Number(number), domain) => Bound::Number(self.within(number, domain)?),
            (Bound::Value(value), domain) => {
                let range = self.instance.range(domain, self.budget).map_err(|_| Stuck::Undefinable)?;
                if range.contains(&value) { Bound::Value(value) } else { Bound::Unknown }
            }
            (Bound::Tuple(parts), Domain::Tuple(domains)) => {
                let parts = parts.into_iter().zip(domains.iter());
                Bound::Tuple(parts.map(|(part, domain)| self.of_type(part, domain)).collect::<Defined<_>>()?)
            }
            (Bound::List(elements), Domain::List(domain)) => {
                let elements = elements.into_iter().map(|element| self.of_type(element, domain));
                Bound::List(elements.collect::<Defined<_>>()?)
            }
            (Bound::Tuple(_) | Bound::List(_), _) => return Err(Stuck::Undefinable),
            (bound, _) => bound,
        })
    }

    /// Returns the condition that an automaton accepts for some numbers on the fresh tracks.
    pub fn hide(&self, mut automaton: Automaton, fresh: &[Track]) -> Defined<Automaton> {
        for track in fresh {
            automaton = automaton.exists(*track, self.room)?;
        }
        Ok(automaton)
    }
}

/// The result of an evaluation: `None` if there is a problem, an error if a limit was reached.
fn settled(result: Result<Value, Problem>) -> Defined<Option<Value>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Problem { kind: ProblemKind::Limit(_), .. }) => Err(Stuck::TooLarge),
        Err(_) => Ok(None),
    }
}
