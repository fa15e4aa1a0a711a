//! `gspec sweep`: examines a spec for many values of its parameters, on several threads, and writes
//! one row for each combination of values.

mod merge;
mod overs;
mod saved;
mod written;

use super::check::worse;
use super::files::{self, Disk, Recorded};
use super::form;
use super::limits::{self, Limits};
use super::output::Output;
use super::sweep_arguments::{Sweep, SweepFormat};
use super::{LIMIT, OK, USAGE, WRONG, ranges, session, several};
use crate::diagnostic::Code;
use crate::pipeline::{CheckOptions, Over, RangeText};
use crate::position::Limit;
use crate::report::sweep::SweepRow;
use crate::source::Sources;
use crate::variants::sweep::{Misfit, Plan, Show, Status, Wish, examine};
use saved::{Header, Saved};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use written::{Shape, Writing};

/// The greatest number of combinations of values; more are an error, because all rows are held in
/// memory.
const MOST_VALUES: u64 = 10_000_000;
/// How many values of the pattern a picture shows by default, one per column.
const WIDTH: u64 = 200;

pub fn run(command: &Sweep, output: &mut Output) -> u8 {
    let answered =
        if command.merge.is_empty() { sweep(command, output) } else { merge::merge(command, output) };
    output.status(answered)
}

/// What a sweep examines, and where it saves the rows.
struct Task<'a> {
    over: &'a Over,
    plan: &'a Plan,
    command: &'a Sweep,
    /// Rows that an earlier run saved, by the indices of their combinations.
    known: BTreeMap<u64, SweepRow>,
    /// The file to which rows are saved (`None` without `--resume`), and why saving failed, if it
    /// did.
    saved: Mutex<(Option<Saved>, Option<String>)>,
}

