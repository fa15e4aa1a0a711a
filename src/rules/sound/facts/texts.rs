//! Equations of values other than numbers: which constant texts a text may be, and what equal lists or
//! texts say of their elements.

use super::weights::{element_of, int, literal};
use super::{Facts, Source};
use crate::ir::{Binary, Comparison, Expr, ExprKind, Type, Value, walk};
use crate::number::Int;

/// The most elements of equal lists or texts that are equated one by one.
const MOST_EQUATED: usize = 8;

impl Facts<'_> {
    /// A key of an equation, which does not depend on the order of the sides.
    pub(super) fn equation(&mut self, left: &Expr, right: &Expr) -> String {
        let mut sides = [self.key_of(left), self.key_of(right)];
        sides.sort();
        sides.join("=")
    }

    /// A key of a value. Elements of one list at indices with equal linear forms have equal keys.
    fn key_of(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Index(parts) => {
                let (list, index) = (self.key_of(&parts[0]), self.linear(&parts[1]));
                format!("index({list},{index:?})")
            }
            _ => walk::fingerprint(expr),
        }
    }

    /// Whether two texts, of which one is a constant, are equal; `None` if that is not known.
    pub(super) fn known_texts(&mut self, left: &Expr, right: &Expr) -> Option<bool> {
        let (text, constant) = match (self.constant_text(left), self.constant_text(right)) {
            (_, Some(constant)) => (left, constant),
            (Some(constant), _) => (right, constant),
            _ => return None,
        };
        let candidates = self.candidates(text)?;
        if !candidates.contains(&constant) {
            return Some(false);
        }
        candidates.iter().all(|it| *it == constant).then_some(true)
    }

    /// Constant texts of which a text is provably one; `None` if none are known.
    fn candidates(&mut self, text: &Expr) -> Option<Vec<Value>> {
        if let ExprKind::Local(name) = &text.kind
            && let Some(Source::ElementOf(domain)) = self.sources.get(name)
            && let Some(texts) = self.constant_texts(domain)
        {
            return Some(texts);
        }
        let key = self.key_of(text);
        let known = self.texts.iter().filter(|(of, _)| *of == key);
        known.map(|(_, texts)| texts).min_by_key(|texts| texts.len()).cloned()
    }

    /// Adds the fact that a text is in a collection, if the collection consists of constant texts.
    pub(super) fn choose_text(&mut self, text: &Expr, collection: &Expr) {
        if text.ty == Type::Text
            && matches!(collection.ty, Type::List(_) | Type::Set(_))
            && let Some(texts) = self.constant_texts(collection)
        {
            let key = self.key_of(text);
            self.texts.push((key, texts));
        }
    }

    /// Adds the facts of an equation about texts that are equal to constants, or are elements of a
    /// set that is equal to a set of constants.
    pub(super) fn choose_texts(&mut self, left: &Expr, right: &Expr) {
        for (side, other) in [(left, right), (right, left)] {
            if let Some(constant) = self.constant_text(other) {
                let key = self.key_of(side);
                self.texts.push((key, vec![constant]));
            }
            if let ExprKind::Set(parts) = &side.kind {
                parts.iter().for_each(|part| self.choose_text(part, other));
            }
        }
    }

    /// The constant text to which an expression evaluates; `None` for other expressions.
    fn constant_text(&self, expr: &Expr) -> Option<Value> {
        let value = match &expr.kind {
            ExprKind::Literal(value) => value,
            ExprKind::Global(id) => &self.instance.globals[id.index()],
            _ => return None,
        };
        matches!(value, Value::Text(_)).then(|| value.clone())
    }

    /// The elements of a list or set of constant texts; `None` for other collections. Only texts,
    /// because equal values of other types may be written in several ways.
    fn constant_texts(&self, collection: &Expr) -> Option<Vec<Value>> {
        let value = match &collection.kind {
            ExprKind::List(parts) | ExprKind::Set(parts) => {
                return parts.iter().map(|part| self.constant_text(part)).collect();
            }
            ExprKind::Literal(value) => value,
            ExprKind::Global(id) => &self.instance.globals[id.index()],
            _ => return None,
        };
        let (Value::List(values) | Value::Set(values)) = value else { return None };
        values.iter().all(|value| matches!(value, Value::Text(_))).then(|| values.to_vec())
    }

    /// The equations of the elements of two equal lists or texts, of which one is a slice from an
    /// index on, and the other is written out; empty for others.
    pub(super) fn equal_elements(&self, left: &Expr, right: &Expr) -> Vec<Expr> {
        for (slice, written) in [(left, right), (right, left)] {
            if let ExprKind::Slice(parts) = &slice.kind
                && let ExprKind::Range { bounds, .. } = &parts[1].kind
                && let Some(elements) = self.written_elements(written)
            {
                let equal = |(at, element): (usize, Expr)| {
                    let index = moved(&bounds[0], at as i64);
                    let links = vec![(Comparison::Eq, element)];
                    let kind = ExprKind::Compare(Box::new(element_of(&parts[0], &index)), links);
                    Expr { kind, ty: Type::Bool, span: slice.span }
                };
                return elements.into_iter().enumerate().map(equal).collect();
            }
        }
        Vec::new()
    }

    /// The elements of a short constant text, or of a short list that is written out; `None` for
    /// other expressions.
    pub(super) fn written_elements(&self, list: &Expr) -> Option<Vec<Expr>> {
        if let Some(Value::Text(letters)) = self.constant_text(list) {
            let letter = |letter: &char| Expr {
                kind: ExprKind::Literal(Value::Text([*letter].into())),
                ty: Type::Text,
                span: list.span,
            };
            return (letters.len() <= MOST_EQUATED).then(|| letters.iter().map(letter).collect());
        }
        match &list.kind {
            ExprKind::List(parts) if parts.len() <= MOST_EQUATED => Some(parts.clone()),
            _ => None,
        }
    }

    /// The indices of changed elements in the order in which they are paired with new elements, if
    /// there are `count`; `None` if their number or their order is not known.
    pub(super) fn written_places(&mut self, places: &Expr, count: usize) -> Option<Vec<Expr>> {
        match &places.kind {
            ExprKind::List(parts) if parts.len() == count => Some(parts.clone()),
            // The elements of a set are paired in ascending order.
            ExprKind::Set(parts) if parts.len() == count => {
                let is_ascending = parts.windows(2).all(|pair| self.below(&pair[0], &pair[1]));
                is_ascending.then(|| parts.clone())
            }
            ExprKind::Range { bounds, inclusive } => {
                let (from, to) = (self.linear(&bounds[0]), self.linear(&bounds[1]));
                let length = to.sub(&from).shifted(i64::from(*inclusive));
                (*length.as_constant()? == Int::from(count))
                    .then(|| (0..count).map(|at| moved(&bounds[0], at as i64)).collect())
            }
            ExprKind::Convert(_, inner) => self.written_places(inner, count),
            _ => None,
        }
    }
}

/// `index + by`
pub(super) fn moved(index: &Expr, by: i64) -> Expr {
    match by {
        0 => index.clone(),
        _ => {
            let at = Box::new(literal(by, index.span));
            int(ExprKind::Binary(Binary::Add, Box::new(index.clone()), at), index.span)
        }
    }
}
