//! Defines positions as cases of components, and the answers of `sg`, `losing`, `winning`, `drawn`
//! and `equal` as relations.

use super::number::joined;
use super::{Defined, Definer, Linear, Number, Piece, Question, Scope, Sign, Stuck, Truth, Values};
use crate::ir::value::{Component, Form, Position, Sum};
use crate::ir::{Aggregate, Binary, Comparison, Convention, Expr, ExprKind, GameId, SlotId, Term, Value};
use crate::number::Int;
use crate::position::Range;
use crate::theory::automaton::{Automaton, Repeating, Track};

/// One case of a position: its components, if a condition holds.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The condition under which the position consists of these components.
    pub when: Automaton,
    /// The tracks that the case chooses: it applies if `when` holds for some numbers on them.
    pub fresh: Vec<Track>,
    /// The components, with their fields, or with the elements of the list that is the only field.
    pub parts: Vec<(GameId, Vec<Linear>)>,
    /// For a case of a move's target: the move, and the numbers that its names have. `None` for
    /// other positions, and if some name is not a number.
    pub played: Option<Played>,
}

/// A move with the numbers that its names denote, in order.
#[derive(Debug, Clone)]
pub struct Played {
    /// The index of the move in the rules of the game.
    pub rule: usize,
    /// The names in the order of their binders, with their numbers.
    pub bound: Vec<(SlotId, Linear)>,
}

/// A position that depends on tracks.
pub struct Positions {
    /// The cases. Wherever the position is defined, one case applies.
    pub ways: Vec<Parts>,
    /// The condition under which the position has no value, or an unknown one.
    pub undefined: Automaton,
}

/// The most components of a position, and the most cases of one; larger positions are refused.
const MOST_PARTS: usize = 64;

