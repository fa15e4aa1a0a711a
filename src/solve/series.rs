//! Answers the questions of a series, one by one or a whole region at once: by a theorem if one
//! gives the outcomes, otherwise by the engine.

use super::without_search::CELLS;
use super::{Asked, Series, Solver, twists};
use crate::ir::{Convention, Expr, ExprKind, GameId, Value, walk};
use crate::number::Int;
use crate::position::Evaluated;

/// Theorems answer series of games with at most this many fields.
const MOST_FIELDS: usize = 8;

/// After this many questions of a series, a theorem that answers all of them is searched for. The
/// search does not begin earlier, because finding that no theorem applies may take seconds.
const MANY_QUESTIONS: u64 = 1_000;

/// A theorem that answers all questions of a series is also searched for once the position of a
/// question has this many components below it.
const MANY_CELLS: u64 = 50_000;

/// What is needed to answer the questions of the current series by theorems.
pub(super) struct AtHand {
    /// The component of the series, if each question asks about a single component whose fields are
    /// variables; otherwise `None`.
    single: Option<Single>,
    /// The games of all components that the position of the series mentions.
    games: Vec<GameId>,
}

/// A single component whose fields are variables of the series.
struct Single {
    game: GameId,
    /// For each field, the index of its number in a question.
    places: Vec<usize>,
    convention: Convention,
    /// How many questions about outcomes were counted so far.
    questions: u64,
    /// Whether a theorem covers the game and gives outcomes for fields of 64 bits; `None` until a
    /// theorem has been searched for.
    by_words: Option<bool>,
}

impl AtHand {
    fn of(series: &Series<'_>) -> AtHand {
        let mut games = Vec::new();
        walk::everything(&series.body.expr, &mut |part| {
            if let ExprKind::Component(game, _) = &part.kind
                && !games.contains(game)
            {
                games.push(*game);
            }
        });
        AtHand { single: single(series), games }
    }
}

fn single(series: &Series<'_>) -> Option<Single> {
    let (convention, inner) = match &series.body.expr.kind {
        ExprKind::Convention(convention, inner) => (*convention, &**inner),
        _ => (Convention::Normal, &series.body.expr),
    };
    let ExprKind::Component(game, arguments) = &inner.kind else { return None };
    let place = |argument: &Expr| match argument.kind {
        ExprKind::Local(slot) => series.variables.iter().position(|variable| *variable == slot),
        _ => None,
    };
    let places = arguments.iter().map(place).collect::<Option<Vec<usize>>>()?;
    Some(Single { game: *game, places, convention, questions: 0, by_words: None })
}

