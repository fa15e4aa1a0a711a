//! `prove --walnut`: the files are read back with a reader of their own, and each sentence is evaluated for small numbers.

use crate::suite::case::{gspec_in, repository};
use crate::suite::support::Folder;
use gspec::report::walnut;
use gspec::verify::verify;
use std::collections::HashMap;

/// The files for a certificate of the corpus, by path.
fn files(name: &str) -> HashMap<String, String> {
    let path = repository().join(format!("tests/certificates/{name}.json"));
    let accepted = verify(&std::fs::read_to_string(path).unwrap()).unwrap();
    walnut(&accepted).unwrap().into_iter().collect()
}

/// An automaton in the format of Walnut: where each state leads, and which accept.
struct Automaton {
    next: HashMap<(usize, Vec<usize>), usize>,
    accepting: Vec<usize>,
}

impl Automaton {
    fn read(text: &str) -> Automaton {
        let mut automaton = Automaton { next: HashMap::new(), accepting: Vec::new() };
        let mut state = 0;
        for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
            let numbers =
                |text: &str| text.split_whitespace().map(|it| it.parse().unwrap()).collect::<Vec<usize>>();
            match line.split_once("->") {
                Some((letter, to)) => {
                    let before = automaton.next.insert((state, numbers(letter)), numbers(to)[0]);
                    assert!(before.is_none(), "{line}");
                }
                None => {
                    state = numbers(line)[0];
                    automaton.accepting.extend((numbers(line)[1] == 1).then_some(state));
                }
            }
        }
        automaton
    }

    fn accepts(&self, words: &[Vec<usize>]) -> bool {
        let letter = |at: usize| words.iter().map(|word| word[at]).collect::<Vec<usize>>();
        let end = (0..words[0].len()).try_fold(0, |state, at| self.next.get(&(state, letter(at))).copied());
        end.is_some_and(|state| self.accepting.contains(&state))
    }
}

/// Greedy digits, the highest first.
fn digits(mut number: usize, places: &[usize]) -> Vec<usize> {
    let digit = |place: &usize| {
        let digit = number / place;
        number %= place;
        digit
    };
    places.iter().rev().map(digit).collect()
}

/// A sentence over small numbers.
struct Sentence<'a> {
    rest: &'a str,
    /// Numbers are examined up to this.
    bound: usize,
    lost: &'a dyn Fn(&[usize]) -> bool,
}

type Scope = HashMap<String, usize>;
type Truth<'a> = Box<dyn Fn(&Scope) -> bool + 'a>;

impl<'a> Sentence<'a> {
    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn name(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    fn names(&mut self) -> Vec<String> {
        let mut names = vec![self.name().to_string()];
        while self.takes(",") {
            names.push(self.name().to_string());
        }
        names
    }

    /// Reads operands with operators between them; all operators in one pair of brackets are equal.
    fn all(&mut self) -> Truth<'a> {
        let mut left = self.one();
        loop {
            let operator = ["&", "|", "=>"].into_iter().find(|sign| self.takes(sign));
            let Some(operator) = operator else { return left };
            let (before, right) = (left, self.one());
            left = match operator {
                "&" => Box::new(move |scope| before(scope) && right(scope)),
                "|" => Box::new(move |scope| before(scope) || right(scope)),
                _ => Box::new(move |scope| !before(scope) || right(scope)),
            };
        }
    }

