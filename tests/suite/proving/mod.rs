//! Sets of lost positions that are proved, compared with a brute force that knows nothing of gspec.

mod blocking;
mod certificate;
mod claims;
mod claims_of_values;
mod engine;
mod family;
mod known;
mod named;
mod refused;
mod story;
mod told;
mod values;
mod variants;
mod walnut;
mod words;

use super::case::gspec_in;
use super::support::Folder;
use gspec::position::{Budget, Instance, Observer};
use gspec::source::{NoFiles, Sources};
use serde_json::Value;

/// The answer of `prove` about a spec, as data.
fn prove(spec: &str, arguments: &[&str]) -> Value {
    let folder = Folder::new().and("main.game", spec);
    let arguments = [&["prove", "main.game", "--format", "json"], arguments].concat();
    let run = gspec_in(&folder.path(""), &arguments);
    let line = run.out.lines().next().unwrap_or_else(|| panic!("{}", run.err));
    serde_json::from_str(line).unwrap()
}

/// A clock that stands still, so that no limit on time is reached.
struct Clock;

impl Observer for Clock {
    fn now(&self) -> u64 {
        0
    }
    fn begins(&self, _what: &str) {}
    fn has_room(&self, _bytes: u64) -> bool {
        true
    }
}

/// The instance of a spec, which must have no errors.
fn instance(spec: &str) -> Instance {
    let mut sources = Sources::default();
    let root = sources.add("main.game", spec);
    let never = || None;
    let budget = Budget::new(&never, 1_000_000);
    gspec::pipeline::open(sources, root, &[], &NoFiles, &budget).instance.unwrap()
}
