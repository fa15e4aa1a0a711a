//! Computes values and outcomes of components by depth first search. Each component is expanded
//! once, and only the options that are not known yet are kept, while the component is on the path.

use super::codec::Codec;
use super::expand::{Expander, component_of};
use super::options::{Failure, Part, Visitor};
use super::table::{NOTHING, Table};
use crate::code::{Run, Stop};
use crate::position::{Limit, Problem, ProblemKind, Refusal};
use crate::refuse;
use crate::source::Span;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// What the table holds for a component on the path of the only thread; reaching the component
/// again is a cycle.
const OPEN: u32 = NOTHING - 1;
/// Every key has this bit; in a list of options it distinguishes keys from counts.
const KEY: u64 = 1 << 63;

/// Which result is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The values of components: 0 is lost, everything else won.
    Values,
    /// Outcomes under normal play: 1 if the player to move wins, otherwise 0.
    Normal,
    /// Outcomes under misère play: 1 if the player to move wins, otherwise 0.
    Misere,
}

/// The state of one search.
pub struct Search<'s, 'a, 'b> {
    /// Expands components.
    pub expander: &'s mut Expander<'a, 'b>,
    /// The current keys.
    pub codec: &'s Codec,
    /// The known results, shared between threads.
    pub table: &'s RwLock<Table>,
    /// Which result is computed.
    pub aim: Aim,
    /// The limit of components in the table.
    pub positions: u64,
    /// If several threads search: the index of this thread, and a flag that is set once one of them
    /// has finished.
    pub thread: Option<(usize, &'s AtomicBool)>,
    /// The number of expansions after which to stop without a result.
    pub patience: u64,
}

/// A component whose options are being examined.
struct Frame {
    key: u64,
    /// Where the component's unknown options begin in [`Walk::unknown`].
    start: usize,
    /// The values below 64 of the options so far, as bits.
    seen: u64,
    /// Where the values from 64 on of the component's options begin in [`Walk::large`].
    large: usize,
    /// Whether the component has an option.
    moves: bool,
}

/// Receives the options of one component.
struct Options<'s> {
    table: &'s Table,
    aim: Aim,
    frame: &'s mut Frame,
    unknown: &'s mut Vec<u64>,
    large: &'s mut Vec<u32>,
    batch: &'s mut Batch,
}

/// Options that are looked up together.
#[derive(Default)]
struct Batch {
    /// The keys of options that are one component.
    singles: Vec<u64>,
    /// The keys of the components of all other options, one option after the other.
    keys: Vec<u64>,
    /// For each option in `keys`, how many keys it has, and which of its keys have an even number
    /// of copies, as bits.
    sums: Vec<(u32, u64)>,
    /// A buffer for the numbers of `keys` in the table.
    numbers: Vec<u32>,
}

/// The most keys in a batch.
const BATCH: usize = 32;
/// The most keys in a batch if outcomes are computed, where one lost option is enough.
const SMALL_BATCH: usize = 2;

impl Frame {
    /// Notes the value of an option.
    fn see(&mut self, value: u32, large: &mut Vec<u32>) {
        if value < 64 {
            self.seen |= 1 << value;
        } else {
            large.push(value);
        }
    }
}

impl Visitor for Options<'_> {
    #[inline]
    fn option(&mut self, parts: &[Part]) -> Run<()> {
        self.frame.moves = true;
        if let [(key, 1)] = parts {
            self.batch.singles.push(*key);
        } else {
            self.wait(parts)?;
        }
        let most = if self.aim == Aim::Values { BATCH } else { SMALL_BATCH };
        if self.batch.singles.len() + self.batch.keys.len() >= most { self.look_up() } else { Ok(()) }
    }

    fn singles(&mut self, keys: &[u64]) -> Run<()> {
        self.frame.moves |= !keys.is_empty();
        let (table, frame, unknown, large) =
            (self.table, &mut *self.frame, &mut *self.unknown, &mut *self.large);
        let mut nothing = false;
        table.get_all(keys, |key, number| match number {
            _ if key == 0 => nothing = true,
            number if number < OPEN => frame.see(number, large),
            _ => unknown.push(key),
        });
        if nothing {
            frame.see(u32::from(self.aim == Aim::Misere), large);
        }
        if self.aim != Aim::Values && frame.seen & 1 == 1 { Err(Stop::Enough) } else { Ok(()) }
    }

    fn at_a_time(&self) -> usize {
        if self.aim == Aim::Values { 256 } else { SMALL_BATCH }
    }

    fn restart(&mut self) {
        self.batch.singles.clear();
        self.batch.keys.clear();
        self.batch.sums.clear();
        self.unknown.truncate(self.frame.start);
        self.large.truncate(self.frame.large);
        (self.frame.seen, self.frame.moves) = (0, false);
    }
}

