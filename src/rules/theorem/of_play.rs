//! Applies theorems to games whose starts are played like positions of the theorem's rules, however
//! the states of the game are encoded.
//!
//! All play from the starts of a program is explored. If every position there has the same options,
//! recursively, as a position of the theorem's rules, the theorem holds for it.

use super::clues::{Clues, FEW_POSITIONS, Guess};
use super::limited::Limited;
use super::state::members;
use super::{ClosedForm, Hypotheses, Parameters, THEOREMS, Theorem};
use crate::ir::value::{Component, Sum};
use crate::ir::{Convention, ExprKind, GameId, Program, Value};
use crate::number::Int;
use crate::position::{Budget, Instance};
use crate::quoted;
use crate::shape::play::{Games, Play, Unfinished};
use crate::shape::{GameRules, mentioned};
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicU64;

/// A game with more starts is not compared with any theorem.
const MOST_STARTS: usize = 8;
/// The most boards that are tried for each start and theorem.
const MOST_BOARDS: usize = 200;
/// The exploration of play and all comparisons for one game may check the budget about this often,
/// once in a few thousand steps. Then no theorem is found.
const LOOKS: u64 = 600;

/// What a theorem with [`Hypotheses::Boards`] states: the least number of positions in a play that
/// is compared, the function that guesses boards, and the closed form for parameters.
type Guesses = (usize, fn(&Clues<'_>) -> Vec<Guess>, fn(&Parameters) -> Option<Box<dyn ClosedForm>>);

/// A board of the theorem's rules from which play is the same game as play from a start.
#[derive(Debug)]
struct OnBoard {
    form: Box<dyn ClosedForm>,
    /// The positions that play on the board reaches, by their numbers: components of the theorem's
    /// rules, each with its multiplicity. Positions with equal play have equal numbers.
    positions: FxHashMap<u32, Vec<(Vec<Value>, u64)>>,
}

/// A theorem's results for the components that the starts of a program reach.
#[derive(Debug)]
pub struct OfPlay {
    title: &'static str,
    /// The number of each state that play reaches.
    numbers: FxHashMap<Vec<Value>, u32>,
    boards: Vec<OnBoard>,
    /// How many components play from the starts reaches.
    followed: u64,
}

/// How the theorem's results are applied to a play in which rules state ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// The ends are compared as they are stated.
    Stated,
    /// The ends are read as positions without moves, as under normal play, because all of them are
    /// lost.
    Lost,
    /// The ends are read as positions without moves under misère play, because all of them are won.
    Won,
}

impl Ends {
    /// The ways to read the ends of a play that do not change outcomes, in the order in which they
    /// are tried.
    fn of(play: &Play<'_, '_>) -> Vec<Ends> {
        if play.has_wins_in_sums() {
            return Vec::new();
        }
        let last = play.last_positions();
        let in_sums = play.has_ends_in_sums();
        let other = match last[..] {
            [Some(true)] if !in_sums => Some(Ends::Won),
            [Some(false)] | [None, Some(false)] => Some(Ends::Lost),
            _ => None,
        };
        (!in_sums).then_some(Ends::Stated).into_iter().chain(other).collect()
    }

    /// The conventions for which results of the theorem are used if ends are read in this way.
    fn asked(self) -> &'static [Convention] {
        match self {
            Ends::Stated => &[Convention::Normal, Convention::Misere],
            Ends::Lost => &[Convention::Normal],
            Ends::Won => &[Convention::Misere],
        }
    }

    /// The closed form, restricted to the results that hold if ends are read in this way.
    fn limited(self, form: Box<dyn ClosedForm>) -> Box<dyn ClosedForm> {
        match self {
            Ends::Stated => form,
            Ends::Lost => Box::new(Limited::to_normal_play(form)),
            Ends::Won => Box::new(Limited::to_misere_by_ends(form)),
        }
    }
}

