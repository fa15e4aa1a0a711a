//! `gspec table`: writes the values, outcomes or remotenesses of a pattern over ranges of its
//! variables.

use super::arguments::{Engine, Table, TableFormat, TableValue};
use super::files::{self, Disk};
use super::form;
use super::limits::Limits;
use super::origin;
use super::output::Output;
use super::proving;
use super::session;
use super::sink::Sink;
use super::table_words::{self, Words};
use super::{LIMIT, OK, USAGE, WRONG};
use crate::diagnostic::Diagnostic;
use crate::model::Model;
use crate::number::Int;
use crate::pipeline::Variables;
use crate::pipeline::{Answer, Asker, Axis, Opened, Pattern, Question, RangeText, Trouble};
use crate::position::{Budget, Instance, ProblemKind, errors};
use crate::report::table::{
    Bfile, Cell, Csv, Drawn, Form, Heading, Json, MOST_CELLS_OF_A_PICTURE, PictureFormat, Summary, Text, Walk,
};
use crate::source::Sources;

pub fn run(command: &Table, output: &mut Output) -> u8 {
    let answer = answer(command, output);
    output.status(answer)
}

fn answer(command: &Table, output: &mut Output) -> Result<u8, String> {
    let format = form::chosen(command.output.as_deref(), command.format)?;
    let limits = Limits::new(&command.common)?;
    let settings = files::settings(&command.common)?;
    let stop = || limits.reached();
    let budget = limits.budget(&stop);
    let mut opened = match session::open(&command.file, &settings, &budget, output) {
        Ok(opened) => opened,
        Err(status) => return Ok(status),
    };
    let read = pattern_and_axes(command, &mut opened, &budget, output)?;
    let (pattern, axes) = match read {
        Ok(read) => read,
        Err(diagnostics) => {
            output.diagnostics(&diagnostics, &opened.sources);
            return Ok(USAGE);
        }
    };
    let Opened { sources, instance: Some(instance), .. } = opened else { return Ok(WRONG) };
    let heading = Heading::new(&pattern.text, axes, question(command.value))
        .of(origin::code(&command.file))
        .with(settings.iter().map(|it| (&*it.name, &*it.value)));
    if heading.axes.is_empty()
        && let Some(number) = command.pattern.as_ref().filter(|it| it.bytes().all(|b| b.is_ascii_digit()))
        && let Some(field) = only_field(&instance)
    {
        return Err(format!("`{number}` is one position; for a table write a range, `{field}=0..={number}`"));
    }
    fits(format, &heading)?;
    tell_axes(&heading.axes, output);
    session::takes(&command.common, &instance, &pattern.body.expr)?;
    if command.common.engine == Engine::Proof && command.value == TableValue::Remoteness {
        return Err("`--engine proof` does not support remoteness; add `--value outcome`".to_string());
    }
    let prover = proving::prover(&command.proving, &command.common, &instance)?;
    if let Err((told, status)) =
        proving::first(&command.common, &prover, &instance, &pattern.body.expr, &budget)
    {
        output.diagnostics(&[*told], &sources);
        return Ok(status);
    }
    if command.value == TableValue::Sg {
        let instead = (&budget, "add `--value outcome`");
        proving::values(&command.common, &prover, &instance, &pattern.body.expr, instead)?;
    }
    let model = Model::of(&instance).proving(&prover);
    let mut asker = Asker::new(&pattern, heading.question, &model, &budget, session::engine(&command.common));
    asker.expect(&heading.axes);
    let fit = output.fit.filter(|_| command.output.is_none());
    let sink = Sink::new(command.output.as_deref(), output)?;
    if format == TableFormat::Png && sink.is_terminal() {
        return Err(form::NO_PIXELS_ON_A_TERMINAL.to_string());
    }
    let format = (format, fit);
    Drawing { format, pattern: &pattern, heading: &heading, instance: &instance, sources: &sources }
        .draw(asker, sink)
}

/// A pattern with the values of its variables, or its errors.
type Read = Result<(Pattern, Vec<Axis>), Vec<Diagnostic>>;

/// Reads the pattern, and the values of its variables.
fn pattern_and_axes(
    command: &Table,
    opened: &mut Opened,
    budget: &Budget<'_>,
    output: &mut Output,
) -> Result<Read, String> {
    let Words { pattern, mut ranges, unnamed } = Words::of(command, opened)?;
    let mut pattern = match opened.pattern_or_game(pattern.as_deref(), Variables::Integers, &Disk) {
        Ok(pattern) => pattern,
        Err(diagnostics) => return Ok(Err(diagnostics)),
    };
    ranges.extend(table_words::named(&command.file, &pattern, &ranges, &unnamed)?);
    let more = opened.default_ranges(&pattern, &ranges);
    ranges.extend(more.iter().cloned());
    let axes = opened.axes(&mut pattern, &ranges, &Disk, budget);
    if axes.is_ok() {
        tell_ranges(&more, output);
    }
    Ok(axes.map(|axes| (pattern, axes)))
}

