//! Assigns nodes to layers, and cuts edges into pieces from one row to the next.

use super::{Item, Link, Rows, Size};

/// The layer of each node. In a graph without cycles, the layer is the length of the longest path
/// to the node. In a graph with cycles, it is the length of the shortest path from the root; if
/// many edges would then stay within a layer, edges are reversed until there are no cycles, and
/// longest paths are used.
pub fn layers(nodes: usize, links: &[Link]) -> Vec<usize> {
    if let Some(layer) = longest(nodes, links) {
        return layer;
    }
    let layer = shortest(nodes, links);
    let level =
        links.iter().filter(|link| link.from != link.to && layer[link.from] == layer[link.to]).count();
    if level * MOST_LEVEL <= links.len() || nodes > MOST_TURNED {
        return layer;
    }
    let place = sequence(nodes, links);
    let turned = links.iter().map(|link| match place[link.from] <= place[link.to] {
        true => *link,
        false => Link { from: link.to, to: link.from, ..*link },
    });
    longest(nodes, &turned.collect::<Vec<_>>()).unwrap_or(layer)
}

/// In graphs with more nodes than this, no edges are reversed, because choosing them would take long.
const MOST_TURNED: usize = 1_000;
/// One edge in this many may stay within a layer; if more would stay, edges are reversed.
const MOST_LEVEL: usize = 6;

/// The index of each node in a sequence with few backward edges (Eades, Lin, Smyth 1993). The root
/// is first. Then, among the nodes without an index: one without successors gets the last free
/// index; if there is none, the node with the most successors minus predecessors gets the first
/// free index.
fn sequence(nodes: usize, links: &[Link]) -> Vec<usize> {
    let mut place = vec![None; nodes];
    let (mut first, mut last) = (0, nodes);
    while first < last {
        let open = |node: usize| place[node].is_none();
        let (mut out, mut into) = (vec![0i64; nodes], vec![0i64; nodes]);
        for link in links.iter().filter(|it| it.from != it.to && open(it.from) && open(it.to)) {
            out[link.from] += 1;
            into[link.to] += 1;
        }
        let left = || (0..nodes).filter(|node| open(*node));
        let stuck = left().find(|node| first > 0 && out[*node] == 0);
        let most = left().rev().max_by_key(|node| (first == 0 && *node == 0, out[*node] - into[*node]));
        if let Some(node) = stuck {
            last -= 1;
            place[node] = Some(last);
        } else if let Some(node) = most {
            place[node] = Some(first);
            first += 1;
        }
    }
    place.into_iter().map(|it| it.unwrap_or(0)).collect()
}

/// The length of the longest path to each node; `None` if there is a cycle. Loops are ignored.
fn longest(nodes: usize, links: &[Link]) -> Option<Vec<usize>> {
    let mut open = vec![0usize; nodes];
    let mut out = vec![Vec::new(); nodes];
    for link in links.iter().filter(|link| link.from != link.to) {
        open[link.to] += 1;
        out[link.from].push(link.to);
    }
    let mut layer = vec![0; nodes];
    let mut ready: Vec<usize> = (0..nodes).filter(|node| open[*node] == 0).collect();
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        for to in &out[node] {
            layer[*to] = layer[*to].max(layer[node] + 1);
            open[*to] -= 1;
            if open[*to] == 0 {
                ready.push(*to);
            }
        }
    }
    (done == nodes).then_some(layer)
}

/// The length of the shortest path from the root to each node; 0 for nodes that the root
/// does not reach.
fn shortest(nodes: usize, links: &[Link]) -> Vec<usize> {
    let mut layer = vec![usize::MAX; nodes];
    let mut out = vec![Vec::new(); nodes];
    links.iter().for_each(|link| out[link.from].push(link.to));
    let mut reached = vec![0];
    if let Some(first) = layer.first_mut() {
        *first = 0;
    }
    let mut at = 0;
    while let Some(node) = reached.get(at).copied() {
        for to in out[node].iter().copied() {
            if layer[to] == usize::MAX {
                layer[to] = layer[node] + 1;
                reached.push(to);
            }
        }
        at += 1;
    }
    layer.iter().map(|it| if *it == usize::MAX { 0 } else { *it }).collect()
}

