//! `graph` and `play`: pictures of positions and moves, and a machine that plays. The expected results come
//! from Nim, Wythoff's game and small graphs worked out by hand.

use super::support::{Folder, PLENTY, Run, finish, gspec, program, root, wait};
use gspec::ir::Value;
use gspec::model::Model;
use gspec::pipeline;
use gspec::play::{Command, Extent, Found, Session, Side, choices, find, read, successors};
use gspec::position::{Budget, Instance, Limit};
use gspec::solve::{Choice, Solver};
use gspec::source::{NoFiles, Sources};
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::process::Stdio;

const NIM: &str = "game nim(n: nat) { move take(k in 1..=n) -> nim(n - k) }\n";
const WYTHOFF: &str = "game wythoff(a: nat, b: nat) {
  move left(k in 1..=a) -> wythoff(a - k, b)
  move right(k in 1..=b) -> wythoff(a, b - k)
  move both(k in 1..=min(a, b)) -> wythoff(a - k, b - k)
}\n";
/// Amounts 1, 3, 4: the first values are 0, 1, 0, 1, 2, 3, 2.
const TAKE: &str = "game take(n: nat) = take {1, 3, 4}\n";
/// A ring of three places with two ways out: from place 2 to `won`, where the opponent wins, and from place 1 to `end2`,
/// where the opponent loses.
const RING: &str = "param G: graph = graph { 1 -> 2 -> 3 -> 1; 2 -> won; won -> end; 1 -> end2; end2 -> won }
loopy game ring(v: vertex) { move step(w in out(G, v)) -> ring(w) }\n";
/// Two places between which play goes for ever, and a mistake that can be made at each.
const SWING: &str = "param G: graph = graph { a -> b -> a; a -> bad; b -> bad; bad -> end }
loopy game swing(v: vertex) { move step(w in out(G, v)) -> swing(w) }\n";

fn graph(spec: &str, position: &str, more: &[&str]) -> Run {
    let mut arguments = vec!["graph", "game.game", position];
    arguments.extend(more);
    Folder::with(spec).run(&arguments)
}

fn graph_json(spec: &str, position: &str, more: &[&str]) -> Json {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(more);
    graph(spec, position, &arguments).status(0).json().remove(0)
}

fn counts(graph: &Json) -> (usize, usize) {
    (graph["nodes"].as_array().unwrap().len(), graph["edges"].as_array().unwrap().len())
}

// Graphs.

#[test]
fn the_graph_of_a_heap_of_two_is_told_exactly() {
    let found = graph(NIM, "nim(2)", &["--format", "json"]).status(0).quiet().json().remove(0);
    let node = |id: u32, position: &str, outcome: &str, sg: u32, remoteness: u32| json!({"id": id, "position": position, "outcome": outcome, "sg": sg, "remoteness": remoteness, "open": false});
    let edge = |from: u32, to: u32, name: &str| json!({"from": from, "to": to, "moves": [name]});
    assert_eq!(
        found,
        json!({
            "root": 0,
            "nodes": [node(0, "nim(2)", "N", 2, 1), node(1, "nim(1)", "N", 1, 1), node(2, "nim(0)", "P", 0, 0)],
            "edges": [edge(0, 1, "take(k = 1)"), edge(0, 2, "take(k = 2)"), edge(1, 2, "take(k = 1)")],
            "complete": true,
        })
    );
}

