//! Compares, sorts, hashes and measures whole values, and visits each shared part once. Values
//! share their parts: `[a, a]` holds `a` once, so a few dozen lists can represent a tree of 2^40
//! nodes.

use super::Value;
use crate::number::Int;
use rustc_hash::{FxHashMap, FxHasher};
use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

/// The number of collections that are visited before the next ones are remembered. For fewer
/// collections, remembering takes more time than it saves.
const PLAIN: usize = 1 << 12;

type Parts = Arc<[Value]>;

/// Receives the number of steps of a part of the work. An error ends the work.
pub type Count<'c, E> = dyn FnMut(usize) -> Result<(), E> + 'c;

/// The elements of a list, a set or a tuple; `None` for other values.
pub fn parts(value: &Value) -> Option<&Parts> {
    match value {
        Value::List(parts) | Value::Set(parts) | Value::Tuple(parts) => Some(parts),
        _ => None,
    }
}

/// The parts of two lists, two sets or two tuples; `None` for other pairs of values.
fn both<'v>(a: &'v Value, b: &'v Value) -> Option<(&'v Parts, &'v Parts)> {
    (discriminant(a) == discriminant(b)).then(|| Some((parts(a)?, parts(b)?))).flatten()
}

/// The address of a collection. Collections with equal addresses are identical.
pub fn place(parts: &Parts) -> usize {
    Arc::as_ptr(parts).cast::<u8>().addr()
}

/// Whether the parts of two collections are equal.
pub(super) fn equal(a: &Parts, b: &Parts) -> bool {
    let mut count = |_| Ok::<(), Infallible>(());
    let order = Comparison { equality: true, ..Comparison::new(&mut count) }.parts(a, b);
    order.is_ok_and(Ordering::is_eq)
}

/// The order of the parts of two collections.
pub(super) fn order(a: &Parts, b: &Parts) -> Ordering {
    let mut count = |_| Ok::<(), Infallible>(());
    match Comparison::new(&mut count).parts(a, b) {
        Ok(order) => order,
        Err(never) => match never {},
    }
}

/// The order of two values, with steps counted.
pub fn counted_order<E>(a: &Value, b: &Value, count: &mut Count<'_, E>) -> Result<Ordering, E> {
    Comparison::new(count).values(a, b)
}

/// Sorts values in ascending order, with steps counted.
pub fn sorted<E>(mut values: Vec<Value>, count: &mut Count<'_, E>) -> Result<Vec<Value>, E> {
    let mut ascending = true;
    for pair in values.windows(2) {
        ascending = counted_order(&pair[0], &pair[1], count)?.is_le();
        if !ascending {
            break;
        }
    }
    if ascending {
        return Ok(values);
    }
    let right = values.split_off(values.len() / 2);
    let (mut left, mut right) =
        (sorted(values, count)?.into_iter().peekable(), sorted(right, count)?.into_iter().peekable());
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let from = if counted_order(a, b, count)?.is_le() { &mut left } else { &mut right };
        merged.extend(from.next());
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// Compares values part by part; the first difference decides.
struct Comparison<'c, 'e, E> {
    count: &'c mut Count<'e, E>,
    /// Whether only equality matters. Then collections of different lengths are unequal, and their
    /// elements are not compared.
    equality: bool,
    /// How many more collections are compared without remembering them.
    plain: usize,
    /// The pairs of collections that were compared before, as a union-find forest over addresses.
    /// Members of one tree are equal, because the first difference ends the comparison. A pair
    /// never occurs inside itself, because the type of a collection differs from the types of its
    /// parts.
    same: FxHashMap<usize, usize>,
}

impl<'c, 'e, E> Comparison<'c, 'e, E> {
    fn new(count: &'c mut Count<'e, E>) -> Comparison<'c, 'e, E> {
        Comparison { count, equality: false, plain: PLAIN, same: FxHashMap::default() }
    }

    fn values(&mut self, a: &Value, b: &Value) -> Result<Ordering, E> {
        if let Some((a, b)) = both(a, b) {
            return stacker::maybe_grow(64 << 10, 4 << 20, || self.parts(a, b));
        }
        if let (Value::Text(a), Value::Text(b)) = (a, b) {
            (self.count)(if Arc::ptr_eq(a, b) { 0 } else { a.len().min(b.len()) / 16 })?;
        }
        Ok(a.cmp(b))
    }

    fn parts(&mut self, a: &Parts, b: &Parts) -> Result<Ordering, E> {
        if Arc::ptr_eq(a, b) || self.is_known(a, b) {
            return Ok(Ordering::Equal);
        }
        if self.equality && a.len() != b.len() {
            return Ok(Ordering::Less);
        }
        for (at, (x, y)) in a.iter().zip(b.iter()).enumerate() {
            let order = self.values(x, y)?;
            if order.is_ne() {
                (self.count)(at + 1)?;
                return Ok(order);
            }
        }
        (self.count)(a.len().min(b.len()))?;
        Ok(a.len().cmp(&b.len()))
    }

    /// Whether an earlier part of the comparison shows that two collections are equal. If not,
    /// records them as equal at once, because the comparison ends if they turn out to differ.
    fn is_known(&mut self, a: &Parts, b: &Parts) -> bool {
        if self.plain > 0 {
            self.plain -= 1;
            return false;
        }
        let (a, b) = (self.root(place(a)), self.root(place(b)));
        if a != b {
            self.same.insert(a, b);
        }
        a == b
    }

    /// The representative of a collection in the union-find forest.
    fn root(&mut self, mut at: usize) -> usize {
        while let Some(next) = self.same.get(&at).copied() {
            // Paths are halved as they are followed.
            if let Some(further) = self.same.get(&next).copied() {
                self.same.insert(at, further);
            }
            at = next;
        }
        at
    }
}

/// A hash: equal collections have equal digests.
pub(super) fn digest(collection: &Parts) -> u64 {
    Digest { plain: PLAIN, known: FxHashMap::default() }.parts(collection)
}

struct Digest {
    /// How many more collections are hashed without remembering them.
    plain: usize,
    /// The digests of the remembered collections, by address.
    known: FxHashMap<usize, u64>,
}

impl Digest {
    fn parts(&mut self, collection: &Parts) -> u64 {
        if self.plain == 0
            && let Some(known) = self.known.get(&place(collection))
        {
            return *known;
        }
        self.plain = self.plain.saturating_sub(1);
        let mut hasher = FxHasher::default();
        hasher.write_usize(collection.len());
        for value in collection.iter() {
            match parts(value) {
                Some(inner) => {
                    let inner = stacker::maybe_grow(64 << 10, 4 << 20, || self.parts(inner));
                    hasher.write_u64(inner);
                }
                None => value.hash(&mut hasher),
            }
        }
        let digest = hasher.finish();
        if self.plain == 0 {
            self.known.insert(place(collection), digest);
        }
        digest
    }
}

/// About how many values a value contains when shared parts are expanded; a text counts its
/// characters, and an integer in a tuple counts twice. Saturates at `usize::MAX`.
pub fn weight(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        _ => weight_of(value, &mut FxHashMap::default()),
    }
}

