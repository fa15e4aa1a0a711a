//! Reads the files of `load`: graphs (`.edges`, `.dot`), tables (`.csv`) and `.json`.

use super::dot::{Problem, dot};
use super::{Checker, errors, types};
use crate::ir::graph::{Graph, Vertex};
use crate::ir::{Type, Value};
use crate::number::Int;
use crate::syntax::ast;
use std::sync::Arc;

impl Checker<'_> {
    /// The value of `load "file"`; `None` after reporting an error. Equal `load`s in one file of the spec
    /// read the data only once.
    pub fn load(&mut self, undirected: bool, path: &ast::Text) -> Option<(Value, Type)> {
        let key = (path.value.clone(), undirected, path.span.file);
        if !self.loaded.contains_key(&key) {
            let loaded = self.read(undirected, path);
            self.loaded.insert(key.clone(), loaded);
        }
        self.loaded.get(&key)?.clone()
    }

    /// Reads a file as its extension says; `None` after reporting an error.
    fn read(&mut self, undirected: bool, path: &ast::Text) -> Option<(Value, Type)> {
        let from = &self.sources.get(path.span.file).name;
        let name = self.loader.resolve(from, &path.value);
        let bytes = match self.loader.read(&name) {
            Ok(bytes) => bytes,
            Err(reason) => {
                self.report(errors::cannot_load(path, &reason));
                return None;
            }
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => {
                self.report(errors::bad_data(path, 1, "it is not UTF-8 text"));
                return None;
            }
        };
        let extension = path.value.rsplit('.').next().unwrap_or("");
        let parsed = match extension {
            "edges" => edges(text, undirected).map(graph_value),
            "dot" => dot(&text, undirected).map(graph_value),
            "csv" => csv(&text),
            "json" => json(&text, undirected),
            _ => Err((1, "its name must end in `.edges`, `.dot`, `.csv` or `.json`".to_string())),
        };
        match parsed {
            Ok(_) if undirected && matches!(extension, "csv") => {
                self.report(errors::bad_data(path, 1, "only a graph can be `undirected`"));
                None
            }
            Ok(parsed) => Some(parsed),
            Err((line, problem)) => {
                self.report(errors::bad_data(path, line, &problem));
                None
            }
        }
    }
}

fn graph_value(graph: Graph) -> (Value, Type) {
    (Value::Graph(Arc::new(graph)), Type::Graph)
}

fn vertex(text: &str) -> Vertex {
    Vertex::called(text)
}

/// Reads a graph with one edge `u v` per line. A token alone on its line is a vertex; `#` begins a
/// comment. A line of more than two tokens is an error.
fn edges(text: String, undirected: bool) -> Result<Graph, Problem> {
    if let Some((lone, edges)) = numbered_edges(&text) {
        // The text of a large file takes as much memory as its graph, so it is dropped first.
        drop(text);
        return Ok(Graph::of_numbers(&lone, edges, undirected));
    }
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim_start_matches('\u{feff}');
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (None, ..) => {}
            (Some(lone), None, _) => vertices.push(vertex(lone)),
            (Some("//"), ..) => return Err((at + 1, "comments begin with `#`".to_string())),
            (Some(u), Some(v), None) => edges.push((vertex(u), vertex(v))),
            (_, Some("->" | "--" | "-"), _) => {
                return Err((at + 1, "a line holds the two vertices alone: `1 2`".to_string()));
            }
            _ => return Err((at + 1, "a line holds two vertices, or one alone".to_string())),
        }
    }
    let code = |line: &'_ str| line.split('#').next().unwrap_or("").trim().to_string();
    let is_pair = |line: &String| line.contains(',') && !line.starts_with('(');
    let mut lines = text.lines().map(code).enumerate().filter(|(_, line)| !line.is_empty());
    if edges.is_empty() && vertices.len() > 1 && lines.clone().all(|(_, line)| is_pair(&line)) {
        let at = lines.next().map_or(1, |(at, _)| at + 1);
        return Err((at, "a blank separates two vertices, not a comma".to_string()));
    }
    Ok(Graph::new(vertices, &edges, undirected))
}

/// The greatest vertex in a file that `numbered_edges` reads. A file with a greater vertex is read
/// line by line instead.
const MOST_NUMBER: u32 = 1 << 28;

/// The vertices that stand alone in a file, and the edges, if all vertices are small naturals.
type Numbered = (Vec<u32>, Vec<(u32, u32)>);

/// Reads the natural at an offset, and moves the offset after it. `None` if the natural is above
/// `MOST_NUMBER`.
fn digits(bytes: &[u8], at: &mut usize) -> Option<u32> {
    let mut number = 0;
    while let Some(digit) = bytes.get(*at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = 10 * number + u32::from(digit);
        if number > MOST_NUMBER {
            return None;
        }
        *at += 1;
    }
    Some(number)
}

