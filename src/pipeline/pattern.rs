//! Patterns: positions with variables, and the integers that the variables go through.

use super::{Opened, errors};
pub use crate::check::Variables;

use crate::check;
use crate::diagnostic::Diagnostic;
use crate::ir::value::{Position, Sum};
use crate::ir::{Body, Expr, ExprKind, Slot, SlotId, Type, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Instance};
use crate::solve::Series;
use crate::source::{FileId, Loader, Source, Span};
use crate::syntax::{self, ast};
use std::sync::Arc;

/// A position with variables: each name that nothing declares stands for a value, most often an integer.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The position as text, the name of the only game included.
    pub text: String,
    /// The position.
    pub body: Body,
    /// The variables, in the order in which values are bound to them.
    pub variables: Vec<(String, SlotId)>,
    /// The list of all numbers, if the pattern speaks of `line`.
    pub line: Option<SlotId>,
}

impl Pattern {
    /// A position by itself, as a variable.
    pub fn whole() -> Pattern {
        let (name, ty, span) = ("position".to_string(), Type::Position, Span::default());
        let expr = Expr { kind: ExprKind::Local(SlotId(0)), ty: ty.clone(), span };
        let slots = vec![Slot { name: name.clone(), span, ty }];
        let (body, variables) = (Body { slots, expr }, vec![(name.clone(), SlotId(0))]);
        Pattern { text: name, body, variables, line: None }
    }

    /// Whether all its variables are integers.
    pub fn is_of_integers(&self) -> bool {
        self.types().iter().all(|ty| *ty == Type::Int)
    }

    /// The types of its variables.
    pub fn types(&self) -> Vec<Type> {
        self.variables.iter().map(|(_, slot)| self.body.slots[slot.index()].ty.clone()).collect()
    }

    /// Whether so many numbers can be bound: one for each variable, and more where `line` takes them.
    pub fn takes(&self, count: usize) -> bool {
        match self.line {
            Some(_) => count >= self.variables.len(),
            None => count == self.variables.len(),
        }
    }

    /// The same for a solver that is to be made ready for it.
    pub fn series(&self) -> Series<'_> {
        let variables = self.variables.iter().map(|(_, slot)| *slot).collect();
        Series { body: &self.body, variables, line: self.line }
    }

    /// A frame for [`Pattern::position`], which can be used many times.
    pub fn frame(&self) -> Vec<Value> {
        vec![Value::Bool(false); self.body.slots.len()]
    }

    /// The position at some numbers, of which there are as many as the pattern takes.
    pub fn position(
        &self,
        instance: &Instance,
        budget: &Budget<'_>,
        frame: &mut [Value],
        numbers: &[Int],
    ) -> Evaluated<Arc<Position>> {
        if let Some(slot) = self.line {
            frame[slot.index()] = Value::List(numbers.iter().cloned().map(Value::Int).collect());
        }
        self.position_at(instance, budget, frame, numbers.iter().cloned().map(Value::Int))
    }

    /// The position at some values of the variables' types.
    pub fn position_at(
        &self,
        instance: &Instance,
        budget: &Budget<'_>,
        frame: &mut [Value],
        values: impl Iterator<Item = Value>,
    ) -> Evaluated<Arc<Position>> {
        for ((_, slot), value) in self.variables.iter().zip(values) {
            frame[slot.index()] = value;
        }
        match Evaluator::new(instance, budget).value(&self.body.expr, frame)? {
            Value::Position(position) => Ok(position),
            // The checker lets nothing else through.
            _ => Ok(Arc::new(Position::normal(Sum::default()))),
        }
    }
}

/// A variable with the integers that it goes through.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The variable.
    pub name: String,
    /// What it goes through, in order.
    pub values: Values,
}

/// Integers in an order.
#[derive(Debug, Clone)]
pub enum Values {
    /// From the first, so many, one after the other.
    Consecutive(Int, u64),
    /// One by one.
    Listed(Vec<Int>),
}

impl Axis {
    /// How many integers there are.
    pub fn len(&self) -> u64 {
        match &self.values {
            Values::Consecutive(_, count) => *count,
            Values::Listed(values) => values.len() as u64,
        }
    }

    /// Whether there is no integer to go through.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The integer at a place, counted from 0.
    pub fn at(&self, place: u64) -> Int {
        match &self.values {
            Values::Consecutive(first, _) => first + &Int::from(place),
            Values::Listed(values) => values[place as usize].clone(),
        }
    }
}

/// `NAME=RANGE`, as it was given beside the file.
#[derive(Debug, Clone)]
pub struct RangeText {
    /// The variable.
    pub name: String,
    /// An expression.
    pub range: String,
}

impl RangeText {
    /// `NAME=RANGE`
    pub fn text(&self) -> String {
        format!("{}={}", self.name, self.range)
    }
}