#[test]
fn every_format_has_all_nodes_and_edges_of_a_small_nim() {
    // The pairs {0,0} {0,1} {0,2} {1,1} {1,2} have 0, 1, 2, 1 and 3 successors; a player who faces equal heaps loses.
    let position = "nim(1) + nim(2)";
    let json = graph_json(NIM, position, &[]);
    assert_eq!(counts(&json), (5, 7));
    let lost: Vec<&str> = json["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["outcome"] == "P")
        .map(|node| node["position"].as_str().unwrap())
        .collect();
    assert_eq!(lost, ["2*nim(1)", "2*nim(0)"]);
    let dot = graph(NIM, position, &[]).status(0).quiet().out;
    assert!(dot.starts_with("digraph") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches(" -> n").count(), 7, "{dot}");
    assert_eq!(dot.matches("fillcolor=\"#0f766e\"").count(), 2, "{dot}");
    assert_eq!(dot.matches("peripheries=2").count(), 1, "{dot}");
    let mermaid = graph(NIM, position, &["--format", "mermaid"]).status(0).quiet().out;
    assert!(mermaid.starts_with("flowchart TD\n"), "{mermaid}");
    assert_eq!(mermaid.matches("([\"").count(), 5, "{mermaid}");
    assert_eq!(mermaid.matches(">|\"").count(), 7, "{mermaid}");
    assert!(mermaid.contains("class n2,n4 kernel"), "{mermaid}");
    let svg = graph(NIM, position, &["--format", "svg"]).status(0).quiet().out;
    assert_eq!(svg.matches("<g class=\"node ").count(), 5 + 2, "two in the legend: {svg}");
    assert_eq!(svg.matches("<g class=\"edge").count(), 7 + 1, "one in the legend: {svg}");
    assert_eq!(svg.matches("<g class=\"node P\"").count(), 2 + 1, "{svg}");
    assert!(svg.contains("take(k = 2)") && svg.contains("whoever cannot move loses"), "{svg}");
    well_formed(&svg);
}

#[test]
fn the_kernel_is_that_of_wythoff() {
    let graph = graph_json(WYTHOFF, "wythoff(5, 7)", &[]);
    assert_eq!(counts(&graph).0, 6 * 8);
    for node in graph["nodes"].as_array().unwrap() {
        let pair = ["(0, 0)", "(1, 2)", "(2, 1)", "(3, 5)", "(5, 3)", "(4, 7)"];
        let lost = pair.iter().any(|pair| node["position"].as_str().unwrap().ends_with(pair));
        assert_eq!(node["outcome"] == "P", lost, "{node}");
    }
}

#[test]
fn misere_and_anti_graphs_follow_their_own_ends() {
    let misere = graph_json(NIM, "misere nim(2)", &[]);
    let outcomes: Vec<_> =
        misere["nodes"].as_array().unwrap().iter().map(|node| node["outcome"].as_str().unwrap()).collect();
    // With two stones, leave one; a player who faces one stone has to take the last.
    assert_eq!(outcomes, ["N", "P", "N"]);
    assert!(misere["nodes"].as_array().unwrap().iter().all(|node| node["sg"].is_null()));
    graph(NIM, "misere nim(2)", &["--format", "svg"]).status(0).out("whoever cannot move wins").out(">lost<");
    // A heap of two has a move left, but its value is 0: under `anti` play is over.
    assert_eq!(counts(&graph_json(TAKE, "anti take(2)", &[])), (1, 0));
    assert_eq!(counts(&graph_json(NIM, "anti nim(1) + nim(1)", &[])), (3, 2));
}

#[test]
fn compounds_are_drawn_with_their_moves() {
    // All at once: (2,1) to (1,0) or (0,0); then (1,0) to (0,0).
    let all = graph_json(NIM, "all(nim(2), nim(1))", &[]);
    assert_eq!(counts(&all), (3, 3));
    assert_eq!(all["edges"][0]["moves"], json!(["nim(1): take(k = 1), nim(2): take(k = 1)"]));
    // The first empty heap ends play.
    assert_eq!(counts(&graph_json(NIM, "short all(nim(2), nim(1))", &[])), (3, 2));
}

#[test]
fn a_loopy_graph_has_its_draws_and_goes_round() {
    let found = graph_json(RING, "ring(1)", &[]);
    let outcome = |name: &str| {
        let nodes = found["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["position"] == name).unwrap()["outcome"].clone()
    };
    // `end` is lost, so `won`, which moves to `end`, is won; `end2` can only move to `won`, so it is lost, and 1, which moves to
    // `end2`, is won. 3 can only move to 1, so it is lost, and 2 is won.
    assert_eq!(counts(&found), (6, 7));
    for (name, wanted) in [("ring(end)", "P"), ("ring(won)", "N"), ("ring(end2)", "P"), ("ring(1)", "N")] {
        assert_eq!(outcome(name), wanted, "{name}");
    }
    assert_eq!((outcome("ring(3)"), outcome("ring(2)")), (json!("P"), json!("N")));
    let swing = graph(SWING, "swing(a)", &["--format", "svg"]).status(0).quiet().out;
    assert!(swing.contains("class=\"node D\"") && swing.contains(">draw<"), "{swing}");
    well_formed(&swing);
    assert!(graph(SWING, "swing(a)", &[]).status(0).out.contains("dashed"));
    // A move that changes nothing.
    let still = "loopy game still(n: nat) { move stay -> still(n) move go when n > 0 -> still(n - 1) }\n";
    assert_eq!(counts(&graph_json(still, "still(1)", &[])), (2, 3));
    well_formed(&graph(still, "still(1)", &["--format", "svg"]).status(0).quiet().out);
}

#[test]
fn a_cut_graph_says_so_and_marks_where() {
    let run = graph(NIM, "nim(3)", &["--depth", "1", "--format", "json"]);
    let run = run.status(0).err("2 positions").err("depth 1");
    let found = &run.json()[0];
    assert_eq!((counts(found), &found["complete"]), ((4, 3), &json!(false)));
    let open: Vec<_> = found["nodes"].as_array().unwrap().iter().map(|node| node["open"] == true).collect();
    assert_eq!(open, [false, true, true, false], "an empty heap has nothing to hide");
    assert_eq!(counts(&graph_json(NIM, "nim(3)", &["--depth", "0"])), (1, 0));
    let most = graph(NIM, "nim(300)", &["--most", "5", "--format", "json"]).status(0).err("5 positions");
    assert_eq!(counts(&most.json()[0]), (5, 4 + 3 + 2 + 1));
    assert_eq!(counts(&graph_json(NIM, "nim(300)", &[])).0, 200, "the default");
    graph(NIM, "nim(3)", &["--depth", "1"]).status(0).out("more1 [label=\"…\"").out("style=dashed");
    graph(NIM, "nim(3)", &["--depth", "1", "--format", "mermaid"]).status(0).out("n1 -.- more1[\"…\"]");
    graph(NIM, "nim(3)", &["--depth", "1", "--format", "svg"])
        .status(0)
        .out(">…</text>")
        .out("moves that are not shown");
    graph(NIM, "nim(3)", &["--depth", "9"]).status(0).quiet();
    graph(NIM, "nim(3)", &["--most", "0"]).status(2).err("--most 1");
    graph(NIM, "nim(3)", &["--most", "1001", "--format", "svg"]).status(2).err("1000");
    // Twenty thousand edges: a crowded picture, but drawn.
    let dense = graph(NIM, "nim(199)", &["--format", "svg"]).status(0).quiet();
    assert_eq!(dense.out.matches("<g class=\"edge").count(), 199 * 200 / 2 + 1);
}

#[test]
fn several_moves_to_one_place_share_an_edge() {
    let names = ["a", "b", "c", "d", "e"];
    let moves: String = names.iter().map(|name| format!("move {name} when n > 0 -> h(n - 1)\n")).collect();
    let spec = format!("game h(n: nat) {{ {moves} }}\n");
    assert_eq!(graph_json(&spec, "h(1)", &[])["edges"][0]["moves"], json!(names));
    graph(&spec, "h(1)", &[]).status(0).out("label=\"a or b or c or 2 more\"");
}

#[test]
fn signs_that_mean_something_elsewhere_are_escaped() {
    let spec = "game word(s: text) { move drop when len(s) > 0 -> word(s[1..len(s)]) }\n";
    let position = "word(\"\\\"<&>|#;`\\\\é}\")";
    let dot = graph(spec, position, &[]).status(0).quiet().out;
    assert!(dot.contains("word(\\\"\\\\\\\"<&amp;>|#;`\\\\\\\\é}\\\")"), "{dot}");
    for line in dot.lines() {
        let bare = line.replace("\\\\", "").replace("\\\"", "");
        assert_eq!(bare.matches('"').count() % 2, 0, "{line}");
    }
    let mermaid = graph(spec, position, &["--format", "mermaid"]).status(0).out;
    assert!(mermaid.contains("word(#34;#92;#34;#60;#38;#62;#124;#35;#59;#96;#92;#92;é}#34;)"), "{mermaid}");
    let svg = graph(spec, position, &["--format", "svg"]).status(0).out;
    assert!(svg.contains("&quot;\\&quot;&lt;&amp;&gt;|#;`"), "{svg}");
    well_formed(&svg);
    assert_eq!(graph_json(spec, position, &[])["nodes"][0]["position"], "word(\"\\\"<&>|#;`\\\\é}\")");
}

#[test]
fn pictures_keep_their_nodes_apart_and_never_change() {
    for (spec, position) in [
        (NIM, "nim(1) + nim(2) + nim(3)"),
        (NIM, "nim(2) + nim(2) + nim(3) + nim(3)"),
        (WYTHOFF, "wythoff(3, 4)"),
        (RING, "ring(1)"),
        (RING, "ring(1) + ring(2)"),
        (SWING, "swing(a) + swing(b)"),
        (NIM, "0"),
    ] {
        let draw = || graph(spec, position, &["--format", "svg"]).status(0).quiet().out;
        let svg = draw();
        assert_eq!(svg, draw(), "{position}");
        well_formed(&svg);
        let boxes = boxes(&svg);
        for (at, a) in boxes.iter().enumerate() {
            for b in &boxes[..at] {
                let apart =
                    a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
                assert!(apart, "{position}: {a:?} {b:?}");
            }
        }
    }
}

/// The rectangles of the nodes, without those of the legend: x, y, width, height.
fn boxes(svg: &str) -> Vec<[f64; 4]> {
    let graph = &svg[svg.find("<g transform").unwrap()..];
    let nodes = graph.split("<g class=\"node ").skip(1);
    let number = |rect: &str, name: &str| {
        let text = rect.split(&format!(" {name}=\"")).nth(1).unwrap();
        text.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    nodes
        .map(|node| {
            let rect = node.split("<rect").nth(1).unwrap();
            ["x", "y", "width", "height"].map(|name| number(rect, name))
        })
        .collect()
}

/// Demands that tags are closed in order, that every `&` begins a known entity, and that no number is NaN or infinite.
fn well_formed(svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("not closed: {piece}"));
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{svg}"),
            None if tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().unwrap()),
        }
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "{text}");
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn what_cannot_be_drawn_is_told() {
    graph(NIM, "mim(3)", &[]).status(2).err("G203");
    graph("game nim(n: nat) { move take -> nim(n - 1) }\n", "nim(2)", &[]).status(1).err("G401");
    graph("game round(n: nat) { move go -> round(n) }\n", "round(2)", &[]).status(1).err("G402");
    let limited = graph(NIM, "nim(40)", &["--limit-positions", "5", "--most", "3", "--format", "json"]);
    let limited = limited.status(3).err("G501");
    let found = &limited.json()[0];
    assert_eq!(counts(found).0, 3, "what is known is drawn");
    assert!(found["nodes"][0]["sg"].is_null(), "{found}");
}

