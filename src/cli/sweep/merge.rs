//! `gspec sweep --merge`: joins the rows of several files that runs of one sweep saved.

use super::saved::{Header, Rows, read};
use super::status_of;
use super::written::{Shape, Writing};
use crate::cli::check::worse;
use crate::cli::form;
use crate::cli::output::Output;
use crate::cli::sweep_arguments::Sweep;
use crate::cli::{LIMIT, OK};
use crate::diagnostic::Code;

pub fn merge(command: &Sweep, output: &mut Output) -> Result<u8, String> {
    if !command.show.is_empty() || command.bound.is_some() {
        return Err("`--merge` shows what the files hold: leave out `--show` and `--bound`".to_string());
    }
    let (mut rows, mut header): (Rows, Option<Header>) = (Rows::new(), None);
    for path in &command.merge {
        let (found, more, _) = read(path)?;
        let first = header.get_or_insert(found.clone());
        if let Some(what) = first.differs(&found) {
            let before = &command.merge[0];
            return Err(format!("`{path}` and `{before}` belong to different sweeps: {what} differs"));
        }
        for (index, row) in more {
            if rows.get(&index).is_some_and(|known| *known != row) {
                return Err(format!(
                    "`{path}` and a file before it have different rows for value {}",
                    index + 1
                ));
            }
            rows.insert(index, row);
        }
    }
    let Some(header) = header else { return Err("name files to merge".to_string()) };
    let missing = header.count - rows.len() as u64;
    let mut writing = Writing::new(
        command,
        Shape::of(&header, form::chosen(command.output.as_deref(), command.format)?, command.group),
        output,
    )?;
    let mut status = OK;
    for row in rows.into_values() {
        status = worse(status, status_of(&row));
        writing.row(row)?;
    }
    if missing > 0 {
        status = worse(status, LIMIT);
        writing.stopped(&format!(
            "{}: {missing} of {} values are in none of the files",
            Code::G501,
            header.count
        ));
    }
    writing.finish().map(|()| status)
}
