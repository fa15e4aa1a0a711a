//! Checks that the rules have values, that fields stay in their types and that play ends. Each is
//! proved on the program if linear reasoning suffices, and otherwise checked while components are
//! explored.

mod candidates;
pub mod errors;
mod explore;
mod facts;
mod foreign;
mod lints;
mod occurrences;
mod repeated;
mod termination;
mod totality;
pub mod unproved;
mod watch;

pub use foreign::no_foreign_vertices;
pub use repeated::repeated;
pub use watch::{Forever, Owed, Watched, needed, watch};

use crate::diagnostic::Diagnostic;
use crate::ir::{GameId, walk};
use crate::position::Instance;
use occurrences::Occurrence;

/// How it is known that play ends, or that it need not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Termination {
    /// The game is marked `loopy`, so nothing is claimed.
    Loopy,
    /// Termination is proved.
    Proved {
        /// The reason in words: mostly, what decreases with every move.
        why: String,
    },
    /// All components that play can reach from starts and claims were explored, and play can return
    /// to none of them.
    Searched {
        /// How many components were explored.
        components: usize,
    },
    /// Some components were explored, and no cycle was found among them.
    Checked {
        /// How many components were explored.
        components: usize,
    },
    /// Like `Checked`, and the spec says `assume ends`.
    Assumed {
        /// How many components were explored.
        components: usize,
    },
    /// Play can be infinite.
    Endless {
        /// Why play can be infinite, in words.
        why: String,
    },
    /// Not examined yet.
    Unknown,
}

/// A number of components in words: `1 component`, `4 components`.
fn counted(components: usize) -> String {
    format!("{components} component{}", if components == 1 { "" } else { "s" })
}

impl Termination {
    /// The word for this evidence: `proved`, `checked`, `refuted` or `undecided`.
    pub fn status(&self) -> &'static str {
        match self {
            Termination::Loopy => "undecided",
            Termination::Proved { .. } | Termination::Searched { .. } => "proved",
            Termination::Checked { .. } | Termination::Assumed { .. } => "checked",
            Termination::Endless { .. } => "refuted",
            Termination::Unknown => "undecided",
        }
    }

    /// The evidence, in words.
    pub fn by(&self) -> String {
        match self {
            Termination::Loopy => "the game is loopy".to_string(),
            Termination::Proved { why } => why.clone(),
            Termination::Searched { components } => format!("complete search of {}", counted(*components)),
            Termination::Checked { components } => format!("no cycle among {}", counted(*components)),
            Termination::Assumed { components } => {
                format!("assumed by `assume ends`; no cycle among {}", counted(*components))
            }
            Termination::Endless { why } => why.clone(),
            Termination::Unknown => "not examined".to_string(),
        }
    }
}

/// What is known about the soundness of one game.
#[derive(Debug, Clone)]
pub struct GameSoundness {
    /// Whether every field is proved to stay in its type.
    pub fields_proved: bool,
    /// Whether the rules provably have a value at every component, and no component is both won and
    /// lost by ends.
    pub evaluable: bool,
    /// If an exploration found no violation: the number of explored components, and whether these
    /// are all that play can reach from starts and claims. `None` otherwise.
    pub watched: Option<(usize, bool)>,
    /// The name of the rules with equal moves that have a value everywhere, if the proof relies on
    /// them.
    pub same_as: Option<String>,
    /// How it is known that play ends, or that it need not.
    pub termination: Termination,
    /// If a measure is stated but not proved to decrease, another reason why play terminates.
    pub ends_otherwise: Option<String>,
}

impl GameSoundness {
    /// The word for the evidence that the rules have a value and keep fields in their types, and
    /// the evidence in words.
    pub fn rules(&self) -> (&'static str, String) {
        if let Some(same) = &self.same_as {
            return ("proved", format!("equal to the rules of {same}"));
        }
        match self.watched {
            _ if self.fields_proved && self.evaluable => ("proved", "guards and types".to_string()),
            Some((components, true)) => ("proved", format!("complete search of {}", counted(components))),
            Some((components @ 1.., false)) => {
                ("checked", format!("no violation in {}", counted(components)))
            }
            Some((0, false)) | None => ("undecided", "not examined".to_string()),
        }
    }
}

