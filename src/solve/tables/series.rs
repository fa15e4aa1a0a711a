//! Answers the questions of a series from tables, if the positions of the series are sums of
//! components whose fields are variables or constants.

use super::{MOST_FIELDS, Tables, WORTH, WORTH_A_REGION, cells};
use crate::ir::{Binary, Convention, Expr, ExprKind, GameId, SlotId, Value};
use crate::position::{Evaluated, Limit, Problem, ProblemKind};
use crate::{Asked, Series};

/// Where the number of a field comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The variable with this index.
    Variable(usize),
    /// A constant.
    Constant(u64),
}

/// A component that each question of a series contains.
#[derive(Debug, Clone)]
struct Part {
    game: GameId,
    fields: Vec<Source>,
}

/// A series that tables can answer.
#[derive(Debug)]
pub struct Ready {
    parts: Vec<Part>,
    /// Whether tables answer a region of the series. Then they also answer questions about small
    /// components, which otherwise go to the graph engine.
    swept: bool,
}

impl Ready {
    /// Reads the components of a series; `None` if its positions are not plain sums of components.
    pub fn new(series: &Series<'_>) -> Option<Ready> {
        let mut parts = Vec::new();
        let expr = match &series.body.expr.kind {
            ExprKind::Convention(Convention::Normal, inner) => inner,
            _ => &series.body.expr,
        };
        parts_of(expr, &series.variables, &mut parts)?;
        (!parts.is_empty()).then_some(Ready { parts, swept: false })
    }
}

/// Collects the components of a sum; `None` if `expr` is not a sum of components with usable
/// fields.
fn parts_of(expr: &Expr, variables: &[SlotId], parts: &mut Vec<Part>) -> Option<()> {
    match &expr.kind {
        ExprKind::Binary(Binary::AddPositions, left, right) => {
            parts_of(left, variables, parts)?;
            parts_of(right, variables, parts)
        }
        ExprKind::Component(game, arguments) if (1..=MOST_FIELDS).contains(&arguments.len()) => {
            let fields =
                arguments.iter().map(|argument| source(argument, variables)).collect::<Option<Vec<_>>>()?;
            parts.push(Part { game: *game, fields });
            Some(())
        }
        _ => None,
    }
}

fn source(argument: &Expr, variables: &[SlotId]) -> Option<Source> {
    match &argument.kind {
        ExprKind::Local(slot) => variables.iter().position(|it| it == slot).map(Source::Variable),
        ExprKind::Literal(Value::Int(int)) => u64::try_from(int.to_i64()?).ok().map(Source::Constant),
        _ => None,
    }
}

impl Part {
    /// The fields of the component in the question with these numbers; `None` if one is negative.
    fn at<'f>(&self, numbers: &[i64], fields: &'f mut [u64; MOST_FIELDS]) -> Option<&'f [u64]> {
        let fields = fields.get_mut(..self.fields.len())?;
        for (field, source) in fields.iter_mut().zip(&self.fields) {
            *field = match source {
                Source::Variable(place) => u64::try_from(*numbers.get(*place)?).ok()?,
                Source::Constant(number) => *number,
            };
        }
        Some(fields)
    }

    /// Whether the component's variable fields are all variables in their order, so that both run
    /// through a region in the same row-major order.
    fn is_row_major(&self, variables: usize) -> bool {
        let places = self.fields.iter().filter_map(|source| match source {
            Source::Variable(place) => Some(*place),
            Source::Constant(_) => None,
        });
        places.eq(0..variables)
    }
}

