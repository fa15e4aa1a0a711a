//! Converts values from one type to another, where the checker has inserted a conversion.

use super::arithmetic::real_value;
use super::evaluator::{Evaluator, problem};
use super::{Evaluated, ProblemKind};
use crate::ir::graph::Vertex;
use crate::ir::value::shared::{parts, place};
use crate::ir::{Conversion, Value};
use crate::number::Real;
use crate::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The collections that were already converted, each with its result, so that shared values stay
/// shared. The key holds the addresses of the conversion and of the collection; because the map
/// keeps the collection, no other collection gets its address.
type Known = FxHashMap<(usize, usize), (Value, Value)>;

impl Evaluator<'_, '_> {
    pub(super) fn convert(&mut self, conversion: &Conversion, value: Value, span: Span) -> Evaluated<Value> {
        self.converted(conversion, value, span, &mut Known::default())
    }

    fn converted(
        &mut self,
        conversion: &Conversion,
        value: Value,
        span: Span,
        known: &mut Known,
    ) -> Evaluated<Value> {
        match (conversion, &value) {
            (Conversion::IntToReal, Value::Int(int)) => Ok(real_value(Real::from(int.clone()))),
            (Conversion::IntToVertex, Value::Int(int)) => {
                if int.is_negative() {
                    let value = int.to_string();
                    return Err(problem(span, ProblemKind::NegativeVertex { value }));
                }
                Ok(Value::Vertex(Vertex::Number(int.clone())))
            }
            (Conversion::ToVertex, _) => {
                let vertex = value.as_vertex();
                let vertex = vertex.ok_or_else(|| {
                    let value = crate::ir::print::value(&self.instance.program, &value);
                    problem(span, ProblemKind::NegativeVertex { value })
                })?;
                Ok(Value::Vertex(vertex))
            }
            (Conversion::RangeToList, _) => Ok(Value::List(self.elements(&value, span)?.into())),
            (Conversion::RangeToSet, _) => Ok(Value::Set(self.elements(&value, span)?.into())),
            (Conversion::Then(both), _) => {
                let value = self.converted(&both.0, value, span, known)?;
                self.converted(&both.1, value, span, known)
            }
            _ => {
                let Some(place) = parts(&value).map(place) else { return Ok(value) };
                let key = (std::ptr::from_ref(conversion).addr(), place);
                if let Some((_, converted)) = known.get(&key) {
                    return Ok(converted.clone());
                }
                let grown = || self.collection_converted(conversion, &value, span, known);
                let converted = stacker::maybe_grow(64 << 10, 4 << 20, grown)?;
                known.insert(key, (value, converted.clone()));
                Ok(converted)
            }
        }
    }

    fn collection_converted(
        &mut self,
        conversion: &Conversion,
        value: &Value,
        span: Span,
        known: &mut Known,
    ) -> Evaluated<Value> {
        let mut each = |inner: &Conversion, values: &Arc<[Value]>| {
            self.room::<Value>(values.len(), span)?;
            let converted = values.iter().map(|it| self.converted(inner, it.clone(), span, known));
            converted.collect::<Evaluated<Vec<_>>>()
        };
        Ok(match (conversion, value) {
            (Conversion::Elements(inner), Value::List(values)) => Value::List(each(inner, values)?.into()),
            (Conversion::Members(inner), Value::Set(values)) => {
                let members = each(inner, values)?;
                self.set(members, span)?
            }
            (Conversion::Parts(parts), Value::Tuple(values)) => {
                let mut converted = Vec::with_capacity(values.len());
                for (part, value) in parts.iter().zip(values.iter()) {
                    converted.push(match part {
                        Some(inner) => self.converted(inner, value.clone(), span, known)?,
                        None => value.clone(),
                    });
                }
                Value::Tuple(converted.into())
            }
            _ => value.clone(),
        })
    }
}
