//! Answers from tables of the components of one game: for heaps from which amounts are taken, heaps
//! that are broken up, and vectors from which vectors are taken. The structure of a game decides
//! which table it has; values of sums are nim-sums of the values in the tables.
//!
//! Questions that are not about values and outcomes under normal play go to another engine: the graph
//! engine if a table was forced, otherwise the dense engine. So do games that no table supports, unless
//! a table was forced.

mod heaps;
mod lattices;
mod series;
mod splits;

use super::{Asked, Choice, Dense, Engine, Graph, How, Outcome, Series, limit};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use crate::shape::Shapes;
use crate::source::Span;
use heaps::HeapTable;
use lattices::LatticeTable;
use series::Ready;
use splits::SplitTable;
use std::ops::ControlFlow;

/// The most fields that a component in a table may have.
const MOST_FIELDS: usize = 8;

/// A component with at most this many components below it goes to the engine `rest`, which
/// needs no analysis of the rules first, unless a table has its result already or was forced.
const WORTH: u64 = 20_000;

/// A table for a whole region is made only if at least this many components are below the largest
/// component of the region.
const WORTH_A_REGION: u64 = 2_000;

/// Why a table does not answer.
#[derive(Debug)]
enum Trouble {
    /// A limit was reached, which the graph engine may avoid; the results so far are available.
    Limit(Limit),
    /// A limit was reached that every engine would reach.
    Sure(Limit),
    /// The table does not support the game or the component; the text says why.
    Unfit(&'static str),
}

/// What a table needs for its work: the program and the limits.
struct Means<'m, 'a, 'b> {
    instance: &'a Instance,
    budget: &'m Budget<'b>,
}

impl Means<'_, '_, '_> {
    /// Runs work that reports its progress and stops when a limit is reached.
    fn work<E>(&self, work: impl FnOnce(super::pace::Pace<'_>) -> Result<(), E>) -> Result<(), Trouble> {
        let counters = self.budget.counters();
        let pace = |finished: u64| match counters.count(finished) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        // If no limit of the budget is reached, the work failed because memory is used up.
        work(&pace).map_err(|_| Trouble::Limit(counters.count(0).unwrap_or(Limit::Memory)))
    }

    /// Returns an error if `components` components are more than may be stored.
    fn admits(&self, components: u64) -> Result<(), Trouble> {
        if components > self.budget.places { Err(Trouble::Limit(Limit::Positions)) } else { Ok(()) }
    }
}

/// The components of one game in a table that grows on demand.
trait Table<'a> {
    /// The name of the engine.
    fn name(&self) -> &'static str;
    /// Describes in a few words how the table is made.
    fn plan(&self) -> String;
    /// Computes all components each of whose fields lies between those in `low` and `high`, both
    /// included.
    fn prepare(
        &mut self,
        asked: Asked,
        low: &[u64],
        high: &[u64],
        means: &Means<'_, 'a, '_>,
    ) -> Result<(), Trouble>;
    /// The value of a component, if it is known.
    fn value(&self, fields: &[u64]) -> Option<u64>;
    /// Whether the player to move loses a component, if it is known.
    fn is_lost(&self, fields: &[u64]) -> Option<bool> {
        self.value(fields).map(|value| value == 0)
    }
    /// Shows the values of all components between `low` and `high`, the last field fastest, up to
    /// the first that is not known or until `show` returns false.
    fn visit(&self, low: &[u64], high: &[u64], show: &mut dyn FnMut(&[u32]) -> bool);
    /// How many components the table holds.
    fn len(&self) -> usize;
}

/// The table of a game, or why no table supports it.
type Found<'a> = Result<Box<dyn Table<'a> + 'a>, &'static str>;

/// The tables of a program's games, and another engine for everything else.
pub struct Tables<'a, 'b> {
    shapes: &'a Shapes<'a>,
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The engine for all other questions and games.
    rest: Box<dyn Engine<'a> + 'a>,
    forced: Option<Choice>,
    /// The table of each game; `None` before the first question about the game.
    games: Vec<Option<Found<'a>>>,
    /// How the last outcome was found; `None` if no table found it.
    how: Option<How>,
    /// The game whose table answered last.
    last: Option<GameId>,
    series: Option<Ready>,
    /// Whether the engine `rest` is prepared for the series too.
    graph_is_ready: bool,
}

