//! Patterns: positions with variables, and the ranges of these variables.

use crate::ir::value::{Position, Sum};
use crate::ir::{Body, Expr, ExprKind, Slot, SlotId, Type, Value};
use crate::number::Int;
use crate::position::{Budget, Evaluated, Evaluator, Instance};
use crate::solve::Series;
use crate::source::Span;
use std::sync::Arc;

/// A position with variables: each undeclared name is a variable, usually an integer.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The pattern as text; a game name that the user omitted is inserted.
    pub text: String,
    /// The checked expression of the position.
    pub body: Body,
    /// The variables, in the order in which values are bound to them.
    pub variables: Vec<(String, SlotId)>,
    /// The slot of `line`, the list of all numbers, if the pattern mentions it.
    pub line: Option<SlotId>,
}

impl Pattern {
    /// The pattern that is a single variable, whose type is position.
    pub fn whole() -> Pattern {
        let (name, ty, span) = ("position".to_string(), Type::Position, Span::default());
        let expr = Expr { kind: ExprKind::Local(SlotId(0)), ty: ty.clone(), span };
        let slots = vec![Slot { name: name.clone(), span, ty }];
        let (body, variables) = (Body { slots, expr }, vec![(name.clone(), SlotId(0))]);
        Pattern { text: name, body, variables, line: None }
    }

    /// Whether all variables are integers.
    pub fn is_of_integers(&self) -> bool {
        self.types().iter().all(|ty| *ty == Type::Int)
    }

    /// The types of the variables, in their order.
    pub fn types(&self) -> Vec<Type> {
        self.variables.iter().map(|(_, slot)| self.body.slots[slot.index()].ty.clone()).collect()
    }

    /// Whether `count` numbers can be bound: one for each variable, and more if the pattern mentions `line`.
    pub fn takes(&self, count: usize) -> bool {
        match self.line {
            Some(_) => count >= self.variables.len(),
            None => count == self.variables.len(),
        }
    }

    /// The pattern as a series, for which a solver can prepare.
    pub fn series(&self) -> Series<'_> {
        let variables = self.variables.iter().map(|(_, slot)| *slot).collect();
        Series { body: &self.body, variables, line: self.line }
    }

    /// A frame for [`Pattern::position`]. One frame can be reused for many positions.
    pub fn frame(&self) -> Vec<Value> {
        vec![Value::Bool(false); self.body.slots.len()]
    }

    /// The position for these numbers, as many as the pattern takes.
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

    /// The position for these values, one for each variable and of its type.
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
            // The checker rejects everything else.
            _ => Ok(Arc::new(Position::normal(Sum::default()))),
        }
    }
}

/// A variable with its range.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The name of the variable.
    pub name: String,
    /// The integers of the variable's range, in order.
    pub values: Values,
}

/// A sequence of integers.
#[derive(Debug, Clone)]
pub enum Values {
    /// Consecutive ascending integers: the first, and how many there are.
    Consecutive(Int, u64),
    /// Any integers, listed in order.
    Listed(Vec<Int>),
}

impl Axis {
    /// How many integers the range has.
    pub fn len(&self) -> u64 {
        match &self.values {
            Values::Consecutive(_, count) => *count,
            Values::Listed(values) => values.len() as u64,
        }
    }

    /// Whether the range is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The integer at an index, counted from 0. Panics if a listed range is shorter.
    pub fn at(&self, place: u64) -> Int {
        match &self.values {
            Values::Consecutive(first, _) => first + &Int::from(place),
            Values::Listed(values) => values[place as usize].clone(),
        }
    }
}

/// The text `NAME=RANGE` from the command line.
#[derive(Debug, Clone)]
pub struct RangeText {
    /// The name of the variable or parameter.
    pub name: String,
    /// The range, as the text of an expression.
    pub range: String,
}

impl RangeText {
    /// The whole text `NAME=RANGE`.
    pub fn text(&self) -> String {
        format!("{}={}", self.name, self.range)
    }
}
