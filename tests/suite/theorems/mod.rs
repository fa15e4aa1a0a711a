//! Known theorems: recognised however the rules are written, never where they differ.

mod cover;
mod disguise;
mod growing;
mod not_yet;
mod one_heap;
mod several_heaps;
mod squares;
mod wythoff;
mod wythoff_relatives;

use super::case::{gspec_in, repository};
use super::support::{Folder, finish, program};

#[test]
fn every_theorem_has_its_page_and_stands_in_the_list() {
    let list = gspec_in(&repository(), &["explain", "theorems"]).out;
    for theorem in gspec::theorem::THEOREMS {
        assert!(list.contains(&format!("theorem:{}", theorem.id)) && list.contains(theorem.cite), "{list}");
        let page = gspec_in(&repository(), &["explain", &format!("theorem:{}", theorem.id)]).out;
        assert_eq!(page, theorem.page);
        let title = format!("# theorem:{} ({}): ", theorem.id, theorem.entry);
        assert!(page.starts_with(&title), "{page}");
    }
}

#[test]
fn the_catalogue_is_made_of_the_pages() {
    let printed = gspec_in(&repository(), &["explain", "theorems", "--pages"]).out;
    let kept = std::fs::read_to_string(repository().join("docs/theorems.md")).unwrap();
    assert!(kept == printed, "docs/theorems.md is old: gspec explain theorems --pages > docs/theorems.md");
}

#[test]
fn heaps_too_large_to_list_their_moves_are_solved_all_the_same() {
    let folder = Folder::with("game kayles(n: nat) = octal \"0.77\"\n");
    // 10^18 is 4 modulo 12, where the values of Kayles are 1 from 71 on.
    let run =
        finish(program(&folder.path(""), &["solve", "game.game", "kayles(10^18) + kayles(3)", "--why"]), b"");
    let run = run.status(0);
    for words in ["outcome     N", "value       2", "too many to list", "nim-sum of these values is 2"] {
        assert!(run.out.contains(words), "{}", run.out);
    }
}
