//! Reads graphs in the DOT language of Graphviz. Attributes, settings and comments are skipped; what
//! else is not a vertex or an edge is an error.

use super::data::Problem;
use crate::ir::graph::{Graph, Vertex};

/// A word, a quoted text, or punctuation.
#[derive(Debug)]
struct Token<'a> {
    text: &'a str,
    /// Whether the text stood in quotes, which `text` leaves out.
    is_quoted: bool,
    /// The line, from 1.
    line: usize,
}

impl Token<'_> {
    /// Whether the token is a vertex: a quoted text, a name or a natural number.
    fn is_vertex(&self) -> bool {
        self.is_quoted || self.text.chars().all(|c| c.is_alphanumeric() || c == '_')
    }

    /// Why the token is no vertex.
    fn refused(&self) -> String {
        match self.text {
            ":" => "ports such as `a:n` are not read".to_string(),
            "<" => "names in `<…>` are not read".to_string(),
            "subgraph" | "{" => "subgraphs are not read".to_string(),
            text if text.ends_with(|c: char| c.is_ascii_digit() || c == '.') && text.len() > 1 => {
                format!("a vertex is a name or a natural number; for a name write `\"{text}\"`")
            }
            text => format!("unexpected `{text}`"),
        }
    }
}

/// Reads the vertices and edges of the only graph in a file. With `undirected`, edges have no
/// direction, even in a `digraph`.
pub fn dot(text: &str, undirected: bool) -> Result<Graph, Problem> {
    let tokens = tokens(text)?;
    let line = |at: usize| tokens.get(at).or(tokens.last()).map_or(1, |token| token.line);
    // The unquoted word or sign at a place, else an empty text.
    let word = |at: usize| tokens.get(at).filter(|token| !token.is_quoted).map_or("", |token| token.text);
    let mut at = usize::from(word(0) == "strict");
    let directed = match word(at) {
        "digraph" => true,
        "graph" => false,
        _ => return Err((line(at), "it must begin with `graph` or `digraph`".to_string())),
    };
    at += 1;
    if word(at) != "{" {
        at += 1;
    }
    if word(at) != "{" {
        return Err((line(at), "expected `{`".to_string()));
    }
    at += 1;
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    let mut before: Option<Vertex> = None;
    while word(at) != "}" {
        let Some(token) = tokens.get(at) else {
            return Err((line(at), "the graph is not closed by `}`".to_string()));
        };
        match word(at) {
            ";" | "," => before = None,
            "[" => {
                while at < tokens.len() && word(at) != "]" {
                    at += 1;
                }
                before = None;
            }
            "->" | "--" => {
                let is_second = tokens.get(at + 1).is_some_and(Token::is_vertex);
                if before.is_none()
                    || !is_second && matches!(word(at + 1), ";" | "," | "[" | "}" | "->" | "--" | "")
                {
                    let which = if before.is_none() { "first" } else { "second" };
                    return Err((token.line, format!("an edge without its {which} vertex")));
                }
            }
            "node" | "edge" | "graph" if word(at + 1) == "[" => before = None,
            _ if word(at + 1) == "=" => {
                at += 2;
                before = None;
            }
            "subgraph" => return Err((token.line, token.refused())),
            _ if !token.is_vertex() => return Err((token.line, token.refused())),
            _ => {
                let here = Vertex::called(token.text);
                if matches!(word(at.wrapping_sub(1)), "->" | "--")
                    && let Some(before) = before.take()
                {
                    edges.push((before, here.clone()));
                }
                vertices.push(here.clone());
                before = Some(here);
            }
        }
        at += 1;
    }
    if let Some(after) = tokens.get(at + 1) {
        return Err((after.line, "only one graph is read".to_string()));
    }
    Ok(Graph::new(vertices, &edges, undirected || !directed))
}

