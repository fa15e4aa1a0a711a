//! The rules of each theorem as different people would write them, and rules that differ a little.
//!
//! `tests/rewritings/ID.txt` holds blocks of rules. Each block begins with `=== same` (exactly the moves of
//! the theorem), `=== different` (a near miss) or `=== not yet` (exactly the moves of the theorem, but not
//! recognised yet). A colon and a title mostly follow.

use super::case::repository;
use super::closed_forms::theorem_of;
use super::share::share;
use gspec::theorem::{Hypotheses, THEOREMS};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least number of formulations, and the least number of near misses, for each theorem.
const LEAST: usize = 10;

/// Theorems with fewer recognised formulations than [`LEAST`], and how many they have.
const FEWER: &[(&str, usize)] = &[];

/// One block of a file: a spec with its expected result.
pub struct Block {
    /// The file that it stands in, without its ending.
    pub theorem: String,
    /// `same`, `different` or `not yet`.
    pub kind: String,
    /// The title of the block.
    pub words: String,
    /// The rules.
    pub spec: String,
}

/// The blocks about one theorem.
fn blocks(theorem: &str) -> Vec<Block> {
    blocks_of(&repository().join("tests/rewritings").join(format!("{theorem}.txt")))
}

/// The blocks of a file.
pub fn blocks_of(path: &Path) -> Vec<Block> {
    let theorem = path.file_stem().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("=== ") {
            let (kind, words) = head.split_once(": ").unwrap_or((head, ""));
            assert!(["same", "different", "not yet"].contains(&kind), "{theorem}: {head}");
            let (kind, words) = (kind.to_string(), words.to_string());
            blocks.push(Block { theorem: theorem.to_string(), kind, words, spec: String::new() });
        } else if let Some(block) = blocks.last_mut() {
            block.spec.push_str(line);
            block.spec.push('\n');
        }
    }
    blocks
}

/// The difference between the result and the expectation of a block; `None` if they agree.
fn wrong(block: &Block) -> Option<String> {
    let found = std::panic::catch_unwind(|| theorem_of(&block.spec));
    let told = match found {
        Ok(found) if (found == Some(&*block.theorem)) == (block.kind == "same") => return None,
        Ok(found) => format!("{found:?}"),
        Err(_) => "a panic".to_string(),
    };
    Some(format!("{}, {}: {}\n{}found: {told}\n", block.theorem, block.kind, block.words, block.spec))
}

/// The results of `say` for the blocks for which it has one, computed on all threads.
pub fn what_is_said<T: Send>(blocks: &[Block], say: impl Fn(&Block) -> Option<T> + Sync) -> Vec<T> {
    let (next, said) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some(it) = say(block) {
                        said.lock().unwrap().push(it);
                    }
                }
            });
        }
    });
    said.into_inner().unwrap()
}

#[test]
fn rules_are_found_however_they_are_written_and_near_misses_are_not() {
    // `GSPEC_REWRITINGS=wythoff,moore` restricts the test to those theorems.
    let only = std::env::var("GSPEC_REWRITINGS").ok();
    let meant = |id: &str| only.as_deref().is_none_or(|only| only.split(',').any(|it| it == id));
    let ids = THEOREMS.iter().filter(|it| !matches!(it.hypotheses, Hypotheses::Components) && meant(it.id));
    let blocks: Vec<Block> = ids.flat_map(|theorem| blocks(theorem.id)).collect();
    let blocks = if only.is_some() { blocks } else { share(blocks, 400) };
    let mistakes = what_is_said(&blocks, wrong);
    assert!(mistakes.is_empty(), "{} of {}:\n{}", mistakes.len(), blocks.len(), mistakes.join("\n"));
}

#[test]
fn every_theorem_has_its_ways_of_writing_and_its_near_misses() {
    for theorem in THEOREMS.iter().filter(|it| !matches!(it.hypotheses, Hypotheses::Components)) {
        let blocks = blocks(theorem.id);
        let count = |kind: &str| blocks.iter().filter(|block| block.kind == kind).count();
        let fewer = FEWER.iter().find(|(id, _)| *id == theorem.id);
        let least = fewer.map_or(LEAST, |(_, least)| *least);
        assert!(count("same") >= least, "{}: {} ways of writing", theorem.id, count("same"));
        assert!(count("different") >= LEAST, "{}: {} near misses", theorem.id, count("different"));
    }
}
