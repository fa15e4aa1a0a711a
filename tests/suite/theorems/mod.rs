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

#[test]
fn moves_that_cannot_be_listed_do_not_keep_a_theorem_from_telling() {
    // By powers of two the value is n modulo 3, and 10^6 + 3 is 1 modulo 3.
    for (rules, position, words) in [
        (
            "game g(n: nat) { move t(k in (1..=n) - {7}) -> g(n - k) }",
            "g(10^30)",
            "moves       too many to list",
        ),
        (
            "game g(n: nat) { move t(e in 0..=n) when 2 ^ e <= n -> g(n - 2 ^ e) }",
            "g(10^6 + 3)",
            "value       1",
        ),
        (
            "game g(h: [nat]) { measure sum(h) move t(S in subsets(indices(h), 1..=2), left in product([0..h[i] for i in S])) -> g(h with [S] = left) }",
            "g([i * 7919 mod 100003 for i in 0..3000])",
            "known by",
        ),
    ] {
        let folder = Folder::with(rules);
        let run = finish(program(&folder.path(""), &["solve", "game.game", position]), b"").status(0);
        assert!(run.out.contains(words), "{position}: {}", run.out);
    }
}
