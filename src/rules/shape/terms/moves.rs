//! Brings the rules of a game to normal form: the conditions that end play, and for each move the
//! names that it binds, its condition, its target and its duties.

use super::binding::types_of;
use super::duty::Duty;
use super::parts::{Binder, Part, Under, parts_of};
use super::read::{Reader, Scope, few};
use super::term::{GivenUp, Made, Node, Sort, Store, TermId};
use crate::ir::{Binary, Clause, Expr, ExprKind, Pattern, SlotId, Type};
use crate::position::{Budget, Range};
use crate::shape::GameRules;

/// A move in normal form: terms of the fields, and of the names that the move binds.
#[derive(Debug, Clone)]
pub struct NormalMove {
    /// The names that the move binds.
    pub binders: Vec<Binder>,
    /// The condition on fields and names under which the move can be played.
    pub condition: TermId,
    /// The components that the move leads to.
    pub target: Vec<Part>,
    /// Conditions under which all expressions of the move have values.
    pub duties: Vec<Duty>,
}

/// The rules of a game in normal form.
#[derive(Debug)]
pub struct NormalRules {
    /// The conditions under which the player to move has lost, and has won.
    pub ends: [TermId; 2],
    /// Conditions under which the conditions in `ends` have values.
    pub duties: Vec<Duty>,
    /// All moves except those whose condition is the constant `false`.
    pub moves: Vec<NormalMove>,
}

/// Returns what the type and range of a field imply for its values.
pub fn sort_of(ty: &Type, range: &Range) -> Sort {
    match (ty, range) {
        (Type::Int, Range::Nat) => Sort::Natural,
        (Type::Int, _) => Sort::Integer,
        (Type::List(_), Range::List(inner)) if **inner == Range::Nat => Sort::Naturals,
        (Type::Set(_), Range::Set(inner)) if **inner == Range::Nat => Sort::NaturalSet,
        (Type::Set(_), Range::Set(inner)) if is_of_naturals(inner) => Sort::NaturalTuples,
        _ => Sort::of(ty),
    }
}

/// Whether a range holds tuples of naturals.
fn is_of_naturals(range: &Range) -> bool {
    matches!(range, Range::Tuple(parts) if parts.iter().all(|part| *part == Range::Nat))
}

/// Brings the rules of a game to normal form; `fields` are the terms of its fields. If `spread`, each
/// element of a small or written-out domain, and each side of a union, gives a move of its own.
pub fn normal(
    rules: GameRules<'_>,
    fields: &[TermId],
    spread: bool,
    store: &mut Store,
    budget: &Budget<'_>,
) -> Made<NormalRules> {
    let game = rules.instance.program.game(rules.game);
    let scope: Scope = fields.iter().enumerate().map(|(at, field)| (SlotId(at as u32), *field)).collect();
    let yes = store.truth(true);
    let no = store.truth(false);
    let declared = fields.iter().copied().zip(game.fields.iter().map(|field| &field.domain)).collect();
    let instance = rules.instance;
    let mut reader =
        Reader { instance, budget, store, outer: yes, assumed: yes, duties: Vec::new(), declared };
    let mut ends = [no, no];
    for end in &game.ends {
        let condition = reader.read(&end.condition.expr, &mut scope.clone())?;
        let place = &mut ends[usize::from(end.win)];
        *place = reader.store.or(*place, condition)?;
    }
    let duties = std::mem::take(&mut reader.duties);
    let over = reader.store.or(ends[0], ends[1])?;
    let live = reader.store.not(over)?;
    let mut moves = Vec::new();
    for it in &game.moves {
        let start = Open { binders: Vec::new(), condition: live, scope: scope.clone() };
        reader.duties.clear();
        let steps: Vec<Step<'_>> = it.clauses.iter().map(Step::Clause).collect();
        let mut reading = Reading { reader: &mut reader, spread, target: &it.target, moves: &mut moves };
        reading.read(&steps, start)?;
    }
    let mut playable = Vec::new();
    for it in moves {
        if *reader.store.node(it.condition) != Node::Truth(false) {
            playable.push(reader.store.with_inverses(it)?);
        } else if !are_met(reader.store, &it.duties)? {
            // The clauses of a move that is never played are still evaluated, and a clause without
            // a value is an error in the rules.
            return Err(GivenUp);
        }
    }
    Ok(NormalRules { ends, duties, moves: playable })
}

