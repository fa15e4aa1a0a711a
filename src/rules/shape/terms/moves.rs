//! The rules of a game in normal form.

use super::binding::types_of;
use super::duty::Duty;
use super::read::{Reader, Scope, few};
use super::term::{GivenUp, Made, Node, Op, Sort, Store, TermId};
use crate::ir::{Aggregate, Binary, Clause, Expr, ExprKind, GameId, Pattern, SlotId, Type, walk};
use crate::number::Int;
use crate::position::{Budget, Range};
use crate::shape::GameRules;

/// A name that a move or a sum binds.
#[derive(Debug, Clone)]
pub struct Binder {
    /// Its variable.
    pub variable: TermId,
    /// Its type.
    pub ty: Type,
}

/// Components of one game that a move leads to: one for each choice of the names that satisfies the
/// condition.
#[derive(Debug, Clone)]
pub struct Part {
    /// The names.
    pub binders: Vec<Binder>,
    /// The condition under which it exists.
    pub condition: TermId,
    /// The game.
    pub game: GameId,
    /// Its fields.
    pub fields: Vec<TermId>,
    /// How many, a natural.
    pub count: TermId,
}

/// A move.
#[derive(Debug, Clone)]
pub struct NormalMove {
    /// The names that it binds.
    pub binders: Vec<Binder>,
    /// When it can be played.
    pub condition: TermId,
    /// Its target.
    pub target: Vec<Part>,
    /// Conditions under which all of it has a value.
    pub duties: Vec<Duty>,
}

/// The rules of a game.
#[derive(Debug)]
pub struct NormalRules {
    /// The conditions under which the player to move has lost, and has won.
    pub ends: [TermId; 2],
    /// Conditions under which the ends have a value.
    pub duties: Vec<Duty>,
    /// All moves.
    pub moves: Vec<NormalMove>,
}

/// What the type and range of a field imply for its values.
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

/// The rules of a game whose fields, in an order, are given by terms. Names that run through a few
/// constants may be spread: one move for each of them.
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
        read_move(&mut reader, spread, &steps, &it.target, start, &mut moves)?;
    }
    let mut playable = Vec::new();
    for it in moves {
        if *reader.store.node(it.condition) != Node::Truth(false) {
            playable.push(reader.store.with_inverses(it)?);
        } else if !are_met(reader.store, &it.duties)? {
            // The target of a move that is never played is still evaluated, and an error there is an error of
            // the rules.
            return Err(GivenUp);
        }
    }
    Ok(NormalRules { ends, duties, moves: playable })
}

/// Whether all duties always hold.
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

/// A move that evaluates nothing more and is never played.
fn never(reader: &mut Reader<'_, '_>, open: Open) -> NormalMove {
    let condition = reader.store.truth(false);
    NormalMove { binders: open.binders, condition, target: Vec::new(), duties: reader.duties.clone() }
}

/// A move whose clauses have been read so far.
#[derive(Clone)]
struct Open {
    binders: Vec<Binder>,
    condition: TermId,
    scope: Scope,
}