/// The first theorem that has, for each start of the game, a board from which play is the same
/// game. `None` also if some game has twists, if there are more than `MOST_STARTS` starts or none,
/// or if play has fewer than `FEW_POSITIONS` different positions or no choice.
pub fn find(
    instance: &Instance,
    game: GameId,
    budget: &Budget<'_>,
) -> Option<(&'static Theorem, Box<dyn ClosedForm>)> {
    if instance.has_twists() {
        return None;
    }
    let loopy = instance.program.games.iter().any(|game| game.loopy);
    let looks = AtomicU64::new(0);
    let stop = budget.stop_after(&looks, LOOKS);
    let budget = &Budget::new(&stop, budget.positions);
    let states = mentioned::states(GameRules { instance, game }, budget);
    if !(1..=MOST_STARTS).contains(&states.len()) {
        return None;
    }
    let mut play = Play::new(instance, budget);
    for state in &states {
        play.follow(&one(game, state)).ok()?;
    }
    let mut games = Games::of(&mut play, loopy).ok()?;
    // If no position has options that are different games, only the length of play matters, which
    // many games share.
    if games.count() < FEW_POSITIONS || !play.has_choice() {
        return None;
    }
    Ends::of(&play).into_iter().find_map(|ends| {
        if ends != Ends::Stated {
            play.forget_ends();
            games = Games::of(&mut play, loopy).ok()?;
        }
        let starts = Starts { instance, game, states: &states, play: &play, games: &games, loopy, ends };
        let (theorem, boards) =
            THEOREMS.iter().find_map(|theorem| Some((*theorem, starts.boards(theorem, budget)?)))?;
        let numbers = play.numbered().filter_map(|(position, number)| {
            let component = position.single().filter(|component| component.game == game)?;
            Some((component.state.to_vec(), number))
        });
        let followed = play.components() as u64;
        let form = Box::new(OfPlay { title: theorem.title, numbers: numbers.collect(), boards, followed });
        Some((theorem, ends.limited(form)))
    })
}

/// The rules of a theorem with the parameters of a board. Boards that differ only in their states
/// share these rules.
struct BoardRules {
    text: String,
    values: Vec<(&'static str, Value)>,
    instance: Instance,
}

impl BoardRules {
    fn are_of(&self, board: &Guess) -> bool {
        self.text == board.rules && self.values == board.values
    }
}

/// The starts of a game, with all play from them.
struct Starts<'a, 'p, 'b> {
    instance: &'a Instance,
    game: GameId,
    states: &'a [Vec<Value>],
    play: &'a Play<'p, 'b>,
    games: &'a Games,
    loopy: bool,
    ends: Ends,
}

impl Starts<'_, '_, '_> {
    /// The boards of a theorem from which play is that from the starts; `None` if some start has no
    /// board.
    fn boards(&self, theorem: &Theorem, budget: &Budget<'_>) -> Option<Vec<OnBoard>> {
        let (least, guess, form) = guesses(&theorem.hypotheses)?;
        if self.games.count() < least || is_loopy(&theorem.hypotheses) != self.loopy {
            return None;
        }
        let mut boards: Vec<OnBoard> = Vec::new();
        let mut rules = None;
        for state in self.states {
            let place = self.play.find_place(&one(self.game, state))?;
            let number = self.play.number_at(place)?;
            if boards.iter().any(|board| board.positions.contains_key(&number)) {
                continue;
            }
            let clues = Clues::new(self.instance, self.game, state, (self.play, place));
            let found = guess(&clues).into_iter().take(MOST_BOARDS).find_map(|board| {
                let board = self.on_board(&board, form, number, &mut rules, budget)?;
                let mut asked = self.ends.asked().iter();
                asked.any(|convention| board.losing(number, *convention).is_some()).then_some(board)
            });
            boards.push(found?);
        }
        Some(boards)
    }

    /// The board of a guess; `None` unless play from it is the game with this number.
    fn on_board(
        &self,
        board: &Guess,
        form: fn(&Parameters) -> Option<Box<dyn ClosedForm>>,
        number: u32,
        rules: &mut Option<BoardRules>,
        budget: &Budget<'_>,
    ) -> Option<OnBoard> {
        let values = board.values.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        let form = form(&Parameters::new(board.which, values))?;
        if rules.as_ref().is_none_or(|rules| !rules.are_of(board)) {
            let instance = instance(&self.instance.program, board, budget)?;
            *rules = Some(BoardRules { text: board.rules.clone(), values: board.values.clone(), instance });
        }
        let instance = &rules.as_ref()?.instance;
        let component = |state: &Vec<Value>| (Component { game: GameId(0), state: state[..].into() }, 1);
        let start = Sum::new(board.start.iter().map(component).collect())?;
        let mut play = Play::new(instance, budget);
        match self.games.find(&mut play, &start) {
            Ok(Some(found)) if found == number && !play.has_ends_in_sums() => {}
            Ok(_) | Err(Unfinished) => return None,
        }
        // The closed form is about the first game of the theorem's rules only.
        let part = |(part, count): &(Component, u64)| {
            (part.game == GameId(0)).then(|| (part.state.to_vec(), *count))
        };
        let parts = |(position, number): (&Sum, u32)| {
            Some((number, position.parts.iter().map(part).collect::<Option<Vec<_>>>()?))
        };
        let positions = play.numbered().filter_map(parts).collect();
        Some(OnBoard { form, positions })
    }
}