/// Whether what each duty wants provably holds wherever its assumptions hold.
pub(super) fn are_met(store: &mut Store, duties: &[Duty]) -> Made<bool> {
    for it in duties {
        let elsewhere = store.not(it.assumed)?;
        let follows = store.or(elsewhere, it.wanted)?;
        if !store.is_valid(follows)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns a move that is never played and evaluates nothing after the clauses read so far.
fn never(reader: &mut Reader<'_, '_>, open: Open) -> NormalMove {
    let condition = reader.store.truth(false);
    NormalMove { binders: open.binders, condition, target: Vec::new(), duties: reader.duties.clone() }
}

/// A move some of whose clauses have been read.
#[derive(Clone)]
struct Open {
    binders: Vec<Binder>,
    condition: TermId,
    scope: Scope,
}

/// A step in the rest of a move.
#[derive(Clone, Copy)]
enum Step<'e> {
    /// A clause of the move, or of a comprehension that one of its names runs through.
    Clause(&'e Clause),
    /// Binds the pattern to the element of a comprehension, whose clauses come before this step.
    Element(&'e Pattern, &'e Expr),
    /// The term also has to belong to this collection.
    Member(TermId, &'e Expr),
}

/// Reads a move: each choice of elements for names that are spread gives a move of its own.
struct Reading<'r, 'a, 's, 'e> {
    reader: &'r mut Reader<'a, 's>,
    /// As in [`normal`].
    spread: bool,
    target: &'e Expr,
    moves: &'r mut Vec<NormalMove>,
}

impl Reading<'_, '_, '_, '_> {
    /// Reads the remaining steps of a move, then its target.
    fn read(&mut self, steps: &[Step<'_>], mut open: Open) -> Made<()> {
        let reader = &mut *self.reader;
        let Some((step, rest)) = steps.split_first() else { return self.finish(open) };
        match step {
            Step::Clause(Clause::If(condition)) => {
                let more =
                    reader.assuming(open.condition, |reader| reader.read(condition, &mut open.scope))?;
                open.condition = reader.store.and(open.condition, more)?;
            }
            Step::Element(pattern, element) => {
                let element =
                    reader.assuming(open.condition, |reader| reader.read(element, &mut open.scope))?;
                reader.bind(pattern, element, &mut open.scope)?;
            }
            Step::Member(element, collection) => {
                let collection =
                    reader.assuming(open.condition, |reader| reader.read(collection, &mut open.scope))?;
                let belongs = reader.store.member(*element, collection)?;
                open.condition = reader.store.and(open.condition, belongs)?;
            }
            Step::Clause(Clause::For(pattern, domain)) if self.spread => {
                return self.names_spread(pattern, domain, rest, open);
            }
            Step::Clause(Clause::For(pattern, domain)) => {
                let collection =
                    reader.assuming(open.condition, |reader| reader.read(domain, &mut open.scope))?;
                return self.names(pattern, domain, collection, rest, open);
            }
        }
        self.read(rest, open)
    }

    /// Reads the target after all clauses, and adds the move to `moves`.
    fn finish(&mut self, mut open: Open) -> Made<()> {
        let mut target = Vec::new();
        let under = Under { binders: Vec::new(), condition: self.reader.store.truth(true) };
        let whole = self.target;
        self.reader.assuming(open.condition, |reader| {
            parts_of(reader, whole, &under, &mut open.scope, &mut target)
        })?;
        let duties = self.reader.duties.clone();
        self.moves.push(NormalMove { binders: open.binders, condition: open.condition, target, duties });
        Ok(())
    }

    /// Reads one of several continuations of a move. Afterwards the duties of this continuation are
    /// dropped, so that the next continuation starts without them.
    fn branch(&mut self, steps: &[Step<'_>], open: Open) -> Made<()> {
        let duties = self.reader.duties.clone();
        self.read(steps, open)?;
        self.reader.duties = duties;
        Ok(())
    }

    /// Binds the names of a pattern to variables that belong to a domain, and reads the rest.
    fn names(
        &mut self,
        pattern: &Pattern,
        domain: &Expr,
        collection: TermId,
        rest: &[Step<'_>],
        mut open: Open,
    ) -> Made<()> {
        let ty = domain.ty.element().ok_or(GivenUp)?;
        let (whole, variables) = self.reader.fresh(pattern, &ty, &mut open.scope)?;
        let belongs = self.reader.store.member(whole, collection)?;
        open.condition = self.reader.store.and(open.condition, belongs)?;
        let types = types_of(pattern, &ty);
        open.binders.extend(variables.into_iter().zip(types).map(|(variable, ty)| Binder { variable, ty }));
        self.read(rest, open)
    }

    /// Makes one move for each element of a domain that is written out or has few elements, or for each
    /// side of a union. The clauses of a comprehension become clauses of the move. For other domains,
    /// binds the names to variables.
    fn names_spread(
        &mut self,
        pattern: &Pattern,
        domain: &Expr,
        rest: &[Step<'_>],
        mut open: Open,
    ) -> Made<()> {
        match &domain.kind {
            ExprKind::SetFor(inner, element) | ExprKind::ListFor(inner, element) => {
                let inner = inner.iter().map(Step::Clause).chain([Step::Element(pattern, element)]);
                let steps: Vec<Step<'_>> = inner.chain(rest.iter().copied()).collect();
                return self.read(&steps, open);
            }
            ExprKind::Binary(Binary::Union, one, other) => {
                for side in [one, other] {
                    let side = Clause::For(pattern.clone(), (**side).clone());
                    self.branch(&[&[Step::Clause(&side)], rest].concat(), open.clone())?;
                }
                return Ok(());
            }
            _ => {}
        }
        let reader = &mut *self.reader;
        if let Some((elements, among)) = written_out(domain) {
            let terms = reader.assuming(open.condition, |reader| {
                elements.iter().map(|element| reader.read(element, &mut open.scope)).collect::<Made<Vec<_>>>()
            })?;
            if terms.is_empty() {
                if let Some(collection) = among {
                    // Without elements there is no move, but the other collection needs a value.
                    reader.assuming(open.condition, |reader| reader.read(collection, &mut open.scope))?;
                }
                self.moves.push(never(reader, open));
                return Ok(());
            }
            for term in terms {
                let more = among.map(|collection| Step::Member(term, collection));
                let steps: Vec<Step<'_>> = more.into_iter().chain(rest.iter().copied()).collect();
                self.element(pattern, term, &steps, open.clone())?;
            }
            return Ok(());
        }
        let collection = reader.assuming(open.condition, |reader| reader.read(domain, &mut open.scope))?;
        let Some(elements) = few(reader.store, collection) else {
            return self.names(pattern, domain, collection, rest, open);
        };
        if elements.is_empty() {
            self.moves.push(never(reader, open));
            return Ok(());
        }
        for element in elements {
            let term = self.reader.store.constant(&element);
            self.element(pattern, term, rest, open.clone())?;
        }
        Ok(())
    }

    /// Binds a pattern to one element of a domain, and reads the remaining steps.
    fn element(&mut self, pattern: &Pattern, term: TermId, steps: &[Step<'_>], mut open: Open) -> Made<()> {
        self.reader.bind(pattern, term, &mut open.scope)?;
        self.branch(steps, open)
    }
}

/// Returns the elements of a domain that is written out, such as `{1, n}`. For the intersection of
/// such a set and another collection, also returns that collection.
fn written_out(domain: &Expr) -> Option<(&[Expr], Option<&Expr>)> {
    match &domain.kind {
        ExprKind::List(elements) | ExprKind::Set(elements) => Some((elements, None)),
        ExprKind::Binary(Binary::Intersection, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Set(elements), _) => Some((elements, Some(b))),
            (_, ExprKind::Set(elements)) => Some((elements, Some(a))),
            _ => None,
        },
        _ => None,
    }
}
