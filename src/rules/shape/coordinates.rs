//! Rewrites games in other coordinates for the same positions: numbers that begin at 1 or count up
//! to a bound, the distance between two numbers, counters that no rule reads.
//!
//! In the rules, each field is replaced by its expression in the coordinates, and nothing else
//! changes. So each state of the game whose coordinates are not negative has the same moves as a
//! state of the other game. If all targets of that game are naturals, and the fields of the game
//! stay in their types, play does not leave these states. A field with a bounded type becomes a
//! number from its least value on, without an upper bound. If the fields stay in their types, the
//! upper bound affects no move unless a condition states it, and then the other game has different
//! moves.

mod growing;
mod proofs;
mod suggested;

pub use suggested::candidates;

use super::rewritten::{Rewriting, rewritten};
use crate::ir::{Binary, Clause, Comparison, Domain, Expr, ExprKind, Field, GameId, SlotId, Type, Value};
use crate::number::Int;
use crate::position::{Budget, Instance, Range};

/// How a field follows from a natural `n` of the other game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Coordinate {
    /// The field is the coordinate; it may have any type.
    Same,
    /// The field is `low + n`.
    Above(Int),
    /// The field is `n`, and no move is legal where `n` is less than this number.
    From(Int),
    /// The field is `high - n`.
    Below(Int),
    /// The field is `low + n`, where `n` is at most `high - low`.
    Within(Int, Int),
    /// The field is `high - n`, where `n` is at most `high - low`.
    Under(Int, Int),
    /// The field is the field at this index, plus `n`.
    After(usize),
    /// Only the distance of another field from this field matters: the other game lacks this field,
    /// and the rules read 0 in its place.
    Origin,
    /// No rule reads the field: the other game lacks it.
    Unread,
}

/// The coordinates of all fields of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinates(Vec<Coordinate>);

impl Coordinate {
    /// Whether the other game lacks the field.
    fn is_left_out(&self) -> bool {
        matches!(self, Coordinate::Unread | Coordinate::Origin)
    }

    /// Returns the type of the coordinate in the other game.
    fn domain(&self, field: &Field) -> Domain {
        let literal =
            |int: Int| Expr { kind: ExprKind::Literal(Value::Int(int)), ty: Type::Int, span: field.span };
        match self {
            Coordinate::Same => field.domain.clone(),
            Coordinate::Within(low, high) | Coordinate::Under(low, high) => {
                Domain::Between(Box::new(literal(Int::ZERO)), Box::new(literal(high - low)))
            }
            _ => Domain::Nat,
        }
    }
}

impl Coordinates {
    /// Returns the other game: the game with these coordinates as fields. `None` if its program
    /// cannot be evaluated.
    pub fn rewritten(&self, instance: &Instance, game: GameId, budget: &Budget<'_>) -> Option<Instance> {
        let rules = instance.program.game(game);
        let kept = |at: &usize| !self.0[*at].is_left_out();
        let (mut order, unread): (Vec<usize>, Vec<usize>) = (0..self.0.len()).partition(kept);
        let fields = order.iter().map(|at| {
            let field = rules.fields[*at].clone();
            Field { domain: self.0[*at].domain(&field), ..field }
        });
        let fields = fields.collect();
        let first = (0..self.0.len()).map(|at| self.first(at, &rules.fields, &order)).collect();
        let arguments = |arguments: Vec<Expr>| {
            let of = |at: usize| self.argument(at, &arguments);
            (0..self.0.len()).filter_map(of).collect()
        };
        order.extend(unread);
        let rewriting = Rewriting { fields, order, first, arguments: &arguments };
        let other = rewritten(instance, game, rewriting, budget)?;
        let played = self.played(&other, game);
        if played.is_empty() {
            return Some(other);
        }
        let mut program = other.program;
        for it in &mut program.games[game.index()].moves {
            it.clauses.splice(0..0, played.iter().cloned().map(Clause::If));
        }
        Instance::new(program, budget).0
    }

