//! Compares the total of a comprehension with the total of the collection that it iterates over,
//! element by element.

use super::Facts;
use super::weights::{Weight, element_of, int, unconverted, with_names};
use crate::ir::{Builtin, Clause, Expr, ExprKind, Pattern, SlotId, Type};
use crate::number::Int;
use crate::number::contradiction::Linear;

/// What a comprehension makes of each element: its image.
#[derive(Clone, Copy)]
pub(super) enum Made<'a> {
    /// The value of this expression, in a list.
    Listed(&'a Expr),
    /// The value of this expression, in a set; equal values count once.
    Merged(&'a Expr),
    /// One value from the collection `from`; `list` holds the chosen value for each element.
    Chosen { from: &'a Expr, list: &'a Expr },
}

/// A comprehension over one collection.
struct Image<'a> {
    /// The collection that the comprehension iterates over.
    source: Expr,
    /// Whether the bound variable ranges over the indices of the source instead of its elements.
    by_index: bool,
    pattern: &'a Pattern,
    conditions: Vec<&'a Expr>,
    made: Made<'a>,
}

/// The weight of an arbitrary element of the source (`before`), and the weight of its image
/// (`after`), if the element has one.
struct Compared<'p> {
    before: Linear,
    after: Linear,
    /// The facts about the element.
    inner: Facts<'p>,
    /// The facts about the element if it has an image, because it meets the conditions.
    kept: Facts<'p>,
}

impl<'p> Facts<'p> {
    /// `[e(x) for x in xs if c(x)]` has at most the total of `xs` if no e(x) contributes more than x, and no
    /// omitted element contributes less than 0; it has a smaller total if this inequality is strict for some
    /// element that is provably present.
    pub(super) fn image_bounds(
        &mut self,
        total: &Linear,
        weight: &Weight,
        clauses: &[Clause],
        made: Made<'_>,
    ) {
        let Some(image) = self.image_of(weight, clauses, made) else { return };
        let whole = self.total(weight, &image.source);
        let is_natural = self.is_natural(weight, &image.source);
        let mut any = self.clone();
        let (index, element) = any.some_element(&image.source);
        let mut it = any.compared(weight, &image, &index, &element);
        if is_natural {
            // If all weights are natural, none exceeds their total.
            for facts in [&mut it.inner, &mut it.kept] {
                facts.facts.push(whole.sub(&it.before));
            }
        }
        let has_conditions = !image.conditions.is_empty();
        let drop = it.before.sub(&it.after);
        // Elements that conditions omit, and images that a set counts once, must not contribute
        // less than 0.
        let may_go = !has_conditions || it.inner.proves(&it.before);
        let may_merge = !matches!(made, Made::Merged(_)) || it.kept.proves(&it.after);
        if !may_go || !may_merge || !it.kept.proves(&drop) {
            return;
        }
        let fall = whole.sub(total);
        self.facts.push(fall.clone());
        let every =
            it.kept.proves(&drop.shifted(-1)) && (!has_conditions || it.inner.proves(&it.before.shifted(-1)));
        if every {
            // The weight of each element decreases by at least 1.
            let count = self.length(&image.source);
            self.facts.push(fall.sub(&count));
            return;
        }
        if self.some_falls(weight, &image) {
            self.facts.push(fall.shifted(-1));
            return;
        }
        it.kept.facts.push(it.before.shifted(-1));
        if it.kept.proves(&drop.shifted(-1)) {
            // Each weight of at least 1 decreases, and some weight is at least 1 unless the total
            // is at most 0.
            self.alternatives.push(vec![vec![whole.times(&Int::from(-1i64))], vec![fall.shifted(-1)]]);
        }
    }

