//! Finds which games on boards split: groups of cells that no move connects any longer are played
//! as a sum.

use crate::ir::GameId;
use crate::ir::value::Component;
use crate::locality::{self, NotLocal, Reason, analyse};
use crate::model::Model;
use crate::position::{Budget, Problem, ProblemKind};
use std::sync::atomic::AtomicU64;

/// The most cells that a board may have to be analysed.
const MOST_CELLS: usize = 100;

/// How often the analysis of one game may check its budget, with a few thousand steps between two
/// checks, before it is cut short ([`Found::CutShort`]).
const LOOKS: u64 = 200;

/// Whether the boards of a game split, judged from one component.
#[derive(Debug)]
pub struct Splits {
    /// The component from which play was analysed, with all boards that it can reach.
    pub component: Component,
    /// What was found about these boards.
    pub found: Found,
}

/// Whether the boards of a game split.
#[derive(Debug)]
pub enum Found {
    /// Boards split into groups of cells that are played as a sum.
    FallApart,
    /// Boards do not split; holds the reason.
    Prevented(NotLocal),
    /// A limit was reached before the analysis was complete.
    CutShort,
}

/// Analyses, for each game, the largest of the given components. `None` for a game that is not
/// played on boards or has no component of suitable size.
pub fn splits(model: &Model<'_>, components: &[Component], budget: &Budget<'_>) -> Vec<Option<Splits>> {
    let games = model.instance.program.game_ids();
    games.map(|game| largest(model, game, components).and_then(|it| look(model, it, budget))).collect()
}

/// The component of a game with the most cells, from 2 to `MOST_CELLS`. `None` also for loopy and
/// twisted games.
fn largest<'c>(model: &Model<'_>, game: GameId, components: &'c [Component]) -> Option<&'c Component> {
    let it = model.instance.program.game(game);
    if !locality::is_board(it) || it.loopy || model.instance.is_twisted(game) {
        return None;
    }
    let of_game = components.iter().filter(|component| component.game == game);
    let fit = of_game.filter(|component| (2..=MOST_CELLS).contains(&locality::cells(component)));
    fit.max_by_key(|component| locality::cells(component))
}

/// Analyses a game from one component; `None` if its rules cannot be evaluated there.
fn look(model: &Model<'_>, component: &Component, budget: &Budget<'_>) -> Option<Splits> {
    budget.begins("looking for parts of the board");
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = Budget::new(&stop, budget.positions);
    let found = match analyse(model.instance, component, &budget) {
        Ok(Ok(net)) if net.falls_apart() => Found::FallApart,
        Ok(Ok(_)) => {
            let span = model.instance.program.game(component.game).span;
            Found::Prevented(NotLocal { span, reason: Reason::Stays })
        }
        Ok(Err(why)) => Found::Prevented(why),
        Err(Problem { kind: ProblemKind::Limit(_), .. }) => Found::CutShort,
        Err(_) => return None,
    };
    Some(Splits { component: component.clone(), found })
}
