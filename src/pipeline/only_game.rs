//! Abbreviations on the command line for a file with one game: the game's name, or the whole
//! pattern, may be omitted.

use super::pattern::{Pattern, RangeText};
use super::{Opened, Variables, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{self, ExprKind, GameId, Program, SlotId, Type};
use crate::position::Range;
use crate::source::{FileId, Loader, Source};
use crate::syntax::{self, ast};

/// How many times `_` is appended to names of fields that are declared elsewhere as well.
const ROUNDS: usize = 8;

/// The text of a position, with the name of the only game inserted wherever it was omitted: `(4,
/// 7)`, `4, 7`, `12`, `misere (4, 7)`, `(4, 7) + (3, 5)`.
pub(super) fn completed(text: &str, program: &Program) -> String {
    let text = without_accent(text);
    let named = super::typed::without_names(&text, program, only(program));
    let text = bracketed(named.as_deref().unwrap_or(&text), program);
    let Some(game) = only(program) else { return text };
    let (expr, _) = syntax::parse_expression(FileId(0), &Source::new("", text.as_str()));
    let mut missing = Missing { game: program.game(game), program, insertions: Vec::new() };
    if let Some(expr) = &expr {
        missing.find(expr, true);
    }
    inserted(&text, missing.insertions)
}

/// The text with `misere` for `misère`. A text that contains quotes is unchanged.
pub(super) fn without_accent(text: &str) -> String {
    match text.contains('"') {
        true => text.to_string(),
        false => text.replace("misère", "misere").replace("mise\u{300}re", "misere"),
    }
}

/// The only game that the root file declares; `None` if it declares none or several.
pub(super) fn only(program: &Program) -> Option<GameId> {
    let mut own = program.game_ids().filter(|game| program.game(*game).in_root);
    own.next().filter(|_| own.next().is_none())
}

/// Adds the missing brackets and commas to texts such as `misere 3, 5`, `3 5`, `wythoff 3 5` and
/// `wythoff a b`; returns other texts unchanged.
fn bracketed(text: &str, program: &Program) -> String {
    let trimmed = text.trim_start();
    let convention = ["misere ", "anti "].into_iter().find(|word| trimmed.starts_with(word)).unwrap_or("");
    let fields = &trimmed[convention.len()..];
    // In `nim 3,5`, a comma also separates the values.
    let is_named = fields.split_whitespace().next().is_some_and(|word| program.find_game(word).is_some());
    let words: Vec<&str> = match is_named {
        true => fields.split([' ', ',']).filter(|word| !word.is_empty()).collect(),
        false => fields.split_whitespace().collect(),
    };
    let (game, values) = match words.split_first() {
        Some((first, others)) => match program.find_game(first) {
            Some(game) => (Some(program.game(game)), others),
            None => (None, &words[..]),
        },
        None => (None, &words[..]),
    };
    let are_numbers = values.iter().all(|word| is_integer(word));
    if let Some(game) = game.filter(|_| !values.is_empty()) {
        let declared = game.declared_fields();
        // Each value is an integer, a variable or a declared name.
        let are_values = values.iter().all(|word| is_integer(word) || is_word(word));
        return match are_numbers || are_values && values.len() == declared.len() {
            true if are_numbers && is_list_of_numbers(declared) => {
                format!("{convention}{}([{}])", game.name, values.join(", "))
            }
            true => format!("{convention}{}({})", game.name, values.join(", ")),
            false => text.to_string(),
        };
    }
    if game.is_none() && are_numbers && values.len() > 1 {
        return format!("{convention}({})", values.join(", "));
    }
    if has_comma(fields) { format!("{convention}({})", fields.trim()) } else { text.to_string() }
}

fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

fn is_word(word: &str) -> bool {
    word.chars().all(|c| c.is_alphanumeric() || c == '_') && word.starts_with(|c: char| c.is_alphabetic())
}

fn is_list_of_numbers(fields: &[ir::Field]) -> bool {
    matches!(fields, [only] if only.domain.ty() == Type::list(Type::Int))
}

/// The sum that several numbers may mean, if a position of the only game is one number: `nim(3) +
/// nim(5)` for `3 5`. `None` if the text or the game does not allow that.
pub(super) fn sum_of_numbers(text: &str, program: &Program) -> Option<String> {
    let game = program.game(only(program)?);
    let is_one = matches!(game.declared_fields(), [only] if only.domain.ty() == Type::Int);
    let mut words: Vec<&str> = text.split([' ', ',', '(', ')']).filter(|word| !word.is_empty()).collect();
    let is_misere = words.first() == Some(&"misere");
    words.drain(..usize::from(is_misere));
    if words.first() == Some(&game.name.as_str()) {
        words.remove(0);
    }
    let are_numbers = words.iter().all(|word| word.chars().all(|c| c.is_ascii_digit()));
    let sum: Vec<String> = words.iter().map(|word| format!("{}({word})", game.name)).collect();
    let sum = if is_misere { format!("misere ({})", sum.join(" + ")) } else { sum.join(" + ") };
    (is_one && are_numbers && words.len() > 1).then_some(sum)
}

/// Whether a comma stands outside all brackets and texts.
fn has_comma(text: &str) -> bool {
    let (mut depth, mut quoted, mut found) = (0i64, false, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if quoted => {
                letters.next();
            }
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' => found |= depth == 0,
            _ => {}
        }
    }
    found
}

