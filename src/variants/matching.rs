//! Reads which positions of two games are compared: `--map 'LEFT(a, b) = RIGHT(b, a)'`, or field by
//! field.

use super::{Matching, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, ExprKind, Game, GameId, Program, SlotId, walk};
use crate::pipeline::{Opened, Variables};
use crate::source::{Loader, Span};

/// The matching of two games field by field. It is an error unless both have fields of the same
/// types in the same order.
pub fn in_order(left: (&Opened, GameId), right: (&Opened, GameId)) -> Result<Matching, Box<Diagnostic>> {
    let program = |opened: &'_ Opened| opened.instance.as_ref().map(|instance| instance.program.clone());
    let (Some(ours), Some(theirs)) = (program(left.0), program(right.0)) else {
        return Err(Box::new(errors::nothing_to_compare()));
    };
    let games = (ours.game(left.1), theirs.game(right.1));
    let types = |program: &Program, game: &Game| -> Vec<String> {
        game.fields.iter().map(|field| crate::ir::print::domain(program, &field.domain)).collect()
    };
    if types(&ours, games.0) == types(&theirs, games.1) {
        return Ok(Matching::in_order(games.0));
    }
    let fields = (errors::fields(&ours, games.0), errors::fields(&theirs, games.1));
    Err(Box::new(errors::other_fields((games.0, &fields.0), (games.1, &fields.1))))
}

/// Reads a `--map`: the game on the left, the game on the right, and the matching.
pub fn read(
    text: &str,
    left: &Opened,
    right: &mut Opened,
    loader: &dyn Loader,
) -> Result<(GameId, GameId, Matching), Vec<Diagnostic>> {
    let wrong = || vec![errors::bad_map(text)];
    let (ours, theirs) = text
        .split_once(")")
        .and_then(|(ours, rest)| Some((ours, rest.trim_start().strip_prefix('=')?)))
        .ok_or_else(wrong)?;
    let (name, variables) = ours.split_once('(').ok_or_else(wrong)?;
    let variables: Vec<&str> = variables.split(',').map(str::trim).filter(|it| !it.is_empty()).collect();
    let program = left.instance.as_ref().map(|instance| &instance.program).ok_or_else(wrong)?;
    let our_game =
        program.find_game(name.trim()).ok_or_else(|| vec![errors::no_such_game(name.trim(), program)])?;
    let fields = &program.game(our_game).fields;
    let is_name = |text: &&str| {
        let mut letters = text.chars();
        letters.next().is_some_and(|it| it.is_alphabetic() || it == '_')
            && letters.all(|it| it.is_alphanumeric() || it == '_' || it == '\'')
    };
    if let Some(value) = variables.iter().find(|it| !is_name(it)) {
        return Err(vec![errors::no_name(value, program.game(our_game), theirs.trim())]);
    }
    let mut sorted = variables.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if variables.len() != fields.len() || sorted.len() != fields.len() {
        return Err(vec![errors::variables_of(program.game(our_game))]);
    }
    let pattern = right.pattern(theirs, Variables::OfAnyType, loader)?;
    let ExprKind::Component(their_game, arguments) = &pattern.body.expr.kind else { return Err(wrong()) };
    let mut first = Vec::new();
    for (name, slot) in &pattern.variables {
        let unknown = || vec![errors::unknown_variable(name, pattern.body.slots[slot.index()].span)];
        let at = variables.iter().position(|it| it == name).ok_or_else(unknown)?;
        let ty = fields[at].domain.ty();
        if ty != pattern.body.slots[slot.index()].ty {
            return Err(vec![errors::other_type(name, &ty, &pattern.body.slots[slot.index()])]);
        }
        let kind = ExprKind::Local(SlotId(at as u32));
        first.push(Expr { kind, ty, span: Span::default() });
    }
    // The first slots of the pattern are its variables, which become fields of the left game. The
    // slots of names that the pattern binds itself follow those of the fields.
    let mut slots = Matching::in_order(program.game(our_game)).slots;
    for (slot, name) in slots.iter_mut().zip(&variables) {
        slot.name = (*name).to_string();
    }
    slots.extend(pattern.body.slots.iter().cloned());
    let shift = fields.len() as u32;
    let arguments = arguments.iter().map(|it| walk::instantiate(it, &first, shift)).collect();
    Ok((our_game, *their_game, Matching { slots, arguments }))
}

/// The game that `FILE:GAME` names, or the only game of a file.
pub fn game(opened: &Opened, name: Option<&str>, file: &str) -> Result<GameId, Box<Diagnostic>> {
    let Some(instance) = &opened.instance else {
        return Err(Box::new(errors::nothing_to_compare()));
    };
    let program = &instance.program;
    if let Some(name) = name {
        // The name may be followed by fields, as in `wythoff(a, b)`.
        let bare = name.split_once('(').map_or(name, |(bare, _)| bare.trim());
        return program.find_game(bare).ok_or_else(|| Box::new(errors::no_such_game(name, program)));
    }
    let own: Vec<GameId> = program.game_ids().filter(|game| program.game(*game).in_root).collect();
    match own[..] {
        [game] => Ok(game),
        _ => Err(Box::new(errors::which_game(file, program, &own))),
    }
}
