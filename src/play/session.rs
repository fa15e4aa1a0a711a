//! Keeps a game in progress between a person and the machine: makes moves, takes them back, and
//! lets the machine reply.

use super::advice::standing;
use super::cells::{by_cells, named_cells};
use super::{Advice, Choice, End, Explanation, Found, Standing, advise, choices, end, explain, find};
use crate::ir::value::{Form, Position};
use crate::position::picture::{Cell, Picture, picture};
use crate::position::{Budget, Evaluated, Instance};
use crate::solve::{Outcome, Solver};
use std::collections::BTreeMap;

/// The most choices whose changed cells are compared with the cells that the player types. Later
/// choices cannot be typed by their cells.
const MOST_PICTURES: usize = 5_000;

/// Who makes a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The person.
    Person,
    /// The machine.
    Machine,
}

impl Side {
    /// Returns the other player.
    pub fn other(self) -> Side {
        match self {
            Side::Person => Side::Machine,
            Side::Machine => Side::Person,
        }
    }
}

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The player who made the move.
    pub side: Side,
    /// The name of the move.
    pub name: String,
    /// The position in which the move was made.
    pub before: Position,
}

/// A move of the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The name of the move.
    pub name: String,
    /// The advice that the machine followed.
    pub advice: Advice,
}

/// A game in progress.
pub struct Session<'a, 'b> {
    instance: &'a Instance,
    solver: Solver<'a, 'b>,
    start: Position,
    first: Side,
    position: Position,
    choices: Vec<Choice>,
    end: Option<End>,
    plies: Vec<Ply>,
}

impl<'a, 'b> Session<'a, 'b> {
    /// Begins a game at `start`, in which `first` makes the first move.
    pub fn new(
        instance: &'a Instance,
        solver: Solver<'a, 'b>,
        start: Position,
        first: Side,
    ) -> Evaluated<Session<'a, 'b>> {
        let (position, choices, plies) = (start.clone(), Vec::new(), Vec::new());
        let mut session = Session { instance, solver, start, first, position, choices, end: None, plies };
        session.look()?;
        Ok(session)
    }

    /// Sets `choices` and `end` for the current position; `choices` stays empty if play is over.
    fn look(&mut self) -> Evaluated<()> {
        self.choices = choices(self.instance, self.solver.budget(), &self.position)?;
        self.end = end(self.instance, &mut self.solver, &self.position, &self.choices)?;
        if self.end.is_some() {
            self.choices.clear();
        }
        Ok(())
    }

    /// The instance whose rules are played.
    pub fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves that can be made; none when play is over.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Finds the choice that a typed text denotes. `place` parses a text as a position.
    pub fn find(&self, text: &str, place: &mut dyn FnMut(&str) -> Option<Position>) -> Found {
        find(text, &self.choices, &|text| self.by_cells(text), place)
    }

    fn by_cells(&self, text: &str) -> Option<Found> {
        let now = self.picture()?;
        let cells = named_cells(text, now.size.1)?;
        let budget = self.solver.budget();
        let looked = self.choices.iter().take(MOST_PICTURES);
        let changes =
            looked.map(|it| self.drawn(&it.to, budget).map_or(Vec::new(), |after| now.changed(&after)));
        by_cells(&cells, &changes.collect::<Vec<_>>())
    }

    /// The picture of the current position, at least as large as that of the start; `None` if the
    /// position is not drawn as a board.
    pub fn picture(&self) -> Option<Picture> {
        self.drawn(&self.position, self.solver.budget())
    }

    fn drawn(&self, position: &Position, budget: &Budget<'_>) -> Option<Picture> {
        let first = picture(self.instance, budget, &self.start)?;
        if matches!(&position.form, Form::Sum(sum) if sum.is_empty()) && first.upward {
            return Some(Picture { cells: BTreeMap::new(), ..first });
        }
        Some(picture(self.instance, budget, position)?.as_large_as(&first))
    }

