//! Prints items and types. Of games, it prints the head and a code; `game` prints the body.

use super::expression::deep;
use super::printer::Printer;
use crate::source::Span;
use crate::syntax::ast::{self, Code, CodeKind, Digits, Expr, ExprKind, ItemKind, TypeKind};

impl<'a> Printer<'a> {
    /// Prints an item; of a game, only the head before its rules.
    pub fn item(&mut self, item: &'a ast::Item) {
        match &item.kind {
            ItemKind::Import(path) => {
                self.token("use");
                self.space();
                self.text(path);
            }
            ItemKind::Parameter(it) => self.parameter(it),
            ItemKind::Constant(it) => {
                self.token("let");
                self.space();
                self.name(&it.name);
                self.value(&it.value);
            }
            ItemKind::Function(it) => self.function(it),
            ItemKind::Game(it) => self.game_head(it),
            ItemKind::Start(it) => self.start(it),
            ItemKind::Claim(it) => self.claim(it),
        }
    }

    fn parameter(&mut self, parameter: &'a ast::Parameter) {
        self.token("param");
        self.space();
        self.name(&parameter.name);
        self.type_of(&parameter.ty);
        self.value(&parameter.value);
    }

    fn function(&mut self, function: &'a ast::Function) {
        self.token("fn");
        self.space();
        self.name(&function.name);
        self.fields(&function.parameters);
        self.type_of(&function.result);
        self.value(&function.body);
    }

    fn game_head(&mut self, game: &'a ast::Game) {
        if game.loopy {
            self.token("loopy");
            self.space();
        }
        self.token("game");
        self.space();
        self.name(&game.name);
        self.fields(&game.fields);
        self.space();
        for twist in &game.twists {
            let (word, whose) = match twist.kind {
                ast::TwistKind::Blocking => ("blocking", None),
                ast::TwistKind::PassEach => ("pass", Some("each")),
                ast::TwistKind::PassShared => ("pass", Some("shared")),
            };
            self.token(word);
            self.space();
            self.expression(&twist.count);
            self.space();
            if let Some(whose) = whose {
                self.token(whose);
                self.space();
            }
        }
    }

    fn start(&mut self, start: &'a ast::Start) {
        self.token("start");
        if let Some(name) = &start.name {
            self.space();
            self.name(name);
            self.value(&start.position);
        } else {
            self.space();
            self.expression(&start.position);
        }
    }

    fn claim(&mut self, claim: &'a ast::Claim) {
        self.token("claim");
        let is_quantified = matches!(claim.proposition.kind, ExprKind::Quantifier { .. });
        match &claim.text {
            Some(text) => {
                self.space();
                self.text(text);
                self.claimed(claim);
            }
            None if is_quantified => {
                self.trivia.pass(":");
                self.space();
                self.proposition_with_period(claim);
            }
            None => self.claimed(claim),
        }
    }

    /// Prints the colon and the proposition of a claim, on separate lines if they do not fit.
    fn claimed(&mut self, claim: &'a ast::Claim) {
        self.group(|it| {
            it.token(":");
            it.indented(|it| {
                it.line_as_written();
                it.proposition_with_period(claim);
            });
        });
    }

    fn proposition_with_period(&mut self, claim: &'a ast::Claim) {
        let Some(repeats) = &claim.repeats else { return self.proposition(&claim.proposition) };
        self.group(|it| {
            it.expression(&claim.proposition);
            it.indented(|it| {
                it.line();
                it.token("repeats");
                it.space();
                it.token("every");
                it.space();
                it.expression(&repeats.period);
                it.period_part("adding", repeats.adding.as_ref());
                it.period_part("from", repeats.from.as_ref());
            });
        });
    }

    fn period_part(&mut self, word: &'static str, value: Option<&'a Expr>) {
        if let Some(value) = value {
            self.line();
            self.token(word);
            self.space();
            self.expression(value);
        }
    }

    /// Prints `= VALUE`. A value that ends with brackets begins on the line of the `=`, and breaks
    /// inside its brackets. Any other value that does not fit moves to the next line as a whole,
    /// and breaks only if it does not fit there either.
    pub fn value(&mut self, value: &'a Expr) {
        self.space();
        self.token("=");
        if opens_with_bracket(value) {
            self.space();
            self.expression(value);
            return;
        }
        self.group(|it| {
            it.indented(|it| {
                it.line();
                it.expression(value);
            });
        });
    }

    fn fields(&mut self, fields: &'a [ast::Field]) {
        if fields.is_empty() {
            self.token("(");
            self.token(")");
            return;
        }
        self.bracket("(", ")", |it| {
            it.separated(fields, |it, field| {
                it.name(&field.name);
                it.type_of(&field.ty);
            });
        });
    }

    fn type_of(&mut self, ty: &'a ast::Type) {
        self.token(":");
        self.space();
        self.type_(ty);
    }

    fn type_(&mut self, ty: &'a ast::Type) {
        deep(|| match &ty.kind {
            TypeKind::List(inner) => self.bracket("[", "]", |it| it.type_(inner)),
            TypeKind::Set(inner) => self.bracket("{", "}", |it| it.type_(inner)),
            TypeKind::Tuple(parts) => self.bracket("(", ")", |it| it.separated(parts, Self::type_)),
            TypeKind::Name(name) => {
                let end = ty.span.start + name.len() as u32;
                // The span of `(nat)`, whose parentheses are dropped, is longer than the name.
                let end = if self.trivia.is_at(ty.span.start, name) { end } else { ty.span.end };
                self.leaf(Span { end, ..ty.span }, name.as_str());
            }
            TypeKind::Range(range) => self.expression(range),
        });
    }

    /// Prints the code that stands for the rules of a game, such as `octal "0.77"`.
    pub fn code(&mut self, code: &'a Code) {
        let (word, argument) = match &code.kind {
            CodeKind::Octal(digits) => ("octal", Err(digits)),
            CodeKind::Hex(digits) => ("hex", Err(digits)),
            CodeKind::Plain(digits) => ("code", Err(digits)),
            CodeKind::Take(amounts) | CodeKind::TakeAllBut(amounts) => ("take", Ok(amounts)),
        };
        self.token(word);
        self.space();
        if let CodeKind::TakeAllBut(_) = code.kind {
            self.token("all");
            self.space();
            self.token("but");
            self.space();
        }
        match argument {
            Ok(amounts) => self.expression(amounts),
            Err(Digits::Text(text)) => self.text(text),
            Err(Digits::Name(name)) => self.name(name),
        }
    }
}

/// Whether a value is a list, a set, a tuple, a graph with listed edges, a call, or a `short` or
/// `long` compound: these end with brackets inside which they can break.
fn opens_with_bracket(value: &Expr) -> bool {
    matches!(
        value.kind,
        ExprKind::List(_)
            | ExprKind::Set(_)
            | ExprKind::Tuple(_)
            | ExprKind::Graph(_)
            | ExprKind::Call { .. }
            | ExprKind::Compound { .. }
    )
}