/// The vertices that are alone on a line, and the edges, of a file whose vertices are small
/// naturals; `None` for other files, for a line of more than two numbers, and if the naturals are
/// sparse.
fn numbered_edges(text: &str) -> Option<Numbered> {
    let mut lone = Vec::new();
    let mut edges = Vec::with_capacity(text.bytes().filter(|byte| *byte == b'\n').count() + 1);
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        let mut numbers = [0u32; 2];
        let mut count = 0;
        loop {
            match bytes.get(at) {
                None | Some(b'\n') => break,
                Some(b' ' | b'\t' | b'\r') => at += 1,
                Some(b'0'..=b'9') => {
                    *numbers.get_mut(count)? = digits(bytes, &mut at)?;
                    count += 1;
                }
                Some(b'#') => at += bytes[at..].iter().take_while(|byte| **byte != b'\n').count(),
                Some(_) => return None,
            }
        }
        at += 1;
        match count {
            0 => {}
            1 => lone.push(numbers[0]),
            _ => edges.push((numbers[0], numbers[1])),
        }
    }
    // Sparse naturals would need tables far larger than the graph.
    let most = edges.iter().map(|(u, v)| *u.max(v)).chain(lone.iter().copied()).max().unwrap_or(0);
    (most as usize <= 1000 + 16 * (edges.len() + lone.len())).then_some((lone, edges))
}

/// Reads a table of integers and texts as a list of rows. If all cells have one type, rows are
/// lists; otherwise they are tuples, whose types must be equal. A quoted cell must end on its line.
fn csv(text: &str) -> Result<(Value, Type), Problem> {
    let mut rows: Vec<Vec<Value>> = Vec::new();
    // The line of each row: empty lines hold none.
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim_end_matches('\r');
        if line.trim().is_empty() {
            continue;
        }
        rows.push(csv_row(line).map_err(|problem| (at + 1, problem))?);
        lines.push(at + 1);
    }
    if let Some(sign) = other_separator(&rows).filter(|_| !text.contains('"')) {
        return Err((lines[0], format!("cells are separated by commas, not by {sign}")));
    }
    let is_int = |cell: &Value| matches!(cell, Value::Int(_));
    let all_int = rows.iter().flatten().all(is_int);
    let all_text = !rows.iter().flatten().any(is_int);
    if all_int || all_text {
        let element = if all_int { Type::Int } else { Type::Text };
        let rows: Vec<Value> = rows.into_iter().map(|row| Value::List(row.into())).collect();
        return Ok((Value::List(rows.into()), Type::list(Type::list(element))));
    }
    let columns: Vec<bool> = rows[0].iter().map(is_int).collect();
    let wrong = rows.iter().position(|row| row.iter().map(is_int).ne(columns.iter().copied()));
    if let Some(wrong) = wrong {
        let (row, first) = (&rows[wrong], &rows[0]);
        let kinds = |row: &[Value]| row.iter().map(is_int).collect::<Vec<_>>();
        let column = row.iter().map(is_int).zip(&columns).position(|(int, first)| int != *first);
        let why = match column {
            Some(_)
                if wrong == 1
                    && !columns.contains(&true)
                    && rows[1..].iter().all(|it| kinds(it) == kinds(row)) =>
            {
                format!("the file has no line of names: remove line {}", lines[0])
            }
            Some(column) => {
                let [this, other] =
                    if columns[column] { ["a text", "integers"] } else { ["an integer", "texts"] };
                format!("column {} holds {this} here, and {other} before", column + 1)
            }
            None => format!("the row has {} cells, the first row has {}", row.len(), first.len()),
        };
        return Err((lines[wrong], why));
    }
    let parts: Vec<Type> = columns.iter().map(|int| if *int { Type::Int } else { Type::Text }).collect();
    let rows: Vec<Value> = rows.into_iter().map(|row| Value::Tuple(row.into())).collect();
    Ok((Value::List(rows.into()), Type::list(Type::Tuple(parts.into()))))
}

/// The sign that separates integers in place of commas, in words, if the file has one column and
/// each of its cells is such a row; `None` otherwise.
fn other_separator(rows: &[Vec<Value>]) -> Option<&'static str> {
    let is_row = |row: &Vec<Value>, sign: char| match row.as_slice() {
        [Value::Text(cell)] => {
            let cell: String = cell.iter().collect();
            cell.contains(sign) && cell.split(sign).all(|it| it.trim().parse::<i64>().is_ok())
        }
        _ => false,
    };
    let signs = [(';', "`;`"), ('\t', "tabs")];
    signs
        .into_iter()
        .find(|(sign, _)| !rows.is_empty() && rows.iter().all(|row| is_row(row, *sign)))
        .map(|it| it.1)
}

