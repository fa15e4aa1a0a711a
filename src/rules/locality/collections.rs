//! Evaluates expressions about collections with some unknown elements.

use super::errors::{Reason, Stop, not_local};
use super::partial::{Frame, Partial};
use super::symbol::{Member, Symbol};
use crate::ir::{Binary, Clause, Expr, ExprKind, Value};
use crate::number::Int;
use crate::position::Flow;
use crate::source::Span;
use std::collections::BTreeMap;

impl Partial<'_, '_> {
    /// Evaluates `len`. The length of a list or a text is known even if its elements are not; any
    /// other collection is evaluated completely first.
    pub(super) fn length(&mut self, expr: &Expr, of: &Expr, frame: &mut Frame) -> Result<Symbol, Stop> {
        match self.symbol(of, frame)?.length() {
            Some(length) => Ok(Symbol::Known(Value::Int(Int::from(length)))),
            None => self.strict(expr, frame),
        }
    }

    pub(super) fn indices(&mut self, expr: &Expr, of: &Expr, frame: &mut Frame) -> Result<Symbol, Stop> {
        match self.symbol(of, frame)?.length() {
            Some(length) => Ok(Symbol::Known(Value::range(Int::ZERO, Int::from(length)))),
            None => self.strict(expr, frame),
        }
    }

    pub(super) fn list_for(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        let mut parts = Vec::new();
        self.clauses(clauses, frame, &mut |this, frame| {
            parts.push(this.symbol(element, frame)?);
            Ok(Flow::More)
        })?;
        Ok(Symbol::list(parts))
    }

    /// Evaluates a set comprehension. If it has a single domain, as in `{… for x in D if …}`, the
    /// cells that decide which elements belong to `D` may stay unknown: members of the result get
    /// these conditions ([`Member::If`]).
    pub(super) fn set_for(
        &mut self,
        clauses: &[Clause],
        element: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        if let [Clause::For(pattern, domain), conditions @ ..] = clauses
            && conditions.iter().all(|clause| matches!(clause, Clause::If(_)))
        {
            return self.kept(pattern, domain, conditions, element, frame);
        }
        let mut members = BTreeMap::new();
        self.clauses(clauses, frame, &mut |this, frame| {
            members.insert(this.value(element, frame)?, Member::Always);
            Ok(Flow::More)
        })?;
        Ok(Symbol::set(members))
    }

    /// Evaluates `{element for pattern in domain if conditions}`. A value is a member of the result
    /// exactly when some candidate that meets the conditions, and for which `element` has this
    /// value, is a member of the domain.
    fn kept(
        &mut self,
        pattern: &crate::ir::Pattern,
        domain: &Expr,
        conditions: &[Clause],
        element: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        let mut members = BTreeMap::new();
        for (candidate, member) in self.elements(domain, frame)? {
            self.evaluator.tick(1, domain.span)?;
            self.bind(pattern, candidate, frame, domain.span)?;
            let mut kept = None;
            let visited = self.clauses(conditions, frame, &mut |this, frame| {
                kept = Some(this.value(element, frame)?);
                Ok(Flow::More)
            });
            // An error matters only if the candidate is a member of the domain.
            if let Err(stop) = visited {
                match (self.is_member(member, domain.span)?, stop) {
                    (false, _) => continue,
                    (true, stop) => return Err(stop),
                }
            }
            let Some(value) = kept else { continue };
            let before = members.get(&value).copied();
            let both = match before {
                None => member,
                Some(before) if before == member => member,
                Some(before) => {
                    match (self.is_member(before, domain.span)?, self.is_member(member, domain.span)?) {
                        (false, false) => continue,
                        _ => Member::Always,
                    }
                }
            };
            members.insert(value, both);
        }
        Ok(Symbol::set(members))
    }

    pub(super) fn index(&mut self, parts: &[Expr; 2], frame: &mut Frame) -> Result<Symbol, Stop> {
        let base = self.symbol(&parts[0], frame)?;
        let Value::Int(index) = self.value(&parts[1], frame)? else {
            return Err(not_local(parts[1].span, Reason::Breaks));
        };
        let elements = self.parts_of(&base, parts[0].span)?;
        let element = index.to_usize().and_then(|at| elements.get(at).cloned());
        element.ok_or_else(|| not_local(parts[1].span, Reason::Breaks))
    }

    /// Returns the elements of a list, a text or a tuple; a list may be stored as a range.
    fn parts_of(&mut self, symbol: &Symbol, span: Span) -> Result<Vec<Symbol>, Stop> {
        if let Some(parts) = symbol.parts() {
            return Ok(parts);
        }
        let value = self.force(symbol, span)?;
        match &value {
            Value::Range(_) => {
                Ok(self.evaluator.elements(&value, span)?.into_iter().map(Symbol::Known).collect())
            }
            _ => Symbol::Known(value).parts().ok_or_else(|| not_local(span, Reason::ReadsMany)),
        }
    }

    pub(super) fn slice(&mut self, parts: &[Expr; 2], frame: &mut Frame) -> Result<Symbol, Stop> {
        let base = self.symbol(&parts[0], frame)?;
        let (low, high) = self.bounds(&parts[1], frame)?;
        let elements = self.parts_of(&base, parts[0].span)?;
        let inside = |int: &Int| int.to_usize().filter(|at| *at <= elements.len());
        let (Some(from), Some(to)) = (inside(&low), inside(&high)) else {
            return Err(not_local(parts[1].span, Reason::Breaks));
        };
        let slice = elements[from..to.max(from)].to_vec();
        Ok(if is_text(&base, &parts[0]) { Symbol::text(slice) } else { Symbol::list(slice) })
    }

