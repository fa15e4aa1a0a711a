//! Proves claims about the outcome or the value of every component of a game, by induction over the
//! rules.
//!
//! If normal play terminates, there is exactly one set of components such that a component is in the
//! set if and only if none of its options is: the set of lost components. So a claimed set is right if
//! and only if it has that property, which automata decide. Under misère play, a component without
//! moves is not in the set; components at which an `end` rule applies are decided by the rule. Claimed
//! values are right if and only if the value of each component is the mex of the values of its options.

use super::known::{Knowledge, Proven};
use super::outer::Outer;
use crate::ir::{Comparison, Convention, Expr, ExprKind, GameId, SlotId, Term, Type, Value, walk};
use crate::position::Instance;
use crate::shape::presburger::{
    Bound, Defined, Definer, Linear, Lost, MoveRelation, Number, Parts, Scope, Sign, Stuck, Values,
    system_for,
};
use crate::solve::Solver;
use crate::sound::{Soundness, Termination};
use crate::theory::automaton::{Automaton, Room, Track};
use crate::theory::numeration::System;
use std::sync::Arc;

/// The result of an induction.
pub enum Induction {
    /// The claim holds; proofs of later claims can use its fact.
    Holds {
        /// The argument in words, with the facts that it uses.
        by: String,
        /// The fact that the claim states.
        fact: Fact,
    },
    /// The claim fails at this component or at one of its options.
    Fails {
        /// The fields, in the order of the claim's variables.
        near: Vec<Value>,
        /// Whether `near` is the smallest component where the claim fails. If not, the claim may
        /// fail only at an option of `near`.
        exact: bool,
    },
}

/// The statement of a proved claim about a game.
pub enum Fact {
    /// Which components are lost, under a convention.
    Lost(GameId, Convention, Arc<Lost>),
    /// The Grundy value of each component.
    Values(GameId, Arc<Values>),
}

/// The component that all questions of a claim are about.
struct Subject {
    /// [`Term::Sg`] if the claim asks for values; `Losing` or `Winning` if it asks for outcomes.
    term: Term,
    convention: Convention,
    game: GameId,
    /// For each field of the game, the claim's variable for it.
    fields: Vec<SlotId>,
}

/// Proves or refutes a claim about every component of a game. `None` if the claim has another form,
/// if termination of the game is not proved, or if automata cannot decide the step.
pub fn prove(
    instance: &Instance,
    soundness: &Soundness,
    outer: &Outer<'_>,
    proven: &Proven,
    solver: &mut Solver<'_, '_>,
) -> Option<Induction> {
    if !outer.forall || outer.clauses.len() != outer.slots.len() {
        return None;
    }
    let subject = subject(instance, outer)?;
    if !matches!(soundness.games[subject.game.index()].termination, Termination::Proved { .. }) {
        return None;
    }
    let budget = solver.budget().fork();
    let stop = || (budget.stopper())().is_some();
    let system = system_for(outer.body, instance, &budget);
    let room = Room::in_system(&system, Room::STEPS, &stop);
    let knowledge =
        Knowledge { system: system.clone(), ..Knowledge::new(instance, &budget, solver.heaps(), proven) };
    let (failing, fact, exact) = {
        let (shapes, other) = (&solver.model().shapes, system != System::default());
        let read_otherwise =
            if other { Some(shapes.move_relation_in(&system, subject.game, &budget)?) } else { None };
        let move_relation = match &read_otherwise {
            Some(moves) => moves,
            None => shapes.move_relation(subject.game, &budget)?,
        };
        let definer = Definer::new(instance, &budget, &room).knowing(&knowledge, solver).after(move_relation);
        let step = Step { definer, room: &room, move_relation, subject: &subject };
        let found = match subject.term {
            Term::Sg => step.values(outer),
            _ => step.lost(outer),
        };
        let (failing, fact) = found.ok()?;
        let exact = failing.is_some() && step.goes_down().ok()?;
        (failing, fact, exact)
    };
    let name = &instance.program.game(subject.game).name;
    Some(match failing {
        None => {
            let by = knowledge.words_of(&format!("induction over the moves of {name}"));
            Induction::Holds { by, fact }
        }
        Some(near) => Induction::Fails { near, exact },
    })
}

