//! Checks games (their fields, twists and clauses) and named starts. Places the guards of moves in
//! the order of evaluation.

use super::domains::Conditions;
use super::expression::broken;
use super::locals::Locals;
use super::scope::Scope;
use super::{Checker, Meaning, Place, errors, passes};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{self, Clause, Expr, ExprKind, GameId, SlotId, Type};
use crate::source::Span;
use crate::syntax::{ast, sugar};
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// The id of a game and the types of its fields, those for passes included; `None` if no game
    /// has the name.
    pub fn game_fields(&mut self, name: &str) -> Option<(GameId, Arc<[Type]>)> {
        self.games.get(name).cloned()
    }

    /// Records the id of each game and the types of its fields. Runs before any expression is
    /// checked, because an expression may contain a component.
    pub fn game_heads(&mut self) {
        self.place = Place::Constant;
        let games: Vec<&'a ast::Game> = self
            .declarations
            .values()
            .filter_map(|it| match it.meaning {
                Meaning::Game(game, _) => Some(game),
                _ => None,
            })
            .collect();
        for (at, game) in games.into_iter().enumerate() {
            let passes = std::iter::repeat_n(Type::Int, passes::fields_of(game));
            let types = game.fields.iter().map(|field| field_type(&field.ty)).chain(passes).collect();
            self.games.insert(game.name.text.clone(), (GameId(at as u32), types));
        }
    }

    /// Checks all games, in the order of the ids that `game_heads` assigned.
    pub fn games(&mut self) {
        let games: Vec<_> = self
            .declarations
            .values()
            .filter_map(|it| match it.meaning {
                Meaning::Game(game, doc) => Some((game, doc, it.in_root)),
                _ => None,
            })
            .collect();
        for (game, doc, in_root) in games {
            let checked = self.game(game, doc, in_root);
            self.program.games.push(checked);
        }
    }

    fn game(&mut self, game: &'a ast::Game, doc: Option<&str>, in_root: bool) -> ir::Game {
        self.place = Place::Constant;
        let mut fields = Vec::new();
        for (at, field) in game.fields.iter().enumerate() {
            if game.fields[..at].iter().any(|before| before.name.text == field.name.text) {
                self.report(errors::field_twice(&field.name));
            }
            let domain = self.domain(&field.ty);
            if holds_positions(&domain) {
                self.report(errors::position_field(field.ty.span));
            }
            fields.push(ir::Field { name: field.name.text.clone(), span: field.name.span, domain });
        }
        self.pass_fields(game, &mut fields);
        let mut checked = ir::Game {
            name: game.name.text.clone(),
            span: game.name.span,
            doc: doc.map(str::to_string),
            loopy: game.loopy,
            fields,
            blocking: None,
            passes: None,
            again: None,
            ends: Vec::new(),
            moves: Vec::new(),
            measure: None,
            assumed_to_end: None,
            show: None,
            origin: None,
            in_root,
        };
        self.twists(game, &mut checked);
        self.place = Place::Rules;
        self.current = Some(game);
        match &game.rules {
            ast::StatedRules::Body(rules) => self.rules(game, rules, &mut checked),
            ast::StatedRules::Code(code) if self.refuse_code(game, code) => {}
            ast::StatedRules::Code(code) => self.by_code(game, code.span, &mut checked),
        }
        self.current = None;
        self.lint_shadowed_fields(game);
        checked
    }

    /// Checks `blocking` and `pass` of a game.
    fn twists(&mut self, game: &'a ast::Game, checked: &mut ir::Game) {
        for twist in &game.twists {
            let count = self.body_of(&twist.count, &Type::Int);
            match twist.kind {
                ast::TwistKind::Blocking if checked.blocking.is_some() => {
                    self.report(errors::twist_twice(twist.span, "blocking"));
                }
                ast::TwistKind::Blocking => checked.blocking = Some(count),
                _ if checked.passes.is_some() => self.report(errors::twist_twice(twist.span, "pass")),
                kind => {
                    let each = kind == ast::TwistKind::PassEach;
                    checked.passes = Some(ir::Passes { span: twist.span, count, each });
                }
            }
        }
    }

    /// Checks the moves into which the code of a game is expanded. `span` is the place of the code.
    fn by_code(&mut self, game: &'a ast::Game, span: Span, checked: &mut ir::Game) {
        let Some(known) = self.with_digits(game) else { return };
        match sugar::expand(&known) {
            Ok(rules) => {
                self.quiet = true;
                self.rules(game, &rules, checked);
                self.quiet = false;
                let ast::StatedRules::Code(code) = &known.rules else { return };
                checked.origin = Some(ir::Origin { span, text: self.code_text(span, &code.kind) });
            }
            Err(error) => {
                error.place().into_iter().for_each(|place| self.without_warning_at(place));
                self.report(error);
            }
        }
    }

    /// Warns if a field hides a declaration or a reserved builtin.
    fn lint_shadowed_fields(&mut self, game: &ast::Game) {
        for field in &game.fields {
            self.scope = Scope::default();
            self.lint_hiding(&field.name);
        }
    }

    /// Checks the clauses of a game, and adds them to `checked`.
    fn rules(&mut self, game: &ast::Game, rules: &[ast::Rule], checked: &mut ir::Game) {
        let mut used = vec![false; game.fields.len()];
        self.locals = Locals::of(checked.fields.len());
        for rule in rules {
            self.open_fields(game, checked);
            self.locals.next_clause();
            match rule {
                ast::Rule::Move(it) => {
                    let it = self.move_(it, &mut used);
                    checked.moves.push(it);
                }
                ast::Rule::End(it) => {
                    let condition = self.check(&it.condition, &Type::Bool);
                    self.note_used_fields(&mut used);
                    let condition =
                        ir::Body { slots: std::mem::take(&mut self.scope).finish(), expr: condition };
                    checked.ends.push(ir::End { span: it.span, condition, win: it.win });
                }
                ast::Rule::Local(it) => {
                    self.local(it);
                    self.note_used_fields(&mut used);
                }
                ast::Rule::Show(it) => self.show(it, checked),
                ast::Rule::Assumption(it) => checked.assumed_to_end = Some(it.span),
                ast::Rule::Measure(it) => {
                    if let [part] = &it.parts[..]
                        && matches!(part.kind, ast::ExprKind::Tuple(_))
                    {
                        let inner = self.sources.text(part.span);
                        let inner = inner[1..inner.len() - 1].trim().to_string();
                        self.report(errors::measure_in_parentheses(part.span, inner));
                        continue;
                    }
                    let parts = it.parts.iter().map(|part| self.check(part, &Type::Int)).collect();
                    if let Some(before) = &checked.measure {
                        self.report(errors::measure_twice(it.span, before.span));
                    }
                    let slots = std::mem::take(&mut self.scope).finish();
                    checked.measure = Some(ir::Measure { span: it.span, slots, parts });
                }
            }
        }
        self.close_locals();
        self.lint_unused_fields(game, &used);
        self.pass_move(game, checked);
    }

    fn show(&mut self, it: &ast::Show, checked: &mut ir::Game) {
        let expr = self.infer(&it.value, None);
        let mut row = &expr.ty;
        // `show` may be a text, a list of rows, or a list of rows that are lists of letters.
        for _ in 0..2 {
            if let Type::List(inner) = row {
                row = inner;
            }
        }
        let fits = matches!(row, Type::Text | Type::Never);
        if !fits {
            self.report(errors::no_picture(&expr));
        }
        if let Some(before) = &checked.show {
            self.report(errors::show_twice(it.span, before.expr.span));
        }
        checked.show = Some(ir::Body { slots: std::mem::take(&mut self.scope).finish(), expr });
    }

    /// Begins a scope with the fields of a game, those for passes included.
    fn open_fields(&mut self, game: &ast::Game, checked: &ir::Game) {
        self.scope = Scope::default();
        for (field, typed) in game.fields.iter().zip(&checked.fields) {
            self.scope.bind(&field.name.text, field.name.span, typed.domain.ty());
        }
        for field in &checked.fields[game.fields.len()..] {
            self.scope.bind(&field.name, field.span, field.domain.ty());
        }
    }

    /// Marks the fields that the current scope has used.
    fn note_used_fields(&mut self, used: &mut [bool]) {
        for (at, used) in used.iter_mut().enumerate() {
            *used |= self.scope.is_used(SlotId(at as u32));
        }
    }

    fn lint_unused_fields(&mut self, game: &ast::Game, used: &[bool]) {
        for (field, used) in game.fields.iter().zip(used) {
            if !used && !self.quiet && !field.name.text.starts_with('_') {
                self.report(errors::unused_local(field.name.span, "field", &field.name.text));
            }
        }
    }

    fn move_(&mut self, it: &ast::Move, used: &mut [bool]) -> ir::Move {
        let (mark, known) = (self.scope.mark(), self.diagnostics.len());
        let (mut binders, mut conditions) = (Vec::new(), Vec::new());
        self.left_out.clear();
        for binder in &it.binders {
            binders.push(self.binder(binder));
            conditions.extend(binder.filters.iter().map(|filter| self.check(filter, &Type::Bool)));
        }
        conditions.extend(it.guard.as_ref().map(|guard| self.check(guard, &Type::Bool)));
        // A position in a binder may occur in the target any number of times.
        if let Some(place) = self.left_out.first().copied() {
            self.report(errors::passes_of_several(place));
        }
        self.left_out.clear();
        let before = self.diagnostics.len();
        self.moves_again = it.again;
        let target = self.infer(&it.target, Some(&Type::Position));
        self.moves_again = false;
        let target = match it.target.kind {
            ast::ExprKind::Binary {
                op: op @ (ast::Binary::Or | ast::Binary::And),
                op_span,
                ref left,
                ref right,
            } => {
                // Errors about the operator and the types of the operands would be misleading.
                let is_about = |it: &Diagnostic| it.code == Code::G301 || it.place() == Some(op_span);
                let sides = [self.sources.text(left.span), self.sources.text(right.span)];
                let error = errors::several_targets(op == ast::Binary::Or, op_span, sides);
                self.replace_errors(before, is_about, error);
                broken(target.span)
            }
            _ => self.target(target),
        };
        self.passes_of_one(&target);
        let target = if it.again { self.again(target) } else { target };
        self.note_used_fields(used);
        self.close_scope(mark);
        let domains = it.binders.iter().map(|binder| (&binder.pattern, &binder.domain));
        self.explain_domains(domains, known, Conditions::BehindWhen);
        let clauses = schedule(binders, &conditions);
        ir::Move {
            name: it.name.text.clone(),
            span: it.name.span,
            clause_span: it.span,
            slots: std::mem::take(&mut self.scope).finish(),
            clauses,
            target,
        }
    }

    /// The target of a move, which must be a position.
    fn target(&mut self, target: Expr) -> Expr {
        if matches!(target.ty, Type::Position | Type::Never) {
            return target;
        }
        let error = self.with_named_game(
            errors::target_type(&target, self.sources.text(target.span)),
            &target,
            &Type::Position,
        );
        self.report(error);
        broken(target.span)
    }

    /// Checks the named starts, and adds each as a global, which claims can use.
    pub fn starts(&mut self) {
        self.place = Place::Start;
        let named: Vec<_> = self
            .declarations
            .values()
            .filter_map(|it| match it.meaning {
                Meaning::Start(start) => Some((start, it.in_root)),
                _ => None,
            })
            .collect();
        for (start, in_root) in named {
            self.impure = false;
            let body = self.body_of(&start.position, &Type::Position);
            if let Some(name) = &start.name {
                self.add_global(name, None, body.clone());
                let (name, span) = (Some(name.text.clone()), start.position.span);
                self.program.starts.push(ir::Start { name, span, position: body, in_root });
            }
        }
    }
}

