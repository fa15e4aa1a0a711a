//! The dense engine: components whose fields are numbers in small ranges are the cells of a table,
//! indexed by the fields, and evaluated in an order in which every move leads to an earlier cell.
//!
//! * [`order`]: finds the order, and the box that play stays in
//! * [`region`]: the box, and the place of each cell in the order
//! * [`sweep`]: the table, filled by machine code or by the interpreter
//! * [`target`]: the components of a target
//! * [`rows`]: the values of a whole region, read from a table
//! * `engine`: the answers, from a table or from the graph engine
//!
//! The graph engine answers all other questions: about games whose moves lead to other games, whose
//! fields hold lists, or which have no such order; about cells from which play leaves the box or
//! reaches a position where the rules break; and about anything but values and outcomes.

mod engine;
mod order;
mod region;
mod rows;
mod sweep;
mod target;

use super::code::known::Bounds;
use super::code::{self, CompiledRules, Constants, Machine, Pattern, Shape, Stop, Target};
use super::native::Sought;
use super::{Asked, Engine, Graph, Outcome, limit};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Convention, GameId, Value};
use crate::position::{Budget, Evaluated, Instance, Limit, Problem, ProblemKind};
use region::Region;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use sweep::{Sweep, Table};

/// Unless this engine was requested, boxes with fewer cells are left to the graph engine, because
/// it computes only the positions that play reaches.
const FEW_CELLS: usize = 5_000;
/// How many cells a box may have for each announced position; with more, no table is made.
const MOST_TIMES: u64 = 16;
/// Before a table is made, the graph engine may examine [`FEW_CELLS`] / 2 components, and one more
/// for each group of this many cells of the box.
const CELLS_FOR_ONE: usize = 200;

/// After this many consecutive questions of a series without an answer from a table, only one in
/// this many questions tries to make a table, as long as there is no table and the graph engine can
/// answer the series.
const IDLE: u32 = 256;

/// A game that the engine supports.
struct Taken<'a> {
    rules: CompiledRules<'a>,
    /// Whether the player to move wins by some `end`; then components have no values.
    wins: bool,
}

/// A series of questions about one sum with variables.
struct Ready<'a> {
    pattern: Pattern<'a>,
    /// Whether the position mentions the list of all numbers; tables then do not answer.
    line: bool,
    convention: Convention,
}

/// The dense engine for one program.
pub struct Dense<'a, 'b> {
    instance: &'a Instance,
    budget: &'a Budget<'b>,
    /// The engine for all other questions and games.
    graph: Graph<'a, 'b>,
    /// Whether the user requested this engine, so that tables of any size are made.
    forced: bool,
    constants: Constants,
    machine: Machine<'a, 'b>,
    /// For each game, its compiled rules or why the game is not supported; `None` before the first
    /// question about it.
    games: Vec<Option<Result<Rc<Taken<'a>>, &'static str>>>,
    tables: FxHashMap<(GameId, Sought), Table>,
    /// For each game and kind of result, a box for whose cells no table is made.
    hopeless: FxHashMap<(GameId, Sought), Vec<Bounds>>,
    /// The announced questions about each game: a box that holds them, and the number of positions.
    expected: FxHashMap<GameId, (Vec<Bounds>, u64)>,
    /// Whether machine code may be made; otherwise the interpreter fills the tables.
    compiles: bool,
    series: Option<Ready<'a>>,
    /// Whether the graph engine is ready for the series.
    graph_series: bool,
    /// How many consecutive questions of a series were answered without tables.
    idle: u32,
    /// Whether the last answer came from a table.
    answered: bool,
}

/// Why a game is not supported. `None` if it is supported as far as its rules show; for a
/// component, there may still be no finite box.
pub fn refusal(instance: &Instance, game: GameId) -> Option<&'static str> {
    let mut constants = Constants::default();
    match taken(instance, &mut constants, game) {
        Err(why) => Some(why),
        Ok(taken) => {
            let wide = order::widest(&instance.fields[game.index()]);
            let order = order::order(&taken.rules, &constants, &wide);
            order.is_none().then_some("no order of its fields is seen in which every move leads downwards")
        }
    }
}

/// The compiled rules of a game, or why the engine does not support it.
fn taken<'a>(
    instance: &'a Instance,
    constants: &mut Constants,
    id: GameId,
) -> Result<Rc<Taken<'a>>, &'static str> {
    let game = instance.program.game(id);
    if game.loopy {
        return Err("the game is loopy");
    }
    if instance.is_twisted(id) {
        return Err("its rules have `again`, `blocking` or `pass … each`");
    }
    let Ok(rules) = code::game(instance, constants, id) else { return Err("its rules have no code") };
    if !rules.fields.iter().all(|shape| matches!(shape, Shape::Int | Shape::Bool | Shape::Vertex)) {
        return Err("its fields are not all numbers, truth values or vertices");
    }
    if rules.fields.is_empty() {
        return Err("it has no fields");
    }
    if !order::stays_in(&rules, id) {
        return Err("its moves lead to other games");
    }
    let wins = rules.ends.iter().any(|end| end.1);
    Ok(Rc::new(Taken { rules, wins }))
}

