//! Facts about all positions of games that proofs of claims may use: proved periods, statements of
//! theorems, and what earlier claims proved. Records which facts each proof used.

use crate::ir::{Convention, GameId, walk};
use crate::position::{Budget, Instance, Range};
use crate::proof::{Proof, Target};
use crate::shape::presburger::{Known, Lost, Question, Said, Values, WinningMoves};
use crate::solve::{Heaps, Solver};
use crate::sound::{Soundness, Termination};
use crate::theory::automaton::{Automaton, Repeating, Room};
use crate::theory::numeration::System;
use indexmap::IndexSet;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The facts about the games of a program that were proved while claims were judged.
#[derive(Default)]
pub struct Proven {
    /// Which components of a game are lost, with the argument in words.
    pub lost: Vec<(GameId, Convention, Arc<Lost>, String)>,
    /// The values of the components of a game, with the argument in words.
    pub values: Vec<(GameId, Arc<Values>, String)>,
    /// The statements of theorems about games whose fields are naturals or one list of naturals, with
    /// the argument in words.
    pub said: Vec<(GameId, Question, Arc<Said>, String)>,
    /// Sets of lost positions that were proved from the rules, with the argument in words.
    pub proofs: Vec<(Target, Arc<Proof>, String)>,
    /// For each game, whether all its components have values under normal play.
    have_values: Vec<bool>,
    /// The games for which statements of theorems were already requested.
    asked: Vec<GameId>,
}

/// The questions whose answers are requested from theorems.
const QUESTIONS: [Question; 3] =
    [Question::Lost(Convention::Normal), Question::Lost(Convention::Misere), Question::Value];
/// The greatest length of lists for which statements of theorems are requested.
const LONGEST: usize = 6;

/// Whether a field contains only naturals.
fn is_natural(range: &Range) -> bool {
    match range {
        Range::Nat => true,
        Range::Between(low, _) => !low.is_negative(),
        _ => false,
    }
}

impl Proven {
    /// Creates a record without facts, except for which games have values.
    pub fn new(instance: &Instance, soundness: &Soundness) -> Proven {
        Proven { have_values: have_values(instance, soundness), ..Proven::default() }
    }

    /// The numeration systems of the automata that give the proved values of `games`.
    pub fn systems_of_values(&self, games: &[GameId]) -> impl Iterator<Item = System> {
        let known = self.values.iter().filter(|it| games.contains(&it.0));
        known.filter_map(|it| it.1.system().cloned())
    }

    /// The numeration system of the first proved lost set of `games` that reads a number; base 2 if
    /// there is none.
    pub fn system(&self, games: &[GameId]) -> System {
        let lost = self.lost.iter().find(|it| games.contains(&it.0) && !it.2.relation.tracks().is_empty());
        lost.map_or_else(System::default, |it| it.2.relation.system().clone())
    }

    /// Records what theorems state about `games`, if their fields are naturals or one list of
    /// naturals. Asks about each game only once.
    pub fn ask_theorems(&mut self, instance: &Instance, games: &[GameId], solver: &Solver<'_, '_>) {
        for game in games {
            let fields = &*instance.fields[game.index()];
            let list = matches!(fields, [Range::List(element)] if is_natural(element));
            if self.asked.contains(game) || !(list || fields.iter().all(is_natural)) {
                continue;
            }
            self.asked.push(*game);
            let Some(covered) = solver.trusted_theorem(*game) else { continue };
            let lengths = if list { 1..=LONGEST } else { 1..=1 };
            for (question, length) in lengths.flat_map(|length| QUESTIONS.map(|question| (question, length)))
            {
                let said =
                    if list { covered.says_of_lists(question, length) } else { covered.says(question) };
                if let Some(said) = said {
                    let words = covered.citation().to_string();
                    self.said.push((*game, question, Arc::new(said), words));
                }
            }
        }
    }
}

/// For each game, whether all its components provably have values under normal play. True if, for
/// every reachable game, play provably ends, the game is not declared `loopy`, its rules provably
/// have a value at every component and keep fields in their types, turns alternate without passes,
/// no option may be forbidden, and no `end` rule wins. An `end` rule that wins would decide a whole sum.
fn have_values(instance: &Instance, soundness: &Soundness) -> Vec<bool> {
    let is_in_doubt = |game: GameId| {
        let (rules, known) = (instance.program.game(game), &soundness.games[game.index()]);
        let is_ordinary = !rules.loopy && rules.again.is_none() && rules.passes.is_none();
        !(is_ordinary
            && instance.blocked(game) == 0
            && rules.ends.iter().all(|end| !end.win)
            && known.evaluable
            && known.fields_proved
            && matches!(known.termination, Termination::Proved { .. }))
    };
    walk::reaches(&instance.program, is_in_doubt).into_iter().map(|reaches| !reaches).collect()
}

