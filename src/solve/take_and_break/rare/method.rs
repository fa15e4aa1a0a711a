//! Finds values: chooses the mask, runs candidates and their verification, and adapts to new rare
//! heaps.

use super::candidates::{Candidates, Trouble};
use super::front::{Course, Front};
use super::guess_and_verify::{self, Whole};
use super::kinds::Kinds;
use super::mask::Histogram;
use super::reach::Reach;
use super::verifier::Verifier;
use super::{Classes, Moves};
use crate::pace::Pace;
use crate::take_and_break::cell::Cell;
use crate::take_and_break::encoding::Encoding;
use crate::take_and_break::values::{Cells, Values};
use crate::theory::period::Determined;
use pulp::Arch;

/// The definition gives the values of the heaps below this one.
const FIRST_HEAP: usize = 512;

/// Another mask may be better if the number of rare heaps grew by more than a quarter plus this
/// many.
const MANY_NEW: usize = 64;

/// Without that growth, no other mask is sought if a mask is in use and at most one heap in this
/// many is rare.
const FEW_RARE: usize = 64;

/// If no mask is in use, the best makes more than one heap in this many rare, and values fit one
/// byte, values are guessed without a mask, until guessing is given up.
const TOO_MANY_RARE: usize = 5;

/// The verifiers' lists are learned again when the number of values has grown by this factor.
const LEARN_AGAIN: usize = 3;

/// All data of the method besides the values.
#[derive(Clone, Debug)]
pub struct Rare {
    arch: Arch,
    moves: Moves,
    kinds: Kinds,
    candidates: Candidates,
    /// One for each thread; never empty.
    verifiers: Vec<Verifier>,
    reach: Reach,
    histogram: Histogram,
    /// The heaps from 1 to before this one are in the histogram.
    counted: usize,
    /// The number of values at which the mask is next reconsidered.
    next_choice: usize,
    /// The number of rare heaps when the mask was last reconsidered.
    rares_at_choice: usize,
    /// The number of values at which the lists are next learned.
    next_learning: usize,
    guessing: Guessing,
}

/// Whether values are guessed because no mask makes few heaps rare.
#[derive(Clone, Debug)]
enum Guessing {
    /// Values are found by candidates; guessing may begin when a mask is chosen.
    Idle,
    /// Values are guessed. They are stored without encoding, and no heap is noted as rare.
    Busy(Whole),
    /// Guessing was given up and is not attempted again.
    GivenUp,
}

impl Rare {
    /// For a game with these moves, at least one of which splits.
    pub fn new(moves: Moves) -> Self {
        let arch = Arch::new();
        Rare {
            arch,
            kinds: Kinds::new(Classes { mask: 0, parity: None }, Encoding::PLAIN),
            candidates: Candidates::new(arch, &moves),
            verifiers: vec![Verifier::new(arch)],
            moves,
            reach: Reach::default(),
            histogram: Histogram::default(),
            counted: 1,
            next_choice: 0,
            rares_at_choice: 0,
            next_learning: 0,
            guessing: Guessing::Idle,
        }
    }

    /// The first heap that [`Self::extend`] can compute; those before it need the definition.
    pub fn first_heap(&self) -> usize {
        FIRST_HEAP.max(self.moves.complete_from + 1)
    }

    /// How many rare heaps are known.
    pub fn count(&self) -> usize {
        self.candidates.offsets.rare_count()
    }

    /// The memory used in addition to the values, in bytes.
    pub fn bytes(&self) -> u64 {
        let offsets = self.candidates.offsets.bytes();
        let verifiers: u64 = self.verifiers.iter().map(Verifier::bytes).sum();
        offsets + verifiers + self.reach.bytes()
    }

    /// The greatest distance of a move that was needed for the heaps from `from` to before `to`, to
    /// values of either kind; `u32::MAX` if it is unknown.
    pub fn reach_over(&self, from: usize, to: usize) -> u32 {
        let reach = self.reach.over(from, to).map(|reach| reach.max(self.candidates.offsets.farthest()));
        reach.and_then(|reach| u32::try_from(reach).ok()).unwrap_or(u32::MAX)
    }

