//! Calls of functions that other languages have, and the expressions that stand for them.

/// Functions of other languages: their names and parameters, separated by blanks, and the
/// expression of gspec for a call with these parameters.
const CALLS: [(&str, &str, &str); 35] = [
    ("union", "A B", "A | B"),
    ("intersection intersect", "A B", "A & B"),
    ("difference setdiff", "A B", "A - B"),
    ("superset issuperset is_superset", "A B", "all(x in A for x in B)"),
    ("subset issubset is_subset", "A B", "all(x in B for x in A)"),
    ("iff", "a b", "a <=> b"),
    ("implies", "a b", "a => b"),
    ("pow power", "a b", "a ^ b"),
    ("div idiv floordiv floor_div quotient", "a b", "a div b"),
    ("mod rem modulo", "a b", "a mod b"),
    ("range interval", "b", "0..b"),
    ("range interval", "a b", "a..b"),
    ("range interval", "a b k", "[i for i in a..b if (i - a) mod k == 0]"),
    ("V", "G", "vertices(G)"),
    ("E", "G", "edges(G)"),
    ("K", "n", "complete(n)"),
    ("K", "m n", "complete_bipartite(m, n)"),
    ("star", "n", "complete_bipartite(1, n)"),
    ("concat", "xs ys", "xs ++ ys"),
    ("is_empty empty isempty", "xs", "len(xs) == 0"),
    ("bit", "n i", "n div 2^i mod 2"),
    ("head first fst hd front", "xs", "xs[0]"),
    ("tail rest tl", "xs", "xs[1..]"),
    ("last back", "xs", "xs[len(xs) - 1]"),
    ("snd second", "p", "p[1]"),
    ("set", "xs", "{x for x in xs}"),
    ("list", "xs", "[x for x in xs]"),
    ("append push", "xs x", "xs ++ [x]"),
    ("round rint", "x", "floor(x + 1 / 2)"),
    ("startswith startsWith", "s t", "s[..len(t)] == t"),
    ("divides", "a b", "b mod a == 0"),
    ("sqr", "n", "n ^ 2"),
    ("star_graph", "n", "complete_bipartite(1, n)"),
    ("enumerate", "xs", "[(i, xs[i]) for i in indices(xs)]"),
    ("primes prime_divisors primefactors", "n", "prime_factors(n)"),
];

/// The expression of gspec for a call of a function of other languages; `None` if none is known for
/// this name and number of arguments, or if an argument is long. An argument of several operands gets
/// parentheses, and the names that the expression binds occur in no argument.
pub fn called_elsewhere(name: &str, arguments: &[&str]) -> Option<String> {
    let is_short = |it: &&str| !it.is_empty() && !it.contains('\n') && it.chars().count() <= 40;
    let (_, parameters, form) = CALLS.iter().find(|(names, parameters, _)| {
        names.split(' ').any(|it| it == name) && parameters.split(' ').count() == arguments.len()
    })?;
    let is_set = |it: &&str| it.starts_with('{');
    let is_negative = |it: &&str| it.starts_with('-');
    let has_no_index = form.contains("xs[") && arguments.iter().any(is_set);
    let runs_down = form.contains("mod k") && arguments.last().is_some_and(is_negative);
    if !arguments.iter().all(is_short) || has_no_index || runs_down {
        return None;
    }
    let parameters: Vec<&str> = parameters.split(' ').collect();
    let bound = ["x", "i"].into_iter().find(|name| form.contains(&format!(" for {name} in ")));
    let is_free = |name: &&str| !arguments.iter().any(|it| words(it).any(|word| word == *name));
    let name = ["x", "i", "y", "j", "z", "t", "u", "v", "w"]
        .into_iter()
        .filter(|it| {
            bound.is_some_and(|bound| (bound == "i") == matches!(*it, "i" | "j"))
                || matches!(*it, "t" | "u" | "v" | "w")
        })
        .find(is_free);
    let mut written = String::new();
    let mut rest = *form;
    while !rest.is_empty() {
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len()).max(1);
        let (word, behind) = rest.split_at(length);
        let is_alone = written.ends_with(['(', '[']) && behind.starts_with([')', ']']);
        match parameters.iter().position(|it| *it == word).map(|at| arguments[at]) {
            Some(text) if is_alone || is_operand(text) => written.push_str(text),
            Some(text) => written.push_str(&format!("({text})")),
            None if bound == Some(word) => written.push_str(name?),
            None => written.push_str(word),
        }
        rest = behind;
    }
    Some(written)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_letter(c)).filter(|word| !word.is_empty())
}

/// Whether a text is one operand: a name, a number, a text, a group in brackets, or a call, with indices
/// behind it.
pub fn is_operand(text: &str) -> bool {
    if let Some(inner) = text.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        return !inner.contains('"');
    }
    let mut rest = text.trim_start_matches(is_letter);
    let has_name = rest.len() < text.len();
    let mut groups = 0;
    while rest.starts_with(['(', '[', '{']) && (has_name || groups == 0 || rest.starts_with('[')) {
        let mut depth = 0;
        let close = rest.char_indices().find_map(|(at, letter)| {
            depth += i32::from(matches!(letter, '(' | '[' | '{'));
            depth -= i32::from(matches!(letter, ')' | ']' | '}'));
            (depth == 0).then_some(at + letter.len_utf8())
        });
        let Some(close) = close else { return false };
        rest = &rest[close..];
        groups += 1;
    }
    rest.is_empty() && (has_name || groups > 0)
}

#[cfg(test)]
mod tests {
    use super::called_elsewhere;

    #[test]
    fn arguments_take_the_places_of_parameters() {
        assert_eq!(called_elsewhere("range", &["1", "n + 1"]).as_deref(), Some("1..(n + 1)"));
        assert_eq!(called_elsewhere("pow", &["2", "k"]).as_deref(), Some("2 ^ k"));
        assert_eq!(called_elsewhere("union", &["{1, 2}", "s - {v}"]).as_deref(), Some("{1, 2} | (s - {v})"));
        assert_eq!(called_elsewhere("tail", &["xs"]).as_deref(), Some("xs[1..]"));
        assert_eq!(called_elsewhere("union", &["A"]), None);
        assert_eq!(called_elsewhere("mod", &["3+4", "2"]).as_deref(), Some("(3+4) mod 2"));
        assert_eq!(called_elsewhere("pow", &["-1", "2"]).as_deref(), Some("(-1) ^ 2"));
        assert_eq!(called_elsewhere("tail", &["[1]++[2]"]).as_deref(), Some("([1]++[2])[1..]"));
        assert_eq!(called_elsewhere("first", &["{1, 2}"]), None);
        // The bound name is not one of an argument.
        assert_eq!(
            called_elsewhere("subset", &["{x, 5}", "{x}"]).as_deref(),
            Some("all(y in {x} for y in {x, 5})")
        );
    }
}
