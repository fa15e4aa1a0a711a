//! `gspec verify`

use super::arguments::{SolveFormat, Verify};
use super::check::json_line;
use super::files;
use super::output::Output;
use super::{OK, USAGE, WRONG};
use crate::diagnostic::Code;
use crate::report::{VerifyView, verify_text};
use crate::verify;

pub fn run(command: &Verify, output: &mut Output) -> u8 {
    let bytes = match files::read(&command.certificate) {
        Ok(bytes) => bytes,
        Err(reason) => {
            let path = &command.certificate;
            output.message(&format!("gspec: {}: cannot read `{path}`: {reason}\n", Code::G104));
            return USAGE;
        }
    };
    let checked = verify::verify(&String::from_utf8_lossy(&bytes));
    let view = VerifyView::new(&command.certificate, &checked);
    output.result(&match command.format {
        SolveFormat::Text => verify_text(&view, checked.as_ref().ok()),
        SolveFormat::Json => json_line(&view),
    });
    if view.accepted { OK } else { WRONG }
}
