//! Candy piles, staircases and intervals of strings: closed forms against the definition, on all small or on random cases.

use super::definition::*;
use super::golden::{letter, numbers};
use gspec::theory::candies;
use gspec::theory::diagonal::Staircase;
use gspec::theory::intervals::Intervals;
use gspec::theory::substring;

pub fn answer(game: &str, quantity: &str) -> Option<String> {
    let arguments = quantity.strip_prefix("outcome:")?;
    match game {
        "candy-piles(AGC002E)" => Some(letter(candies::losing(&numbers(arguments)))),
        "string-shrink" => {
            let (s, t) = arguments.strip_prefix("s=")?.split_once(";t=")?;
            let letters = |text: &str| text.chars().filter(|letter| *letter != '-').collect::<Vec<char>>();
            let game = Intervals::of_strings(&letters(s), &letters(t), false)?;
            Some(letter(game.losing(0, s.len())?))
        }
        _ => None,
    }
}

#[test]
fn candy_piles_agree_with_the_definition() {
    let normal = |mut piles: Vec<u64>| {
        piles.retain(|pile| *pile > 0);
        piles.sort_unstable();
        piles
    };
    let mut definition = Definition::new(|piles: &Vec<u64>| {
        if piles.is_empty() {
            return Vec::new();
        }
        let one_each = piles.iter().map(|pile| pile - 1).collect();
        vec![piles[..piles.len() - 1].to_vec(), normal(one_each)]
    });
    for length in 0..6 {
        for piles in multisets(length, 0, 6) {
            let sorted = normal(piles.clone());
            // The player who eats the last candy loses: at no candies the player to move wins.
            assert_eq!(candies::losing(&piles), definition.losing_misere(&sorted), "{piles:?}");
            let options = definition.options(&sorted);
            let expected: Vec<bool> = options.iter().map(|option| definition.losing_misere(option)).collect();
            let (largest, one_each) = candies::winning_moves(&piles);
            assert_eq!([largest, one_each], *expected.get(..2).unwrap_or(&[false, false]), "{piles:?}");
        }
    }
    assert!(!candies::losing(&[u64::MAX, 1]));
}

#[test]
fn staircases_agree_with_the_definition() {
    let mut random = Random::new(90);
    for round in 0..2000 {
        let mut rows: Vec<usize> = (0..random.below(12)).map(|_| random.below(12) as usize).collect();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        let salt = random.next();
        let outside = |i: usize, j: usize| match round % 3 {
            0 => true,
            1 => false,
            _ => (salt ^ (i * 31 + j) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1,
        };
        let staircase = Staircase::new(rows.clone(), &outside, usize::MAX).unwrap();
        let mut table = std::collections::HashMap::new();
        for i in (0..rows.len()).rev() {
            for j in (0..rows[i]).rev() {
                let at = |i: usize, j: usize| *table.get(&(i, j)).unwrap_or(&outside(i, j));
                let wins = !(at(i + 1, j) && at(i, j + 1));
                assert_eq!(staircase.wins(i, j), Some(wins), "{rows:?} {i} {j}");
                table.insert((i, j), wins);
            }
        }
        assert_eq!(staircase.wins(rows.len(), 0), None);
    }
    assert!(Staircase::new(vec![1, 2], &|_, _| true, usize::MAX).is_none());
    assert!(Staircase::new(vec![usize::MAX, 1], &|_, _| true, 1 << 20).is_none());
    assert!(Staircase::new(vec![usize::MAX / 2; 5], &|_, _| true, 1 << 20).is_none());
}

#[test]
fn the_rim_of_a_rectangle_with_a_lost_border() {
    // The diagonal rule holds three cells from the border on, not two.
    let rows = vec![20; 20];
    let staircase = Staircase::new(rows, &|_, _| false, usize::MAX).unwrap();
    let outcome = |back_i: usize, back_j: usize| staircase.wins(20 - back_i, 20 - back_j);
    assert!((3..=20).all(|i| (3..=20).all(|j| outcome(i, j) == outcome(i - 1, j - 1))));
    assert_ne!(outcome(2, 2), outcome(1, 1));
}

#[test]
fn intervals_agree_with_the_definition() {
    let mut random = Random::new(91);
    for _ in 0..600 {
        let places = random.below(14) as usize;
        let mut ends: Vec<usize> = (0..=places).map(|l| (l + random.below(4) as usize).min(places)).collect();
        for l in 1..=places {
            ends[l] = ends[l].max(ends[l - 1]);
        }
        for wins_marked in [false, true] {
            let game = Intervals::new(ends.clone(), wins_marked).unwrap();
            let mut table = vec![vec![wins_marked; places + 1]; places + 1];
            for length in 0..=places {
                for l in 0..=places - length {
                    let r = l + length;
                    if r > ends[l] {
                        table[l][r] = !(table[l + 1][r] && table[l][r - 1]);
                        let expected = (!table[l + 1][r], !table[l][r - 1]);
                        assert_eq!(game.winning_moves(l, r), expected, "{ends:?} {l} {r}");
                    }
                    assert_eq!(game.losing(l, r), Some(!table[l][r]), "{ends:?} {l} {r} {wins_marked}");
                    if let Some((l2, r2)) = game.same_outcome(l, r) {
                        assert_eq!((game.losing(l2, r2), l2 + r2), (game.losing(l, r), l + r));
                    }
                }
            }
        }
    }
    assert!(Intervals::new(vec![2, 1, 2], false).is_none());
    assert!(Intervals::new(vec![0, 0, 2], false).is_none());
    assert!(Intervals::new(Vec::new(), false).is_none());
    assert_eq!(Intervals::new(vec![0], false).unwrap().losing(0, 0), Some(true));
}

fn random_string(random: &mut Random, letters: u64, length: u64) -> Vec<char> {
    (0..length).map(|_| char::from(b'a' + random.below(letters) as u8)).collect()
}

#[test]
fn pieces_are_found() {
    let mut random = Random::new(92);
    for _ in 0..800 {
        let letters = 1 + random.below(3);
        let (s_length, t_length) = (random.below(16), random.below(16));
        let (s, t) =
            (random_string(&mut random, letters, s_length), random_string(&mut random, letters, t_length));
        let occurs =
            |piece: &[char]| piece.is_empty() || t.windows(piece.len()).any(|window| window == piece);
        let longest = substring::longest_matches(&s, &t).unwrap();
        for end in 0..=s.len() {
            let expected = (0..=end).rev().find(|length| occurs(&s[end - length..end])).unwrap();
            assert_eq!(longest[end], expected, "{s:?} {t:?} {end}");
        }
        let game = Intervals::of_strings(&s, &t, false).unwrap();
        for (l, r) in (0..=s.len()).flat_map(|r| (0..=r).map(move |l| (l, r))) {
            assert_eq!(game.is_marked(l, r), occurs(&s[l..r]), "{s:?} {t:?} {l} {r}");
        }
    }
}