// Playing, through the library.

/// Opens a spec without diagnostics, and calls `act` with its instance and a position, under the limits of [`PLENTY`].
fn with_position<T>(
    spec: &str,
    position: &str,
    act: impl FnOnce(&Instance, gspec::ir::value::Position, &Budget<'_>) -> T,
) -> T {
    let begin = std::time::Instant::now();
    let stop = move || (begin.elapsed() > PLENTY.time).then_some(Limit::Time);
    let budget = Budget::new(&stop, PLENTY.positions);
    let mut sources = Sources::default();
    let root = sources.add("test.game", spec);
    let mut opened = pipeline::open(sources, root, &[], &NoFiles, &budget);
    assert!(opened.diagnostics.is_empty(), "{:?}", opened.diagnostics);
    let body = opened.position(position, &NoFiles).unwrap();
    let instance = opened.instance.unwrap();
    let Value::Position(position) = instance.evaluate(&body, &budget).unwrap() else { panic!("no position") };
    act(&instance, (*position).clone(), &budget)
}

fn session<T>(spec: &str, position: &str, first: Side, act: impl FnOnce(&mut Session<'_, '_>) -> T) -> T {
    with_position(spec, position, |instance, start, budget| {
        let model = Model::of(instance);
        let solver = Solver::new(&model, budget, Choice::Reference);
        act(&mut Session::new(instance, solver, start, first).unwrap())
    })
}

/// Plays every reply of the person against the machine's answers, until more than `most` moves are played; `ended` sees each end.
fn all_replies(session: &mut Session<'_, '_>, most: usize, ended: &mut dyn FnMut(&Session<'_, '_>)) {
    if session.end().is_some() {
        return ended(session);
    }
    if session.plies().len() > most {
        return;
    }
    for at in 0..session.choices().len() {
        session.play(at).unwrap();
        session.answer().unwrap();
        all_replies(session, most, ended);
        assert!(session.undo().unwrap());
    }
}

#[track_caller]
fn machine_always_wins(spec: &str, position: &str, first: Side) {
    let ends = session(spec, position, first, |session| {
        let promised = session.advice().unwrap().and_then(|advice| advice.standing.remoteness);
        if first == Side::Machine {
            session.answer().unwrap();
        }
        let mut ends = 0;
        all_replies(session, usize::MAX, &mut |session| {
            assert_eq!(session.winner(), Some(Side::Machine), "{position}: {:?}", session.plies());
            let played = session.plies().len() as u64;
            assert!(promised.is_none_or(|most| played <= most), "{position} took {played}, not {promised:?}");
            ends += 1;
        });
        ends
    });
    assert!(ends > 0, "{position}");
}

#[test]
fn the_machine_wins_every_nim_that_is_won() {
    for (a, b, c) in [(1u32, 2, 3), (2, 2, 0), (1, 1, 2), (3, 1, 1), (3, 3, 0), (2, 3, 3)] {
        let position = format!("nim({a}) + nim({b}) + nim({c})");
        let first = if a ^ b ^ c == 0 { Side::Person } else { Side::Machine };
        machine_always_wins(NIM, &position, first);
        // Misère Nim differs only when all heaps are single stones or empty.
        machine_always_wins(NIM, &format!("misere {position}"), first);
    }
    machine_always_wins(NIM, "misere nim(1) + nim(1)", Side::Machine);
    machine_always_wins(NIM, "misere nim(1)", Side::Person);
}

#[test]
fn the_machine_wins_other_ways_to_play() {
    machine_always_wins(WYTHOFF, "wythoff(1, 2)", Side::Person);
    machine_always_wins(WYTHOFF, "wythoff(3, 4)", Side::Machine);
    machine_always_wins(WYTHOFF, "wythoff(3, 5)", Side::Person);
    // All heaps at once: the larger heap decides, and taking both whole heaps wins at once.
    machine_always_wins(NIM, "all(nim(2), nim(3))", Side::Machine);
    // Some: lost exactly when each part is lost.
    machine_always_wins(TAKE, "some(take(2), take(7))", Side::Person);
    machine_always_wins(TAKE, "some(take(2), take(3))", Side::Machine);
    machine_always_wins(NIM, "short all(nim(2), nim(1))", Side::Machine);
    // Under `anti`, as in misère Nim, the player who moves first wins two single stones.
    machine_always_wins(NIM, "anti nim(1) + nim(1)", Side::Machine);
    machine_always_wins(RING, "ring(1)", Side::Machine);
    machine_always_wins(RING, "ring(3)", Side::Person);
}

#[test]
fn ends_that_are_stated_are_played_to() {
    let poison = "game bar(n: nat) { end when n == 0: win  move bite(k in 1..=min(n, 2)) -> bar(n - k) }\n";
    // The last bite loses: 1 is lost, 2 and 3 are won, 4 is lost.
    machine_always_wins(poison, "bar(4)", Side::Person);
    machine_always_wins(poison, "bar(6)", Side::Machine);
}

#[test]
fn a_draw_is_never_let_go() {
    let specs = ["endless_poker", "winding", "lollipop"];
    let games = [
        (SWING.to_string(), "swing(a)"),
        (SWING.to_string(), "swing(a) + swing(b)"),
        (loopy(specs[0]), "poker(1) + poker(2)"),
        (loopy(specs[1]), "eight(5)"),
        (loopy(specs[1]), "eight(4) + nine(7)"),
        (loopy(specs[2]), "ring(c)"),
    ];
    for (spec, position) in games {
        for first in [Side::Person, Side::Machine] {
            session(&spec, position, first, |session| {
                assert_eq!(
                    session.standing().unwrap().outcome,
                    Some(gspec::solve::Outcome::Draw),
                    "{position}"
                );
                if first == Side::Machine {
                    session.answer().unwrap();
                }
                all_replies(session, 5, &mut |session| {
                    assert_eq!(session.winner(), Some(Side::Machine), "{position}: {:?}", session.plies());
                });
            });
        }
    }
}

fn loopy(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("specs/loopy/{name}.game"))).unwrap()
}

