//! Known theorems: closed forms for games whose rules have exactly the shape that a theorem speaks of.
//!
//! One file a theorem. Each sees the shape, never names or text, and refuses when unsure; whether two
//! ways of writing rules mean the same is decided, not guessed.

mod wythoff;

use crate::ir::{Convention, GameId};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::shape::vectors::{self, Vectors};

/// A theorem of the catalogue.
#[derive(Debug)]
pub struct Theorem {
    /// Its short name, as in `gspec explain theorem:wythoff`.
    pub id: &'static str,
    /// Its number in the catalogue.
    pub entry: &'static str,
    /// What it speaks of.
    pub title: &'static str,
    /// Who found it, and when.
    pub cite: &'static str,
    /// What it gives, in words for a report.
    pub gives: &'static str,
    /// Its page.
    pub page: &'static str,
    recognise: fn(&Vectors) -> Option<Box<dyn ClosedForm>>,
}

/// What a theorem says of the components of one game. Fields are never negative.
pub trait ClosedForm: std::fmt::Debug {
    /// Whether the player to move loses a component; nothing where the theorem does not say.
    fn losing(&self, fields: &[Int], convention: Convention) -> Option<bool>;
    /// The same for words, for millions of questions.
    fn losing_words(&self, fields: &[u64], convention: Convention) -> Option<bool>;
    /// All components that are lost for the opponent and one move away; nothing where the theorem does
    /// not give them.
    fn winning(&self, _fields: &[Int], _convention: Convention) -> Option<Vec<Vec<Int>>> {
        None
    }
    /// The argument for one component, in a sentence or two with the numbers put in.
    fn why(&self, _fields: &[Int], _convention: Convention) -> Option<String> {
        None
    }
    /// How the losing set is written in claims, if it is by the golden ratio.
    fn golden(&self) -> Option<Golden> {
        None
    }
}

/// A losing set of two naturals that the golden ratio gives: those with `min = floor(phi · difference)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Golden;

/// A theorem whose hypotheses were checked on a game.
#[derive(Debug)]
pub struct Covered {
    /// The theorem.
    pub theorem: &'static Theorem,
    /// What it says.
    pub form: Box<dyn ClosedForm>,
}

/// All theorems, in the order in which they are tried.
pub const THEOREMS: &[&Theorem] = &[&wythoff::THEOREM];

/// The theorem with a short name.
pub fn find(id: &str) -> Option<&'static Theorem> {
    THEOREMS.iter().copied().find(|theorem| theorem.id == id)
}

/// The first theorem that covers a game.
pub fn covering(instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Covered> {
    let vectors = vectors::recognise(instance, game, budget)?;
    THEOREMS.iter().find_map(|theorem| Some(Covered { theorem, form: (theorem.recognise)(&vectors)? }))
}

/// Whether a theorem agrees with an oracle on a box of components; how far, or the first disagreement.
#[derive(Debug, Clone)]
pub struct Agreement {
    /// The theorem.
    pub theorem: &'static Theorem,
    /// All fields up to this were looked at.
    pub bound: i64,
    /// The first component where they differ.
    pub differs: Option<Vec<Int>>,
}

impl Covered {
    /// Compares what the theorem says with an oracle for who loses, under normal play.
    pub fn agreement<E>(
        &self,
        dimensions: usize,
        oracle: &mut dyn FnMut(&[Int]) -> Result<bool, E>,
    ) -> Result<Agreement, E> {
        const CELLS: u64 = 700;
        let most = (1..).take_while(|most| u64::pow(*most, dimensions as u32) <= CELLS).last().unwrap_or(1);
        let bound = most as i64 - 1;
        let mut agreement = Agreement { theorem: self.theorem, bound, differs: None };
        for cell in 0..u64::pow(most, dimensions as u32) {
            let place = |at: usize| Int::from(cell / u64::pow(most, at as u32) % most);
            let fields: Vec<Int> = (0..dimensions).map(place).collect();
            let said = self.form.losing(&fields, Convention::Normal);
            if said.is_some() && said != Some(oracle(&fields)?) {
                agreement.differs = Some(fields);
                break;
            }
        }
        Ok(agreement)
    }
}