/// The tokens of a file. Comments are left out: `//` to the end of the line, lines that begin with `#`,
/// and `/* … */`.
fn tokens(text: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (text, 1);
    let mut begins_line = true;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' => {
                line += 1;
                begins_line = true;
                rest = &rest[1..];
                continue;
            }
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            _ if rest.starts_with("//") || first == '#' && begins_line => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            _ if rest.starts_with("/*") => {
                let Some(end) = rest.find("*/") else {
                    return Err((line, "a comment is not closed by `*/`".to_string()));
                };
                line += rest[..end].matches('\n').count();
                rest = &rest[end + 2..];
                continue;
            }
            '"' => {
                let Some(end) = rest[1..].find(['"', '\n']).filter(|end| rest[end + 1..].starts_with('"'))
                else {
                    return Err((line, "a quoted name is not closed".to_string()));
                };
                let text = &rest[1..end + 1];
                if text.ends_with('\\') {
                    return Err((line, "`\\\"` in a name is not read".to_string()));
                }
                tokens.push(Token { text, is_quoted: true, line });
                begins_line = false;
                rest = &rest[end + 2..];
                continue;
            }
            '-' if rest.starts_with("->") || rest.starts_with("--") => 2,
            _ => numeral(rest).max(word(rest)).max(first.len_utf8()),
        };
        tokens.push(Token { text: &rest[..length], is_quoted: false, line });
        begins_line = false;
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The length of the letters, digits and underscores at the beginning of a text.
fn word(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
}

/// The length of the number at the beginning of a text, such as `12`, `-3`, `1.5`; 0 if there is none.
fn numeral(text: &str) -> usize {
    let sign = usize::from(text.starts_with('-'));
    let length = text[sign..].find(|c: char| !(c.is_ascii_digit() || c == '.'));
    let number = &text[sign..length.map_or(text.len(), |it| it + sign)];
    if number.contains(|c: char| c.is_ascii_digit()) { sign + number.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vertices and edges of a file, or its error.
    fn read(text: &str) -> String {
        match dot(text, false) {
            Ok(graph) => {
                format!("{} vertices, {} edges", graph.vertices().count(), graph.edges().len())
            }
            Err((line, why)) => format!("line {line}: {why}"),
        }
    }

    #[test]
    fn vertices_and_edges_are_read() {
        assert_eq!(read("digraph { a -> b -> c; d }"), "4 vertices, 2 edges");
        assert_eq!(
            read("strict digraph g {\n\"a b\" -> 1 [label=\"x;y\"]\nnode [shape=box]\nsize = \"7,5\"\n}"),
            "2 vertices, 1 edges"
        );
        assert_eq!(
            read("# about\ndigraph { /* a -> b\n c */ ratio = 0.5 // d\n e -> f }\n"),
            "2 vertices, 1 edges"
        );
    }

    #[test]
    fn what_is_not_read_is_an_error() {
        assert_eq!(read("digraph {\n a:n -> b }"), "line 2: ports such as `a:n` are not read");
        assert_eq!(read("digraph {\n a -> b:s }"), "line 2: ports such as `a:n` are not read");
        let numeral = "a vertex is a name or a natural number; for a name write";
        assert_eq!(read("digraph { 1.5 -> c }"), format!("line 1: {numeral} `\"1.5\"`"));
        assert_eq!(read("digraph { c -> -3 }"), format!("line 1: {numeral} `\"-3\"`"));
        assert_eq!(read("digraph {\n/* a"), "line 2: a comment is not closed by `*/`");
        assert_eq!(read("digraph { a -> {b c} }"), "line 1: subgraphs are not read");
        assert_eq!(read("digraph { subgraph s { a } }"), "line 1: subgraphs are not read");
        assert_eq!(read("digraph { a -> ; }"), "line 1: an edge without its second vertex");
        assert_eq!(read("digraph { a }\ndigraph { b }"), "line 2: only one graph is read");
        assert_eq!(read("digraph { \"a\\\"b\" }"), "line 1: `\\\"` in a name is not read");
        assert_eq!(read("digraph { \"é }"), "line 1: a quoted name is not closed");
        assert_eq!(read("digraph { a"), "line 1: the graph is not closed by `}`");
    }
}
