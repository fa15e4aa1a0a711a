//! Merges two programs, so that claims can relate their games.

use crate::ir::{Body, Domain, Expr, ExprKind, Program, walk};

/// The offsets that are added to the numbers of a program's declarations when the program is
/// appended to another.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shift {
    globals: u32,
    functions: u32,
    /// The offset of the numbers of games.
    pub games: u32,
}

/// Merges two programs without their starts and claims. The declarations of `right` follow those of
/// `left`.
pub(super) fn merged(left: &Program, right: &Program) -> Program {
    let shift = Shift::behind(left);
    let (mut program, mut other) = (left.clone(), right.clone());
    for program in [&mut program, &mut other] {
        program.starts.clear();
        program.claims.clear();
    }
    shift.program(&mut other);
    program.globals.append(&mut other.globals);
    program.functions.append(&mut other.functions);
    program.games.append(&mut other.games);
    let graphs = other.graphs.into_iter().filter(|graph| !left.graphs.contains(graph));
    program.graphs.extend(graphs);
    program
}

impl Shift {
    /// The offsets for a program that is appended to this one.
    pub fn behind(program: &Program) -> Shift {
        let count = |length: usize| length as u32;
        Shift {
            globals: count(program.globals.len()),
            functions: count(program.functions.len()),
            games: count(program.games.len()),
        }
    }

    /// Adds the offsets in a whole program.
    fn program(self, program: &mut Program) {
        walk::rules_mut(program, &mut |expr| self.expr(expr));
        for global in &mut program.globals {
            self.body(&mut global.value);
            global.domain.iter_mut().for_each(|domain| self.domain(domain));
        }
        for function in &mut program.functions {
            self.domain(&mut function.result);
            function.parameters.iter_mut().for_each(|field| self.domain(&mut field.domain));
        }
        for game in &mut program.games {
            game.fields.iter_mut().for_each(|field| self.domain(&mut field.domain));
            game.again.iter_mut().for_each(|id| id.0 += self.games);
        }
    }

    fn body(self, body: &mut Body) {
        self.expr(&mut body.expr);
    }

    fn domain(self, domain: &mut Domain) {
        match domain {
            Domain::Between(low, high) => {
                self.expr(low);
                self.expr(high);
            }
            Domain::List(inner) | Domain::Set(inner) => self.domain(inner),
            Domain::Tuple(parts) => parts.iter_mut().for_each(|part| self.domain(part)),
            _ => {}
        }
    }

    /// Adds the offsets in an expression of the appended program, which then refers to the merged
    /// one.
    pub fn expr(self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Global(id) => id.0 += self.globals,
            ExprKind::Call(id, _) => id.0 += self.functions,
            ExprKind::Component(id, _) => id.0 += self.games,
            _ => {}
        }
        stacker::maybe_grow(64 << 10, 4 << 20, || {
            walk::children_mut(expr, &mut |child| self.expr(child));
        });
    }
}