#[test]
fn a_mistake_in_a_draw_is_punished() {
    session(SWING, "swing(a)", Side::Person, |session| {
        let bad = session.choices().iter().position(|choice| choice.name() == "step(w = bad)").unwrap();
        session.play(bad).unwrap();
        session.answer().unwrap();
        assert_eq!(session.winner(), Some(Side::Machine));
    });
}

#[test]
fn a_lost_game_is_made_to_last() {
    // From 2*nim(3) the winner copies: with one stone at a time it takes 6 moves.
    session(NIM, "2*nim(3)", Side::Machine, |session| {
        assert_eq!(session.advice().unwrap().unwrap().standing.remoteness, Some(6));
        assert_eq!(session.answer().unwrap().unwrap().name, "nim(3): take(k = 1)");
    });
}

#[test]
fn moves_are_those_of_the_solver_by_the_same_names() {
    for (spec, position) in [
        (NIM, "nim(3) + 2*nim(2)"),
        (NIM, "misere nim(2) + nim(1)"),
        (NIM, "anti nim(2) + nim(1)"),
        (NIM, "all(nim(2) + nim(1), nim(3))"),
        (NIM, "some(nim(2), nim(1))"),
        (NIM, "short all(nim(2), nim(1))"),
        (NIM, "short all(nim(2), nim(0))"),
        (WYTHOFF, "wythoff(3, 3)"),
    ] {
        with_position(spec, position, |instance, start, budget| {
            let model = Model::of(instance);
            let mut solver = Solver::new(&model, budget, Choice::Reference);
            let solved = solver.moves(&start).unwrap();
            let listed = choices(instance, budget, &start).unwrap();
            let listed: Vec<_> = listed.iter().map(|it| (it.name(), &it.to)).collect();
            let solved: Vec<_> = solved.iter().map(|it| (it.name.as_str(), &it.to)).collect();
            assert_eq!(listed, solved, "{position}");
        });
    }
}

