//! Theorems about games whose starts are played like positions that the theorem knows, however
//! their states are encoded.
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

/// With more starts, no comparison is made.
const MOST_STARTS: usize = 8;
/// The most boards that are tried for each start and theorem.
const MOST_BOARDS: usize = 200;
/// All comparisons may check the clock this often.
const LOOKS: u64 = 600;

/// The least number of positions in a play that is compared, the boards that a theorem guesses, and
/// its closed form for their parameters.
type Guesses = (usize, fn(&Clues<'_>) -> Vec<Guess>, fn(&Parameters) -> Option<Box<dyn ClosedForm>>);

/// A board of the theorem's rules on which play is that of a start.
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
    /// How many components were reached.
    followed: u64,
}

/// How the ends that rules state are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// As they are stated.
    Stated,
    /// As positions without moves: all ends are lost, as under normal play.
    Lost,
    /// As positions without moves under misère play: all ends are won.
    Won,
}

impl Ends {
    /// The ways to understand the ends of a play that do not change outcomes.
    fn of(play: &Play<'_, '_>) -> Vec<Ends> {
        let last = play.last_positions();
        let in_sums = play.has_ends_in_sums();
        let other = match last[..] {
            [Some(true)] if !in_sums => Some(Ends::Won),
            [Some(false)] | [None, Some(false)] => Some(Ends::Lost),
            _ => None,
        };
        (!in_sums).then_some(Ends::Stated).into_iter().chain(other).collect()
    }

    /// The conventions under which the theorem's results then hold.
    fn asked(self) -> &'static [Convention] {
        match self {
            Ends::Stated => &[Convention::Normal, Convention::Misere],
            Ends::Lost => &[Convention::Normal],
            Ends::Won => &[Convention::Misere],
        }
    }

    /// The closed form, limited to what it states if ends are understood this way.
    fn limited(self, form: Box<dyn ClosedForm>) -> Box<dyn ClosedForm> {
        match self {
            Ends::Stated => form,
            Ends::Lost => Box::new(Limited::to_normal_play(form)),
            Ends::Won => Box::new(Limited::to_misere_by_ends(form)),
        }
    }
}

/// The theorem whose rules have boards with the play of all starts of a game.
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
    // If all options are the same game, only the length of play matters.
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

/// The rules of a theorem with the parameters of a board; boards that differ in their states alone share them.
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
    /// The boards of a theorem that are played like the starts, if it has one for each.
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

    /// The board of a guess, if its play is the one with this number.
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
        // The form is about the first game of the theorem's rules.
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

/// What a theorem guesses; `None` if it guesses no boards.
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

/// The text of a number, or of the numbers in a list or a set.
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
    /// The number of a state, and the board where it occurs.
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
        // The sums of one board are added; those of another one may have other parameters.
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
