//! Evaluation with the cells of the board unknown.
//!
//! The reference evaluator evaluates expressions that do not mention cells. An expression that only
//! moves cells, such as `row ++ [x]`, has a result in which the cells stand as symbols. Where an
//! expression needs the value of a cell, evaluation stops with that cell, and `explore` runs it
//! again once for each value of the cell. For expressions without a rule here, all parts are
//! evaluated completely and the reference evaluator computes the result, so every expression has
//! its reference meaning.

use super::board::Board;
use super::errors::{Reason, Stop, not_local};
use super::symbol::{CellId, Member, Symbol, text_of};
use crate::ir::{
    Aggregate, Binary, Builtin, Clause, Expr, ExprKind, Pattern, SlotId, Type, Unary, Value, walk,
};
use crate::position::{Evaluator, Flow};
use crate::source::Span;

/// The values of the local names, by slot.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The known values; arbitrary where `symbols` has a symbol.
    pub values: Vec<Value>,
    /// The values that depend on cells; `None` for known values.
    pub symbols: Vec<Option<Symbol>>,
}

impl Frame {
    /// Makes a frame for `slots` names, the first of which have the values `first`.
    pub fn new(first: Vec<Symbol>, slots: usize) -> Frame {
        let slots = slots.max(first.len());
        let mut frame = Frame { values: vec![Value::Bool(false); slots], symbols: vec![None; slots] };
        first.into_iter().enumerate().for_each(|(slot, symbol)| frame.put(slot, symbol));
        frame
    }

    fn put(&mut self, slot: usize, symbol: Symbol) {
        match symbol {
            Symbol::Known(value) => (self.values[slot], self.symbols[slot]) = (value, None),
            symbol => self.symbols[slot] = Some(symbol),
        }
    }

    fn get(&self, slot: SlotId) -> Symbol {
        let slot = slot.index();
        self.symbols[slot].clone().unwrap_or_else(|| Symbol::Known(self.values[slot].clone()))
    }

    /// Whether no name in an expression has a value that depends on cells.
    fn knows(&self, expr: &Expr) -> bool {
        let mut knows = true;
        walk::everything(expr, &mut |inner| {
            if let ExprKind::Local(slot) = inner.kind {
                knows &= self.symbols[slot.index()].is_none();
            }
        });
        knows
    }
}

/// Evaluates expressions over a board.
pub struct Partial<'a, 'b> {
    /// The evaluator of the reference semantics.
    pub evaluator: Evaluator<'a, 'b>,
    /// The cells, with the values found so far.
    pub board: Board,
    /// The cells whose values are assumed at the moment, with the numbers of these values.
    pub assumed: Vec<(CellId, usize)>,
}

impl Partial<'_, '_> {
    /// Returns the value of a cell if a value is assumed at the moment, or if the current round
    /// tries only one value of the cell.
    pub fn assumption(&self, cell: CellId) -> Option<&Value> {
        known(&self.board, &self.assumed, cell)
    }

    fn cell(&self, cell: CellId, span: Span) -> Result<Value, Stop> {
        self.assumption(cell).cloned().ok_or(Stop::Needs(cell, span))
    }

    /// Returns the value of a symbol; stops if a cell in it has no assumed value, or if the symbol
    /// is a component.
    pub fn force(&self, symbol: &Symbol, span: Span) -> Result<Value, Stop> {
        let all =
            |parts: &[Symbol]| parts.iter().map(|part| self.force(part, span)).collect::<Result<_, _>>();
        match symbol {
            Symbol::Known(value) => Ok(value.clone()),
            Symbol::Cell(cell) => self.cell(*cell, span),
            Symbol::Text(letters) => {
                let letters: Vec<Value> = all(letters)?;
                text_of(&letters).ok_or_else(|| not_local(span, Reason::Length))
            }
            Symbol::List(parts) => all(parts).map(|parts: Vec<Value>| Value::List(parts.into())),
            Symbol::Tuple(parts) => all(parts).map(|parts: Vec<Value>| Value::Tuple(parts.into())),
            Symbol::Set(members) => {
                let mut inside = Vec::new();
                for (value, member) in members.iter() {
                    if self.is_member(*member, span)? {
                        inside.push(value.clone());
                    }
                }
                Ok(Value::Set(inside.into()))
            }
            Symbol::Component(..) => Err(not_local(span, Reason::Target)),
        }
    }