fn weight_of(value: &Value, known: &mut FxHashMap<usize, usize>) -> usize {
    let Some(collection) = parts(value) else { return 1 };
    // The elements of a list or a set have one type: if one is an integer, all are.
    let simple = |it: &Value| matches!(it, Value::Int(_) | Value::Bool(_) | Value::Vertex(_));
    if !matches!(value, Value::Tuple(_)) && collection.first().is_none_or(simple) {
        return collection.len();
    }
    if let Entry::Occupied(known) = known.entry(place(collection)) {
        return *known.get();
    }
    let mut total = collection.len();
    for value in collection.iter() {
        total = total.saturating_add(match value {
            Value::Text(text) => text.len(),
            _ => stacker::maybe_grow(64 << 10, 4 << 20, || weight_of(value, known)),
        });
    }
    known.insert(place(collection), total);
    total
}

/// The order of two ranges `(low, high)` without `high`. The empty range comes first; other ranges
/// are ordered by `low`, then by `high`, as the lists of their numbers would be.
pub fn order_of_ranges(a: &(Int, Int), b: &(Int, Int)) -> Ordering {
    let is_empty = |range: &(Int, Int)| range.0 >= range.1;
    match (is_empty(a), is_empty(b)) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (false, false) => a.cmp(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `depth` nested lists, each of which holds the next one twice; the innermost holds `least`.
    fn doubled(depth: usize, least: i64) -> Value {
        (0..depth).fold(Value::List([Value::int(least)].into()), |inner, _| {
            Value::List([inner.clone(), inner].into())
        })
    }

    #[test]
    fn shared_parts_are_looked_at_once() {
        let (one, other, more) = (doubled(60, 1), doubled(60, 1), doubled(60, 2));
        assert!(one == other && one != more && one < more);
        let hash = |value: &Value| {
            let mut hasher = FxHasher::default();
            value.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&one), hash(&other));
        assert_ne!(hash(&one), hash(&more));
        assert!(weight(&one) > 1 << 60 && weight(&doubled(70, 1)) == usize::MAX);
        assert_eq!(weight(&doubled(2, 1)), 10);
        let set = Value::set(vec![one.clone(), more.clone(), other]);
        assert_eq!(set, Value::Set([one, more].into()));
    }

    #[test]
    fn sorting_with_a_count_is_sorting() {
        let mut values: Vec<Value> = (0..200i64)
            .map(|at| Value::List([Value::int(at * 7919 % 101), Value::int(at % 7)].into()))
            .collect();
        let mut steps = 0;
        let mut count = |more| {
            steps += more;
            Ok::<(), Infallible>(())
        };
        let counted = sorted(values.clone(), &mut count);
        values.sort();
        assert_eq!(counted, Ok(values));
        assert!(steps > 200);
    }
}
