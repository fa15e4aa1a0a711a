//! Writes the rows of a sweep in the chosen format, to standard output or to a file.

use super::saved::Header;
use crate::cli::check::json_line;
use crate::cli::form::NO_PIXELS_ON_A_TERMINAL;
use crate::cli::output::Output;
use crate::cli::sink::Sink;
use crate::cli::sweep_arguments::{Sweep, SweepFormat};
use crate::report::sweep::{SweepRow, csv_header, csv_row, groups, groups_text, picture, rows_text};
use crate::report::table::PictureFormat;
use crate::variants::sweep::Show;

/// The greatest number of values of the pattern, over all rows, that are held in memory until the
/// sweep ends; more are an error. Rows that are written at once are not held.
const MOST_HELD: usize = 20_000_000;

/// The format of the result, and what it shows.
pub struct Shape {
    parameters: Vec<String>,
    shows: Vec<Show>,
    title: String,
    format: SweepFormat,
    group: bool,
}

impl Shape {
    /// Returns the shape of a sweep's result.
    pub fn of(header: &Header, format: SweepFormat, group: bool) -> Shape {
        let title =
            format!("{} over {}", header.pattern.as_deref().unwrap_or("claims"), header.over.join(", "));
        Shape { parameters: header.parameters.clone(), shows: header.shows(), title, format, group }
    }
}

/// Takes rows, and writes each at once if the format and the destination allow it.
pub struct Writing<'a> {
    shape: Shape,
    sink: Sink<'a>,
    /// The width of lines of text, in columns; `None` unless a person reads them.
    fit: Option<usize>,
    rows: Vec<SweepRow>,
    held: String,
    /// How many values of the pattern are in `rows` and `held`.
    values: usize,
    /// Why the sweep ended early, if it did.
    stopped: Option<String>,
}

impl<'a> Writing<'a> {
    /// Creates a writer; an error if the format does not fit the destination or the columns.
    pub fn new(command: &'a Sweep, shape: Shape, output: &'a mut Output) -> Result<Writing<'a>, String> {
        let fit = output.fit.filter(|_| command.output.is_none());
        let sink = Sink::new(command.output.as_deref(), output)?;
        if shape.format == SweepFormat::Png && sink.is_terminal() {
            return Err(NO_PIXELS_ON_A_TERMINAL.to_string());
        }
        if shape.group && matches!(shape.format, SweepFormat::Svg | SweepFormat::Png) {
            return Err("a picture shows every value: leave out `--group`".to_string());
        }
        if shape.group && !shape.shows.iter().any(|show| show.needs_pattern()) {
            return Err("`--group` compares sequences: add `period` or `values` to `--show`".to_string());
        }
        let mut held = String::new();
        if shape.format == SweepFormat::Csv && !shape.group {
            held = csv_header(&shape.parameters, &shape.shows);
        }
        Ok(Writing { shape, sink, fit, rows: Vec::new(), held, values: 0, stopped: None })
    }

    /// Whether the destination takes no more.
    pub fn is_closed(&self) -> bool {
        self.sink.closed()
    }

    /// Takes the next row; rows come in the order of their combinations.
    pub fn row(&mut self, row: SweepRow) -> Result<(), String> {
        let values = row.find(Show::Values).and_then(|it| it.value.as_array());
        self.values += values.map_or(0, Vec::len);
        if self.values > MOST_HELD {
            let instead = "examine fewer with `--bound`, or write `--format json` to standard output";
            return Err(format!("`--show values` holds at most {MOST_HELD} numbers: {instead}"));
        }
        match (self.shape.format, self.shape.group) {
            (SweepFormat::Json, false) => self.held.push_str(&json_line(&row.json())),
            (SweepFormat::Csv, false) => self.held.push_str(&csv_row(&row, &self.shape.shows)),
            _ => self.rows.push(row),
        }
        if self.sink.path().is_none() {
            self.sink.write(&mut self.held)?;
            self.values = if self.rows.is_empty() { 0 } else { self.values };
        }
        Ok(())
    }

    /// Records why the sweep ended early.
    pub fn stopped(&mut self, why: &str) {
        self.stopped = Some(why.to_string());
    }

    /// Writes what remains. A file is replaced only by a complete result.
    pub fn finish(mut self) -> Result<(), String> {
        let bytes = self.rest()?;
        let left = self.sink.path().filter(|_| self.stopped.is_some());
        match left.map(|path| format!("`{path}` is unchanged")) {
            Some(note) => self.sink.output().note(&note),
            None => self.sink.write_bytes(&bytes)?,
        }
        match &self.stopped {
            Some(why) => self.sink.output().error(why),
            None => self.sink.finish()?,
        }
        Ok(())
    }

    /// The part of the result that was not written yet.
    fn rest(&self) -> Result<Vec<u8>, String> {
        let Shape { parameters, shows, title, format, group } = &self.shape;
        let text = match format {
            SweepFormat::Svg => return picture(title, parameters, &self.rows, PictureFormat::Svg),
            SweepFormat::Png => return picture(title, parameters, &self.rows, PictureFormat::Png),
            SweepFormat::Text if *group => {
                groups_text(title, shows, &groups(&self.rows), self.rows.len(), self.fit)
            }
            SweepFormat::Text => rows_text(title, parameters, shows, &self.rows, self.fit),
            SweepFormat::Json if *group => {
                groups(&self.rows).iter().map(|group| json_line(&group.json())).collect()
            }
            SweepFormat::Csv if *group => {
                let mut text = csv_header(&[&["group".to_string()], &parameters[..]].concat(), shows);
                for (at, group) in groups(&self.rows).iter().enumerate() {
                    for row in &group.rows {
                        text.push_str(&format!("{},{}", at + 1, csv_row(row, shows)));
                    }
                }
                text
            }
            SweepFormat::Json | SweepFormat::Csv => self.held.clone(),
        };
        Ok(text.into_bytes())
    }
}