    /// Whether a value with the condition of membership `member` belongs to its set; stops if the
    /// cell of the condition has no assumed value.
    pub fn is_member(&self, member: Member, span: Span) -> Result<bool, Stop> {
        match member {
            Member::Always => Ok(true),
            Member::If(cell) => Ok(self.cell(cell, span)? == Value::Bool(true)),
        }
    }

    /// Evaluates an expression completely; stops if its value depends on a cell without assumed
    /// value.
    pub fn value(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Value, Stop> {
        let symbol = self.symbol(expr, frame)?;
        self.force(&symbol, expr.span)
    }

    /// Evaluates an expression of type `bool` completely.
    pub fn truth(&mut self, expr: &Expr, frame: &mut Frame) -> Result<bool, Stop> {
        Ok(self.value(expr, frame)? == Value::Bool(true))
    }

    /// Evaluates an expression as far as possible: the result may contain cells.
    pub fn symbol(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Symbol, Stop> {
        match &expr.kind {
            ExprKind::Local(slot) => return Ok(frame.get(*slot)),
            // Components are symbols, not values: their fields may contain cells.
            ExprKind::Component(game, fields) => {
                let fields = self.symbols(fields, frame)?;
                return Ok(Symbol::Component(*game, fields.into()));
            }
            ExprKind::Nothing | ExprKind::Binary(Binary::AddPositions | Binary::Copies, ..) => {
                return Err(not_local(expr.span, Reason::Target));
            }
            _ => {}
        }
        if expr.ty != Type::Position && frame.knows(expr) {
            return Ok(Symbol::Known(self.evaluator.value(expr, &mut frame.values)?));
        }
        self.evaluator.tick(1, expr.span)?;
        stacker::maybe_grow(64 << 10, 4 << 20, || self.unknown(expr, frame))
    }

    fn symbols(&mut self, exprs: &[Expr], frame: &mut Frame) -> Result<Vec<Symbol>, Stop> {
        exprs.iter().map(|expr| self.symbol(expr, frame)).collect()
    }

    /// Evaluates an expression that mentions cells.
    fn unknown(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Symbol, Stop> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Call(id, arguments) => self.call(id.index(), arguments, frame, span),
            ExprKind::Builtin(Builtin::Len, arguments) => self.length(expr, &arguments[0], frame),
            ExprKind::Builtin(Builtin::Indices, arguments) => self.indices(expr, &arguments[0], frame),
            ExprKind::Unary(Unary::Not, operand) => {
                Ok(Symbol::Known(Value::Bool(!self.truth(operand, frame)?)))
            }
            ExprKind::Binary(op, left, right) => self.binary(expr, *op, left, right, frame),
            ExprKind::Compare(first, rest) => {
                self.compare(first, rest, frame).map(|holds| Symbol::Known(Value::Bool(holds)))
            }
            ExprKind::If(parts) => {
                let chosen = self.truth(&parts[0], frame)?;
                self.symbol(if chosen { &parts[1] } else { &parts[2] }, frame)
            }
            ExprKind::Let(pattern, parts) => {
                let symbol = self.symbol(&parts[0], frame)?;
                self.bind(pattern, symbol, frame, span)?;
                self.symbol(&parts[1], frame)
            }
            ExprKind::List(parts) => self.symbols(parts, frame).map(Symbol::list),
            ExprKind::Tuple(parts) => self.symbols(parts, frame).map(Symbol::tuple),
            ExprKind::ListFor(clauses, element) => self.list_for(clauses, element, frame),
            ExprKind::SetFor(clauses, element) => self.set_for(clauses, element, frame),
            ExprKind::AggregateFor(aggregate, clauses, element) => self
                .aggregate_for(*aggregate, clauses, element, frame, span)
                .map_err(|stop| stop.seen_at(span)),
            ExprKind::Quantifier { forall, clauses, body } => {
                self.any_or_all(*forall, clauses, body, frame).map_err(|stop| stop.seen_at(span))
            }
            ExprKind::Index(parts) => self.index(parts, frame),
            ExprKind::Slice(parts) => self.slice(parts, frame),
            ExprKind::Part(base, at) => {
                let parts = self.symbol(base, frame)?.parts();
                let part = parts.and_then(|parts| parts.get(*at).cloned());
                part.ok_or_else(|| not_local(span, Reason::ReadsMany))
            }
            ExprKind::With { base, path, many, value } => self.with(base, path, *many, value, frame),
            _ => self.strict(expr, frame),
        }
    }

    /// Evaluates an expression that has no rule here: first its parts, then the whole by the
    /// reference semantics. Refuses an expression whose parts have no value by themselves.
    pub fn strict(&mut self, expr: &Expr, frame: &mut Frame) -> Result<Symbol, Stop> {
        if binds(expr) {
            return Err(not_local(expr.span, Reason::ReadsMany));
        }
        let mut plain = expr.clone();
        let mut stop = None;
        walk::children_mut(&mut plain, &mut |child| {
            if stop.is_none() {
                match self.value(child, frame) {
                    Ok(value) => child.kind = ExprKind::Literal(value),
                    Err(it) => stop = Some(it),
                }
            }
        });
        match stop {
            Some(stop) => Err(stop),
            None => Ok(Symbol::Known(self.evaluator.value(&plain, &mut frame.values)?)),
        }
    }

    fn call(&mut self, id: usize, arguments: &[Expr], frame: &mut Frame, span: Span) -> Result<Symbol, Stop> {
        let function = &self.evaluator.instance.program.functions[id];
        let arguments = self.symbols(arguments, frame)?;
        for (parameter, argument) in function.parameters.iter().zip(&arguments) {
            self.declared(&parameter.domain, argument, span)?;
        }
        let mut inner = Frame::new(arguments, function.body.slots.len());
        let result = self.symbol(&function.body.expr, &mut inner)?;
        self.declared(&function.result, &result, span)?;
        Ok(result)
    }

    fn binary(
        &mut self,
        expr: &Expr,
        op: Binary,
        left: &Expr,
        right: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        match op {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => {
                let left = self.truth(left, frame)?;
                let truth = match (op, left) {
                    (Binary::And, false) => false,
                    (Binary::Or, true) | (Binary::Implies, false) => true,
                    (Binary::Iff, false) => !self.truth(right, frame)?,
                    _ => self.truth(right, frame)?,
                };
                Ok(Symbol::Known(Value::Bool(truth)))
            }
            Binary::ConcatLists | Binary::ConcatTexts => {
                let (a, b) = (self.symbol(left, frame)?, self.symbol(right, frame)?);
                self.joined(op, &a, &b, expr.span)
            }
            Binary::Union | Binary::Intersection | Binary::Difference => {
                let (a, b) = (self.symbol(left, frame)?, self.symbol(right, frame)?);
                self.sets(op, &a, &b, expr.span)
            }
            _ => self.strict(expr, frame),
        }
    }

    /// Binds the names of a pattern to the parts of a symbol.
    pub fn bind(
        &mut self,
        pattern: &Pattern,
        symbol: Symbol,
        frame: &mut Frame,
        span: Span,
    ) -> Result<(), Stop> {
        match pattern {
            Pattern::Slot(slot) => frame.put(slot.index(), symbol),
            Pattern::Tuple(patterns) => {
                let symbol = if let Symbol::Cell(cell) = symbol {
                    Symbol::Known(self.cell(cell, span)?)
                } else {
                    symbol
                };
                let parts = symbol.parts().ok_or_else(|| not_local(span, Reason::ReadsMany))?;
                for (pattern, part) in patterns.iter().zip(parts) {
                    self.bind(pattern, part, frame, span)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the elements of a domain in order, each with the condition under which it belongs to
    /// the domain.
    pub fn elements(&mut self, domain: &Expr, frame: &mut Frame) -> Result<Vec<(Symbol, Member)>, Stop> {
        let symbol = self.symbol(domain, frame)?;
        let symbol = if let Symbol::Cell(cell) = symbol {
            Symbol::Known(self.cell(cell, domain.span)?)
        } else {
            symbol
        };
        match &symbol {
            Symbol::Set(members) => {
                Ok(members.iter().map(|(value, member)| (Symbol::Known(value.clone()), *member)).collect())
            }
            Symbol::Text(parts) | Symbol::List(parts) => {
                Ok(parts.iter().map(|part| (part.clone(), Member::Always)).collect())
            }
            Symbol::Known(value) => {
                let elements = self.evaluator.elements(value, domain.span)?;
                Ok(elements.into_iter().map(|value| (Symbol::Known(value), Member::Always)).collect())
            }
            _ => Err(not_local(domain.span, Reason::ReadsMany)),
        }
    }

    /// Calls `visit` for each choice of the binders under which all conditions hold, until `visit`
    /// returns [`Flow::Stop`].
    pub fn clauses(
        &mut self,
        clauses: &[Clause],
        frame: &mut Frame,
        visit: &mut dyn FnMut(&mut Self, &mut Frame) -> Result<Flow, Stop>,
    ) -> Result<Flow, Stop> {
        let Some((first, rest)) = clauses.split_first() else { return visit(self, frame) };
        match first {
            Clause::If(condition) => {
                if self.truth(condition, frame)? {
                    self.clauses(rest, frame, visit)
                } else {
                    Ok(Flow::More)
                }
            }
            Clause::For(pattern, domain) => {
                for (element, member) in self.elements(domain, frame)? {
                    self.evaluator.tick(1, domain.span)?;
                    if !self.is_member(member, domain.span)? {
                        continue;
                    }
                    self.bind(pattern, element, frame, domain.span)?;
                    if self.clauses(rest, frame, visit)? == Flow::Stop {
                        return Ok(Flow::Stop);
                    }
                }
                Ok(Flow::More)
            }
        }
    }

    fn any_or_all(
        &mut self,
        forall: bool,
        clauses: &[Clause],
        body: &Expr,
        frame: &mut Frame,
    ) -> Result<Symbol, Stop> {
        let flow = self.clauses(clauses, frame, &mut |this, frame| {
            Ok(if this.truth(body, frame)? == forall { Flow::More } else { Flow::Stop })
        })?;
        Ok(Symbol::Known(Value::Bool(forall == (flow == Flow::More))))
    }

    fn aggregate_for(
        &mut self,
        aggregate: Aggregate,
        clauses: &[Clause],
        element: &Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Result<Symbol, Stop> {
        if let Aggregate::All | Aggregate::Any = aggregate {
            return self.any_or_all(aggregate == Aggregate::All, clauses, element, frame);
        }
        if aggregate == Aggregate::SumPositions {
            return Err(not_local(span, Reason::Target));
        }
        let mut values = Vec::new();
        self.clauses(clauses, frame, &mut |this, frame| {
            values.push(this.value(element, frame)?);
            Ok(Flow::More)
        })?;
        let list = Expr {
            kind: ExprKind::Literal(Value::List(values.into())),
            ty: Type::list(element.ty.clone()),
            span: element.span,
        };
        // The aggregate of the list of the collected elements.
        let ty = if aggregate == Aggregate::Count { Type::Int } else { element.ty.clone() };
        let plain = Expr { kind: ExprKind::Aggregate(aggregate, Box::new(list)), ty, span };
        Ok(Symbol::Known(self.evaluator.value(&plain, &mut frame.values)?))
    }
}

/// Whether an expression binds names, or contains positions or conventions, so that the values of
/// its parts do not determine its value.
fn binds(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Let(..)
            | ExprKind::ListFor(..)
            | ExprKind::SetFor(..)
            | ExprKind::AggregateFor(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Component(..)
            | ExprKind::Term(..)
            | ExprKind::Compound(..)
            | ExprKind::Convention(..)
    )
}

/// Returns the value of a cell if the current round tries only one, or if `assumed` has one for the
/// cell.
pub fn known<'k>(board: &'k Board, assumed: &[(CellId, usize)], cell: CellId) -> Option<&'k Value> {
    let it = &board.cells[cell.0];
    if it.tried == 1 {
        return it.values.first();
    }
    let (_, number) = assumed.iter().find(|(assumed, _)| *assumed == cell)?;
    it.values.get(*number)
}
