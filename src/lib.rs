//! gspec reads a `.game` file with the rules of an impartial game, and answers questions about it: whether
//! the rules are sound, who wins each position, which value it has, and whether the claims in the file are
//! true.
//!
//! The modules are the phases, in the order in which data passes through them. Each line of this drawing is a crate, so that a
//! phase can use only what lies before it:
//!
//! ```text
//! language  source text ─ syntax ─▶ ast ─ check ─▶ ir ─ position ─▶ instance
//! rules     instance ─ sound ─▶ soundness;  instance ─ shape ─▶ relations ─ theorem ─▶ covered: a model
//! solve     model ─▶ answers
//! proof     instance ─▶ canonical rules ─▶ a proved set of lost positions ─▶ a certificate
//! verify    certificate ─▶ confirmed or refused
//! gspec     answers ─ claim ─▶ evidence ─ report ─▶ text, JSON, pictures
//! ```
//!
//! * [`source`]: files, places in them, and how further files are reached
//! * [`number`]: exact integers and quadratic irrationals
//! * [`diagnostic`]: messages about a spec, with codes, pages and renderings
//! * [`syntax`]: parsing of text into a tree; codes expanded to moves
//! * [`ir`]: the checked, typed, closed program
//! * [`check`](mod@check): names, types, purity, from the tree to the program
//! * [`position`]: components and positions; the values of expressions and the moves
//! * [`format`](mod@format): the canonical layout of a spec
//! * [`theory`]: pure mathematics: closed forms, periods, automata that decide arithmetic
//! * [`rules::laws`]: what is known about every builtin
//! * [`sound`]: soundness of the rules: fields stay in their types, play ends
//! * [`locality`]: boards whose moves read a few cells and change a few
//! * [`shape`]: the rules as arithmetic, and the forms that theorems and fast engines need
//! * [`theorem`]: closed forms for games that known theorems cover
//! * [`model`]: the facts derived about each game of a program, each computed once
//! * [`solve`]: outcomes and values of positions
//! * [`proof`]: sets of lost positions for all sizes, guessed from tables and proved by automata
//! * [`verify`]: certificates of these proofs, checked independently
//! * [`claim`]: claims judged, with evidence
//! * [`play`]: playing a game: moves by name, the graph of positions, a machine that replies
//! * [`report`]: results as text and data
//! * [`pipeline`]: runs the phases one after the other
//! * [`variants`]: comparison of games, ablation of rules, sweeps over parameters, guessed claims
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

pub mod claim;
pub mod cli;
pub mod pipeline;
pub mod play;
pub mod report;
pub mod variants;

pub use gspec_language::{check, diagnostic, format, ir, number, position, source, syntax};
pub use gspec_proof as proof;
pub use gspec_rules::{self as rules, locality, model, shape, sound, theorem};
pub use gspec_solve as solve;
pub use gspec_theory as theory;
pub use gspec_verify as verify;
