//! Turns trees into a checked, typed program in which every name is resolved. Checks names, types,
//! recursion, and that rules ask nothing about play.

mod again;
mod arguments;
mod builders;
mod calls;
mod claims;
mod codes;
mod collections;
mod comparisons;
mod data;
mod declared;
mod dependencies;
mod domains;
mod dot;
mod errors;
mod expression;
mod games;
mod hints;
mod locals;
mod look_alikes;
mod misread;
mod names;
mod nim_sums;
mod operators;
mod passes;
mod patterns;
mod questions;
mod reals;
mod scope;
mod types;
mod unknown_calls;

pub use passes::renew_pass;
pub use patterns::{OpenBody, Variables, check_integers, check_pattern};

use crate::diagnostic::{Code, Diagnostic, Topic, any_error, finish_fixes, settle};
use crate::ir;
use crate::source::{Loader, Sources, Span};
use crate::syntax::ast;
use crate::syntax::habits::{Habit, Use, habit};
use crate::syntax::modules::Modules;
use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A parameter's value from outside: `--set NAME=EXPR`.
#[derive(Debug, Clone)]
pub struct Override {
    /// The name of the parameter.
    pub name: ast::Name,
    /// The value that replaces the declared one.
    pub value: ast::Expr,
}

/// Checks a spec. Returns a program exactly when there is no error; there may be warnings.
pub fn check<'a>(
    modules: &'a Modules,
    sources: &'a Sources,
    loader: &'a dyn Loader,
    overrides: &'a [Override],
) -> (Option<ir::Program>, Vec<Diagnostic>) {
    let mut checker = Checker::new(sources, loader);
    checker.declare(modules);
    checker.collect_graphs(modules, overrides);
    checker.game_heads();
    checker.constants_and_functions(overrides);
    checker.games();
    checker.games_of_again();
    checker.starts();
    checker.claims(modules);
    checker.lint_unused();
    let mut diagnostics = checker.diagnostics;
    let program = (!any_error(&diagnostics)).then_some(checker.program);
    drop_consequences(&mut diagnostics, modules, sources);
    finish_fixes(&mut diagnostics, |file| &sources.get(file).text);
    settle(&mut diagnostics);
    (program, diagnostics)
}

/// Drops diagnostics that follow from an error in the same item. These are the warnings about
/// unused names and, if the error is about a function of other programs that asks about play, the
/// unknown names `N` and `P`, as in `outcome(P) == N`.
fn drop_consequences(diagnostics: &mut Vec<Diagnostic>, modules: &Modules, sources: &Sources) {
    let items = modules.files.iter().flat_map(|file| &file.items).map(|item| item.span);
    let is_in = |item: Span, it: &Diagnostic| it.place().is_some_and(|place| item.holds(place));
    let text = |it: &Diagnostic| it.place().map_or("", |place| sources.text(place));
    let asks = |it: &Diagnostic| {
        it.topic == Some(Topic::UnknownFunction)
            && habit(text(it), Use::Called).is_some_and(Habit::asks_about_play)
    };
    let mut broken = Vec::new();
    for item in items {
        let mut own = diagnostics.iter().filter(|it| it.is_error() && is_in(item, it)).peekable();
        if own.peek().is_some() {
            broken.push((item, own.any(asks)));
        }
    }
    // `sum(i in 1..=n)` is a test of membership, and no number.
    let member = |it: &Diagnostic| it.topic == Some(Topic::UnknownMember);
    let members: Vec<Span> =
        diagnostics.iter().filter(|it| member(it)).filter_map(Diagnostic::place).collect();
    let begins =
        |it: &Diagnostic| it.place().is_some_and(|at| members.iter().any(|name| at.start == name.start));
    diagnostics.retain(|it| it.topic != Some(Topic::WrongElements) || !begins(it));
    diagnostics.retain(|it| {
        let is_name = matches!(it.topic, Some(Topic::UnknownName | Topic::UnknownMember));
        let is_outcome = is_name && matches!(text(it), "N" | "P");
        let follows = |(item, asks): &(Span, bool)| is_in(*item, it) && (*asks || it.code == Code::G406);
        !(it.code == Code::G406 || is_outcome) || !broken.iter().any(follows)
    });
}

/// Checks an expression of type `ty` that stands outside the files, such as a position on the
/// command line. Returns its body exactly when there is no error.
pub fn check_value<'a>(
    program: &ir::Program,
    modules: &'a Modules,
    sources: &'a Sources,
    loader: &'a dyn Loader,
    expr: &'a ast::Expr,
    ty: &ir::Type,
) -> (Option<ir::Body>, Vec<Diagnostic>) {
    let mut checker = Checker::outside(program, modules, sources, loader);
    let body = checker.body_of(expr, ty);
    let mut diagnostics = checker.diagnostics;
    finish_fixes(&mut diagnostics, |file| &sources.get(file).text);
    settle(&mut diagnostics);
    (if any_error(&diagnostics) { None } else { Some(body) }, diagnostics)
}

/// The context of an expression, which decides whether the expression may ask about play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a parameter, a constant, a type, or the count of `blocking` or `pass`: must not ask.
    Constant,
    /// In a function: may ask, but then rules and constants must not call the function.
    Function,
    /// In the rules of a game: must not ask.
    Rules,
    /// In a start, or on the command line: no questions, but conventions and compounds are allowed.
    Start,
    /// In a claim: may ask.
    Claim,
}

