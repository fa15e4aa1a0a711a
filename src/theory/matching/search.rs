//! Searches for augmenting paths: grows the alternating trees of one phase.

use super::{Graph, Matching, NONE};
use crate::pace::{self, Pace, Stopped};

/// How a vertex was first reached in this phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// In no tree.
    Unseen,
    /// Reached first by a path that ends with a matched edge.
    Even,
    /// Reached first by a path that ends with an unmatched edge; the vertex is also even once it has a bridge.
    Odd,
}

/// The alternating trees of one phase.
pub(super) struct Search<'g> {
    graph: &'g Graph,
    pub(super) mate: Vec<u32>,
    /// The vertex that is ignored; `NONE` if there is none.
    removed: u32,
    pub(super) label: Vec<Label>,
    /// For an odd vertex, the even vertex from which it was reached.
    pub(super) parent: Vec<u32>,
    /// For an odd vertex in a blossom, the edge that closed the blossom: first the end on the
    /// vertex's own side.
    pub(super) bridge: Vec<(u32, u32)>,
    /// The disjoint-set forest whose roots are the bases of the blossoms.
    base: Vec<u32>,
    /// The root of the tree of a vertex.
    pub(super) tree: Vec<u32>,
    /// Whether the tree of this root has been augmented in this phase.
    spent: Vec<bool>,
    /// By base, the value of `now` when `common_base` last visited it.
    stamp: Vec<u32>,
    now: u32,
    /// Even vertices whose edges are to be followed. The edges of those before index `scanned` were
    /// followed.
    queue: Vec<u32>,
    scanned: usize,
}

impl<'g> Search<'g> {
    pub(super) fn new(graph: &'g Graph, mate: Vec<u32>, removed: u32) -> Search<'g> {
        let vertices = graph.vertices();
        Search {
            graph,
            mate,
            removed,
            label: vec![Label::Unseen; vertices],
            parent: vec![NONE; vertices],
            bridge: vec![(NONE, NONE); vertices],
            base: (0..vertices as u32).collect(),
            tree: vec![NONE; vertices],
            spent: vec![false; vertices],
            stamp: vec![0; vertices],
            now: 0,
            queue: Vec::new(),
            scanned: 0,
        }
    }

    pub(super) fn finish(mut self, pace: Pace<'_>) -> Result<Matching, Stopped> {
        while self.phase(pace)? {}
        let even = (0..self.mate.len() as u32).map(|vertex| self.is_even(vertex)).collect();
        Ok(Matching { mate: self.mate, even })
    }

    /// Grows trees from all unmatched vertices. Returns whether the matching was augmented.
    fn phase(&mut self, pace: Pace<'_>) -> Result<bool, Stopped> {
        self.plant();
        let mut augmented = false;
        while let Some(vertex) = self.queue.get(self.scanned).copied() {
            self.scanned += 1;
            pace::every(pace, self.scanned as u64, 1 << 12)?;
            augmented |= self.scan(vertex);
        }
        Ok(augmented)
    }

    /// Begins a phase: makes each unmatched vertex the root of a tree.
    fn plant(&mut self) {
        self.queue.clear();
        self.scanned = 0;
        for vertex in 0..self.mate.len() {
            self.label[vertex] = Label::Unseen;
            self.bridge[vertex] = (NONE, NONE);
            self.base[vertex] = vertex as u32;
            self.spent[vertex] = false;
            if self.mate[vertex] == NONE && vertex as u32 != self.removed {
                self.make_even(vertex as u32, vertex as u32);
            }
        }
    }

    fn make_even(&mut self, vertex: u32, tree: u32) {
        self.label[vertex as usize] = Label::Even;
        self.tree[vertex as usize] = tree;
        self.queue.push(vertex);
    }

    fn is_even(&self, vertex: u32) -> bool {
        self.label[vertex as usize] == Label::Even || self.bridge[vertex as usize].0 != NONE
    }

    /// Follows the edges of an even vertex. Returns whether its tree was augmented.
    fn scan(&mut self, vertex: u32) -> bool {
        let graph = self.graph;
        let tree = self.tree[vertex as usize];
        if self.spent[tree as usize] {
            return false;
        }
        let removed = self.removed;
        for other in graph.neighbours(vertex as usize).iter().copied().filter(|other| *other != removed) {
            if self.label[other as usize] == Label::Unseen {
                // All unmatched vertices are roots, so `other` has a mate.
                self.label[other as usize] = Label::Odd;
                self.parent[other as usize] = vertex;
                self.tree[other as usize] = tree;
                self.make_even(self.mate[other as usize], tree);
            } else if self.is_even(other) && !self.spent[self.tree[other as usize] as usize] {
                if self.tree[other as usize] != tree {
                    self.augment(vertex, other);
                    return true;
                }
                self.contract(vertex, other);
            }
        }
        false
    }

    /// The base of the blossom that contains a vertex. Shortens the path to that base.
    fn base(&mut self, vertex: u32) -> u32 {
        let mut vertex = vertex;
        while self.base[vertex as usize] != vertex {
            let above = self.base[self.base[vertex as usize] as usize];
            self.base[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    /// The next base on the path from `base` to its root; `NONE` if `base` is the root's own.
    fn next_base(&mut self, base: u32) -> u32 {
        match self.mate[base as usize] {
            NONE => NONE,
            odd => self.base(self.parent[odd as usize]),
        }
    }

    /// Contracts the odd cycle that the edge between `a` and `b` closes in a tree to a blossom.
    fn contract(&mut self, a: u32, b: u32) {
        let (base_a, base_b) = (self.base(a), self.base(b));
        if base_a == base_b {
            return;
        }
        let top = self.common_base(base_a, base_b);
        self.contract_side(a, b, top);
        self.contract_side(b, a, top);
    }

    /// The first base that the paths from both bases to their root share. The two paths are
    /// followed in alternating steps, so that the work is proportional to what is then contracted.
    fn common_base(&mut self, a: u32, b: u32) -> u32 {
        self.now += 1;
        let (mut here, mut there) = (a, b);
        loop {
            if here != NONE {
                if self.stamp[here as usize] == self.now {
                    return here;
                }
                self.stamp[here as usize] = self.now;
                here = self.next_base(here);
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Adds the path from `near` up to `top` to the blossom of `top`; its odd vertices become even.
    fn contract_side(&mut self, near: u32, far: u32, top: u32) {
        let mut base = self.base(near);
        while base != top {
            let odd = self.mate[base as usize];
            self.bridge[odd as usize] = (near, far);
            self.queue.push(odd);
            self.base[base as usize] = top;
            self.base[odd as usize] = top;
            base = self.base(self.parent[odd as usize]);
        }
    }

    /// Exchanges matched and unmatched edges on the path root … a, b … root of two trees.
    fn augment(&mut self, a: u32, b: u32) {
        self.spent[self.tree[a as usize] as usize] = true;
        self.spent[self.tree[b as usize] as usize] = true;
        let ways = [self.way_to_root(a), self.way_to_root(b)];
        for way in ways {
            for pair in way[1..].chunks_exact(2) {
                self.mate[pair[0] as usize] = pair[1];
                self.mate[pair[1] as usize] = pair[0];
            }
        }
        self.mate[a as usize] = b;
        self.mate[b as usize] = a;
    }
}
