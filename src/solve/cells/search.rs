//! Values of parts by depth first search.
//!
//! Parts are first identified by their true literals or their frames, which is fast. The structure
//! of a part, which gives its entry in the table, is read only when the part is searched.
//!
//! The usual question is whether a part has a given value. The part does not have the value if some
//! option has it. The part has the value if no option has it, and each smaller value is the value
//! of some option. If an option splits into several parts, all parts but the largest are evaluated;
//! the nim-sum of these values and the given value is what the largest part must have (Lemoine and
//! Viennot, Nimbers are inevitable, 2012).

use super::field::{Field, Live};
use super::frames::Frames;
use super::key::Keys;
use super::table::Table;
use super::words::Words;
use crate::locality::{Net, Place};
use crate::position::{Budget, Limit};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a search has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A limit was reached.
    Limit(Limit),
    /// Play returns to an earlier board.
    Cycle,
}

/// The most parts that are remembered by their literals or their frames; when there are more, all
/// are forgotten. Their values stay in the table.
const MOST_PLACES: usize = 1 << 23;

/// Motions of the board are computed, and the cache of recent parts is made, once a part has at
/// least this many literals.
const MANY_LITERALS: usize = if cfg!(test) { 3 } else { 16 };

/// The cache from recent parts to their numbers has two to this power slots.
const RECENT_BITS: u32 = if cfg!(test) { 3 } else { 15 };

/// What each step of a search may use: the table of known values, and the limits.
#[derive(Clone, Copy)]
pub struct Means<'m> {
    pub table: &'m Table,
    pub budget: &'m Budget<'m>,
}

/// Reading the structure of a part counts as one step of the budget for this many of its steps.
const STEPS_OF_A_TICK: usize = 16;

/// A located part: its number among the parts of the net, and the literals that are true.
pub type Placed<const N: usize> = (u32, Words<N>);

/// What the search has found about a part, whether or not its structure has been read.
#[derive(Debug, Clone, Copy)]
struct Glance {
    /// The number of the part's structure in the table; [`UNREAD`] before the structure is read.
    entry: u32,
    /// How many literals of the part are true.
    size: u32,
    /// The values below 64, as bits, that the part was found not to have before its structure was
    /// read.
    excluded: u64,
}

const UNREAD: u32 = u32::MAX;

/// Searches the boards of one net.
#[derive(Debug, Clone)]
pub struct Search<const N: usize> {
    field: Field<N>,
    all: Vec<u32>,
    /// Whether the net shows that play ends, so that equal parts cancel without a search.
    cancels: bool,
    /// The parts found so far, by number.
    parts: Vec<Glance>,
    /// The numbers of parts, by their normalised images if there are `frames`, otherwise by the
    /// literals that are true.
    places: FxHashMap<Words<N>, u32>,
    /// A cache of recently found parts, by a hash of their literals; empty while parts are small.
    recent: Vec<Placed<N>>,
    /// The places of the literals; `None` after `frames` was computed from them.
    stand: Option<Vec<Place>>,
    frames: Option<Frames<N>>,
    keys: Keys,
    /// The parts whose search is in progress, by their entries.
    open: FxHashSet<u32>,
    live: Live<N>,
    of_part: Live<N>,
    falls_into: Vec<Words<N>>,
    /// Buffers for reuse.
    spare: Vec<Live<N>>,
    blank: Options<N>,
}

/// The result of asking whether a part has a value before the structure of the part is read.
enum Glanced<const N: usize> {
    /// The part does not have the value.
    Excluded,
    /// It is open whether the part has the value. Holds the options of the part, if they were
    /// examined.
    Open(Option<Options<N>>),
}

/// The value that a part is asked to have (`None` if its value is to be found), and the options of
/// the part, if they were examined.
type Question<const N: usize> = (Option<u16>, Option<Options<N>>);

/// The options of a part.
#[derive(Debug, Clone, Default)]
struct Options<const N: usize> {
    /// The parts of all options, one option after the other.
    parts: Vec<Placed<N>>,
    /// For each option, the end of its parts in `parts`, and its value if known.
    options: Vec<(u32, Option<u16>)>,
}

impl<const N: usize> Search<N> {
    /// Makes a search without results.
    pub fn new(net: &Net) -> Search<N> {
        let field = Field::new(net);
        let all = field.all();
        Search {
            field,
            cancels: net.ends(),
            all,
            parts: Vec::new(),
            places: FxHashMap::default(),
            recent: Vec::new(),
            stand: net.places(),
            frames: None,
            keys: Keys::default(),
            open: FxHashSet::default(),
            live: Live::default(),
            of_part: Live::default(),
            falls_into: Vec::new(),
            spare: Vec::new(),
            blank: Options::default(),
        }
    }

