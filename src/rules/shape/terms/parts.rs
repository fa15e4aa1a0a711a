//! Brings the target of a move to normal form: a list of parts. Each part stands for components of
//! one game, with the condition under which they exist.

use super::binding::types_of;
use super::read::{Reader, Scope};
use super::term::{GivenUp, Made, Node, Op, Store, TermId};
use crate::ir::{Aggregate, Binary, Clause, Expr, ExprKind, GameId, Type, walk};
use crate::number::Int;

/// A name that a move or a sum binds.
#[derive(Debug, Clone)]
pub struct Binder {
    /// The variable for the name.
    pub variable: TermId,
    /// The type of the name.
    pub ty: Type,
}

/// Components of one game that a move leads to: `count` equal ones for each choice of the names
/// that satisfies the condition.
#[derive(Debug, Clone)]
pub struct Part {
    /// The names that sums in the target bind.
    pub binders: Vec<Binder>,
    /// The condition under which these components exist.
    pub condition: TermId,
    /// The game of the components.
    pub game: GameId,
    /// The values of the fields of the components.
    pub fields: Vec<TermId>,
    /// How many equal components there are for each choice of the names, a natural.
    pub count: TermId,
}

/// The names and conditions around a part of a position.
pub struct Under {
    /// The names that sums around the part bind.
    pub binders: Vec<Binder>,
    /// The condition under which the part exists.
    pub condition: TermId,
}

/// Adds the parts of a position to `parts`.
pub fn parts_of(
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
            copies(reader, count, position, under, scope, parts)
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
        ExprKind::AggregateFor(Aggregate::SumPositions, clauses, body) => {
            let under = Under { binders: under.binders.clone(), condition: under.condition };
            summed(reader, clauses, body, under, scope, parts)
        }
        _ => Err(GivenUp),
    }
}

/// Adds the parts of several copies of a position. The number of copies has to be a natural.
fn copies(
    reader: &mut Reader<'_, '_>,
    count: &Expr,
    position: &Expr,
    under: &Under,
    scope: &mut Scope,
    parts: &mut Vec<Part>,
) -> Made<()> {
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

/// Returns the elements of a set that is written out, or of a list of few elements, each with the
/// condition under which it counts: equal elements of a set count once. `None` for other
/// collections.
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

/// The most elements of a list for which parts are added one by one.
const MOST_LISTED: usize = 8;

/// Adds the parts of a sum of positions: `body` for each choice of names that meets the clauses.
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
            // Elements of a list count with multiplicity, so the condition mentions the list as a
            // multiset: only conditions with equal lists are equal.
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
            // The duties of these parts must hold for all values of the names.
            for variable in variables {
                reader.duties_for_all(since, variable)?;
            }
            Ok(())
        }
    }
}

/// Removes the names of a sum from parts that do not mention them and have no further condition:
/// such a part occurs once for each element of the collection, so its count is multiplied by the
/// number of elements.
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