/// The component, such as `G(a, b)`, that all questions of a claim are about. `None` if there are
/// several, if the fields of the component are not exactly the claim's variables, each once, or if
/// the fields are not all naturals.
fn subject(instance: &Instance, outer: &Outer<'_>) -> Option<Subject> {
    let mut terms: Vec<(Term, &Expr)> = Vec::new();
    walk::everything(outer.body, &mut |inner| {
        if let ExprKind::Term(term, positions) = &inner.kind {
            terms.push((*term, &positions[0]));
        }
    });
    let (term, expr) = *terms.first()?;
    let same = walk::fingerprint(expr);
    let of_kind = |it: Term| matches!(term, Term::Sg) == matches!(it, Term::Sg);
    let plain = |it: Term| matches!(it, Term::Sg | Term::Losing | Term::Winning);
    if terms.iter().any(|(it, expr)| !plain(*it) || !of_kind(*it) || walk::fingerprint(expr) != same) {
        return None;
    }
    let (convention, inner) = match &expr.kind {
        ExprKind::Convention(convention, inner) => (*convention, &**inner),
        _ => (Convention::Normal, expr),
    };
    let ExprKind::Component(game, arguments) = &inner.kind else { return None };
    let fields: Vec<SlotId> = arguments
        .iter()
        .map(|argument| match argument.kind {
            ExprKind::Local(slot) if outer.slots.contains(&slot) => Some(slot),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut each = fields.clone();
    each.sort_unstable();
    each.dedup();
    let naturals = instance.fields[game.index()].iter().all(|range| *range == crate::position::Range::Nat);
    let whole = each.len() == fields.len() && fields.len() == outer.slots.len() && naturals;
    (whole && convention != Convention::Anti).then_some(Subject { term, convention, game: *game, fields })
}

/// The data of one induction. Its methods check the step: that the claimed answer for each
/// component follows from the claimed answers for its options.
struct Step<'a> {
    definer: Definer<'a>,
    room: &'a Room<'a>,
    move_relation: &'a MoveRelation,
    subject: &'a Subject,
}

/// The case where the step fails, and the fact that the claim states if it never fails.
type Found = (Option<Vec<Value>>, Fact);

impl Step<'_> {
    /// Binds the claim's variables to the tracks of the fields that they stand for.
    fn scope(&self) -> Scope {
        let tracks = self
            .move_relation
            .fields
            .iter()
            .map(|track| Bound::Number(Number::linear(Linear::unknown(*track))));
        self.subject.fields.iter().copied().zip(tracks).collect()
    }

    /// The tracks of the fields in the order of the claim's variables.
    fn variables(&self, outer: &Outer<'_>) -> Vec<Track> {
        let place = |slot: &SlotId| self.subject.fields.iter().position(|field| field == slot).unwrap_or(0);
        outer.slots.iter().map(|slot| self.move_relation.fields[place(slot)]).collect()
    }

    /// Whether no move raises a field. Then every option is smaller than its component, and the
    /// smallest component at which the step fails is the smallest counterexample.
    fn goes_down(&self) -> Defined<bool> {
        for parts in &self.move_relation.moves {
            let own = parts.parts.iter().filter(|part| part.0 == self.subject.game);
            for (track, field) in own.flat_map(|(_, fields)| self.move_relation.fields.iter().zip(fields)) {
                let raised = Linear::unknown(*track).sub(field).is_negative(self.room)?;
                if !parts.when.and(&raised, self.room)?.is_nothing() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Checks the step for a claimed set of lost components.
    fn lost(&self, outer: &Outer<'_>) -> Defined<Found> {
        let said = |losing: bool| {
            let body = answered(outer.body, losing);
            self.definer.truth(&body, &self.scope())
        };
        let (lost, won) = (said(true)?, said(false)?);
        // The claim has to determine one answer for each component.
        let complete = lost.unknown.is_nothing() && won.unknown.is_nothing();
        if !complete || !lost.holds.same(&won.holds.not(), self.room)? {
            return Err(Stuck::Undefinable);
        }
        let lost = lost.holds;
        let (mut some, mut moves) = (Automaton::constant(false), Automaton::constant(false));
        for parts in &self.move_relation.moves {
            let to_lost = self.lost_target(parts, &lost)?;
            let here = self.definer.hide(parts.when.and(&to_lost, self.room)?, &parts.fresh)?;
            some = some.or(&here, self.room)?;
            moves = moves.or(&self.definer.hide(parts.when.clone(), &parts.fresh)?, self.room)?;
        }
        let mut expected = self.move_relation.won.or(&some, self.room)?.not();
        if self.subject.convention == Convention::Misere {
            expected = expected.and(&moves, self.room)?;
        }
        let expected = expected.or(&self.move_relation.lost, self.room)?;
        let failing = expected.iff(&lost, self.room)?.not();
        let fields = self.move_relation.fields.clone();
        let fact = Lost { fields, relation: lost };
        Ok((
            self.least(&failing, outer)?,
            Fact::Lost(self.subject.game, self.subject.convention, Arc::new(fact)),
        ))
    }

    /// The condition that a move leads to a position that is lost for the player who faces it.
    fn lost_target(&self, parts: &Parts, lost: &Automaton) -> Defined<Automaton> {
        match &*parts.parts {
            [] => Ok(Automaton::constant(self.subject.convention == Convention::Normal)),
            [(game, fields)] if *game == self.subject.game => {
                self.definer.placed(lost, &self.move_relation.fields, fields)
            }
            [(game, _)] if *game != self.subject.game => {
                let truth = self.definer.lost_way(&parts.parts, self.subject.convention)?;
                if truth.unknown.is_nothing() { Ok(truth.holds) } else { Err(Stuck::Undefinable) }
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Checks the step for claimed values.
    fn values(&self, outer: &Outer<'_>) -> Defined<Found> {
        let claimed = claimed_value(outer.body).ok_or(Stuck::Undefinable)?;
        if !self.move_relation.won.is_nothing() || self.subject.convention != Convention::Normal {
            return Err(Stuck::Undefinable);
        }
        let number = self.definer.number(claimed, &self.scope())?;
        let value = self.definer.fresh();
        let mut relation = Automaton::constant(false);
        for piece in &number.pieces {
            let same = Linear::unknown(value).sub(&piece.value).is_zero(self.room)?;
            let here = self.definer.hide(piece.when.and(&same, self.room)?, &piece.fresh)?;
            relation = relation.or(&here, self.room)?;
        }
        if !number.undefined.is_nothing() || !relation.exists(value, self.room)?.is_everything() {
            return Err(Stuck::Undefinable);
        }
        let own = |game: GameId, fields: &[Linear]| {
            if game != self.subject.game {
                return self.definer.component_value(game, fields);
            }
            let fresh = self.definer.fresh();
            let relation = relation.renamed(|track| if track == value { fresh } else { track });
            let placed = self.definer.placed(&relation, &self.move_relation.fields, fields)?;
            Ok(Number::chosen_by(placed, fresh))
        };
        let failing = no_mex(&self.definer, self.room, self.move_relation, &relation, value, &own)?;
        let fact = Values::Related { fields: self.move_relation.fields.clone(), value, relation };
        Ok((self.least(&failing, outer)?, Fact::Values(self.subject.game, Arc::new(fact))))
    }

    /// The smallest case in a relation between the fields, if there is one.
    fn least(&self, failing: &Automaton, outer: &Outer<'_>) -> Defined<Option<Vec<Value>>> {
        let least = failing.smallest(&self.variables(outer), self.room)?;
        let value = |number| Value::Int(crate::number::Int::from(num_bigint::BigInt::from(number)));
        Ok(least.map(|member| member.into_iter().map(value).collect()))
    }
}

/// A function that returns the claimed or known value of a component.
pub type ValueOf<'v> = dyn Fn(GameId, &[Linear]) -> Defined<Number> + 'v;

/// Returns the set of components whose value is not the mex of the values that their moves reach.
/// `relation` relates the fields of a component to its value, which is on the track `value`.
pub fn no_mex(
    definer: &Definer<'_>,
    room: &Room<'_>,
    move_relation: &MoveRelation,
    relation: &Automaton,
    value: Track,
    value_of: &ValueOf<'_>,
) -> Defined<Automaton> {
    let reached = reached(definer, room, move_relation, value, value_of)?;
    let own = relation.and(&reached, room)?.exists(value, room)?;
    // Some smaller value is not reached by any move.
    let smaller = definer.fresh();
    let below = Linear::unknown(smaller).sub(&Linear::unknown(value)).is_negative(room)?;
    let unreached = reached.renamed(|track| if track == value { smaller } else { track }).not();
    let gap = relation.and(&below, room)?.and(&unreached, room)?;
    let gap = gap.exists(smaller, room)?.exists(value, room)?;
    Ok(own.or(&gap, room)?)
}

/// The relation between the fields of a component and, on the track `value`, the values that its
/// moves reach.
fn reached(
    definer: &Definer<'_>,
    room: &Room<'_>,
    move_relation: &MoveRelation,
    value: Track,
    value_of: &ValueOf<'_>,
) -> Defined<Automaton> {
    let mut reached = Automaton::constant(false);
    for parts in &move_relation.moves {
        let mut sum = Number::constant(crate::number::Int::ZERO);
        for (game, fields) in &parts.parts {
            sum = definer.nim_sum(&sum, &value_of(*game, fields)?)?;
        }
        // An unknown value might be any value.
        if !sum.undefined.and(&parts.when, room)?.is_nothing() {
            return Err(Stuck::Undefinable);
        }
        for piece in &sum.pieces {
            let same = Linear::unknown(value).sub(&piece.value).is_zero(room)?;
            let here = parts.when.and(&piece.when, room)?.and(&same, room)?;
            let here = definer.hide(definer.hide(here, &piece.fresh)?, &parts.fresh)?;
            reached = reached.or(&here, room)?;
        }
    }
    Ok(reached)
}

/// The claim's body for a component that is lost (`losing`) or won: each `losing(…)` is replaced by
/// `losing`, and each `winning(…)` by its negation.
fn answered(body: &Expr, losing: bool) -> Expr {
    let mut body = body.clone();
    put_in(&mut body, losing);
    body
}

/// Replaces the questions of an expression as [`answered`] does.
fn put_in(expr: &mut Expr, losing: bool) {
    if let ExprKind::Term(term, _) = &expr.kind {
        let answer = (*term == Term::Losing) == losing;
        *expr = Expr { kind: ExprKind::Literal(Value::Bool(answer)), ty: Type::Bool, span: expr.span };
        return;
    }
    stacker::maybe_grow(64 << 10, 4 << 20, || walk::children_mut(expr, &mut |child| put_in(child, losing)));
}

/// Returns the side `E` of `sg(…) == E` or `E == sg(…)`; `None` for other bodies, or if `E` itself
/// asks about play.
fn claimed_value(body: &Expr) -> Option<&Expr> {
    let ExprKind::Compare(first, rest) = &body.kind else { return None };
    let [(Comparison::Eq, second)] = &**rest else { return None };
    let is_question = |expr: &Expr| matches!(expr.kind, ExprKind::Term(Term::Sg, _));
    let asks = |expr: &Expr| {
        let mut asks = false;
        walk::everything(expr, &mut |inner| asks |= matches!(inner.kind, ExprKind::Term(..)));
        asks
    };
    match (is_question(first), is_question(second)) {
        (true, false) if !asks(second) => Some(second),
        (false, true) if !asks(first) => Some(first),
        _ => None,
    }
}
