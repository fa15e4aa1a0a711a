//! The output for people and programs. A view holds results as plain data; text, JSON, pictures and
//! other formats are renderings of it.

mod ablate_view;
mod automaton_svg;
mod board_text;
mod check_text;
mod columns;
mod diagnostics;
mod diff_view;
mod family_view;
mod graph_dot;
mod graph_layout;
mod graph_mermaid;
mod graph_svg;
mod graph_view;
mod guess_view;
mod move_line;
mod page;
mod period_view;
mod pixels;
mod play_text;
mod proof_view;
mod solve_view;
pub mod sweep;
pub mod table;
mod terminal_svg;
mod values_view;
mod verify_view;
mod view;
mod walnut;
mod why;
mod wrapped;

pub use ablate_view::{AblationView, ablation_text};
pub use automaton_svg::{MOST_STATES, automaton_svg};
pub use check_text::{CheckStyle, Detail, check_text};
pub use columns::{aligned, wrapped_cells};
pub use diagnostics::{DiagnosticView, github, sarif, short};
pub use diff_view::{DiffView, diff_text};
pub use family_view::{FamilyRow, FamilyTable, value_in};
pub use graph_dot::graph_dot;
pub use graph_mermaid::graph_mermaid;
pub use graph_svg::graph_svg;
pub use graph_view::{EdgeView, GraphView, NodeView};
pub use guess_view::{GuessView, guess_text};
pub use page::{page, table_row};
pub use period_view::{PeriodView, period_text};
pub use pixels::pixels;
pub use play_text::{
    end_words, play_answer, play_board, play_end, play_help, play_hint, play_limit, play_opening,
    play_position, play_repetition, play_unclear, without_controls,
};
pub use proof_view::{ProofView, TriedView, proof_text};
pub use solve_view::{MoveView, SolveView, UnsolvedView, solve_text};
pub use terminal_svg::terminal_svg;
pub use values_view::ValuesView;
pub use verify_view::{VerifyView, verify_text};
pub use view::{CheckView, ClaimView, EvidenceView, GameView, TerminationView, TheoremView};
pub use walnut::walnut;
pub use why::{WhyMove, WhyPart, WhyView, why_text};
pub use wrapped::wrapped;