    fn one(&mut self) -> Truth<'a> {
        let (lost, bound) = (self.lost, self.bound);
        if self.takes("~") {
            let inner = self.one();
            return Box::new(move |scope| !inner(scope));
        }
        if self.takes("(") {
            let inner = self.all();
            assert!(self.takes(")"), "{}", self.rest);
            return inner;
        }
        if self.takes("$") {
            assert!(self.name().ends_with("_lost") && self.takes("("));
            let names = self.names();
            assert!(self.takes(")"));
            return Box::new(move |scope| lost(&names.iter().map(|name| scope[name]).collect::<Vec<_>>()));
        }
        for (sign, every) in [("A", true), ("E", false)] {
            if self.takes(sign) {
                let names = self.names();
                assert!(self.rest.trim_start().starts_with('('), "a body without brackets: {}", self.rest);
                let body = self.rest;
                let inner = self.one();
                let body = &body[..body.len() - self.rest.len()];
                for name in &names {
                    // Walnut rejects a variable that does not occur.
                    assert!(
                        body.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == name),
                        "{name}: {body}"
                    );
                }
                return Box::new(move |scope| {
                    let count = (bound + 1).pow(names.len() as u32);
                    let mut tuples = (0..count).map(|tuple| {
                        let value = |at: usize| tuple / (bound + 1).pow(at as u32) % (bound + 1);
                        let own = names.iter().enumerate().map(|(at, name)| (name.clone(), value(at)));
                        scope.clone().into_iter().chain(own).collect::<Scope>()
                    });
                    if every { tuples.all(|scope| inner(&scope)) } else { tuples.any(|scope| inner(&scope)) }
                });
            }
        }
        let left = self.sum();
        let sign = [">=", "<", "="]
            .into_iter()
            .find(|sign| self.takes(sign))
            .unwrap_or_else(|| panic!("{}", self.rest));
        let right = self.sum();
        Box::new(move |scope| match sign {
            ">=" => left(scope) >= right(scope),
            "<" => left(scope) < right(scope),
            _ => left(scope) == right(scope),
        })
    }

    fn sum(&mut self) -> Box<dyn Fn(&Scope) -> usize + 'a> {
        let mut terms: Vec<(usize, Option<String>)> = Vec::new();
        loop {
            let first = self.name();
            terms.push(match first.parse() {
                Ok(number) if self.takes("*") => (number, Some(self.name().to_string())),
                Ok(number) => (number, None),
                Err(_) => (1, Some(first.to_string())),
            });
            if !self.takes("+") {
                return Box::new(move |scope| {
                    terms.iter().map(|(factor, name)| factor * name.as_ref().map_or(1, |it| scope[it])).sum()
                });
            }
        }
    }
}

/// The labels of the sentences that are false up to a bound.
fn wrong(commands: &str, bound: usize, lost: &dyn Fn(&[usize]) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for command in commands.lines() {
        let (label, rest) = command.strip_prefix("eval ").unwrap().split_once(" \"?").unwrap();
        let (_, body) = rest.strip_suffix("\":").unwrap().split_once(' ').unwrap();
        let mut sentence = Sentence { rest: body, bound, lost };
        let truth = sentence.all();
        assert_eq!(sentence.rest, "", "{command}");
        if !truth(&Scope::new()) {
            wrong.push(label.to_string());
        }
    }
    wrong
}

/// Certificates of the corpus, with the places of their numeration systems and the bound up to which numbers are examined.
const CASES: [(&str, &[usize], usize); 6] = [
    ("wythoff", &[1, 2, 3, 5, 8, 13, 21], 9),
    ("misere-wythoff", &[1, 2, 3, 5, 8, 13, 21], 8),
    ("nim-pell", &[1, 3, 7, 17, 41], 8),
    ("subtraction-14-base5", &[1, 5, 25], 12),
    ("nim-ends-corner", &[1, 2, 4, 8, 16], 8),
    ("misere-king", &[1, 2, 4, 8, 16], 8),
];

/// The sentences hold for the set, and some sentence fails if the set differs at one position, all of whose fields are 0, 1 or 2.
#[test]
fn each_sentence_says_what_it_should() {
    for (name, places, bound) in CASES {
        let files = files(name);
        let commands = files.iter().find(|(path, _)| path.starts_with("Command Files/")).unwrap().1;
        let text = files.iter().find(|(path, _)| path.starts_with("Automata Library/")).unwrap().1;
        let set = Automaton::read(text);
        let lost = |fields: &[usize]| {
            set.accepts(&fields.iter().map(|field| digits(*field, places)).collect::<Vec<_>>())
        };
        assert_eq!(wrong(commands, bound, &lost), Vec::<String>::new(), "{name}");
        for changed in 0..3 {
            let other = |fields: &[usize]| lost(fields) != fields.iter().all(|field| *field == changed);
            assert_ne!(wrong(commands, bound, &other), Vec::<String>::new(), "{name}, {changed}");
        }
    }
}