impl<'a> Tables<'a, '_> {
    /// The answer to the next question of the series; `None` if tables are not to answer.
    pub(super) fn next_of_series(&mut self, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        let Some(ready) = self.series.take() else { return Ok(None) };
        let answer = self.answer(&ready, asked, numbers);
        self.series = Some(ready);
        answer
    }

    fn answer(&mut self, ready: &Ready, asked: Asked, numbers: &[i64]) -> Evaluated<Option<u64>> {
        let mut space = [0; MOST_FIELDS];
        let free = self.forced.is_none() && !ready.swept;
        if free {
            let mut large = false;
            for part in &ready.parts {
                let Some(fields) = part.at(numbers, &mut space) else { return Ok(None) };
                large |= cells(fields) > WORTH;
            }
            if !large {
                return Ok(None);
            }
        }
        let alone = ready.parts.len() == 1;
        let mut total = 0;
        for part in &ready.parts {
            let Some(fields) = part.at(numbers, &mut space) else { return Ok(None) };
            let Some(value) = self.look_up(part.game, asked, alone, fields)? else { return Ok(None) };
            total ^= value;
        }
        Ok(Some(if asked == Asked::Outcome { u64::from(total != 0) } else { total }))
    }

    /// The value of a component. If the question is the outcome of a single component, 0 if it is
    /// lost, otherwise 1. `None` if no table answers.
    fn look_up(&mut self, game: GameId, asked: Asked, alone: bool, fields: &[u64]) -> Evaluated<Option<u64>> {
        let asked = if alone { asked } else { Asked::Value };
        self.last = Some(game);
        for known in [true, false] {
            let Some(table) = self.wanted(game)? else { return Ok(None) };
            let found = match asked {
                Asked::Value => table.value(fields),
                Asked::Outcome => table.is_lost(fields).map(|lost| u64::from(!lost)),
            };
            if found.is_some() || !known || !self.prepare(game, asked, fields, fields)? {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Computes a whole region of the series at once, unless it is too large. Shows it if the
    /// question is the value of one component whose fields are the variables in their order.
    /// Returns whether it was shown; `None` if tables do not answer.
    pub(super) fn sweep_series(
        &mut self,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<Option<bool>> {
        let Some(mut ready) = self.series.take() else { return Ok(None) };
        let swept = self.sweep_parts(&ready, asked, ranges, show);
        ready.swept = !matches!(swept, Ok(None));
        self.series = Some(ready);
        swept
    }

    /// Computes and shows the region for [`Self::sweep_series`], which has taken the series `ready`
    /// out of `self`.
    fn sweep_parts(
        &mut self,
        ready: &Ready,
        asked: Asked,
        ranges: &[(i64, i64)],
        show: &mut dyn FnMut(&[u32]) -> bool,
    ) -> Evaluated<Option<bool>> {
        let low: Vec<i64> = ranges.iter().map(|range| range.0).collect();
        let high: Vec<i64> = ranges.iter().map(|range| range.1).collect();
        let mut corners = Vec::new();
        for part in &ready.parts {
            let (mut first, mut last) = ([0; MOST_FIELDS], [0; MOST_FIELDS]);
            let (Some(first), Some(last)) = (part.at(&low, &mut first), part.at(&high, &mut last)) else {
                return Ok(None);
            };
            corners.push((part, first.to_vec(), last.to_vec()));
        }
        if self.forced.is_none() && corners.iter().all(|corner| cells(&corner.2) < WORTH_A_REGION) {
            return Ok(None);
        }
        let alone = corners.len() == 1;
        let asked = if alone { asked } else { Asked::Value };
        let mut stopped: Option<Problem> = None;
        for (part, first, last) in &corners {
            match self.prepare(part.game, asked, first, last) {
                Ok(true) => {}
                // The region is too large, but tables may still answer single questions.
                Ok(false) if self.wanted(part.game)?.is_some() => return Ok(Some(false)),
                Ok(false) => return Ok(None),
                Err(problem) => {
                    stopped = Some(problem);
                    break;
                }
            }
        }
        let bulk = alone && asked == Asked::Value && corners[0].0.is_row_major(ranges.len());
        if !bulk {
            // The caller asks for the cells one by one. If a limit was reached, it is reached again at the
            // first cell without a result.
            return match stopped {
                Some(problem) if !is_limit(&problem) => Err(problem),
                _ => Ok(Some(false)),
            };
        }
        let (part, first, last) = &corners[0];
        if let Some(table) = self.wanted(part.game)? {
            table.visit(first, last, show);
        }
        match stopped {
            Some(problem) => Err(problem),
            None => Ok(Some(true)),
        }
    }
}

fn is_limit(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        ProblemKind::Limit(Limit::Time | Limit::Memory | Limit::Positions | Limit::Interrupt)
    )
}