fn question(value: TableValue) -> Question {
    match value {
        TableValue::Sg => Question::Sg,
        TableValue::Outcome => Question::Outcome,
        TableValue::Remoteness => Question::Remoteness,
    }
}

/// Writes a note about the default ranges that are used.
fn tell_ranges(ranges: &[RangeText], output: &mut Output) {
    let names: Vec<String> = ranges.iter().map(|range| format!("`{}`", range.name)).collect();
    let ranges: Vec<String> = ranges.iter().map(|range| format!("{}={}", range.name, range.range)).collect();
    if !ranges.is_empty() {
        output.note(&format!("no range for {}: using {}", names.join(" and "), ranges.join(" ")));
    }
}

/// Writes a note if the table has no cell, or only one.
fn tell_axes(axes: &[Axis], output: &mut Output) {
    if let Some(empty) = axes.iter().find(|axis| axis.is_empty()) {
        output.note(&format!("the range of `{}` is empty: there are no positions", empty.name));
    }
    // From 0 to a large number would be too long a table.
    let is_small = |axis: &Axis| axis.at(0).to_i64().is_some_and(|number| (1..=1000).contains(&number));
    if let [axis] = axes
        && axis.len() == 1
        && is_small(axis)
    {
        let (name, number) = (&axis.name, axis.at(0));
        output.note(&format!("`{name}={number}` is one value; for a table write `{name}=0..={number}`"));
    }
}

/// The name of the field, if the spec has one game and the game has one field.
fn only_field(instance: &Instance) -> Option<&str> {
    let mut own = instance.program.games.iter().filter(|game| game.in_root);
    match own.next().filter(|_| own.next().is_none())?.fields.as_slice() {
        [field] => Some(&field.name),
        _ => None,
    }
}

/// Refuses a table that cannot be written in a format.
fn fits(format: TableFormat, heading: &Heading) -> Result<(), String> {
    let variables = heading.axes.len();
    if variables == 0 {
        return Err("the pattern has no variable to tabulate; `gspec solve` answers a single position".into());
    }
    let Some(cells) = heading.cells() else {
        return Err("the table has too many cells".into());
    };
    match format {
        TableFormat::Bfile if variables > 1 => {
            Err(format!("a b-file has one variable, but this pattern has {variables}; use `--format csv`"))
        }
        TableFormat::Svg | TableFormat::Png if variables > 2 => Err(format!(
            "a picture shows one or two variables, and this pattern has {variables}; fix the others"
        )),
        TableFormat::Svg | TableFormat::Png if cells > MOST_CELLS_OF_A_PICTURE => Err(format!(
            "a picture shows at most {MOST_CELLS_OF_A_PICTURE} positions, and this table has {cells}; \
             use `--format csv`"
        )),
        _ => Ok(()),
    }
}

/// Text is written as soon as it has at least this many bytes.
const CHUNK: usize = 1 << 16;

/// What a table shows, and how.
struct Drawing<'a> {
    /// The format, and the width that text has to fit into.
    format: (TableFormat, Option<usize>),
    pattern: &'a Pattern,
    heading: &'a Heading,
    instance: &'a Instance,
    sources: &'a Sources,
}

