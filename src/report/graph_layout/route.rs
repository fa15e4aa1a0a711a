//! Draws edges as curves. A curve that passes rows is vertical where it leaves and reaches a node.
//! Each end of an edge has its own port, a point on the border of the node.

use super::layers::LOOP;
use super::{Link, Picture, Point, Route, Rows, Size};
use std::fmt::Write;

/// How far before the point of its arrow a curve ends; the head of the arrow covers this gap.
const ARROW: f64 = 7.0;
/// The greatest distance between two adjacent ports.
const PORT_GAP: f64 = 11.0;

/// Assembles the picture. `x` holds the middle of each item, `y` the upper and lower edge of each
/// row.
pub fn picture(rows: &Rows, sizes: &[Size], links: &[Link], x: &[f64], y: &[(f64, f64)]) -> Picture {
    let middle = |item: usize| {
        let (top, bottom) = y[rows.items[item].row];
        (x[item], (top + bottom) / 2.0)
    };
    let router = Router { rows, sizes, x, y };
    let nodes: Vec<Point> = (0..sizes.len()).map(middle).collect();
    let ports = router.ports(links);
    let mut routes = Vec::with_capacity(links.len());
    for (at, link) in links.iter().enumerate() {
        let mut route = if link.from == link.to {
            round(nodes[link.from], sizes[link.from], link)
        } else if rows.chains[at].is_empty() && rows.items[link.from].row != rows.items[link.to].row {
            beside(nodes[link.from], nodes[link.to], sizes[link.from], sizes[link.to])
        } else if rows.chains[at].is_empty() {
            arc(nodes[link.from], nodes[link.to], sizes[link.from], sizes[link.to])
        } else {
            router.along(at, link, ports[at])
        };
        route.label = rows.labels[at].map(middle).or(route.label);
        routes.push(route);
    }
    let right = |item: usize| x[item] + rows.items[item].width / 2.0;
    let bows = routes.iter().map(|route| route.reach.0);
    let width = (0..rows.items.len()).map(right).chain(bows).fold(0.0, f64::max);
    let lowest = |node: usize| y[rows.items[node].row].1 + sizes[node].below;
    let arcs = routes.iter().map(|route| route.reach.1);
    let height = (0..sizes.len()).map(lowest).chain(arcs).fold(y.last().map_or(0.0, |row| row.1), f64::max);
    Picture { nodes, routes, width, height }
}

/// Draws the edges that have a chain of items.
struct Router<'l> {
    rows: &'l Rows,
    sizes: &'l [Size],
    x: &'l [f64],
    y: &'l [(f64, f64)],
}

impl Router<'_> {
    /// The x coordinates of the ports of each edge, at its upper and at its lower node. The edges
    /// on one side of a node are ordered by the next item on their way, so that they do not cross
    /// at the node.
    fn ports(&self, links: &[Link]) -> Vec<(f64, f64)> {
        let mut ports = vec![(0.0, 0.0); links.len()];
        // For each node, the edges above and below: the x coordinate of the next item, the index of
        // the edge, and whether this is its upper end.
        let mut sides: Vec<[Vec<(f64, usize, bool)>; 2]> = vec![Default::default(); self.sizes.len()];
        for at in (0..links.len()).filter(|at| !self.rows.chains[*at].is_empty()) {
            let chain = &self.rows.chains[at];
            let (upper, lower) = (chain[0], chain[chain.len() - 1]);
            sides[upper][1].push((self.x[chain[1]], at, true));
            let before = chain[chain.len() - 2];
            let from_below = self.rows.items[before].row > self.rows.items[lower].row;
            sides[lower][usize::from(from_below)].push((self.x[before], at, false));
        }
        for (node, side) in sides.iter_mut().enumerate() {
            for ends in side {
                ends.sort_by(|a, b| a.0.total_cmp(&b.0));
                let gaps = ends.len().saturating_sub(1).max(1) as f64;
                let gap = (self.sizes[node].width * 0.72 / gaps).min(PORT_GAP);
                for (place, (_, at, upper)) in ends.iter().enumerate() {
                    let port = self.x[node] + gap * (place as f64 - (ends.len() - 1) as f64 / 2.0);
                    if *upper { ports[*at].0 = port } else { ports[*at].1 = port }
                }
            }
        }
        ports
    }

    /// The y coordinate of the middle of an item.
    fn middle(&self, item: usize) -> f64 {
        let (top, bottom) = self.y[self.rows.items[item].row];
        (top + bottom) / 2.0
    }

    /// Draws an edge along its chain.
    fn along(&self, at: usize, link: &Link, (upper_port, lower_port): (f64, f64)) -> Route {
        let chain = &self.rows.chains[at];
        let (upper, lower) = (chain[0], chain[chain.len() - 1]);
        let half = |node: usize| self.sizes[node].height / 2.0;
        let level = self.rows.items[upper].row == self.rows.items[lower].row;
        let mut points = vec![(upper_port, self.middle(upper) + half(upper))];
        for item in &chain[1..chain.len() - 1] {
            // Past the nodes of a row, the edge is vertical.
            let (top, bottom) = self.y[self.rows.items[*item].row];
            points.push((self.x[*item], top));
            points.push((self.x[*item], bottom));
        }
        let side = if level { half(lower) } else { -half(lower) };
        points.push((lower_port, self.middle(lower) + side));
        if link.from == lower && !level {
            points.reverse();
        }
        if level {
            return hanging(&points);
        }
        let down = if points[0].1 <= points[points.len() - 1].1 { 1.0 } else { -1.0 };
        finish(&points, down)
    }
}