/// If all edges together pass more layers than this, long edges get no bends and are drawn beside
/// the nodes.
const MOST_BENDS: usize = 8_000;
/// The width of a bend without a label.
const BEND: f64 = 6.0;
/// The width of a loop beside its node.
pub const LOOP: f64 = 26.0;

/// Cuts edges into pieces from one row to the next. If edges have labels, the nodes are in the even
/// rows and the labels in the odd ones.
pub fn rows(sizes: &[Size], links: &[Link], layer: &[usize]) -> Rows {
    let labelled = links.iter().any(|link| link.label.is_some());
    let step = if labelled { 2 } else { 1 };
    let mut rows = Rows { chains: vec![Vec::new(); links.len()], ..Rows::default() };
    rows.labels = vec![None; links.len()];
    let mut beside = vec![0.0f64; sizes.len()];
    for link in links.iter().filter(|link| link.from == link.to) {
        beside[link.from] = beside[link.from].max(LOOP + link.label.unwrap_or(0.0));
    }
    for (node, size) in sizes.iter().enumerate() {
        let width = size.width + 2.0 * beside[node];
        rows.items.push(Item { row: layer[node] * step, width, node: Some(node) });
    }
    // The total label width in each row so far, so that labels go where there is space.
    let mut written = vec![0.0; (layer.iter().max().map_or(0, |last| last + 2)) * step];
    let span = |at: &usize| layer[links[*at].from].abs_diff(layer[links[*at].to]);
    let mut shorter_first: Vec<usize> = (0..links.len()).collect();
    shorter_first.sort_by_key(span);
    let bends: usize = shorter_first.iter().map(span).sum();
    for at in shorter_first {
        if bends > MOST_BENDS && span(&at) > 1 {
            continue;
        }
        bend(&mut rows, at, &links[at], labelled, &mut written);
    }
    connect(&mut rows, links);
    rows
}

/// Adds the chain of an edge: an item in each row that it passes. The label is put into the row
/// whose labels are the narrowest so far. `written` holds their total width by row.
fn bend(rows: &mut Rows, at: usize, link: &Link, labelled: bool, written: &mut [f64]) {
    let (from, to) = (rows.items[link.from].row, rows.items[link.to].row);
    if link.from == link.to || (from == to && !labelled) {
        return;
    }
    let (upper, lower) = if from <= to { (link.from, link.to) } else { (link.to, link.from) };
    let first = rows.items[upper].row + 1;
    // An edge within a row passes through the row of labels below it.
    let last = rows.items[lower].row.max(first + usize::from(from == to));
    let label_row =
        (first..last).filter(|row| row % 2 == 1).min_by(|a, b| written[*a].total_cmp(&written[*b]));
    let label = link.label.filter(|_| labelled).zip(label_row);
    let mut chain = vec![upper];
    for row in first..last {
        let width = label.filter(|(_, its_row)| *its_row == row).map(|(width, _)| width);
        if width.is_some() {
            rows.labels[at] = Some(rows.items.len());
        }
        chain.push(rows.items.len());
        rows.items.push(Item { row, width: width.unwrap_or(BEND), node: None });
    }
    if let Some((width, row)) = label {
        written[row] += width;
    }
    chain.push(lower);
    rows.chains[at] = chain;
}

/// Records which items are joined, and puts the items into their rows, in the order of their
/// numbers.
fn connect(rows: &mut Rows, links: &[Link]) {
    rows.above = vec![Vec::new(); rows.items.len()];
    rows.below = vec![Vec::new(); rows.items.len()];
    for chain in rows.chains.iter().take(links.len()) {
        for pair in chain.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let (upper, lower) = if rows.items[a].row < rows.items[b].row { (a, b) } else { (b, a) };
            rows.below[upper].push(lower);
            rows.above[lower].push(upper);
        }
    }
    let last = rows.items.iter().map(|item| item.row).max().unwrap_or(0);
    rows.rows = vec![Vec::new(); last + 1];
    for (at, item) in rows.items.iter().enumerate() {
        rows.rows[item.row].push(at);
    }
}
