//! Rules of take-and-break games on one heap, and their codes.
//!
//! A move takes some tokens from one heap and leaves the rest of it as a number of heaps, none of them empty.
//! Every move makes the sum of sizes smaller or the number of heaps larger, so that play ends.

use std::fmt;

/// How many tokens a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Take {
    /// Exactly this many.
    Exactly(usize),
    /// Any number from this one on.
    AtLeast(usize),
}

impl Take {
    /// The least number taken.
    pub fn least(self) -> usize {
        match self {
            Take::Exactly(take) | Take::AtLeast(take) => take,
        }
    }
}

/// The parts that a move leaves of a heap; none of them is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parts {
    /// Nothing: the whole heap is taken.
    Nothing,
    /// One heap.
    One,
    /// Two heaps.
    Two,
    /// Two heaps of different sizes.
    TwoUnequal,
    /// Three heaps.
    Three,
    /// Four heaps.
    Four,
}

impl Parts {
    /// The number of heaps left.
    pub fn heaps(self) -> usize {
        match self {
            Parts::Nothing => 0,
            Parts::One => 1,
            Parts::Two | Parts::TwoUnequal => 2,
            Parts::Three => 3,
            Parts::Four => 4,
        }
    }
}

/// One kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// How many tokens are taken; 0 only if two or more heaps are left.
    pub take: Take,
    /// The parts that remain.
    pub parts: Parts,
    /// The least heap from which the move is allowed (0: any that is large enough).
    pub least_heap: usize,
}

/// The rules of a game: sorted, without repetition, each one such that play ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules(Vec<Rule>);

/// Why rules are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRules {
    /// A move takes nothing and leaves at most one heap, which would be the heap itself.
    Standstill,
    /// A digit is not below 32.
    Digit {
        /// The place of the digit.
        place: usize,
    },
    /// A number is too large for the size of a heap.
    TooLarge,
}

impl fmt::Display for BadRules {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRules::Standstill => write!(out, "a move that takes nothing must leave two heaps or more"),
            BadRules::Digit { place } => write!(out, "the digit at place {place} is not below 32"),
            BadRules::TooLarge => write!(out, "an amount or a heap in the rules is too large"),
        }
    }
}

/// The amounts that may be taken from a heap that does not split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subtraction {
    /// Finitely many amounts.
    Only {
        /// The greatest of these amounts.
        greatest: usize,
    },
    /// All but finitely many.
    AllBut {
        /// The greatest amount that may not be taken, 0 if there is none.
        greatest: usize,
    },
}

/// Greater amounts and least heaps are refused, so that sums of a few of them cannot overflow.
const LARGEST: usize = 1 << 40;

/// The parts that a digit's bits 1, 2, 4, 8, 16 allow.
const LEFT_BY_BIT: [Parts; 5] = [Parts::Nothing, Parts::One, Parts::Two, Parts::Three, Parts::Four];

impl Rules {
    /// Sorts the rules and drops repetitions. Fails if one of them is invalid.
    pub fn new(mut rules: Vec<Rule>) -> Result<Self, BadRules> {
        for rule in &rules {
            if rule.take.least() == 0 && rule.parts.heaps() < 2 {
                return Err(BadRules::Standstill);
            }
            if rule.take.least() > LARGEST || rule.least_heap > LARGEST {
                return Err(BadRules::TooLarge);
            }
        }
        rules.sort_unstable();
        rules.dedup();
        Ok(Rules(rules))
    }

    /// The rules of a code: if digit `t` contains `2^j`, for `j` from 0 to 4, a move may take `t` and leave
    /// exactly `j` heaps. If `repeats`, the last digit applies to all later places too.
    pub fn from_digits(digits: &[u8], repeats: bool) -> Result<Self, BadRules> {
        let mut rules = Vec::new();
        for (place, &digit) in digits.iter().enumerate() {
            if digit >= 32 {
                return Err(BadRules::Digit { place });
            }
            let last = place + 1 == digits.len();
            let take = if last && repeats { Take::AtLeast(place) } else { Take::Exactly(place) };
            let allowed = (0..5).filter(|bit| digit >> bit & 1 == 1);
            rules.extend(allowed.map(|bit| Rule { take, parts: LEFT_BY_BIT[bit], least_heap: 0 }));
        }
        Rules::new(rules)
    }

    /// Grundy's game: break a heap into two of different sizes.
    pub fn grundy() -> Self {
        Rules(vec![Rule { take: Take::Exactly(0), parts: Parts::TwoUnequal, least_heap: 0 }])
    }

    /// Couples are forever: break a heap into two, but never a heap of two.
    pub fn couples_are_forever() -> Self {
        Rules(vec![Rule { take: Take::Exactly(0), parts: Parts::Two, least_heap: 3 }])
    }

    /// The single rules, sorted, without repetition.
    pub fn rules(&self) -> &[Rule] {
        &self.0
    }

    /// Whether every rule takes a fixed number, so that only finitely many amounts occur.
    pub fn is_finite(&self) -> bool {
        self.0.iter().all(|rule| matches!(rule.take, Take::Exactly(_)))
    }

    /// The amounts, if every move takes one of them and leaves the rest as one heap; `None` for
    /// other rules.
    pub fn subtraction(&self) -> Option<Subtraction> {
        let of = |parts: Parts| -> Vec<Take> {
            self.0
                .iter()
                .filter(|rule| rule.parts == parts && rule.least_heap == 0)
                .map(|rule| rule.take)
                .collect()
        };
        let (all, one) = (of(Parts::Nothing), of(Parts::One));
        if all != one || all.len() + one.len() != self.0.len() {
            return None;
        }
        let tail = one.iter().find_map(|take| match take {
            Take::AtLeast(least) => Some(*least),
            Take::Exactly(_) => None,
        });
        let listed = |amount: usize| one.contains(&Take::Exactly(amount));
        match tail {
            None => Some(Subtraction::Only { greatest: self.last_take() }),
            Some(least) => {
                let greatest = (1..least).rev().find(|amount| !listed(*amount)).unwrap_or(0);
                Some(Subtraction::AllBut { greatest })
            }
        }
    }

    /// The greatest amount that the rules name; for `AtLeast` this is the least amount.
    pub fn last_take(&self) -> usize {
        self.0.iter().map(|rule| rule.take.least()).max().unwrap_or(0)
    }
}
