//! Finds alternating paths from even vertices to the roots of their trees, through blossoms.

use super::search::{Label, Search};

impl Search<'_> {
    /// The vertices of the alternating path from an even vertex to its root. The path begins with
    /// the matched edge of that vertex.
    ///
    /// From a vertex labelled even, the path continues with its mate and the mate's parent. From an
    /// odd vertex in a blossom, it goes down the vertex's own side to the bridge (the path from the
    /// bridge's near end to the vertex's mate, backwards), across the bridge, and on from the far
    /// end. Pieces still to be written out wait on a stack.
    pub(super) fn way_to_root(&self, from: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut waiting = vec![Piece::Forward(from, self.tree[from as usize])];
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Vertex(vertex) => way.push(vertex),
                Piece::Forward(vertex, end) | Piece::Backward(vertex, end) if vertex == end => {
                    way.push(vertex)
                }
                // The piece that is put on the stack last comes first.
                Piece::Forward(vertex, end) => waiting.extend(self.pieces(vertex, end).into_iter().rev()),
                Piece::Backward(vertex, end) => {
                    waiting.extend(self.pieces(vertex, end).map(Piece::turned));
                }
            }
        }
        way
    }

    /// The path from a vertex up to `end`, in three pieces.
    fn pieces(&self, vertex: u32, end: u32) -> [Piece; 3] {
        let mate = self.mate[vertex as usize];
        if self.label[vertex as usize] == Label::Even {
            let above = self.parent[mate as usize];
            [Piece::Vertex(vertex), Piece::Vertex(mate), Piece::Forward(above, end)]
        } else {
            let (near, far) = self.bridge[vertex as usize];
            [Piece::Vertex(vertex), Piece::Backward(near, mate), Piece::Forward(far, end)]
        }
    }
}

/// A piece of a path: one vertex, or the path from a vertex up to an end above it, in this order or
/// backwards.
enum Piece {
    Vertex(u32),
    Forward(u32, u32),
    Backward(u32, u32),
}

impl Piece {
    /// This piece in reverse order.
    fn turned(self) -> Piece {
        match self {
            Piece::Vertex(vertex) => Piece::Vertex(vertex),
            Piece::Forward(vertex, end) => Piece::Backward(vertex, end),
            Piece::Backward(vertex, end) => Piece::Forward(vertex, end),
        }
    }
}
