//! Evaluates operations on lists and texts element by element.

use super::{Frame, Symbol, Symbolic};
use crate::ir::{Binary, Expr, ExprKind, Value};
use crate::shape::terms::term::{GivenUp, Made};

impl Symbolic<'_, '_, '_> {
    /// Evaluates an element or a slice of a list or a text, or one built from others.
    pub(super) fn listed(&mut self, expr: &Expr, frame: &mut Frame) -> Made<Symbol> {
        match &expr.kind {
            ExprKind::Index(parts) => {
                let (list, index) = (self.value(&parts[0], frame)?, self.value(&parts[1], frame)?);
                match list {
                    Symbol::List(elements) | Symbol::Text(elements) => self.element(&elements, &index),
                    other => self.concretely(expr, &[other, index]),
                }
            }
            ExprKind::With { base, path, many, value } => {
                let base = self.value(base, frame)?;
                let path = path.iter().map(|it| self.value(it, frame)).collect::<Made<Vec<_>>>()?;
                let value = self.value(value, frame)?;
                if *many { self.all_replaced(base, &path, &value) } else { self.replaced(base, &path, value) }
            }
            ExprKind::Slice(parts) => {
                let (base, range) = (self.value(&parts[0], frame)?, self.value(&parts[1], frame)?);
                self.sliced(expr, base, range)
            }
            ExprKind::Binary(Binary::ConcatLists | Binary::ConcatTexts, a, b) => {
                let (a, b) = (self.value(a, frame)?, self.value(b, frame)?);
                self.joined(expr, a, b)
            }
            _ => Err(GivenUp),
        }
    }

    /// Returns the element of a list at an index, which may have several cases; fails if the index
    /// may be outside of the list.
    pub(super) fn element(&mut self, elements: &[Symbol], index: &Symbol) -> Made<Symbol> {
        let index = self.cases(index)?;
        let mut found: Option<Symbol> = None;
        for (value, when) in self.ends(index)? {
            let Value::Int(at) = value else { return Err(GivenUp) };
            let element = at.to_usize().and_then(|at| elements.get(at)).ok_or(GivenUp)?.clone();
            found = Some(match found {
                None => element,
                Some(other) => self.choose(when, element, other)?,
            });
        }
        found.ok_or(GivenUp)
    }

    /// Returns the elements of a list or a text, and whether it is a text.
    fn spread(&mut self, symbol: Symbol) -> Made<(Vec<Symbol>, bool)> {
        match symbol {
            Symbol::List(elements) => Ok((elements, false)),
            Symbol::Text(letters) => Ok((letters, true)),
            other => match self.known(&other) {
                Some(Value::List(elements)) => {
                    Ok((elements.iter().map(|it| self.constant(it.clone())).collect(), false))
                }
                Some(Value::Text(letters)) => {
                    let letter = |it: &char| self.constant(Value::Text([*it].into()));
                    Ok((letters.iter().map(letter).collect(), true))
                }
                Some(_) => Err(GivenUp),
                None => Ok((vec![self.letter(other)?], true)),
            },
        }
    }

    fn gathered(elements: Vec<Symbol>, is_text: bool) -> Symbol {
        if is_text { Symbol::Text(elements) } else { Symbol::List(elements) }
    }

    /// Returns a list with one element changed, at any depth. The indices on the path to the
    /// element must be constant.
    pub(super) fn replaced(&mut self, base: Symbol, path: &[Symbol], value: Symbol) -> Made<Symbol> {
        let Some((first, rest)) = path.split_first() else { return Ok(value) };
        let (mut elements, is_text) = self.spread(base)?;
        let Some(Value::Int(at)) = self.known(first) else { return Err(GivenUp) };
        let at = at.to_usize().filter(|at| *at < elements.len()).ok_or(GivenUp)?;
        let inner = std::mem::replace(&mut elements[at], Symbol::List(Vec::new()));
        let mut value = self.replaced(inner, rest, value)?;
        if is_text {
            value = self.letter(value)?;
        }
        elements[at] = value;
        Ok(Self::gathered(elements, is_text))
    }

    /// Converts a text to a letter of another text. Fails if the text may have more or fewer
    /// letters than one.
    fn letter(&mut self, symbol: Symbol) -> Made<Symbol> {
        match symbol {
            Symbol::Text(letters) => <[Symbol; 1]>::try_from(letters).map(|[only]| only).map_err(|_| GivenUp),
            Symbol::Cases(term) => {
                let is_letter = |value: &Value| matches!(value, Value::Text(letters) if letters.len() == 1);
                let letters = self.ends(term)?.iter().all(|(value, _)| is_letter(value));
                if letters { Ok(Symbol::Cases(term)) } else { Err(GivenUp) }
            }
            _ => Err(GivenUp),
        }
    }

    /// Returns a list with the elements at several places changed. The places must be constant.
    pub(super) fn all_replaced(&mut self, base: Symbol, path: &[Symbol], values: &Symbol) -> Made<Symbol> {
        let [places] = path else { return Err(GivenUp) };
        let places: Vec<Value> = match self.known(places).ok_or(GivenUp)? {
            Value::List(places) | Value::Set(places) => places.to_vec(),
            _ => return Err(GivenUp),
        };
        let (values, _) = self.spread(values.clone())?;
        if values.len() != places.len() {
            return Err(GivenUp);
        }
        places.into_iter().zip(values).try_fold(base, |base, (place, value)| {
            let place = self.constant(place);
            self.replaced(base, &[place], value)
        })
    }

    /// Returns a slice of a list or a text. If the elements depend on the state, the bounds of the
    /// slice must not.
    pub(super) fn sliced(&mut self, expr: &Expr, base: Symbol, range: Symbol) -> Made<Symbol> {
        if !matches!(base, Symbol::List(_) | Symbol::Text(_)) {
            return self.concretely(expr, &[base, range]);
        }
        let Some(Value::Range(bounds)) = self.known(&range) else { return Err(GivenUp) };
        let (elements, is_text) = self.spread(base)?;
        let (low, high) = (bounds.0.to_usize().ok_or(GivenUp)?, bounds.1.to_usize().ok_or(GivenUp)?);
        // The value of an empty range does not keep its bounds, so such a slice is refused.
        let part = if low < high { elements.get(low..high) } else { None };
        Ok(Self::gathered(part.ok_or(GivenUp)?.to_vec(), is_text))
    }

    /// The concatenation of two lists or two texts.
    pub(super) fn joined(&mut self, expr: &Expr, a: Symbol, b: Symbol) -> Made<Symbol> {
        if [&a, &b].iter().all(|it| self.known(it).is_some()) {
            return self.concretely(expr, &[a, b]);
        }
        let (mut elements, is_text) = self.spread(a)?;
        elements.extend(self.spread(b)?.0);
        Ok(Self::gathered(elements, is_text))
    }
}