#[test]
fn moves_are_found_by_many_spellings() {
    with_position(NIM, "nim(3) + nim(12)", |instance, start, budget| {
        let list = choices(instance, budget, &start).unwrap();
        let found = |text: &str| find(text, &list, &|_| None, &mut |_| None);
        let one = |name: &str| Found::One(list.iter().position(|choice| choice.name() == name).unwrap());
        for text in [
            "nim(12): take(k = 12)",
            "nim(12):take(k=12)",
            " nim 12 : take 12 ",
            "take 12",
            "take(12)",
            "take (k = 12)",
        ] {
            assert_eq!(found(text), one("nim(12): take(k = 12)"), "{text}");
        }
        assert_eq!(found("nim(3): take 2"), one("nim(3): take(k = 2)"));
        assert_eq!(found("3"), Found::One(2));
        assert_eq!(found("16"), Found::NoSuchNumber);
        assert_eq!(found("99999999999999999999999"), Found::NoSuchNumber);
        assert!(matches!(found("take 2"), Found::Several(some, 2) if some.len() == 2));
        assert!(matches!(found("ta"), Found::Several(_, 15)));
        assert!(matches!(found("nim(3)"), Found::Several(_, 3)), "a prefix");
        assert!(matches!(found("tkae 12"), Found::Nothing(near) if !near.is_empty()));
        assert_eq!(found("zzzzzzzz"), Found::Nothing(vec![]));
        assert!(matches!(found("()"), Found::Nothing(_)));
    });
    with_position(WYTHOFF, "wythoff(1, 1)", |instance, start, budget| {
        let list = choices(instance, budget, &start).unwrap();
        assert_eq!(find("b", &list, &|_| None, &mut |_| None), Found::One(2), "a unique prefix");
        assert_eq!(find("left", &list, &|_| None, &mut |_| None), Found::One(0));
        assert_eq!(find("wythoff(1, 0)", &list, &|_| None, &mut |_| Some(list[1].to.clone())), Found::One(1));
    });
    assert_eq!(read("  HINT "), Command::Hint);
    assert_eq!(read("take 2"), Command::Move("take 2".to_string()));
    assert_eq!(read(""), Command::Nothing);
}