/// The facts about games that one argument may use, and those that it has used.
pub struct Knowledge<'a> {
    pub instance: &'a Instance,
    pub budget: &'a Budget<'a>,
    pub heaps: Rc<Heaps<'a>>,
    pub proven: &'a Proven,
    /// The numeration system of the argument; facts stated in another system cannot be used.
    pub system: System,
    /// The facts that the current argument has used, in words, in the order of use.
    pub used: RefCell<IndexSet<String>>,
}

impl Known for Knowledge<'_> {
    fn values(&self, game: GameId) -> Option<Arc<Values>> {
        let name = &self.instance.program.game(game).name;
        let readable = |values: &Values| values.system().is_none_or(|it| *it == self.system);
        let known = self.proven.values.iter().find(|it| it.0 == game && readable(&it.1));
        if let Some((_, values, words)) = known {
            self.used.borrow_mut().insert(words.clone());
            return Some(Arc::clone(values));
        }
        let heap = self.heaps.heap(game, self.budget)?;
        let eternal = heap.forever(heap.affordable(), self.budget)?;
        self.used.borrow_mut().insert(format!("{name} has {}", eternal.words()));
        Some(Arc::new(Values::Repeating(Repeating::clone(&eternal.sequence))))
    }

    fn lost(&self, game: GameId, convention: Convention) -> Option<Arc<Lost>> {
        let found = |it: &&(GameId, Convention, Arc<Lost>, String)| {
            it.0 == game && it.1 == convention && self.can_read(&it.2.relation)
        };
        let (.., lost, words) = self.proven.lost.iter().find(found)?;
        self.used.borrow_mut().insert(words.clone());
        Some(Arc::clone(lost))
    }

    fn said(&self, game: GameId, question: Question, numbers: usize) -> Option<Arc<Said>> {
        let answers = |it: &&(GameId, Question, Arc<Said>, String)| {
            it.0 == game && it.1 == question && it.2.order.len() == numbers
        };
        let (.., said, words) = self.proven.said.iter().find(answers)?;
        self.used.borrow_mut().insert(words.clone());
        Some(Arc::clone(said))
    }

    fn has_values(&self, game: GameId) -> bool {
        self.proven.have_values.get(game.index()).copied().unwrap_or(false)
    }

    fn winning_moves(&self, game: GameId, convention: Convention, far: usize) -> Option<WinningMoves> {
        let target = Target { game, convention };
        let is_meant = |it: &&(Target, Arc<Proof>, String)| it.0 == target && self.can_read(&it.1.set);
        let (_, proof, words) = self.proven.proofs.iter().find(is_meant)?;
        let stop = || (self.budget.stopper())().is_some();
        let room = Room::in_system(&self.system, 2 * Room::STEPS, &stop);
        let steps = proof.winning_moves(far as u64, &room)?;
        self.used.borrow_mut().insert(words.clone());
        Some(WinningMoves { fields: proof.fields(), steps })
    }

    fn is_plain_under_misere(&self, game: GameId) -> bool {
        let heap = self.heaps.heap(game, self.budget);
        // An `end` rule decides under misère play too; the theorem is about games without such
        // rules.
        let ends = !self.instance.program.game(game).ends.is_empty();
        let plain = !ends && heap.is_some_and(|heap| heap.is_subtraction());
        if plain {
            let words = "values decide misère sums of subtraction games (Ferguson 1974)";
            self.used.borrow_mut().insert(words.to_string());
        }
        plain
    }
}

impl<'a> Knowledge<'a> {
    /// Creates the facts for a new argument in base 2, which has used none of them.
    pub fn new(
        instance: &'a Instance,
        budget: &'a Budget<'a>,
        heaps: Rc<Heaps<'a>>,
        proven: &'a Proven,
    ) -> Knowledge<'a> {
        Knowledge { instance, budget, heaps, proven, system: System::default(), used: RefCell::default() }
    }

    /// Whether a relation is in the numeration system `system`, or reads no number at all.
    fn can_read(&self, relation: &Automaton) -> bool {
        relation.tracks().is_empty() || *relation.system() == self.system
    }

    /// Returns the words for an argument by arithmetic, with the facts that it used.
    pub fn words(&self) -> String {
        self.words_of("arithmetic")
    }

    /// Returns the words for an argument by the given means, with the facts that it used.
    pub fn words_of(&self, means: &str) -> String {
        let used = self.used.borrow();
        let rests: Vec<&str> = used.iter().map(String::as_str).collect();
        let automata = match self.system.is_base(2) {
            true => "decided by automata (Büchi 1960)".to_string(),
            false => format!("decided by automata in the system {} (Frougny 1992)", self.system),
        };
        let rests = if rests.is_empty() { String::new() } else { format!("; it uses: {}", rests.join("; ")) };
        format!("{means}, {automata}{rests}")
    }
}