/// The cells of a line. An unquoted cell of digits, with or without a minus sign, is an integer;
/// any other cell is a text. An error if a quoted cell is not closed, or if anything but a comma
/// follows it.
fn csv_row(line: &str) -> Result<Vec<Value>, String> {
    let mut cells = Vec::new();
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        if let Some(quoted) = trimmed.strip_prefix('"') {
            let mut text = String::new();
            let mut from = quoted;
            loop {
                let end = from.find('"').ok_or("a quoted cell is not closed")?;
                text.push_str(&from[..end]);
                from = &from[end + 1..];
                match from.strip_prefix('"') {
                    Some(after) => {
                        text.push('"');
                        from = after;
                    }
                    None => break,
                }
            }
            cells.push(Value::text(&text));
            rest = from.trim_start();
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None if rest.is_empty() => return Ok(cells),
                None => return Err("a comma is missing after a quoted cell".to_string()),
            }
            continue;
        }
        let (cell, after) = match rest.split_once(',') {
            Some((cell, after)) => (cell, Some(after)),
            None => (rest, None),
        };
        let cell = cell.trim();
        let digits = cell.strip_prefix('-').unwrap_or(cell);
        let is_int = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        cells.push(match Int::parse(cell).filter(|_| is_int) {
            Some(int) => Value::Int(int),
            None => Value::text(cell),
        });
        match after {
            Some(after) => rest = after,
            None => return Ok(cells),
        }
    }
}

/// Reads an object as a graph, and any other JSON value as a value of the language. Errors are
/// `null`, numbers that are not whole or do not fit into 64 bits, objects inside arrays, and
/// elements of different types in one array.
fn json(text: &str, undirected: bool) -> Result<(Value, Type), Problem> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| (error.line(), error.to_string()))?;
    if let serde_json::Value::Object(object) = &value {
        return json_graph(object, undirected).map(graph_value).map_err(|problem| (1, problem));
    }
    if undirected {
        return Err((1, "only a graph can be `undirected`".to_string()));
    }
    json_value(&value).map_err(|problem| (1, problem))
}

fn json_graph(
    object: &serde_json::Map<String, serde_json::Value>,
    undirected: bool,
) -> Result<Graph, String> {
    const FORM: &str = "a graph has the form {\"vertices\": […], \"edges\": [[u, v], …]}";
    let list = |key: &str| match object.get(key) {
        Some(serde_json::Value::Array(list)) => Ok(list.as_slice()),
        None => Ok([].as_slice()),
        Some(_) => Err(FORM.to_string()),
    };
    if object.keys().any(|key| key != "vertices" && key != "edges") {
        return Err(graph_of_lists(object).unwrap_or_else(|| FORM.to_string()));
    }
    let vertices: Result<Vec<Vertex>, String> = list("vertices")?.iter().map(json_vertex).collect();
    let edges: Result<Vec<_>, String> = list("edges")?
        .iter()
        .map(|edge| match edge {
            serde_json::Value::Array(ends) if ends.len() == 2 => {
                Ok((json_vertex(&ends[0])?, json_vertex(&ends[1])?))
            }
            _ => Err(FORM.to_string()),
        })
        .collect();
    Ok(Graph::new(vertices?, &edges?, undirected))
}

/// The words for an object that lists the neighbours of each vertex: the edges to write instead.
/// `None` for other objects, and for long ones.
fn graph_of_lists(object: &serde_json::Map<String, serde_json::Value>) -> Option<String> {
    let mut edges = Vec::new();
    if ["vertices", "nodes", "edges", "links"].iter().any(|key| object.contains_key(*key)) {
        return None;
    }
    for (from, to) in object {
        for end in to.as_array()? {
            json_vertex(end).ok()?;
            edges.push(format!("[{}, {end}]", serde_json::Value::from(from.as_str())));
        }
    }
    let vertices: Vec<String> =
        object.keys().map(|name| serde_json::Value::from(name.as_str()).to_string()).collect();
    let written = format!("{{\"vertices\": [{}], \"edges\": [{}]}}", vertices.join(", "), edges.join(", "));
    (written.len() <= 200).then(|| format!("a graph lists its edges: write {written}"))
}

fn json_vertex(value: &serde_json::Value) -> Result<Vertex, String> {
    match value {
        serde_json::Value::String(name) => Ok(vertex(name)),
        serde_json::Value::Number(number) if number.is_u64() => Ok(vertex(&number.to_string())),
        _ => Err("a vertex is a natural number or a text".to_string()),
    }
}

fn json_value(value: &serde_json::Value) -> Result<(Value, Type), String> {
    match value {
        serde_json::Value::Bool(truth) => Ok((Value::Bool(*truth), Type::Bool)),
        serde_json::Value::String(text) => Ok((Value::text(text), Type::Text)),
        serde_json::Value::Number(number) => match Int::parse(&number.to_string()) {
            Some(int) => Ok((Value::Int(int), Type::Int)),
            None => {
                Err(format!("{number} is not a whole number below 2^64; larger ones can be loaded from CSV"))
            }
        },
        serde_json::Value::Array(elements) => {
            let mut element = Type::Never;
            let mut values = Vec::with_capacity(elements.len());
            for it in elements {
                let (value, ty) = json_value(it)?;
                element =
                    types::join(&element, &ty).ok_or("the elements of an array have different types")?;
                values.push(value);
            }
            Ok((Value::List(values.into()), Type::list(element)))
        }
        serde_json::Value::Null => Err("`null` has no meaning here".to_string()),
        serde_json::Value::Object(_) => Err("an object is read only as a whole graph".to_string()),
    }
}
