//! gspec reads a `.game` file that states the rules of an impartial game, and says what is true of
//! it: whether the rules are sound, who wins where, what every position is worth, and whether what
//! its author claims holds.
//!
//! The modules are the phases, in the order in which data passes through them:
//!
//! ```text
//! source text ─ syntax ─▶ ast ─ check ─▶ ir ─ position ─▶ instance ─ sound ─▶ soundness
//!                                                             └──── solve ──▶ answers ─ claim ─▶ evidence ─ report ─▶ text, JSON
//! ```
//!
//! * [`source`]: files, places in them, and how further files are reached
//! * [`number`]: exact integers and quadratic irrationals
//! * [`diagnostic`]: what is said about a spec, with codes, pages and renderings
//! * [`syntax`]: from text to a tree; codes expanded to moves
//! * [`ir`]: the checked, typed, closed program
//! * [`check`](mod@check): names, types, purity, from the tree to the program
//! * [`position`]: components and positions; what expressions are worth and which moves there are
//! * [`rules`]: what is known of the rules for all questions: the laws of the builtins
//! * [`sound`]: the rules of play: fields stay in their types, play ends
//! * [`theory`]: pure mathematics: automata that decide arithmetic
//! * [`shape`]: what the rules say, seen as arithmetic
//! * [`theorem`]: closed forms for games that known theorems cover
//! * [`solve`]: who wins, what positions are worth
//! * [`claim`]: claims judged, with evidence
//! * [`play`]: play walked through: moves by name, the graph of successors, a machine that answers
//! * [`report`]: results as text and data
//! * [`format`](mod@format): the canonical layout of a spec
//! * [`pipeline`]: the phases one after the other
//! * [`cli`]: the command line
//!
//! ```
//! use gspec::pipeline::{self, CheckOptions};
//! use gspec::position::Budget;
//! use gspec::source::{NoFiles, Sources};
//!
//! let mut sources = Sources::default();
//! let root = sources.add("nim.game", "
//!     game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }
//!     claim forall n in 0..=20: sg(nim(n)) == n
//! ");
//! let never = || None;
//! let budget = Budget::new(&never, 1_000_000);
//! let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
//! let checked = pipeline::check(opened, &budget, CheckOptions::default());
//! assert!(checked.ok());
//! ```

pub mod check;
pub mod claim;
pub mod cli;
pub mod diagnostic;
pub mod format;
pub mod ir;
pub mod number;
pub mod pipeline;
pub mod play;
pub mod position;
pub mod report;
pub mod rules;
pub mod shape;
pub mod solve;
pub mod sound;
pub mod source;
pub mod syntax;
pub mod theorem;
pub mod theory;