fn sweep(command: &Sweep, output: &mut Output) -> Result<u8, String> {
    let limits = Limits::new(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let settings = files::settings(&command.common)?;
    let ranges = overs::read(&command.over)?;
    let shard = command.shard.as_deref().map(overs::shard).transpose()?;
    let mut wish = wish(command)?;
    let loader = Recorded::default();
    let file = command.file.as_deref().unwrap_or_default();
    let mut opened = match session::open_by(Sources::default(), file, &settings, &loader, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let format = form::chosen(command.output.as_deref(), command.format)?;
    if matches!(format, SweepFormat::Svg | SweepFormat::Png) {
        if wish.shows.is_empty() || wish.shows.contains(&Show::Values) {
            wish.shows = vec![Show::Values];
            // A picture has a column for each value; `--bound` asks for more.
            wish.bound = wish.bound.or_else(|| wish.ranges.is_empty().then_some(WIDTH));
        } else {
            return Err("a picture shows the values: leave out `--show`".to_string());
        }
    }
    let plan = match Plan::new(wish, &mut opened, &loader, &budget) {
        Ok(plan) => plan,
        Err(Misfit::Message(message)) => return Err(message),
        Err(Misfit::Diagnostics(diagnostics)) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    if let Some(note) = plan.note {
        output.note(note);
    }
    let over = match Over::new(opened, &settings, ("--over", &ranges[..]), &loader, &budget) {
        Ok(over) => over,
        Err(failed) => {
            let (opened, diagnostics) = *failed;
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let mine = mine(&over, shard)?;
    let header = Header::new(command, &over, &plan, &loader, shard);
    let (known, saved) = match &command.resume {
        Some(path) => Saved::open(path, &header).map(|(known, saved)| (known, Some(saved)))?,
        None => (BTreeMap::new(), None),
    };
    drop(limits);
    let shape = Shape::of(&header, format, command.group);
    let task = Task { over: &over, plan: &plan, command, known, saved: Mutex::new((saved, None)) };
    let mut writing = Writing::new(command, shape, output)?;
    let status = task.run(&mine, &mut writing)?;
    writing.finish().map(|()| status)
}

/// Reads the options into a request.
fn wish(command: &Sweep) -> Result<Wish, String> {
    let ranges: Vec<RangeText> =
        command.rest.iter().filter_map(|text| ranges::ranges(text)).flatten().collect();
    let mut patterns = command.rest.iter().filter(|text| ranges::ranges(text).is_none());
    let pattern = patterns.next().cloned();
    if let Some(second) = patterns.next() {
        return Err(format!("`sweep` takes one pattern; remove `{second}`"));
    }
    let engine = session::engine(&command.common);
    let explore = command.common.limit_positions.and_then(|most| usize::try_from(most).ok());
    let time = limits::duration(&command.prove_time);
    let time = time.ok_or_else(|| {
        format!("`--prove-time {}` is not a duration; write 10s or 500ms", command.prove_time)
    })?;
    let prove_time = micros(time);
    let check = CheckOptions {
        bound: command.bound,
        prove_time: (!time.is_zero()).then_some(prove_time),
        explore,
        engine,
        ..CheckOptions::default()
    };
    let mut shows = Vec::new();
    for show in &command.show {
        if !shows.contains(show) {
            shows.push(*show);
        }
    }
    Ok(Wish { pattern, ranges, shows, bound: command.bound, engine, check, prove_time })
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// The indices of the combinations of values that this run examines, ascending: all of them, or
/// those of its shard.
fn mine(over: &Over, shard: Option<(u64, u64)>) -> Result<Vec<u64>, String> {
    let too_many = || format!("there are more than {MOST_VALUES} values; choose fewer");
    let count = over.count().filter(|count| *count <= MOST_VALUES).ok_or_else(too_many)?;
    if count == 0 {
        return Err("there are no values; one `--over` is empty".to_string());
    }
    Ok(match shard {
        Some((part, parts)) => (0..count).filter(|at| at % parts == part - 1).collect(),
        None => (0..count).collect(),
    })
}

/// The index of a combination with its row; `None` if an interrupt left the row unfinished.
type Made = (u64, Option<SweepRow>);

impl Task<'_> {
    /// Finds all rows, writes them in order, and returns the exit status.
    fn run(&self, mine: &[u64], writing: &mut Writing<'_>) -> Result<u8, String> {
        let threads = Limits::new(&self.command.common)?.threads();
        let (mut status, mut failed, mut interrupted) = (OK, None, 0usize);
        let make = |at: usize| self.row(mine[at]);
        several::in_order(mine.len(), threads, "values", &make, &mut |(_, row): Made| {
            match row {
                Some(row) => {
                    status = worse(status, status_of(&row));
                    failed = writing.row(row).err();
                }
                None => interrupted += 1,
            }
            interrupted == 0 && failed.is_none() && !writing.is_closed() && self.unsaved().is_none()
        });
        if let Some(why) = failed.or_else(|| self.unsaved()) {
            return Err(why);
        }
        if interrupted > 0 {
            status = worse(status, LIMIT);
            writing.stopped(&format!("{}: interrupted; the rows of later values are missing", Code::G501));
        }
        Ok(status)
    }

    /// Why a row could not be saved, if that happened.
    fn unsaved(&self) -> Option<String> {
        self.saved.lock().ok()?.1.clone()
    }

    /// Finds the row of a combination of values, given by its index.
    fn row(&self, at: u64) -> Made {
        if let Some(row) = self.known.get(&at) {
            return (at, Some(row.clone()));
        }
        // This cannot fail: the options were read without an error before the sweep began.
        let Ok(limits) = Limits::new(&self.command.common) else { return (at, None) };
        let limits = limits.beside_others();
        let stop = || limits.reached();
        let budget = limits.budget(&stop);
        let opened = self.over.open(at, &Disk, &budget);
        let found = examine(self.plan, opened, &Disk, &budget);
        if found.status == Status::Limit(Limit::Interrupt) || stop() == Some(Limit::Interrupt) {
            return (at, None);
        }
        let Some(program) = self.over.opened.instance.as_ref().map(|it| &it.program) else {
            return (at, None);
        };
        let names: Vec<&str> = self.over.parameters.iter().map(|it| it.name()).collect();
        let row = SweepRow::new(program, &names, &self.over.values(at), &found);
        // A row that a limit cut short is not saved, because another run may find more.
        if !matches!(found.status, Status::Limit(_))
            && let Ok(mut place) = self.saved.lock()
            && let (Some(saved), failed) = &mut *place
            && failed.is_none()
            && let Err(why) = saved.save(at, &row)
        {
            *failed = Some(why);
        }
        (at, Some(row))
    }
}

fn status_of(row: &SweepRow) -> u8 {
    match &*row.status {
        "wrong" => WRONG,
        "limit" => LIMIT,
        _ => OK,
    }
}
