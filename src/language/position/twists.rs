//! Determines in which games turns do not simply alternate (twisted games: `blocking`, `again`,
//! `pass … each`), and refuses questions about their positions that no theory answers.

use super::{Budget, Evaluated, Instance, Problem, ProblemKind, Refusal, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Body, Convention, GameId, Value, print, walk};
use crate::source::Span;

/// How turns deviate from strict alternation. Each list has an entry for each game.
#[derive(Debug, Clone, Default)]
pub(super) struct Twists {
    /// How many options the opponent may forbid each turn.
    blocked: Vec<u64>,
    /// Whether play from a component of the game can reach a game with deviating turns.
    reached: Vec<bool>,
    /// Whether play from a component of the game reaches no loopy game, and deviates from
    /// alternation at most by moves after which the same player moves again. False for all games if
    /// the program has no twisted game.
    complimenting: Vec<bool>,
    /// Whether play from a component of the game can reach a loopy game. Empty if the program has no
    /// twisted game.
    loopy: Vec<bool>,
}

impl Instance {
    /// Evaluates how many options may be forbidden, checks the numbers of passes, and determines
    /// which games are twisted.
    pub(super) fn evaluate_twists(&mut self, budget: &Budget<'_>) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let mut blocked = Vec::new();
        for game in &self.program.games {
            let mut natural = |count: &Body, what| {
                let found = self.natural(count, what, budget);
                found.unwrap_or_else(|problem| {
                    diagnostics.push(errors::twist(self, &problem));
                    0
                })
            };
            blocked.push(game.blocking.as_ref().map_or(0, |count| natural(count, "what `blocking` says")));
            if let Some(passes) = &game.passes {
                natural(&passes.count, "the number of passes");
            }
        }
        let each = |game: GameId| self.program.game(game).passes.as_ref().is_some_and(|passes| passes.each);
        let again = |game: GameId| self.program.game(game).again.is_some();
        let is_twisted = |game: GameId| blocked[game.index()] > 0 || each(game) || again(game);
        let reached = walk::reaches(&self.program, is_twisted);
        let is_loopy = |game: GameId| self.program.game(game).loopy;
        let has_no_theory = |game: GameId| blocked[game.index()] > 0 || each(game) || is_loopy(game);
        let (complimenting, loopy) = match self.program.game_ids().any(is_twisted) {
            true => (
                walk::reaches(&self.program, has_no_theory).into_iter().map(|reaches| !reaches).collect(),
                walk::reaches(&self.program, is_loopy),
            ),
            false => (vec![false; reached.len()], Vec::new()),
        };
        self.twists = Twists { blocked, reached, complimenting, loopy };
        diagnostics
    }

    /// The value of a count, `u64::MAX` if it does not fit into an `i64`; an error if it is not a
    /// natural. `what` names it in the message.
    fn natural(&self, count: &Body, what: &'static str, budget: &Budget<'_>) -> Evaluated<u64> {
        match self.evaluate(count, budget)? {
            Value::Int(int) if !int.is_negative() => Ok(int.to_i64().map_or(u64::MAX, i64::unsigned_abs)),
            value => {
                let value = print::value(&self.program, &value);
                Err(Problem { span: count.expr.span, kind: ProblemKind::NotNatural { what, value } })
            }
        }
    }

    /// How many options of a component of this game the opponent may forbid each turn.
    pub fn blocked(&self, game: GameId) -> u64 {
        self.twists.blocked.get(game.index()).copied().unwrap_or(0)
    }

    /// Whether play from components of this game can reach a game whose turns deviate from
    /// alternation. Then single components have outcomes, but results about ordinary games do not
    /// apply.
    pub fn is_twisted(&self, game: GameId) -> bool {
        self.twists.reached.get(game.index()).copied().unwrap_or(false)
    }

    /// Whether any game is twisted.
    pub fn has_twists(&self) -> bool {
        self.twists.reached.contains(&true)
    }