/// The rest of a move.
#[derive(Clone, Copy)]
enum Step<'e> {
    /// A clause of the move, or of a comprehension that one of its names runs through.
    Clause(&'e Clause),
    /// The names that stand for an element of such a comprehension.
    Element(&'e Pattern, &'e Expr),
    /// The variable also has to belong to this collection.
    Member(TermId, &'e Expr),
}

fn read_move(
    reader: &mut Reader<'_, '_>,
    spread: bool,
    steps: &[Step<'_>],
    target: &Expr,
    mut open: Open,
    moves: &mut Vec<NormalMove>,
) -> Made<()> {
    match steps.split_first() {
        None => {
            let mut parts = Vec::new();
            let yes = reader.store.truth(true);
            reader.assuming(open.condition, |reader| {
                parts_of(
                    reader,
                    target,
                    &Under { binders: Vec::new(), condition: yes },
                    &mut open.scope,
                    &mut parts,
                )
            })?;
            let duties = reader.duties.clone();
            moves.push(NormalMove {
                binders: open.binders,
                condition: open.condition,
                target: parts,
                duties,
            });
            Ok(())
        }
        Some((Step::Clause(Clause::If(condition)), rest)) => {
            let more = reader.assuming(open.condition, |reader| reader.read(condition, &mut open.scope))?;
            open.condition = reader.store.and(open.condition, more)?;
            read_move(reader, spread, rest, target, open, moves)
        }
        Some((Step::Element(pattern, element), rest)) => {
            let element = reader.assuming(open.condition, |reader| reader.read(element, &mut open.scope))?;
            reader.bind(pattern, element, &mut open.scope)?;
            read_move(reader, spread, rest, target, open, moves)
        }
        Some((Step::Member(element, collection), rest)) => {
            let collection =
                reader.assuming(open.condition, |reader| reader.read(collection, &mut open.scope))?;
            let belongs = reader.store.member(*element, collection)?;
            open.condition = reader.store.and(open.condition, belongs)?;
            read_move(reader, spread, rest, target, open, moves)
        }
        Some((Step::Clause(Clause::For(pattern, domain)), rest)) => {
            if let ExprKind::SetFor(inner, element) | ExprKind::ListFor(inner, element) = &domain.kind
                && spread
            {
                let inner = inner.iter().map(Step::Clause).chain([Step::Element(pattern, element)]);
                let steps: Vec<Step<'_>> = inner.chain(rest.iter().copied()).collect();
                return read_move(reader, spread, &steps, target, open, moves);
            }
            if let ExprKind::Binary(Binary::Union, one, other) = &domain.kind
                && spread
            {
                for side in [one, other] {
                    let side = Clause::For(pattern.clone(), (**side).clone());
                    let steps = [&[Step::Clause(&side)], rest].concat();
                    let duties = reader.duties.clone();
                    read_move(reader, spread, &steps, target, open.clone(), moves)?;
                    reader.duties = duties;
                }
                return Ok(());
            }
            if let Some((elements, among)) = written_out(domain).filter(|_| spread) {
                let terms = reader.assuming(open.condition, |reader| {
                    elements
                        .iter()
                        .map(|element| reader.read(element, &mut open.scope))
                        .collect::<Made<Vec<_>>>()
                })?;
                if terms.is_empty() {
                    moves.push(never(reader, open));
                    return Ok(());
                }
                for term in terms {
                    let mut scope = open.scope.clone();
                    let more = among.map(|collection| Step::Member(term, collection));
                    let steps: Vec<Step<'_>> = more.into_iter().chain(rest.iter().copied()).collect();
                    reader.bind(pattern, term, &mut scope)?;
                    let duties = reader.duties.clone();
                    let open = Open { binders: open.binders.clone(), condition: open.condition, scope };
                    read_move(reader, spread, &steps, target, open, moves)?;
                    reader.duties = duties;
                }
                return Ok(());
            }
            let collection =
                reader.assuming(open.condition, |reader| reader.read(domain, &mut open.scope))?;
            if let Some(elements) = few(reader.store, collection).filter(|_| spread) {
                if elements.is_empty() {
                    moves.push(never(reader, open));
                    return Ok(());
                }
                for element in elements {
                    let term = reader.store.constant(&element);
                    let mut open = open.clone();
                    reader.bind(pattern, term, &mut open.scope)?;
                    let duties = reader.duties.clone();
                    read_move(reader, spread, rest, target, open, moves)?;
                    reader.duties = duties;
                }
                return Ok(());
            }
            let ty = domain.ty.element().ok_or(GivenUp)?;
            let (whole, variables) = reader.fresh(pattern, &ty, &mut open.scope)?;
            let belongs = reader.store.member(whole, collection)?;
            open.condition = reader.store.and(open.condition, belongs)?;
            let types = types_of(pattern, &ty);
            open.binders
                .extend(variables.into_iter().zip(types).map(|(variable, ty)| Binder { variable, ty }));
            read_move(reader, spread, rest, target, open, moves)
        }
    }
}

/// The elements of a collection that is written out, or of its intersection with another, and that one.
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

/// The names and conditions under which a part of a position stands.
struct Under {
    binders: Vec<Binder>,
    condition: TermId,
}

fn parts_of(
    reader: &mut Reader<'_, '_>,
    expr: &Expr,
    under: &Under,
    scope: &mut Scope,
    parts: &mut Vec<Part>,
) -> Made<()> {
    reader.store.step()?;
    match &expr.kind {
        ExprKind::Nothing => Ok(()),
        ExprKind::Component(game, fields) => {
            let fields = reader.assuming(under.condition, |reader| {
                fields.iter().map(|field| reader.read(field, scope)).collect::<Made<Vec<TermId>>>()
            })?;
            let (binders, condition) = (under.binders.clone(), under.condition);
            let count = reader.store.int(Int::ONE);
            parts.push(Part { binders, condition, game: *game, fields, count });
            Ok(())
        }
        ExprKind::Binary(Binary::AddPositions, a, b) => {
            parts_of(reader, a, under, scope, parts)?;
            parts_of(reader, b, under, scope, parts)
        }
        ExprKind::Binary(Binary::Copies, count, position) => {
            let count = reader.assuming(under.condition, |reader| reader.read(count, scope))?;
            let zero = reader.store.int(Int::ZERO);
            let natural = reader.store.at_least(count, zero)?;
            let elsewhere = reader.store.not(under.condition)?;
            let follows = reader.store.or(elsewhere, natural)?;
            reader.must(follows);
            let first = parts.len();
            parts_of(reader, position, under, scope, parts)?;
            for part in &mut parts[first..] {
                part.count = reader.store.multiply(part.count, count)?;
            }
            if count == zero {
                parts.truncate(first);
            }
            Ok(())
        }
        ExprKind::If(cases) => {
            let condition = reader.assuming(under.condition, |reader| reader.read(&cases[0], scope))?;
            let not = reader.store.not(condition)?;
            for (case, holds) in [(&cases[1], condition), (&cases[2], not)] {
                let condition = reader.store.and(under.condition, holds)?;
                let under = Under { binders: under.binders.clone(), condition };
                parts_of(reader, case, &under, scope, parts)?;
            }
            Ok(())
        }
        ExprKind::Let(pattern, both) => {
            let value = reader.assuming(under.condition, |reader| reader.read(&both[0], scope))?;
            let mut inner = scope.clone();
            reader.bind(pattern, value, &mut inner)?;
            parts_of(reader, &both[1], under, &mut inner, parts)
        }
        ExprKind::Call(function, arguments) => {
            reader.call(*function, arguments, scope, |reader, body, scope| {
                parts_of(reader, body, under, scope, parts)
            })
        }
        ExprKind::AggregateFor(Aggregate::SumPositions, clauses, body) => summed(
            reader,
            clauses,
            body,
            Under { binders: under.binders.clone(), condition: under.condition },
            scope,
            parts,
        ),
        _ => Err(GivenUp),
    }
}

/// The elements of a collection with a known greatest number of elements, each with the condition under which
/// it counts: equal elements of a set count once.
fn one_by_one(
    reader: &mut Reader<'_, '_>,
    under: &Under,
    (domain, collection): (&Expr, TermId),
    scope: &Scope,
) -> Made<Option<Vec<(TermId, TermId)>>> {
    let mut elements = Vec::new();
    match (&domain.kind, &domain.ty) {
        (ExprKind::Set(written), _) => {
            for expr in written {
                let element =
                    reader.assuming(under.condition, |reader| reader.read(expr, &mut scope.clone()))?;
                let mut counts = reader.store.truth(true);
                for (earlier, _) in &elements {
                    let same = reader.store.same(element, *earlier)?;
                    let other = reader.store.not(same)?;
                    counts = reader.store.and(counts, other)?;
                }
                elements.push((element, counts));
            }
        }
        (_, Type::List(ty)) => {
            let length = reader.store.length(collection)?;
            let length = reader.store.as_int(length).and_then(|it| it.to_usize());
            let Some(length) = length.filter(|length| *length <= MOST_LISTED) else { return Ok(None) };
            for at in 0..length {
                let at = reader.store.int(Int::from(at));
                let element = reader.store.index(collection, at, ty)?;
                elements.push((element, reader.store.truth(true)));
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(elements))
}

/// Parts of longer lists are not written one by one.
const MOST_LISTED: usize = 8;

fn summed(
    reader: &mut Reader<'_, '_>,
    clauses: &[Clause],
    body: &Expr,
    under: Under,
    scope: &Scope,
    parts: &mut Vec<Part>,
) -> Made<()> {
    let mut scope = scope.clone();
    match clauses.split_first() {
        None => parts_of(reader, body, &under, &mut scope, parts),
        Some((clause @ Clause::If(_), rest)) => {
            let expr = walk::clause_expr(clause);
            let more = reader.assuming(under.condition, |reader| reader.read(expr, &mut scope))?;
            let condition = reader.store.and(under.condition, more)?;
            summed(reader, rest, body, Under { condition, ..under }, &scope, parts)
        }
        Some((Clause::For(pattern, domain), rest)) => {
            let collection = reader.assuming(under.condition, |reader| reader.read(domain, &mut scope))?;
            let ty = domain.ty.element().ok_or(GivenUp)?;
            if let Some(elements) = one_by_one(reader, &under, (domain, collection), &scope)? {
                for (element, counts) in elements {
                    let condition = reader.store.and(under.condition, counts)?;
                    if *reader.store.node(condition) == Node::Truth(false) {
                        continue;
                    }
                    let mut scope = scope.clone();
                    reader.bind(pattern, element, &mut scope)?;
                    let under = Under { binders: under.binders.clone(), condition };
                    summed(reader, rest, body, under, &scope, parts)?;
                }
                return Ok(());
            }
            let (whole, variables) = reader.fresh(pattern, &ty, &mut scope)?;
            // Elements of a list count with multiplicity, so the lists must be equal.
            let belongs = if matches!(domain.ty, Type::Set(_) | Type::Range) {
                reader.store.member(whole, collection)?
            } else {
                let listed = reader.store.apply(Op::Listed, &[collection])?;
                reader.store.member(whole, listed)?
            };
            let condition = reader.store.and(under.condition, belongs)?;
            let around = Under { binders: under.binders.clone(), condition: under.condition };
            let mut binders = under.binders;
            let types = types_of(pattern, &ty);
            let named = variables.iter().zip(types).map(|(variable, ty)| Binder { variable: *variable, ty });
            binders.extend(named);
            let (since, first) = (reader.duties.len(), parts.len());
            summed(reader, rest, body, Under { binders, condition }, &scope, parts)?;
            counted(reader.store, &mut parts[first..], &variables, (condition, collection), &around)?;
            // The conditions on these parts must hold for all values of the names.
            for variable in variables {
                reader.duties_for_all(since, variable)?;
            }
            Ok(())
        }
    }
}

/// Parts that do not mention the names of a sum, under no further condition, occur once for each value of the
/// names.
fn counted(
    store: &mut Store,
    parts: &mut [Part],
    names: &[TermId],
    (condition, collection): (TermId, TermId),
    around: &Under,
) -> Made<()> {
    for part in parts {
        let mentions = |term: &TermId| names.iter().any(|name| store.mentions(*term, *name));
        let named = mentions(&part.count) || part.fields.iter().any(mentions);
        let own = part.binders.len() == around.binders.len() + names.len();
        if own && part.condition == condition && !named {
            let length = store.length(collection)?;
            part.condition = around.condition;
            part.binders.truncate(around.binders.len());
            part.count = store.multiply(part.count, length)?;
        }
    }
    Ok(())
}
