//! The closed forms of games on graphs, compared with the reference: Geography, Kayles, Hackenbush, paths in trees,
//! tokens.

use super::{Case, agrees, told};
use gspec::theorem::Kind;

/// Undirected graphs without loops: with branches, with cycles, and one of several components.
const UNDIRECTED: [&str; 6] = [
    "graph undirected { 1 - 2 - 3 - 4 - 1; 4 - 5 - 6; 2 - 7 }",
    "graph undirected { 1 - 2 - 3 - 1; 3 - 4 - 5 - 3 }",
    "graph undirected { 1 - 2 - 3 - 4 - 5 - 6; 3 - 6; 1 - 3 }",
    "graph undirected { 1 - 2, 3, 4; 5 - 6; 7 }",
    "graph undirected { 1 - 2, 3, 4; 2 - 3, 4; 3 - 4 }",
    "graph undirected { 1 - 2 - 3 - 4 - 5 - 1; 2 - 6 - 7 - 3 }",
];

const LOOPS: &str = "graph undirected { 1 - 1; 1 - 2 - 3; 3 - 3; 3 - 4 - 1 }";
const DIRECTED: &str = "graph { 1 -> 2 -> 3 -> 1; 3 -> 4; 4 -> 5; 5 -> 3; 6 -> 2 }";

#[test]
fn geography_is_decided_by_matchings() {
    for which in 0..12 {
        let mut graphs: Vec<&str> = UNDIRECTED.to_vec();
        if !matches!(which % 6, 2 | 4 | 5) {
            graphs.push(LOOPS);
        }
        if which < 6 {
            graphs.push(DIRECTED);
        }
        let start = match which % 6 {
            3 => "@(1, {1})",
            4 | 5 => "@(1, {})",
            2 => "@(1, vertices(G))",
            _ => "@(1, vertices(G) - {1})",
        };
        // `@` stands for the name of the game, `G` is the graph.
        for graph in graphs {
            let set = [("G", graph)];
            let starts: &[&str] = &[start];
            let kinds = &[Kind::Vertex, Kind::Vertices];
            agrees(&Case { id: "geography", kinds, which, set: &set, starts, least: 20 });
        }
    }
}

/// Pictures with a cycle, with parallel edges, with a loop, with an edge that ends in the air, and with edges that meet
/// without a node: the graph, its vertices that stand for edges, and its ground.
const PICTURES: [(&str, &str, &str); 5] = [
    ("graph undirected { 0 - 10 - 1 - 11 - 0; 1 - 12 - 2 }", "10, 11, 12", "0"),
    (
        "graph undirected { 0 - 10 - 1; 0 - 11 - 1; 1 - 12 - 2; 1 - 13 - 2; 2 - 14 - 0 }",
        "10, 11, 12, 13, 14",
        "0",
    ),
    ("graph undirected { 0 - 10 - 1 - 11; 1 - 12 - 2 - 13; 2 - 14 - 2 }", "10, 11, 12, 13, 14", "0"),
    ("graph undirected { 0 - 10 - 11 - 12 - 0; 0 - 13 - 14 }", "10, 11, 12, 13, 14", "0"),
    (
        "graph { 0 -> 10 -> 1; 1 -> 11 -> 2; 5 -> 12 -> 2; 2 -> 13 -> 3; 3 -> 4 -> 14; 5 -> 5 }",
        "10, 11, 12, 13, 14",
        "0, 5",
    ),
];

#[test]
fn hackenbush_on_graphs() {
    for which in 0..8 {
        for (graph, edges, ground) in PICTURES {
            let several = which % 2 == 1;
            if !several && ground.contains(',') {
                continue;
            }
            let edges = format!("{{{edges}}}");
            let nodes = format!("vertices({graph}) - {edges}");
            let ground = if several { format!("{{{ground}}}") } else { ground.to_string() };
            let by_nodes = matches!(which, 2..=5);
            let named = if by_nodes { ("node", nodes.as_str()) } else { ("edge", edges.as_str()) };
            let set = [("P", graph), named, ("ground", ground.as_str())];
            let start = if which < 4 { "@(vertices(P))" } else { "@({10, 11, 12, 13, 14} & vertices(P))" };
            let starts: &[&str] = &[start];
            let kinds = &[Kind::Vertices];
            agrees(&Case { id: "hackenbush-on-graphs", kinds, which, set: &set, starts, least: 4 });
        }
    }
}

#[test]
fn a_great_circle_in_hackenbush() {
    // The cycle is fused to the ground: its edges become loops, which have the value 1 if their number is odd and
    // otherwise 0. The stalk then stands on the ground, and its value is its length.
    let (count, stalk) = (4001, 1000);
    let mut text = "graph undirected { n0".to_string();
    (1..count).for_each(|at| text.push_str(&format!(" - e{at} - n{at}")));
    text.push_str(&format!(" - e{count} - n0; n7"));
    (1..=stalk).for_each(|at| text.push_str(&format!(" - s{at} - m{at}")));
    text.push_str(" }");
    let edges: Vec<String> =
        (1..=count).map(|at| format!("e{at}")).chain((1..=stalk).map(|at| format!("s{at}"))).collect();
    let edges = format!("{{{}}}", edges.join(", "));
    let set = [("P", text.as_str()), ("edge", edges.as_str()), ("ground", "n0")];
    let starts: &[&str] = &["@(vertices(P))"];
    let case =
        Case { id: "hackenbush-on-graphs", kinds: &[Kind::Vertices], which: 0, set: &set, starts, least: 1 };
    assert_eq!(told(&case).0, Some((1 ^ stalk).to_string()));
}

