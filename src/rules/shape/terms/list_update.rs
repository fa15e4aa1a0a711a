//! Brings `list with [index] = value` to normal form: lists and texts with replaced elements.

use super::read::{Reader, Scope};
use super::term::{GivenUp, Made, Op, Sort, TermId};
use crate::ir::{Expr, ExprKind, Type};
use crate::number::Int;

impl Reader<'_, '_> {
    /// The normal form of `base with [path] = value`. If `many`, the path is a single collection of
    /// indices, and `value` is the list of their new elements.
    pub(super) fn with(
        &mut self,
        base: &Expr,
        path: &[Expr],
        many: bool,
        value: &Expr,
        scope: &mut Scope,
    ) -> Made<TermId> {
        let list = self.read(base, scope)?;
        let at = self.all(path, scope)?;
        let value = self.read(value, scope)?;
        match (&at[..], many, &base.ty) {
            (_, false, Type::List(_)) => self.changed(list, &at, value, &base.ty),
            ([at], false, Type::Text) => {
                self.must_be_inside(list, *at)?;
                let made = self.store.apply(Op::WithText, &[list, *at, value])?;
                self.must_have_value(made)?;
                Ok(made)
            }
            ([places], true, Type::List(_)) => {
                if let ExprKind::Set(two) = &path[0].kind
                    && two.len() == 2
                {
                    let two = self.all(two, scope)?;
                    return self.changed_at_two(list, (two[0], two[1]), value, &base.ty);
                }
                match self.few_places(&path[0], *places)? {
                    Some(few) => self.changed_at(list, &few, value, &base.ty),
                    None => self.with_many(list, *places, value),
                }
            }
            ([places], true, _) => self.with_many(list, *places, value),
            _ => Err(GivenUp),
        }
    }

    /// Returns a list in which the element at a path, one index for each depth, is replaced.
    fn changed(&mut self, base: TermId, path: &[TermId], value: TermId, ty: &Type) -> Made<TermId> {
        let Some((at, rest)) = path.split_first() else { return Ok(value) };
        let Type::List(element) = ty else { return Err(GivenUp) };
        self.must_be_inside(base, *at)?;
        let value = if rest.is_empty() {
            value
        } else {
            let inner = self.store.index(base, *at, element)?;
            self.changed(inner, rest, value, element)?
        };
        let any = self.store.variable(Sort::Natural);
        let (old, here) = (self.store.index(base, any, element)?, self.store.equal(any, *at)?);
        let entry = self.store.choose(here, value, old)?;
        let length = self.store.length(base)?;
        self.store.list_of(length, any, entry)
    }

    /// Returns a list with elements replaced at many places, as an operation that is not
    /// simplified.
    fn with_many(&mut self, base: TermId, places: TermId, values: TermId) -> Made<TermId> {
        let made = self.store.apply(Op::WithMany, &[base, places, values])?;
        self.must_have_value(made)?;
        Ok(made)
    }

    /// Returns the elements of a list of places; `None` unless their number is a constant and at
    /// most `MOST_ENTRIES`.
    fn few_places(&mut self, places: &Expr, list: TermId) -> Made<Option<Vec<TermId>>> {
        const MOST_ENTRIES: usize = 8;
        if !matches!(places.ty, Type::List(_)) {
            return Ok(None);
        }
        let length = self.store.length(list)?;
        let few =
            self.store.as_int(length).and_then(|it| it.to_usize()).filter(|length| *length <= MOST_ENTRIES);
        let Some(few) = few else { return Ok(None) };
        let at = |at: usize| {
            let at = self.store.int(Int::from(at));
            self.store.index(list, at, &Type::Int)
        };
        (0..few).map(at).collect::<Made<Vec<TermId>>>().map(Some)
    }

    /// Returns a list in which some places get the values of another list. If a place occurs twice,
    /// its last value counts.
    fn changed_at(&mut self, base: TermId, places: &[TermId], values: TermId, ty: &Type) -> Made<TermId> {
        let Type::List(element) = ty else { return Err(GivenUp) };
        let (length, count) = (self.store.length(values)?, self.store.int(Int::from(places.len())));
        let as_many = self.store.equal(length, count)?;
        self.must(as_many);
        let mut changed = base;
        for (at, place) in places.iter().enumerate() {
            let at = self.store.int(Int::from(at));
            let value = self.store.index(values, at, element)?;
            changed = self.changed(changed, &[*place], value, ty)?;
        }
        Ok(changed)
    }

    /// Returns a list in which the two places of a set get the values of another list, in ascending
    /// order of the places.
    fn changed_at_two(
        &mut self,
        base: TermId,
        (a, b): (TermId, TermId),
        values: TermId,
        ty: &Type,
    ) -> Made<TermId> {
        let same = self.store.equal(a, b)?;
        let differ = self.store.not(same)?;
        self.must(differ);
        let falling = self.store.at_least(a, b)?;
        let rising = self.store.not(falling)?;
        let up = self.assuming(rising, |this| this.changed_at(base, &[a, b], values, ty))?;
        let down = self.assuming(falling, |this| this.changed_at(base, &[b, a], values, ty))?;
        self.store.choose(falling, down, up)
    }
}
