//! Reads the values of all positions of a series from one table, row by row.

use super::{Dense, Ready, Sought};
use crate::code::{Argument, Low, Target, WordExpr};
use crate::ir::{Convention, GameId};
use crate::limit;
use crate::position::Evaluated;

/// How many values are passed to `show` at a time.
const SHOWN: usize = 4096;

/// Of a series of single components under normal play: the game, and each field's variable,
/// `None` for a constant. `None` for a series of another form, or one that mentions `line`.
fn plain(ready: &Ready<'_>) -> Option<(GameId, Vec<Option<usize>>)> {
    let Target::Component(game, arguments) = &ready.pattern.target else { return None };
    let variable = |argument: &Argument<'_>| match argument {
        Argument::New(Low::Int(WordExpr::Const(_))) => Some(None),
        Argument::New(Low::Int(WordExpr::Reg(register))) => {
            ready.pattern.variables.iter().position(|it| it == register).map(Some)
        }
        _ => None,
    };
    let variables = arguments.iter().map(variable).collect::<Option<Vec<_>>>()?;
    (!ready.line && ready.convention == Convention::Normal).then_some((*game, variables))
}

impl Dense<'_, '_> {
    /// Passes the values of a series whose variables take all numbers in `ranges` to `show`, if one
    /// table includes all their components. Stops at the first value that the table lacks, or when
    /// `show` returns false. Returns false if nothing was shown.
    pub(super) fn show(
        &mut self,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        let Some((game, variables)) = self.series.as_ref().and_then(plain) else { return Ok(false) };
        let corner = |end: fn(&(i64, i64)) -> i64| ranges.iter().map(end).collect::<Vec<i64>>();
        let (first, last) = (corner(|range| range.0), corner(|range| range.1));
        let (Some(from), Some(to)) = (self.parts(&first), self.parts(&last)) else { return Ok(false) };
        let ([(_, from, _)], [(_, to, _)]) = (from.as_slice(), to.as_slice()) else { return Ok(false) };
        // Looks up the last component first, so that a table that is made now includes all.
        self.find(game, Sought::Values, to)?;
        let Some(table) = self.tables.get(&(game, Sought::Values)) else { return Ok(false) };
        let (Some(begin), Some(_)) = (table.region.place(from), table.region.place(to)) else {
            return Ok(false);
        };
        // By how much the place of the cell changes when a variable grows by 1.
        let step = |variable: usize| {
            let strides = variables.iter().zip(&table.region.strides);
            strides.filter(|(it, _)| **it == Some(variable)).map(|(_, stride)| *stride).sum::<i64>()
        };
        let steps: Vec<i64> = (0..ranges.len()).map(step).collect();
        let (Some((range, others)), Some(along)) = (ranges.split_last(), steps.last()) else {
            return Ok(false);
        };
        self.answered = true;
        let mut row = first.clone();
        let (mut values, mut shown) = (Vec::with_capacity(SHOWN), false);
        loop {
            let moved = row.iter().zip(&first).zip(&steps).map(|((it, first), step)| (it - first) * step);
            let mut place = begin as i64 + moved.sum::<i64>();
            for _ in range.0..=range.1 {
                let Some(value) = table.at(place as usize) else {
                    if values.is_empty() {
                        return Ok(shown);
                    }
                    show(&values);
                    return Ok(true);
                };
                values.push(value);
                place += along;
                if values.len() == SHOWN {
                    self.budget.tick(SHOWN).map_err(limit)?;
                    if !show(&values) {
                        return Ok(true);
                    }
                    shown = true;
                    values.clear();
                }
            }
            if !next_row(&mut row, others) {
                show(&values);
                return Ok(true);
            }
        }
    }
}

/// Advances the numbers of all variables but the last to the next row. Returns false after the last
/// row.
fn next_row(row: &mut [i64], ranges: &[(i64, i64)]) -> bool {
    for (number, (first, last)) in row.iter_mut().zip(ranges).rev() {
        if number != last {
            *number += 1;
            return true;
        }
        *number = *first;
    }
    false
}
