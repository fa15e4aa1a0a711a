//! Restricts a program to the games that a question is about, so that errors in the rules of other
//! games do not matter.

use crate::ir::{Expr, GameId, Program, walk};
use std::collections::BTreeSet;

/// Restricts a program to some games and those that play reaches from them: removes starts and
/// claims about other games, and marks other games as imported, so that their rules need not be
/// sound.
pub fn only_about(program: &mut Program, asked: &[GameId]) {
    let reached: BTreeSet<GameId> =
        asked.iter().flat_map(|game| walk::reachable_games(program, *game)).collect();
    let is_about = |program: &Program, expr: &Expr| {
        walk::games_in(program, expr).iter().all(|game| reached.contains(game))
    };
    let mut starts = std::mem::take(&mut program.starts);
    starts.retain(|start| is_about(program, &start.position.expr));
    let mut claims = std::mem::take(&mut program.claims);
    claims.retain(|claim| is_about(program, claim.expr()));
    (program.starts, program.claims) = (starts, claims);
    for game in program.game_ids().filter(|game| !reached.contains(game)).collect::<Vec<_>>() {
        program.games[game.index()].in_root = false;
    }
}

/// The games that the claims of a program mention, each once, in the order of first mention.
pub fn claimed(program: &Program) -> Vec<GameId> {
    let mut games: Vec<GameId> =
        program.claims.iter().flat_map(|claim| walk::games_in(program, claim.expr())).collect();
    let mut seen = BTreeSet::new();
    games.retain(|game| seen.insert(*game));
    games
}
