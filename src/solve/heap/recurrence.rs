//! Finds when a state, the last few codes of a sequence, recurs.
//!
//! If each code is a function of the `window` codes before it, equal windows have equal futures. So
//! if the window at a place equals the window `period` places before, the sequence repeats for
//! ever, which proves the period. Brent's method finds the period with one remembered window, which
//! is renewed at doubling distances. The remembered window is compared at every later place, so its
//! first return gives the least period: all returns of a state on a cycle are multiples of the
//! cycle's length.
//!
//! Windows are compared by a rolling hash. Equal windows have equal hashes, so no return is missed; and
//! every equality of hashes is confirmed on the windows themselves, so none is invented.

/// Searches for a returning window in a sequence that is passed piece by piece.
#[derive(Debug, Clone)]
pub(super) struct Recurrence {
    /// How many codes make the state; at least 1.
    window: usize,
    /// How many codes have been read.
    read: usize,
    /// The hash of the last `window` codes read (of all, while there are fewer).
    hash: u64,
    /// `FACTOR` to the power `window`: it removes the oldest code from the hash.
    leaving: u64,
    /// The remembered window; `None` before `window` codes have been read.
    mark: Option<Mark>,
    /// The number of codes after which the next window is remembered.
    next_mark: usize,
}

/// The remembered window: the number of codes up to its end, and its hash.
#[derive(Debug, Clone, Copy)]
struct Mark {
    end: usize,
    hash: u64,
}

/// A state that came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Return {
    /// The remembered window consists of the codes before this index.
    pub first_end: usize,
    /// The window that equals the remembered one consists of the codes before this index.
    pub second_end: usize,
}

/// The factor of the rolling hash.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Recurrence {
    /// Watches for the return of `window` codes.
    pub fn new(window: usize) -> Recurrence {
        let window = window.max(1);
        let mut leaving = 1u64;
        let (mut power, mut exponent) = (FACTOR, window);
        while exponent > 0 {
            if exponent & 1 == 1 {
                leaving = leaving.wrapping_mul(power);
            }
            power = power.wrapping_mul(power);
            exponent >>= 1;
        }
        Recurrence { window, read: 0, hash: 0, leaving, mark: None, next_mark: window }
    }

    /// How many codes make the state.
    pub fn window(&self) -> usize {
        self.window
    }

    /// Continues to read `codes`, the whole sequence so far. Returns the first return of the
    /// remembered window, if there is one.
    pub fn read<C: Copy + Eq + Into<u64>>(&mut self, codes: &[C]) -> Option<Return> {
        while self.read < codes.len() {
            let stop = codes.len().min(self.next_mark);
            if let Some(second_end) = self.read_until(codes, stop) {
                return self.mark.map(|mark| Return { first_end: mark.end, second_end });
            }
            if self.read == self.next_mark {
                self.mark = Some(Mark { end: self.read, hash: self.hash });
                self.next_mark = self.window + 2 * (self.read - self.window) + 1;
            }
        }
        None
    }

    /// Reads up to `stop`; returns where a window ends that equals the remembered one.
    fn read_until<C: Copy + Eq + Into<u64>>(&mut self, codes: &[C], stop: usize) -> Option<usize> {
        let Some(mark) = self.mark else {
            for &code in &codes[self.read..stop] {
                self.hash = self.hash.wrapping_mul(FACTOR).wrapping_add(code.into());
            }
            self.read = stop;
            return None;
        };
        let entering = &codes[self.read..stop];
        let leaving = &codes[self.read - self.window..stop - self.window];
        let mut hash = self.hash;
        for (index, (&new, &old)) in entering.iter().zip(leaving).enumerate() {
            let kept = hash.wrapping_mul(FACTOR).wrapping_sub(self.leaving.wrapping_mul(old.into()));
            hash = kept.wrapping_add(new.into());
            let end = self.read + index + 1;
            if hash == mark.hash && codes[end - self.window..end] == codes[mark.end - self.window..mark.end] {
                return Some(end);
            }
        }
        self.hash = hash;
        self.read = stop;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Passes the codes in pieces of 7. Returns how many codes had been read at the end of the
    /// returned window, and the period.
    fn watch(codes: &[u32], window: usize) -> Option<(usize, usize)> {
        let mut recurrence = Recurrence::new(window);
        let mut end = 0;
        while end < codes.len() {
            end = (end + 7).min(codes.len());
            if let Some(back) = recurrence.read(&codes[..end]) {
                return Some((back.second_end, back.second_end - back.first_end));
            }
        }
        None
    }

    #[test]
    fn finds_the_least_period_after_a_preperiod() {
        let codes: Vec<u32> = (0..200).map(|n| if n < 33 { n + 100 } else { n % 6 }).collect();
        let (seen, period) = watch(&codes, 3).unwrap();
        assert_eq!(period, 6);
        assert!(seen < 200);
    }

    #[test]
    fn does_not_take_a_shorter_window_for_the_state() {
        // No window of 20 codes returns, although shorter ones do.
        let codes: Vec<u32> = (0..3000).map(|n: u32| u32::from(n.is_power_of_two()) * n).collect();
        assert_eq!(watch(&codes[..30], 20), None);
        assert_eq!(watch(&(0..3000).collect::<Vec<u32>>(), 1), None);
    }
}
