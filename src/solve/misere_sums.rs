//! Decides misère sums without a search: by a theorem about all sums of one game, or by the Nim
//! heaps that theorems and periods prove equivalent to each component.

use super::without_search::Beyond;
use super::{How, Solver};
use crate::ir::value::{Component, Position, Sum};
use crate::ir::{Convention, ExprKind, GameId, Value, walk};
use crate::position::Evaluated;
use crate::theory::{convention, nim};
use num_bigint::BigUint;

/// A misère sum from which at most about this many sums can be reached is left to the search.
const FEW_SUMS: u64 = 1_000;

/// The estimate of the size of a search counts at most this many copies of a component.
const MOST_COPIES: u64 = 64;

impl Solver<'_, '_> {
    /// The outcome of a misère sum by theorems; `None` if the sum is small, or no theorem gives its
    /// outcome.
    pub(super) fn misere_beyond(&mut self, sum: &Sum) -> Evaluated<Option<Beyond>> {
        if !self.reaches_many_sums(sum) {
            return Ok(None);
        }
        if let Some(part) = sum.single()
            && let Some(found) = self.component_beyond(part, Convention::Misere)
        {
            return Ok(Some(found));
        }
        match self.by_sum_theorem(sum) {
            None => self.as_nim(sum),
            found => Ok(found),
        }
    }

    /// The outcome by a theorem about all misère sums of one game; `None` if the components belong
    /// to different games, or if no theorem gives it.
    fn by_sum_theorem(&self, sum: &Sum) -> Option<Beyond> {
        let game = sum.parts.first()?.0.game;
        if sum.parts.iter().any(|(part, _)| part.game != game) {
            return None;
        }
        let covered = self.theorem(game)?;
        let parts: Vec<(&[Value], u64)> =
            sum.parts.iter().map(|(part, count)| (&*part.state, *count)).collect();
        let losing = covered.losing_misere_sum(&parts)?;
        Some(Beyond { losing, value: None, how: How::Theorem(covered.citation()) })
    }

    /// Decides a sum by Nim heaps equivalent to its components. The outcome depends on the nim-sum
    /// and on whether some heap is above 1, so at most three copies of each component matter. `None`
    /// if the heaps of some component are not known.
    fn as_nim(&mut self, sum: &Sum) -> Evaluated<Option<Beyond>> {
        let mut heaps = Vec::new();
        for (part, count) in sum.parts.iter() {
            let Some(own) = self.misere_heaps(part)? else { return Ok(None) };
            let often = if *count <= 3 { *count } else { 2 + count % 2 };
            (0..often).for_each(|_| heaps.extend(own.iter().cloned()));
        }
        let losing = nim::losing_big(&heaps, convention::Convention::Misere);
        Ok(Some(Beyond { losing, value: None, how: How::NimUnderMisere }))
    }

    /// The Nim heaps that are equivalent to a component in misère sums: those of a theorem; or, if
    /// moves take amounts from one heap that do not depend on the heap, one heap whose size is the
    /// component's value (Ferguson 1974). `None` if neither applies.
    fn misere_heaps(&mut self, part: &Component) -> Evaluated<Option<Vec<BigUint>>> {
        if let Some(heaps) = self.theorem(part.game).and_then(|covered| covered.misere_heaps(&part.state)) {
            return Ok(Some(heaps));
        }
        // A stated `end` holds under misère play too, so Ferguson's theorem does not apply.
        let ends = !self.instance.program.game(part.game).ends.is_empty();
        let heap = self.heaps.heap(part.game, self.budget);
        if ends || !heap.is_some_and(|heap| heap.is_subtraction()) {
            return Ok(None);
        }
        let value = match self.is_large(part) {
            true => self.component_beyond(part, Convention::Normal).and_then(|found| found.value),
            false => Some(self.engine.sg(&Position::normal(Sum::one(part.clone())))?),
        };
        Ok(value.and_then(|value| BigUint::try_from(value.to_big()).ok()).map(|value| vec![value]))
    }

    /// Whether a search of a misère sum would visit more than [`FEW_SUMS`] sums. The estimate
    /// multiplies the numbers of components below each copy; for a component that moves may divide,
    /// it takes the number of ways to divide the component instead.
    fn reaches_many_sums(&self, sum: &Sum) -> bool {
        let reached = sum.parts.iter().map(|(part, count)| {
            if self.is_large(part) {
                return u64::MAX;
            }
            let cells = part.state.iter().try_fold(1u64, |cells, field| cells.checked_mul(self.size(field)?));
            let cells = cells.unwrap_or(u64::MAX);
            let alone = if self.may_split(part.game) { 1u64 << (cells / 2).min(63) } else { cells };
            // Each copy may also stay unchanged.
            alone.max(2).saturating_pow((*count).min(MOST_COPIES) as u32)
        });
        reached.fold(1, u64::saturating_mul) > FEW_SUMS
    }

    /// Whether some move may leave several components.
    fn may_split(&self, game: GameId) -> bool {
        let program = &self.instance.program;
        let splits = |game: &GameId| {
            let mut targets = program.game(*game).moves.iter().map(|it| &it.target.kind);
            targets.any(|target| !matches!(target, ExprKind::Component(..) | ExprKind::Nothing))
        };
        walk::reachable_games(program, game).iter().any(splits)
    }
}
