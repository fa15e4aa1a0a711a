//! The catalogue: the list of all theorems, in the order in which they are tried, and its text for
//! readers.

use super::{Theorem, boards, coins, graphs, heap, heaps, lists, sums};

/// All theorems, in the order in which they are tried.
///
/// If several theorems can cover a game, those that give values come before those that give only
/// outcomes, and a special theorem before a more general one.
pub const THEOREMS: &[&Theorem] = &[
    // Sums of any components.
    &sums::SPRAGUE_GRUNDY,
    &sums::MISERE_VALUES,
    &sums::TAME_GAMES,
    &sums::COMPOUNDS,
    &sums::LOOPY_VALUES,
    // Several naturals: theorems that give values.
    &heaps::nim::THEOREM,
    &heaps::bishop::THEOREM,
    &heaps::king::THEOREM,
    &heaps::exact_nim::THEOREM,
    &heaps::nimhoff::THEOREM,
    &heaps::staircase::THEOREM,
    &heaps::sorted_heaps::THEOREM,
    &heaps::chocolate::THEOREM,
    &heaps::delete_nim::THEOREM,
    &heap::pass::THEOREM,
    &heaps::disguised_nim::THEOREM,
    &heaps::poker_nim::THEOREM,
    &heaps::colon::THEOREM,
    &heaps::moore::THEOREM,
    // One heap.
    &heap::take_between::THEOREM,
    &heap::residue::THEOREM,
    &heap::two_amounts::THEOREM,
    &heap::finite_subtraction::THEOREM,
    &heap::all_but::THEOREM,
    &heap::excluded_amounts::THEOREM,
    &heap::lasker::THEOREM,
    &heap::cut::THEOREM,
    &heap::kayles::KAYLES,
    &heap::kayles::DAWSON,
    &heap::code_0123::THEOREM,
    &heap::proportional::THEOREM,
    &heap::mark::THEOREM,
    &heap::all_must_go::THEOREM,
    &heap::multiplication::THEOREM,
    &heap::circle::THEOREM,
    // Nim whose heaps are linear in several fields.
    &heaps::lines::THEOREM,
    // Several naturals: theorems that give only outcomes.
    &heaps::wythoff::THEOREM,
    &heaps::wide_wythoff::THEOREM,
    &heaps::like_wythoff::THEOREM,
    &heaps::steep_wythoff::THEOREM,
    &heaps::knight::THEOREM,
    &heaps::greedy::THEOREM,
    &heaps::antonim::THEOREM,
    &heaps::circular::THEOREM,
    &heap::take_away::THEOREM,
    &heaps::northcott::THEOREM,
    // Lists, sets, graphs, texts, and numbers whose rules are not linear, such as products and
    // divisors.
    &lists::nim_list::THEOREM,
    &lists::moore_list::THEOREM,
    &graphs::geography::THEOREM,
    &graphs::node_kayles::THEOREM,
    &graphs::arc_kayles::THEOREM,
    &graphs::hackenbush::THEOREM,
    &graphs::hackenbush_on_graphs::THEOREM,
    &graphs::tree_path::THEOREM,
    &graphs::annihilation::THEOREM,
    &lists::candies::THEOREM,
    &boards::staircase_walk::THEOREM,
    &boards::string_intervals::THEOREM,
    &heaps::euclid::THEOREM,
    &heaps::grossman::THEOREM,
    &heap::divisors::THEOREM,
    &heap::amounts_with_property::THEOREM,
    &coins::silver_dollar::THEOREM,
    &coins::welter::THEOREM,
    &coins::nimble::THEOREM,
    &lists::staircase_list::THEOREM,
    &coins::turning::THEOREM,
    &coins::turning_corners::THEOREM,
    &coins::coin_products::THEOREM,
    &lists::exact_list::THEOREM,
    &boards::chomp::THEOREM,
    &lists::end_nim::THEOREM,
    &lists::greedy_list::THEOREM,
    &lists::circular_list::THEOREM,
    &boards::cram::THEOREM,
    &boards::notakto::THEOREM,
    // For any rules.
    &heaps::fixed_length::THEOREM,
];

/// Finds a theorem by its short name, such as `wythoff`; `None` if no theorem has this name.
pub fn find(id: &str) -> Option<&'static Theorem> {
    THEOREMS.iter().copied().find(|theorem| theorem.id == id)
}

/// The pages of all theorems as one Markdown document, below a heading and an introduction.
pub fn catalogue() -> String {
    let mut text = "# Theorems\n\nThe theorems that gspec recognises, in the order in which it tries them; `gspec explain theorem:NAME` shows\n\
                    one of them, and `gspec explain theorems --pages` made this page. A number such as (T12) behind a name is\n\
                    that of its game; theorems about one game share it, and `gspec explain T12` shows them.\n"
        .to_string();
    for theorem in THEOREMS {
        text.push_str("\n#");
        text.push_str(theorem.page);
    }
    text
}
