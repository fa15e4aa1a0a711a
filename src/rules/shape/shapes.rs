//! [`Shapes`]: what the moves of each game of a program are, as relations, as one heap, as rays and
//! as vectors. Each result is computed once, on first request, and shared.

use super::GameRules;
use super::once::Once;
use super::one_heap::{self, OneHeap};
use super::presburger::{Defined, Definer, MoveRelation, move_relation};
use super::rays::{self, Rays};
use super::vectors::{self, Vectors};
use crate::ir::GameId;
use crate::position::{Budget, Instance};
use crate::theory::automaton::Room;
use crate::theory::numeration::System;

/// The shapes of a program's games.
#[derive(Debug)]
pub struct Shapes<'a> {
    /// The program.
    pub instance: &'a Instance,
    games: Vec<Shape>,
}

/// The results for one game, each empty until its first request.
#[derive(Debug, Default)]
struct Shape {
    move_relation: Once<MoveRelation>,
    one_heap: Once<OneHeap>,
    opening: Once<Opening>,
    rays: Once<Rays>,
    vectors: Once<Vectors>,
}

/// A game of one heap all of whose moves leave heaps of one other game.
#[derive(Debug)]
pub struct Opening {
    /// The game of the heaps that are left.
    pub into: GameId,
    /// The amounts taken and the heaps left by moves.
    pub taken: OneHeap,
}

impl<'a> Shapes<'a> {
    /// Makes the shapes of a program; each is computed on first request.
    pub fn of(instance: &'a Instance) -> Shapes<'a> {
        Shapes { instance, games: instance.program.game_ids().map(|_| Shape::default()).collect() }
    }

    /// The rules of a game.
    pub fn rules(&self, game: GameId) -> GameRules<'a> {
        GameRules { instance: self.instance, game }
    }

    fn shape(&self, game: GameId) -> &Shape {
        &self.games[game.index()]
    }

    /// Returns the moves of a game as relations; `None` if some of its rules are not arithmetic
    /// that automata decide, if its turns are not ordinary, or if a limit is reached.
    pub fn move_relation(&self, game: GameId, budget: &Budget<'_>) -> Option<&MoveRelation> {
        let system = System::default();
        self.shape(game).move_relation.get(budget, || self.move_relation_in(&system, game, budget))
    }

    /// Returns the moves of a game as relations in a numeration system; they are built on each
    /// call. `None` as for [`Shapes::move_relation`].
    pub fn move_relation_in(
        &self,
        system: &System,
        game: GameId,
        budget: &Budget<'_>,
    ) -> Option<MoveRelation> {
        // If turns are not ordinary, the moves alone do not determine outcomes.
        if self.instance.is_twisted(game) {
            return None;
        }
        let budget = budget.fork();
        let stop = || budget.tick(4096).is_err();
        let room = Room::in_system(system, Room::STEPS, &stop);
        move_relation(&Definer::new(self.instance, &budget, &room), game).ok()
    }

    /// Applies `look` to the moves of a game as relations, and to a definer for further relations;
    /// `None` if either fails.
    pub fn examine<T>(
        &self,
        game: GameId,
        budget: &Budget<'_>,
        look: impl FnOnce(&Definer<'_>, &MoveRelation) -> Defined<T>,
    ) -> Option<T> {
        let move_relation = self.move_relation(game, budget)?;
        let budget = budget.fork();
        let stop = || budget.tick(4096).is_err();
        let room = Room::new(Room::STEPS, &stop);
        let definer = Definer::new(self.instance, &budget, &room).after(move_relation);
        look(&definer, move_relation).ok()
    }

    /// Returns the moves of a game of one heap; `None` if the game is not recognised as one.
    pub fn one_heap(&self, game: GameId, budget: &Budget<'_>) -> Option<&OneHeap> {
        self.shape(game).one_heap.get(budget, || self.heap_into(game, game, budget))
    }

    /// Returns the moves of a game of one heap, if all of them leave heaps of one other game;
    /// `None` otherwise.
    pub fn opening(&self, game: GameId, budget: &Budget<'_>) -> Option<&Opening> {
        self.shape(game).opening.get(budget, || {
            let into = one_heap::opens(self.instance, game)?;
            Some(Opening { into, taken: self.heap_into(game, into, budget)? })
        })
    }

    /// Returns the moves of a game of one heap that leave heaps of the game `into`.
    fn heap_into(&self, game: GameId, into: GameId, budget: &Budget<'_>) -> Option<OneHeap> {
        if ![game, into].iter().all(|game| one_heap::is_heap(self.instance, *game)) {
            return None;
        }
        self.examine(game, budget, |definer, moves| one_heap::recognise(definer, moves, into))
    }

    /// Returns the vectors whose multiples the moves of a game subtract; `None` if the moves have
    /// another form, or some `end` wins. Ends with a loss are allowed, so the result holds for
    /// normal play only.
    pub fn rays(&self, game: GameId, budget: &Budget<'_>) -> Option<&Rays> {
        self.shape(game).rays.get(budget, || {
            let greatest = rays::greatest(self.instance, game)?;
            self.examine(game, budget, |definer, moves| rays::recognise(definer, moves, game, greatest))
        })
    }

    /// Returns the moves of a game as a relation of vectors of naturals; `None` if some field is
    /// not a natural, or has an upper bound, if the game has ends, or if some move does not lead to
    /// one component of the game itself.
    pub fn vectors(&self, game: GameId, budget: &Budget<'_>) -> Option<&Vectors> {
        self.shape(game).vectors.get(budget, || {
            if !vectors::are_vectors(self.instance, game) {
                return None;
            }
            self.examine(game, budget, |definer, moves| vectors::recognise(definer, moves, game))
        })
    }
}
