//! Prints moves, expressions, types and values in the notation of specs.

mod values;

pub use values::{component, component_in_part, position, step, sum, value};

use super::value::Value;
use super::{Aggregate, Binary, Clause, Domain, Expr, ExprKind, Move, Pattern, Program, Slot, SlotId, Unary};
use crate::number::{Int, Real};
use std::fmt::Write;

/// A text as a literal: quoted and escaped.
pub fn text(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The text of a declared type, such as `nat` or `0..8`.
pub fn domain(program: &Program, it: &Domain) -> String {
    match it {
        Domain::Between(low, high) => {
            let low = expr(program, &[], low);
            match before_last(high) {
                // The spec says `0..8`, which is stored as 0 to 8 - 1.
                Some(end) => format!("{low}..{}", expr(program, &[], end)),
                None => format!("{low}..={}", expr(program, &[], high)),
            }
        }
        Domain::Nat => "nat".to_string(),
        Domain::List(element) => format!("[{}]", domain(program, element)),
        Domain::Set(element) => format!("{{{}}}", domain(program, element)),
        Domain::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|it| domain(program, it)).collect();
            format!("({})", parts.join(", "))
        }
        other => other.ty().to_string(),
    }
}

/// The expression `n`, if a bound is `n - 1`.
fn before_last(high: &Expr) -> Option<&Expr> {
    let ExprKind::Binary(Binary::Subtract, end, one) = &high.kind else { return None };
    matches!(&one.kind, ExprKind::Literal(Value::Int(int)) if *int == Int::ONE).then_some(end)
}

/// The text of an expression whose local names are `slots`.
pub fn expr(program: &Program, slots: &[Slot], it: &Expr) -> String {
    let mut printer = Printer { program, slots, out: String::new() };
    printer.expr(it, 0);
    printer.out
}

/// A move as one line of a game's body.
pub fn move_(program: &Program, it: &Move) -> String {
    let mut printer = Printer { program, slots: &it.slots, out: format!("move {}", it.name) };
    let binders: Vec<_> = it.clauses.iter().filter(|clause| matches!(clause, Clause::For(..))).collect();
    if !binders.is_empty() {
        printer.out.push('(');
        for (at, clause) in binders.into_iter().enumerate() {
            if let Clause::For(pattern, domain) = clause {
                printer.separator(at, ", ");
                printer.pattern(pattern);
                printer.out.push_str(" in ");
                printer.expr(domain, 0);
            }
        }
        printer.out.push(')');
    }
    let guards = it.clauses.iter().filter_map(|clause| match clause {
        Clause::If(condition) => Some(condition),
        Clause::For(..) => None,
    });
    for (at, guard) in guards.enumerate() {
        printer.out.push_str(if at == 0 { " when " } else { " and " });
        printer.expr(guard, 5);
    }
    printer.out.push_str(" -> ");
    printer.expr(&it.target, 0);
    printer.out
}

struct Printer<'a> {
    program: &'a Program,
    slots: &'a [Slot],
    out: String,
}

/// The spelling and the level of an operator. Levels are those of the language's table of
/// precedence: an operator of a greater level binds more tightly.
fn operator(op: Binary) -> (&'static str, u8) {
    match op {
        Binary::Iff => ("<=>", 1),
        Binary::Implies => ("=>", 2),
        Binary::Or => ("or", 3),
        Binary::And => ("and", 4),
        Binary::Xor => ("xor", 9),
        Binary::Union => ("|", 10),
        Binary::Intersection => ("&", 11),
        Binary::Add | Binary::AddReal | Binary::AddPositions => ("+", 13),
        Binary::Subtract | Binary::SubtractReal | Binary::Difference => ("-", 13),
        Binary::ConcatLists | Binary::ConcatTexts => ("++", 13),
        Binary::Multiply | Binary::MultiplyReal | Binary::Copies => ("*", 14),
        Binary::Quotient => ("/", 14),
        Binary::Div => ("div", 14),
        Binary::Mod => ("mod", 14),
        Binary::Power | Binary::PowerReal => ("^", 16),
    }
}

// The levels of expressions that are not binary operators.
const COMPARE: u8 = 6;
const WITH: u8 = 7;
const RANGE: u8 = 8;
const NEGATE: u8 = 15;
const POSTFIX: u8 = 17;