/// The expression in `NAME=EXPR`, whose name stands before it so that labels can point at both.
pub(super) fn parse_named(
    source: &str,
    file: FileId,
    name: &str,
    text: &str,
) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let padded = format!("{}{text}", " ".repeat(name.len() + 1));
    syntax::parse_expression(file, &Source::new(source, padded))
}

impl Opened {
    /// Reads a pattern that was given beside the file. Its variables stand in the order of the text.
    pub fn pattern(
        &mut self,
        text: &str,
        variables: Variables,
        loader: &dyn Loader,
    ) -> Result<Pattern, Vec<Diagnostic>> {
        let text = self.completed(text);
        let file = self.sources.add("the pattern", text.as_str());
        let (expr, diagnostics) = syntax::parse_expression(file, self.sources.get(file));
        let (Some(expr), Some(modules), Some(instance)) = (expr, &self.modules, &self.instance) else {
            return Err(diagnostics);
        };
        let (open, diagnostics) =
            check::check_pattern(&instance.program, modules, &self.sources, loader, &expr, variables);
        let Some(open) = open else { return Err(errors::with_known_names(diagnostics, &instance.program)) };
        let name = |slot: &SlotId| (open.body.slots[slot.index()].name.clone(), *slot);
        let variables = open.variables.iter().map(name).collect();
        Ok(Pattern { text, variables, line: open.line, body: open.body })
    }

    /// Reads the ranges of a pattern's variables, and brings the variables into their order.
    pub fn axes(
        &mut self,
        pattern: &mut Pattern,
        ranges: &[RangeText],
        loader: &dyn Loader,
        budget: &Budget<'_>,
    ) -> Result<Vec<Axis>, Vec<Diagnostic>> {
        let (mut axes, mut order, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for range in ranges {
            let file = self.sources.add("a range", format!("{}={}", range.name, range.range));
            match self.variable(pattern, &order, range, file) {
                Ok(variable) => order.push(variable),
                Err(problem) => {
                    problems.push(*problem);
                    continue;
                }
            }
            match self.values(range, file, loader, budget) {
                Ok(values) => axes.push(Axis { name: range.name.clone(), values }),
                Err(more) => problems.extend(more),
            }
        }
        problems.extend(pattern.line.map(|slot| errors::line_in_table(&pattern.body.slots[slot.index()])));
        let missing = pattern.variables.iter().filter(|it| !order.contains(it));
        problems.extend(missing.map(|(_, slot)| errors::no_range(&pattern.body.slots[slot.index()])));
        if problems.is_empty() {
            pattern.variables = order;
            Ok(axes)
        } else {
            Err(problems)
        }
    }

    /// The variable that a range is for.
    fn variable(
        &self,
        pattern: &Pattern,
        before: &[(String, SlotId)],
        range: &RangeText,
        file: FileId,
    ) -> Result<(String, SlotId), Box<Diagnostic>> {
        let found = pattern.variables.iter().find(|(name, _)| *name == range.name);
        match found {
            Some(found) if before.contains(found) => Err(Box::new(errors::range_twice(range, file))),
            Some(found) => Ok(found.clone()),
            None => {
                let program = self.instance.as_ref().map(|instance| &instance.program);
                Err(Box::new(errors::no_variable(range, file, pattern, program)))
            }
        }
    }

    fn values(
        &self,
        range: &RangeText,
        file: FileId,
        loader: &dyn Loader,
        budget: &Budget<'_>,
    ) -> Result<Values, Vec<Diagnostic>> {
        let (expr, diagnostics) = parse_named("a range", file, &range.name, &range.range);
        let (Some(expr), Some(modules), Some(instance)) = (expr, &self.modules, &self.instance) else {
            return Err(diagnostics);
        };
        let (body, diagnostics) =
            check::check_integers(&instance.program, modules, &self.sources, loader, &expr);
        let body = body.ok_or(diagnostics)?;
        let value = instance.evaluate(&body, budget);
        let value =
            value.map_err(|problem| vec![errors::range_without_value(instance, range, &body, &problem)])?;
        integers(&value).ok_or_else(|| vec![errors::range_too_long(range, &body)])
    }
}

/// The integers of a collection, or the integer itself; `None` when there are more than can be counted.
fn integers(value: &Value) -> Option<Values> {
    Some(match value {
        Value::Range(range) => {
            let (low, high) = &**range;
            Values::Consecutive(low.clone(), u64::try_from((high - low).to_i64()?).ok()?)
        }
        Value::List(values) | Value::Set(values) => {
            Values::Listed(values.iter().filter_map(integer).collect())
        }
        Value::Int(only) => Values::Listed(vec![only.clone()]),
        _ => Values::Listed(Vec::new()),
    })
}

fn integer(value: &Value) -> Option<Int> {
    match value {
        Value::Int(int) => Some(int.clone()),
        _ => None,
    }
}