    fn bounds(&mut self, range: &Expr, frame: &mut Frame) -> Result<(Int, Int), Stop> {
        // The bounds of a range are evaluated one by one, because the value of an empty range loses
        // them.
        if let ExprKind::Range { bounds, inclusive } = &range.kind {
            let (low, high) = (self.value(&bounds[0], frame)?, self.value(&bounds[1], frame)?);
            if let (Value::Int(low), Value::Int(high)) = (low, high) {
                return Ok((low, if *inclusive { high.succ() } else { high }));
            }
        } else if let Value::Range(bounds) = self.value(range, frame)? {
            return Ok((*bounds).clone());
        }
        Err(not_local(range.span, Reason::Breaks))
    }

    pub(super) fn joined(&mut self, op: Binary, a: &Symbol, b: &Symbol, span: Span) -> Result<Symbol, Stop> {
        let mut parts = self.parts_of(a, span)?;
        parts.extend(self.parts_of(b, span)?);
        Ok(if op == Binary::ConcatTexts { Symbol::text(parts) } else { Symbol::list(parts) })
    }

    /// Evaluates `base with [path] = value`. If `many`, the last index is a collection of indices,
    /// and `value` a list of as many values.
    pub(super) fn with(
        &mut self,
        base: &Expr,
        path: &[Expr],
        many: bool,
        value: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        let base = self.symbol(base, frame)?;
        let mut indices = Vec::new();
        for index in path {
            indices.push((self.value(index, frame)?, index.span));
        }
        let last = if many { indices.pop() } else { None };
        let mut places = Vec::new();
        for (index, span) in indices {
            match index {
                Value::Int(int) => places.push((int, span)),
                _ => return Err(not_local(span, Reason::Breaks)),
            }
        }
        let new = self.symbol(value, frame)?;
        let Some((last, span)) = last else { return self.replaced(&base, &places, new, value.span) };
        let last = self.evaluator.elements(&last, span)?;
        let new = self.parts_of(&new, value.span)?;
        if last.len() != new.len() {
            return Err(not_local(value.span, Reason::Breaks));
        }
        let mut changed = base;
        for (place, new) in last.into_iter().zip(new) {
            let Value::Int(place) = place else { return Err(not_local(span, Reason::Breaks)) };
            places.push((place, span));
            changed = self.replaced(&changed, &places, new, value.span)?;
            places.pop();
        }
        Ok(changed)
    }

    /// Returns `base` with `value` at the index path `places`.
    fn replaced(
        &mut self,
        base: &Symbol,
        places: &[(Int, Span)],
        value: Symbol,
        span: Span,
    ) -> Result<Symbol, Stop> {
        let Some(((index, at), rest)) = places.split_first() else { return Ok(value) };
        let is_text = matches!(base, Symbol::Text(_) | Symbol::Known(Value::Text(_)));
        let mut parts = self.parts_of(base, *at)?;
        let place = index.to_usize().filter(|place| *place < parts.len());
        let place = place.ok_or_else(|| not_local(*at, Reason::Breaks))?;
        if is_text {
            // The new value of a letter is a text of one letter.
            let one = match value.parts() {
                Some(letters) => <[Symbol; 1]>::try_from(letters).ok().map(|[letter]| letter),
                None => Some(value),
            };
            parts[place] = one.ok_or_else(|| not_local(span, Reason::Breaks))?;
            return Ok(Symbol::text(parts));
        }
        parts[place] = self.replaced(&parts[place].clone(), rest, value, span)?;
        Ok(Symbol::list(parts))
    }

    /// Evaluates `|`, `&` or `-` of two sets.
    pub(super) fn sets(&mut self, op: Binary, a: &Symbol, b: &Symbol, span: Span) -> Result<Symbol, Stop> {
        let sets = (a.members(), b.members());
        let (Some(mut a), Some(b)) = sets else { return Err(not_local(span, Reason::ReadsMany)) };
        match op {
            Binary::Union => {
                for (value, member) in b {
                    let joined = match a.get(&value).copied() {
                        None => member,
                        Some(before) if before == member => member,
                        Some(Member::Always) => Member::Always,
                        Some(before) => {
                            if member == Member::Always || self.is_member(before, span)? {
                                Member::Always
                            } else {
                                member
                            }
                        }
                    };
                    a.insert(value, joined);
                }
                Ok(Symbol::set(a))
            }
            _ => {
                let mut kept = BTreeMap::new();
                for (value, member) in a {
                    let other = b.get(&value).copied();
                    if let Some(member) = self.left(op, member, other, span)? {
                        kept.insert(value, member);
                    }
                }
                Ok(Symbol::set(kept))
            }
        }
    }

    /// Returns when a value belongs to the intersection or the difference of two sets (`None`:
    /// never). `member` says when it belongs to the first set, `other` when to the second.
    fn left(
        &mut self,
        op: Binary,
        member: Member,
        other: Option<Member>,
        span: Span,
    ) -> Result<Option<Member>, Stop> {
        let meets = op == Binary::Intersection;
        Ok(match other {
            None => (!meets).then_some(member),
            Some(Member::Always) => meets.then_some(member),
            Some(other) if other == member => meets.then_some(member),
            Some(other) if meets && member == Member::Always => Some(other),
            Some(other) => (self.is_member(other, span)? == meets).then_some(member),
        })
    }
}

fn is_text(symbol: &Symbol, expr: &Expr) -> bool {
    matches!(symbol, Symbol::Text(_) | Symbol::Known(Value::Text(_))) || expr.ty == crate::ir::Type::Text
}
