//! Limits on time, memory, positions and threads, read from the options; interrupts count as a limit.

use super::arguments::Common;
use super::progress::Progress;
use crate::position::{Budget, Limit, Observer};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The limits of one question at a time, and the progress of the computation.
pub struct Limits {
    begin: Instant,
    time: Duration,
    /// When the current question began, in microseconds after the begin; or `NOT_SEEN`.
    restarted: AtomicU64,
    /// Until when the current question may exceed its time, in microseconds after the begin.
    granted: AtomicU64,
    memory: Option<u64>,
    /// When the memory was last measured, in microseconds after the begin.
    measured: AtomicU64,
    /// The most components and positions.
    pub positions: u64,
    /// The most places, of a few bytes each, in an array.
    places: u64,
    threads: usize,
    progress: Progress,
}

/// Whether an interrupt has asked the computation to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the program waits for input after writing all its output.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Records whether the program waits for input, all output being written.
pub fn waiting(waits: bool) {
    WAITING.store(waits, Ordering::Relaxed);
}

/// Whether an interrupt has asked the computation to end.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From now on an interrupt ends the computation like a limit, keeping the results so far. A second
/// interrupt ends the program; so does the first while the program waits for input.
pub fn heed_interrupts() {
    // If the system cannot report interrupts, they end the program as usual.
    let _ = ctrlc::set_handler(|| {
        if WAITING.load(Ordering::Relaxed) {
            // All results are written, and nothing else would notice the interrupt.
            std::process::exit(i32::from(super::LIMIT));
        }
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// The clock was not read since the question began: reading it takes longer than answering some questions.
const NOT_SEEN: u64 = u64::MAX;

/// The default time limit of each question.
const TIME: Duration = Duration::from_secs(300);
/// The default limit of memory, in bytes; a quarter of the free memory if that is less. There is
/// none if the system does not report the free memory.
const MEMORY: u64 = 4 << 30;
/// The smallest limit of memory that is accepted, in bytes. Less is a slip: the program itself takes more.
const LEAST_MEMORY: u64 = 1 << 20;
/// Microseconds between two measurements of the memory.
const BETWEEN_MEASURES: u64 = 1_000;
/// The default limit of positions.
const POSITIONS: u64 = 20_000_000;
/// The default limit for arrays that use a few bytes for each position.
const PLACES: u64 = 500_000_000;

/// The most threads, even if the user asks for more, because a system may refuse more.
const MOST_THREADS: usize = 256;

impl Limits {
    /// Reads the limits from the options. The time starts now.
    pub fn new(common: &Common) -> Result<Limits, String> {
        Limits::with_time(common, TIME)
    }

    /// Reads the limits from the options, with another default time.
    pub fn with_time(common: &Common, time: Duration) -> Result<Limits, String> {
        let time = match &common.limit_time {
            Some(text) => duration(text)
                .ok_or_else(|| format!("`--limit-time {text}` is not a duration; write 10s or 2m"))?,
            None => time,
        };
        let memory = match &common.limit_memory {
            Some(text) => {
                Some(size(text).filter(|bytes| *bytes >= LEAST_MEMORY).ok_or_else(|| no_size(text))?)
            }
            None => free_memory().map(|free| (free / 4).min(MEMORY)),
        };
        let (positions, places) =
            common.limit_positions.map_or((POSITIONS, PLACES), |positions| (positions, positions));
        let threads = common
            .threads
            .filter(|count| *count > 0)
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get))
            .min(MOST_THREADS);
        let (begin, restarted, progress) = (now(), AtomicU64::new(0), Progress::new());
        let (granted, measured) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Limits { begin, time, restarted, granted, memory, measured, positions, places, threads, progress })
    }

    /// A budget within these limits; `stop` has to ask [`Limits::reached`].
    pub fn budget<'b>(&'b self, stop: &'b (dyn Fn() -> Option<Limit> + Sync)) -> Budget<'b> {
        Budget::new(stop, self.positions)
            .with_places(self.places)
            .with_threads(self.threads)
            .noted(&self.progress.examined)
            .observed(self)
    }

    /// Returns these limits for one of several computations that run at once: with one thread, and
    /// without progress.
    pub fn beside_others(self) -> Limits {
        Limits { threads: 1, progress: Progress::hidden(), ..self }
    }

    /// How many threads may work.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Begins the next question, which has as much time as the first.
    pub fn restart(&self) {
        self.restarted.store(NOT_SEEN, Ordering::Relaxed);
        self.granted.store(0, Ordering::Relaxed);
    }

    /// Grants the rest of a result this much time from now, even if the time limit is reached.
    pub fn grant(&self, time: Duration) {
        let until = u64::try_from((self.begin.elapsed() + time).as_micros()).unwrap_or(u64::MAX);
        self.granted.store(until, Ordering::Relaxed);
    }

    /// Returns the limit of time or memory, or the interrupt, that is reached now, if any. Shows
    /// the progress. Positions are counted by the budget.
    pub fn reached(&self) -> Option<Limit> {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        let now = self.begin.elapsed();
        if self.restarted.load(Ordering::Relaxed) == NOT_SEEN {
            // The first call since the question began counts as its beginning.
            let moment = u64::try_from(now.as_micros()).unwrap_or(NOT_SEEN);
            self.restarted.store(moment, Ordering::Relaxed);
        }
        let passed = now.saturating_sub(Duration::from_micros(self.restarted.load(Ordering::Relaxed)));
        let granted = Duration::from_micros(self.granted.load(Ordering::Relaxed));
        if passed >= self.time && now >= granted {
            return Some(Limit::Time);
        }
        self.progress.tell(passed, self.time, self.positions);
        if self.is_too_soon() {
            return None;
        }
        match (self.memory, used_memory()) {
            (Some(most), Some(used)) if used > most => Some(Limit::Memory),
            _ => None,
        }
    }

    /// Whether memory was measured less than [`BETWEEN_MEASURES`] ago, because asking the system is slow.
    /// If not, records that it is measured now.
    fn is_too_soon(&self) -> bool {
        let now = u64::try_from(self.begin.elapsed().as_micros()).unwrap_or(u64::MAX);
        let before = self.measured.load(Ordering::Relaxed);
        if before > 0 && now < before.saturating_add(BETWEEN_MEASURES) {
            return true;
        }
        self.measured.store(now.max(1), Ordering::Relaxed);
        false
    }
}

