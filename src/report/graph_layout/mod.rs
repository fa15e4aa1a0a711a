//! The layout of a graph: layers from top to bottom, an order in each that crosses few edges, places that
//! keep edges straight, and curves. Everything is deterministic.

mod layers;
mod order;
mod place;
mod route;

/// The size of a node.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// How wide.
    pub width: f64,
    /// How high.
    pub height: f64,
    /// How much room is kept free below it.
    pub below: f64,
}

/// An edge, and how wide its label is, if labels are to be placed.
#[derive(Debug, Clone, Copy)]
pub struct Link {
    /// The node it leaves.
    pub from: usize,
    /// The node it leads to.
    pub to: usize,
    /// The width of its label.
    pub label: Option<f64>,
}

/// A point of the picture; y grows downwards.
pub type Point = (f64, f64);

/// How an edge is drawn.
#[derive(Debug, Clone, Default)]
pub struct Route {
    /// A path in the language of SVG.
    pub path: String,
    /// The point of its arrow.
    pub tip: Point,
    /// The direction that the arrow points in: -1, 0 or 1 along each axis.
    pub heading: Point,
    /// How far it reaches to the right and down, if that is beyond the nodes it joins.
    pub reach: Point,
    /// The middle of its label.
    pub label: Option<Point>,
}

/// A picture.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// The middles of the nodes.
    pub nodes: Vec<Point>,
    /// The edges.
    pub routes: Vec<Route>,
    /// How wide everything is.
    pub width: f64,
    /// How high everything is.
    pub height: f64,
}

/// How high a label is.
pub const LABEL_HEIGHT: f64 = 15.0;

/// Something that takes room in a row: a node, or a place where an edge passes.
#[derive(Debug, Clone)]
struct Item {
    /// The row it stands in.
    row: usize,
    width: f64,
    /// The node, unless it is a bend of an edge.
    node: Option<usize>,
}

/// The graph with its edges cut into pieces that lead from one row to the next.
#[derive(Debug, Clone, Default)]
struct Rows {
    /// The nodes first, under their own numbers, then the bends.
    items: Vec<Item>,
    /// For each edge the items it passes, from its upper end to its lower one. Empty for loops, for
    /// edges within a row that have no bend, and for long edges where there are too many.
    chains: Vec<Vec<usize>>,
    /// For each edge the item that holds its label.
    labels: Vec<Option<usize>>,
    /// The items of each row from left to right.
    rows: Vec<Vec<usize>>,
    /// For each item its neighbours in the row above.
    above: Vec<Vec<usize>>,
    /// For each item its neighbours in the row below.
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