/// The text with other texts inserted at some byte offsets.
fn inserted(text: &str, mut insertions: Vec<(u32, String)>) -> String {
    // Inserts from the last place to the first, so that earlier places stay valid.
    insertions.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut text = text.to_string();
    for (at, more) in insertions {
        let at = at as usize;
        // A blank separates the words in `misere(3, 5)`.
        let glued = text[..at].ends_with(char::is_alphanumeric) && more.starts_with(char::is_alphabetic);
        text.insert_str(at, &if glued { format!(" {more}") } else { more });
    }
    text
}

/// Finds the places where the name of the game is missing.
struct Missing<'a> {
    game: &'a ir::Game,
    program: &'a Program,
    /// The texts to insert, with their byte offsets.
    insertions: Vec<(u32, String)>,
}

impl Missing<'_> {
    /// Finds the insertions for an expression. `alone` is false for the operands of a sum, where a
    /// number does not stand for a position.
    fn find(&mut self, expr: &ast::Expr, alone: bool) {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Tuple(parts)
                if is_list_of_numbers(self.game.declared_fields()) && parts.iter().all(is_number) =>
            {
                self.insertions.push((span.start, self.game.name.clone()));
                self.insertions.push((span.start + 1, "[".to_string()));
                self.insertions.push((span.end - 1, "]".to_string()));
            }
            ast::ExprKind::Tuple(_) if !self.has_one_field_of_tuples() => {
                self.insertions.push((span.start, self.game.name.clone()));
            }
            ast::ExprKind::Parens(inner) if self.is_field(inner) => {
                self.insertions.push((span.start, self.game.name.clone()));
            }
            ast::ExprKind::Parens(inner) => self.find(inner, alone),
            ast::ExprKind::Unary(ast::Unary::Misere | ast::Unary::Anti, inner) => self.find(inner, true),
            ast::ExprKind::Binary { op: ast::Binary::Plus, left, right, .. } => {
                self.find(left, false);
                self.find(right, false);
            }
            ast::ExprKind::Binary { op: ast::Binary::Times, right, .. } => self.find(right, false),
            _ if alone && is_list_of_numbers(self.game.declared_fields()) && is_number(expr) => {
                self.insertions.push((span.start, format!("{}([", self.game.name)));
                self.insertions.push((span.end, "])".to_string()));
            }
            _ if alone && self.is_field(expr) => {
                self.insertions.push((span.start, format!("{}(", self.game.name)));
                self.insertions.push((span.end, ")".to_string()));
            }
            _ => {}
        }
    }

    fn has_one_field_of_tuples(&self) -> bool {
        matches!(self.game.declared_fields(), [only] if matches!(only.domain.ty(), Type::Tuple(_)))
    }

    /// Whether an expression can be the value of the only field of the game, judged by its syntax.
    fn is_field(&self, expr: &ast::Expr) -> bool {
        let [field] = self.game.declared_fields() else { return false };
        let ty = field.domain.ty();
        match &expr.kind {
            ast::ExprKind::Number(_) => matches!(ty, Type::Int | Type::Vertex),
            ast::ExprKind::Unary(ast::Unary::Negate, inner) => ty == Type::Int && is_number(inner),
            ast::ExprKind::Binary {
                op: ast::Binary::Power | ast::Binary::Div | ast::Binary::Mod,
                left,
                right,
                ..
            } => ty == Type::Int && is_number(left) && is_number(right),
            ast::ExprKind::Text(_) => matches!(ty, Type::Text | Type::Vertex),
            ast::ExprKind::Truth(_) => ty == Type::Bool,
            ast::ExprKind::List(_) => matches!(ty, Type::List(_)),
            ast::ExprKind::Set(_) => matches!(ty, Type::Set(_)),
            ast::ExprKind::Tuple(_) => matches!(ty, Type::Tuple(_)),
            ast::ExprKind::Name(name) => self.is_free(name),
            _ => false,
        }
    }

    /// Whether a name is neither a parameter, a constant nor a game of the spec.
    fn is_free(&self, name: &str) -> bool {
        self.program.globals.iter().all(|global| global.name != name)
            && self.program.find_game(name).is_none()
    }
}

