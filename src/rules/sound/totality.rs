//! Proves that expressions have a value where they are evaluated, and that no component is both won
//! and lost by the ends of its game.

use super::facts::{Facts, element_of};
use super::occurrences::{facts_of_fields, facts_of_game, own_fields};
use crate::ir::{
    Binary, Clause, Conversion, Expr, ExprKind, FunctionId, GameId, Move, Type, Unary, Value, walk,
};
use crate::laws::aggregates::{DefinedOf, aggregate as law_of_aggregate};
use crate::laws::{Defined, law};
use crate::number::Int;
use crate::position::{Instance, Range};

/// The greatest constant exponent with which a power is assumed to fit into memory, like a product.
const MODERATE: i64 = 1000;

/// Whether, provably, the rules of a game have a value at every component of its types, and no such
/// component is both won and lost by ends.
pub fn evaluable(instance: &Instance, game: GameId) -> bool {
    let rules = instance.program.game(game);
    let fields = facts_of_fields(instance, game);
    let unended = facts_of_game(instance, game);
    let ends = rules.ends.iter().all(|end| has_value(&mut fields.clone(), &end.condition.expr, Room::Needed));
    let moves = || {
        rules
            .moves
            .iter()
            .all(|it| all_have_values(&mut unended.clone(), &it.clauses, &[&it.target], Room::Needed))
    };
    ends && moves() && ends_agree(instance, game)
}

/// Whether a move and the ends of its game provably have a value at every component of its types,
/// if the size of numbers does not matter.
pub fn has_values(instance: &Instance, game: GameId, it: &Move) -> bool {
    let fields = facts_of_fields(instance, game);
    let ends = &instance.program.game(game).ends;
    ends.iter().all(|end| has_value(&mut fields.clone(), &end.condition.expr, Room::Spared))
        && all_have_values(&mut facts_of_game(instance, game), &it.clauses, &[&it.target], Room::Spared)
}

/// Whether, provably, no component is both won and lost by the ends of its game.
fn ends_agree(instance: &Instance, game: GameId) -> bool {
    let ends = &instance.program.game(game).ends;
    ends.iter().filter(|end| end.win).all(|won| {
        ends.iter().filter(|end| !end.win).all(|lost| {
            let mut facts = facts_of_fields(instance, game);
            let fields = own_fields(instance, game);
            for end in [won, lost] {
                let condition = facts.apart(&end.condition, &fields);
                facts.learn(&condition, true);
            }
            facts.impossible()
        })
    })
}

/// Whether each clause provably has a value if the clauses before it hold, and each expression of
/// `then` if all clauses hold. Adds the facts of the clauses.
fn all_have_values(facts: &mut Facts<'_>, clauses: &[Clause], then: &[&Expr], room: Room) -> bool {
    let clauses = clauses.iter().all(|clause| {
        let known = has_value(facts, walk::clause_expr(clause), room);
        facts.learn_clause(clause);
        known
    });
    clauses && then.iter().all(|expr| has_value(facts, expr, room))
}

/// Whether a value has to fit into memory.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// The expression is evaluated.
    Needed,
    /// The expression is never evaluated, only mentioned in a proof, like the value of a measure.
    Spared,
}

/// Whether an expression provably has a value under these facts.
pub fn has_value(facts: &mut Facts<'_>, expr: &Expr, room: Room) -> bool {
    stacker::maybe_grow(64 << 10, 4 << 20, || match &expr.kind {
        ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), left, right) => {
            has_value(facts, left, room) && assuming(facts, left, *op != Binary::Or, right, room)
        }
        ExprKind::If(parts) => {
            has_value(facts, &parts[0], room)
                && assuming(facts, &parts[0], true, &parts[1], room)
                && assuming(facts, &parts[0], false, &parts[2], room)
        }
        ExprKind::Let(pattern, parts) => {
            let mut inside = facts.clone();
            has_value(facts, &parts[0], room) && {
                let body = inside.enter_let(pattern, &parts[0], &parts[1]);
                has_value(&mut inside, &body, room)
            }
        }
        ExprKind::ListFor(clauses, element) | ExprKind::SetFor(clauses, element) => {
            all_have_values(&mut facts.clone(), clauses, &[element], room)
        }
        ExprKind::AggregateFor(aggregate, clauses, element) => {
            law_of_aggregate(*aggregate).defined == DefinedOf::Everything
                && all_have_values(&mut facts.clone(), clauses, &[element], room)
        }
        ExprKind::Call(id, arguments) => call_has_value(facts, *id, arguments, room),
        _ => {
            let mut parts = true;
            walk::children(expr, &mut |part| parts = parts && has_value(facts, part, room));
            parts && is_defined(facts, expr, room)
        }
    })
}