    /// Records the greatest distance of a needed move for the heaps from `from` to before `to`, as
    /// saved in a snapshot; `u32::MAX` if it is unknown.
    pub fn note_reach(&mut self, from: usize, to: usize, reach: u32) {
        self.reach.note(from, to, (reach != u32::MAX).then_some(reach));
    }

    /// How the values of the heaps from `from` to before `to`, which are all known, are determined
    /// by the values before them. `None` if a heap near them is rare, if a distance is unknown, or
    /// if some of them lack a move.
    ///
    /// Moves from such a heap to values of the common kind take a plain amount or split off a rare
    /// heap; the offsets list their distances. Every smaller value of the rare kind is reached by
    /// leaving a known small part, at a distance that has been noted. If another heap has equal
    /// values at all these distances, with no rare heap in between, its candidate is equal too, and
    /// so are the moves to the smaller values.
    pub fn determined(&self, from: usize, to: usize) -> Option<Determined> {
        let window = self.reach.over(from, to)?.max(self.candidates.offsets.farthest());
        let beyond_rare = self.candidates.offsets.last_rare().checked_add(window)?;
        let settled = from > beyond_rare.max(self.moves.complete_from);
        settled.then_some(Determined { from, window, by_parity: self.kinds.classes.parity.is_some() })
    }

    /// Finds values until there are `to`. The values of the heaps below [`Self::first_heap`] must
    /// be known.
    pub fn extend(
        &mut self,
        values: &mut Values,
        to: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        self.set_threads(threads.max(1));
        while values.len() < to {
            self.reconsider(values);
            if matches!(self.guessing, Guessing::Busy(_)) {
                self.guess(values, to.min(self.next_choice), pace)?;
                continue;
            }
            if values.len() >= self.next_learning {
                self.learn(values, pace)?;
            }
            let until = to.min(self.next_choice).min(self.next_learning);
            match values.cells_mut() {
                Cells::Bytes(cells) => self.run(cells, until, threads.max(1), pace)?,
                Cells::Words(cells) => self.run(cells, until, threads.max(1), pace)?,
            }
        }
        Ok(())
    }

    /// Keeps one verifier for each thread; new ones copy the lists of the first.
    fn set_threads(&mut self, threads: usize) {
        let first = self.verifiers[0].clone_lists();
        self.verifiers.resize(threads, first);
    }

    /// Whether another mask may be better because many rare heaps are new.
    fn many_new(&self) -> bool {
        self.count() > self.most_rares()
    }

    /// The number of rare heaps above which another mask may be better.
    fn most_rares(&self) -> usize {
        self.rares_at_choice + self.rares_at_choice / 4 + MANY_NEW
    }

    /// Chooses another mask if a choice is due or many rare heaps are new, and a mask is clearly
    /// better; may begin to guess instead.
    fn reconsider(&mut self, values: &mut Values) {
        let due = values.len() >= self.next_choice;
        let many = self.count() > values.len() / FEW_RARE || self.kinds.classes.mask == 0;
        if self.many_new() || (due && many) {
            for heap in self.counted..values.len() {
                self.histogram.add(heap, values.get(heap).unwrap_or(0));
            }
            self.counted = values.len();
            let best = self.histogram.best(self.moves.parity());
            if self.is_to_guess(values, best.rare) {
                if matches!(self.guessing, Guessing::Idle) {
                    self.guessing = Guessing::Busy(Whole::default());
                }
            } else if self.kinds.classes.mask == 0 || best.rare < self.count() - self.count() / 8 {
                values.recode(best.classes.mask);
                self.adopt(values, best.classes);
            }
            self.rares_at_choice = self.count();
        }
        if due {
            self.next_choice = 2 * values.len();
        }
    }

    /// Whether values are to be guessed: no mask is in use, the best would make `rare` heaps rare,
    /// too many, values fit one byte, and guessing was not given up.
    fn is_to_guess(&self, values: &Values, rare: usize) -> bool {
        self.kinds.classes.mask == 0
            && values.width() == 1
            && rare > values.len() / TOO_MANY_RARE
            && !matches!(self.guessing, Guessing::GivenUp)
    }