impl<'a> Solver<'a, '_> {
    /// Prepares for a series of questions. Returns false if neither the engine nor a theorem has a
    /// shortcut for it.
    pub fn prepare(&mut self, series: &Series<'a>) -> bool {
        if twists::are_in(series, self.instance) {
            self.series = None;
            return false;
        }
        self.series = self.free.then(|| AtHand::of(series));
        let may_be_by_words = self.series.as_ref().is_some_and(|it| it.single.is_some());
        self.engine.prepare(series) || may_be_by_words
    }

    /// Whether a theorem gives the outcomes of the series; false also before a theorem is searched
    /// for. Counts one more question, whose position has about `cells` components below it.
    fn by_words(&mut self, cells: u64) -> bool {
        let Some(single) = self.series.as_mut().and_then(|it| it.single.as_mut()) else { return false };
        single.questions += 1;
        if let Some(known) = single.by_words {
            return known;
        }
        if cells < MANY_CELLS && single.questions < MANY_QUESTIONS {
            return false;
        }
        let (game, convention, fields) = (single.game, single.convention, single.places.len());
        let found = self.theorem(game).and_then(|it| it.losing_words(&vec![0; fields], convention)).is_some();
        if let Some(single) = self.series.as_mut().and_then(|it| it.single.as_mut()) {
            single.by_words = Some(found);
        }
        found
    }

    /// Announces what the series will ask; see [`Engine::expect`](super::Engine::expect).
    pub fn expect(&mut self, corners: [&[i64]; 2], count: u64) {
        self.engine.expect(corners, count);
    }

    /// The answer to the next question of the series; see [`Engine::next`](super::Engine::next). Also `None`
    /// if theorems may cover a position that is too large to search: then the caller asks about the position
    /// itself.
    pub fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        if asked == Asked::Outcome
            && self.by_words(cells(numbers.iter().copied()))
            && let Some(answer) = self.next_by_words(numbers)
        {
            return Ok(Some(answer));
        }
        if self.is_far(asked, numbers) {
            return Ok(None);
        }
        self.engine.next(asked, numbers)
    }

    /// Computes a whole region of the series at once; see [`Engine::sweep`](super::Engine::sweep).
    pub fn sweep(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        // If a theorem answers, no table of the region is needed.
        let last: Vec<i64> = ranges.iter().map(|range| range.1).collect();
        let by_words = asked == Asked::Outcome && self.by_words(cells(last.iter().copied()));
        if by_words || self.is_far(asked, &last) {
            return Ok(false);
        }
        self.engine.sweep(asked, ranges, show)
    }

    /// The outcome of the next position of the series by a theorem: 0 if the player to move loses,
    /// 1 if that player wins; `None` if the theorem does not answer.
    fn next_by_words(&self, numbers: &[i64]) -> Option<u64> {
        let single = self.series.as_ref()?.single.as_ref()?;
        let mut fields = [0; MOST_FIELDS];
        let fields = fields.get_mut(..single.places.len())?;
        for (field, place) in fields.iter_mut().zip(&single.places) {
            *field = u64::try_from(numbers[*place]).ok()?;
        }
        let losing = self.theorem(single.game)?.losing_words(fields, single.convention)?;
        Some(u64::from(!losing))
    }

    /// Whether these numbers give a component that is too large to search and that a theorem
    /// answers; if the series asks about sums, whether they may give one that a theorem covers.
    fn is_far(&self, asked: Asked, numbers: &[i64]) -> bool {
        let Some(at_hand) = &self.series else { return false };
        if let Some(single) = &at_hand.single {
            let fields = || single.places.iter().map(|place| numbers[*place]);
            let many = cells(fields()) > CELLS || self.rises_far(single, fields());
            return many && self.tells(single, asked, fields());
        }
        // The largest component that a sum can have with these numbers as fields.
        let most = |game: &GameId| self.instance.program.game(*game).fields.len();
        let most = at_hand.games.iter().map(most).max().unwrap_or(0).min(MOST_FIELDS);
        let mut largest = [0; MOST_FIELDS];
        for number in numbers {
            let mut left = *number;
            for place in &mut largest[..most] {
                if left > *place {
                    std::mem::swap(&mut left, place);
                }
            }
        }
        let many = cells(largest.into_iter()) > CELLS;
        // In games where positions may repeat, fields may also grow beyond these numbers.
        let may_be_many = |game: &GameId| many || self.instance.program.game(*game).loopy;
        at_hand.games.iter().any(|game| may_be_many(game) && self.theorem(*game).is_some())
    }

    /// Whether a theorem about a game where positions may repeat says that play from these fields
    /// can reach more than [`CELLS`] components.
    fn rises_far(&self, single: &Single, fields: impl Iterator<Item = i64>) -> bool {
        if !self.instance.program.game(single.game).loopy {
            return false;
        }
        let state: Vec<Value> = fields.map(|field| Value::Int(Int::from(field))).collect();
        let reach = self.theorem(single.game).and_then(|covered| covered.reach(&state));
        reach.is_some_and(|reach| reach > CELLS)
    }

    /// Whether the theorem that covers the game answers for a component with these fields.
    fn tells(&self, single: &Single, asked: Asked, fields: impl Iterator<Item = i64>) -> bool {
        let state: Vec<Value> = fields.map(|field| Value::Int(Int::from(field))).collect();
        self.theorem(single.game).is_some_and(|covered| match asked {
            Asked::Value => covered.value(&state).is_some(),
            Asked::Outcome => covered.losing(&state, single.convention).is_some(),
        })
    }
}

/// About how many components are below a component with these fields.
fn cells(fields: impl Iterator<Item = i64>) -> u64 {
    fields.fold(1, |cells: u64, field| cells.saturating_mul(field.unsigned_abs().saturating_add(1)))
}
