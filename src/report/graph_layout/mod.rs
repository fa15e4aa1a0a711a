//! Computes the layout of a graph for a picture: layers from top to bottom, an order in each layer
//! in which few edges cross, coordinates that keep edges straight, and curves. Lengths are in SVG
//! units. Equal graphs always get equal layouts.

mod layers;
mod order;
mod place;
mod route;

/// The size of a node.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The free space that is kept below the node.
    pub below: f64,
}

/// An edge, with the width of its label if labels are placed.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// The node that the edge leaves.
    pub from: usize,
    /// The node that the edge leads to.
    pub to: usize,
    /// The width of the edge's label; `None` if labels are not placed.
    pub label: Option<f64>,
}

/// A point of the picture; y grows downwards.
pub type Point = (f64, f64);

/// How an edge is drawn.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// A path in the language of SVG.
    pub path: String,
    /// The point of the arrow.
    pub tip: Point,
    /// The direction of the arrow: -1, 0 or 1 along each axis.
    pub heading: Point,
    /// The greatest x coordinate and the greatest y coordinate of a curve that leaves the space of
    /// the nodes and bends; 0 where the curve does not leave it.
    pub reach: Point,
    /// The middle of the edge's label, if labels are placed.
    pub label: Option<Point>,
}

/// A graph with its layout.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// The middle of each node.
    pub nodes: Vec<Point>,
    /// How each edge is drawn, in the order of the edges.
    pub routes: Vec<Route>,
    /// The total width.
    pub width: f64,
    /// The total height.
    pub height: f64,
}

/// The height of a label.
pub const LABEL_HEIGHT: f64 = 15.0;

/// An item that takes space in a row: a node, or a bend, where an edge passes the row.
#[derive(Debug, Clone)]
struct Item {
    row: usize,
    /// The width that the item needs; for a node with loops, with space for the loops on both sides.
    width: f64,
    /// The index of the node; `None` for a bend of an edge.
    node: Option<usize>,
}

/// The graph with its edges cut into pieces that lead from one row to the next.
#[derive(Debug, Clone, Default)]
struct Rows {
    /// The nodes, with their own numbers as indices, then the bends.
    items: Vec<Item>,
    /// For each edge, the items that it passes, from its upper end to its lower end. Empty for
    /// loops, for edges within a row that have no bend, and for long edges in graphs with too many
    /// bends.
    chains: Vec<Vec<usize>>,
    /// For each edge, the item that holds its label; `None` if no item does.
    labels: Vec<Option<usize>>,
    /// The items of each row from left to right.
    rows: Vec<Vec<usize>>,
    /// For each item, its neighbours in the row above.
    above: Vec<Vec<usize>>,
    /// For each item, its neighbours in the row below.
    below: Vec<Vec<usize>>,
}

/// Lays out a graph whose first node is the root.
pub fn lay_out(sizes: &[Size], links: &[Link]) -> Picture {
    let layer = layers::layers(sizes.len(), links);
    let mut rows = layers::rows(sizes, links, &layer);
    order::order(&mut rows);
    let x = place::horizontally(&rows);
    let y = place::vertically(&rows, sizes, links.iter().any(|link| link.label.is_some()));
    route::picture(&rows, sizes, links, &x, &y)
}
