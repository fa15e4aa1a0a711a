//! Passes questions about games with twists (`again`, `blocking`, `pass … each`), whose turns do
//! not simply alternate, to an engine that supports them, and all other questions to the ordinary
//! engine.

use super::{Asked, ByParts, Choice, Engine, How, Outcome, Series};
use crate::ir::value::{Form, Position, Sum};
use crate::ir::{GameId, walk};
use crate::number::Int;
use crate::position::{Evaluated, Instance, Problem, ProblemKind};
use crate::source::Span;

/// Lets one engine answer for games with twists, and another for all others.
pub(super) struct Twists<'a> {
    instance: &'a Instance,
    /// Answers for ordinary games.
    ordinary: Box<dyn Engine<'a> + 'a>,
    /// Answers for games with twists.
    twisted: Box<dyn Engine<'a> + 'a>,
    /// The requested engine, if it supports only ordinary games.
    forced: Option<Choice>,
    /// Whether the last question was about a game with twists.
    last: bool,
}

impl<'a> Twists<'a> {
    /// Combines an engine for ordinary games with one for games with twists. `choice` is the
    /// requested engine.
    pub fn over(
        instance: &'a Instance,
        ordinary: Box<dyn Engine<'a> + 'a>,
        twisted: Box<dyn Engine<'a> + 'a>,
        choice: Choice,
    ) -> Twists<'a> {
        let takes_all = matches!(choice, Choice::Auto | Choice::Reference | Choice::Graph);
        let forced = Some(choice).filter(|_| !takes_all);
        Twists { instance, ordinary, twisted, forced, last: false }
    }

    /// The engine that answers for a position; an error if the requested engine does not support
    /// the twists of the position, or if no theory evaluates them in a sum.
    fn engine(&mut self, position: &Position) -> Evaluated<&mut (dyn Engine<'a> + 'a)> {
        self.last = self.instance.is_twisted_position(position);
        if !self.last {
            return Ok(&mut *self.ordinary);
        }
        self.instance.refuse_twisted_sums(position)?;
        match (self.forced, some_game(position)) {
            (Some(choice), Some(game)) => {
                let (engine, why) = (choice.name(), "its rules have `again`, `blocking` or `pass … each`");
                Err(Problem { span: Span::default(), kind: ProblemKind::Unfit { engine, game, why } })
            }
            _ => Ok(&mut *self.twisted),
        }
    }
}

/// The game of the first component; `None` if the position has no components.
fn some_game(position: &Position) -> Option<GameId> {
    let of = |sum: &Sum| sum.parts.first().map(|(part, _)| part.game);
    match &position.form {
        Form::Sum(sum) => of(sum),
        Form::Compound(_, sums) | Form::Operands(sums) => sums.iter().find_map(of),
    }
}

/// Whether a series asks about games with twists.
pub(super) fn are_in(series: &Series<'_>, instance: &Instance) -> bool {
    let games = walk::games_in(&instance.program, &series.body.expr);
    games.into_iter().any(|game| instance.is_twisted(game))
}

impl<'a> Engine<'a> for Twists<'a> {
    fn name(&self) -> &'static str {
        if self.last { self.twisted.name() } else { self.ordinary.name() }
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        self.engine(position)?.outcome(position)
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        self.engine(position)?.sg(position)
    }

    fn sg_by_parts(&mut self, position: &Position, most: u64) -> Evaluated<ByParts> {
        match self.instance.is_twisted_position(position) {
            true => Ok(ByParts::Whole),
            false => self.engine(position)?.sg_by_parts(position, most),
        }
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        self.engine(position)?.remoteness(position, most)
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.engine(position)?.options(position)
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        let twisted = if self.instance.is_twisted_position(a) { a } else { b };
        self.engine(twisted)?.equal(a, b)
    }

    fn how(&self) -> How {
        if self.last { self.twisted.how() } else { self.ordinary.how() }
    }

    fn plan(&self) -> String {
        if self.last { self.twisted.plan() } else { self.ordinary.plan() }
    }

    fn prepare(&mut self, series: &Series<'a>) -> bool {
        !are_in(series, self.instance) && self.ordinary.prepare(series)
    }

    fn expect(&mut self, corners: [&[i64]; 2], count: u64) {
        self.ordinary.expect(corners, count);
    }

    fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        self.last = false;
        self.ordinary.next(asked, numbers)
    }

    fn sweep(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        self.last = false;
        self.ordinary.sweep(asked, ranges, show)
    }

    fn examined(&self) -> usize {
        self.ordinary.examined() + self.twisted.examined()
    }
}
