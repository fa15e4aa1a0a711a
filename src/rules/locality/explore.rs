//! Finds all ways to play a move ([`Case`]), for all values that the cells may take.
//!
//! Each round evaluates the rules for the values known so far. Rounds continue until no cell takes
//! a new value. The last round has covered every board that play can reach, and perhaps some
//! others. Cases that read values which occur only on those others never apply in play.

use super::board::Board;
use super::case::{Case, Values, merged};
use super::errors::{Reason, Stop, not_local};
use super::net::Net;
use super::partial::{Frame, Partial, known};
use super::symbol::{CellId, Member, Symbol};
use super::{MOST_ATTEMPTS, MOST_READ};
use crate::ir::value::Component;
use crate::ir::{Clause, GameId, Value};
use crate::position::{Budget, Evaluator, Instance};

/// Evaluates the rules of one game for all values that its cells may take, in rounds.
pub struct Explorer<'a, 'b> {
    partial: Partial<'a, 'b>,
    game: GameId,
    /// How many evaluations of parts of the rules were started, in all rounds.
    attempts: usize,
}

/// An evaluation of a part of the rules under the values assumed for cells.
type Attempt<'t, 'a, 'b> = dyn FnMut(&mut Explorer<'a, 'b>) -> Result<Vec<Case>, Stop> + 't;

impl<'a, 'b> Explorer<'a, 'b> {
    /// Prepares the exploration of a component; fails if its game is loopy, or the component has
    /// too many cells.
    pub fn new(
        instance: &'a Instance,
        component: &Component,
        budget: &'a Budget<'b>,
    ) -> Result<Explorer<'a, 'b>, Stop> {
        let game = instance.program.game(component.game);
        if game.loopy {
            return Err(not_local(game.span, Reason::Loopy));
        }
        let board = Board::new(&component.state);
        if board.is_large() {
            return Err(not_local(game.span, Reason::Many));
        }
        let evaluator = Evaluator::new(instance, budget);
        let partial = Partial { evaluator, board, assumed: Vec::new() };
        Ok(Explorer { partial, game: component.game, attempts: 0 })
    }

    /// Runs rounds until one finds no new value and no new cell; returns the net of that round.
    /// Fails if a round fails or the net would be too large.
    pub fn explore(mut self) -> Result<Net, Stop> {
        loop {
            let cells = self.partial.board.cells.len();
            let cases = self.round()?;
            let grown = self.partial.board.grow();
            if !grown && cells == self.partial.board.cells.len() {
                let span = self.partial.evaluator.instance.program.game(self.game).span;
                return Net::new(self.game, self.partial.board, cases)
                    .ok_or_else(|| not_local(span, Reason::Many));
            }
        }
    }

    /// Returns the cases of all moves for the values that are tried now; fails if an `end` may
    /// apply.
    fn round(&mut self) -> Result<Vec<Case>, Stop> {
        let game = self.partial.evaluator.instance.program.game(self.game);
        for end in &game.ends {
            let mut frame = Frame::new(self.partial.board.symbols(), end.condition.slots.len());
            let ends = self.forked(&mut |this| {
                let ends = this.partial.truth(&end.condition.expr, &mut frame)?;
                Ok(if ends { vec![Case { reads: Vec::new(), writes: Vec::new() }] } else { Vec::new() })
            })?;
            if !ends.is_empty() {
                return Err(not_local(end.span, Reason::End));
            }
        }
        let mut cases = Vec::new();
        for it in &game.moves {
            let mut frame = Frame::new(self.partial.board.symbols(), it.slots.len());
            cases.extend(self.clauses(&it.clauses, &it.target, &mut frame)?);
        }
        cases.sort();
        cases.dedup();
        Ok(cases)
    }