impl<'a, 'b> Tables<'a, 'b> {
    /// Makes an engine without results. Unless `choice` is [`Choice::Auto`], it names the only
    /// table to use.
    pub fn new(shapes: &'a Shapes<'a>, budget: &'a Budget<'b>, choice: Choice) -> Tables<'a, 'b> {
        let instance = shapes.instance;
        Tables {
            shapes,
            instance,
            budget,
            rest: if choice == Choice::Auto {
                Box::new(Dense::new(instance, budget, false))
            } else {
                Box::new(Graph::new(instance, budget))
            },
            forced: Some(choice).filter(|choice| *choice != Choice::Auto),
            games: instance.program.game_ids().map(|_| None).collect(),
            how: None,
            last: None,
            series: None,
            graph_is_ready: false,
        }
    }

    /// The table of a game, which is chosen at the first call.
    fn table(&mut self, game: GameId) -> &mut Found<'a> {
        let (shapes, budget, forced) = (self.shapes, self.budget, self.forced);
        self.games[game.index()].get_or_insert_with(|| find(shapes, game, budget, forced))
    }

    /// The table of a game, for use. An error if `--engine` requires a table that does not exist;
    /// `None` if another engine is to answer.
    fn wanted(&mut self, game: GameId) -> Evaluated<Option<&mut Box<dyn Table<'a> + 'a>>> {
        let forced = self.forced;
        match (self.table(game), forced) {
            (Ok(table), _) => Ok(Some(table)),
            (Err(_), None) => Ok(None),
            (Err(why), Some(choice)) => Err(unfit(choice.name(), game, why)),
        }
    }

    /// Computes all components between `low` and `high`. Returns false if another engine should
    /// answer.
    fn prepare(&mut self, game: GameId, asked: Asked, low: &[u64], high: &[u64]) -> Evaluated<bool> {
        let (instance, budget, forced) = (self.instance, self.budget, self.forced);
        let Some(table) = self.wanted(game)? else { return Ok(false) };
        match (table.prepare(asked, low, high, &Means { instance, budget }), forced) {
            (Ok(()), _) => Ok(true),
            // The graph engine visits only reachable components, which may be fewer.
            (Err(Trouble::Limit(Limit::Positions) | Trouble::Unfit(_)), None) => Ok(false),
            (Err(Trouble::Limit(reached) | Trouble::Sure(reached)), _) => Err(limit(reached)),
            (Err(Trouble::Unfit(why)), Some(choice)) => Err(unfit(choice.name(), game, why)),
        }
    }

    /// The value of a sum; `None` if tables are not to answer.
    fn of_sum(&mut self, sum: &Sum) -> Evaluated<Option<u64>> {
        if self.forced.is_none() && !sum.parts.iter().any(|(part, _)| is_large(part) || self.holds(part)) {
            return Ok(None);
        }
        let mut total = 0;
        for (part, count) in sum.parts.iter() {
            let Some(fields) = fields(part) else { return self.no_fields(part) };
            if !self.prepare(part.game, Asked::Value, &fields, &fields)? {
                return Ok(None);
            }
            let Some(value) = self.wanted(part.game)?.and_then(|table| table.value(&fields)) else {
                return Ok(None);
            };
            if count % 2 == 1 {
                total ^= value;
            }
            self.last = Some(part.game);
        }
        Ok(Some(total))
    }

    /// Whether a table that was made for earlier questions contains the result of a component.
    fn holds(&self, part: &Component) -> bool {
        let Some(Ok(table)) = &self.games[part.game.index()] else { return false };
        fields(part).is_some_and(|fields| table.is_lost(&fields).is_some())
    }

    /// The answer for a component whose fields no table can store: an error if a table is required,
    /// otherwise `None`.
    fn no_fields<T>(&mut self, part: &Component) -> Evaluated<Option<T>> {
        match self.forced {
            Some(choice) => {
                Err(unfit(choice.name(), part.game, "a field is not a natural number, or is too large"))
            }
            None => Ok(None),
        }
    }

    /// Whether the player to move loses a single component; `None` if tables are not to answer.
    fn of_one(&mut self, part: &Component) -> Evaluated<Option<bool>> {
        if self.forced.is_none() && !is_large(part) && !self.holds(part) {
            return Ok(None);
        }
        let Some(fields) = fields(part) else { return self.no_fields(part) };
        if !self.prepare(part.game, Asked::Outcome, &fields, &fields)? {
            return Ok(None);
        }
        self.last = Some(part.game);
        Ok(self.wanted(part.game)?.and_then(|table| table.is_lost(&fields)))
    }
}

