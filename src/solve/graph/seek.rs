//! Looks up values and outcomes of single components, searches for those that are missing, and lays
//! out keys anew when an integer does not fit. Also compiles the rules of games on first use.

use super::code::{self, Stop};
use super::codec::Codec;
use super::expand::{Expander, key_of};
use super::options::{Failure, Library};
use super::table::{NOTHING, Table};
use super::values::{Aim, Search, Walked};
use super::{Graph, Kind};
use crate::ir::value::Component;
use crate::ir::{GameId, walk};
use crate::position::{Budget, Evaluated};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// How many components one thread expands before it stops and all threads search together.
const ALONE: u64 = 30_000;

/// After more failed searches in a row than this, some searches are skipped.
const PATIENCE: u32 = 2;
/// The most searches in a row that are skipped are two to this power, minus one.
const MOST_SKIPPED: u32 = 12;

/// Counts failed searches from components of one game: each reached a component without a key, such
/// as one with a number beyond a word. After several failures in a row, the next searches are
/// skipped, more of them after each failure. Then the reference, which remembers its results,
/// answers directly.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InVain {
    /// How many searches in a row have failed.
    count: u32,
    /// How many of the next searches are skipped.
    skipped: u32,
}

impl InVain {
    /// Records a failure.
    fn note(&mut self) {
        self.count += 1;
        self.skipped = (1 << self.count.saturating_sub(PATIENCE).min(MOST_SKIPPED)) - 1;
    }

    /// Whether the next search is skipped. Counts it if so.
    fn is_to_be_skipped(&mut self) -> bool {
        let skips = self.skipped > 0;
        self.skipped -= u32::from(skips);
        skips
    }
}

impl<'a, 'b> Graph<'a, 'b> {
    /// The properties of the games that play from a game can reach. On first request, compiles the
    /// rules of all these games.
    pub(super) fn kind(&mut self, game: GameId) -> Kind {
        if let Some(known) = self.games[game.index()] {
            return known;
        }
        let program = &self.instance.program;
        let reachable = walk::reachable_games(program, game);
        let mut rules = self.library.rules.clone();
        let mut constants = code::Constants { words: self.library.constants.words.clone() };
        for id in &reachable {
            if rules[id.index()].is_none() {
                rules[id.index()] = code::game(self.instance, &mut constants, *id).ok().map(Arc::new);
            }
        }
        self.library = Arc::new(Library { rules, constants });
        self.renew();
        let single = |id: &GameId| self.library.rules[id.index()].as_ref().is_some_and(|it| it.single);
        let kind = Kind {
            loopy: reachable.iter().any(|id| program.game(*id).loopy),
            single: reachable.iter().all(single),
            covered: reachable.iter().all(|id| self.codec.covers(*id)),
            ends: reachable.iter().any(|id| !program.game(*id).ends.is_empty()),
        };
        self.games[game.index()] = Some(kind);
        kind
    }

    /// Makes a new expander with the current keys, code and budget.
    pub(super) fn renew(&mut self) {
        let budget = self.budget.fork();
        let means = (self.library.clone(), self.codec.clone(), self.natives.clone());
        self.expander = Expander::new(self.instance, means, budget);
    }

    /// The table of the results that `aim` names.
    fn table(&self, aim: Aim) -> &RwLock<Table> {
        match aim {
            Aim::Values => &self.values,
            Aim::Normal => &self.normal,
            Aim::Misere => &self.misere,
        }
    }

    /// Lays out all keys anew, with more space for what did not fit. Keeps the results in the
    /// tables, and discards the positions that were laid out for [`super::kernel`] and similar
    /// searches.
    pub(super) fn widen(&mut self) {
        let mut wider = self.codec.widened();
        let moved = loop {
            let aims = [Aim::Values, Aim::Normal, Aim::Misere];
            match aims.map(|aim| self.moved(aim, &wider)) {
                [Some(values), Some(normal), Some(misere)] => break [values, normal, misere],
                // With the wider integer, some state no longer fits as a whole.
                _ => wider = wider.widened(),
            }
        };
        let [values, normal, misere] = moved.map(RwLock::new);
        (self.values, self.normal, self.misere) = (values, normal, misere);
        self.codec = Arc::new(wider);
        self.natives = Arc::new(self.natives.anew());
        self.laid_out = super::LaidOut::default();
        self.renew();
    }

