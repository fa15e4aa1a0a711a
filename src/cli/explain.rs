//! `gspec explain`: shows the page of a code, a topic or a theorem, or lists all pages.

use super::arguments::{Arguments, Explain};
use super::output::Output;
use super::{OK, USAGE, reference};
use crate::diagnostic::{Code, codes};
use crate::syntax::habits::{Use, habit};
use crate::theorem;
use clap::CommandFactory;

pub fn run(command: &Explain, output: &mut Output) -> u8 {
    let Some(subject) = &command.subject else {
        list(output);
        return OK;
    };
    if command.pages && subject != "theorems" {
        output.error("`--pages` shows theorems; write `gspec explain theorems --pages`");
        return USAGE;
    }
    if subject == "theorems" && command.pages {
        output.result(&theorem::catalogue());
        return OK;
    }
    if subject == "theorems" {
        for theorem in theorem::THEOREMS {
            let (title, cite, entry) = (theorem.title, theorem.cite, theorem.entry);
            let line = output.fitted(format!("theorem:{}  {title} ({cite}, {entry})\n", theorem.id));
            output.result(&line);
        }
        return OK;
    }
    let subject = subject.trim();
    if reference::show(subject, output) || reference::show_function(subject, output) {
        return OK;
    }
    if let Some(found) = theorem::find(subject.strip_prefix("theorem:").unwrap_or(subject)) {
        output.page(found.page);
        return OK;
    }
    // Several theorems may belong to one entry of the catalogue.
    let entry: Vec<_> =
        theorem::THEOREMS.iter().filter(|it| it.entry.eq_ignore_ascii_case(subject)).collect();
    if !entry.is_empty() {
        entry.iter().for_each(|it| output.page(it.page));
        return OK;
    }
    match Code::find(subject) {
        Some(code) => {
            output.page(code.page());
            OK
        }
        None => {
            output.error(&format!(
                "there is no page `{subject}`; {}`gspec explain` lists all pages",
                near(subject)
            ));
            USAGE
        }
    }
}

/// Lists all codes, then all topics; the topic `theorems` stands for the pages of all theorems.
fn list(output: &mut Output) {
    for code in codes() {
        let line = output.fitted(format!("{code}  {}\n", code.title()));
        output.result(&line);
    }
    let theorems = ("theorems".to_string(), "the theorems that gspec knows".to_string());
    let topics: Vec<(String, String)> = reference::topics().chain([theorems]).collect();
    let width = topics.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, about) in topics {
        let line = output.fitted(format!("{name:width$}  {about}\n"));
        output.result(&line);
    }
}

/// A hint at what the user may have meant by a subject that has no page; empty if nothing is
/// similar to it.
fn near(subject: &str) -> String {
    if Arguments::command().find_subcommand(subject).is_some_and(|it| !it.is_hide_set()) {
        return format!("`gspec {subject} --help` describes the command; ");
    }
    let lower = subject.to_lowercase();
    let habit =
        [subject, &lower].into_iter().find_map(|it| habit(it, Use::Name).or_else(|| habit(it, Use::Called)));
    let meant = habit.map(|it| format!("in a spec {}; ", it.help()));
    let by_author = by_author(subject);
    if !by_author.is_empty() {
        return format!("{}did you mean {}? ", meant.unwrap_or_default(), by_author.join(" or "));
    }
    let page = || nearest_page(subject).map(|page| format!("did you mean `{page}`? "));
    meant.or_else(page).unwrap_or_default()
}

/// The theorems that cite an author, at most five, as subjects of `explain`.
fn by_author(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let cites = |cite: &str| {
        cite.to_lowercase().split(|c: char| !(c.is_alphabetic() || c == '-')).any(|word| word == name)
    };
    let found = theorem::THEOREMS.iter().filter(|it| name.chars().count() > 3 && cites(it.cite));
    found.map(|it| format!("`theorem:{}`", it.id)).take(5).collect()
}

/// The page whose name is most similar to a subject; `None` if more than a third of the letters,
/// and more than one, differ.
fn nearest_page(subject: &str) -> Option<&'static str> {
    let subject = subject.strip_prefix("theorem:").unwrap_or(subject).to_lowercase();
    let theorems = theorem::THEOREMS.iter().map(|it| it.id);
    let pages =
        codes().iter().map(|it| it.name()).chain(theorems).chain(["theorems"]).chain(reference::names());
    let scored = pages.map(|page| (strsim::osa_distance(&page.to_lowercase(), &subject), page));
    let (distance, page) = scored.min_by_key(|(distance, _)| *distance)?;
    (distance <= (subject.chars().count() / 3).max(1)).then_some(page)
}
