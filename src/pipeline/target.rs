//! Reads the game to prove: a game's name, or a component whose fields are variables, under normal
//! or misère play.

use super::only_game::without_accent;
use super::{Opened, Variables, errors};
use crate::diagnostic::Diagnostic;
use crate::ir::{Convention, Expr, ExprKind, Game, GameId, SlotId};
use crate::proof::Target;
use crate::source::Loader;

impl Opened {
    /// The game and the convention that a text names: `g`, `g(a, b)`, or one of these after
    /// `misere`. `misere` alone means the only game of the file.
    pub fn target(&mut self, text: &str, loader: &dyn Loader) -> Result<Target, Vec<Diagnostic>> {
        let text = &without_accent(text);
        let named = |name: &str| self.instance.as_ref().and_then(|it| it.program.find_game(name.trim()));
        if let Some(game) = named(text) {
            return Ok(Target { game, convention: Convention::Normal });
        }
        if let Some(game) = text.trim().strip_prefix("misere ").and_then(named) {
            return Ok(Target { game, convention: Convention::Misere });
        }
        if let ("misere", [only]) = (text.trim(), &*self.targets()) {
            return Ok(Target { convention: Convention::Misere, ..*only });
        }
        if text.trim() == "misere" {
            let program = self.instance.as_ref().map(|it| &it.program);
            return Err(program.map(errors::no_only_game).into_iter().collect());
        }
        let pattern = self.pattern_or_unknown_game(text, Variables::Integers, loader)?;
        // A lone name would otherwise be read as a variable for the field of the only game.
        let name = text.trim();
        let is_field = |game: &Game| game.fields.iter().any(|field| field.name == name);
        let own = || self.instance.iter().flat_map(|it| it.program.games.iter());
        if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') && !own().any(is_field) {
            return Err(vec![errors::unknown_target(
                &pattern,
                name,
                self.instance.as_ref().map(|it| &it.program),
            )]);
        }
        let (convention, position) = match &pattern.body.expr.kind {
            ExprKind::Convention(convention, inner) => (*convention, &**inner),
            _ => (Convention::Normal, &pattern.body.expr),
        };
        if let ExprKind::Component(game, arguments) = &position.kind
            && convention != Convention::Anti
        {
            let mut slots: Vec<_> = arguments.iter().filter_map(local).collect();
            slots.sort_unstable();
            slots.dedup();
            if slots.len() == arguments.len() && slots.len() == pattern.variables.len() {
                return Ok(Target { game: *game, convention });
            }
        }
        Err(vec![errors::no_target(&pattern, self.instance.as_ref().map(|it| &it.program))])
    }

    /// The games of the file itself, under normal play.
    pub fn targets(&self) -> Vec<Target> {
        let Some(instance) = &self.instance else { return Vec::new() };
        let own = |game: &GameId| instance.program.game(*game).in_root;
        let target = |game| Target { game, convention: Convention::Normal };
        instance.program.game_ids().filter(own).map(target).collect()
    }
}

/// The variable that an argument consists of; `None` for other expressions.
fn local(argument: &Expr) -> Option<SlotId> {
    match argument.kind {
        ExprKind::Local(slot) => Some(slot),
        _ => None,
    }
}