/// Whether the arguments and the result of a call provably have values in their declared types.
fn call_has_value(facts: &mut Facts<'_>, id: FunctionId, arguments: &[Expr], room: Room) -> bool {
    let function = facts.function(id);
    let arguments_fit = arguments.iter().zip(&function.parameters).all(|(argument, parameter)| {
        has_value(facts, argument, room) && facts.stays_in_type(argument, &parameter.domain)
    });
    arguments_fit
        && facts
            .opened(id.index(), arguments)
            .is_some_and(|body| has_value(facts, &body, room) && facts.stays_in_type(&body, &function.result))
}

/// Whether an expression provably has a value under the assumption that a condition holds, or does
/// not.
fn assuming(facts: &Facts<'_>, condition: &Expr, holds: bool, expr: &Expr, room: Room) -> bool {
    let mut inside = facts.clone();
    inside.learn(condition, holds);
    has_value(&mut inside, expr, room)
}

/// Whether an expression provably has a value, given that its parts have values.
fn is_defined(facts: &mut Facts<'_>, expr: &Expr, room: Room) -> bool {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::Compare(..)
        | ExprKind::List(_)
        | ExprKind::Set(_)
        | ExprKind::Range { .. }
        | ExprKind::Nothing
        | ExprKind::Tuple(_)
        | ExprKind::Part(..)
        | ExprKind::Component(..) => true,
        // A negative number is no vertex.
        ExprKind::Convert(conversion, inner) => {
            !makes_vertices(conversion) || naturals(&inner.ty).is_some_and(|range| facts.stays(inner, &range))
        }
        ExprKind::Unary(op, _) => *op != Unary::NegateReal,
        ExprKind::Binary(op, left, right) => match op {
            Binary::Div | Binary::Mod => at_least(facts, right, 1),
            Binary::Power if room == Room::Spared => at_least(facts, right, 0),
            // Up to this exponent a power is assumed to fit into memory, as products are.
            Binary::Power => matches!(&right.kind, ExprKind::Literal(Value::Int(int))
                if int.to_i64().is_some_and(|exponent| (0..=MODERATE).contains(&exponent))),
            Binary::Xor => at_least(facts, left, 0) && at_least(facts, right, 0),
            Binary::Copies => at_least(facts, left, 0),
            // A quotient of integers.
            Binary::Quotient => {
                let whole = |side: &Expr| match &side.kind {
                    ExprKind::Convert(Conversion::IntToReal, whole) => Some((**whole).clone()),
                    _ => None,
                };
                whole(left).is_some() && whole(right).is_some_and(|divisor| at_least(facts, &divisor, 1))
            }
            _ => expr.ty != Type::Real,
        },
        ExprKind::Aggregate(aggregate, list) => match law_of_aggregate(*aggregate).defined {
            DefinedOf::Everything => true,
            DefinedOf::NonEmpty => {
                let length = facts.length(list);
                facts.proves(&length.shifted(-1))
            }
            DefinedOf::Naturals => false,
        },
        ExprKind::Builtin(builtin, arguments) => match law(*builtin).defined {
            Defined::Everywhere => true,
            Defined::From(least) => {
                at_least(facts, &arguments[0], least)
                    && arguments.get(1).is_none_or(|base| at_least(facts, base, 2))
            }
            Defined::WithRoom | Defined::Partly => false,
        },
        ExprKind::Slice(parts) => facts.slice_is_inside(&parts[0], &parts[1]),
        ExprKind::Index(parts) => index_is_inside(facts, &parts[0], &parts[1]),
        ExprKind::With { base, path, many, value } => update_has_value(facts, base, path, *many, value),
        _ => false,
    }
}