impl Observer for Limits {
    fn now(&self) -> u64 {
        u64::try_from(self.begin.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn begins(&self, what: &str) {
        self.progress.begins(what);
    }

    fn has_room(&self, bytes: u64) -> bool {
        let used = used_memory();
        self.memory.zip(used).is_none_or(|(most, used)| used.saturating_add(bytes) <= most)
    }

    fn left(&self) -> Option<u64> {
        let restarted = match self.restarted.load(Ordering::Relaxed) {
            NOT_SEEN => self.now(),
            restarted => restarted,
        };
        let passed = Duration::from_micros(self.now().saturating_sub(restarted));
        u64::try_from(self.time.saturating_sub(passed).as_micros()).ok()
    }
}

#[expect(clippy::disallowed_methods, reason = "the command line may look at the clock")]
fn now() -> Instant {
    Instant::now()
}

/// A time such as `500ms`, `10s`, `2m`, `1h`; a bare number is seconds. `None` for other texts.
pub fn duration(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let number: f64 = text[..digits].parse().ok()?;
    let unit = match &text[digits..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number * unit).ok()
}

/// The error message for a limit of memory that is no size, or too small to be meant.
fn no_size(text: &str) -> String {
    match size(text) {
        Some(bytes) => {
            format!(
                "`--limit-memory {text}` is {bytes} bytes, less than gspec itself takes; write 512MiB or 4GiB"
            )
        }
        None => format!("`--limit-memory {text}` is not a size; write 512MiB or 4GiB"),
    }
}

/// A size such as `512MiB`, `4GiB`, `2G`; a bare number is bytes. `None` for other texts, and for
/// sizes of 2^64 bytes or more.
fn size(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().ok()?;
    let unit: u64 = match text[digits..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => 1 << 10,
        "m" | "mb" | "mib" => 1 << 20,
        "g" | "gb" | "gib" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(unit)
}

#[expect(clippy::disallowed_methods, reason = "the command line may ask the system")]
fn system_file(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// The free memory in bytes, if the system reports it.
fn free_memory() -> Option<u64> {
    let info = system_file("/proc/meminfo")?;
    let line = info.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The memory that this process uses, in bytes, if the system reports it.
fn used_memory() -> Option<u64> {
    // `/proc/self/statm` would be shorter, but it counts pages, whose size depends on the machine.
    let status = system_file("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn granted_time_lasts_until_the_next_question() {
        let common = Common { limit_time: Some("0s".to_string()), ..Common::default() };
        let limits = Limits::new(&common).unwrap();
        assert_eq!(limits.reached(), Some(Limit::Time));
        limits.grant(Duration::from_secs(3600));
        assert_eq!(limits.reached(), None);
        limits.restart();
        assert_eq!(limits.reached(), Some(Limit::Time));
    }

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
        assert_eq!(duration("soon"), None);
        assert_eq!(size("4GiB"), Some(4 << 30));
        assert_eq!(size("99999999999GiB"), None);
    }
}