/// The meaning of a name that the program declares.
#[derive(Debug, Clone, Copy)]
enum Meaning<'a> {
    Parameter(&'a ast::Parameter),
    Constant(&'a ast::Constant),
    Function(&'a ast::Function),
    /// A game, and the doc comment above it.
    Game(&'a ast::Game, Option<&'a str>),
    Start(&'a ast::Start),
}

/// The declaration of a name by an item of a file.
#[derive(Debug)]
struct Declaration<'a> {
    /// Where the name is declared.
    span: crate::source::Span,
    /// Whether the root file, rather than an imported one, declares the name.
    in_root: bool,
    meaning: Meaning<'a>,
}

/// The id and the type of a checked parameter, constant or named start.
#[derive(Debug, Clone)]
struct GlobalInfo {
    id: ir::GlobalId,
    ty: ir::Type,
    /// Whether the value asks about play, which rules must not do.
    impure: bool,
}

/// The types in the head of a function. `id` and `impure` are valid only once its body is checked.
#[derive(Debug, Clone)]
struct FunctionInfo {
    id: ir::FunctionId,
    parameters: Vec<ir::Type>,
    result: ir::Type,
    /// Whether the body asks about play, which rules must not do.
    impure: bool,
}

/// The state of a check: the declared names with their types, the context of the current
/// expression, and the results so far.
struct Checker<'a> {
    sources: &'a Sources,
    loader: &'a dyn Loader,
    /// The names that the files declare, in the order of the text.
    declarations: IndexMap<String, Declaration<'a>>,
    globals: FxHashMap<String, GlobalInfo>,
    functions: FxHashMap<String, FunctionInfo>,
    /// The id of each game, and the types of its fields, those for passes included.
    games: FxHashMap<String, (ir::GameId, Arc<[ir::Type]>)>,
    /// The names of the vertices of all graphs.
    vertices: FxHashSet<Arc<str>>,
    /// Whether some graph has vertices other than naturals up to `u32::MAX`.
    names_beyond_numbers: bool,
    /// The values that parameters get from outside.
    settings: FxHashMap<&'a str, &'a ast::Expr>,
    /// The loaded files by path, `undirected` and the file that loads them; `None` after an error.
    loaded: FxHashMap<(String, bool, crate::source::FileId), Option<(ir::Value, ir::Type)>>,
    /// The declared names that were used.
    used: FxHashSet<String>,
    /// The local names of the current body.
    scope: scope::Scope,
    /// The names that `let` binds in the body of a game.
    locals: locals::Locals,
    place: Place,
    /// The unknown names of the current claim that were already reported.
    unbound: FxHashSet<String>,
    /// The game whose rules are being checked, if any.
    current: Option<&'a ast::Game>,
    /// The places of the components of the current target that omit the remaining passes.
    left_out: Vec<crate::source::Span>,
    /// For each game that an `again` leads to, the id of its companion game, in which the opponent
    /// only lets the mover move again.
    again: IndexMap<ir::GameId, ir::GameId>,
    /// The place of the last binder's collection.
    domain: Option<crate::source::Span>,
    /// Whether a target behind `again` is being checked.
    moves_again: bool,
    /// If the upper bound of a range is being checked, the place of its lower bound.
    range_start: Option<crate::source::Span>,
    /// Whether the current declaration asks about play, by a question, a convention or a compound.
    impure: bool,
    /// Whether lints are silent, as inside expanded codes.
    quiet: bool,
    program: ir::Program,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn new(sources: &'a Sources, loader: &'a dyn Loader) -> Checker<'a> {
        Checker {
            sources,
            loader,
            declarations: IndexMap::new(),
            globals: FxHashMap::default(),
            functions: FxHashMap::default(),
            games: FxHashMap::default(),
            vertices: FxHashSet::default(),
            names_beyond_numbers: false,
            settings: FxHashMap::default(),
            loaded: FxHashMap::default(),
            used: FxHashSet::default(),
            scope: scope::Scope::default(),
            locals: locals::Locals::default(),
            place: Place::Constant,
            unbound: FxHashSet::default(),
            current: None,
            left_out: Vec::new(),
            again: IndexMap::new(),
            domain: None,
            moves_again: false,
            range_start: None,
            impure: false,
            quiet: false,
            program: ir::Program::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Adds a diagnostic. In its help, a game of this spec replaces `game(…)`.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        self.name_game(&mut diagnostic);
        self.diagnostics.push(diagnostic);
    }

    /// Adopts the names and types of `program`, the result of an earlier check of these files.
    fn adopt(&mut self, program: &ir::Program) {
        for (at, global) in program.globals.iter().enumerate() {
            let id = ir::GlobalId(at as u32);
            let info = GlobalInfo { id, ty: global.ty.clone(), impure: false };
            self.globals.insert(global.name.clone(), info);
        }
        for (at, function) in program.functions.iter().enumerate() {
            let info = FunctionInfo {
                id: ir::FunctionId(at as u32),
                parameters: function.parameters.iter().map(|it| it.domain.ty()).collect(),
                result: function.result.ty(),
                impure: false,
            };
            self.functions.insert(function.name.clone(), info);
        }
        // The graphs include those that the evaluation of constants has built.
        program.graphs.iter().for_each(|graph| self.know_names(graph));
        for id in program.game_ids() {
            let game = program.game(id);
            let fields = game.fields.iter().map(|it| it.domain.ty()).collect();
            self.games.insert(game.name.clone(), (id, fields));
        }
    }

    /// Checks an expression of an expected type in a scope of its own.
    fn body_of(&mut self, expr: &ast::Expr, expected: &ir::Type) -> ir::Body {
        self.scope = scope::Scope::default();
        let expr = self.check(expr, expected);
        ir::Body { slots: std::mem::take(&mut self.scope).finish(), expr }
    }
}
