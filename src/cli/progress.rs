//! Shows the progress of a long computation on a terminal.

use super::terminal::terminal_width;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Whether a progress line must be erased before anything else is written to the terminal.
static DRAWN: AtomicBool = AtomicBool::new(false);

/// Whether no progress is printed.
static HIDDEN: AtomicBool = AtomicBool::new(false);

/// Prints no progress from now on.
pub fn hide() {
    HIDDEN.store(true, Ordering::Relaxed);
}

/// Whether a person can see the progress.
fn is_seen() -> bool {
    std::io::stderr().is_terminal() && !HIDDEN.load(Ordering::Relaxed)
}

/// How long a computation takes at least before it shows progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// How much time passes at least before the line is drawn again.
const PAUSE: Duration = Duration::from_millis(200);

/// The progress of one computation.
pub struct Progress {
    /// How many components and positions were examined.
    pub examined: AtomicU64,
    /// When the next line is due, in milliseconds after the begin of a question.
    due: AtomicU64,
    /// The name of the current phase.
    what: Mutex<String>,
    shown: bool,
}

impl Progress {
    /// Progress that is shown only in a terminal.
    pub fn new() -> Progress {
        let shown = is_seen();
        let (examined, due) = (AtomicU64::new(0), AtomicU64::new(millis(PATIENCE)));
        Progress { examined, due, what: Mutex::default(), shown }
    }

    /// Progress that is never shown.
    pub fn hidden() -> Progress {
        Progress { shown: false, ..Progress::new() }
    }

    /// Records the name of the phase that begins.
    pub fn begins(&self, what: &str) {
        if let Ok(mut place) = self.what.lock() {
            what.clone_into(&mut place);
        }
    }

    /// Shows the progress if a line is due, with the time passed and the limits.
    pub fn tell(&self, passed: Duration, most_time: Duration, most_positions: u64) {
        let (now, due) = (millis(passed), self.due.load(Ordering::Relaxed));
        if !self.shown || now < due {
            return;
        }
        // Of several threads, only the one that sets the new time shows the line.
        let next = now + millis(PAUSE);
        if self.due.compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        let count = self.examined.load(Ordering::Relaxed);
        let rate = count.saturating_mul(1000) / now.max(1);
        let what = self.what.lock().map_or(String::new(), |what| beginning(&what));
        let time = format!("{} s of {} s", passed.as_secs(), most_time.as_secs());
        let text = format!("\r{}\x1b[K", line(&what, &time, (count, most_positions, rate)));
        DRAWN.store(true, Ordering::Relaxed);
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

/// The most columns of a line; a terminal may have fewer.
const COLUMNS: usize = 79;

/// The line for a phase, with as many counts as fit.
fn line(what: &str, time: &str, (count, most, rate): (u64, u64, u64)) -> String {
    let positions = format!("{} positions", grouped(count));
    let limit = format!("{positions} (limit {}), ", grouped(most));
    let counts = [
        format!("{limit}{} per second, ", grouped(rate)),
        limit,
        format!("{positions}, {} per second, ", grouped(rate)),
        format!("{positions}, "),
        String::new(),
    ];
    let lines = counts.map(|counts| format!("  {what}{counts}{time}"));
    let columns = COLUMNS.min(terminal_width().saturating_sub(1));
    let [.., shortest] = &lines;
    let line = lines.iter().find(|line| line.chars().count() <= columns).unwrap_or(shortest);
    line.chars().take(columns).collect()
}

/// The beginning of a line: the name of the phase, shortened, and a colon; empty without a phase.
fn beginning(what: &str) -> String {
    const MOST_LETTERS: usize = 52;
    let short: String = what.chars().filter(|it| !it.is_control()).take(MOST_LETTERS).collect();
    if short.is_empty() { short } else { format!("{short}: ") }
}

/// Shows on a terminal how many of `all` results are computed, as in `3 of 10 specs`.
pub struct Done<'a> {
    all: usize,
    things: &'a str,
    due: Instant,
}

impl Done<'_> {
    /// Starts the count. `things` is the word for several results, such as `specs`.
    pub fn new(all: usize, things: &str) -> Done<'_> {
        Done { all, things, due: now() + PATIENCE }
    }

    /// Draws the line for `done` computed results, if one is due.
    pub fn tell(&mut self, done: usize) {
        let now = now();
        if now < self.due || !is_seen() {
            return;
        }
        self.due = now + PAUSE;
        DRAWN.store(true, Ordering::Relaxed);
        let line =
            format!("\r  {} of {} {}\x1b[K", grouped(done as u64), grouped(self.all as u64), self.things);
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
}

#[expect(clippy::disallowed_methods, reason = "the command line may look at the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Erases the progress line, if one is drawn.
pub fn clear() {
    if DRAWN.swap(false, Ordering::Relaxed) {
        let _ = std::io::stderr().write_all(b"\r\x1b[K");
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A number with thousands separated.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The phase and the time are always there, and the line is not broken on a terminal with 80 columns.
    #[test]
    fn lines_are_short() {
        let long = "decide: 600 states, Ostrowski [3; 3, …] (1, 4, 13, …) and more";
        for (what, expected) in [
            (
                "guess: 34 states, Zeckendorf",
                "  guess: 34 states, Zeckendorf: 1,234,567 positions, 12 s of 60 s",
            ),
            (long, "  decide: 600 states, Ostrowski [3; 3, …] (1, 4, 13, …: 12 s of 60 s"),
            ("", "  1,234,567 positions (limit 10,000,000), 102,880 per second, 12 s of 60 s"),
        ] {
            let line = line(&beginning(what), "12 s of 60 s", (1_234_567, 10_000_000, 102_880));
            assert_eq!(line, expected);
            assert!(line.chars().count() <= COLUMNS, "{line}");
        }
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
