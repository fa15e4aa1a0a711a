//! Reads graphs in the DOT language of Graphviz. Attributes, settings and comments are skipped; what
//! else is not a vertex or an edge is an error.

use crate::ir::graph::{Graph, Vertex};

/// The line of an error in a file, from 1, and the reason.
pub type Problem = (usize, String);

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
    let file = File(tokens(text)?);
    let (directed, mut at) = file.head()?;
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    // The vertex from which an edge may go on.
    let mut before: Option<Vertex> = None;
    while file.word(at) != "}" {
        let Some(token) = file.0.get(at) else {
            return Err((file.line(at), "the graph is not closed by `}`".to_string()));
        };
        let follows_edge = matches!(file.word(at.wrapping_sub(1)), "->" | "--");
        if let Some(next) = file.skipped(at).filter(|_| !follows_edge) {
            (at, before) = (next, None);
            continue;
        }
        match file.word(at) {
            "->" | "--" if before.is_none() => {
                return Err((token.line, "an edge without its first vertex".to_string()));
            }
            "->" | "--" if matches!(file.word(at + 1), ";" | "," | "[" | "}" | "->" | "--") => {
                return Err((token.line, "an edge without its second vertex".to_string()));
            }
            "->" if !directed => {
                return Err((
                    token.line,
                    "a `graph` has edges `a -- b`; one with directions begins with `digraph`".to_string(),
                ));
            }
            "--" if directed => {
                return Err((
                    token.line,
                    "a `digraph` has edges `a -> b`; one without directions begins with `graph`".to_string(),
                ));
            }
            "->" | "--" => {}
            "subgraph" => return Err((token.line, token.refused())),
            _ if !token.is_vertex() => return Err((token.line, token.refused())),
            _ => {
                let here = Vertex::called(token.text);
                if follows_edge && let Some(before) = before.take() {
                    edges.push((before, here.clone()));
                }
                vertices.push(here.clone());
                before = Some(here);
            }
        }
        at += 1;
    }
    if let Some(after) = file.0.get(at + 1) {
        return Err((after.line, "only one graph is read".to_string()));
    }
    Ok(Graph::new(vertices, &edges, undirected || !directed))
}

/// The tokens of a file.
struct File<'a>(Vec<Token<'a>>);

impl<'a> File<'a> {
    /// The line of the token at a place, or of the last token.
    fn line(&self, at: usize) -> usize {
        self.0.get(at).or(self.0.last()).map_or(1, |token| token.line)
    }

    /// The unquoted word or sign at a place; an empty text if there is none.
    fn word(&self, at: usize) -> &'a str {
        self.0.get(at).filter(|token| !token.is_quoted).map_or("", |token| token.text)
    }

    /// Reads the beginning up to `{`: whether the graph is directed, and the place behind.
    fn head(&self) -> Result<(bool, usize), Problem> {
        let at = usize::from(self.word(0) == "strict");
        let directed = match self.word(at) {
            "digraph" => true,
            "graph" => false,
            _ => return Err((self.line(at), "it must begin with `graph` or `digraph`".to_string())),
        };
        // The graph may have a name.
        let open = at + if self.word(at + 1) == "{" { 1 } else { 2 };
        match self.word(open) {
            "{" => Ok((directed, open + 1)),
            _ => Err((self.line(open), "expected `{`".to_string())),
        }
    }

    /// The place behind what has no meaning here: a separator, attributes, a setting; `None` if
    /// something else is at the place.
    fn skipped(&self, at: usize) -> Option<usize> {
        match self.word(at) {
            ";" | "," => Some(at + 1),
            "[" => {
                Some((at..self.0.len()).find(|at| self.word(*at) == "]").map_or(self.0.len(), |it| it + 1))
            }
            "node" | "edge" | "graph" if self.word(at + 1) == "[" => Some(at + 1),
            _ if self.word(at + 1) == "=" => Some(at + 3),
            _ => None,
        }
    }
}

/// The tokens of a file. Comments are left out: `//` to the end of the line, lines that begin with
/// `#`, and `/* … */`. An error for a comment or a quoted name that is not closed, and for a quoted
/// name with `\"`.
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
        assert_eq!(read("digraph { a -> size = 3 }"), "line 1: unexpected `=`");
        assert_eq!(
            read("graph { a -> b }"),
            "line 1: a `graph` has edges `a -- b`; one with directions begins with `digraph`"
        );
        assert_eq!(
            read("digraph { a -- b }"),
            "line 1: a `digraph` has edges `a -> b`; one without directions begins with `graph`"
        );
        assert_eq!(read("digraph { a -> {b c} }"), "line 1: subgraphs are not read");
        assert_eq!(read("digraph { subgraph s { a } }"), "line 1: subgraphs are not read");
        assert_eq!(read("digraph { a -> ; }"), "line 1: an edge without its second vertex");
        assert_eq!(read("digraph { a }\ndigraph { b }"), "line 2: only one graph is read");
        assert_eq!(read("digraph { \"a\\\"b\" }"), "line 1: `\\\"` in a name is not read");
        assert_eq!(read("digraph { \"é }"), "line 1: a quoted name is not closed");
        assert_eq!(read("digraph { a"), "line 1: the graph is not closed by `}`");
    }
}