impl Options<'_> {
    /// Puts an option that is a sum into the batch; [`Stop::Bail`] if it has too many components.
    fn wait(&mut self, parts: &[Part]) -> Run<()> {
        let mut even = 0u64;
        for (at, (key, count)) in parts.iter().enumerate() {
            if count % 2 == 0 {
                // A word has bits for 64 keys only.
                even |= 1u64.checked_shl(at as u32).ok_or(Stop::Bail)?;
            }
            self.batch.keys.push(*key);
        }
        self.batch.sums.push((parts.len() as u32, even));
        Ok(())
    }

    /// Looks up all options of the batch. Notes the known values, and adds the keys of the other
    /// options to `unknown`. There, a key with an even number of copies loses its highest bit, and
    /// the keys of a sum are followed by how many they are.
    fn look_up(&mut self) -> Run<()> {
        let batch = &mut *self.batch;
        self.table.get_all(&batch.singles, |key, number| {
            if number < OPEN { self.frame.see(number, self.large) } else { self.unknown.push(key) }
        });
        batch.singles.clear();
        if !batch.sums.is_empty() {
            self.look_up_sums();
        }
        // For outcomes, one lost option is enough.
        if self.aim != Aim::Values && self.frame.seen & 1 == 1 { Err(Stop::Enough) } else { Ok(()) }
    }

    /// Looks up the options of the batch that are sums.
    fn look_up_sums(&mut self) {
        let batch = &mut *self.batch;
        batch.numbers.clear();
        self.table.get_all(&batch.keys, |_, number| batch.numbers.push(number));
        let mut at = 0;
        for (count, even) in batch.sums.drain(..) {
            let count = count as usize;
            let (keys, numbers) = (&batch.keys[at..at + count], &batch.numbers[at..at + count]);
            at += count;
            let cancels = |at: usize| at < 64 && even >> at & 1 == 1;
            if count == 0 {
                self.frame.see(u32::from(self.aim == Aim::Misere), self.large);
            } else if numbers.iter().all(|number| *number < OPEN) {
                let odd = numbers.iter().enumerate().filter(|(at, _)| !cancels(*at));
                self.frame.see(odd.fold(0, |total, (_, value)| total ^ value), self.large);
            } else {
                let note = |(at, key): (usize, &u64)| if cancels(at) { *key & !KEY } else { *key };
                self.unknown.extend(keys.iter().enumerate().map(note));
                if count > 1 || even != 0 {
                    self.unknown.push(count as u64);
                }
            }
        }
        batch.keys.clear();
    }
}

/// How a search ended.
pub enum Walked {
    /// The search found the result.
    Known(u32),
    /// The search was stopped, because its patience is used up or another thread has finished.
    Unfinished,
}

impl Search<'_, '_, '_> {
    /// Computes the result for a component.
    pub fn run(&mut self, root: u64) -> Result<Walked, Failure> {
        let mut walk = Walk::default();
        let result = self.walk(root, &mut walk);
        if self.thread.is_none() {
            // After a problem or an early stop, no component may remain marked as `OPEN`.
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            for frame in &walk.frames {
                table.put(frame.key, NOTHING);
            }
        }
        result
    }

    /// Searches from a component until it has a result.
    fn walk(&mut self, root: u64, walk: &mut Walk) -> Result<Walked, Failure> {
        let mut expansions = 0;
        let mut next = Some(root);
        loop {
            // The table is locked for reading until it is full; then it grows under an exclusive
            // lock.
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            while !table.is_full() {
                match next.take() {
                    Some(key) => {
                        expansions += 1;
                        self.enter(key, &table, walk)?;
                    }
                    None => next = self.go_on(&table, walk)?,
                }
                if walk.frames.is_empty() && next.is_none() {
                    return Ok(Walked::Known(table.get(root)));
                }
                if expansions > self.patience || self.thread.is_some_and(|it| it.1.load(Ordering::Relaxed)) {
                    return Ok(Walked::Unfinished);
                }
            }
            drop(table);
            let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
            while table.is_full() {
                table.grow();
            }
        }
    }

    /// Puts a component on the path and expands it, unless its result is known.
    fn enter(&mut self, key: u64, table: &Table, walk: &mut Walk) -> Result<(), Failure> {
        let (slot, fresh) = table.slot(key);
        if fresh && table.len() as u64 > self.positions {
            return Err(Stop::Limit(Limit::Positions).into());
        }
        let cycle = match self.thread {
            None => match table.number(slot) {
                OPEN => true,
                NOTHING => {
                    table.set(slot, OPEN);
                    false
                }
                _ => return Ok(()),
            },
            Some(_) if table.number(slot) != NOTHING => return Ok(()),
            Some(_) => !walk.path.insert(key),
        };
        if cycle {
            let component = component_of(self.expander.machine.instance, self.codec, key);
            let kind = ProblemKind::Cycle { component };
            return Err(Failure::Problem(Problem { span: Span::default(), kind }));
        }
        let (start, large) = (walk.unknown.len(), walk.large.len());
        walk.frames.push(Frame { key, start, seen: 0, large, moves: false });
        let Some(frame) = walk.frames.last_mut() else { return Ok(()) };
        let (unknown, large) = (&mut walk.unknown, &mut walk.large);
        let batch = &mut walk.batch;
        let mut options = Options { table, aim: self.aim, frame, unknown, large, batch };
        options.restart();
        let expanded = self.expander.expand(key, &mut options);
        match expanded.and_then(|ending| Ok(options.look_up().map(|()| ending)?)) {
            Ok(None) => {}
            Ok(Some(ending)) => match self.aim {
                Aim::Values if ending.win => return Err(Failure::Problem(refuse(Refusal::ValueOfWinEnds))),
                Aim::Values => {}
                // A stated end is absolute: it holds under every convention.
                _ => {
                    options.frame.moves = true;
                    options.frame.seen = u64::from(ending.win);
                }
            },
            Err(Failure::Stop(Stop::Enough)) => options.unknown.truncate(start),
            Err(failure) => return Err(failure),
        }
        walk.order(start, self.thread.map(|(thread, _)| thread));
        Ok(())
    }

    /// Examines the options of the last component on the path. Returns the first unknown component
    /// in them, or `None` once the last component has its result and has left the path.
    fn go_on(&mut self, table: &Table, walk: &mut Walk) -> Result<Option<u64>, Failure> {
        let Some(frame) = walk.frames.last_mut() else { return Ok(None) };
        while walk.unknown.len() > frame.start && (self.aim == Aim::Values || frame.seen & 1 == 0) {
            let end = walk.unknown.len() - 1;
            let last = walk.unknown[end];
            let first = if last & KEY == 0 { end - last as usize } else { end };
            let keys = if last & KEY == 0 { &walk.unknown[first..end] } else { &walk.unknown[end..] };
            let mut total = 0;
            for key in keys {
                match table.get(*key | KEY) {
                    // The key has no result yet. If it is on the path of this thread, entering it
                    // reports the cycle.
                    NOTHING | OPEN => return Ok(Some(*key | KEY)),
                    value => total ^= if *key & KEY == 0 { 0 } else { value },
                }
            }
            frame.see(total, &mut walk.large);
            walk.unknown.truncate(first);
            self.expander.machine.budget.tick(1).map_err(Stop::Limit)?;
        }
        let value = match self.aim {
            Aim::Values => mex(frame.seen, &mut walk.large[frame.large..]),
            Aim::Misere if !frame.moves => 1,
            _ => (frame.seen & 1) as u32,
        };
        table.put(frame.key, value);
        walk.path.remove(&frame.key);
        walk.unknown.truncate(frame.start);
        walk.large.truncate(frame.large);
        walk.frames.pop();
        Ok(None)
    }
}

