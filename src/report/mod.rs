//! What people and programs are shown: one view of the results, several renderings.

mod check_text;
mod diagnostics;
mod solve_view;
pub mod table;
mod view;

pub use check_text::check_text;
pub use diagnostics::{DiagnosticView, github, sarif};
pub use solve_view::{MoveView, SolveView, solve_text};
pub use view::{CheckView, ClaimView, EvidenceView, GameView, TerminationView};