    /// The parts of a board. If play is known to end, two equal parts cancel and are left out.
    pub fn parts(&mut self, means: Means<'_>, state: Words<N>) -> Result<Vec<Placed<N>>, Trouble> {
        let mut parts = Vec::new();
        let all = std::mem::take(&mut self.all);
        let split = self.split(means, state, &all, &mut parts);
        self.all = all;
        split.map(|()| parts)
    }

    /// Appends to `found` the parts of a board, as [`Self::parts`] does. Only the steps `among` may
    /// be live.
    fn split(
        &mut self,
        means: Means<'_>,
        state: Words<N>,
        among: &[u32],
        found: &mut Vec<Placed<N>>,
    ) -> Result<(), Trouble> {
        let first = found.len();
        let mut parts = std::mem::take(&mut self.falls_into);
        parts.clear();
        let endless = self.field.parts(state, among, &mut self.live, &mut parts);
        for part in &parts {
            let number = self.number(means, *part, among)?;
            match found[first..].iter().position(|(other, _)| self.alike(*other, number)) {
                // If play might repeat, no part is left out, so that the search finds the cycle.
                Some(at) if self.cancels => {
                    found.swap_remove(first + at);
                }
                _ => found.push((number, *part)),
            }
        }
        self.falls_into = parts;
        if endless { Err(Trouble::Cycle) } else { Ok(()) }
    }

    /// Whether two parts, by number, are one part, or both have been read and have equal
    /// structures.
    fn alike(&self, one: u32, other: u32) -> bool {
        let entry = |number: u32| self.parts[number as usize].entry;
        one == other || entry(one) != UNREAD && entry(one) == entry(other)
    }

    /// The number of a part among the parts found so far. Gives a new part the next number.
    fn number(&mut self, means: Means<'_>, part: Words<N>, among: &[u32]) -> Result<u32, Trouble> {
        let slot = part.slot(RECENT_BITS);
        match self.recent.get(slot) {
            Some((number, seen)) if *seen == part && *number != UNREAD => return Ok(*number),
            _ => {}
        }
        let size = part.len();
        if size >= MANY_LITERALS && self.recent.is_empty() {
            self.recent = vec![(UNREAD, Words::NONE); 1 << RECENT_BITS];
            if let Some(stand) = self.stand.take() {
                self.frames = Frames::new(&self.field, &stand);
                self.places.clear();
            }
        }
        let (seen, is_symmetric) = match &self.frames {
            Some(frames) => frames.of(part),
            None => (part, false),
        };
        if let Some(number) = self.places.get(&seen).copied() {
            self.remember(slot, (number, part));
            return Ok(number);
        }
        if self.places.len() >= MOST_PLACES {
            self.places.clear();
        }
        let number = self.parts.len() as u32;
        self.places.insert(seen, number);
        self.remember(slot, (number, part));
        self.parts.push(Glance { entry: UNREAD, size: size as u32, excluded: 0 });
        if is_symmetric && self.cancels {
            self.read_mirrored(means, (number, part), among)?;
        }
        Ok(number)
    }

    /// Puts a part into the cache of recent parts, if there is one.
    fn remember(&mut self, slot: usize, part: Placed<N>) {
        if let Some(recent) = self.recent.get_mut(slot) {
            *recent = part;
        }
    }

    /// Records the value 0 for a new part if each move in it can be answered by the mirror image of
    /// that move.
    fn read_mirrored(&mut self, means: Means<'_>, part: Placed<N>, among: &[u32]) -> Result<(), Trouble> {
        let mut live = std::mem::take(&mut self.of_part);
        self.field.live(part.1, among, &mut live);
        let is_mirrored =
            self.frames.as_ref().is_some_and(|it| it.is_mirrored(&self.field, part.1, &live.steps));
        self.of_part = live;
        if is_mirrored {
            let entry = self.read(means, part, among)?;
            means.table.know(entry, 0);
        }
        Ok(())
    }

    /// The entry of a part in the table; reads its structure if necessary.
    fn entry(&mut self, means: Means<'_>, part: Placed<N>) -> Result<u32, Trouble> {
        match self.parts[part.0 as usize].entry {
            UNREAD => {
                let all = std::mem::take(&mut self.all);
                let entry = self.read(means, part, &all);
                self.all = all;
                entry
            }
            entry => Ok(entry),
        }
    }