fn one(game: GameId, state: &[Value]) -> Sum {
    Sum::one(Component { game, state: state.into() })
}

/// The [`Hypotheses::Boards`] of a theorem, on their own or among several hypotheses; `None` if it
/// has none.
fn guesses(hypotheses: &Hypotheses) -> Option<Guesses> {
    match hypotheses {
        Hypotheses::Boards { least, guess, form } => Some((*least, *guess, *form)),
        Hypotheses::Any(several) => several.iter().find_map(guesses),
        _ => None,
    }
}

/// Whether a theorem is about games whose positions may repeat.
fn is_loopy(hypotheses: &Hypotheses) -> bool {
    match hypotheses {
        Hypotheses::Loopy { .. } => true,
        Hypotheses::Any(several) => several.iter().any(is_loopy),
        _ => false,
    }
}

/// The theorem's rules with the parameters of a board.
fn instance(program: &Program, board: &Guess, budget: &Budget<'_>) -> Option<Instance> {
    let mut known = (*quoted::read(&board.rules)?).clone();
    known.graphs = match &board.graph {
        Some(graph) => vec![graph.clone()],
        None => program.graphs.clone(),
    };
    for (name, value) in &board.values {
        let global = known.globals.iter_mut().find(|global| global.name == *name)?;
        global.value.expr.kind = ExprKind::Literal(value.clone());
    }
    Instance::new(known, budget).0
}

impl OnBoard {
    fn value(&self, number: u32) -> Option<Int> {
        let mut value = Int::ZERO;
        for (state, count) in self.positions.get(&number)? {
            if count % 2 == 1 {
                value = value.xor(&self.form.value(state)?);
            }
        }
        Some(value)
    }

    fn losing(&self, number: u32, convention: Convention) -> Option<bool> {
        let parts = self.positions.get(&number)?;
        match (&parts[..], convention) {
            ([(state, 1)], convention) => self.form.losing(state, convention),
            (_, Convention::Normal) => Some(self.value(number)?.is_zero()),
            (parts, Convention::Misere) => self.form.losing_misere_sum(parts),
            (_, Convention::Anti) => None,
        }
    }
}

/// A number as a text, or the numbers of a list or a set, nested or not; `None` for other values.
fn numbers(value: &Value) -> Option<String> {
    match value {
        Value::Int(int) => Some(int.to_string()),
        value => {
            let all = members(value)?.iter().map(numbers).collect::<Option<Vec<String>>>()?;
            Some(format!("[{}]", all.join(", ")))
        }
    }
}

impl OfPlay {
    /// The number of a state, and a board from which play reaches this number; `None` for states
    /// that the starts do not reach.
    fn of(&self, state: &[Value]) -> Option<(u32, &OnBoard)> {
        let number = *self.numbers.get(state)?;
        Some((number, self.boards.iter().find(|board| board.positions.contains_key(&number))?))
    }
}

impl ClosedForm for OfPlay {
    fn value(&self, state: &[Value]) -> Option<Int> {
        let (number, board) = self.of(state)?;
        board.value(number)
    }

    fn losing(&self, state: &[Value], convention: Convention) -> Option<bool> {
        let (number, board) = self.of(state)?;
        board.losing(number, convention)
    }

    fn losing_misere_sum(&self, parts: &[(Vec<Value>, u64)]) -> Option<bool> {
        // All components must occur on the board of the first one, because the rules of another
        // board may have other parameters.
        let (_, board) = self.of(&parts.first()?.0)?;
        let mut all = Vec::new();
        for (state, count) in parts {
            let number = self.numbers.get(state)?;
            for (part, often) in board.positions.get(number)? {
                all.push((part.clone(), often.checked_mul(*count)?));
            }
        }
        board.form.losing_misere_sum(&all)
    }

    fn why(&self, state: &[Value], convention: Convention) -> Option<String> {
        let (number, board) = self.of(state)?;
        let [(theirs, 1)] = &board.positions.get(&number)?[..] else { return None };
        let title = self.title.split(':').next()?;
        let shown: Vec<String> = theirs.iter().map(numbers).collect::<Option<_>>().unwrap_or_default();
        let why = board.form.why(theirs, convention)?;
        let from = if shown.is_empty() { String::new() } else { format!(" from {}", shown.join(", ")) };
        Some(format!("All play from here is that of {title}{from}. {why}"))
    }

    fn reach(&self, state: &[Value]) -> Option<u64> {
        self.numbers.contains_key(state).then_some(self.followed)
    }

    fn is_about_starts(&self) -> bool {
        true
    }

    fn only(&self) -> Option<String> {
        Some("the positions that the starts reach, all of which were compared".to_string())
    }
}