#[test]
fn a_graph_of_the_library_keeps_its_numbers() {
    with_position(NIM, "nim(5)", |instance, start, budget| {
        let model = Model::of(instance);
        let mut solver = Solver::new(&model, budget, Choice::Reference);
        let graph = successors(instance, &mut solver, &start, Extent { depth: None, most: 100 }).unwrap();
        assert!(graph.complete() && graph.nodes.len() == 6 && graph.edges.len() == 15);
        assert!(graph.edges.iter().all(|edge| edge.from < graph.nodes.len() && edge.to < graph.nodes.len()));
        assert_eq!(graph.nodes[0].position, start);
    });
}

// Playing, over a pipe.

fn play(spec: &str, position: &str, more: &[&str], lines: &str) -> Run {
    let mut arguments = vec!["play", "game.game", position];
    arguments.extend(more);
    Folder::with(spec).feed(&arguments, lines)
}

#[test]
fn a_game_is_played_by_number_name_prefix_and_place() {
    let run = play(NIM, "nim(1) + nim(2)", &[], "2\n1\n").status(0).quiet();
    assert!(
        run.out.contains("> 2\nI play nim(1): take(k = 1), which leaves nim(0) + nim(1)."),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("You win: I am to move, and whoever cannot move loses (normal play)."),
        "{}",
        run.out
    );
    assert!(!run.out.contains("was left"), "{}", run.out);
    for first in ["nim(2): take(k = 1)", "nim(2):take 1", "2*nim(1)", "nim(1) + nim(1)"] {
        let run = play(NIM, "nim(1) + nim(2)", &[], &format!("{first}\ntake\n")).status(0);
        assert!(run.out.contains("You win"), "{first}: {}", run.out);
    }
}

#[test]
fn the_machine_begins_when_asked_and_wins() {
    let run = play(NIM, "nim(3) + nim(5)", &["--second"], "nim(3): take(k = 3)\n").status(0).quiet();
    run.out("I begin")
        .out("I play nim(5): take(k = 2), which leaves 2*nim(3).")
        .out("I win: you are to move");
    play(NIM, "misere nim(1)", &[], "1\n")
        .status(0)
        .out("I win: I am to move, and whoever cannot move wins (misère play)");
}

#[test]
fn stated_ends_are_told_with_their_rule() {
    let poison = "game bar(n: nat) { end when n == 0: win  move bite(k in 1..=min(n, 2)) -> bar(n - k) }\n";
    play(poison, "bar(1)", &[], "1\n").status(0).out("I win").out("`end when n == 0: win`");
    play(NIM, "anti nim(1)", &[], "1\n").status(0).out("I win").out("every heap has value 0");
    play(NIM, "short all(nim(2), nim(1))", &[], "2\n").status(0).out("You win").out("ends `short all`");
    play(NIM, "nim(0)", &[], "why\nhint\n")
        .status(0)
        .out("I win: you are to move")
        .out("nim(0): play is over; whoever cannot move loses");
}

