//! Numbers for the positions of a play. Equal numbers mean equal games.
//!
//! If play ends, a position gets its number after its options. If positions may repeat, all begin
//! with the same number, and in each round a position gets a number for the set of its options'
//! numbers. When a round separates no further positions, positions with the same number have
//! options with the same numbers: they are the same game.

use super::{Play, Seen, Sum, Unfinished};
use rustc_hash::FxHashMap;

/// The most positions and options examined in all rounds together; play that needs more is
/// [`Unfinished`].
const MOST_IN_ROUNDS: usize = 4_000_000;

/// Whether an `end` of the rules wins or loses, and the numbers of the options, ascending, each
/// once.
type Tree = (Option<bool>, Box<[u32]>);

/// Numbers for trees, from 0 on; equal trees have one number.
#[derive(Debug, Default)]
struct Numbers(FxHashMap<Tree, u32>);

impl Numbers {
    fn number(&mut self, tree: Tree) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(tree).or_insert(next)
    }

    fn find(&self, tree: &Tree) -> Option<u32> {
        self.0.get(tree).copied()
    }
}

/// The different games among the positions of a play.
#[derive(Debug)]
pub struct Games {
    may_repeat: bool,
    /// The numbers that each round gave. If positions may repeat, the last round separates no more
    /// positions than the round before. Otherwise there is only one round.
    rounds: Vec<Numbers>,
}

impl Games {
    /// Numbers all positions that a play reached; fails if a position repeats although `may_repeat`
    /// is false, if play is too long, or if a rule has no value.
    pub fn of(play: &mut Play<'_, '_>, may_repeat: bool) -> Result<Games, Unfinished> {
        let rounds = if may_repeat { rounds(play)? } else { vec![trees(play)?] };
        Ok(Games { may_repeat, rounds })
    }

    /// The number of different games.
    pub fn count(&self) -> usize {
        self.rounds.last().map_or(0, |last| last.0.len())
    }

    /// Returns the number of the position `from` of another play; `None` if it equals none of these
    /// games. If positions may repeat, this follows all of that play and numbers its positions too.
    pub fn find(&self, play: &mut Play<'_, '_>, from: &Sum) -> Result<Option<u32>, Unfinished> {
        if self.may_repeat {
            play.follow(from)?;
            play.seen.fill(Seen::Known(Some(0)));
            let found = self.rounds.iter().all(|round| known_in(round, play));
            return Ok(found.then(|| play.find_place(from).and_then(|at| play.number_at(at))).flatten());
        }
        let from = play.place(from.clone());
        number(play, from, &mut |tree| self.rounds[0].find(&tree))
    }
}

/// Numbers all positions of a play that ends.
fn trees(play: &mut Play<'_, '_>) -> Result<Numbers, Unfinished> {
    let mut trees = Numbers::default();
    play.seen.fill(Seen::New);
    for at in 0..play.positions.len() {
        number(play, at, &mut |tree| Some(trees.number(tree)))?;
    }
    Ok(trees)
}

/// Numbers all positions of a play in which positions may repeat; returns the numbers of each
/// round.
fn rounds(play: &mut Play<'_, '_>) -> Result<Vec<Numbers>, Unfinished> {
    let mut rounds: Vec<Numbers> = Vec::new();
    let mut room = MOST_IN_ROUNDS;
    let all: usize = play.options.iter().flatten().map(|options| options.len() + 1).sum();
    play.seen.fill(Seen::Known(Some(0)));
    loop {
        room = room.checked_sub(all).ok_or(Unfinished)?;
        let mut round = Numbers::default();
        let number = |at: usize| Seen::Known(tree(play, at).map(|tree| round.number(tree)));
        play.seen = (0..play.positions.len()).map(number).collect();
        let before = rounds.last().map_or(1, |round| round.0.len());
        let stable = round.0.len() == before;
        rounds.push(round);
        if stable {
            return Ok(rounds);
        }
    }
}

/// Numbers all positions of another play by one round of these games. Returns whether the round has
/// a number for each of them.
///
/// If every round has numbers for all of them, the last round separates no more positions of both
/// plays together than the round before, so equal numbers mean equal games across both plays too.
fn known_in(round: &Numbers, play: &mut Play<'_, '_>) -> bool {
    let number = |at: usize| tree(play, at).and_then(|tree| round.find(&tree));
    let numbers: Option<Vec<u32>> = (0..play.positions.len()).map(number).collect();
    let Some(numbers) = numbers else { return false };
    play.seen = numbers.into_iter().map(|number| Seen::Known(Some(number))).collect();
    true
}

/// Numbers a position by `named`, after all positions that it can reach. The number is `None` if
/// `named` has no number for the tree of one of them.
fn number(
    play: &mut Play<'_, '_>,
    from: usize,
    named: &mut dyn FnMut(Tree) -> Option<u32>,
) -> Result<Option<u32>, Unfinished> {
    let mut pending: Vec<(usize, usize)> = vec![(from, 0)];
    while let Some((at, next)) = pending.pop() {
        if next == 0 {
            match play.seen[at] {
                Seen::Known(_) => continue,
                Seen::Open => return Err(Unfinished),
                Seen::New => play.open(at)?,
            }
        }
        let before = next.checked_sub(1).map(|next| play.seen[play.options(at)[next]]);
        if before == Some(Seen::Known(None)) {
            play.seen[at] = Seen::Known(None);
        } else if let Some(option) = play.options(at).get(next).copied() {
            pending.extend([(at, next + 1), (option, 0)]);
        } else {
            play.seen[at] = Seen::Known(tree(play, at).and_then(&mut *named));
        }
    }
    match play.seen[from] {
        Seen::Known(number) => Ok(number),
        _ => Err(Unfinished),
    }
}

/// Returns the tree of a position; `None` if one of its options has no number.
fn tree(play: &Play<'_, '_>, at: usize) -> Option<Tree> {
    let number = |option: &usize| play.number_at(*option);
    let mut options = play.options(at).iter().map(number).collect::<Option<Vec<u32>>>()?;
    options.sort_unstable();
    options.dedup();
    Some((play.ends[at], options.into()))
}