/// The first table that supports a game; if an engine is forced, only its table is tried.
fn find<'a>(shapes: &'a Shapes<'a>, game: GameId, budget: &Budget<'_>, forced: Option<Choice>) -> Found<'a> {
    let table = match forced {
        Some(Choice::Heap) => HeapTable::find(shapes, game, budget, true).map(HeapTable::boxed),
        Some(Choice::Split) => SplitTable::find(shapes, game, budget, true).map(SplitTable::boxed),
        Some(Choice::Lattice) => LatticeTable::find(shapes, game, budget).map(LatticeTable::boxed),
        _ => HeapTable::find(shapes, game, budget, false)
            .map(HeapTable::boxed)
            .or_else(|| SplitTable::find(shapes, game, budget, false).map(SplitTable::boxed))
            .or_else(|| LatticeTable::find(shapes, game, budget).map(LatticeTable::boxed)),
    };
    table.ok_or(match forced {
        Some(Choice::Heap) => heaps::KIND,
        Some(Choice::Split) => splits::KIND,
        _ => lattices::KIND,
    })
}

fn unfit(engine: &'static str, game: GameId, why: &'static str) -> Problem {
    Problem { span: Span::default(), kind: ProblemKind::Unfit { engine, game, why } }
}

/// The fields of a component; `None` if there are none or more than [`MOST_FIELDS`], or if one is
/// not a natural number of at most 63 bits.
fn fields(part: &Component) -> Option<Vec<u64>> {
    let word = |value: &Value| match value {
        Value::Int(int) => u64::try_from(int.to_i64()?).ok(),
        _ => None,
    };
    (1..=MOST_FIELDS).contains(&part.state.len()).then(|| part.state.iter().map(word).collect())?
}

/// Whether a component has enough components below it for a table to save time.
fn is_large(part: &Component) -> bool {
    fields(part).is_some_and(|fields| cells(&fields) > WORTH)
}

/// The number of components whose fields are not greater than these.
fn cells(fields: &[u64]) -> u64 {
    fields.iter().fold(1, |cells, field| cells.saturating_mul(field.saturating_add(1)))
}

impl<'a> Engine<'a> for Tables<'a, '_> {
    fn name(&self) -> &'static str {
        match (self.forced, self.last.map(|game| &self.games[game.index()])) {
            (Some(choice), _) => choice.name(),
            (None, Some(Some(Ok(table)))) => table.name(),
            _ => self.rest.name(),
        }
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        (self.how, self.last) = (None, None);
        let lost = match &position.form {
            Form::Sum(sum) if position.convention == Convention::Normal => match sum.single() {
                Some(part) => self.of_one(part)?,
                None => self.of_sum(sum)?.map(|value| value == 0),
            },
            _ => None,
        };
        match lost {
            Some(lost) => {
                self.how = Some(How::Table);
                Ok(if lost { Outcome::Previous } else { Outcome::Next })
            }
            None => self.rest.outcome(position),
        }
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        if let Form::Sum(sum) = &position.form
            && position.convention == Convention::Normal
            && let Some(value) = self.of_sum(sum)?
        {
            return Ok(Int::from(value));
        }
        self.rest.sg(position)
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        self.rest.remoteness(position, most)
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.rest.options(position)
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        self.rest.equal(a, b)
    }

    fn how(&self) -> How {
        self.how.unwrap_or_else(|| self.rest.how())
    }

    fn plan(&self) -> String {
        let mut plans: Vec<String> = Vec::new();
        for (game, table) in self.instance.program.games.iter().zip(&self.games) {
            if let Some(Ok(table)) = table {
                plans.push(format!("{}: {}, {} components held", game.name, table.plan(), table.len()));
            }
        }
        if plans.is_empty() { self.rest.plan() } else { plans.join("; ") }
    }

    fn prepare(&mut self, series: &Series<'a>) -> bool {
        self.series = Ready::new(series);
        self.graph_is_ready = self.rest.prepare(series);
        self.series.is_some() || self.graph_is_ready
    }

    fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        (self.how, self.last) = (None, None);
        if let Some(answer) = self.next_of_series(asked, numbers)? {
            self.how = Some(How::Table);
            return Ok(Some(answer));
        }
        if self.graph_is_ready { self.rest.next(asked, numbers) } else { Ok(None) }
    }

    fn sweep(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        match self.sweep_series(asked, ranges, show)? {
            None if self.graph_is_ready => self.rest.sweep(asked, ranges, show),
            swept => Ok(swept == Some(true)),
        }
    }

    fn examined(&self) -> usize {
        let tables = self.games.iter().flatten().flatten().map(|table| table.len());
        self.rest.examined() + tables.sum::<usize>()
    }
}
