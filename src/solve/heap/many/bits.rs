//! Strings of bits that can be shifted by any number of places, and ored many words at once.
//!
//! The central step of the engine is the or of many shifted copies of one string, restricted to a short
//! stretch of [`STRETCH`] places. A copy shifted by `s` is the string read `s` places earlier. Shifts with
//! equal remainders modulo 8 are read together, as whole bytes, into one sum; only the eight sums are shifted
//! by single bits. So the inner loop consists of unaligned loads and ors only.

/// How many words are read at once; few enough for their sum to stay in registers.
const READ: usize = 32;
/// How many words a stretch has: one less than are read, which leaves room for shifting by bits.
pub(super) const STRETCH_WORDS: usize = READ - 1;
/// Bit positions in a stretch.
pub(super) const STRETCH: u64 = 64 * STRETCH_WORDS as u64;
/// The words of a stretch.
pub(super) type Stretch = [u64; STRETCH_WORDS];

/// Bytes before the first position and after the last, zero at first, so that reads may extend over
/// the ends.
const MARGIN: usize = 16 * READ;

/// Bits at the places from `origin` on.
#[derive(Debug, Clone)]
pub(super) struct BitString {
    /// The first place that is kept; a multiple of 8.
    origin: u64,
    /// A margin, then the bits, then a margin or more.
    bytes: Vec<u8>,
}

/// Places grouped by their remainder modulo 8: list `r` holds k for each place 8k + r, ascending.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    lists: [Vec<u32>; 8],
    count: usize,
}

impl Places {
    /// Appends a place that is larger than all before.
    pub fn push(&mut self, place: u64) {
        self.lists[(place % 8) as usize].push((place / 8) as u32);
        self.count += 1;
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Forgets the places before `from`, rounded down to a multiple of 8, if these are at least half of
    /// all.
    pub fn forget_before(&mut self, from: u64) {
        let old = |list: &Vec<u32>| list.partition_point(|&place| u64::from(place) < from / 8);
        if 2 * self.lists.iter().map(old).sum::<usize>() < self.count {
            return;
        }
        for list in &mut self.lists {
            list.drain(..old(list));
        }
        self.count = self.lists.iter().map(Vec::len).sum();
    }

    /// All places, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        let lists = self.lists.iter().enumerate();
        lists.flat_map(|(rest, list)| list.iter().map(move |&place| 8 * u64::from(place) + rest as u64))
    }
}

impl BitString {
    /// A string without set bits that begins at `origin`, rounded down to a multiple of 8.
    pub fn new(origin: u64) -> BitString {
        BitString { origin: origin / 8 * 8, bytes: vec![0; 2 * MARGIN] }
    }

    /// Allocates space for the places before `to`.
    pub fn reach(&mut self, to: u64) {
        let bytes = 2 * MARGIN + (to.saturating_sub(self.origin) / 8) as usize + 1;
        if bytes > self.bytes.len() {
            self.bytes.resize(bytes, 0);
        }
    }

    /// Sets the bit at a place for which [`Self::reach`] has allocated space.
    pub fn set(&mut self, place: u64) {
        let byte = MARGIN + ((place - self.origin) / 8) as usize;
        self.bytes[byte] |= 1 << (place % 8);
    }

    /// Forgets the places before `from`, rounded down to a multiple of 8, if these take more bytes than
    /// a margin and more than half of all bytes.
    pub fn forget_before(&mut self, from: u64) {
        let old = (from.saturating_sub(self.origin) / 8) as usize;
        if old > MARGIN && 2 * old > self.bytes.len() {
            // The margin now holds old bits, which are never read.
            self.bytes.drain(..old);
            self.origin += 8 * old as u64;
        }
    }

    /// Shifts this string by each of `shifts` from `least` to `most`, and perhaps by a few more
    /// near these bounds. Returns the or of all shifted copies, at the stretch of places from
    /// `from` on. Calls `breathe` with the number of shifts made since its last call.
    ///
    /// Places outside of the string count as 0; a read may extend beyond the string by at most a
    /// stretch.
    pub fn or_shifted<E>(
        &self,
        shifts: &Places,
        (least, most): (u64, u64),
        from: u64,
        mut breathe: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Stretch, E> {
        let mut stretch = [0; STRETCH_WORDS];
        for (rest, list) in shifts.lists.iter().enumerate() {
            let begin = list.partition_point(|&place| u64::from(place) < least / 8);
            let end = list.partition_point(|&place| u64::from(place) <= most / 8);
            let by_bits = (rest as u64).wrapping_sub(from) % 8;
            // The read begins a word early, and at a whole byte: from + by_bits − 64 − (8k + rest).
            let first = (MARGIN as u64 + (from + by_bits - rest as u64 - self.origin) / 8) as usize - 8;
            for backs in list[begin..end].chunks(1 << 12) {
                let sum = pulp::Arch::new().dispatch(OrBytes { bytes: &self.bytes, first, backs });
                add_shifted(&mut stretch, &sum, by_bits as u32);
                breathe(backs.len())?;
            }
        }
        Ok(stretch)
    }
}

/// Computes the or, over all `back` in `backs`, of the [`READ`] words that begin `back` bytes
/// before the byte `first`. (A separate type, because a closure is not reliably inlined into the
/// code for the chosen vector instructions.)
struct OrBytes<'a> {
    bytes: &'a [u8],
    first: usize,
    backs: &'a [u32],
}

impl pulp::NullaryFnOnce for OrBytes<'_> {
    type Output = [u64; READ];

    #[inline(always)]
    fn call(self) -> [u64; READ] {
        let mut sum = [0u64; READ];
        for &back in self.backs {
            let begin = self.first - back as usize;
            let words = self.bytes[begin..begin + 8 * READ].chunks_exact(8);
            for (sum, word) in sum.iter_mut().zip(words) {
                *sum |= word.try_into().map_or(0, u64::from_le_bytes);
            }
        }
        sum
    }
}

/// Ors `sum` into the stretch, shifted up by `bits`, which is less than 8. `sum` begins one word
/// before the stretch.
fn add_shifted(stretch: &mut Stretch, sum: &[u64; READ], bits: u32) {
    for (index, word) in stretch.iter_mut().enumerate() {
        *word |= sum[index + 1] << bits | sum[index] >> 1 >> (63 - bits);
    }
}
