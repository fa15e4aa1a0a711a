//! Reads patterns, and the ranges of their variables, from texts of the command line.

use super::pattern::{Axis, Pattern, RangeText, Values};
use super::{Opened, errors, typed};
use crate::check::{self, Variables};
use crate::diagnostic::Diagnostic;
use crate::ir::{SlotId, Value};
use crate::number::Int;
use crate::position::Budget;
use crate::source::{FileId, Loader, Source};
use crate::syntax::{self, ast};

/// Parses `text`, the expression in `NAME=EXPR`. Spans count from the beginning of the name, so
/// that labels can point at both.
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
    /// Reads a pattern from the command line. The variables are in the order in which the text
    /// mentions them.
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
        let Some(open) = open else {
            return Err(
                match typed::lone_name(&expr).filter(|name| instance.program.find_game(name).is_none()) {
                    Some(name) => vec![errors::neither_game_nor_start(name, expr.span, &instance.program)],
                    None => errors::with_known_names(diagnostics, &instance.program),
                },
            );
        };
        let name = |slot: &SlotId| (open.body.slots[slot.index()].name.clone(), *slot);
        let variables = open.variables.iter().map(name).collect();
        Ok(Pattern { text, variables, line: open.line, body: open.body })
    }

    /// Reads a range for each variable of a pattern, and puts the variables into the order of the
    /// ranges. Errors are a variable without a range or with two, a range without a variable, and a
    /// pattern that mentions `line`.
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

    /// The variable of the pattern that a range names; an error if it is among those `before`.
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

    /// The integers of a range.
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
        let body = body.ok_or_else(|| diagnostics.into_iter().map(errors::in_range).collect::<Vec<_>>())?;
        let value = instance.evaluate(&body, budget);
        let value =
            value.map_err(|problem| vec![errors::range_without_value(instance, range, &body, &problem)])?;
        integers(&value).ok_or_else(|| vec![errors::range_too_long(range, &body)])
    }
}

/// The integers of a collection, or a single integer; `None` if a range has 2^63 or more.
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
