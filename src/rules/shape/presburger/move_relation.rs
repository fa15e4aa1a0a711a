//! Reads the moves of a game as relations between its fields and the components to which the moves
//! lead.

use super::{Bound, Defined, Definer, Linear, Number, Parts, Played, Scope, Stuck};
use crate::ir::{Binary, Clause, Domain, Expr, ExprKind, GameId, Pattern, SlotId, Type, Value};
use crate::position::Range;
use crate::theory::automaton::{Automaton, Track};

/// The most cases into which the moves of a game are divided; a game that needs more is
/// [`Stuck::TooLarge`].
const MOST_MOVES: usize = 1_000;

/// The rules of a game as relations.
#[derive(Debug)]
pub struct MoveRelation {
    /// A track for each field.
    pub fields: Vec<Track>,
    /// The states that the types of the fields admit.
    pub states: Automaton,
    /// The states in which play is over and the player to move has lost. The relation may also hold
    /// outside of `states`.
    pub lost: Automaton,
    /// The states in which play is over and the player to move has won. The relation may also hold
    /// outside of `states`.
    pub won: Automaton,
    /// The moves from states where play is not over: their conditions and targets.
    pub moves: Vec<Parts>,
    /// The last track that may occur; all tracks from 1 up to and including it may be in use.
    pub(super) last: Track,
}

/// Returns the rules of a game whose fields are naturals; fails unless all of them are arithmetic
/// and provably have a value everywhere.
pub fn move_relation(definer: &Definer<'_>, game: GameId) -> Defined<MoveRelation> {
    let rules = definer.instance.program.game(game);
    let mut scope = Scope::default();
    let mut fields = Vec::new();
    let mut states = Automaton::constant(true);
    for (at, range) in definer.instance.fields[game.index()].iter().enumerate() {
        if rules.fields[at].domain.ty() != Type::Int {
            return Err(Stuck::Undefinable);
        }
        let natural = match range {
            Range::Nat => true,
            Range::Between(low, _) => !low.is_negative(),
            _ => false,
        };
        if !natural {
            return Err(Stuck::Undefinable);
        }
        let track = definer.fresh();
        let number = Number::linear(Linear::unknown(track));
        states = states.and(&definer.in_range(&number, range)?.holds, definer.room)?;
        scope.insert(SlotId(at as u32), Bound::Number(number));
        fields.push(track);
    }
    let none = Automaton::constant(false);
    let mut move_relation =
        MoveRelation { fields, states, lost: none.clone(), won: none, moves: Vec::new(), last: Track(0) };
    for end in &rules.ends {
        let truth = definer.truth_within(&end.condition.expr, &scope, &move_relation.states)?;
        nothing_in(definer, &truth.unknown, &move_relation.states)?;
        let place = if end.win { &mut move_relation.won } else { &mut move_relation.lost };
        *place = place.or(&truth.holds, definer.room)?;
    }
    // Where ends disagree, the rules are unsound. Where play is over, no moves are played.
    let over = move_relation.lost.or(&move_relation.won, definer.room)?;
    nothing_in(definer, &move_relation.lost.and(&move_relation.won, definer.room)?, &move_relation.states)?;
    let live = move_relation.states.and(&over.not(), definer.room)?;
    for (rule, it) in rules.moves.iter().enumerate() {
        let played = Some(Played { rule, bound: Vec::new() });
        let path = Path { here: live.clone(), fresh: Vec::new(), played };
        let steps: Vec<Step<'_>> = it.clauses.iter().map(Step::Clause).collect();
        let moves = &mut move_relation.moves;
        Follower { definer, target: &it.target, moves }.clauses(&steps, &scope, path)?;
    }
    move_relation.last = definer.fresh();
    Ok(move_relation)
}

