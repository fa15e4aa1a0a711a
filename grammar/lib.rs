//! The parser that pest makes of `game.pest`. A crate of its own, so that the grammar stands where readers look for it
//! and is in a package together with what reads it.

#![expect(missing_docs, reason = "pest writes code without documentation for the rules")]

/// Parses texts by the rules of the grammar.
#[derive(pest_derive::Parser)]
#[grammar = "game.pest"]
pub struct Grammar;