impl Drawing<'_> {
    fn form(&self, colour: bool) -> Box<dyn Form + '_> {
        let (format, fit) = self.format;
        match format {
            TableFormat::Text => Box::new(Text::new(self.heading, colour, fit)),
            TableFormat::Csv => Box::new(Csv::new(self.heading)),
            TableFormat::Json => Box::new(Json::new(self.heading)),
            TableFormat::Bfile => Box::new(Bfile),
            TableFormat::Svg => Box::new(Drawn::new(self.heading, PictureFormat::Svg)),
            TableFormat::Png => Box::new(Drawn::new(self.heading, PictureFormat::Png)),
            TableFormat::Summary => Box::new(Summary::default()),
        }
    }

    fn draw(&self, mut asker: Asker<'_, '_>, sink: Sink<'_>) -> Result<u8, String> {
        let form = self.form(sink.colour());
        let walk = Walk::new(&self.heading.axes);
        let mut pen = Pen { form, walk, out: String::new(), sink, shown: 0, left_out: 0, failed: None };
        pen.form.begin(&mut pen.out);
        // Values that can be found in bulk are written first; the other cells are answered one by
        // one.
        let swept = asker.sweep(&self.heading.axes, &mut |values| pen.values(values));
        if pen.walk.numbers.is_empty() {
            pen.walk.skip(pen.shown);
        }
        let mut trouble = swept.err();
        if trouble.is_some() {
            pen.walk.advance();
        }
        while trouble.is_none() && !pen.is_done() && pen.walk.advance() {
            match asker.answer_and_loss(&pen.walk.numbers) {
                Ok((answer, lost)) => pen.cell(&answer, lost),
                Err(found) => trouble = Some(found),
            }
        }
        if let Some(failed) = pen.failed {
            return Err(failed);
        }
        if pen.sink.closed() {
            return Ok(OK);
        }
        // If a limit ends the table, the results so far are shown; an error shows nothing more.
        let limited = trouble.as_ref().filter(|it| it.limit().is_some());
        let stopped = limited.map(|it| errors::sentence(self.instance, it.problem()));
        if trouble.is_none() || limited.is_some() {
            if let Some(bytes) = pen.form.bytes(stopped.as_deref()) {
                pen.sink.write_bytes(&bytes?)?;
            } else {
                pen.form.end(stopped.as_deref(), &mut pen.out);
                pen.sink.write(&mut pen.out)?;
            }
        }
        if self.format.0 == TableFormat::Bfile && pen.left_out > 0 {
            let note = format!("{} positions have no value and no line in the b-file", pen.left_out);
            pen.sink.output().note(&note);
        }
        match trouble {
            None => pen.sink.finish().map(|()| OK),
            Some(trouble) => Ok(self.tell(&trouble, &pen.walk, pen.sink)),
        }
    }

    /// Reports why the table ends early. The file that the table should replace stays unchanged.
    fn tell(&self, trouble: &Trouble, walk: &Walk<'_>, mut sink: Sink<'_>) -> u8 {
        let place = self.pattern.body.expr.span;
        let at = self.heading.axes.iter().zip(&walk.numbers);
        let at: Vec<String> = at.map(|(axis, number)| format!("{} = {number}", axis.name)).collect();
        let mut diagnostic = session::told(self.instance, trouble.problem(), place);
        diagnostic = diagnostic.note(format!("the table stopped at {}", at.join(", ")));
        if let Some(path) = sink.path() {
            diagnostic = diagnostic.note(format!("`{path}` is unchanged"));
        }
        let status = match (trouble.limit(), trouble) {
            (Some(_), _) => LIMIT,
            (None, Trouble::NoPosition(_)) => USAGE,
            (None, Trouble::NoAnswer(problem)) if matches!(problem.kind, ProblemKind::Unfit { .. }) => USAGE,
            (None, Trouble::NoAnswer(_)) => WRONG,
        };
        if matches!(trouble, Trouble::NoPosition(_)) && status == USAGE {
            let negative =
                self.heading.axes.iter().zip(&walk.numbers).find(|(_, number)| number.is_negative());
            diagnostic = diagnostic.help(match negative {
                Some((axis, _)) => format!("let the range begin at 0: `{}=0..=20`", axis.name),
                None => "choose ranges where every position exists, or use a condition: `if c then P else Q`"
                    .into(),
            });
        }
        sink.output().diagnostics(&[diagnostic], self.sources);
        status
    }
}

/// Writes a table, cell after cell.
struct Pen<'a> {
    form: Box<dyn Form + 'a>,
    walk: Walk<'a>,
    out: String,
    sink: Sink<'a>,
    /// How many cells were written in bulk, without the walk.
    shown: u64,
    left_out: u64,
    /// Why writing failed, if it did.
    failed: Option<String>,
}

impl Pen<'_> {
    /// Whether further cells would be lost: writing has failed, or standard output is closed.
    fn is_done(&self) -> bool {
        self.failed.is_some() || self.sink.closed()
    }

    /// Writes the cell at the current place of the walk.
    fn cell(&mut self, answer: &Answer, lost: bool) {
        self.left_out += u64::from(Bfile::leaves_out(answer));
        let cell = Cell { place: &self.walk.place, numbers: &self.walk.numbers, answer, lost };
        self.form.cell(&cell, &mut self.out);
        if self.out.len() >= CHUNK {
            self.failed = self.sink.write(&mut self.out).err();
        }
    }

    /// Writes the next cells, given their values. Returns false if further values would be lost.
    fn values(&mut self, values: &[u32]) -> bool {
        if self.form.values(values) {
            self.shown += values.len() as u64;
            return true;
        }
        for value in values {
            if self.is_done() || !self.walk.advance() {
                return false;
            }
            self.cell(&Answer::Number(Int::from(u64::from(*value))), *value == 0);
        }
        !self.is_done()
    }
}
