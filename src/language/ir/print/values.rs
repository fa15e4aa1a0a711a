//! Prints values, positions and played moves in the notation of specs.
//!
//! A shared value is printed once for each occurrence, so a few lists could fill the memory.
//! Therefore long texts are cut.

use crate::ir::graph::Graph;
use crate::ir::value::{Component, Form, Position, Sum, Value};
use crate::ir::{Convention, GameId, Program};

/// The most bytes in the text of a component, a position or a played move, which are parts of
/// answers (1 MiB). Longer texts are cut.
const MOST_OF_POSITIONS: usize = 1 << 20;
/// The most bytes in the text of a value, or of a component in an error (4 KiB). Longer texts are
/// cut.
const MOST_OF_VALUES: usize = 1 << 12;

/// A component in the text of an error, cut at the length to which values are cut.
pub fn component_in_part(program: &Program, component: &Component) -> String {
    written(program, MOST_OF_VALUES, |out| out.component(component))
}

/// A component, as in `wythoff(4, 7)`.
pub fn component(program: &Program, component: &Component) -> String {
    written(program, MOST_OF_POSITIONS, |out| out.component(component))
}

/// A sum, as in `wythoff(4, 7) + 2*nim(3)`.
pub fn sum(program: &Program, sum: &Sum) -> String {
    written(program, MOST_OF_POSITIONS, |out| out.sum(sum))
}

/// A position with its convention, as in `misere nim(3)`.
pub fn position(program: &Program, position: &Position) -> String {
    written(program, MOST_OF_POSITIONS, |out| out.position(position))
}

/// A value as a literal. A long text is cut, and an integer of more digits is described by its
/// number of bits.
pub fn value(program: &Program, it: &Value) -> String {
    written(program, MOST_OF_VALUES, |out| out.value(it))
}

/// A move as it was played: `strike(i = 2)`. `rule` is the index of the move in its game, and
/// `bound` holds the names and values of its binders.
pub fn step(program: &Program, game: GameId, rule: usize, bound: &[(String, Value)]) -> String {
    written(program, MOST_OF_POSITIONS, |out| {
        out.add(&program.game(game).moves[rule].name);
        if !bound.is_empty() {
            out.add("(");
            out.all(bound, ", ", |out, (name, it)| {
                out.add(&format!("{name} = "));
                out.value(it);
            });
            out.add(")");
        }
    })
}

fn written(program: &Program, most: usize, write: impl FnOnce(&mut Writer<'_>)) -> String {
    let mut writer = Writer { program, out: String::new(), most, full: false };
    write(&mut writer);
    writer.out
}

struct Writer<'a> {
    program: &'a Program,
    out: String,
    /// How many bytes `out` may have, without the ellipsis.
    most: usize,
    /// Whether `out` was cut.
    full: bool,
}

impl Writer<'_> {
    fn add(&mut self, text: &str) {
        if self.full {
            return;
        }
        let mut end = self.most.saturating_sub(self.out.len()).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.out.push_str(&text[..end]);
        if end < text.len() {
            self.out.push('…');
            self.full = true;
        }
    }

    fn all<T>(&mut self, items: &[T], between: &str, write: impl Fn(&mut Self, &T)) {
        for (at, item) in items.iter().enumerate() {
            if self.full {
                return;
            }
            if at > 0 {
                self.add(between);
            }
            write(self, item);
        }
    }

    fn component(&mut self, component: &Component) {
        self.add(&self.program.game(component.game).name);
        self.values("(", &component.state, ")");
    }

    fn sum(&mut self, sum: &Sum) {
        if sum.is_empty() {
            self.add("0");
        }
        self.all(&sum.parts, " + ", |out, (part, count)| {
            if *count != 1 {
                out.add(&format!("{count}*"));
            }
            out.component(part);
        });
    }

    fn position(&mut self, position: &Position) {
        match position.convention {
            Convention::Normal => {}
            Convention::Misere => self.add("misere "),
            Convention::Anti => self.add("anti "),
        }
        match &position.form {
            Form::Sum(it) => self.sum(it),
            Form::Compound(kind, all) => {
                self.add(&format!("{}(", kind.spelling()));
                self.all(all, ", ", |out, it| out.sum(it));
                self.add(")");
            }
            Form::Operands(all) if all.is_empty() => self.add("0"),
            Form::Operands(all) => self.all(all, " + ", |out, it| {
                let several = it.parts.len() > 1;
                out.add(if several { "(" } else { "" });
                out.sum(it);
                out.add(if several { ")" } else { "" });
            }),
        }
    }

    fn values(&mut self, open: &str, values: &[Value], close: &str) {
        self.add(open);
        self.all(values, ", ", |out, it| {
            stacker::maybe_grow(64 << 10, 4 << 20, || out.value(it));
        });
        self.add(close);
    }

    fn value(&mut self, it: &Value) {
        match it {
            Value::Bool(truth) => self.add(&truth.to_string()),
            // The digits would be cut, and computing them would take seconds. Ten bits are at least
            // three digits.
            Value::Int(int) if int.bits() / 10 * 3 > self.most as u64 => {
                self.add(&format!("(an integer of {} bits)", int.bits()));
            }
            Value::Int(int) => self.add(&int.to_string()),
            Value::Real(real) => self.add(&real.0.to_string()),
            Value::Text(characters) => {
                let shown = characters.iter().take(self.most).collect::<String>();
                self.add(&super::text(&shown));
            }
            Value::Vertex(vertex) => self.add(&vertex.to_string()),
            Value::List(values) => self.values("[", values, "]"),
            Value::Set(values) => self.values("{", values, "}"),
            Value::Range(bounds) => self.add(&format!("{}..{}", bounds.0, bounds.1)),
            Value::Tuple(values) => self.values("(", values, ")"),
            Value::Graph(it) => self.add(&graph(it)),
            Value::Position(it) => self.position(it),
        }
    }
}

fn graph(graph: &Graph) -> String {
    if let Some(title) = graph.title() {
        return title.to_string();
    }
    let (word, arrow) = if graph.is_undirected() { ("graph undirected", "-") } else { ("graph", "->") };
    let edges = graph.edges();
    let shown = edges
        .iter()
        .take(20)
        .map(|(u, v)| format!("{} {arrow} {}", graph.vertex(*u as usize), graph.vertex(*v as usize)));
    let mut parts: Vec<String> = shown.collect();
    if edges.len() > 20 {
        parts.push(format!("… {} edges in all", edges.len()));
    }
    let lone = (0..graph.len()).filter(|v| graph.out(*v).is_empty() && graph.incoming(*v).is_empty());
    parts.extend(lone.map(|v| graph.vertex(v).to_string()));
    format!("{word} {{ {} }}", parts.join("; "))
}
