//! Random specs: well-formed games over all types of fields.
//!
//! A spec is written from tapes of choices: one for what items there are and of what types, then one
//! for each item. A choice of 0 is always the plainest, and behind the end of a tape all choices are
//! 0, so that shorter tapes and lower choices give a smaller spec: whoever shrinks the tapes shrinks
//! the spec.

use std::fmt::Write;

/// The choices that an item is written from.
struct Tape<'t> {
    choices: &'t [u8],
    at: usize,
}

impl Tape<'_> {
    /// A number below `count`; low choices give low numbers.
    fn pick(&mut self, count: usize) -> usize {
        let choice = self.choices.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        (usize::from(choice) * count) >> 8
    }

    /// True about once in `once_in` calls.
    fn rarely(&mut self, once_in: usize) -> bool {
        self.pick(once_in) == once_in - 1
    }
}

/// The types of fields, names and expressions.
#[derive(Debug, Clone, PartialEq)]
enum Ty {
    Nat,
    Int,
    Upto(i64, i64),
    Bool,
    Text,
    /// A vertex of the graph with this number.
    Vertex(usize),
    List(Box<Ty>),
    Set(Box<Ty>),
    Tuple(Vec<Ty>),
}

impl Ty {
    fn list(element: Ty) -> Ty {
        Ty::List(Box::new(element))
    }

    fn set(element: Ty) -> Ty {
        Ty::Set(Box::new(element))
    }