impl<'a, 'b> Dense<'a, 'b> {
    /// Makes an engine without results; if forced, it makes tables of any size.
    pub fn new(instance: &'a Instance, budget: &'a Budget<'b>, forced: bool) -> Dense<'a, 'b> {
        let constants = Constants::default();
        let machine = Machine::new(instance, &constants, budget.fork());
        Dense {
            instance,
            budget,
            graph: Graph::new(instance, budget),
            forced,
            constants,
            machine,
            games: vec![None; instance.program.games.len()],
            tables: FxHashMap::default(),
            hopeless: FxHashMap::default(),
            expected: FxHashMap::default(),
            compiles: true,
            series: None,
            graph_series: false,
            idle: 0,
            answered: false,
        }
    }

    /// Makes this engine fill its tables by the interpreter only, without machine code.
    pub fn interpreted(mut self) -> Dense<'a, 'b> {
        self.compiles = false;
        self
    }

    /// The compiled rules of a game, computed once; `None` if the game is not supported.
    fn taken(&mut self, game: GameId) -> Option<Rc<Taken<'a>>> {
        let constants = &mut self.constants;
        let known = self.games[game.index()].get_or_insert_with(|| taken(self.instance, constants, game));
        known.as_ref().ok().cloned()
    }

    /// The fields of a component as words; `None` if one has no word.
    fn words(&self, component: &Component) -> Option<Vec<i64>> {
        let word = |value: &Value| match value {
            Value::Int(int) => int.to_i64(),
            Value::Bool(truth) => Some(i64::from(*truth)),
            Value::Vertex(vertex) => i64::try_from(self.instance.universe().find(vertex)?).ok(),
            _ => None,
        };
        component.state.iter().map(word).collect()
    }

    /// The region that a question needs, together with the announced questions; `None` if no finite
    /// box is found that play stays in, if no order is found, or if the box has too many cells.
    fn region(&self, game: GameId, sought: Sought, taken: &Taken<'a>, words: &[i64]) -> Option<Region> {
        let wider = |box_of: Vec<Bounds>, other: &[Bounds]| {
            box_of.iter().zip(other).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1))).collect::<Vec<Bounds>>()
        };
        let expected = self.expected.get(&game).map(|it| it.0.as_slice());
        let wanted = expected.map_or(own_box(words), |expected| wider(own_box(words), expected));
        let wanted = match self.tables.get(&(game, sought)) {
            // A box that grew once will probably grow again. It grows by half, so that few tables
            // are made.
            Some(before) => grown(&before.region.bounds, &wanted),
            None => wanted,
        };
        let types = &self.instance.fields[game.index()];
        // The announced and the enlarged part of the box may exceed the types of the fields.
        let wanted = order::within(types, &wanted);
        let bounds = order::closure(&taken.rules, &self.constants, types, &wanted)?;
        let order = order::order(&taken.rules, &self.constants, &bounds)?;
        Region::new(bounds, order)
    }

    /// The result for a component: its value, or 1 if the player to move wins and 0 if not. If no
    /// table has its cell, makes a table if the engine is forced or the table is likely to be faster
    /// than the graph engine. `None` if there is still no table, or if the cell is unknown there.
    fn find(&mut self, game: GameId, sought: Sought, words: &[i64]) -> Evaluated<Option<u32>> {
        if let Some(table) = self.tables.get(&(game, sought))
            && let Some(place) = table.region.place(words)
        {
            return Ok(table.at(place));
        }
        let Some(taken) = self.taken(game) else { return Ok(None) };
        let fits = match sought {
            Sought::Values => !taken.wins,
            _ => taken.rules.single,
        };
        let inside = |bounds: &Vec<Bounds>| {
            words.iter().zip(bounds).all(|(word, bounds)| bounds.0 <= *word && *word <= bounds.1)
        };
        let own = own_box(words);
        let exists = order::within(&self.instance.fields[game.index()], &own) == own;
        if !fits || !exists || self.hopeless.get(&(game, sought)).is_some_and(inside) {
            return Ok(None);
        }
        let Some(region) = self.region(game, sought, &taken, words) else {
            self.games[game.index()] = Some(Err("no order of its fields is seen, or no end of them"));
            return Ok(None);
        };
        if !self.forced && !self.is_worth(game, sought, words, &region)? {
            self.give_up((game, sought), &region.bounds);
            return Ok(None);
        }
        if region.cells as u64 > self.budget.positions {
            return if self.forced { Err(limit(Limit::Positions)) } else { Ok(None) };
        }
        // The old table is dropped first, because both together would take too much memory.
        self.tables.remove(&(game, sought));
        self.budget.begins("a table of all components");
        let sweep =
            Sweep { game, rules: &taken.rules, constants: &self.constants, sought, compiles: self.compiles };
        let bounds = region.bounds.clone();
        self.idle = 0;
        match sweep.sweep(&mut self.machine, region) {
            Ok(table) => {
                let found = table.get(words);
                self.tables.insert((game, sought), table);
                Ok(found)
            }
            Err(Stop::Limit(reached)) => Err(limit(reached)),
            Err(_) => {
                self.give_up((game, sought), &bounds);
                Ok(None)
            }
        }
    }

    /// Records a box for which no table is made. If a box is already recorded, it grows by half its
    /// size where the new box extends beyond it, so that growing components rarely try again.
    fn give_up(&mut self, what: (GameId, Sought), bounds: &[Bounds]) {
        let wider = match self.hopeless.get(&what) {
            Some(before) => grown(before, bounds),
            None => bounds.to_vec(),
        };
        self.hopeless.insert(what, wider);
    }

    /// Whether a table is likely to be faster than the graph engine. If no questions were
    /// announced, the graph engine is tried first, for a time that is short compared with making
    /// the table.
    fn is_worth(&mut self, game: GameId, sought: Sought, words: &[i64], region: &Region) -> Evaluated<bool> {
        if region.cells < FEW_CELLS {
            return Ok(false);
        }
        if let Some((_, count)) = self.expected.get(&game) {
            return Ok(region.cells as u64 <= count.saturating_mul(MOST_TIMES));
        }
        let universe = self.instance.universe();
        let fields = &self.instance.program.game(game).fields;
        let state = fields.iter().zip(words).map(|(field, word)| {
            let shape = Shape::of(&field.domain.ty(), universe.masks())?;
            code::to_value(&[*word], &shape, universe, &[])
        });
        let Some(state) = state.collect::<Option<Vec<Value>>>() else { return Ok(false) };
        let sum = Sum::one(Component { game, state: state.into() });
        let convention = if sought == Sought::Misere { Convention::Misere } else { Convention::Normal };
        let position = Position { convention, form: Form::Sum(sum) };
        self.graph.give_up_after(Some(FEW_CELLS / 2 + region.cells / CELLS_FOR_ONE));
        let tried = match sought {
            Sought::Values => self.graph.sg(&position).map(|_| ()),
            _ => self.graph.outcome(&position).map(|_| ()),
        };
        let more = self.graph.give_up_after(None);
        match tried {
            Err(Problem { kind: ProblemKind::Limit(Limit::Positions), .. }) if more => Ok(true),
            Err(Problem { kind: ProblemKind::Limit(reached), .. }) => Err(limit(reached)),
            // The graph engine has the answer, or will report the problem when it is asked again.
            _ => Ok(false),
        }
    }

    /// The value of a sum by tables; `None` if the value of a component is in no table.
    fn value_of_sum(&mut self, sum: &Sum) -> Evaluated<Option<u64>> {
        let mut total = 0;
        for (part, count) in sum.parts.iter() {
            let Some(words) = self.words(part) else { return Ok(None) };
            let Some(value) = self.find(part.game, Sought::Values, &words)? else { return Ok(None) };
            total ^= if count % 2 == 1 { u64::from(value) } else { 0 };
        }
        Ok(Some(total))
    }

    /// The outcome of a position by tables; `None` if no table has the result.
    fn decide(&mut self, position: &Position) -> Evaluated<Option<Outcome>> {
        let Form::Sum(sum) = &position.form else { return Ok(None) };
        let won = |won: bool| if won { Outcome::Next } else { Outcome::Previous };
        let sought = match position.convention {
            Convention::Normal => Sought::Normal,
            Convention::Misere => Sought::Misere,
            Convention::Anti => return Ok(None),
        };
        if let Some(part) = sum.single() {
            let Some(taken) = self.taken(part.game) else { return Ok(None) };
            if taken.rules.single {
                let Some(words) = self.words(part) else { return Ok(None) };
                return Ok(self.find(part.game, sought, &words)?.map(|found| won(found != 0)));
            }
        }
        if sought != Sought::Normal || !self.without_ends(sum) {
            return Ok(None);
        }
        Ok(self.value_of_sum(sum)?.map(|value| won(value != 0)))
    }

    /// Whether the engine supports the games of a sum, and none of them has an `end`.
    fn without_ends(&mut self, sum: &Sum) -> bool {
        sum.parts
            .iter()
            .all(|(part, _)| self.taken(part.game).is_some_and(|taken| taken.rules.ends.is_empty()))
    }

    /// The components of the position of the series with these numbers as its variables: for each
    /// component the game, the words and the number of copies. `None` if tables do not answer the
    /// series, or if the code of the position stops.
    fn parts(&mut self, numbers: &[i64]) -> Option<Vec<(GameId, Vec<i64>, i64)>> {
        let ready = self.series.as_ref().filter(|ready| !ready.line)?;
        let machine = &mut self.machine;
        machine.start(ready.pattern.registers, &self.constants);
        for (register, number) in ready.pattern.variables.iter().zip(numbers) {
            machine.set(*register, *number);
        }
        let mut parts = Vec::with_capacity(2);
        let found =
            target::each_component(machine, &ready.pattern.target, 1, &mut |_, game, words, copies| {
                parts.push((game, words.to_vec(), copies));
                Ok(())
            });
        machine.take_stop().and(found).ok().map(|()| parts)
    }

    /// The answer to the next question of the series; `None` unless the existing tables have the
    /// results of all components, and these decide the question.
    fn next_at_hand(&mut self, asked: Asked, numbers: &[i64]) -> Option<u64> {
        let ready = self.series.as_ref().filter(|ready| !ready.line)?;
        let sought = match (asked, ready.convention, &ready.pattern.target) {
            (Asked::Value, Convention::Normal, _) => Sought::Values,
            (Asked::Outcome, Convention::Normal, Target::Component(..)) => Sought::Normal,
            (Asked::Outcome, Convention::Misere, Target::Component(..)) => Sought::Misere,
            _ => return None,
        };
        let (machine, tables) = (&mut self.machine, &self.tables);
        machine.start(ready.pattern.registers, &self.constants);
        for (register, number) in ready.pattern.variables.iter().zip(numbers) {
            machine.set(*register, *number);
        }
        let mut total = 0;
        let found =
            target::each_component(machine, &ready.pattern.target, 1, &mut |_, game, words, copies| {
                let known = tables.get(&(game, sought)).and_then(|table| table.get(words));
                let value = known.ok_or(Stop::Bail)?;
                total ^= if copies % 2 == 1 { u64::from(value) } else { 0 };
                Ok(())
            });
        machine.take_stop().and(found).ok().map(|()| total)
    }

    /// The answer to the next question of the series by tables, which are made if necessary; `None`
    /// if tables do not have the results of all components, or if these do not decide the question.
    fn next_by_tables(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        if let Some(found) = self.next_at_hand(asked, numbers) {
            return Ok(Some(found));
        }
        let Some(parts) = self.parts(numbers) else { return Ok(None) };
        let convention = self.series.as_ref().map_or(Convention::Normal, |ready| ready.convention);
        if let ([(game, words, 1)], Asked::Outcome) = (parts.as_slice(), asked) {
            let sought = if convention == Convention::Normal { Sought::Normal } else { Sought::Misere };
            let single = self.taken(*game).is_some_and(|taken| taken.rules.single);
            if single {
                return Ok(self.find(*game, sought, words)?.map(u64::from));
            }
        }
        if convention != Convention::Normal {
            return Ok(None);
        }
        let mut total = 0;
        for (game, words, copies) in &parts {
            let ends = self.taken(*game).is_none_or(|taken| !taken.rules.ends.is_empty());
            if ends && asked == Asked::Outcome {
                return Ok(None);
            }
            let Some(value) = self.find(*game, Sought::Values, words)? else { return Ok(None) };
            total ^= if copies % 2 == 1 { u64::from(value) } else { 0 };
        }
        Ok(Some(if asked == Asked::Value { total } else { u64::from(total != 0) }))
    }
}

/// The box of a single cell.
fn own_box(words: &[i64]) -> Vec<Bounds> {
    words.iter().map(|word| (*word, *word)).collect()
}

/// A box that includes the boxes `before` and `wanted`. On each side where `wanted` extends beyond
/// `before`, the result exceeds `before` by at least half the size of `before`.
fn grown(before: &[Bounds], wanted: &[Bounds]) -> Vec<Bounds> {
    let grow = |(before, wanted): (&Bounds, &Bounds)| {
        let more = before.1.saturating_sub(before.0) / 2;
        let low = if wanted.0 < before.0 { wanted.0.min(before.0.saturating_sub(more)) } else { before.0 };
        let high = if wanted.1 > before.1 { wanted.1.max(before.1.saturating_add(more)) } else { before.1 };
        (low, high)
    };
    before.iter().zip(wanted).map(grow).collect()
}
