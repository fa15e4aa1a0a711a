//! Tokens on a directed graph without cycles (T10): the value of a set of tokens is the nim-sum of
//! the values of their vertices, regardless of whether two tokens that meet stay or vanish.
//!
//! With cycles this is false. With the edges 1→3, 2→3, 3→2 and tokens on 1 and 2 the player to move
//! loses if tokens vanish; if they stay it is a draw.

/// The value of a token on each vertex; `None` if there is a cycle. `out` has for each vertex the
/// targets of its edges.
pub fn values(out: &[&[u32]]) -> Option<Vec<u64>> {
    let mut left: Vec<usize> = out.iter().map(|to| to.len()).collect();
    let mut back = vec![Vec::new(); out.len()];
    for (from, to) in out.iter().enumerate() {
        to.iter().for_each(|to| back[*to as usize].push(from));
    }
    let mut ready: Vec<usize> = (0..out.len()).filter(|vertex| left[*vertex] == 0).collect();
    let (mut values, mut done) = (vec![0; out.len()], 0);
    let mut seen_by = Vec::new();
    while let Some(vertex) = ready.pop() {
        done += 1;
        // No value exceeds the number of options.
        seen_by.clear();
        seen_by.resize(out[vertex].len() + 1, false);
        for to in out[vertex] {
            let value: u64 = values[*to as usize];
            if let Some(seen) = seen_by.get_mut(value as usize) {
                *seen = true;
            }
        }
        values[vertex] = seen_by.iter().position(|seen| !seen)? as u64;
        for before in &back[vertex] {
            left[*before] -= 1;
            if left[*before] == 0 {
                ready.push(*before);
            }
        }
    }
    (done == out.len()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn tokens_on_an_acyclic_graph() {
        // By hand: 3 is an end; 2 leads to 3; 1 to 2 and 3; 0 to 1 and 3.
        assert_eq!(values(&[&[1, 3], &[2, 3], &[3], &[]]), Some(vec![1, 2, 1, 0]));
        assert_eq!(values(&[]), Some(vec![]));
    }

    #[test]
    fn cycles_are_refused() {
        assert_eq!(values(&[&[1], &[2], &[1]]), None);
        assert_eq!(values(&[&[0]]), None);
    }
}
