//! Searches for periods that are kept in a file: killed, interrupted, limited, damaged. The values in the file are compared with
//! those of a fresh search, and the period with the published one.

use super::support::{Folder, Run, finish, program, wait};
use gspec::solve::take_and_break::{Resources, Split};
use gspec::theory::take_and_break::Rules;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

/// No period of Officers is known, so the search does not end.
const SPEC: &str = "game officers(n: nat) = octal \"0.6\"\ngame early(n: nat) = octal \"0.16\"\n\
     game wythoff(a: nat, b: nat) { move a(k in 1..=a) -> wythoff(a - k, b) }";

fn folder() -> Folder {
    Folder::new().and("main.game", SPEC)
}

fn period(folder: &Folder, pattern: &str, more: &[&str]) -> Run {
    finish(command(folder, pattern, more), b"")
}

fn command(folder: &Folder, pattern: &str, more: &[&str]) -> Command {
    let mut arguments = vec!["period", "main.game", pattern, "--resume", "search.saved"];
    arguments.extend(more);
    program(&folder.path(""), &arguments)
}

/// Counts the values in a file, and demands that all are values of officers. A segment that is cut
/// off does not count.
fn values(path: &Path) -> usize {
    let (split, ..) = Split::restore_whole_segments(&std::fs::read(path).unwrap()).unwrap();
    let mut fresh = Split::new(Rules::from_digits(&[0, 6], false).unwrap());
    let resources = Resources { threads: 2, bytes: 1 << 30 };
    fresh.extend(split.len(), resources, &|_| ControlFlow::Continue(())).unwrap();
    assert!(split.values().iter().eq(fresh.values().iter()));
    split.len()
}

/// Waits until a file has more than `bytes` bytes.
fn grown(path: &Path, bytes: u64) -> u64 {
    for _ in 0..2000 {
        match std::fs::metadata(path) {
            Ok(info) if info.len() > bytes => return info.len(),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    panic!("{} does not grow beyond {bytes}", path.display());
}

fn started(folder: &Folder) -> Child {
    command(folder, "officers(n)", &["--threads", "1"]).spawn().unwrap()
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn a_killed_search_goes_on_where_it_was() {
    let folder = folder();
    let file = folder.path("search.saved");
    let mut known = 0;
    let mut bytes = 0;
    for round in 0..3 {
        let mut search = started(&folder);
        // A few saves, so that the file is both made and added to.
        for _ in 0..2 + round % 2 {
            bytes = grown(&file, bytes);
        }
        search.kill().unwrap();
        search.wait().unwrap();
        bytes = std::fs::metadata(&file).unwrap().len();
        let found = values(&file);
        assert!(found > known, "{found} after {known}");
        known = found;
    }
    // Saved values are not computed again: a search with a small bound only reads them.
    let run = period(&folder, "officers(n)", &["--bound", "10"]).status(3);
    run.out(&format!("n <= {}", known - 1));
}

#[test]
#[ignore = "long: runs with --include-ignored"]
fn interrupts_and_limits_save_too() {
    let folder = folder();
    let file = folder.path("search.saved");
    period(&folder, "officers(n)", &["--limit-time", "300ms"]).status(3);
    let first = values(&file);
    let mut search = started(&folder);
    grown(&file, std::fs::metadata(&file).unwrap().len());
    let interrupt = Command::new("kill").args(["-INT", &search.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(wait(&mut search), 3);
    let second = values(&file);
    assert!(second > first);
    // A search that ends by itself leaves no segment that is cut off.
    assert!(Split::restore(&std::fs::read(&file).unwrap()).is_ok());
    period(&folder, "officers(n)", &["--bound", &(second + 1000).to_string()]).status(3);
    assert_eq!(values(&file), second + 1000);
}

#[test]
fn a_proof_is_found_again_from_the_file() {
    let folder = folder();
    let words = "period 149459 from n = 105351 on";
    period(&folder, "early(n)", &["--bound", "100000"]).status(3);
    let saved = std::fs::read(folder.path("search.saved")).unwrap();
    assert!(saved.len() > 100_000);
    period(&folder, "early(n)", &[]).status(0).out(words);
    let proved = std::fs::read(folder.path("search.saved")).unwrap();
    assert!(proved.starts_with(&saved), "a file is added to");
    period(&folder, "early(n)", &[]).status(0).out(words);
    assert_eq!(std::fs::read(folder.path("search.saved")).unwrap(), proved);
}

#[test]
fn broken_and_foreign_files_are_refused_and_left_alone() {
    let folder = folder();
    let file = folder.path("search.saved");
    period(&folder, "early(n)", &["--bound", "5000"]).status(3);
    let sound = std::fs::read(&file).unwrap();
    let mut damaged = sound.clone();
    damaged[3000] ^= 16;
    let mut newer = sound.clone();
    newer[16] = 9;
    let cases: [(&str, &[u8], &str, &str); 5] = [
        ("damaged", &damaged, "early(n)", "the checksum is wrong"),
        ("of another version", &newer, "early(n)", "saved in format 9"),
        ("no saved search", b"some notes of mine\n", "early(n)", "not a saved search"),
        ("empty", b"", "early(n)", "not a saved search"),
        ("of another game", &sound, "officers(n)", "it belongs to a game with other"),
    ];
    for (what, bytes, pattern, words) in cases {
        std::fs::write(&file, bytes).unwrap();
        period(&folder, pattern, &[]).status(2).err("G503").err(words).err("help");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{what}");
    }
    let names = std::fs::read_dir(folder.path("")).unwrap().count();
    assert_eq!(names, 2, "nothing is left beside it");
}

#[test]
fn a_file_cut_off_is_used_as_far_as_it_is_whole() {
    let folder = folder();
    let file = folder.path("search.saved");
    period(&folder, "officers(n)", &["--bound", "5000"]).status(3);
    period(&folder, "officers(n)", &["--bound", "9000"]).status(3);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.truncate(bytes.len() - 100);
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(values(&file), 5000);
    period(&folder, "officers(n)", &["--bound", "7000"]).status(3);
    assert_eq!(values(&file), 7000);
    assert_eq!(std::fs::read(folder.path("search.saved.cut-off")).unwrap(), bytes);
}

#[test]
fn what_cannot_be_saved_is_told() {
    let folder = folder();
    period(&folder, "wythoff(n, 3)", &[]).status(2).err("`--resume` needs a game of one heap");
    std::fs::create_dir(folder.path("search.saved")).unwrap();
    period(&folder, "early(n)", &["--bound", "100"]).status(2).err("it is a directory");
}