    /// The cells of the board that the last move changed; empty if there was no move or there is no
    /// board.
    pub fn changed_cells(&self) -> Vec<Cell> {
        let budget = self.solver.budget();
        let before = self.plies.last().and_then(|ply| self.drawn(&ply.before, budget));
        before.zip(self.picture()).map_or(Vec::new(), |(before, after)| before.changed(&after))
    }

    /// The end of play, if play is over.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// All moves that were made and not taken back, in order.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Who is to move.
    pub fn to_move(&self) -> Side {
        self.plies.last().map_or(self.first, |ply| ply.side.other())
    }

    /// Who has won, if play is over.
    pub fn winner(&self) -> Option<Side> {
        let mover = self.to_move();
        self.end.map(|end| if end.mover_wins { mover } else { mover.other() })
    }

    /// How many times the current position occurred before with the same player to move.
    pub fn repetitions(&self) -> usize {
        let side = self.to_move();
        self.plies.iter().filter(|ply| ply.side == side && ply.before == self.position).count()
    }

    /// Makes the move with this index among [`Self::choices`]. If the moves of the next position
    /// cannot be listed, nothing changes.
    pub fn play(&mut self, at: usize) -> Evaluated<()> {
        let Some(choice) = self.choices.get(at) else { return Ok(()) };
        let side = self.to_move();
        let (name, to) = (choice.name().to_string(), choice.to.clone());
        let before = std::mem::replace(&mut self.position, to);
        let listed = std::mem::take(&mut self.choices);
        self.plies.push(Ply { side, name, before });
        let looked = self.look();
        if looked.is_err() {
            if let Some(ply) = self.plies.pop() {
                self.position = ply.before;
            }
            (self.choices, self.end) = (listed, None);
        }
        looked
    }

    /// Lets the machine make its move; `None` if play is over.
    pub fn answer(&mut self) -> Evaluated<Option<Answer>> {
        let Some(advice) = self.advice()? else { return Ok(None) };
        self.follow(advice).map(Some)
    }

    /// Makes the move that `advice` recommends in the current position.
    pub fn follow(&mut self, advice: Advice) -> Evaluated<Answer> {
        let name = self.choices.get(advice.at).map(|choice| choice.name().to_string()).unwrap_or_default();
        self.play(advice.at)?;
        Ok(Answer { name, advice })
    }

    /// Recommends a move to the player to move; `None` if play is over.
    pub fn advice(&mut self) -> Evaluated<Option<Advice>> {
        let (plies, side) = (&self.plies, self.to_move().other());
        let visits = |to: &Position| plies.iter().filter(|ply| ply.side == side && ply.before == *to).count();
        advise(self.instance, &mut self.solver, &self.position, &self.choices, &visits)
    }

    /// Who wins the current position, and in how many moves, as far as limits allow.
    pub fn standing(&mut self) -> Evaluated<Standing> {
        standing(&mut self.solver, &self.position)
    }

    /// Whether the machine accepts a draw: if it cannot win, or if the outcome is unknown and the
    /// current position has occurred before.
    pub fn takes_draw(&mut self) -> Evaluated<bool> {
        let machine_moves = self.to_move() == Side::Machine;
        Ok(match self.standing()?.outcome {
            Some(Outcome::Draw) => true,
            Some(outcome) => machine_moves != (outcome == Outcome::Next),
            None => self.repetitions() > 0,
        })
    }

    /// The facts that explain the outcome of the current position.
    pub fn explanation(&mut self) -> Evaluated<Explanation> {
        explain(self.instance, &mut self.solver, &self.position)
    }

    /// Takes back the person's last move and the machine's answer. Returns false if the person has
    /// not moved.
    pub fn undo(&mut self) -> Evaluated<bool> {
        let Some(last) = self.plies.iter().rposition(|ply| ply.side == Side::Person) else {
            return Ok(false);
        };
        self.position = self.plies[last].before.clone();
        self.plies.truncate(last);
        self.look()?;
        Ok(true)
    }

    /// Begins again at the first position. The player who moved first moves first again.
    pub fn restart(&mut self) -> Evaluated<()> {
        self.position = self.start.clone();
        self.plies.clear();
        self.look()
    }
}
