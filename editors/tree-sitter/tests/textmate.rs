//! The TextMate grammar gives the words, texts, numbers and comments of all specs the colours that the queries give them.
//!
//! This reads the grammar as editors do: line by line, the rule whose match begins first, with a stack of the rules that have
//! begun and not ended.

use super::colours::colours;
use super::{examples, is_in_the_language, read, texts};
use fancy_regex::{Captures, Regex};
use serde_json::Value;
use std::collections::HashMap;

struct Grammar {
    json: Value,
    patterns: HashMap<String, Regex>,
}

/// Places and their scopes; later ones lie within earlier ones.
type Scopes = Vec<(usize, usize, String)>;

impl Grammar {
    fn new() -> Grammar {
        let json: Value =
            serde_json::from_str(&read("editors/vscode/syntaxes/game.tmLanguage.json")).unwrap();
        let mut patterns = HashMap::new();
        compile(&json, &mut patterns);
        Grammar { json, patterns }
    }

    /// The rules that a rule includes, in order, with those of other rules in place of their names.
    fn rules<'a>(&'a self, of: &'a Value, found: &mut Vec<&'a Value>) {
        for rule in of["patterns"].as_array().into_iter().flatten() {
            let rule = match rule["include"].as_str() {
                Some(name) => &self.json["repository"][name.trim_start_matches('#')],
                None => rule,
            };
            match rule["match"].is_string() || rule["begin"].is_string() {
                true => found.push(rule),
                false => self.rules(rule, found),
            }
        }
    }

    fn find<'t>(&self, pattern: &Value, line: &'t str, from: usize) -> Option<Captures<'t>> {
        self.patterns[pattern.as_str()?].captures_from_pos(line, from).unwrap()
    }

    fn scopes(&self, text: &str) -> Scopes {
        let (mut stack, mut scopes, mut start) = (vec![&self.json], Scopes::new(), 0);
        for line in text.split_inclusive('\n') {
            self.line(line, start, &mut stack, &mut scopes);
            start += line.len();
        }
        scopes
    }

    fn line<'a>(&'a self, line: &str, start: usize, stack: &mut Vec<&'a Value>, scopes: &mut Scopes) {
        let mut at = 0;
        while at < line.len() {
            let top = *stack.last().unwrap();
            let mut rules = Vec::new();
            self.rules(top, &mut rules);
            let end = self.find(&top["end"], line, at).map(|it| (it, None));
            let within = rules.iter().filter_map(|rule| {
                let pattern = if rule["match"].is_string() { &rule["match"] } else { &rule["begin"] };
                Some((self.find(pattern, line, at)?, Some(*rule)))
            });
            // Of those that begin at one place the first one counts, the end before all.
            let first = end.into_iter().chain(within).min_by_key(|(it, _)| it.get(0).unwrap().start());
            let Some((found, rule)) = first else { break };
            let whole = found.get(0).unwrap();
            let captures = match rule {
                None => &top["endCaptures"],
                Some(rule) if rule["begin"].is_string() => &rule["beginCaptures"],
                Some(rule) => &rule["captures"],
            };
            let named = rule.unwrap_or(top)["name"].as_str().map(|name| (whole.start(), whole.end(), name));
            let parts = (0..found.len()).filter_map(|number| {
                let part = found.get(number)?;
                Some((part.start(), part.end(), captures[number.to_string()]["name"].as_str()?))
            });
            scopes.extend(
                named
                    .into_iter()
                    .chain(parts)
                    .map(|(from, to, it)| (start + from, start + to, it.to_string())),
            );
            match rule {
                None => drop(stack.pop()),
                Some(rule) if rule["begin"].is_string() => stack.push(rule),
                Some(_) => assert!(whole.end() > whole.start(), "a rule matches nothing: {rule:?}"),
            }
            // What stands in a text belongs to it.
            if let Some(name) = top["name"].as_str() {
                scopes.push((start + at, start + whole.start(), name.to_string()));
            }
            at = whole.end();
        }
    }
}

fn compile(value: &Value, patterns: &mut HashMap<String, Regex>) {
    for (key, inner) in value.as_object().into_iter().flatten() {
        match inner.as_str() {
            Some(text) if ["match", "begin", "end"].contains(&key.as_str()) => {
                // In TextMate `$` stands before the end of the line.
                let pattern = text.replace('$', r"(?=\n|\z)");
                patterns.insert(text.to_string(), Regex::new(&pattern).unwrap());
            }
            _ => compile(inner, patterns),
        }
    }
    value.as_array().into_iter().flatten().for_each(|inner| compile(inner, patterns));
}

/// What a colour of the queries is called in the TextMate grammar; `None` for colours that differ by design.
fn expected(colour: &str) -> Option<&'static [&'static str]> {
    Some(match colour {
        "keyword" | "keyword.operator" => &["keyword"],
        "comment" | "comment.documentation" => &["comment"],
        "string" | "string.special" => &["string"],
        "number" => &["constant.numeric"],
        "boolean" | "constant.builtin" => &["constant", "support.constant"],
        "function.builtin" => &["support.function"],
        "type.builtin" => &["support.type"],
        _ => return None,
    })
}

#[test]
fn both_grammars_give_the_same_colours() {
    let grammar = Grammar::new();
    let mut specs = texts(&["specs"], "game");
    specs.extend(examples());
    specs.retain(|(_, text)| is_in_the_language(text));
    assert!(specs.len() > 200);
    let mut wrong = Vec::new();
    for (place, text) in specs {
        let scopes = grammar.scopes(&text);
        for ((from, to), colour) in colours(&text) {
            let Some(mut names) = expected(&colour) else { continue };
            // Functions and words of operators by their place, which the grammars judge by different signs.
            if ["all", "xor"].contains(&&text[from..to]) {
                names = &["keyword", "support.function"];
            }
            let scope = scopes.iter().rev().find(|(start, end, _)| *start <= from && from < *end);
            let scope = scope.map_or("none", |(.., name)| name);
            if !names.iter().any(|name| scope.starts_with(name)) {
                let line = text[..from].lines().count();
                wrong.push(format!("{place}:{line}: `{}` is {colour} and {scope}", &text[from..to]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}
