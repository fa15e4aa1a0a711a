//! Tries fixes before they are offered: a fix that leads to another error in its item is withdrawn.

use crate::check;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::{FileId, Loader, Sources, Span};
use crate::syntax;

/// How many bytes of specs may be read to try the fixes of one run. Fixes that were not tried are
/// not offered.
const MOST_READ: usize = 500_000;

/// How many times the text is checked after a fix. Each check may apply the fix of the next error
/// in the item.
const STEPS: usize = 4;

/// What happens when a fix is applied, judged by the errors that are new at the changed place or in
/// the syntax of the changed item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// There is no such error, or the author must choose among several fixes for it.
    Right,
    /// Such an error remains that no further fix removes, or the fix was not tried.
    Wrong,
    /// The fix itself leads to an error at its place, so that the help that suggests it is wrong
    /// too.
    AtOnce,
}

/// Withdraws each fix after which an error remains in the changed item that no further fix removes.
/// Fixes in imported files are not tried, and stay.
pub(super) fn keep_right_ones(
    diagnostics: &mut [Diagnostic],
    sources: &Sources,
    root: FileId,
    loader: &dyn Loader,
) {
    let trial = Trial { sources, root, loader, told: diagnostics.to_vec() };
    let size: usize = sources.iter().map(|source| source.text.len()).sum();
    let mut left = MOST_READ / (size + 1);
    for (at, diagnostic) in diagnostics.iter_mut().enumerate() {
        let place_in_root = |fix: &Fix| fix.span.file == root;
        let mut outcome = |fix: &Fix| {
            left = left.saturating_sub(1);
            if left == 0 { Outcome::Wrong } else { trial.outcome(at, fix) }
        };
        diagnostic.choices.retain(|fix| !place_in_root(fix) || outcome(fix) == Outcome::Right);
        let Some(fix) = diagnostic.fix.clone().filter(place_in_root) else { continue };
        let outcome = outcome(&fix);
        if outcome != Outcome::Right {
            diagnostic.fix = None;
        }
        let written = fix.replacement.trim();
        let shows = |help: &String| !written.is_empty() && help.contains(written);
        if outcome == Outcome::AtOnce && diagnostic.help.as_ref().is_some_and(shows) {
            diagnostic.help = None;
        }
    }
}

/// A spec whose fixes are tried.
struct Trial<'a> {
    sources: &'a Sources,
    root: FileId,
    loader: &'a dyn Loader,
    /// The diagnostics of the unchanged spec.
    told: Vec<Diagnostic>,
}

/// A changed text, and the place of the change: its first byte and the byte after its last.
struct Changed {
    text: String,
    place: (usize, usize),
}

impl Changed {
    /// The text with one more fix; the place grows to include both changes. `None` if the text has
    /// no such place.
    fn with(&self, fix: &Fix) -> Option<Changed> {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let text = [self.text.get(..start)?, &fix.replacement, self.text.get(end..)?].concat();
        let moved = |at: usize| if at >= end { at - (end - start) + fix.replacement.len() } else { at };
        let place = (moved(self.place.0).min(start), moved(self.place.1).max(start + fix.replacement.len()));
        Some(Changed { text, place })
    }
}

impl Trial<'_> {
    /// What happens when a fix of diagnostic number `at` is applied.
    fn outcome(&self, at: usize, fix: &Fix) -> Outcome {
        let start = fix.span.start as usize;
        let whole = Changed {
            text: self.sources.get(self.root).text.to_string(),
            place: (start, fix.span.end as usize),
        };
        let Some(mut changed) = whole.with(fix) else { return Outcome::Wrong };
        for step in 0..STEPS {
            let (file, errors) = self.errors(&changed);
            let item = syntax::item_around(&changed.text, changed.place.0);
            let mut own = errors.iter().filter(|it| {
                let place = it.place().filter(|place| place.file == file);
                place.is_some_and(|place| {
                    let is_near = item.contains(&(place.start as usize));
                    is_near
                        && (is_syntax(it.code) || touches(place, changed.place))
                        && !self.was_there(at, it)
                })
            });
            let Some(next) = own.next() else { return Outcome::Right };
            let touching = next.place().is_some_and(|place| is_beside(&changed.text, place, changed.place));
            let is_inside = next.place().is_some_and(|place| touches(place, changed.place));
            let further = next.fix.as_ref().filter(|it| it.span.file == file);
            match further.and_then(|fix| changed.with(fix)) {
                Some(further) => changed = further,
                // The next error offers several fixes: the author must choose.
                None if !next.choices.is_empty() => return Outcome::Right,
                None if step == 0 && next.code == Code::G101 && touching => return Outcome::AtOnce,
                None if step == 0 && is_inside && self.told[at].is_tried => return Outcome::AtOnce,
                None => return Outcome::Wrong,
            }
        }
        Outcome::Wrong
    }

    /// Checks the spec with the changed text as its root file. Returns the new id of that file, and
    /// the errors in grammar, names and types. Values set for parameters are not applied.
    fn errors(&self, changed: &Changed) -> (FileId, Vec<Diagnostic>) {
        let mut sources = Sources::default();
        let root = sources.add(self.sources.get(self.root).name.clone(), &*changed.text);
        let (modules, mut found) =
            syntax::modules::load_advising(&mut sources, root, self.loader, Some(changed.place.0));
        if let Some(modules) = &modules {
            found.extend(check::check(modules, &sources, self.loader, &[]).1);
        }
        found.retain(Diagnostic::is_error);
        (root, found)
    }

    /// Whether the unchanged spec already had this error, besides diagnostic number `at`.
    fn was_there(&self, at: usize, error: &Diagnostic) -> bool {
        let others = self.told.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, it)| it).any(|it| it.code == error.code && it.message == error.message)
    }
}

/// Whether this is an error of syntax, found before names and types are checked.
fn is_syntax(code: Code) -> bool {
    code < Code::G201
}

/// Whether a place overlaps or adjoins the change.
fn touches(place: Span, (start, end): (usize, usize)) -> bool {
    place.start as usize <= end && start <= place.end as usize
}

/// Whether an error begins before the end of the change, or only blanks lie between the change and
/// the error.
fn is_beside(text: &str, place: Span, (_, end): (usize, usize)) -> bool {
    let begins = place.start as usize;
    begins <= end || text.get(end..begins).is_some_and(|between| between.trim().is_empty())
}
