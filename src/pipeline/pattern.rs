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
    /// The position as text, the name of the only game included.
    pub text: String,
    /// The position.
    pub body: Body,
    /// The variables, in the order in which values are bound to them.
    pub variables: Vec<(String, SlotId)>,
    /// The list of all numbers, if the pattern mentions `line`.
    pub line: Option<SlotId>,
}

impl Pattern {
    /// The pattern that is a single variable of type position.
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

    /// The types of its variables.
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

    /// A frame for [`Pattern::position`], which can be used many times.
    pub fn frame(&self) -> Vec<Value> {
        vec![Value::Bool(false); self.body.slots.len()]
    }

    /// The position at some numbers, as many as the pattern takes.
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

    /// The position at values of the variables' types.
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
    /// The variable.
    pub name: String,
    /// The values of its range, in order.
    pub values: Values,
}

/// Integers in an order.
#[derive(Debug, Clone)]
pub enum Values {
    /// Consecutive integers: the first, and their number.
    Consecutive(Int, u64),
    /// Listed one by one.
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

    /// Whether the range is empty.
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
