//! One file an area: the structure of the source, the command line, the corpus, diagnostics, documents,
//! the layout, tables and queries, golden data, laws that hold for all inputs, and inputs that are meant to do harm.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test that cannot go on has failed, and tests may touch files and the clock"
)]

mod agreement;
mod architecture;
mod arithmetic;
mod astray;
mod boards;
mod case;
mod cells;
mod certificates;
mod cli;
mod closed_forms;
mod command_line;
mod conveniences;
mod corpus;
mod dense;
mod dependencies;
mod diagnostics;
mod docs;
mod editors;
mod exceptions;
mod format;
mod golden;
mod guessing;
mod honesty;
mod irrational;
mod laws;
mod letters;
mod lies;
mod limits;
mod long_ranges;
mod loony;
mod machine_code;
mod mutations;
mod packages;
mod paraphrases;
mod phrases;
mod playing;
mod properties;
mod proving;
mod random_games;
mod rays;
mod resume;
mod rewritings;
mod robustness;
mod said_by_theorem;
mod same_rules;
mod searching;
mod shapes;
mod share;
mod shared_values;
mod soundness;
mod split;
mod structures;
mod support;
mod sweeping;
mod tables;
mod theorems;
mod theorems_first;
mod truth;
mod twists;
mod variants;