/// Draws a curve that is vertical at each point. `down` is 1 if the edge leads downwards, -1 if
/// upwards.
fn finish(points: &[Point], down: f64) -> Route {
    let mut points = points.to_vec();
    let last = points.len() - 1;
    let tip = points[last];
    points[last].1 -= down * ARROW;
    let mut path = format!("M{:.1} {:.1}", points[0].0, points[0].1);
    for pair in points.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.0 - b.0).abs() < 0.05 {
            let _ = write!(path, "L{:.1} {:.1}", b.0, b.1);
        } else {
            let half = (a.1 + b.1) / 2.0;
            let _ = write!(path, "C{:.1} {half:.1} {:.1} {half:.1} {:.1} {:.1}", a.0, b.0, b.0, b.1);
        }
    }
    Route { path, tip, heading: (0.0, down), label: None, reach: (0.0, 0.0) }
}

/// Draws an edge within a row that has a bend below the row: down, across, and up again.
fn hanging(points: &[Point]) -> Route {
    let (a, b) = (points[0], points[points.len() - 1]);
    let low = points.iter().map(|point| point.1).fold(a.1, f64::max);
    let across = points[1..points.len() - 1].first().map_or((a.0 + b.0) / 2.0, |point| point.0);
    let end = (b.0, b.1 + ARROW);
    let mut path = format!("M{:.1} {:.1}", a.0, a.1);
    let _ = write!(path, "C{:.1} {low:.1} {:.1} {low:.1} {across:.1} {low:.1}", a.0, a.0);
    let _ = write!(path, "C{:.1} {low:.1} {:.1} {low:.1} {:.1} {:.1}", b.0, b.0, end.0, end.1);
    Route { path, tip: b, heading: (0.0, -1.0), label: None, reach: (0.0, 0.0) }
}

/// Draws an edge within a row that has no bend, as an arc below the nodes.
fn arc(a: Point, b: Point, from: Size, to: Size) -> Route {
    let side = if a.0 < b.0 { 1.0 } else { -1.0 };
    let a = (a.0 + side * from.width * 0.3, a.1 + from.height / 2.0);
    let b = (b.0 - side * to.width * 0.2, b.1 + to.height / 2.0);
    let deep = 16.0 + ((a.0 - b.0).abs() * 0.12).min(30.0);
    let (low, end) = (a.1.max(b.1) + deep, b.1 + ARROW);
    let path = format!("M{:.1} {:.1}C{:.1} {low:.1} {:.1} {low:.1} {:.1} {end:.1}", a.0, a.1, a.0, b.0, b.0);
    Route { path, tip: b, heading: (0.0, -1.0), label: None, reach: (0.0, low) }
}

/// Draws a long edge without bends, as a bow to the right of the nodes between.
fn beside(a: Point, b: Point, from: Size, to: Size) -> Route {
    let (a, tip) = ((a.0 + from.width / 2.0, a.1 + 4.0), (b.0 + to.width / 2.0, b.1 - 4.0));
    let end = (tip.0 + ARROW, tip.1);
    let out = a.0.max(end.0) + 20.0 + (a.1 - end.1).abs() * 0.35;
    let path =
        format!("M{:.1} {:.1}C{out:.1} {:.1} {out:.1} {:.1} {:.1} {:.1}", a.0, a.1, a.1, end.1, end.0, end.1);
    // A cubic curve reaches three quarters of the way to its control points.
    let right = a.0.max(end.0) * 0.25 + out * 0.75;
    Route { path, tip, heading: (-1.0, 0.0), label: None, reach: (right, 0.0) }
}

/// Draws a loop, an edge from a node to itself, to the right of the node.
fn round(middle: Point, size: Size, link: &Link) -> Route {
    let right = middle.0 + size.width / 2.0;
    let (x, y, out) = (right, middle.1, right + LOOP);
    let end = x + ARROW;
    let path = format!(
        "M{x:.1} {:.1}C{out:.1} {:.1} {out:.1} {:.1} {end:.1} {:.1}",
        y - 8.0,
        y - 18.0,
        y + 22.0,
        y + 7.0
    );
    let label = link.label.map(|width| (right + LOOP * 0.8 + width / 2.0, y));
    Route { path, tip: (x, y + 7.0), heading: (-1.0, 0.0), label, reach: (0.0, 0.0) }
}