    /// Reads the structure of a part, and returns its entry in the table.
    fn read(&mut self, means: Means<'_>, part: Placed<N>, among: &[u32]) -> Result<u32, Trouble> {
        let mut live = std::mem::take(&mut self.of_part);
        self.field.live(part.1, among, &mut live);
        self.keys.make(&self.field, part.1, &live);
        // Reading a part of many thousands of steps takes milliseconds.
        let ticked = means.budget.tick(live.steps.len() / STEPS_OF_A_TICK);
        self.of_part = live;
        ticked.map_err(Trouble::Limit)?;
        let entry = means.table.part(&self.keys.key);
        let glance = &mut self.parts[part.0 as usize];
        glance.entry = entry;
        means.table.exclude_all(entry, glance.excluded);
        Ok(entry)
    }

    /// The value of a part, if known.
    fn known(&self, table: &Table, part: Placed<N>) -> Option<u16> {
        match self.parts[part.0 as usize].entry {
            UNREAD => None,
            entry => table.value(entry),
        }
    }

    /// Examines the options of a part; `None` as soon as an option is known to have the value
    /// `asked`. If play might repeat, all options are examined.
    fn options(
        &mut self,
        means: Means<'_>,
        part: Words<N>,
        asked: Option<u16>,
    ) -> Result<Option<Options<N>>, Trouble> {
        let mut live = self.spare.pop().unwrap_or_default();
        self.field.live(part, &self.all, &mut live);
        means.budget.examine();
        means.budget.tick(8 * live.steps.len()).map_err(Trouble::Limit)?;
        if means.table.len() as u64 > means.budget.positions {
            return Err(Trouble::Limit(Limit::Positions));
        }
        // If play might repeat, every option is examined, so that the search finds the cycle.
        let asked = asked.filter(|_| self.cancels);
        let mut options = std::mem::take(&mut self.blank);
        // From the last to the first, so from the middle of the board to its edge.
        for step in live.steps.iter().rev() {
            let step = self.field.steps[*step as usize];
            if !step.needs.lies_in(part) {
                continue;
            }
            let after = part.without(step.clears).or(step.sets);
            let from = options.parts.len();
            self.split(means, after, &live.steps, &mut options.parts)?;
            let mut parts = options.parts[from..].iter();
            let known = parts.try_fold(0, |total, part| Some(total ^ self.known(means.table, *part)?));
            if asked.is_some() && known == asked {
                options.parts.clear();
                options.options.clear();
                self.blank = options;
                self.spare.push(live);
                return Ok(None);
            }
            options.options.push((options.parts.len() as u32, known));
        }
        self.spare.push(live);
        Ok(Some(options))
    }

    /// The value of a part.
    pub fn value(&mut self, means: Means<'_>, part: Placed<N>) -> Result<u16, Trouble> {
        let entry = self.entry(means, part)?;
        match means.table.value(entry) {
            Some(value) => Ok(value),
            None => {
                self.opened(means, entry, part.1, (None, None))?;
                // `opened` has written the value into the table.
                Ok(means.table.value(entry).unwrap_or(0))
            }
        }
    }

    /// Whether a part has a value.
    pub fn has(&mut self, means: Means<'_>, part: Placed<N>, value: u16) -> Result<bool, Trouble> {
        let options = match self.at_a_glance(means, part, value)? {
            Glanced::Excluded => return Ok(false),
            Glanced::Open(options) => options,
        };
        let entry = self.entry(means, part)?;
        match means.table.has(entry, value) {
            Some(has) => Ok(has),
            None => self.opened(means, entry, part.1, (Some(value), options)),
        }
    }

    /// Tries to show that a part does not have a value before its structure is read, which takes
    /// longer. Usually this succeeds, because some option is known to have the value.
    fn at_a_glance(&mut self, means: Means<'_>, part: Placed<N>, value: u16) -> Result<Glanced<N>, Trouble> {
        let glance = self.parts[part.0 as usize];
        // Without motions, parts of equal structure have different numbers at each place, so
        // reading the structure first finds more known values.
        if glance.entry != UNREAD || self.frames.is_none() || !self.cancels || value >= 64 {
            return Ok(Glanced::Open(None));
        }
        if glance.excluded >> value & 1 == 1 {
            return Ok(Glanced::Excluded);
        }
        let options = self.options(means, part.1, Some(value))?;
        if options.is_none() {
            self.parts[part.0 as usize].excluded |= 1 << value;
            return Ok(Glanced::Excluded);
        }
        Ok(Glanced::Open(options))
    }