    /// Finds values by guessing until there are `to`, or until guessing is given up.
    fn guess(&mut self, values: &mut Values, to: usize, pace: Pace<'_>) -> Result<(), Trouble> {
        let start = values.len();
        let outcome = match (&mut self.guessing, values.cells_mut()) {
            (Guessing::Busy(whole), Cells::Bytes(cells)) => {
                whole.extend(self.arch, &self.moves, cells, to, pace)
            }
            _ => Err(guess_and_verify::Trouble::GivenUp),
        };
        self.reach.note(start, values.len(), None);
        match outcome {
            Ok(()) => Ok(()),
            Err(guess_and_verify::Trouble::Stopped) => Err(Trouble::Stopped),
            Err(guess_and_verify::Trouble::GivenUp) => {
                // This makes the choice of a mask due at once.
                self.guessing = Guessing::GivenUp;
                self.next_choice = 0;
                Ok(())
            }
        }
    }

    /// Rebuilds the data after cells have been widened, which changes all codes.
    pub fn adopt_wider(&mut self, values: &Values) {
        self.adopt(values, self.kinds.classes);
    }

    /// Rebuilds rare heaps, kinds and sizes of sets from the values, which are encoded by the mask
    /// of `classes`.
    fn adopt(&mut self, values: &Values, classes: Classes) {
        if matches!(self.guessing, Guessing::Busy(_)) {
            self.guessing = Guessing::Idle;
        }
        if classes != self.kinds.classes {
            // Some smaller values of the new rare kind were of the common kind, and were reached by
            // the offsets so far.
            self.reach.raise(u32::try_from(self.candidates.offsets.farthest()).ok());
        }
        let encoding = values.encoding();
        self.kinds = Kinds::new(classes, encoding);
        let most = values.iter().map(|value| encoding.encode(value) & !encoding.class_bit()).max();
        self.candidates.restart(most.unwrap_or(0));
        for (heap, value) in values.iter().enumerate().skip(1) {
            if classes.is_rare(heap, value) {
                self.candidates.offsets.add_rare(heap, encoding.encode(value));
            }
        }
        self.verifiers.iter_mut().for_each(Verifier::forget);
        self.next_learning = 0;
    }

    fn learn(&mut self, values: &Values, pace: Pace<'_>) -> Result<(), Trouble> {
        let Rare { kinds, moves, candidates, verifiers, .. } = self;
        let (codes, threads) = (candidates.codes(), verifiers.len());
        let Some((first, others)) = verifiers.split_first_mut() else { return Ok(()) };
        match values.cells() {
            Cells::Bytes(cells) => first.learn(kinds, moves, cells, codes, threads, pace)?,
            Cells::Words(cells) => first.learn(kinds, moves, cells, codes, threads, pace)?,
        }
        others.iter_mut().for_each(|other| other.learn_from(first));
        self.next_learning = LEARN_AGAIN * values.len();
        Ok(())
    }

    /// Finds values until there are `to` or many new rare heaps, with one mask and one set of
    /// lists.
    fn run<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        to: usize,
        threads: usize,
        pace: Pace<'_>,
    ) -> Result<(), Trouble> {
        while cells.len() < to && !self.many_new() {
            let most_rares = self.most_rares();
            let (mut front, verifiers) = self.parts();
            match front.course(cells.len(), threads) {
                Course::Busy => front.busy_blocks(cells, to, most_rares, threads, pace)?,
                Course::Ahead(heaps) => front.many_blocks_ahead(verifiers, cells, heaps, to, pace)?,
                Course::Quiet(heaps) => {
                    front.many_blocks(&mut verifiers[0], cells, to.min(cells.len() + heaps), threads, pace)?
                }
            }
        }
        Ok(())
    }

    /// Borrows the data that candidates need, and the verifiers.
    fn parts(&mut self) -> (Front<'_>, &mut [Verifier]) {
        let Rare { arch, moves, kinds, candidates, reach, verifiers, .. } = self;
        (Front { arch: *arch, moves, kinds, candidates, reach }, verifiers)
    }
}