    /// Returns the conditions `low <= field` that [`Coordinate::From`] adds to all moves of the
    /// other game.
    fn played(&self, other: &Instance, game: GameId) -> Vec<Expr> {
        let kept = self.0.iter().filter(|it| !it.is_left_out()).zip(&other.program.game(game).fields);
        let condition = |(at, (coordinate, field)): (usize, (&Coordinate, &Field))| {
            let Coordinate::From(low) = coordinate else { return None };
            let field =
                Expr { kind: ExprKind::Local(SlotId(at as u32)), ty: field.domain.ty(), span: field.span };
            let (span, low) = (field.span, number(low, &field));
            let kind = ExprKind::Compare(Box::new(low), vec![(Comparison::Le, field)]);
            Some(Expr { kind, ty: Type::Bool, span })
        };
        kept.enumerate().filter_map(condition).collect()
    }

    /// Whether every field is evidently in its type if the coordinates are in theirs. `false` for
    /// fields that are left out because no rule reads them, and for [`Coordinate::From`] and
    /// [`Coordinate::Below`].
    pub fn are_naturals_only(&self, instance: &Instance, game: GameId) -> bool {
        let lies = |(coordinate, range): (&Coordinate, &Range)| match coordinate {
            Coordinate::Same => true,
            Coordinate::Above(low) => match range {
                Range::Nat => !low.is_negative(),
                range => *range == Range::Any,
            },
            Coordinate::Within(low, high) | Coordinate::Under(low, high) => match range {
                Range::Nat => !low.is_negative(),
                Range::Between(least, greatest) => least <= low && high <= greatest,
                range => *range == Range::Any,
            },
            Coordinate::After(_) | Coordinate::Origin => matches!(range, Range::Nat | Range::Any),
            Coordinate::From(_) | Coordinate::Below(_) | Coordinate::Unread => false,
        };
        self.0.iter().zip(&instance.fields[game.index()]).all(lies)
    }

    /// Whether some field of the other game has an upper bound.
    pub fn have_bounds(&self) -> bool {
        self.0.iter().any(|it| matches!(it, Coordinate::Within(..) | Coordinate::Under(..)))
    }

    /// Whether the other game lacks some fields that no rule reads.
    pub fn leave_out_some(&self) -> bool {
        self.0.contains(&Coordinate::Unread)
    }