    fn spelled(&self) -> String {
        match self {
            Ty::Nat => "nat".to_string(),
            Ty::Int => "int".to_string(),
            Ty::Upto(low, high) => format!("{low}..={high}"),
            Ty::Bool => "bool".to_string(),
            Ty::Text => "text".to_string(),
            Ty::Vertex(_) => "vertex".to_string(),
            Ty::List(element) => format!("[{}]", element.spelled()),
            Ty::Set(element) => format!("{{{}}}", element.spelled()),
            Ty::Tuple(parts) => {
                format!("({})", parts.iter().map(Ty::spelled).collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Whether every value of this type may stand where the other is wanted.
    fn serves(&self, wanted: &Ty) -> bool {
        match (self, wanted) {
            (Ty::Nat | Ty::Upto(..), Ty::Int) | (Ty::Upto(0.., _), Ty::Nat) => true,
            (Ty::Upto(low, high), Ty::Upto(least, most)) => least <= low && high <= most,
            (Ty::List(a), Ty::List(b)) | (Ty::Set(a), Ty::Set(b)) => a.serves(b),
            (Ty::Tuple(a), Ty::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.serves(b)),
            _ => self == wanted,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Ty::Nat | Ty::Int | Ty::Upto(..))
    }
}

/// How play from a game comes to its end.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Family {
    /// The first field falls with every move.
    Falling,
    /// The first field is a list, a set or a text that shrinks, or a list of naturals one of which falls.
    Shrinking,
    /// Play need not terminate: the game is loopy, and has few states.
    Loopy,
    /// The game is given by a code.
    Code,
}

struct Game {
    name: String,
    family: Family,
    fields: Vec<(String, Ty)>,
}

struct Graph {
    name: String,
    vertices: Vec<String>,
    directed: bool,
    /// Whether it is a rooted tree with edges away from the root.
    tree: bool,
}

struct Writer<'t> {
    tape: Tape<'t>,
    /// The tapes of the items to come.
    tapes: std::slice::Iter<'t, Vec<u8>>,
    text: String,
    graphs: Vec<Graph>,
    functions: Vec<(String, Vec<Ty>, Ty)>,
    games: Vec<Game>,
    /// The names in scope.
    names: Vec<(String, Ty)>,
    fresh: usize,
}

fn is_number(vertex: &str) -> bool {
    vertex.starts_with(|c: char| c.is_ascii_digit())
}

/// The spec that tapes stand for.
pub fn spec(tapes: &[Vec<u8>]) -> String {
    let mut writer = Writer {
        tape: Tape { choices: &[], at: 0 },
        tapes: tapes.iter(),
        text: String::new(),
        graphs: Vec::new(),
        functions: Vec::new(),
        games: Vec::new(),
        names: Vec::new(),
        fresh: 0,
    };
    writer.spec();
    writer.text
}

impl Writer<'_> {
    /// Continues with the next tape; after the last one, with an empty tape.
    fn next(&mut self) {
        self.tape = Tape { choices: self.tapes.next().map_or(&[], Vec::as_slice), at: 0 };
    }

    fn spec(&mut self) {
        self.next();
        let games = 1 + self.tape.pick(3);
        let rules: Vec<usize> = (0..games).map(|_| 1 + self.tape.pick(3)).collect();
        let graphs = [0, 1, 1, 2][self.tape.pick(4)];
        let globals = self.tape.pick(3);
        let functions = self.tape.pick(3);
        for _ in 0..graphs {
            self.next();
            self.graph();
        }
        if self.graphs.iter().any(|graph| is_number(&graph.vertices[0])) {
            self.text.push_str("fn node(v: vertex): vertex = v\n");
        }
        for _ in 0..globals {
            self.next();
            self.global();
        }
        for _ in 0..functions {
            self.next();
            self.function();
        }
        // The heads of all games are chosen before any rules are written.
        for at in 0..games {
            self.next();
            let game = self.head(at);
            self.games.push(game);
        }
        for (at, rules) in rules.into_iter().enumerate() {
            self.game(at, rules);
        }
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn graph(&mut self) {
        let directed = self.tape.pick(2) == 0;
        let (join, word) = if directed { (" -> ", "") } else { (" - ", "undirected ") };
        let count =
            if self.tape.rarely(12) { [63, 64, 65, 70][self.tape.pick(4)] } else { 1 + self.tape.pick(5) };
        let first = self.tape.pick(3);
        let numbered = self.tape.pick(2) == 1 || count > 20;
        let vertex = |at: usize| match numbered {
            true => (at + first).to_string(),
            false => ["a", "b", "c", "d", "e", "f", "g"][at + first % 2].to_string(),
        };
        let vertices: Vec<String> = (0..count).map(vertex).collect();
        let mut pieces = vec![vertices.join("; ")];
        let tree = directed && count > 1 && self.tape.pick(3) == 2;
        for at in 1..if tree { count } else { 0 } {
            pieces.push(format!("{}{join}{}", vertices[self.tape.pick(at)], vertices[at]));
        }
        let more = if tree {
            1
        } else if count > 20 {
            20
        } else {
            7
        };
        for _ in 0..self.tape.pick(more) {
            let (from, to) = (self.tape.pick(count), self.tape.pick(count));
            if from != to {
                pieces.push(format!("{}{join}{}", vertices[from], vertices[to]));
            }
        }
        let name = format!("G{}", self.graphs.len());
        let _ = writeln!(self.text, "param {name}: graph = graph {word}{{ {} }}", pieces.join("; "));
        self.graphs.push(Graph { name, vertices, directed, tree });
    }

    fn global(&mut self) {
        let ty = self.ty(1, false);
        let value = self.expr(&ty, 1);
        let name = self.name("p");
        let _ = writeln!(self.text, "param {name}: {} = {value}", ty.spelled());
        self.names.push((name, ty));
    }

    fn function(&mut self) {
        let scope = self.names.len();
        let parameters: Vec<(String, Ty)> =
            (0..=self.tape.pick(2)).map(|_| (self.name("q"), self.ty(1, false))).collect();
        self.names.extend(parameters.iter().cloned());
        let ty = self.ty(1, false);
        let body = self.expr(&ty, 2);
        let list: Vec<String> =
            parameters.iter().map(|(name, ty)| format!("{name}: {}", ty.spelled())).collect();
        self.names.truncate(scope);
        let name = self.name("f");
        let _ = writeln!(self.text, "fn {name}({}): {} = {body}", list.join(", "), ty.spelled());
        self.functions.push((name, parameters.into_iter().map(|it| it.1).collect(), ty));
    }

    /// A type of fields; `few` asks for one with few values.
    fn ty(&mut self, depth: usize, few: bool) -> Ty {
        let graphs = self.graphs.len();
        let small = graphs > 0 && self.graphs[0].vertices.len() < 20;
        match self.tape.pick(if depth == 0 { 8 } else { 13 }) {
            0 | 1 if few => Ty::Upto(0, 2),
            0 | 1 => Ty::Nat,
            2 if few => Ty::Upto(-1, 1),
            2 => Ty::Int,
            3 => Ty::Upto(0, 3),
            4 => [Ty::Upto(-2, 2), Ty::Upto(5, 6)][self.tape.pick(2)].clone(),
            5 if few => Ty::Bool,
            5 => Ty::Text,
            6 => Ty::Bool,
            7 if graphs > 0 => Ty::Vertex(self.tape.pick(graphs)),
            8 if few && small => Ty::set(Ty::Vertex(0)),
            8 if graphs > 0 && !few => Ty::set(Ty::Vertex(self.tape.pick(graphs))),
            9 | 10 if !few => Ty::list(self.ty(depth - 1, false)),
            9 | 10 => Ty::set(Ty::Upto(0, 2)),
            11 if !few => Ty::set(self.ty(depth - 1, false)),
            11 | 12 => Ty::Tuple((0..2 + self.tape.pick(2)).map(|_| self.ty(depth - 1, few)).collect()),
            _ => Ty::Bool,
        }
    }

    fn head(&mut self, at: usize) -> Game {
        let name = format!("g{at}");
        let family = match self.tape.pick(12) {
            0..7 => Family::Falling,
            7 | 8 => Family::Shrinking,
            11 => Family::Code,
            _ => Family::Loopy,
        };
        let mut fields = Vec::new();
        match family {
            Family::Falling => {
                fields.push([Ty::Nat, Ty::Int, Ty::Upto(0, 6)][[0, 0, 0, 1, 2][self.tape.pick(5)]].clone());
            }
            Family::Shrinking => fields.push(match self.tape.pick(4) {
                0 => Ty::list(Ty::Nat),
                1 => Ty::set(self.ty(1, false)),
                2 => Ty::Text,
                _ => Ty::list(self.ty(1, false)),
            }),
            Family::Loopy => fields.push(self.ty(1, true)),
            Family::Code => fields.push(Ty::Nat),
        }
        if family != Family::Code {
            for _ in 0..[0, 1, 1, 2][self.tape.pick(4)] {
                fields.push(self.ty(2, family == Family::Loopy));
            }
        }
        let fields = fields.into_iter().map(|ty| (self.name("x"), ty)).collect();
        Game { name, family, fields }
    }

    fn game(&mut self, at: usize, rules: usize) {
        self.next();
        let (name, family) = (self.games[at].name.clone(), self.games[at].family);
        let fields = self.games[at].fields.clone();
        let list: Vec<String> = fields.iter().map(|(name, ty)| format!("{name}: {}", ty.spelled())).collect();
        let head = format!("game {name}({})", list.join(", "));
        if family == Family::Code {
            let code = [
                "octal \"0.7\"",
                "octal \"0.77\"",
                "octal \"0.123\"",
                "octal \"0.07\"",
                "octal \"4.3\"",
                "take {1, 3}",
                "take all but {2}",
                "code \"0.F\"",
            ][self.tape.pick(8)];
            let _ = writeln!(self.text, "{head} = {code}");
            return;
        }
        let loopy = if family == Family::Loopy { "loopy " } else { "" };
        let _ = writeln!(self.text, "{loopy}{head} {{");
        let scope = self.names.len();
        self.names.extend(fields);
        if self.tape.rarely(6) {
            for _ in 0..=self.tape.pick(2) {
                let condition = self.truth(2);
                let result = if self.tape.pick(2) == 0 { "lose" } else { "win" };
                let _ = writeln!(self.text, "  end when {condition}: {result}");
            }
        }
        for rule in 0..rules {
            self.next();
            let inner = self.names.len();
            self.rule(at, rule);
            self.names.truncate(inner);
        }
        self.names.truncate(scope);
        let _ = writeln!(self.text, "}}");
    }

    /// Writes a move. Binders come first; `lower` collects expressions less than the first field.
    fn rule(&mut self, at: usize, rule: usize) {
        let (first, ty) = self.games[at].fields[0].clone();
        let mut binders: Vec<String> = Vec::new();
        let mut guards: Vec<String> = Vec::new();
        let mut lower: Vec<String> = Vec::new();
        match self.games[at].family {
            Family::Falling => {
                if self.tape.pick(2) == 0 {
                    let k = self.name("k");
                    binders.push(match self.tape.pick(3) {
                        0 => format!("{k} in 1..={first}"),
                        1 => format!("{k} in 1..=min({first}, 2)"),
                        _ => format!("{k} in [1, 2]"),
                    });
                    guards.push(format!("{k} <= {first}"));
                    lower.extend([format!("{first} - {k}"), format!("{k} - 1"), "0".to_string()]);
                    self.names.push((k, Ty::Nat));
                } else {
                    guards.push(format!("{first} > 0"));
                    lower.extend([
                        format!("{first} - 1"),
                        format!("{first} div 2"),
                        format!("({first} - 1) div 2"),
                    ]);
                }
                if self.tape.rarely(40) {
                    // This may be negative, which breaks the rules.
                    lower.push(format!("{first} - 2"));
                    guards.clear();
                }
                if self.tape.rarely(60) {
                    // The field does not change, so that play may return.
                    lower.push(first.clone());
                }
            }
            Family::Shrinking => match &ty {
                Ty::Set(element) => {
                    let x = self.name("k");
                    binders.push(format!("{x} in {first}"));
                    lower.extend([
                        format!("{first} - {{{x}}}"),
                        format!("{{y for y in {first} if y != {x} and y in {first}}}"),
                    ]);
                    self.names.push((x, (**element).clone()));
                }
                ty => {
                    let i = self.name("i");
                    binders.push(format!("{i} in indices({first})"));
                    lower.push(format!("{first}[0..{i}] ++ {first}[{i} + 1..len({first})]"));
                    lower.push(format!("{first}[0..{i}]"));
                    if *ty == Ty::list(Ty::Nat) {
                        let k = self.name("k");
                        binders.push(format!("{k} in 0..{first}[{i}]"));
                        lower.push(format!("{first} with [{i}] = {k}"));
                        self.names.push((k, Ty::Nat));
                    }
                    self.names.push((i, Ty::Nat));
                }
            },
            Family::Loopy | Family::Code => {}
        }
        for _ in 0..[0, 0, 1][self.tape.pick(3)] {
            let (binder, names) = self.binder(1);
            binders.push(binder);
            self.names.extend(names);
        }
        if self.tape.pick(3) == 2 {
            guards.push(self.truth(2));
        }
        let target = self.target(at, &lower, 2);
        let binders = if binders.is_empty() { String::new() } else { format!("({})", binders.join(", ")) };
        let guards =
            if guards.is_empty() { String::new() } else { format!(" when {}", guards.join(" and ")) };
        let _ = writeln!(self.text, "  move m{rule}{binders}{guards} -> {target}");
    }

    /// The target of a move.
    fn target(&mut self, at: usize, lower: &[String], depth: usize) -> String {
        // A loopy game may not become ever more components.
        let splits = self.games[at].family != Family::Loopy;
        match self.tape.pick(if depth == 0 { 2 } else { 9 }) {
            1 => "0".to_string(),
            3 => {
                let yes = self.target(at, lower, depth - 1);
                let no = self.target(at, lower, depth - 1);
                format!("(if {} then {yes} else {no})", self.truth(1))
            }
            4 => {
                let ty = self.ty(1, false);
                let value = self.expr(&ty, 1);
                let name = self.name("l");
                self.names.push((name.clone(), ty));
                let inner = self.target(at, lower, depth - 1);
                self.names.pop();
                format!("(let {name} = {value} in {inner})")
            }
            5 | 6 if splits => {
                format!("{} + {}", self.target(at, lower, depth - 1), self.target(at, lower, depth - 1))
            }
            7 if splits => {
                let count = ["2", "3", "4", "0"][self.tape.pick(4)].to_string();
                let count = if self.tape.pick(3) == 2 { format!("min(2, {})", self.nat(1)) } else { count };
                let inner = self.component(at, lower);
                format!("({count}) * {inner}")
            }
            8 if splits => {
                let (binder, names) = self.binder(1);
                let scope = self.names.len();
                self.names.extend(names);
                let inner = self.component(at, lower);
                let condition =
                    if self.tape.pick(2) == 1 { format!(" if {}", self.truth(1)) } else { String::new() };
                self.names.truncate(scope);
                format!("sum({inner} for {binder}{condition})")
            }
            _ => self.component(at, lower),
        }
    }

    /// One component: of this game, of an earlier one, or, if this game is falling, of any falling one.
    fn component(&mut self, at: usize, lower: &[String]) -> String {
        let family = self.games[at].family;
        let reachable: Vec<usize> = (0..self.games.len())
            .filter(|other| {
                *other < at || family == Family::Falling && self.games[*other].family == Family::Falling
            })
            .filter(|other| *other != at)
            .collect();
        let choice = self.tape.pick(3 + reachable.len());
        let game = if choice < 3 { at } else { reachable[choice - 3] };
        let mut arguments = Vec::new();
        let fields = self.games[game].fields.clone();
        let falls = game == at && family != Family::Loopy
            || family == Family::Falling && self.games[game].family == Family::Falling;
        for (place, (name, ty)) in fields.iter().enumerate() {
            if place == 0 && falls {
                let fall = lower[self.tape.pick(lower.len())].clone();
                // The first field of another game may be narrower than this one's.
                arguments.push(match ty {
                    Ty::Upto(low, high) => format!("min({high}, max({low}, {fall}))"),
                    _ => fall,
                });
            } else if place == 0 && self.games[game].family != Family::Loopy && ty.is_number() {
                arguments.push(format!("min(3, max(0, {}))", self.nat(1)));
            } else if game == at && self.tape.pick(3) == 0 {
                arguments.push(name.clone());
            } else {
                arguments.push(self.argument(ty));
            }
        }
        format!("{}({})", self.games[game].name, arguments.join(", "))
    }

    /// An expression for a field's value, in which lists stay short.
    fn argument(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::List(_) | Ty::Text => {
                let value = self.expr(ty, 2);
                let name = self.name("l");
                format!("(let {name} = {value} in {name}[0..min(3, len({name}))])")
            }
            Ty::Set(_) if self.tape.rarely(10) => "{}".to_string(),
            Ty::Int if self.tape.rarely(16) => {
                let far =
                    ["9223372036854775807", "-9223372036854775808", "9223372036854775808", "2^62", "-2^70"];
                far[self.tape.pick(far.len())].to_string()
            }
            Ty::Nat if self.tape.rarely(16) => {
                let far = ["15", "16", "255", "70000", "2^31", "2^40", "2^62", "2^63", "2^64"];
                far[self.tape.pick(far.len())].to_string()
            }
            ty => self.expr(ty, 2),
        }
    }

    /// A name in scope with a value of a type.
    fn known(&mut self, ty: &Ty) -> Option<String> {
        let fit: Vec<usize> = (0..self.names.len()).rev().filter(|at| self.names[*at].1.serves(ty)).collect();
        if fit.is_empty() {
            return None;
        }
        let at = fit[self.tape.pick(fit.len())];
        Some(self.names[at].0.clone())
    }

    /// A binder and the names that it binds.
    fn binder(&mut self, depth: usize) -> (String, Vec<(String, Ty)>) {
        let (domain, ty) = self.domain(depth);
        match ty {
            Ty::Tuple(parts) if self.tape.pick(2) == 0 => {
                let names: Vec<(String, Ty)> = parts.into_iter().map(|ty| (self.name("v"), ty)).collect();
                let list: Vec<&str> = names.iter().map(|it| it.0.as_str()).collect();
                (format!("({}) in {domain}", list.join(", ")), names)
            }
            ty => {
                let name = self.name("v");
                (format!("{name} in {domain}"), vec![(name, ty)])
            }
        }
    }

    /// A small domain and the type of its elements.
    fn domain(&mut self, depth: usize) -> (String, Ty) {
        let graph = (!self.graphs.is_empty()).then(|| self.tape.pick(self.graphs.len()));
        match (self.tape.pick(14), graph) {
            (1, _) => (format!("1..=min(3, {})", self.nat(depth)), Ty::Nat),
            (2, _) => (format!("0..min(3, {})", self.nat(depth)), Ty::Nat),
            (3, _) => {
                let low = self.tape.pick(3);
                (format!("-{low}..=1"), Ty::Int)
            }
            (4 | 5, _) => {
                let element = self.ty(1, false);
                (self.expr(&Ty::list(element.clone()), depth), element)
            }
            (6, _) => {
                let element = self.ty(1, false);
                (self.expr(&Ty::set(element.clone()), depth), element)
            }
            (7, _) => {
                let element = self.ty(0, false);
                let list = self.expr(&Ty::list(element.clone()), depth);
                (format!("subsets({list}, 1..=2)"), Ty::list(element))
            }
            (8, _) => ("product([[1, 2], [0]])".to_string(), Ty::list(Ty::Nat)),
            (9, _) => {
                let bound = self.nat(0);
                (format!("product([0..min(3, {bound}), 0..2])"), Ty::list(Ty::Nat))
            }
            (10 | 11, Some(graph)) => {
                let vertex = self.expr(&Ty::Vertex(graph), depth);
                let name = self.graphs[graph].name.clone();
                let words = ["out", "neighbours", "reachable", "children", "subtree"];
                let word = words[self.tape.pick(if self.graphs[graph].tree { 5 } else { 3 })];
                (format!("{word}({name}, {vertex})"), Ty::Vertex(graph))
            }
            (12, Some(graph)) => {
                let set = self.expr(&Ty::set(Ty::Vertex(graph)), depth);
                (format!("components({}, {set})", self.graphs[graph].name), Ty::set(Ty::Vertex(graph)))
            }
            (13, Some(graph)) => {
                let name = &self.graphs[graph].name;
                (format!("edges({name})"), Ty::Tuple(vec![Ty::Vertex(graph), Ty::Vertex(graph)]))
            }
            (10.., None) => ("indices([1, 2])".to_string(), Ty::Nat),
            _ => (format!("0..={}", self.tape.pick(3)), Ty::Nat),
        }
    }

    /// An expression of a type.
    fn expr(&mut self, ty: &Ty, depth: usize) -> String {
        match ty {
            Ty::Nat => self.nat(depth),
            Ty::Int => self.int(depth),
            Ty::Bool => self.truth(depth),
            ty => {
                if depth > 0 {
                    match self.tape.pick(12) {
                        8 => {
                            let (yes, no) = (self.expr(ty, depth - 1), self.expr(ty, depth - 1));
                            return format!("(if {} then {yes} else {no})", self.truth(depth - 1));
                        }
                        9 => {
                            let inner = self.ty(1, false);
                            let value = self.expr(&inner, depth - 1);
                            let name = self.name("l");
                            self.names.push((name.clone(), inner));
                            let body = self.expr(ty, depth - 1);
                            self.names.pop();
                            return format!("(let {name} = {value} in {body})");
                        }
                        10 => {
                            if let Some(call) = self.call(ty, depth - 1) {
                                return call;
                            }
                        }
                        11 => {
                            if let Some(part) = self.element(ty, depth - 1) {
                                return part;
                            }
                        }
                        _ => {}
                    }
                }
                if self.tape.pick(3) != 2
                    && let Some(name) = self.known(ty)
                {
                    return name;
                }
                self.made(ty, depth)
            }
        }
    }

    /// A call of a function whose result serves as this type; `None` if there is none.
    fn call(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let fit: Vec<usize> =
            (0..self.functions.len()).filter(|at| self.functions[*at].2.serves(ty)).collect();
        if fit.is_empty() {
            return None;
        }
        let (name, parameters, _) = self.functions[fit[self.tape.pick(fit.len())]].clone();
        let arguments: Vec<String> = parameters.iter().map(|ty| self.expr(ty, depth)).collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    /// An element of a list in scope, by an expression that gives another value where the index is too large, except rarely;
    /// `None` if no such list is in scope.
    fn element(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let list = self.known(&Ty::list(ty.clone()))?;
        let at = self.nat(depth);
        if self.tape.rarely(30) {
            return Some(format!("{list}[{at}]"));
        }
        let other = self.expr(ty, 0);
        let name = self.name("l");
        Some(format!("(let {name} = {at} in if {name} < len({list}) then {list}[{name}] else {other})"))
    }

    /// An expression for a value of a type that is not just a name in scope.
    fn made(&mut self, ty: &Ty, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match ty {
            Ty::Nat => self.tape.pick(5).to_string(),
            Ty::Int => (self.tape.pick(6) as i64 - 2).to_string(),
            Ty::Bool => ["true", "false"][self.tape.pick(2)].to_string(),
            Ty::Upto(low, high) if depth == 0 => {
                (low + self.tape.pick((high - low + 1) as usize) as i64).to_string()
            }
            Ty::Upto(low, high) => match self.tape.pick(2) {
                0 => format!("min({high}, max({low}, {}))", self.int(less)),
                _ => format!("({low} + ({}) mod {})", self.int(less), high - low + 1),
            },
            Ty::Text => self.text(depth),
            Ty::Vertex(graph) => {
                let vertices = &self.graphs[*graph].vertices;
                let vertex = vertices[self.tape.pick(vertices.len())].clone();
                // A bare number is a vertex only where one is wanted.
                if is_number(&vertex) { format!("node({vertex})") } else { vertex }
            }
            Ty::List(element) => self.list(element, depth),
            Ty::Set(element) => self.set(element, depth),
            Ty::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|ty| self.expr(ty, less)).collect();
                format!("({})", parts.join(", "))
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        let words = ["\"\"", "\"a\"", "\"ab\"", "\"ba.\"", "\"éa\"", "\"x𝔸\""];
        if depth == 0 {
            return words[self.tape.pick(words.len())].to_string();
        }
        let less = depth - 1;
        match self.tape.pick(7) {
            1 | 2 => format!("({} ++ {})", self.expr(&Ty::Text, less), self.expr(&Ty::Text, less)),
            3 => {
                let name = self.name("l");
                let value = self.expr(&Ty::Text, less);
                format!(
                    "(let {name} = {value} in if len({name}) > 0 then {name} with [0] = \"b\" else {name})"
                )
            }
            4 => {
                let name = self.name("l");
                let value = self.expr(&Ty::Text, less);
                format!("(let {name} = {value} in {name}[len({name}) div 2..len({name})])")
            }
            5 => format!("reverse({})", self.expr(&Ty::Text, less)),
            _ => words[self.tape.pick(words.len())].to_string(),
        }
    }

    /// An element of a type with one or two `for` clauses behind it, which may have conditions.
    fn comprehension(&mut self, ty: &Ty, depth: usize) -> String {
        let scope = self.names.len();
        let mut clauses = String::new();
        for _ in 0..[1, 1, 2][self.tape.pick(3)] {
            let (binder, names) = self.binder(depth);
            self.names.extend(names);
            let _ = write!(clauses, " for {binder}");
            if self.tape.pick(3) == 2 {
                let _ = write!(clauses, " if {}", self.truth(depth));
            }
        }
        let element = self.expr(ty, depth);
        self.names.truncate(scope);
        format!("{element}{clauses}")
    }

    fn list(&mut self, element: &Ty, depth: usize) -> String {
        let ty = Ty::list(element.clone());
        if depth == 0 {
            let parts: Vec<String> = (0..=self.tape.pick(2)).map(|_| self.expr(element, 0)).collect();
            return format!("[{}]", parts.join(", "));
        }
        let less = depth - 1;
        match self.tape.pick(11) {
            9 if *element == Ty::Nat => {
                let low = self.tape.pick(3);
                let range = format!("({low}..min(5, {}))", self.nat(less));
                match self.tape.pick(4) {
                    1 => format!("reverse({range})"),
                    2 => format!("({range} ++ {range})"),
                    3 => format!("(1..=4)[{low}..max({low}, min(4, {}))]", self.nat(less)),
                    _ => range,
                }
            }
            9 | 10 if *element == Ty::list(Ty::Nat) => {
                let bound = self.nat(less);
                format!("[c for c in product([0..min(3, {bound}), 1..=2]) if sum(c) != 2]")
            }
            9 | 10 if matches!(element, Ty::Vertex(_)) => {
                let Ty::Vertex(graph) = element else { return String::new() };
                let (from, to) = (self.expr(element, 0), self.expr(element, 0));
                let name = self.graphs[*graph].name.clone();
                format!("(if {to} in reachable({name}, {from}) then path({name}, {from}, {to}) else [{to}])")
            }
            1 => format!("({} ++ {})", self.expr(&ty, less), self.expr(&ty, less)),
            2 | 3 => format!("[{}]", self.comprehension(element, less)),
            4 => {
                let name = self.name("l");
                let value = self.expr(&ty, less);
                let new = self.expr(element, less);
                format!(
                    "(let {name} = {value} in if len({name}) > 0 then {name} with [0] = {new} else {name})"
                )
            }
            5 => {
                let name = self.name("l");
                let value = self.expr(&ty, less);
                format!("(let {name} = {value} in {name}[len({name}) div 2..len({name})])")
            }
            6 => format!("reverse({})", self.expr(&ty, less)),
            7 => format!("sorted({})", self.expr(&ty, less)),
            8 if *element == Ty::Nat => {
                let word = ["digits", "zeckendorf", "divisors", "prime_factors"][self.tape.pick(4)];
                format!("{word}(1 + {})", self.nat(less))
            }
            _ => {
                let parts: Vec<String> = (0..=self.tape.pick(2)).map(|_| self.expr(element, less)).collect();
                format!("[{}]", parts.join(", "))
            }
        }
    }

    fn set(&mut self, element: &Ty, depth: usize) -> String {
        let ty = Ty::set(element.clone());
        if depth == 0 {
            let parts: Vec<String> = (0..=self.tape.pick(2)).map(|_| self.expr(element, 0)).collect();
            return format!("{{{}}}", parts.join(", "));
        }
        let less = depth - 1;
        if let Ty::Vertex(graph) = element
            && self.tape.pick(2) == 1
        {
            let (name, directed) = (self.graphs[*graph].name.clone(), self.graphs[*graph].directed);
            if self.tape.pick(3) == 0 {
                return format!("vertices({name})");
            }
            let vertex = self.expr(element, less);
            let word = ["neighbours", "out", "reachable"][self.tape.pick(if directed { 3 } else { 1 })];
            return format!("{word}({name}, {vertex})");
        }
        match self.tape.pick(8) {
            7 if *element == Ty::Nat => format!("(1..=min(3, {}))", self.nat(less)),
            7 if *element == Ty::list(Ty::Nat) => {
                format!("{{c for c in product([0..min(3, {}), 1..=2])}}", self.nat(less))
            }
            7 if *element == Ty::set(Ty::Nat) => {
                format!("{{c for c in subsets(0..min(3, {}))}}", self.nat(less))
            }
            1 | 2 => {
                let sign = ["|", "&", "-"][self.tape.pick(3)];
                format!("({} {sign} {})", self.expr(&ty, less), self.expr(&ty, less))
            }
            3 | 4 => format!("{{{}}}", self.comprehension(element, less)),
            _ => {
                let parts: Vec<String> = (0..=self.tape.pick(2)).map(|_| self.expr(element, less)).collect();
                format!("{{{}}}", parts.join(", "))
            }
        }
    }

    /// A type of lists or sets, and the type of the elements.
    fn collection(&mut self) -> (Ty, Ty) {
        let element = self.ty(1, false);
        let ty = if self.tape.pick(2) == 0 { Ty::list(element.clone()) } else { Ty::set(element.clone()) };
        (ty, element)
    }

    fn nat(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.tape.pick(3) {
                0 | 1 => self.known(&Ty::Nat).unwrap_or_else(|| "1".to_string()),
                _ => self.made(&Ty::Nat, 0),
            };
        }
        let less = depth - 1;
        let choice = self.tape.pick(32);
        let word = |words: &[&'static str], tape: &mut Tape<'_>| words[tape.pick(words.len())];
        match choice {
            4 => format!("({} + {})", self.nat(less), self.nat(less)),
            5 => format!("({} * {})", self.nat(less), self.nat(less)),
            6 => format!("({} mod {})", self.int(less), 1 + self.tape.pick(4)),
            7 => format!("({} div {})", self.nat(less), 1 + self.tape.pick(4)),
            8 => format!("({} xor {})", self.nat(less), self.nat(less)),
            9 => {
                let word = word(&["min", "max", "gcd", "lcm"], &mut self.tape);
                format!("{word}({}, {})", self.nat(less), self.nat(less))
            }
            10 => format!("abs({})", self.int(less)),
            11 => {
                let word = word(&["isqrt", "popcount"], &mut self.tape);
                format!("{word}({})", self.nat(less))
            }
            12 => {
                let word = word(&["omega", "bigomega"], &mut self.tape);
                format!("{word}(1 + {})", self.nat(less))
            }
            13 => {
                let (ty, _) = self.collection();
                format!("len({})", self.expr(&ty, less))
            }
            14 => format!("len({})", self.expr(&Ty::Text, less)),
            15 => format!("count({})", self.comprehension(&Ty::Bool, less)),
            16 | 17 => {
                let word = word(&["sum", "mex", "xor"], &mut self.tape);
                format!("{word}({})", self.comprehension(&Ty::Nat, less))
            }
            18 => {
                let word = word(&["min", "max"], &mut self.tape);
                format!("{word}([{}] ++ [{}])", self.nat(0), self.comprehension(&Ty::Nat, less))
            }
            19 => {
                let word = word(&["sum", "mex", "xor"], &mut self.tape);
                let ty = if self.tape.pick(2) == 0 { Ty::list(Ty::Nat) } else { Ty::set(Ty::Nat) };
                format!("{word}({})", self.expr(&ty, less))
            }
            20 => {
                let (yes, no) = (self.nat(less), self.nat(less));
                format!("(if {} then {yes} else {no})", self.truth(less))
            }
            21 => {
                let ty = self.ty(1, false);
                let value = self.expr(&ty, less);
                let name = self.name("l");
                self.names.push((name.clone(), ty));
                let body = self.nat(less);
                self.names.pop();
                format!("(let {name} = {value} in {body})")
            }
            22 | 23 => self.call(&Ty::Nat, less).unwrap_or_else(|| "2".to_string()),
            24 | 25 => self.element(&Ty::Nat, less).unwrap_or_else(|| "3".to_string()),
            26 if !self.graphs.is_empty() => {
                let graph = self.tape.pick(self.graphs.len());
                let vertex = self.expr(&Ty::Vertex(graph), less);
                format!("degree({}, {vertex})", self.graphs[graph].name)
            }
            27 => format!("valuation(1 + {}, {})", self.nat(less), 2 + self.tape.pick(2)),
            28 => format!("({} ^ {})", self.nat(less), self.tape.pick(3)),
            29 if self.tape.rarely(6) => format!("({} div {})", self.nat(less), self.nat(less)),
            30 => format!(
                "(let z = {} in if z > 0 and {} div z > 0 then 7 mod z else 0)",
                self.nat(less),
                self.nat(less)
            ),
            _ => self.known(&Ty::Nat).unwrap_or_else(|| "1".to_string()),
        }
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.tape.pick(3) {
                0 | 1 => self.known(&Ty::Int).unwrap_or_else(|| "-1".to_string()),
                _ => self.made(&Ty::Int, 0),
            };
        }
        let less = depth - 1;
        match self.tape.pick(9) {
            1 | 2 => format!("({} - {})", self.int(less), self.int(less)),
            3 => format!("(-{})", self.int(less)),
            4 => format!("({} * {})", self.int(less), self.int(less)),
            5 => format!("({} div {})", self.int(less), [-2, -1, 3][self.tape.pick(3)]),
            6 => format!("({} mod {})", self.int(less), [-3, 2][self.tape.pick(2)]),
            7 => format!("sum({})", self.comprehension(&Ty::Int, less)),
            _ => self.nat(depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            let sign = ["<", "==", ">=", "!="][self.tape.pick(4)];
            return format!("({} {sign} {})", self.nat(0), self.int(0));
        }
        let less = depth - 1;
        let signs = ["<", "<=", "==", "!=", ">", ">="];
        match self.tape.pick(18) {
            2 => format!("({} and {})", self.truth(less), self.truth(less)),
            3 => format!("({} or {})", self.truth(less), self.truth(less)),
            4 => format!("(not {})", self.truth(less)),
            5 => format!("({} => {})", self.truth(less), self.truth(less)),
            6 => format!("({} <=> {})", self.truth(less), self.truth(less)),
            7 => {
                let (first, second) = (signs[self.tape.pick(6)], signs[self.tape.pick(6)]);
                format!("({} {first} {} {second} {})", self.int(less), self.nat(less), self.int(less))
            }
            8 | 9 => {
                let (ty, element) = self.collection();
                let sign = ["in", "not in"][self.tape.pick(2)];
                format!("({} {sign} {})", self.expr(&element, less), self.expr(&ty, less))
            }
            10 => {
                let ty = self.ty(2, false);
                let sign = ["==", "!=", "<", "<="][self.tape.pick(if ty.is_number() { 4 } else { 2 })];
                format!("({} {sign} {})", self.expr(&ty, less), self.expr(&ty, less))
            }
            11 | 12 => {
                let word = ["any", "all"][self.tape.pick(2)];
                format!("{word}({})", self.comprehension(&Ty::Bool, less))
            }
            13 => {
                let word = ["even", "odd", "is_prime", "is_square", "is_fib"][self.tape.pick(5)];
                format!("{word}({})", self.nat(less))
            }
            14 => format!("contains({}, {})", self.expr(&Ty::Text, less), self.expr(&Ty::Text, less)),
            15 => self.known(&Ty::Bool).unwrap_or_else(|| "(1 < 2)".to_string()),
            16 => self.call(&Ty::Bool, less).unwrap_or_else(|| "(2 < 1)".to_string()),
            17 => {
                let list = Ty::set(Ty::Nat);
                format!("(0 <= {} < {} in {})", self.int(less), self.nat(less), self.expr(&list, less))
            }
            _ => format!("({} {} {})", self.nat(less), signs[self.tape.pick(6)], self.int(less)),
        }
    }
}