/// Fails if a relation holds somewhere in these states.
fn nothing_in(definer: &Definer<'_>, relation: &Automaton, states: &Automaton) -> Defined<()> {
    match relation.and(states, definer.room)?.is_nothing() {
        true => Ok(()),
        false => Err(Stuck::Undefinable),
    }
}

/// A move after some of its clauses: the condition `here` under which these are met, the tracks
/// `fresh` that they choose, and in `played` the numbers of their names.
#[derive(Clone)]
struct Path {
    here: Automaton,
    fresh: Vec<Track>,
    played: Option<Played>,
}

/// A step in the rest of a move.
#[derive(Clone, Copy)]
enum Step<'e> {
    /// A clause of the move, or of a comprehension over which a name of the move ranges.
    Clause(&'e Clause),
    /// Binds the pattern to the element of a comprehension, whose clauses come before this step.
    Element(&'e Pattern, &'e Expr),
    /// Binds the pattern to the element of a comprehension that a function returns, in the scope in
    /// which the comprehension is used.
    Returned(&'e Pattern, &'e Expr, &'e Return<'e>),
}

/// Where the elements of a returned collection are used.
struct Return<'e> {
    /// The names that are in scope at the place of use.
    outer: &'e Scope,
    /// The types of the elements, by the declarations of the functions that return them.
    declared: Vec<&'e Domain>,
}

/// Follows the clauses of a move, and records the targets.
struct Follower<'f, 'd> {
    definer: &'f Definer<'d>,
    target: &'f Expr,
    moves: &'f mut Vec<Parts>,
}