/// Whether values of a declared type are or contain positions.
fn holds_positions(domain: &ir::Domain) -> bool {
    match domain {
        ir::Domain::Position => true,
        ir::Domain::List(element) | ir::Domain::Set(element) => holds_positions(element),
        ir::Domain::Tuple(parts) => parts.iter().any(holds_positions),
        _ => false,
    }
}

/// The type of a field. An unknown type name gives `Never`. Unknown names and the bounds of ranges
/// are reported later, when the game is checked.
fn field_type(ty: &ast::Type) -> Type {
    match &ty.kind {
        ast::TypeKind::List(element) => Type::list(field_type(element)),
        ast::TypeKind::Set(element) => Type::set(field_type(element)),
        ast::TypeKind::Tuple(parts) => Type::Tuple(parts.iter().map(field_type).collect()),
        ast::TypeKind::Range(_) => Type::Int,
        ast::TypeKind::Name(name) => match name.as_str() {
            "bool" => Type::Bool,
            "text" => Type::Text,
            "vertex" => Type::Vertex,
            "graph" => Type::Graph,
            "position" => Type::Position,
            "nat" | "int" => Type::Int,
            _ => Type::Never,
        },
    }
}

/// The binders of a move, with each conjunct of its conditions placed as early as its names allow.
fn schedule(binders: Vec<Clause>, conditions: &[Expr]) -> Vec<Clause> {
    let bound: Vec<Vec<SlotId>> = binders
        .iter()
        .map(|binder| match binder {
            Clause::For(pattern, _) => pattern.slots(),
            Clause::If(_) => Vec::new(),
        })
        .collect();
    // `ready[i]` holds the conditions that can be decided once the first i binders are bound.
    let mut ready: Vec<Vec<Expr>> = vec![Vec::new(); binders.len() + 1];
    for conjunct in conditions.iter().flat_map(ir::walk::conjuncts).flat_map(links) {
        let after = bound.iter().rposition(|slots| ir::walk::mentions_any(&conjunct, slots));
        ready[after.map_or(0, |at| at + 1)].push(conjunct);
    }
    let mut clauses = Vec::new();
    let mut ready = ready.into_iter();
    clauses.extend(ready.next().into_iter().flatten().map(Clause::If));
    for (binder, conditions) in binders.into_iter().zip(ready) {
        clauses.push(binder);
        clauses.extend(conditions.into_iter().map(Clause::If));
    }
    clauses
}

/// Splits a chain of comparisons into its links, because each can be decided separately. Any other
/// conjunct is returned alone.
fn links(conjunct: &Expr) -> Vec<Expr> {
    let ExprKind::Compare(first, rest) = &conjunct.kind else { return vec![conjunct.clone()] };
    let mut left = first.as_ref();
    let mut links = Vec::with_capacity(rest.len());
    for (op, right) in rest {
        let kind = ExprKind::Compare(Box::new(left.clone()), vec![(*op, right.clone())]);
        links.push(Expr { kind, ty: Type::Bool, span: left.span.to(right.span) });
        left = right;
    }
    links
}