    /// Searches a part until its value is known, or until that value is known to differ from the
    /// queried value. Returns whether the part has the queried value; `false` if no value is queried.
    /// The error is a cycle if the search of this part is in progress already.
    fn opened(
        &mut self,
        means: Means<'_>,
        entry: u32,
        part: Words<N>,
        question: Question<N>,
    ) -> Result<bool, Trouble> {
        if !self.open.insert(entry) {
            return Err(Trouble::Cycle);
        }
        let found = stacker::maybe_grow(128 << 10, 4 << 20, || self.searched(means, entry, part, question));
        self.open.remove(&entry);
        found
    }

    /// Does the search for [`Self::opened`], which notes that it is in progress.
    fn searched(
        &mut self,
        means: Means<'_>,
        entry: u32,
        part: Words<N>,
        question: Question<N>,
    ) -> Result<bool, Trouble> {
        let (asked, options) = question;
        let options = match options {
            None => self.options(means, part, asked)?,
            known => known,
        };
        let reached = || {
            asked.into_iter().for_each(|value| means.table.exclude(entry, value));
            Ok(false)
        };
        let Some(mut options) = options else { return reached() };
        if let Some(value) = asked
            && self.reaches(means, entry, &mut options, value)?
        {
            return reached();
        }
        let mut least = 0;
        // No option has the queried value, so it is enough to find the least value that no option
        // has. A value that is excluded for the part is the value of some option.
        while asked != Some(least) {
            let excluded = means.table.has(entry, least) == Some(false);
            if !excluded && !self.reaches(means, entry, &mut options, least)? {
                break;
            }
            means.table.exclude(entry, least);
            least += 1;
        }
        means.table.know(entry, least);
        Ok(asked == Some(least))
    }

    /// Whether some option of a part has a value. If another thread meanwhile finds whether the
    /// part has the value, returns the negation of that.
    fn reaches(
        &mut self,
        means: Means<'_>,
        entry: u32,
        options: &mut Options<N>,
        value: u16,
    ) -> Result<bool, Trouble> {
        let mut open: Vec<(u32, u32, usize)> = Vec::new();
        let mut from = 0;
        for (at, (end, known)) in options.options.iter_mut().enumerate() {
            let parts = &options.parts[from..*end as usize];
            from = *end as usize;
            if known.is_none() {
                let (mut total, mut largest, mut all) = (Some(0), 0, 0);
                for part in parts {
                    let value = self.known(means.table, *part);
                    total = total.zip(value).map(|(total, value)| total ^ value);
                    if value.is_none() {
                        let size = self.parts[part.0 as usize].size;
                        largest = largest.max(size);
                        all += size;
                    }
                }
                *known = total;
                if total.is_none() {
                    open.push((largest, all, at));
                }
            }
            if *known == Some(value) {
                return Ok(true);
            }
        }
        open.sort_unstable();
        for (_, _, at) in open {
            // All threads try the options in one order. Skipping what another thread has found
            // makes them soon search different options.
            if let Some(has) = means.table.has(entry, value) {
                return Ok(!has);
            }
            let from = if at == 0 { 0 } else { options.options[at - 1].0 as usize };
            let parts = &options.parts[from..options.options[at].0 as usize];
            if self.makes(means, parts, value)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a sum of parts has a value. Evaluates all parts but the largest (if there are parts of
    /// unknown value, the largest of these), and asks whether that part has the value that remains.
    pub fn makes(&mut self, means: Means<'_>, parts: &[Placed<N>], value: u16) -> Result<bool, Trouble> {
        let size = |this: &Self, part: &Placed<N>| {
            (this.known(means.table, *part).is_none(), this.parts[part.0 as usize].size)
        };
        let largest = (0..parts.len()).max_by_key(|at| size(self, &parts[*at]));
        let Some(largest) = largest else { return Ok(value == 0) };
        let mut left = value;
        let mut others: Vec<&Placed<N>> =
            parts.iter().enumerate().filter(|(at, _)| *at != largest).map(|(_, part)| part).collect();
        others.sort_unstable_by_key(|part| size(self, part));
        for part in others {
            left ^= self.value(means, *part)?;
        }
        self.has(means, parts[largest], left)
    }
}