/// Whether the indices of a `with` provably lie in its lists, and the new elements can replace the
/// old ones.
fn update_has_value(facts: &mut Facts<'_>, base: &Expr, path: &[Expr], many: bool, value: &Expr) -> bool {
    let Some((last, outer)) = path.split_last() else { return false };
    let mut changed = base.clone();
    for index in outer {
        if !index_is_inside(facts, &changed, index) {
            return false;
        }
        changed = element_of(&changed, index);
    }
    if many {
        return elements_fit(facts, &changed, last, value);
    }
    index_is_inside(facts, &changed, last) && (changed.ty != Type::Text || is_one_character(facts, value))
}

/// Whether an index provably lies in a list, range or text.
fn index_is_inside(facts: &mut Facts<'_>, whole: &Expr, index: &Expr) -> bool {
    let length = facts.length(whole);
    let index = facts.linear(index);
    facts.proves(&index) && facts.proves(&length.sub(&index).shifted(-1))
}

/// Whether the indices in `places` provably lie in the list or text `whole`, and `values`, if its
/// elements may replace those of `whole`, has provably as many elements.
fn elements_fit(facts: &mut Facts<'_>, whole: &Expr, places: &Expr, values: &Expr) -> bool {
    let (count, given) = (facts.length(places), facts.length(values));
    (whole.ty != Type::Text || values.ty == Type::Text)
        && facts.proves(&count.sub(&given))
        && facts.proves(&given.sub(&count))
        && facts.are_indices(places, whole)
}

/// Whether a text provably has exactly one character.
fn is_one_character(facts: &mut Facts<'_>, text: &Expr) -> bool {
    if let ExprKind::If(parts) = &text.kind {
        return [(true, &parts[1]), (false, &parts[2])].into_iter().all(|(holds, part)| {
            let mut inside = facts.clone();
            inside.learn(&parts[0], holds);
            is_one_character(&mut inside, part)
        });
    }
    let length = facts.length(text);
    facts.proves(&length.shifted(-1)) && facts.proves(&length.times(&Int::from(-1i64)).shifted(1))
}

/// Whether an expression is an integer that is provably at least `least`.
fn at_least(facts: &mut Facts<'_>, expr: &Expr, least: u8) -> bool {
    expr.ty == Type::Int && {
        let number = facts.linear(expr);
        facts.proves(&number.shifted(-i64::from(least)))
    }
}

/// Whether a conversion turns numbers, texts or tuples into vertices.
pub fn makes_vertices(conversion: &Conversion) -> bool {
    match conversion {
        Conversion::IntToVertex | Conversion::ToVertex => true,
        Conversion::Elements(inner) | Conversion::Members(inner) => makes_vertices(inner),
        Conversion::Parts(parts) => parts.iter().flatten().any(makes_vertices),
        Conversion::Then(both) => makes_vertices(&both.0) || makes_vertices(&both.1),
        Conversion::IntToReal | Conversion::RangeToList | Conversion::RangeToSet => false,
    }
}

/// Returns the values of a type in which all numbers are natural; `None` for types of other values.
fn naturals(ty: &Type) -> Option<Range> {
    Some(match ty {
        Type::Int => Range::Nat,
        Type::Text | Type::Bool | Type::Vertex => Range::Any,
        Type::List(of) => Range::List(Box::new(naturals(of)?)),
        Type::Set(of) => Range::Set(Box::new(naturals(of)?)),
        Type::Tuple(parts) => Range::Tuple(parts.iter().map(naturals).collect::<Option<_>>()?),
        _ => return None,
    })
}
