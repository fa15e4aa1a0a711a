//! Decodes, parses, formats, checks, explores, judges and renders arbitrary bytes, within small limits.
//!
//! Besides panics and overflows it detects formatting that does not parse, loses an item or a comment, or
//! is not stable, and runs of more than five seconds.

#![no_main]

use gspec::diagnostic::render::{Style, text};
use gspec::format::{self, Options};
use gspec::pipeline::{self, CheckOptions};
use gspec::position::{Budget, Limit};
use gspec::report::{CheckView, check_text};
use gspec::source::{FileId, NoFiles, Source, Sources};
use gspec::syntax;
use libfuzzer_sys::fuzz_target;
use std::time::{Duration, Instant};

fuzz_target!(|bytes: &[u8]| {
    let Ok(spec) = syntax::decode("fuzz.game", bytes.to_vec()) else { return };
    layout(&spec);
    check(&spec);
});

fn layout(spec: &str) {
    let (Some(tree), _) = syntax::parse(FileId(0), &Source::new("fuzz.game", spec)) else { return };
    let once = format::format(spec, &tree, &Options::default());
    let (again, diagnostics) = syntax::parse(FileId(0), &Source::new("fuzz.game", &*once));
    let again = again.unwrap_or_else(|| panic!("the layout does not parse: {diagnostics:?}\n{once}"));
    assert_eq!(tree.items.len(), again.items.len(), "{once}");
    assert_eq!(tree.comments.len(), again.comments.len(), "{once}");
    assert_eq!(once, format::format(&once, &again, &Options::default()), "not stable");
    let _ = format::format(spec, &tree, &Options { expand: true });
}

fn check(spec: &str) {
    let begin = Instant::now();
    let stop = move || (begin.elapsed() > Duration::from_millis(200)).then_some(Limit::Time);
    let budget = Budget::new(&stop, 1000);
    let mut sources = Sources::default();
    let root = sources.add("fuzz.game", spec);
    let opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    let options = CheckOptions { explore: Some(1000), ..CheckOptions::default() };
    let checked = pipeline::check(opened, &budget, options);
    let view = CheckView::new("fuzz.game", &checked);
    let _ = (check_text(&view, true), format!("{view:?}"));
    for diagnostic in checked.diagnostics.iter().take(20) {
        let _ = text(diagnostic, &checked.opened.sources, Style::default());
    }
    assert!(begin.elapsed() < Duration::from_secs(5), "the limit of time was passed by far");
}
