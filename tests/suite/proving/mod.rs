//! Sets of lost positions that are proved, compared with a brute force that knows nothing of gspec.

mod certificate;
mod claims;
mod family;
mod known;
mod refused;
mod variants;
mod walnut;

use super::case::gspec_in;
use super::support::Folder;
use serde_json::Value;

/// The answer of `prove` about a spec, as data.
fn prove(spec: &str, arguments: &[&str]) -> Value {
    let folder = Folder::new().and("main.game", spec);
    let arguments = [&["prove", "main.game", "--format", "json"], arguments].concat();
    let run = gspec_in(&folder.path(""), &arguments);
    let line = run.out.lines().next().unwrap_or_else(|| panic!("{}", run.err));
    serde_json::from_str(line).unwrap()
}