/// Reading a sentence checks that every variable of a quantifier occurs in its body.
#[test]
fn quantifiers_bind_only_what_occurs() {
    let mut read = 0;
    for file in std::fs::read_dir(repository().join("tests/certificates")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        // Larger ones take long to verify.
        let Ok(accepted) = (if text.len() < 20_000 { verify(&text) } else { continue }) else { continue };
        if accepted.certificate.blocking > 0 {
            continue;
        }
        let files: HashMap<String, String> = walnut(&accepted).unwrap().into_iter().collect();
        let commands = files.iter().find(|(path, _)| path.starts_with("Command Files/")).unwrap().1;
        wrong(commands, 0, &|_| false);
        read += 1;
    }
    assert!(read > 10, "{read}");
}

/// Walnut has no files for these places: addition and the greedy words are written too.
#[test]
fn other_systems_are_defined() {
    let files = files("nim-pell");
    let greedy = Automaton::read(&files["Custom Bases/msd_recurrence_2_1_1_3.txt"]);
    let addition = Automaton::read(&files["Custom Bases/msd_recurrence_2_1_1_3_addition.txt"]);
    let places = [1, 3, 7, 17, 41, 99];
    for word in 0..3usize.pow(4) {
        let word: Vec<usize> = (0..4).map(|at| word / 3usize.pow(at) % 3).collect();
        let value: usize = word.iter().rev().zip(places).map(|(digit, place)| digit * place).sum();
        let is_greedy = value < places[4] && digits(value, &places[..4]) == word;
        assert_eq!(greedy.accepts(std::slice::from_ref(&word)), is_greedy, "{word:?}");
    }
    for (x, y) in (0..20).flat_map(|x| (0..20).map(move |y| (x, y))) {
        for z in 0..40 {
            let words = [x, y, z].map(|number| digits(number, &places));
            assert_eq!(addition.accepts(&words), x + y == z, "{x} + {y} = {z}");
        }
    }
}

#[test]
fn the_files_lie_where_walnut_looks_for_them() {
    let folder = Folder::new().and("main.game", "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }");
    gspec_in(&folder.path(""), &["prove", "main.game", "--walnut", "w"]).status(0).quiet();
    assert_eq!(
        folder.text("w/Command Files/game_nim.txt").replace("game_nim", "g"),
        "eval g_natural_0 \"?msd_2 Ax0,k0 (((k0>=1) & (x0>=k0)) => ((x0>=k0)))\":\n\
         eval g_falls_0 \"?msd_2 Ax0,k0 (((k0>=1) & (x0>=k0)) => (((x0>=0) & (k0>=1)) | ((k0=0) & (x0<0))))\":\n\
         eval g_stable_0 \"?msd_2 Ax0 (($g_lost(x0) & ~(x0<0)) => \
         ~(Ek0,y0 (((k0>=1) & (x0>=k0)) & y0+k0=x0 & $g_lost(y0))))\":\n\
         eval g_won \"?msd_2 Ax0 ((x0<0) => ~$g_lost(x0))\":\n\
         eval g_lost \"?msd_2 Ax0 ((x0<0) => $g_lost(x0))\":\n\
         eval g_absorbing \"?msd_2 Ax0 ($g_lost(x0) | (x0<0) | \
         ((Ek0,y0 (((k0>=1) & (x0>=k0)) & y0+k0=x0 & $g_lost(y0)))))\":\n"
    );
    assert_eq!(folder.text("w/Automata Library/game_nim_lost.txt"), "msd_2\n\n0 1\n0 -> 0\n");
    // If one of the files cannot be written, none is.
    let blocked = folder.and("blocked", "a file");
    gspec_in(&blocked.path(""), &["prove", "main.game", "--walnut", "blocked", "--dot", "d.dot"])
        .status(2)
        .err("G510")
        .err("cannot write");
    assert!(!blocked.path("d.dot").exists());
}
