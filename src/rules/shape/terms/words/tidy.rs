//! Rewrites moves by amounts: for a number that changes, the move names the amount, not the new
//! value.

use crate::ir::{GameId, Type};
use crate::number::Int;
use crate::shape::terms::moves::NormalMove;
use crate::shape::terms::term::{Made, Node, Sort, Store, TermId};

/// Rewrites a move so that, where possible, its bound variables are the amounts by which numbers
/// change, and new truth values that its condition decides are constants.
pub fn tidied(store: &mut Store, game: GameId, fields: &[TermId], mut it: NormalMove) -> Made<NormalMove> {
    let one_of_ours = matches!(&it.target[..], [part] if part.game == game && part.binders.is_empty());
    if !one_of_ours {
        return Ok(it);
    }
    for at in 0..it.binders.len() {
        if it.binders[at].ty != Type::Int {
            continue;
        }
        let binder = it.binders[at].variable;
        let mut found = None;
        for (old, new) in fields.iter().zip(&it.target[0].fields) {
            found = amount(store, binder, *old, *new)?;
            if found.is_some() {
                break;
            }
        }
        if let Some((amount, by)) = found {
            it.binders[at].variable = amount;
            it.condition = store.replace(it.condition, &[(binder, by)])?;
            for field in &mut it.target[0].fields {
                *field = store.replace(*field, &[(binder, by)])?;
            }
        }
    }
    let (yes, no) = (store.truth(true), store.truth(false));
    for (old, new) in fields.iter().zip(&mut it.target[0].fields) {
        if !is_formula(store, *new) {
            continue;
        }
        let both = store.and(it.condition, *new)?;
        let before = store.holds(*old)?;
        *new = if both == it.condition {
            yes
        } else if both == no {
            no
        } else if *new == before {
            *old
        } else {
            *new
        };
    }
    Ok(it)
}

/// Returns a new variable for the amount by which a field changes, and the bound variable `binder`
/// in terms of it; `None` if the new value is not plus or minus the bound variable plus a rest.
fn amount(store: &mut Store, binder: TermId, old: TermId, new: TermId) -> Made<Option<(TermId, TermId)>> {
    if matches!(store.node(new), Node::Choice(..)) || !store.is_integer(old) || !store.is_integer(new) {
        return Ok(None);
    }
    let mut rest = store.polynomial(new);
    let Some(own) = rest.iter().position(|it| it.0 == [binder]) else { return Ok(None) };
    let (_, sign) = rest.remove(own);
    let rest = store.sum(rest);
    if sign.abs() != Int::ONE || store.mentions(rest, binder) {
        return Ok(None);
    }
    let grows = store.polynomial(rest).iter().any(|it| it.0 == [old]) && sign == Int::ONE;
    let amount = store.variable(Sort::Integer);
    // new = sign * binder + rest = old - amount, or old + amount.
    let change = if grows { Int::ONE } else { -Int::ONE };
    let becomes = store.plus(old, &change, amount);
    let difference = store.plus(becomes, &-Int::ONE, rest);
    let zero = store.int(Int::ZERO);
    Ok(Some((amount, store.plus(zero, &sign, difference))))
}

fn is_formula(store: &Store, term: TermId) -> bool {
    match *store.node(term) {
        Node::Choice(_, yes, no) => is_formula(store, yes) && is_formula(store, no),
        Node::Truth(_) => true,
        _ => false,
    }
}
