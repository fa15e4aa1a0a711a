//! Calls of functions that other languages have, and the expressions that stand for them.

/// Functions of other languages: their names and parameters, separated by blanks, and the
/// expression of gspec for a call with these parameters.
const CALLS: [(&str, &str, &str); 34] = [
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
    ("concat join", "xs ys", "xs ++ ys"),
    ("is_empty empty isempty", "xs", "len(xs) == 0"),
    ("bit", "n i", "n div 2^i mod 2"),
    ("head first fst hd front", "xs", "xs[0]"),
    ("tail rest tl", "xs", "xs[1..]"),
    ("drop", "k xs", "xs[k..]"),
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
];

/// The expression of gspec for a call of a function of other languages; `None` if none is known for
/// this name and number of arguments, or if an argument is long.
pub fn called_elsewhere(name: &str, arguments: &[&str]) -> Option<String> {
    let is_short = |it: &&str| !it.is_empty() && !it.contains('\n') && it.chars().count() <= 40;
    let (_, parameters, form) = CALLS.iter().find(|(names, parameters, _)| {
        names.split(' ').any(|it| it == name) && parameters.split(' ').count() == arguments.len()
    })?;
    if !arguments.iter().all(is_short) {
        return None;
    }
    let parameters: Vec<&str> = parameters.split(' ').collect();
    let mut written = String::new();
    let mut rest = *form;
    while !rest.is_empty() {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_letter(c)).unwrap_or(rest.len()).max(1);
        let (word, behind) = rest.split_at(length);
        match parameters.iter().position(|it| *it == word) {
            Some(at) => {
                // An argument of several parts keeps its parts together, unless a bracket or comma does.
                let alone = written.ends_with(['(', '[']) && behind.starts_with([')', ']']);
                let text = arguments[at];
                match text.contains(' ') && !alone && !is_group(text) {
                    true => written.push_str(&format!("({text})")),
                    false => written.push_str(text),
                }
            }
            None => written.push_str(word),
        }
        rest = behind;
    }
    Some(written)
}

/// Whether a text is one group in brackets, or a call.
fn is_group(text: &str) -> bool {
    let Some(open) = text.find(['(', '[', '{']) else { return false };
    let mut depth = 0;
    let closes = text[open..].char_indices().find_map(|(at, letter)| {
        depth += i32::from(matches!(letter, '(' | '[' | '{'));
        depth -= i32::from(matches!(letter, ')' | ']' | '}'));
        (depth == 0).then_some(open + at + letter.len_utf8())
    });
    closes == Some(text.len()) && text[..open].chars().all(|c| c.is_alphanumeric() || c == '_')
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
    }
}