#[test]
fn undo_and_restart_go_back() {
    let run =
        play(NIM, "nim(7)", &[], "undo\ntake 1\nundo\nposition\ntake 7\nundo\ntake 2\nrestart\nposition\n")
            .status(0);
    assert_eq!(run.out.matches("\nnim(7)\n").count(), 6, "{}", run.out);
    assert!(run.out.contains("no move to take back") && run.out.contains("You win"), "{}", run.out);
    let second = play(NIM, "nim(1) + nim(2)", &["--second"], "undo\nrestart\n").status(0);
    assert_eq!(second.out.matches("I play nim(2): take(k = 1)").count(), 2, "{}", second.out);
}

#[test]
fn hints_win_resist_or_keep_the_draw() {
    play(NIM, "nim(3)", &[], "hint\n").status(0).out("take(k = 3) (number 3) wins at once");
    play(NIM, "2*nim(2)", &[], "hint\n")
        .status(0)
        .out("lost against best play")
        .out("resists longest: 4 more moves");
    play(SWING, "swing(a)", &[], "hint\n").status(0).out("step(w = b) (number 1) keeps it");
}

#[test]
fn why_gives_the_argument() {
    let why = |spec: &str, position: &str| play(spec, position, &[], "why\n").status(0);
    why(NIM, "nim(3) + nim(4) + nim(5)")
        .out("nim(3) is 3, nim(4) is 4, nim(5) is 5. Their nim-sum is 2")
        .out("1 of 12 moves leads to a lost position:")
        .out("nim(3): take(k = 2) -> nim(1) + nim(4) + nim(5)");
    why(NIM, "nim(2)").out("Its value is 2: the mex of its options' values; options have the values 0, 1.");
    why(NIM, "2*nim(1)")
        .out("nim(1) is 1 (2 times). Their nim-sum is 0")
        .out("The only move leads")
        .out("answered by nim(1): take(k = 1)");
    why(NIM, "misere nim(2)").out("the player to move wins").out("1 of 2 moves leads").out("lasts 2 moves");
    why(SWING, "swing(a)").out("a draw").out("1 of 2 moves keeps the draw:\n  step(w = b)");
    for lines in why(NIM, "nim(2)").out.split("> ").filter(|text| text.starts_with("why")) {
        assert!((2..=6).contains(&(lines.trim_end().lines().count() - 1)), "{lines}");
    }
}

#[test]
fn bad_lines_are_answered_and_play_goes_on() {
    let lines = "\n   \nfrobnicate\ntkae 2\n77\n-1\nnim(\n\u{7}\u{1b}[2J\nhelp\ntake 9\ntake(k = 3)\n";
    let run = play(NIM, "nim(3)", &[], lines).status(0).quiet();
    for words in
        ["`frobnicate` is not a move here", "Did you mean", "No move `77`", "resists longest", "You win"]
    {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}') && !run.out.contains('\u{7}'), "{:?}", run.out);
    play(NIM, "nim(1) + nim(2)", &[], "take 1\n")
        .status(0)
        .out("`take 1` can mean `nim(1): take(k = 1)` (1), `nim(2): take(k = 1)` (2).");
    let long = format!("{}\ntake 3\n", "x".repeat(300_000));
    let run = play(NIM, "nim(3)", &[], &long).status(0).out("You win");
    assert!(run.out.matches("is not a move here").count() == 1, "one line is one line");
    let folder = Folder::with(NIM);
    folder.feed(&["play", "game.game", "nim(3)"], [0xff, 0xfe, b'\n', b'3', b'\n']).status(0).out("You win");
}

#[test]
fn the_end_of_input_leaves_the_game() {
    play(NIM, "nim(3)", &[], "take 1").status(0).out("I play take(k = 2)").out("I win");
    play(NIM, "nim(9)", &[], "hint").status(0).quiet().out("Game left.");
    Folder::with(NIM).run(&["play", "game.game", "nim(3)"]).status(0).quiet().out("Game left.");
    let run = play(NIM, "nim(9)", &[], "quit\ntake 1\n").status(0).quiet();
    assert!(!run.out.contains("I play"), "{}", run.out);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::with(NIM);
    let mut command = program(&folder.path(""), &["play", "game.game", "nim(9)"]);
    command.stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut begin = [0; 10];
    child.stdout.as_mut().unwrap().read_exact(&mut begin).unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    for _ in 0..50 {
        let _ = stdin.write_all(b"moves\n");
    }
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((wait(&mut child), err.as_str()), (0, ""));
}