impl Follower<'_, '_> {
    /// Follows the remaining steps from left to right.
    fn clauses(&mut self, rest: &[Step<'_>], scope: &Scope, path: Path) -> Defined<()> {
        if path.here.is_nothing() {
            return Ok(());
        }
        let definer = self.definer;
        let Some((first, rest)) = rest.split_first() else { return self.arrive(scope, &path) };
        match first {
            Step::Clause(Clause::If(condition)) => self.condition(condition, rest, scope, path),
            Step::Clause(Clause::For(pattern, domain)) => self.binder((pattern, domain), rest, scope, path),
            Step::Element(pattern, element) => {
                let element = definer.bound(element, scope)?;
                nothing_in(definer, &definer.missing(&element)?, &path.here)?;
                let inner = definer.bind(scope, pattern, element);
                self.clauses(rest, &inner, path)
            }
            Step::Returned(pattern, element, to) => {
                let element = definer.bound(element, scope)?;
                self.come_back((pattern, element), to, rest, path)
            }
        }
    }

    /// Records the target, after all clauses.
    fn arrive(&mut self, scope: &Scope, path: &Path) -> Defined<()> {
        let definer = self.definer;
        if self.moves.len() >= MOST_MOVES {
            return Err(Stuck::TooLarge);
        }
        let positions = definer.position(self.target, scope)?;
        nothing_in(definer, &positions.undefined, &path.here)?;
        for move_relation in positions.ways {
            let when = move_relation.when.and(&path.here, definer.room)?;
            if !when.is_nothing() {
                let fresh = super::number::joined(&move_relation.fresh, &path.fresh);
                self.moves.push(Parts { when, fresh, played: path.played.clone(), ..move_relation });
            }
        }
        Ok(())
    }

    /// Continues where a condition holds. If its truth is not known everywhere on the path, tries the
    /// conjunction with the next condition instead, if there is one.
    fn condition(&mut self, condition: &Expr, rest: &[Step<'_>], scope: &Scope, path: Path) -> Defined<()> {
        let definer = self.definer;
        let truth = definer.truth_within(condition, scope, &path.here)?;
        let open = !truth.unknown.and(&path.here, definer.room)?.is_nothing();
        if let (true, Some((Step::Clause(Clause::If(next)), rest))) = (open, rest.split_first()) {
            // The conjunction of both may be expressible although one alone is not.
            let both = Expr {
                ty: Type::Bool,
                span: condition.span,
                kind: ExprKind::Binary(Binary::And, Box::new(condition.clone()), Box::new(next.clone())),
            };
            let both = Clause::If(both);
            let steps: Vec<Step<'_>> =
                std::iter::once(Step::Clause(&both)).chain(rest.iter().copied()).collect();
            return self.clauses(&steps, scope, path);
        }
        nothing_in(definer, &truth.unknown, &path.here)?;
        let here = path.here.and(&truth.holds, definer.room)?;
        self.clauses(rest, scope, Path { here, ..path })
    }

    /// Continues with each element of a domain.
    fn binder(
        &mut self,
        (pattern, domain): (&Pattern, &Expr),
        rest: &[Step<'_>],
        scope: &Scope,
        path: Path,
    ) -> Defined<()> {
        let definer = self.definer;
        if let Pattern::Slot(slot) = pattern
            && domain.ty.element() == Some(Type::Int)
        {
            let before = self.moves.len();
            match self.any_element((*slot, pattern, domain), rest, scope, path.clone()) {
                // If the elements of the domain are listed one by one, more may be expressible,
                // such as a product.
                Err(Stuck::Undefinable) => self.moves.truncate(before),
                done => return done,
            }
        }
        let path = Path { played: None, ..path };
        if let ExprKind::SetFor(inner, element) | ExprKind::ListFor(inner, element) = &domain.kind {
            let inner = inner.iter().map(Step::Clause).chain([Step::Element(pattern, element)]);
            let rest: Vec<Step<'_>> = inner.chain(rest.iter().copied()).collect();
            return self.clauses(&rest, scope, path);
        }
        if let ExprKind::Binary(Binary::Union | Binary::ConcatLists, one, other) = &domain.kind {
            self.binder((pattern, one), rest, scope, path.clone())?;
            return self.binder((pattern, other), rest, scope, path);
        }
        let is_written = matches!(&domain.kind, ExprKind::If(_) | ExprKind::Let(..));
        if matches!(&domain.kind, ExprKind::Call(..)) || is_written && definer.few(domain, scope)?.is_none() {
            return self.returned(
                (pattern, domain),
                &Return { outer: scope, declared: Vec::new() },
                rest,
                scope,
                path,
            );
        }
        if let Some(range) = definer.short_range(domain, scope, &path.here)? {
            for value in range {
                let member = definer.element(domain, &Number::constant(value.clone()), scope)?;
                nothing_in(definer, &member.unknown, &path.here)?;
                let here = path.here.and(&member.holds, definer.room)?;
                let inner = definer.bind(scope, pattern, Bound::Value(Value::Int(value)));
                self.clauses(rest, &inner, Path { here, ..path.clone() })?;
            }
            return Ok(());
        }
        self.one_by_one((pattern, domain), rest, scope, path)
    }

    /// Continues with each element of a collection that a function returns, or that depends on a
    /// condition or on other names. `scope` has the names that the collection reads.
    fn returned(
        &mut self,
        (pattern, collection): (&Pattern, &Expr),
        to: &Return<'_>,
        rest: &[Step<'_>],
        scope: &Scope,
        path: Path,
    ) -> Defined<()> {
        let definer = self.definer;
        match &collection.kind {
            ExprKind::Call(id, arguments) => {
                let function = &definer.instance.program.functions[id.index()];
                let (Domain::List(element) | Domain::Set(element)) = &function.result else {
                    return Err(Stuck::Undefinable);
                };
                let (inner, missing) = definer.called(*id, arguments, scope)?;
                nothing_in(definer, &missing, &path.here)?;
                let declared = to.declared.iter().copied().chain([&**element]).collect();
                let to = Return { outer: to.outer, declared };
                self.returned((pattern, &function.body.expr), &to, rest, &inner, path)
            }
            ExprKind::Binary(Binary::Union | Binary::ConcatLists, one, other) => {
                self.returned((pattern, one), to, rest, scope, path.clone())?;
                self.returned((pattern, other), to, rest, scope, path)
            }
            ExprKind::If(parts) => {
                let truth = definer.truth_within(&parts[0], scope, &path.here)?;
                nothing_in(definer, &truth.unknown, &path.here)?;
                for (branch, holds) in [(&parts[1], truth.holds.clone()), (&parts[2], truth.holds.not())] {
                    let here = path.here.and(&holds, definer.room)?;
                    self.returned((pattern, branch), to, rest, scope, Path { here, ..path.clone() })?;
                }
                Ok(())
            }
            ExprKind::Let(names, parts) => {
                let bound = definer.bound(&parts[0], scope)?;
                if matches!(bound, Bound::Unknown) {
                    return Err(Stuck::Undefinable);
                }
                nothing_in(definer, &definer.missing(&bound)?, &path.here)?;
                let inner = definer.bind(scope, names, bound);
                self.returned((pattern, &parts[1]), to, rest, &inner, path)
            }
            ExprKind::SetFor(clauses, element) | ExprKind::ListFor(clauses, element) => {
                let element = Step::Returned(pattern, element, to);
                let steps = clauses.iter().map(Step::Clause).chain([element]);
                let steps: Vec<Step<'_>> = steps.chain(rest.iter().copied()).collect();
                self.clauses(&steps, scope, path)
            }
            ExprKind::Set(elements) | ExprKind::List(elements) => {
                for element in elements {
                    let element = definer.bound(element, scope)?;
                    self.come_back((pattern, element), to, rest, path.clone())?;
                }
                Ok(())
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Continues with an element of a returned collection, in the scope `to.outer` in which the
    /// collection is used.
    fn come_back(
        &mut self,
        (pattern, mut element): (&Pattern, Bound),
        to: &Return<'_>,
        rest: &[Step<'_>],
        path: Path,
    ) -> Defined<()> {
        let definer = self.definer;
        for declared in &to.declared {
            nothing_in(definer, &definer.missing(&element)?, &path.here)?;
            element = definer.of_type(element, declared)?;
        }
        nothing_in(definer, &definer.missing(&element)?, &path.here)?;
        let inner = definer.bind(to.outer, pattern, element);
        self.clauses(rest, &inner, path)
    }

    /// Follows the remaining clauses for each element of a domain of few constants or of elements
    /// that are written out.
    fn one_by_one(
        &mut self,
        (pattern, domain): (&Pattern, &Expr),
        rest: &[Step<'_>],
        scope: &Scope,
        path: Path,
    ) -> Defined<()> {
        let definer = self.definer;
        let elements = definer.elements(domain, scope, false)?;
        for element in &elements {
            nothing_in(definer, &definer.missing(element)?, &path.here)?;
        }
        for element in elements {
            let inner = definer.bind(scope, pattern, element);
            self.clauses(rest, &inner, path.clone())?;
        }
        Ok(())
    }

    /// Follows the clauses after one that ranges over integers, for all these integers at once: the
    /// name is a number on new tracks.
    fn any_element(
        &mut self,
        (slot, pattern, domain): (SlotId, &Pattern, &Expr),
        rest: &[Step<'_>],
        scope: &Scope,
        path: Path,
    ) -> Defined<()> {
        let definer = self.definer;
        let (number, tracks) = definer.any_number(domain, scope)?;
        let member = definer.element(domain, &number, scope)?;
        nothing_in(definer, &member.unknown, &path.here)?;
        let mut played = path.played;
        if let (Some(played), [piece]) = (&mut played, &*number.pieces) {
            played.bound.push((slot, piece.value.clone()));
        }
        let inner = definer.bind(scope, pattern, Bound::Number(number));
        let fresh = super::number::joined(&path.fresh, &tracks);
        let here = path.here.and(&member.holds, definer.room)?;
        self.clauses(rest, &inner, Path { here, fresh, played })
    }
}
