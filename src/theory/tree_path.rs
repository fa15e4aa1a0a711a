//! Blackening paths in a tree (T87; SPOJ COT3): choose a white vertex v; all vertices from the root to v
//! become black. Who cannot choose loses.
//!
//! Let S(u) be the value of the subtree of u and X(u) the nim-sum of S over the children of u.
//! Choosing v in the subtree leaves the value f(u, v) = X(u) for v = u, and f(u, v) = f(c, v) ⊕
//! S(c) ⊕ X(u) for v below the child c: what hangs off the path falls apart. S(u) is the mex of all
//! f(u, v) with v white, and v wins ⇔ f(root, v) = 0.
//!
//! The values f(u, ·) are kept as a binary tree of their digits, highest first. To step from c to u all
//! are changed by the same number, which is noted at the top and handed down later; the sets of the
//! children are merged, each step of a merge removing one node; the least missing number is found by
//! counting. Everything together is O(n log n), for trees of any shape.
//!
//! Trap: the path becomes black; turning the colours over is another game.

/// The solution of the game on one or several rooted trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePath {
    /// The value of all trees together.
    pub value: u64,
    /// The value of each vertex with all that is below it.
    pub subtree_values: Vec<u64>,
    /// The white vertices that win when chosen, ascending.
    pub winning: Vec<usize>,
}

/// Solves the game for the tree (or trees) in which each vertex has the given parent, `None` for a root.
/// `None` when a parent is not a vertex, there is a cycle, the lists differ in length, or there are 2³⁰ or
/// more vertices.
pub fn solve(parents: &[Option<usize>], white: &[bool]) -> Option<TreePath> {
    if parents.len() != white.len() || parents.len() >= 1 << 30 {
        return None;
    }
    let order = leaves_first(parents)?;
    let count = parents.len();
    let mut sets = Sets::new(count);
    let (mut values, mut children, mut root) = (vec![0u64; count], vec![0u64; count], vec![EMPTY; count]);
    let mut total = 0;
    for vertex in order.iter().copied() {
        // By now the set holds f(c, v) ⊕ S(c) for all children c.
        let mut set = root[vertex];
        sets.change(set, children[vertex]);
        if white[vertex] {
            set = sets.insert(set, children[vertex]);
        }
        values[vertex] = sets.least_missing(set);
        match parents[vertex] {
            Some(parent) => {
                sets.change(set, values[vertex]);
                children[parent] ^= values[vertex];
                root[parent] = sets.merge(root[parent], set);
            }
            None => {
                total ^= values[vertex];
                sets.discard(set);
            }
        }
    }
    let winning = winning(parents, white, &order, &values, &children, total);
    Some(TreePath { value: total, subtree_values: values, winning })
}

/// An upper bound for the number of bytes that [`solve`] needs for a tree with this many vertices.
pub fn bytes_needed(vertices: usize) -> u128 {
    let digits = u128::from(usize::BITS - vertices.leading_zeros()) + 1;
    vertices as u128 * (digits * 16 + 64)
}

/// The winning choices, ascending, found from the roots down: choosing v leaves X(v) below v and,
/// outside of the subtree of v, the nim-sum of all that the path does not touch.
fn winning(
    parents: &[Option<usize>],
    white: &[bool],
    order: &[usize],
    values: &[u64],
    children: &[u64],
    total: u64,
) -> Vec<usize> {
    let mut outside = vec![0; parents.len()];
    for vertex in order.iter().rev().copied() {
        outside[vertex] = match parents[vertex] {
            Some(parent) => outside[parent] ^ children[parent] ^ values[vertex],
            None => total ^ values[vertex],
        };
    }
    (0..parents.len()).filter(|vertex| white[*vertex] && outside[*vertex] ^ children[*vertex] == 0).collect()
}

/// The vertices, each after all its descendants; `None` for a cycle or a parent out of range.
fn leaves_first(parents: &[Option<usize>]) -> Option<Vec<usize>> {
    let mut open = vec![0usize; parents.len()];
    for parent in parents.iter().flatten() {
        *open.get_mut(*parent)? += 1;
    }
    let mut order: Vec<usize> = (0..parents.len()).filter(|vertex| open[*vertex] == 0).collect();
    let mut next = 0;
    while let Some(vertex) = order.get(next).copied() {
        next += 1;
        if let Some(parent) = parents[vertex] {
            open[parent] -= 1;
            if open[parent] == 0 {
                order.push(parent);
            }
        }
    }
    (order.len() == parents.len()).then_some(order)
}

