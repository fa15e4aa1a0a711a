//! One heap from which any positive amount may be taken, except finitely many (T19).
//!
//! From some heap on, the values rise by a constant s with every p heaps. If this holds on 2x
//! consecutive heaps, x being the largest exception, and the largest value so far rises by s as
//! well, it holds for ever. The values are computed until such a stretch proves a period. Under
//! misère play one heap is lost exactly if its value is 1.

use super::words::{lost_by_value, residue_words};
use crate::ir::{Convention, Value};
use crate::number::Int;
use crate::shape::one_heap::{Amounts, OneHeap};
use crate::theorem::{ClosedForm, Hypotheses, Theorem, int_of, naturals};
use crate::theory::all_but::values;
use crate::theory::period::{Candidates, Period, all_but};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// The catalogue entry for any amount but finitely many.
pub const THEOREM: Theorem = Theorem {
    id: "excluded-amounts",
    entry: "T19",
    title: "One heap: take any number but finitely many",
    cite: "Siegel 2005",
    gives: "Siegel 2005 (theorem:excluded-amounts), values that rise by a constant with every period",
    page: include_str!("../pages/excluded_amounts.md"),
    hypotheses: Hypotheses::OneHeap(form),
};

/// The theorem does not cover games that exclude a greater amount.
const MOST_EXCLUDED: usize = 200;
/// The limit for the number of values among which a period is searched; without a period among
/// these, the theorem does not cover the game.
const MOST_VALUES: usize = 1 << 13;

fn form(heap: &OneHeap) -> Option<Box<dyn ClosedForm>> {
    let Amounts::AllBut(excluded) = heap.subtraction()? else { return None };
    let excluded: Vec<usize> = excluded.iter().map(|it| usize::try_from(*it).ok()).collect::<Option<_>>()?;
    // The exception 0 is dropped, because every move takes something anyway.
    let excluded: Vec<usize> = excluded.into_iter().filter(|it| *it > 0).collect();
    let largest = *excluded.last().filter(|it| **it <= MOST_EXCLUDED)?;
    let mut count = (largest * 4).max(64);
    while count <= MOST_VALUES {
        let values = values(&excluded, count);
        let proved = Candidates::new(&values).find_map(|candidate| all_but(&values, largest, candidate));
        if let Some(period) = proved {
            return Some(Box::new(Rising { excluded: excluded.len(), period, values }));
        }
        count *= 2;
    }
    None
}

/// The values of a game, proved to rise by a constant with every period.
#[derive(Debug)]
struct Rising {
    /// How many amounts are excluded.
    excluded: usize,
    period: Period,
    values: Vec<u32>,
}

impl Rising {
    fn of(&self, n: &BigUint) -> Option<BigUint> {
        let Period { preperiod: start, period, saltus } = self.period;
        if let Some(n) = n.to_usize().filter(|n| *n < start) {
            return self.values.get(n).map(|value| BigUint::from(*value));
        }
        let beyond = n - start;
        let at = start + (&beyond % period).to_usize()?;
        Some(self.values.get(at)? + beyond / period * saltus)
    }
}

impl ClosedForm for Rising {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let [n] = &naturals(state)?[..] else { return None };
        self.of(n).map(int_of)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let [n] = &naturals(state)?[..] else { return None };
        lost_by_value(&self.of(n)?, convention)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let [n] = &naturals(state)?[..] else { return None };
        let value = self.of(n)?;
        let verdict = residue_words(&value, convention)?;
        let Period { preperiod, period, saltus } = self.period;
        Some(format!(
            "Without these {} amounts the values rise by {saltus} every {period} from {preperiod} on. {n} has the value {value}; {verdict}",
            self.excluded
        ))
    }
}