    /// Returns the expression in the coordinates that replaces a field in the rules. `order` are
    /// the fields that the other game has.
    fn first(&self, at: usize, fields: &[Field], order: &[usize]) -> Expr {
        let span = fields[at].span;
        let place = order.iter().position(|kept| *kept == at).unwrap_or_default();
        let local = Expr { kind: ExprKind::Local(SlotId(place as u32)), ty: fields[at].domain.ty(), span };
        match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) => local,
            Coordinate::Above(low) | Coordinate::Within(low, _) => {
                binary(Binary::Add, number(low, &local), local)
            }
            Coordinate::Below(high) | Coordinate::Under(_, high) => {
                binary(Binary::Subtract, number(high, &local), local)
            }
            Coordinate::After(other) => binary(Binary::Add, self.first(*other, fields, order), local),
            // No rule reads the field, or rules read only distances from it, so 0 is as good as any
            // value.
            Coordinate::Unread | Coordinate::Origin => number(&Int::ZERO, &local),
        }
    }

    /// Returns the coordinate of field `at` of a component with these fields; `None` if the other
    /// game lacks that field.
    fn argument(&self, at: usize, fields: &[Expr]) -> Option<Expr> {
        let field = fields[at].clone();
        Some(match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) => field,
            Coordinate::Above(low) | Coordinate::Within(low, _) => {
                let low = number(low, &field);
                binary(Binary::Subtract, field, low)
            }
            Coordinate::Below(high) | Coordinate::Under(_, high) => {
                binary(Binary::Subtract, number(high, &field), field)
            }
            Coordinate::After(other) => binary(Binary::Subtract, field, fields[*other].clone()),
            Coordinate::Unread | Coordinate::Origin => return None,
        })
    }

    /// Converts a state to one of the other game; `None` if a coordinate is negative, or the field
    /// is outside the bounds of the coordinate.
    pub fn over(&self, state: &[Value]) -> Option<Vec<Value>> {
        let int = |at: usize| if let Value::Int(int) = &state[at] { Some(int) } else { None };
        let of = |(at, coordinate): (usize, &Coordinate)| -> Option<Option<Value>> {
            let natural = match coordinate {
                Coordinate::Same => return Some(Some(state.get(at)?.clone())),
                Coordinate::From(low) if int(at)? < low => return None,
                Coordinate::From(_) => return Some(Some(state.get(at)?.clone())),
                Coordinate::Unread | Coordinate::Origin => return Some(None),
                Coordinate::Within(_, high) if int(at)? > high => return None,
                Coordinate::Under(low, _) if int(at)? < low => return None,
                Coordinate::Above(low) | Coordinate::Within(low, _) => int(at)? - low,
                Coordinate::Below(high) | Coordinate::Under(_, high) => high - int(at)?,
                Coordinate::After(other) => int(at)? - int(*other)?,
            };
            (!natural.is_negative()).then_some(Some(Value::Int(natural)))
        };
        let over = self.0.iter().enumerate().map(of).collect::<Option<Vec<_>>>()?;
        Some(over.into_iter().flatten().collect())
    }

    /// Converts a state of the other game to one of this game; `None` if the other game lacks some
    /// of the fields.
    pub fn back(&self, over: &[Value]) -> Option<Vec<Value>> {
        if over.len() != self.0.len() {
            return None;
        }
        let field = |at: usize| self.field(at, over).map(Value::Int).or_else(|| over.get(at).cloned());
        (0..self.0.len()).map(field).collect()
    }

    /// Returns a field from the coordinates `over`; `None` if it is not an integer.
    fn field(&self, at: usize, over: &[Value]) -> Option<Int> {
        let Value::Int(natural) = &over[at] else { return None };
        Some(match &self.0[at] {
            Coordinate::Same | Coordinate::From(_) | Coordinate::Unread | Coordinate::Origin => {
                natural.clone()
            }
            Coordinate::Above(low) | Coordinate::Within(low, _) => low + natural,
            Coordinate::Below(high) | Coordinate::Under(_, high) => high - natural,
            Coordinate::After(other) => &self.field(*other, over)? + natural,
        })
    }

    /// Says in words which states have coordinates, such as `for 1 <= n`; `None` if all have.
    pub fn only(&self, instance: &Instance, game: GameId) -> Option<String> {
        let fields = &instance.program.game(game).fields;
        let limit = |(at, coordinate): (usize, &Coordinate)| {
            let name = &fields[at].name;
            let range = &instance.fields[game.index()][at];
            let bounded = matches!(range, Range::Between(..));
            match coordinate {
                Coordinate::Within(low, high) | Coordinate::Under(low, high) => {
                    let all = *range == Range::Between(low.clone(), high.clone());
                    (!all).then(|| format!("{low} <= {name} <= {high}"))
                }
                Coordinate::Above(low) if !bounded => Some(format!("{low} <= {name}")),
                Coordinate::From(low) if !bounded => Some(format!("{low} <= {name}")),
                Coordinate::Below(high) if !bounded => Some(format!("{name} <= {high}")),
                Coordinate::After(other) => Some(format!("{} <= {name}", fields[*other].name)),
                _ => None,
            }
        };
        let limits: Vec<String> = self.0.iter().enumerate().filter_map(limit).collect();
        (!limits.is_empty()).then(|| format!("for {}", limits.join(", ")))
    }

    /// Returns the coordinates as texts, such as `n - 1`; `names` are the names of the fields.
    /// Fields that the other game lacks are left out.
    pub fn words(&self, names: &[String]) -> Vec<String> {
        let of = |(name, coordinate): (&String, &Coordinate)| match coordinate {
            Coordinate::Same | Coordinate::From(_) => Some(name.clone()),
            Coordinate::Above(low) | Coordinate::Within(low, _) if low.is_zero() => Some(name.clone()),
            Coordinate::Above(low) | Coordinate::Within(low, _) => Some(format!("{name} - {low}")),
            Coordinate::Below(high) | Coordinate::Under(_, high) => Some(format!("{high} - {name}")),
            Coordinate::After(other) => Some(format!("{name} - {}", names[*other])),
            Coordinate::Unread | Coordinate::Origin => None,
        };
        names.iter().zip(&self.0).filter_map(of).collect()
    }
}

fn number(int: &Int, like: &Expr) -> Expr {
    Expr { kind: ExprKind::Literal(Value::Int(int.clone())), ty: Type::Int, span: like.span }
}

fn binary(op: Binary, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty: Type::Int, span }
}