impl Printer<'_> {
    fn separator(&mut self, at: usize, separator: &str) {
        if at > 0 {
            self.out.push_str(separator);
        }
    }

    fn slot(&mut self, slot: SlotId) {
        let name = self.slots.get(slot.index()).map_or("_", |slot| slot.name.as_str());
        self.out.push_str(name);
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Slot(slot) => self.slot(*slot),
            Pattern::Tuple(parts) => {
                self.out.push('(');
                for (at, part) in parts.iter().enumerate() {
                    self.separator(at, ", ");
                    self.pattern(part);
                }
                self.out.push(')');
            }
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for (at, it) in exprs.iter().enumerate() {
            self.separator(at, ", ");
            self.expr(it, 0);
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) {
        self.out.push_str(name);
        self.out.push('(');
        self.exprs(arguments);
        self.out.push(')');
    }

    fn comprehension(&mut self, clauses: &[Clause], element: &Expr) {
        self.expr(element, 0);
        for clause in clauses {
            match clause {
                Clause::For(pattern, domain) => {
                    self.out.push_str(" for ");
                    self.pattern(pattern);
                    self.out.push_str(" in ");
                    self.expr(domain, 0);
                }
                Clause::If(condition) => {
                    self.out.push_str(" if ");
                    self.expr(condition, 0);
                }
            }
        }
    }

    /// Prints an expression in a context that requires at least `level`, with parentheses if it
    /// binds more loosely.
    fn expr(&mut self, it: &Expr, level: u8) {
        let own = level_of(it);
        if own < level {
            self.out.push('(');
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || self.bare(it));
        if own < level {
            self.out.push(')');
        }
    }

    // Long: an arm for each kind of expression.
    fn bare(&mut self, it: &Expr) {
        match &it.kind {
            ExprKind::Literal(Value::Real(real)) if is_phi(&real.0) => self.out.push_str("phi"),
            ExprKind::Literal(literal) => self.out.push_str(&value(self.program, literal)),
            ExprKind::Naturals => self.out.push_str("nat"),
            ExprKind::Local(slot) => self.slot(*slot),
            ExprKind::Global(id) => self.out.push_str(&self.program.globals[id.index()].name),
            ExprKind::Call(id, arguments) => {
                let name = self.program.functions[id.index()].name.clone();
                self.call(&name, arguments);
            }
            ExprKind::Builtin(builtin, arguments) => self.call(builtin.spelling().trim_end(), arguments),
            ExprKind::Term(term, arguments) => self.call(term.spelling(), arguments),
            ExprKind::Component(id, arguments) => {
                let name = self.program.game(*id).name.clone();
                self.call(&name, arguments);
            }
            ExprKind::Unary(Unary::Not, operand) => {
                self.out.push_str("not ");
                self.expr(operand, 5);
            }
            ExprKind::Unary(Unary::Negate | Unary::NegateReal, operand) => {
                self.out.push('-');
                self.expr(operand, NEGATE);
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Compare(first, rest) => {
                self.expr(first, COMPARE + 1);
                for (op, operand) in rest {
                    let _ = write!(self.out, " {} ", op.spelling());
                    self.expr(operand, COMPARE + 1);
                }
            }
            ExprKind::If(parts) => {
                self.out.push_str("if ");
                self.expr(&parts[0], 0);
                self.out.push_str(" then ");
                self.expr(&parts[1], 0);
                self.out.push_str(" else ");
                self.expr(&parts[2], 0);
            }
            ExprKind::Let(pattern, parts) => {
                self.out.push_str("let ");
                self.pattern(pattern);
                self.out.push_str(" = ");
                self.expr(&parts[0], COMPARE + 1);
                self.out.push_str(" in ");
                self.expr(&parts[1], 0);
            }
            ExprKind::List(parts) => self.bracketed('[', parts, ']'),
            ExprKind::Set(parts) => self.bracketed('{', parts, '}'),
            ExprKind::Tuple(parts) => self.bracketed('(', parts, ')'),
            ExprKind::Range { bounds, inclusive } => {
                self.expr(&bounds[0], RANGE + 1);
                self.out.push_str(if *inclusive { "..=" } else { ".." });
                self.expr(&bounds[1], RANGE + 1);
            }
            ExprKind::ListFor(clauses, element) => self.gathered("[", clauses, element, "]"),
            ExprKind::SetFor(clauses, element) => self.gathered("{", clauses, element, "}"),
            ExprKind::AggregateFor(aggregate, clauses, element) => {
                let name = aggregate_name(*aggregate);
                self.gathered(&format!("{name}("), clauses, element, ")");
            }
            ExprKind::Aggregate(aggregate, collection) => {
                // `max(a, b)` is stored as the aggregate of a list with the span of the whole call.
                let arguments = match &collection.kind {
                    ExprKind::List(parts) if parts.len() > 1 && collection.span == it.span => parts,
                    _ => std::slice::from_ref(&**collection),
                };
                self.call(aggregate_name(*aggregate), arguments);
            }
            ExprKind::Index(parts) | ExprKind::Slice(parts) => {
                self.expr(&parts[0], POSTFIX);
                self.out.push('[');
                self.expr(&parts[1], 0);
                self.out.push(']');
            }
            ExprKind::Part(base, at) => {
                self.expr(base, POSTFIX);
                let _ = write!(self.out, "[{at}]");
            }
            ExprKind::With { base, path, value, .. } => {
                self.expr(base, WITH);
                self.out.push_str(" with ");
                for index in path {
                    self.out.push('[');
                    self.expr(index, 0);
                    self.out.push(']');
                }
                self.out.push_str(" = ");
                self.expr(value, RANGE);
            }
            ExprKind::Convert(_, inner) => self.expr(inner, 0),
            ExprKind::Nothing => self.out.push('0'),
            ExprKind::Convention(convention, inner) => {
                let _ = write!(self.out, "{} ", convention.name());
                self.expr(inner, 12);
            }
            ExprKind::Compound(compound, operands) => match &operands.kind {
                ExprKind::List(operands) => self.call(compound.spelling(), operands),
                ExprKind::ListFor(clauses, element) => {
                    self.gathered(&format!("{}(", compound.spelling()), clauses, element, ")");
                }
                _ => self.call(compound.spelling(), std::slice::from_ref(operands)),
            },
            ExprKind::Quantifier { forall, clauses, body } => {
                self.out.push_str(if *forall { "forall " } else { "exists " });
                for (at, clause) in clauses.iter().enumerate() {
                    match clause {
                        Clause::For(pattern, domain) => {
                            self.separator(at, ", ");
                            self.pattern(pattern);
                            if !matches!(domain.kind, ExprKind::Naturals) {
                                self.out.push_str(" in ");
                                self.expr(domain, 0);
                            }
                        }
                        Clause::If(condition) => {
                            self.out.push_str(" if ");
                            self.expr(condition, 0);
                        }
                    }
                }
                self.out.push_str(": ");
                self.expr(body, 0);
            }
        }
    }

    fn binary(&mut self, op: Binary, left: &Expr, right: &Expr) {
        let (spelling, level) = operator(op);
        let groups_right = matches!(op, Binary::Implies | Binary::Power | Binary::PowerReal);
        // The language requires parentheses around `=>` beside `<=>`.
        let mixed = |side: &Expr| {
            let implies = matches!(side.kind, ExprKind::Binary(Binary::Implies, ..));
            if op == Binary::Iff && implies { operator(Binary::Or).1 } else { 0 }
        };
        self.expr(left, mixed(left).max(level + u8::from(groups_right)));
        let _ = write!(self.out, " {spelling} ");
        self.expr(right, mixed(right).max(level + u8::from(!groups_right)));
    }

    fn bracketed(&mut self, open: char, parts: &[Expr], close: char) {
        self.out.push(open);
        self.exprs(parts);
        self.out.push(close);
    }

    fn gathered(&mut self, open: &str, clauses: &[Clause], element: &Expr, close: &str) {
        self.out.push_str(open);
        self.comprehension(clauses, element);
        self.out.push_str(close);
    }
}

fn aggregate_name(aggregate: Aggregate) -> &'static str {
    aggregate.spelling().trim_end()
}

/// The level of an expression: the greater, the tighter it binds.
fn level_of(it: &Expr) -> u8 {
    match &it.kind {
        ExprKind::Binary(op, ..) => operator(*op).1,
        ExprKind::Compare(..) => COMPARE,
        ExprKind::If(_) | ExprKind::Let(..) | ExprKind::Quantifier { .. } => 0,
        ExprKind::Unary(Unary::Not, _) => 5,
        ExprKind::Unary(..) => NEGATE,
        ExprKind::Range { .. } => RANGE,
        ExprKind::With { .. } => WITH,
        ExprKind::Convention(..) => 12,
        ExprKind::Convert(_, inner) => level_of(inner),
        ExprKind::Literal(Value::Int(int)) if int.is_negative() => NEGATE,
        ExprKind::Literal(Value::Range(_)) => RANGE,
        // The text of a real number other than phi may contain operators, as in `(1 + sqrt(2))/3`.
        ExprKind::Literal(Value::Real(real)) if !is_phi(&real.0) => 0,
        _ => POSTFIX,
    }
}

/// Whether a real number is the golden ratio, which has a name in the language.
fn is_phi(real: &Real) -> bool {
    real.to_string() == Real::phi().to_string()
}