/// The empty set, which is node 0.
const EMPTY: u32 = 0;

/// Sets of numbers of a fixed number of digits, as binary trees over shared storage.
struct Sets {
    nodes: Vec<Node>,
    /// Nodes that may be used again.
    free: Vec<u32>,
    digits: u32,
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// The subtrees of the numbers with digit 0 and 1 here; `EMPTY` if there are none.
    sides: [u32; 2],
    /// How many numbers there are below.
    size: u32,
    /// What is still to be nim-added to all numbers below, in the digits after this node's digit;
    /// `sides` has been changed already.
    pending: u32,
}

impl Sets {
    /// Sets whose numbers are at most 2·`most`, as nim-sums of numbers up to `most` are.
    fn new(most: usize) -> Sets {
        Sets { nodes: vec![Node::default()], free: Vec::new(), digits: usize::BITS - most.leading_zeros() }
    }

    /// Changes all numbers of the set to their nim-sum with `by`.
    fn change(&mut self, set: u32, by: u64) {
        // Values are at most the number of vertices, which has `digits` digits.
        self.note(set, self.digits, by as u32);
    }

    /// Notes a change at a node that has `digits` digits below it.
    fn note(&mut self, node: u32, digits: u32, by: u32) {
        if node == EMPTY || digits == 0 {
            return;
        }
        let node = &mut self.nodes[node as usize];
        node.pending ^= by;
        if by >> (digits - 1) & 1 == 1 {
            node.sides.swap(0, 1);
        }
    }

    /// Passes on the pending changes of a node that has `digits` digits below it.
    fn settle(&mut self, node: u32, digits: u32) {
        let by = std::mem::take(&mut self.nodes[node as usize].pending);
        if by != 0 {
            let sides = self.nodes[node as usize].sides;
            for side in sides {
                self.note(side, digits - 1, by);
            }
        }
    }

    fn insert(&mut self, set: u32, number: u64) -> u32 {
        let single = self.single(number as u32);
        self.merge(set, single)
    }

    /// The set of one number.
    fn single(&mut self, number: u32) -> u32 {
        let mut node = self.make(Node { size: 1, ..Node::default() });
        for digit in 0..self.digits {
            let mut sides = [EMPTY; 2];
            sides[(number >> digit & 1) as usize] = node;
            node = self.make(Node { sides, size: 1, pending: 0 });
        }
        node
    }

    fn make(&mut self, node: Node) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// The union of two sets, which are used up.
    fn merge(&mut self, a: u32, b: u32) -> u32 {
        self.merge_below(a, b, self.digits)
    }

    /// The union of two nodes with `digits` digits below them. The recursion is as deep as there are
    /// digits, at most 31.
    fn merge_below(&mut self, a: u32, b: u32, digits: u32) -> u32 {
        if a == EMPTY || b == EMPTY {
            return a.max(b);
        }
        if digits > 0 {
            self.settle(a, digits);
            self.settle(b, digits);
            let (sides_a, sides_b) = (self.nodes[a as usize].sides, self.nodes[b as usize].sides);
            let sides = [0, 1].map(|side| self.merge_below(sides_a[side], sides_b[side], digits - 1));
            let size = sides.iter().map(|side| self.nodes[*side as usize].size).sum();
            self.nodes[a as usize] = Node { sides, size, pending: 0 };
        }
        self.free.push(b);
        a
    }

    /// The least number that is not in the set.
    fn least_missing(&mut self, set: u32) -> u64 {
        let mut node = set;
        let mut number = 0;
        for digits in (0..self.digits).rev() {
            if node == EMPTY {
                break;
            }
            self.settle(node, digits + 1);
            let [low, high] = self.nodes[node as usize].sides;
            if u64::from(self.nodes[low as usize].size) == 1 << digits {
                number |= 1 << digits;
                node = high;
            } else {
                node = low;
            }
        }
        number
    }

    /// Frees all nodes of a set.
    fn discard(&mut self, set: u32) {
        let mut stack = vec![set];
        while let Some(node) = stack.pop() {
            if node != EMPTY {
                stack.extend(self.nodes[node as usize].sides);
                self.free.push(node);
            }
        }
    }
}