#[test]
fn the_prompt_comes_before_the_answer_is_read() {
    let folder = Folder::with(NIM);
    let mut command = program(&folder.path(""), &["play", "game.game", "nim(2)"]);
    command.stdin(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut seen = Vec::new();
    // Nothing is typed: the prompt has to come by itself.
    while !seen.ends_with(b"\n> ") {
        let mut byte = [0];
        child.stdout.as_mut().unwrap().read_exact(&mut byte).unwrap();
        seen.push(byte[0]);
    }
    drop(child.stdin.take());
    assert_eq!(wait(&mut child), 0);
}

#[test]
fn repetitions_are_told_and_draws_agreed() {
    let run = play(SWING, "swing(a)", &[], "step b\nstep b\nstep b\ndraw\n").status(0).quiet();
    run.out("This position occurred once before.").out("3 times before").out("I agree: the game is drawn.");
    play(NIM, "2*nim(2)", &[], "draw\n").status(0).out("Draw declined.");
    play(NIM, "nim(2)", &[], "draw\n").status(0).out("I agree");
}

#[test]
fn long_lists_are_shown_in_part() {
    let wide = "game leaf(n: nat) { move go when n mod 7 == 0 -> leaf(1) }
                game wide(n: nat) { move pick(k in 0..10000) -> leaf(k) }\n";
    let run = play(wide, "wide(0)", &[], "pick 9998\n").status(0).quiet();
    assert!(run.out.lines().count() < 40 && run.out.contains("… and 9984 more"), "{}", run.out);
    assert!(run.out.contains("You win"), "9998 = 7 * 1428 + 2: {}", run.out);
    let all = play(wide, "wide(0)", &[], "moves\n10000\n").status(0);
    assert!(all.out.contains("\n  10000  pick(k = 9999)") && all.out.contains("You win"));
}

#[test]
fn very_long_games_stay_usable() {
    let one = "game one(n: nat) { move take when n > 0 -> one(n - 1) }\n";
    let run = play(one, "one(2001)", &[], &"1\n".repeat(1001)).status(0).quiet();
    assert_eq!(run.out.matches("I play take").count(), 1000);
    assert!(run.out.contains("You win"), "an odd number of moves");
}

#[test]
fn limits_end_a_question_but_not_the_game() {
    // The reference examines all positions, even if the outcome is clear early.
    let few = &["--limit-positions", "3", "--engine", "reference"];
    let run = play(NIM, "nim(30)", few, "why\nhint\ntake 28\n").status(0).quiet();
    let run = run
        .out("who wins is not known, the position limit was reached")
        .out("begin; whoever cannot move loses (normal play).\nI do not know who wins");
    // A move that ends the game at once is found without knowing who wins.
    run.out("take(k = 30) (number 30) wins at once.").out("I play take(k = 2)").out("I win");
    let run = play(NIM, "nim(9) + nim(8)", few, "hint\nnim(9): take 9\n").status(0).quiet();
    run.out("I do not know who wins: the position limit was reached.").out("I play nim(8): take(k = 8)");
    let run = play(NIM, "nim(9) + nim(8) + nim(7)", few, "nim(9): take 9\n").status(0).quiet();
    run.out("I play nim(7): take(k = 1), which leaves nim(0) + nim(6) + nim(8). I do not know who wins");
}

#[test]
fn what_cannot_be_played_is_told() {
    play(NIM, "mim(3)", &[], "").status(2).err("G203");
    play("game nim(n: nat) { move take -> nim(n - 1) }\n", "nim(2)", &[], "1\n").status(1).err("G401");
    play(NIM, "nim(3)", &["--limit-time", "soon"], "").status(2).err("soon");
    Folder::new().run(&["play", "none.game", "nim(3)"]).status(2).err("none.game");
}

#[test]
fn help_tells_every_option() {
    gspec(&["graph", "--help"]).status(0).out("--format").out("--depth").out("--most").out("mermaid");
    gspec(&["play", "--help"]).status(0).out("--second");
    gspec(&["--help"]).status(0).out("graph").out("play");
}

// The pages.

/// Every command that docs/play.md shows is run, with the lines that it shows as typed, and the game of the tutorial.
#[test]
fn the_transcripts_of_the_pages_are_what_happens() {
    let page = |name: &str| std::fs::read_to_string(root().join("docs").join(name)).unwrap();
    let (play, tutorial) = (page("play.md"), page("tutorial.md"));
    let typed = tutorial.split("```console typed\n").skip(1);
    let mut shown = 0;
    for block in play.split("```console\n").skip(1).chain(typed) {
        let block = block.split("```").next().unwrap();
        let (command, expected) = block.split_once('\n').unwrap();
        let command = command.strip_prefix("$ gspec ").unwrap();
        let words: Vec<&str> = command
            .split('\'')
            .enumerate()
            .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let typed: String = expected
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|line| format!("{line}\n"))
            .collect();
        let run = finish(program(&root(), &words), typed.as_bytes()).status(0);
        assert_eq!(run.out.trim_end().trim_end_matches("\n>"), expected.trim_end(), "gspec {command}");
        shown += 1;
    }
    assert!(shown >= 4, "{shown}");
}