    /// A copy of the table of `aim` with its keys laid out anew; `None` if a key does not fit.
    fn moved(&self, aim: Aim, wider: &Codec) -> Option<Table> {
        let table = self.table(aim).read().unwrap_or_else(PoisonError::into_inner);
        let mut moved = Table::default();
        let (mut words, mut memory) = (Vec::new(), Vec::new());
        for (key, number) in table.entries() {
            words.clear();
            memory.clear();
            self.codec.words(key, &mut words, &mut memory);
            match wider.key(self.codec.game(key), &words, &memory) {
                Ok(key) => {
                    while moved.is_full() {
                        moved.grow();
                    }
                    moved.put(key, number);
                }
                Err(Stop::Widen) => return None,
                // This does not happen: a state that had a key has one in the new layout too.
                Err(_) => {}
            }
        }
        Some(moved)
    }

    /// The result for a component. `None` if the component, or another that play reaches, has no
    /// key, or if the search is skipped after such failures.
    pub(super) fn seek(&mut self, aim: Aim, component: &Component) -> Evaluated<Option<u32>> {
        loop {
            let found = key_of(self.instance, &self.codec, component)
                .map_err(Failure::Stop)
                .and_then(|key| self.seek_key(aim, key));
            match found {
                Ok(value) => return Ok(Some(value)),
                Err(Failure::Stop(Stop::Widen)) => self.widen(),
                Err(Failure::Stop(Stop::Limit(limit))) => return Err(crate::limit(limit)),
                Err(Failure::Stop(_)) => return Ok(None),
                Err(Failure::Problem(problem)) => return Err(problem),
            }
        }
    }

    /// The result for a component by its key, from the table or by a search. [`Stop::Bail`] if
    /// there is no result, or if the search is skipped because earlier searches failed.
    pub(super) fn seek_key(&mut self, aim: Aim, key: u64) -> Result<u32, Failure> {
        let known = self.table(aim).read().unwrap_or_else(PoisonError::into_inner).get(key);
        if known != NOTHING {
            return Ok(known);
        }
        let game = self.codec.game(key).index();
        if self.in_vain[game].is_to_be_skipped() {
            return Err(Failure::Stop(Stop::Bail));
        }
        let found = self.search_key(aim, key);
        match found {
            Ok(_) => self.in_vain[game] = InVain::default(),
            Err(Failure::Stop(Stop::Bail)) => self.in_vain[game].note(),
            Err(_) => {}
        }
        found
    }

    /// Searches for the result of a component on one thread; if that takes long, on all threads,
    /// unless keys are interned or the search has a limit of its own.
    fn search_key(&mut self, aim: Aim, key: u64) -> Result<u32, Failure> {
        let helped = self.budget.threads > 1 && self.codec.is_packed();
        let table = match aim {
            Aim::Values => &self.values,
            Aim::Normal => &self.normal,
            Aim::Misere => &self.misere,
        };
        let mut search = Search {
            expander: &mut self.expander,
            codec: &self.codec,
            table,
            aim,
            positions: self.budget.positions.min(self.most),
            thread: None,
            patience: if helped && self.most == u64::MAX { ALONE } else { u64::MAX },
        };
        match search.run(key)? {
            Walked::Known(value) => Ok(value),
            Walked::Unfinished => self.together(aim, key),
        }
    }

    /// Several threads search from one component in different orders, and share their results.
    fn together(&mut self, aim: Aim, key: u64) -> Result<u32, Failure> {
        let (instance, codec, library) = (self.instance, &self.codec, &self.library);
        let natives = &self.natives;
        let (table, budget) = (self.table(aim), self.budget);
        let (done, budget_positions) = (&AtomicBool::new(false), budget.positions.min(self.most));
        let results = std::thread::scope(|scope| {
            let budgets: Vec<Budget<'_>> = (0..self.budget.threads).map(|_| budget.fork()).collect();
            let walk = |(thread, budget): (usize, Budget<'b>)| {
                scope.spawn(move || {
                    let means = (library.clone(), codec.clone(), natives.clone());
                    let mut expander = Expander::new(instance, means, budget);
                    let mut search = Search {
                        expander: &mut expander,
                        codec,
                        table,
                        aim,
                        positions: budget_positions,
                        thread: Some((thread, done)),
                        patience: u64::MAX,
                    };
                    let result = search.run(key);
                    done.store(true, Ordering::Relaxed);
                    result
                })
            };
            let handles: Vec<_> = budgets.into_iter().enumerate().map(walk).collect();
            handles.into_iter().map(|handle| handle.join()).collect::<Vec<_>>()
        });
        for result in results {
            match result {
                Ok(Ok(Walked::Known(value))) => return Ok(value),
                Ok(Ok(Walked::Unfinished)) => {}
                Ok(Err(failure)) => return Err(failure),
                // A panic of a thread is passed on.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Err(Failure::Stop(Stop::Bail))
    }
}