impl Opened {
    /// The fields of the only game that the root file declares; `None` if it declares none or
    /// several.
    pub fn fields_of_the_only_game(&self) -> Option<&[ir::Field]> {
        let program = &self.instance.as_ref()?.program;
        Some(program.game(only(program)?).declared_fields())
    }

    /// The name of the only game that the root file declares, if its only field is an integer.
    pub fn name_of_one_number(&self) -> Option<&str> {
        let program = &self.instance.as_ref()?.program;
        let game = program.game(only(program)?);
        let is_number = matches!(game.declared_fields(), [only] if only.domain.ty() == Type::Int);
        is_number.then_some(game.name.as_str())
    }

    /// The text of a position, with the name of the only game inserted wherever it was omitted.
    pub(super) fn completed(&self, text: &str) -> String {
        self.instance
            .as_ref()
            .map_or_else(|| without_accent(text), |instance| completed(text, &instance.program))
    }

    /// The pattern in a text, in which a game's name means the game with its fields as variables: `wythoff`
    /// for `wythoff(a, b)`. Without a text, the pattern of the only game.
    pub fn pattern_or_game(
        &mut self,
        text: Option<&str>,
        variables: Variables,
        loader: &dyn Loader,
    ) -> Result<Pattern, Vec<Diagnostic>> {
        let Some(text) = text else { return self.pattern_of_the_only_game(variables, loader) };
        let text = &without_accent(text);
        let (convention, name) = match text.trim().split_once(char::is_whitespace) {
            Some(("misere", name)) => ("misere ", name.trim()),
            _ => ("", text.trim()),
        };
        if name == "misere" {
            return match self.instance.as_ref().and_then(|it| only(&it.program)) {
                Some(game) => self.pattern_of_game("misere ", game, variables, loader),
                None => self.pattern_of_the_only_game(variables, loader),
            };
        }
        let named = self.instance.as_ref().and_then(|instance| instance.program.find_game(name));
        match named {
            Some(game) => self.pattern_of_game(convention, game, variables, loader),
            None => self.pattern_or_unknown_game(text, variables, loader),
        }
    }

    /// The pattern in a text. If the text is a single name and no pattern, the error is that for an
    /// unknown game.
    pub(super) fn pattern_or_unknown_game(
        &mut self,
        text: &str,
        variables: Variables,
        loader: &dyn Loader,
    ) -> Result<Pattern, Vec<Diagnostic>> {
        let read = self.pattern(text, variables, loader);
        let is_name = |word: &str| {
            word.chars().all(|it| it.is_alphanumeric() || it == '_') && word.starts_with(char::is_alphabetic)
        };
        let name = text.trim().strip_prefix("misere ").unwrap_or(text).trim();
        match read {
            // The error for the call `name()` of an unknown game suggests names of games.
            Err(_) if is_name(name) => self.pattern(&format!("{name}()"), variables, loader),
            read => read,
        }
    }