#[test]
fn kayles_on_paths_and_cycles() {
    let ring = |count: usize| {
        let names: Vec<String> = (1..=count).map(|it| it.to_string()).collect();
        format!("graph undirected {{ {} - 1 }}", names.join(" - "))
    };
    let graphs =
        [UNDIRECTED[0].to_string(), UNDIRECTED[2].to_string(), LOOPS.to_string(), DIRECTED.to_string()];
    for graph in graphs.into_iter().chain((3..=10).map(ring)) {
        for (id, ways) in [("node-kayles", 2), ("arc-kayles", 4)] {
            for which in 0..ways {
                let set = [("P", graph.as_str())];
                agrees(&Case { id, kinds: &[Kind::Vertices], which, set: &set, starts: &[], least: 4 });
            }
        }
    }
}

#[test]
fn long_paths_and_rings_in_kayles() {
    // The value of n in 0.137 is that of n + 1 in 0.07.
    let path = |count: usize| {
        let names: Vec<String> = (1..=count).map(|it| it.to_string()).collect();
        format!("graph undirected {{ {} }}", names.join(" - "))
    };
    let dawson = ["0", "0", "1", "1", "2", "0", "3", "1", "1", "0", "3", "3", "2", "2", "4", "0"];
    let kinds = &[Kind::Vertices];
    for count in 2..15 {
        let graph = path(count);
        let set = [("P", graph.as_str())];
        let starts: &[&str] = &["@(vertices(P))"];
        let arcs = told(&Case { id: "arc-kayles", kinds, which: 0, set: &set, starts, least: 1 });
        assert_eq!(arcs.0.as_deref(), Some(dawson[count]));
        let nodes = told(&Case { id: "node-kayles", kinds, which: 0, set: &set, starts, least: 1 });
        assert_eq!(nodes.0.as_deref(), Some(dawson[count + 1]));
    }
}

const TREES: [&str; 4] = [
    "graph { 0 -> 1, 2; 1 -> 3, 4; 4 -> 5; 2 -> 6 -> 7 }",
    "graph { 0 -> 1 -> 2 -> 3 -> 4 -> 5; 2 -> 6 }",
    "graph { 0 -> 1, 2, 3, 4, 5, 6 }",
    "graph { 3 -> 0; 3 -> 4, 5; 1 -> 2; 2 -> 6, 7, 8 }",
];

#[test]
fn hackenbush_on_trees() {
    for tree in TREES {
        for (which, ground) in [(0, ""), (1, "0"), (1, "3"), (2, "{0}"), (2, "{0, 1}"), (2, "{}")] {
            let with = [("T", tree), ("ground", ground)];
            let set = if which == 0 { &with[..1] } else { &with };
            agrees(&Case { id: "hackenbush", kinds: &[Kind::Vertices], which, set, starts: &[], least: 128 });
        }
    }
}

#[test]
fn paths_in_trees() {
    for tree in TREES {
        for white in ["{0, 1, 2, 3, 4, 5, 6, 7}", "{1, 4, 5}", "{0, 2, 3, 6}", "{}"] {
            for (which, colour) in [(0, "white"), (1, "black"), (2, "")] {
                let with = [("T", tree), (colour, white)];
                let set = if which == 2 { &with[..1] } else { &with };
                agrees(&Case { id: "tree-path", kinds: &[Kind::Vertex], which, set, starts: &[], least: 7 });
            }
        }
        for (which, root) in [(0, "0"), (0, "1"), (0, "3"), (1, "")] {
            let with = [("T", tree), ("root", root)];
            let set = if which == 1 { &with[..1] } else { &with };
            agrees(&Case { id: "tree-path", kinds: &[Kind::Vertices], which, set, starts: &[], least: 2 });
        }
    }
}

#[test]
fn tokens_that_vanish_in_pairs() {
    let acyclic = [
        "graph { 1 -> 2, 3; 2 -> 3, 4; 3 -> 4; 5 -> 1 }",
        "graph { 1 -> 2 -> 3 -> 4 -> 5 -> 6; 1 -> 3; 2 -> 4; 1 -> 6 }",
        "graph { 1 -> 4, 5, 6; 2 -> 4, 5; 3 -> 6; 5 -> 4; 6 -> 5 }",
        "graph { 1 -> 2; 3 -> 4; 5 -> 6; 7 }",
    ];
    for which in 0..3 {
        for graph in acyclic {
            let set = [("G", graph)];
            let starts: &[&str] = &["@(vertices(G))"];
            agrees(&Case {
                id: "annihilation",
                kinds: &[Kind::Vertices],
                which,
                set: &set,
                starts,
                least: 30,
            });
        }
    }
}
