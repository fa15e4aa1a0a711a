//! The [`Engine`] of the dense tables: answers from a table if one has the result, otherwise by the
//! graph engine.

use super::{Dense, IDLE, Ready, own_box};
use crate::code;
use crate::ir::value::{Form, Position};
use crate::ir::{Convention, ExprKind};
use crate::number::Int;
use crate::position::{Evaluated, Refusal};
use crate::{Asked, Engine, How, Outcome, Series, refuse};

impl<'a> Engine<'a> for Dense<'a, '_> {
    fn name(&self) -> &'static str {
        if self.answered { "dense" } else { self.graph.name() }
    }

    fn outcome(&mut self, position: &Position) -> Evaluated<Outcome> {
        let decided = self.decide(position)?;
        self.answered = decided.is_some();
        match decided {
            Some(outcome) => Ok(outcome),
            None => self.graph.outcome(position),
        }
    }

    fn sg(&mut self, position: &Position) -> Evaluated<Int> {
        let Form::Sum(sum) = &position.form else { return Err(refuse(Refusal::ValueOfConvention)) };
        if position.convention != Convention::Normal {
            return Err(refuse(Refusal::ValueOfConvention));
        }
        let value = self.value_of_sum(sum)?;
        self.answered = value.is_some();
        match value {
            Some(value) => Ok(Int::from(value)),
            None => self.graph.sg(position),
        }
    }

    fn remoteness(&mut self, position: &Position, most: u64) -> Evaluated<Option<u64>> {
        self.graph.remoteness(position, most)
    }

    fn options(&mut self, position: &Position) -> Evaluated<Vec<Position>> {
        self.graph.options(position)
    }

    fn equal(&mut self, a: &Position, b: &Position) -> Evaluated<bool> {
        self.graph.equal(a, b)
    }

    fn how(&self) -> How {
        if self.answered { How::Search } else { self.graph.how() }
    }

    fn plan(&self) -> String {
        let tables: Vec<String> = self
            .tables
            .iter()
            .map(|((game, _), table)| {
                let game = self.instance.program.game(*game);
                let fields = table.region.order.iter().map(|digit| {
                    let way = if digit.upwards { "up" } else { "down" };
                    format!("`{}` {way}", game.fields[digit.field].name)
                });
                let fields: Vec<String> = fields.collect();
                let cells = table.region.cells;
                format!("a table of {cells} components of `{}`, swept by {}", game.name, fields.join(", "))
            })
            .collect();
        if tables.is_empty() { self.graph.plan() } else { tables.join("; ") }
    }

    fn prepare(&mut self, series: &Series<'a>) -> bool {
        self.graph_series = self.graph.prepare(series);
        let (convention, position) = match &series.body.expr.kind {
            ExprKind::Convention(Convention::Misere, inner) => (Convention::Misere, &**inner),
            ExprKind::Convention(..) => return self.graph_series,
            _ => (Convention::Normal, &series.body.expr),
        };
        let slots = (series.body.slots.as_slice(), position);
        let pattern = code::pattern(self.instance, &mut self.constants, slots, &series.variables).ok();
        self.series = pattern.map(|pattern| Ready { pattern, line: series.line.is_some(), convention });
        self.graph_series || self.series.is_some()
    }

    fn expect(&mut self, corners: [&[i64]; 2], count: u64) {
        let (Some(first), Some(last)) = (self.parts(corners[0]), self.parts(corners[1])) else { return };
        for (game, words, _) in first.into_iter().chain(last) {
            let (bounds, _) = self.expected.entry(game).or_insert_with(|| (own_box(&words), count));
            for (bounds, word) in bounds.iter_mut().zip(words) {
                *bounds = (bounds.0.min(word), bounds.1.max(word));
            }
        }
    }

    fn next(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        // After many questions without an answer from a table, if there is no table and the graph
        // engine can answer, only every `IDLE`-th question tries again.
        let idle = self.tables.is_empty()
            && self.graph_series
            && self.idle > IDLE
            && !self.idle.is_multiple_of(IDLE);
        let found = if idle { None } else { self.next_by_tables(asked, numbers)? };
        self.idle = if found.is_some() { 0 } else { self.idle.saturating_add(1) };
        self.answered = found.is_some();
        match found {
            Some(found) => Ok(Some(found)),
            None if self.graph_series => self.graph.next(asked, numbers),
            None => Ok(None),
        }
    }

    fn sweep(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<bool> {
        if asked == Asked::Value { self.show(ranges, show) } else { Ok(false) }
    }

    fn examined(&self) -> usize {
        let cells: usize = self.tables.values().map(|table| table.region.cells).sum();
        cells + self.graph.examined()
    }
}
