//! Explains in words why a set is the set of lost positions.

use crate::canonical::LinearRules;
use crate::ir::Convention;

/// The property of the set that automata decided, and that only the set of lost positions has.
pub fn reason(rules: &LinearRules, convention: Convention) -> String {
    // Without an `end` rule that wins, `won` is the empty disjunction, which is constantly false.
    let is_won_by_end = rules.won.as_constant() != Some(false);
    let won = if is_won_by_end { ", or is won by an `end`" } else { "" };
    let is_misere = convention == Convention::Misere;
    if rules.blocked > 0 {
        let most = rules.blocked;
        let stuck =
            if is_misere { ", or no option that is not lost; the opponent has to leave one" } else { "" };
        return format!(
            "of the options of a lost position at most {most} are lost, which the opponent forbids; every other position has \
             more{stuck}{won}"
        );
    }
    let stuck = match (is_misere, is_won_by_end) {
        (true, true) => ", has no move",
        (true, false) => " or no move at all, which wins under misère play",
        (false, _) => "",
    };
    format!(
        "no move leads from a lost position to a lost one, and every other position has a move to a lost one{stuck}{won}"
    )
}