impl Definer<'_> {
    /// Defines the position that is the value of an expression.
    pub fn position(&self, expr: &Expr, scope: &Scope) -> Defined<Positions> {
        stacker::maybe_grow(64 << 10, 4 << 20, || self.position_of(expr, scope))
    }

    fn position_of(&self, expr: &Expr, scope: &Scope) -> Defined<Positions> {
        self.room.take(super::STEPS_A_NODE)?;
        match &expr.kind {
            ExprKind::Nothing => Ok(Positions::nothing()),
            ExprKind::Component(game, arguments) => self.component(*game, arguments, scope),
            ExprKind::Binary(Binary::AddPositions, a, b) => {
                self.beside(self.position(a, scope)?, self.position(b, scope)?)
            }
            ExprKind::Binary(Binary::Copies, count, position) => {
                let count = self.number(count, scope)?;
                let count = count.as_constant().and_then(Int::to_usize).filter(|it| *it <= MOST_PARTS);
                let mut all = Positions::nothing();
                for _ in 0..count.ok_or(Stuck::Undefinable)? {
                    all = self.beside(all, self.position(position, scope)?)?;
                }
                Ok(all)
            }
            ExprKind::If(parts) => {
                let condition = self.truth(&parts[0], scope)?;
                let (yes, no) = (self.position(&parts[1], scope)?, self.position(&parts[2], scope)?);
                let fails = self.fails(&condition)?;
                let mut ways = Vec::new();
                let mut undefined = condition.unknown.clone();
                for (positions, here) in [(yes, &condition.holds), (no, &fails)] {
                    undefined = undefined.or(&positions.undefined.and(here, self.room)?, self.room)?;
                    for way in positions.ways {
                        let when = way.when.and(here, self.room)?;
                        if !when.is_nothing() {
                            ways.push(Parts { when, ..way });
                        }
                    }
                }
                Ok(Positions { ways, undefined })
            }
            ExprKind::Let(pattern, parts) => match self.bound(&parts[0], scope)? {
                super::Bound::Unknown => Err(Stuck::Undefinable),
                bound => {
                    let missing = self.missing(&bound)?;
                    let positions = self.position(&parts[1], &self.bind(scope, pattern, bound))?;
                    self.positions_except(positions, &missing)
                }
            },
            ExprKind::Call(id, arguments) => {
                let (inner, missing) = self.called(*id, arguments, scope)?;
                let body = &self.instance.program.functions[id.index()].body.expr;
                self.positions_except(self.position(body, &inner)?, &missing)
            }
            ExprKind::AggregateFor(Aggregate::SumPositions, clauses, element) => {
                let (scopes, missing) = self.unrolled(clauses, scope)?;
                let mut all = Positions::nothing();
                for inner in scopes {
                    all = self.beside(all, self.position(element, &inner)?)?;
                }
                self.positions_except(all, &missing)
            }
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Makes positions undefined also where `missing` holds.
    fn positions_except(&self, mut positions: Positions, missing: &Automaton) -> Defined<Positions> {
        for way in &mut positions.ways {
            way.when = way.when.and(&missing.not(), self.room)?;
        }
        positions.undefined = positions.undefined.or(missing, self.room)?;
        Ok(positions)
    }

    fn component(&self, game: GameId, arguments: &[Expr], scope: &Scope) -> Defined<Positions> {
        let whole = Parts {
            when: Automaton::constant(true),
            fresh: Vec::new(),
            parts: vec![(game, Vec::new())],
            played: None,
        };
        let mut positions = Positions { ways: vec![whole], undefined: Automaton::constant(false) };
        let numbers = numbers(arguments, &self.instance.fields[game.index()]).ok_or(Stuck::Undefinable)?;
        for (argument, range) in numbers {
            if argument.ty != crate::ir::Type::Int {
                return Err(Stuck::Undefinable);
            }
            let number = self.number(argument, scope)?;
            let inside = self.in_range(&number, range)?;
            positions.undefined = positions.undefined.or(&inside.holds.not(), self.room)?;
            let mut ways = Vec::new();
            for way in &positions.ways {
                for piece in &number.pieces {
                    let when = way.when.and(&piece.when, self.room)?.and(&inside.holds, self.room)?;
                    if when.is_nothing() {
                        continue;
                    }
                    let mut way = Parts { when, fresh: joined(&way.fresh, &piece.fresh), ..way.clone() };
                    way.parts[0].1.push(piece.value.clone());
                    ways.push(way);
                }
            }
            positions.ways = ways;
        }
        Ok(positions)
    }

    /// Returns the sum of two positions.
    fn beside(&self, a: Positions, b: Positions) -> Defined<Positions> {
        let mut ways = Vec::new();
        for left in &a.ways {
            for right in &b.ways {
                let when = left.when.and(&right.when, self.room)?;
                if when.is_nothing() {
                    continue;
                }
                let parts = [&*left.parts, &*right.parts].concat();
                ways.push(Parts { when, fresh: joined(&left.fresh, &right.fresh), parts, played: None });
                if ways.len() > MOST_PARTS || ways.iter().any(|way| way.parts.len() > MOST_PARTS) {
                    return Err(Stuck::TooLarge);
                }
            }
        }
        Ok(Positions { ways, undefined: a.undefined.or(&b.undefined, self.room)? })
    }

    /// Defines `sg(P)`.
    pub(super) fn value_of(&self, expr: &Expr, scope: &Scope) -> Defined<Number> {
        let positions = self.position(expr, scope)?;
        let mut all = Number { pieces: Vec::new(), undefined: positions.undefined };
        for way in positions.ways {
            let mut value = Number::constant(Int::ZERO);
            for (game, fields) in &way.parts {
                value = self.nim_sum(&value, &self.component_value(*game, fields)?)?;
            }
            for piece in value.pieces {
                let when = way.when.and(&piece.when, self.room)?;
                let fresh = joined(&way.fresh, &piece.fresh);
                all.pieces.push(Piece { when, fresh, value: piece.value });
            }
            let missing = self.hide(way.when.and(&value.undefined, self.room)?, &way.fresh)?;
            all.undefined = all.undefined.or(&missing, self.room)?;
        }
        let mut number = self.merged(all)?;
        for piece in &mut number.pieces {
            piece.when = piece.when.and(&number.undefined.not(), self.room)?;
        }
        Ok(number)
    }

    /// The value of a component whose fields depend on tracks.
    pub fn component_value(&self, game: GameId, fields: &[Linear]) -> Defined<Number> {
        match self.known.values(game).as_deref() {
            Some(Values::Repeating(sequence)) => match fields {
                [place] if sequence.saltus == 0 => self.among_places(sequence, place),
                [place] => {
                    let (at, value) = (self.fresh(), self.fresh());
                    let relation = Automaton::value_at(sequence, at, value, self.room)?;
                    let relation = self.placed(&relation, &[at], std::slice::from_ref(place))?;
                    Ok(Number::chosen_by(relation, value))
                }
                _ => Err(Stuck::Undefinable),
            },
            Some(Values::Related { fields: tracks, value, relation }) => {
                // The tracks belong to another definer, so all of them are renamed at once.
                let (fresh, found) = (tracks.iter().map(|_| self.fresh()).collect::<Vec<_>>(), self.fresh());
                let name = |track: Track| tracks.iter().position(|it| *it == track).map(|at| fresh[at]);
                let renamed = relation
                    .renamed(|track| if track == *value { found } else { name(track).unwrap_or(track) });
                Ok(Number::chosen_by(self.placed(&renamed, &fresh, fields)?, found))
            }
            Some(Values::Sets { fields: tracks, sets }) => {
                let mut pieces = Vec::new();
                for (value, set) in sets.iter().enumerate() {
                    let when = self.placed(set, tracks, fields)?;
                    pieces.push(Piece { when, fresh: Vec::new(), value: Linear::constant(Int::from(value)) });
                }
                Ok(Number { pieces, undefined: Automaton::constant(false) })
            }
            None => self.value_said_or_asked(game, fields),
        }
    }

    /// Returns the value that a theorem states. If none does and the fields are constants, asks for
    /// the value of this single component.
    fn value_said_or_asked(&self, game: GameId, fields: &[Linear]) -> Defined<Number> {
        if let Some(said) = self.known.said(game, Question::Value, fields.len())
            && let Some(value) = self.said_value(&said, fields)?
        {
            return Ok(value);
        }
        match self.single(game, fields, Convention::Normal, Term::Sg)? {
            Some(Value::Int(value)) => Ok(Number::constant(value)),
            _ => Err(Stuck::Undefinable),
        }
    }

    /// Answers a question about a component; fails unless its fields are constants.
    fn single(
        &self,
        game: GameId,
        fields: &[Linear],
        convention: Convention,
        term: Term,
    ) -> Defined<Option<Value>> {
        let constants = fields.iter().map(|field| field.as_constant().cloned().map(Value::Int));
        let mut state = constants.collect::<Option<Vec<Value>>>().ok_or(Stuck::Undefinable)?;
        if let [Range::List(_)] = &*self.instance.fields[game.index()] {
            state = vec![Value::List(state.into())];
        }
        let component = Component { game, state: state.into() };
        self.ask(term, Position { convention, form: Form::Sum(Sum::one(component)) })
    }

    /// Substitutes linear forms for tracks of a relation.
    pub fn placed(&self, relation: &Automaton, tracks: &[Track], places: &[Linear]) -> Defined<Automaton> {
        let fresh: Vec<Track> = tracks.iter().map(|_| self.fresh()).collect();
        let at = |track: Track| tracks.iter().position(|it| *it == track);
        let mut relation = relation.renamed(|track| at(track).map_or(track, |at| fresh[at]));
        for (track, place) in fresh.iter().zip(places) {
            let here = Linear::unknown(*track).sub(place).is_zero(self.room)?;
            relation = relation.and(&here, self.room)?.exists(*track, self.room)?;
        }
        Ok(relation)
    }

    /// Returns the value at an index of a sequence without saltus. The result has one piece for
    /// each different value.
    fn among_places(&self, sequence: &Repeating, place: &Linear) -> Defined<Number> {
        let mut values = sequence.values.clone();
        values.sort_unstable();
        values.dedup();
        let mut pieces = Vec::new();
        for value in values {
            let track = self.fresh();
            let places = Automaton::places(sequence, track, self.room, |it| it == value)?;
            let when = self.placed(&places, &[track], std::slice::from_ref(place))?;
            pieces.push(Piece { when, fresh: Vec::new(), value: Linear::constant(Int::from(value)) });
        }
        Ok(Number { pieces, undefined: Automaton::constant(false) })
    }

    /// Defines the truth of `losing(P)`, `winning(P)`, `drawn(P)` or `equal(P, Q)`.
    pub(super) fn term_truth(&self, term: Term, positions: &[Expr], scope: &Scope) -> Defined<Truth> {
        match term {
            Term::Losing => self.losing(&positions[0], scope),
            Term::Winning => {
                // Games whose lost positions are known here have no draws.
                let losing = self.losing(&positions[0], scope)?;
                Ok(Truth { holds: self.fails(&losing)?, unknown: losing.unknown })
            }
            Term::Drawn => {
                let losing = self.losing(&positions[0], scope)?;
                Ok(Truth { holds: Automaton::constant(false), unknown: losing.unknown })
            }
            Term::Equal => self.equal_values(&positions[0], &positions[1], scope),
            _ => Err(Stuck::Undefinable),
        }
    }

    fn losing(&self, expr: &Expr, scope: &Scope) -> Defined<Truth> {
        let (convention, inner) = match &expr.kind {
            ExprKind::Convention(convention, inner) => (*convention, &**inner),
            _ => (Convention::Normal, expr),
        };
        self.lost_positions(self.position(inner, scope)?, convention)
    }

    /// The condition under which the player who faces one of these positions loses.
    pub(super) fn lost_positions(&self, positions: Positions, convention: Convention) -> Defined<Truth> {
        let mut all = Truth { holds: Automaton::constant(false), unknown: positions.undefined };
        for way in &positions.ways {
            let here = self.lost_way(&way.parts, convention)?;
            let holds = self.hide(way.when.and(&here.holds, self.room)?, &way.fresh)?;
            let unknown = self.hide(way.when.and(&here.unknown, self.room)?, &way.fresh)?;
            all.holds = all.holds.or(&holds, self.room)?;
            all.unknown = all.unknown.or(&unknown, self.room)?;
        }
        all.holds = all.holds.and(&all.unknown.not(), self.room)?;
        Ok(all)
    }

    /// The condition under which the player who faces these components together loses.
    pub fn lost_way(&self, parts: &[(GameId, Vec<Linear>)], convention: Convention) -> Defined<Truth> {
        if let [(game, fields)] = parts {
            if let Some(lost) = self.known.lost(*game, convention) {
                return Ok(Truth::known(self.placed(&lost.relation, &lost.fields, fields)?));
            }
            if let Some(said) = self.known.said(*game, Question::Lost(convention), fields.len())
                && let Some(lost) = self.said_lost(&said, fields)?
            {
                return Ok(lost);
            }
            let searched = convention != Convention::Normal || self.known.values(*game).is_none();
            if searched && let Ok(losing) = self.single(*game, fields, convention, Term::Losing) {
                // A position that is neither lost nor won is a draw; draws are not expressed here.
                let winning = self.single(*game, fields, convention, Term::Winning)?;
                return Ok(match (losing, winning) {
                    (Some(Value::Bool(true)), _) => Truth::constant(true),
                    (_, Some(Value::Bool(true))) => Truth::constant(false),
                    _ => Truth::unknown(),
                });
            }
        }
        let by_values = match convention {
            Convention::Normal => true,
            Convention::Misere => parts.iter().all(|part| self.known.is_plain_under_misere(part.0)),
            Convention::Anti => false,
        };
        if !by_values {
            return Err(Stuck::Undefinable);
        }
        match self.lost_by_values(parts, convention) {
            Err(Stuck::Undefinable) if convention == Convention::Normal && parts.len() > 1 => {
                self.lost_by_pairs(parts)
            }
            lost => lost,
        }
    }

    /// The condition under which these components are lost as a sum, if values decide that.
    fn lost_by_values(&self, parts: &[(GameId, Vec<Linear>)], convention: Convention) -> Defined<Truth> {
        let (zero, one) = (Number::constant(Int::ZERO), Number::constant(Int::ONE));
        let mut sum = zero.clone();
        let mut all_small = Truth::constant(true);
        for (game, fields) in parts {
            let value = self.component_value(*game, fields)?;
            all_small = self.and(&all_small, &self.compared(&value, Comparison::Le, &one)?)?;
            sum = self.nim_sum(&sum, &value)?;
        }
        match convention {
            Convention::Normal => self.compared(&sum, Comparison::Eq, &zero),
            // Under misère play the loser faces an odd number of ones, or else value 0 (T03).
            _ => {
                let goal = self.chosen(&all_small, &one, &zero)?;
                self.compared(&sum, Comparison::Eq, &goal)
            }
        }
    }
}

/// The numbers that make up a component, each with its range: the fields of the component, or the
/// elements of its only field, if that field is a literal list. `None` if there are not as many
/// arguments as fields.
fn numbers<'e>(arguments: &'e [Expr], ranges: &'e [Range]) -> Option<Vec<(&'e Expr, &'e Range)>> {
    if let ([Expr { kind: ExprKind::List(elements), .. }], [Range::List(range)]) = (arguments, ranges) {
        return Some(elements.iter().map(|element| (element, &**range)).collect());
    }
    (arguments.len() == ranges.len()).then(|| arguments.iter().zip(ranges).collect())
}

impl Number {
    /// The number on a track that a relation determines; the relation must determine one
    /// everywhere.
    pub fn chosen_by(relation: Automaton, value: Track) -> Number {
        let piece = Piece { when: relation, fresh: vec![value], value: Linear::unknown(value) };
        Number { pieces: vec![piece], undefined: Automaton::constant(false) }
    }
}

impl Positions {
    fn nothing() -> Positions {
        let nothing =
            Parts { when: Automaton::constant(true), fresh: Vec::new(), parts: Vec::new(), played: None };
        Positions { ways: vec![nothing], undefined: Automaton::constant(false) }
    }
}