/// The path that is being walked.
#[derive(Default)]
struct Walk {
    frames: Vec<Frame>,
    /// The unknown options of all components on the path: single keys, and sums as keys followed by
    /// how many they are.
    unknown: Vec<u64>,
    /// The values from 64 on of the options of the components on the path.
    large: Vec<u32>,
    /// The keys of the path, if several threads walk.
    path: FxHashSet<u64>,
    batch: Batch,
}

impl Walk {
    /// Sorts the unknown options of a component so that the smallest key is examined first: small
    /// states are near the ends of play, and need less memory. Options of which some are sums keep
    /// their order. Of several threads, each but the first uses another order, also for sums.
    fn order(&mut self, start: usize, thread: Option<usize>) {
        let options = &mut self.unknown[start..];
        if options.len() < 2 {
            return;
        }
        let turn = thread.filter(|thread| *thread > 0 && start < 1 << 22).map(|thread| {
            let odd = 2 * thread as u64 + 1;
            move |key: u64| key.wrapping_mul(0x9E37_79B9_7F4A_7C15u64.wrapping_mul(odd))
        });
        let sums = options.iter().any(|key| key & KEY == 0);
        match turn {
            Some(turn) if sums => self.turn_sums(start, turn),
            Some(turn) => options.sort_unstable_by_key(|key| turn(*key)),
            None if sums => {}
            None => options.sort_unstable_by(|a, b| b.cmp(a)),
        }
    }

    /// Sorts options, some of which are sums, by `turn` of their first key; the keys of one sum
    /// stay together.
    fn turn_sums(&mut self, start: usize, turn: impl Fn(u64) -> u64) {
        let options = &self.unknown[start..];
        let mut groups = Vec::new();
        let mut end = options.len();
        while end > 0 {
            let last = options[end - 1];
            let first = if last & KEY == 0 { end - 1 - last as usize } else { end - 1 };
            groups.push(first..end);
            end = first;
        }
        groups.sort_unstable_by_key(|group| turn(options[group.start]));
        let turned: Vec<u64> = groups.into_iter().flat_map(|group| options[group].iter().copied()).collect();
        self.unknown[start..].copy_from_slice(&turned);
    }
}

/// The mex of the values below 64, which are the bits of `seen`, and the values `large` from 64 on.
fn mex(seen: u64, large: &mut [u32]) -> u32 {
    if seen != u64::MAX {
        return seen.trailing_ones();
    }
    large.sort_unstable();
    let mut least = 64;
    for value in large {
        if *value == least {
            least += 1;
        }
    }
    least
}