/// What is known about all games of a program.
#[derive(Debug, Clone)]
pub struct Soundness {
    /// Indexed by `GameId`.
    pub games: Vec<GameSoundness>,
    /// For each game, the number of its group. Two games are in one group if play can lead from
    /// each to the other.
    pub group_of: Vec<usize>,
}

impl GameSoundness {
    /// Takes over what is proved about rules with equal moves: they have a value everywhere and
    /// keep fields in their types, and play terminates if `ends` says why. `stated`: whether the
    /// spec states a measure.
    pub fn take_over(&mut self, rules: String, ends: Option<&str>, stated: bool) {
        if !self.fields_proved || !self.evaluable {
            (self.fields_proved, self.evaluable) = (true, true);
            self.same_as = Some(rules);
        }
        if let (Termination::Unknown, Some(why)) = (&self.termination, ends) {
            self.end(Termination::Proved { why: why.to_string() }, stated);
        }
    }

    /// Records evidence about termination. If the spec states a measure (`stated`), the measure
    /// must be checked by itself: then a proof is only kept as the other reason, and weaker
    /// evidence is dropped.
    pub fn end(&mut self, found: Termination, stated: bool) {
        match found {
            Termination::Proved { why } if stated => self.ends_otherwise = Some(why),
            found if !stated => self.termination = found,
            _ => {}
        }
    }
}

impl Soundness {
    /// Whether something about a game is not proved yet, so that exploration could add evidence.
    pub fn needs_exploration(&self, game: GameId) -> bool {
        let game = &self.games[game.index()];
        !game.fields_proved || !game.evaluable || game.termination == Termination::Unknown
    }
}

/// Whether every field of a game provably stays in its type.
pub fn fields_stay(instance: &Instance, game: GameId) -> bool {
    occurrences::of_game(instance, game).iter().all(|occurrence| occurrence.fields_stay(instance))
}

/// Whether, provably, the rules of a game have a value at every component, and no component is both
/// won and lost by ends.
pub fn have_values(instance: &Instance, game: GameId) -> bool {
    totality::evaluable(instance, game)
}

/// Proves what can be proved about all games without exploration, and warns of rules that have no
/// effect.
pub fn prove(instance: &Instance) -> (Soundness, Vec<Diagnostic>) {
    let all: Vec<GameId> = instance.program.game_ids().collect();
    let (soundness, occurrences, mut diagnostics) = examine(instance, &all);
    for game in all {
        lints::game(instance, game, &occurrences[game.index()], &mut diagnostics);
    }
    (soundness, diagnostics)
}

/// Proves what can be proved about some games and all games that they lead to. The other games stay
/// unproved.
pub fn prove_of(instance: &Instance, games: &[GameId]) -> Soundness {
    let program = &instance.program;
    let mut met = walk::reachable_from(program, games);
    loop {
        let known = met.len();
        met.extend(met.clone().into_iter().filter_map(|game| program.game(game).again));
        met = walk::reachable_from(program, &met);
        if met.len() == known {
            break;
        }
    }
    examine(instance, &met).0
}

/// Examines a list of games that contains every game to which its games lead. Also returns the
/// components to which each game's moves lead, indexed by `GameId`, and the errors in stated
/// measures.
fn examine<'i>(
    instance: &'i Instance,
    games: &[GameId],
) -> (Soundness, Vec<Vec<Occurrence<'i>>>, Vec<Diagnostic>) {
    let mut occurrences: Vec<_> = instance.program.games.iter().map(|_| Vec::new()).collect();
    for game in games {
        occurrences[game.index()] = occurrences::of_game(instance, *game);
    }
    let mut diagnostics = Vec::new();
    let group_of = termination::groups(&occurrences);
    let mut terminations = termination::prove(instance, &occurrences, &group_of, &mut diagnostics);
    let mut soundness = Soundness { games: Vec::new(), group_of };
    for (game, termination) in instance.program.game_ids().zip(terminations.drain(..)) {
        let is_met = games.contains(&game);
        let moves = &occurrences[game.index()];
        soundness.games.push(GameSoundness {
            evaluable: is_met && totality::evaluable(instance, game),
            fields_proved: is_met && moves.iter().all(|occurrence| occurrence.fields_stay(instance)),
            watched: None,
            same_as: None,
            ends_otherwise: None,
            termination: if is_met { termination } else { Termination::Unknown },
        });
    }
    (soundness, occurrences, diagnostics)
}

#[cfg(test)]
mod tests;