    /// The pattern of the only game that the file declares: its fields are the variables.
    pub fn pattern_of_the_only_game(
        &mut self,
        variables: Variables,
        loader: &dyn Loader,
    ) -> Result<Pattern, Vec<Diagnostic>> {
        let Some(instance) = &self.instance else { return Err(Vec::new()) };
        match only(&instance.program) {
            Some(game) => self.pattern_of_game("", game, variables, loader),
            None => Err(vec![errors::no_only_game(&instance.program)]),
        }
    }

    fn pattern_of_game(
        &mut self,
        convention: &str,
        game: GameId,
        variables: Variables,
        loader: &dyn Loader,
    ) -> Result<Pattern, Vec<Diagnostic>> {
        let Some(instance) = &self.instance else { return Err(Vec::new()) };
        let game = instance.program.game(game);
        let is_number = |field: &&ir::Field| matches!(field.domain.ty(), Type::Int | Type::Vertex);
        if let Some(field) = game.declared_fields().iter().find(|field| !is_number(field))
            && variables == Variables::Integers
        {
            return Err(vec![errors::field_without_numbers(game, field)]);
        }
        let mut names: Vec<String> = game.declared_fields().iter().map(|field| field.name.clone()).collect();
        let name = game.name.clone();
        for _ in 0..ROUNDS {
            let pattern =
                self.pattern(&format!("{convention}{name}({})", names.join(", ")), variables, loader)?;
            // A field may share its name with something declared outside the game.
            let is_taken = |name: &&mut String| pattern.variables.iter().all(|(known, _)| known != *name);
            let mut taken = names.iter_mut().filter(is_taken).peekable();
            if taken.peek().is_none() {
                return Ok(pattern);
            }
            taken.for_each(|name| name.push('_'));
        }
        self.pattern(&format!("{convention}{name}({})", names.join(", ")), variables, loader)
    }

    /// Default ranges for the variables of a pattern that were given none, within the types of
    /// their fields. The more variables, the shorter the ranges.
    pub fn default_ranges(&self, pattern: &Pattern, given: &[RangeText]) -> Vec<RangeText> {
        let is_given = |name: &str| given.iter().any(|range| range.name == name);
        let missing: Vec<_> = pattern.variables.iter().filter(|(name, _)| !is_given(name)).collect();
        let most = match (pattern.variables.len(), missing.len()) {
            (1, _) => 99,
            (_, 1) => 20,
            (_, 2) => 15,
            _ => 5,
        };
        let range = |(name, slot): &&(String, SlotId)| {
            let range = self.default_range(pattern, *slot, most)?;
            Some(RangeText { name: name.clone(), range })
        };
        missing.iter().filter_map(range).collect()
    }

    /// The default range of a variable, with at most `most` + 1 numbers; `None` if the variable
    /// does not represent a number.
    fn default_range(&self, pattern: &Pattern, variable: SlotId, most: u64) -> Option<String> {
        let instance = self.instance.as_ref()?;
        let mut fields = Vec::new();
        ir::walk::everything(&pattern.body.expr, &mut |expr| {
            if let ExprKind::Component(game, arguments) = &expr.kind {
                let of_game = arguments.iter().zip(&instance.fields[game.index()]);
                fields
                    .extend(of_game.filter(|(it, _)| is_local(it, variable)).map(|(_, range)| range.clone()));
            }
        });
        match fields.first() {
            Some(Range::Between(low, high)) => {
                let last = low + &crate::number::Int::from(most);
                Some(format!("{low}..={}", if last < *high { &last } else { high }))
            }
            Some(Range::Nat) | None => Some(format!("0..={most}")),
            Some(Range::Any) if pattern.body.slots[variable.index()].ty == Type::Int => {
                Some(format!("0..={most}"))
            }
            _ => None,
        }
    }
}

fn is_number(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ast::ExprKind::Unary(ast::Unary::Negate, inner) => is_number(inner),
        it => matches!(it, ast::ExprKind::Number(_)),
    }
}

/// Whether an argument is just this variable, without a conversion.
fn is_local(argument: &ir::Expr, variable: SlotId) -> bool {
    matches!(argument.kind, ExprKind::Local(slot) if slot == variable)
}