    /// Runs `attempt`. If the attempt stops because it needs the value of a cell, runs it again for
    /// each value of the cell that is tried, and adds the condition on the cell to the cases found.
    /// Refuses the rules if [`MOST_READ`] cells are assumed already, or after [`MOST_ATTEMPTS`].
    fn forked(&mut self, attempt: &mut Attempt<'_, 'a, 'b>) -> Result<Vec<Case>, Stop> {
        self.attempts += 1;
        let (cell, span) = match attempt(self) {
            Err(Stop::Needs(cell, span)) => (cell, span),
            other => return other,
        };
        if self.partial.assumed.len() >= MOST_READ {
            return Err(not_local(span, Reason::ReadsMany));
        }
        if self.attempts > MOST_ATTEMPTS {
            return Err(not_local(span, Reason::Many));
        }
        let mut branches: Vec<(Values, Vec<Case>)> = Vec::new();
        let tried = self.partial.board.cells[cell.0].tried;
        for number in 0..tried {
            self.partial.assumed.push((cell, number));
            let cases = self.forked(attempt);
            self.partial.assumed.pop();
            let cases = cases?;
            match branches.iter_mut().find(|(_, known)| *known == cases) {
                Some((values, _)) => *values |= 1 << number,
                None => branches.push((1 << number, cases)),
            }
        }
        let conditioned = branches
            .into_iter()
            .flat_map(|(values, cases)| cases.into_iter().map(move |case| case.reading(cell, values, tried)));
        Ok(merged(conditioned.collect(), cell, tried))
    }

    /// Returns the cases of a move from these clauses on, for the binders fixed in `frame`.
    fn clauses(
        &mut self,
        clauses: &'a [Clause],
        target: &'a crate::ir::Expr,
        frame: &mut Frame,
    ) -> Result<Vec<Case>, Stop> {
        let Some((first, rest)) = clauses.split_first() else {
            return self.forked(&mut |this| this.target(target, frame).map(|case| vec![case]));
        };
        match first {
            Clause::If(condition) => self.forked(&mut |this| {
                if this.partial.truth(condition, frame)? {
                    this.clauses(rest, target, frame)
                } else {
                    Ok(Vec::new())
                }
            }),
            Clause::For(pattern, domain) => self.forked(&mut |this| {
                let mut cases = Vec::new();
                for (element, member) in this.partial.elements(domain, frame)? {
                    this.partial.evaluator.tick(1, domain.span)?;
                    this.partial.bind(pattern, element, frame, domain.span)?;
                    match member {
                        Member::Always => cases.extend(this.clauses(rest, target, frame)?),
                        Member::If(cell) => cases.extend(this.with_member(cell, rest, target, frame)?),
                    }
                }
                cases.sort();
                cases.dedup();
                Ok(cases)
            }),
        }
    }

    /// Returns the cases from these clauses on in which `cell` has the value `true`.
    fn with_member(
        &mut self,
        cell: CellId,
        rest: &'a [Clause],
        target: &'a crate::ir::Expr,
        frame: &mut Frame,
    ) -> Result<Vec<Case>, Stop> {
        if let Some(value) = self.partial.assumption(cell) {
            let holds = *value == Value::Bool(true);
            return if holds { self.clauses(rest, target, frame) } else { Ok(Vec::new()) };
        }
        let it = &self.partial.board.cells[cell.0];
        let tried = it.tried;
        let Some(number) = it.values[..tried].iter().position(|value| *value == Value::Bool(true)) else {
            return Ok(Vec::new());
        };
        self.partial.assumed.push((cell, number));
        let cases = self.clauses(rest, target, frame);
        self.partial.assumed.pop();
        Ok(cases?.into_iter().map(|case| case.reading(cell, 1 << number, tried)).collect())
    }

    /// Returns the case of one move: what it writes. The callers add what it reads.
    fn target(&mut self, target: &crate::ir::Expr, frame: &mut Frame) -> Result<Case, Stop> {
        let Symbol::Component(game, fields) = self.partial.symbol(target, frame)? else {
            return Err(not_local(target.span, Reason::Target));
        };
        if game != self.game {
            return Err(not_local(target.span, Reason::Target));
        }
        let assumed = &self.partial.assumed;
        let ranges = self.partial.evaluator.instance.fields.get(game.index());
        let ranges = ranges.map_or(&[][..], Vec::as_slice);
        let mut writes = self.partial.board.writes(&fields, ranges, target.span, &|board, cell| {
            known(board, assumed, cell).cloned().ok_or(Stop::Needs(cell, target.span))
        })?;
        // A value that the cell is known to have already is not written.
        writes.retain(|(cell, number)| {
            let before = known(&self.partial.board, assumed, *cell);
            before != self.partial.board.cells[cell.0].values.get(*number)
        });
        writes.sort();
        Ok(Case { reads: Vec::new(), writes })
    }
}
