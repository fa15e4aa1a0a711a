//! The ways in the alternating trees, through blossoms.

use super::search::{Label, Search};

impl Search<'_> {
    /// The vertices of the alternating path from an even vertex to its root, which begins with its
    /// matched edge.
    ///
    /// A vertex that was even from the start continues with its mate and that one's parent. An odd vertex in
    /// a blossom goes down its own side to the bridge (the way from the near end to its mate, backwards),
    /// across, and on from the far end. Pieces still to be written out wait on a stack.
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

    /// The way from a vertex up to another end, in three pieces.
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

/// A part of a way: the way from a vertex up to an end above it, in this order or the other.
enum Piece {
    Vertex(u32),
    Forward(u32, u32),
    Backward(u32, u32),
}

impl Piece {
    /// This part in the other order.
    fn turned(self) -> Piece {
        match self {
            Piece::Vertex(vertex) => Piece::Vertex(vertex),
            Piece::Forward(vertex, end) => Piece::Backward(vertex, end),
            Piece::Backward(vertex, end) => Piece::Forward(vertex, end),
        }
    }
}