    /// The comprehension as an [`Image`]; `None` if its total cannot be compared with the total of
    /// its domain.
    fn image_of<'a>(&mut self, weight: &Weight, clauses: &'a [Clause], made: Made<'a>) -> Option<Image<'a>> {
        let [Clause::For(pattern, domain), rest @ ..] = clauses else { return None };
        let conditions: Option<Vec<&Expr>> = rest
            .iter()
            .map(|clause| if let Clause::If(condition) = clause { Some(condition) } else { None })
            .collect();
        let conditions = conditions?;
        let (value, ty) = match made {
            Made::Listed(value) | Made::Merged(value) => (value, Some(value.ty.clone())),
            Made::Chosen { from, .. } => (from, from.ty.element()),
        };
        let spoken: Vec<&Expr> = conditions.iter().copied().chain([value]).collect();
        let list = match pattern {
            Pattern::Slot(slot) => self.list_of_indices(domain, *slot, &spoken),
            Pattern::Tuple(_) => None,
        };
        let by_index = list.is_some();
        let source = list.unwrap_or_else(|| unconverted(domain).clone());
        let is_in_place = conditions.is_empty()
            && !matches!(made, Made::Merged(_))
            && matches!(source.ty, Type::List(_) | Type::Text);
        // A list of choices has one element at each index of the source.
        if matches!(made, Made::Chosen { .. }) && !is_in_place {
            return None;
        }
        let fits = !weight.has_element() || ty.is_some_and(|ty| element_of(&source, &source).ty == ty);
        (fits && (!weight.has_index() || is_in_place)).then_some(Image {
            source,
            by_index,
            pattern,
            conditions,
            made,
        })
    }

    /// Finds the weight of an element of the source and the weight of its image.
    fn compared(mut self, weight: &Weight, image: &Image<'_>, index: &Expr, element: &Expr) -> Compared<'p> {
        let named = if image.by_index { index } else { element };
        let before = self.linear(&weight.at(index, element));
        let mut kept = self.clone();
        for condition in &image.conditions {
            kept.assume(&with_names(condition, image.pattern, named), true);
        }
        let after = match image.made {
            Made::Listed(value) | Made::Merged(value) => {
                let value = with_names(value, image.pattern, named);
                kept.linear(&weight.at(index, &value))
            }
            Made::Chosen { from, list } => {
                let chosen = element_of(list, index);
                if chosen.ty == Type::Int {
                    let value = kept.linear(&chosen);
                    kept.element_facts(&value, &with_names(from, image.pattern, named));
                }
                kept.linear(&weight.at(index, &chosen))
            }
        };
        Compared { before, after, inner: self, kept }
    }

    /// Whether some element is provably in the source and contributes less to the comprehension:
    /// its image, if there is one, has less weight, and if conditions may omit it, its weight is at
    /// least 1.
    fn some_falls(&mut self, weight: &Weight, image: &Image<'_>) -> bool {
        let places: Vec<(Expr, Expr)> = if matches!(image.source.ty, Type::List(_) | Type::Text) {
            let indices = self.known_indices(&image.source);
            indices.into_iter().map(|index| (index.clone(), element_of(&image.source, &index))).collect()
        } else {
            self.known_members(&image.source).into_iter().map(|it| (it.clone(), it)).collect()
        };
        // An element of a list that is known by its value alone suffices if neither image nor
        // weight mentions an index.
        let by_value = !image.by_index && !weight.has_index() && matches!(image.made, Made::Listed(_));
        let values = if by_value { self.known_members(&image.source) } else { Vec::new() };
        let known = places.into_iter().chain(values.into_iter().map(|it| (it.clone(), it)));
        known.into_iter().any(|(index, element)| {
            let it = self.clone().compared(weight, image, &index, &element);
            let goes = image.conditions.is_empty() || it.inner.proves(&it.before.shifted(-1));
            goes && it.kept.proves(&it.before.sub(&it.after).shifted(-1))
        })
    }

    /// Numbers that are provably indices of a list.
    pub(super) fn known_indices(&mut self, list: &Expr) -> Vec<Expr> {
        if !matches!(list.ty, Type::List(_) | Type::Text) {
            return Vec::new();
        }
        let kind = ExprKind::Builtin(Builtin::Indices, vec![list.clone()]);
        let all = Expr { kind, ty: Type::list(Type::Int), span: list.span };
        let slots: Vec<SlotId> = self.sources.keys().copied().collect();
        let mut known: Vec<Expr> = Vec::new();
        for slot in slots {
            let index = int(ExprKind::Local(slot), list.span);
            if self.element_type(slot) == Some(Type::Int) && self.is_present(&index, &all) {
                known.push(index);
            }
        }
        known
    }
}