    /// Whether some component of a position belongs to a game that is twisted as by
    /// [`Instance::is_twisted`].
    pub fn is_twisted_position(&self, position: &Position) -> bool {
        let is_twisted = |sum: &Sum| sum.parts.iter().any(|(part, _)| self.is_twisted(part.game));
        match &position.form {
            Form::Sum(sum) => is_twisted(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums.iter().any(is_twisted),
        }
    }

    /// How many moves it takes to leave a component of this game: 0 if the opponent only lets the
    /// mover move again there, otherwise 1.
    pub fn pace(&self, game: GameId) -> u32 {
        u32::from(self.program.games.get(game.index()).is_none_or(|game| game.again.is_none()))
    }

    /// How many moves it takes to leave a position: 0 for a sum with a component in which the
    /// opponent only lets the mover move again, otherwise 1.
    pub fn pace_at(&self, position: &Position) -> u64 {
        match &position.form {
            Form::Sum(sum) => u64::from(self.waiting(sum).is_none()),
            _ => 1,
        }
    }

    /// The game whose moves a player makes from a component of `game`: another game if the opponent
    /// only lets the mover move again there, otherwise `game` itself.
    pub fn moves_in(&self, game: GameId) -> GameId {
        self.program.game(game).again.unwrap_or(game)
    }

    /// The index of the component of a sum in which the opponent only lets the mover move again, if
    /// there is one.
    pub fn waiting(&self, sum: &Sum) -> Option<usize> {
        sum.parts.iter().position(|(part, _)| self.pace(part.game) == 0)
    }

    /// Whether a sum has a value (a number or *loony*): play reaches no loopy game, and turns deviate
    /// from alternation at most by moves after which the same player moves again.
    fn has_theory(&self, sum: &Sum) -> bool {
        let is_plain = |part: &Component| {
            let reaches_loop = self.twists.loopy.get(part.game.index()).copied().unwrap_or(false);
            !self.is_twisted(part.game) && !reaches_loop || self.twists.complimenting[part.game.index()]
        };
        sum.parts.iter().all(|(part, _)| is_plain(part))
    }

    /// Refuses a position with twisted components to which no theory gives a value.
    pub fn refuse_twisted_value(&self, position: &Position) -> Result<(), Problem> {
        let has_value =
            matches!(&position.form, Form::Sum(sum) if self.has_theory(sum) && self.waiting(sum).is_none());
        if has_value && position.convention == Convention::Normal || !self.is_twisted_position(position) {
            return Ok(());
        }
        Err(Problem { span: Span::default(), kind: ProblemKind::Refused(Refusal::ValueOfTwist) })
    }

    /// Whether, somewhere in play from a position, options may be forbidden or a player may move
    /// again.
    pub fn has_strange_turns(&self, position: &Position) -> bool {
        let sums = match &position.form {
            Form::Sum(sum) => std::slice::from_ref(sum),
            Form::Compound(_, sums) | Form::Operands(sums) => sums,
        };
        let games = sums.iter().flat_map(|sum| sum.parts.iter().map(|(part, _)| part.game));
        let reached = |game| walk::reachable_games(&self.program, game);
        games
            .into_iter()
            .any(|game| reached(game).into_iter().any(|game| self.blocked(game) > 0 || self.pace(game) == 0))
    }

    /// Refuses a position with twisted components. Allowed are a single component, and a sum under
    /// normal play that has a value and at most one component in which the opponent lets the mover
    /// move again.
    pub fn refuse_twisted_sums(&self, position: &Position) -> Result<(), Problem> {
        if !self.is_twisted_position(position) {
            return Ok(());
        }
        if let Form::Sum(sum) = &position.form {
            let waiting = sum.parts.iter().filter(|(part, _)| self.pace(part.game) == 0);
            let once = waiting.map(|(_, count)| *count).sum::<u64>() <= 1;
            let is_played = position.convention == Convention::Normal && self.has_theory(sum) && once;
            if is_played || sum.single().is_some() {
                return Ok(());
            }
        }
        Err(Problem { span: Span::default(), kind: ProblemKind::Refused(Refusal::SumWithTwist) })
    }

    /// How many lost options the opponent can forbid in a position with `options` options. If there
    /// is an option, the player to move loses if and only if at most this many options are lost.
    /// Under misère play a player who cannot move wins, so the opponent has to leave an option.
    pub fn spare(&self, position: &Position, options: usize) -> u64 {
        spare(self.blocked_at(position), position.convention, options)
    }

    /// How many options of a position the opponent may forbid.
    pub fn blocked_at(&self, position: &Position) -> u64 {
        let Form::Sum(sum) = &position.form else { return 0 };
        sum.single().map_or(0, |part| self.blocked(part.game))
    }
}

/// How many lost options the opponent can forbid among `options` options, if up to `blocked` may be
/// forbidden; see [`Instance::spare`].
pub fn spare(blocked: u64, convention: Convention, options: usize) -> u64 {
    match convention {
        Convention::Normal => blocked,
        _ => blocked.min((options as u64).saturating_sub(1)),
    }
}
