//! Reads a stream of any length line by line. A line that lies within one buffer is not copied.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The longest line that is read, in bytes. A longer line is skipped, because its numbers would
/// take some twenty times as many bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// How many bytes are read at a time.
const BUFFER: usize = 1 << 18;

/// One line without its line feed.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// The bytes of the line.
    Whole(&'a [u8]),
    /// The line is longer than [`MOST_BYTES`], and was skipped.
    TooLong,
}

/// The lines of a stream.
pub struct Lines<R> {
    reader: BufReader<R>,
    /// The bytes of a line that spans several buffers.
    pieces: Vec<u8>,
    /// How many bytes of the buffer belong to the line that was returned last, with its end.
    taken: usize,
    /// The length of the next line, if its end is known to be in the buffer.
    length: Option<usize>,
}

impl<R: Read> Lines<R> {
    /// Reads the lines of a stream.
    pub fn new(input: R) -> Lines<R> {
        Lines { reader: BufReader::with_capacity(BUFFER, input), pieces: Vec::new(), taken: 0, length: None }
    }

    /// Whether the end of the next line has not arrived yet, so that reading it may take long.
    pub fn must_wait(&mut self) -> bool {
        self.length = line_feed(&self.reader.buffer()[self.taken..]);
        self.length.is_none()
    }

    /// Returns the next line; `None` at the end of the stream.
    pub fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let start = self.taken;
        if let Some(length) = self.length.take() {
            self.reader.consume(start);
            self.taken = length + 1;
            return Ok(Some(Line::Whole(&self.reader.buffer()[..length])));
        }
        self.reader.consume(std::mem::take(&mut self.taken));
        self.pieces.clear();
        let (mut begun, mut long) = (false, false);
        loop {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() && !begun {
                return Ok(None);
            }
            let end = line_feed(buffer);
            let last = end.is_some() || buffer.is_empty();
            let (piece, used) = match end {
                Some(end) => (end, end + 1),
                None => (buffer.len(), buffer.len()),
            };
            if !begun && last {
                self.taken = used;
                return Ok(Some(Line::Whole(&self.reader.buffer()[..piece])));
            }
            begun = true;
            long |= self.pieces.len() + piece > MOST_BYTES;
            if !long {
                self.pieces.extend_from_slice(&buffer[..piece]);
            }
            self.reader.consume(used);
            if last {
                return Ok(Some(if long { Line::TooLong } else { Line::Whole(&self.pieces) }));
            }
        }
    }
}

/// The offset of the first line feed.
fn line_feed(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Lines::new(input);
        let mut all = Vec::new();
        while let Some(Line::Whole(line)) = lines.next().unwrap() {
            all.push(line.to_vec());
        }
        all
    }

    #[test]
    fn lines_are_cut_at_line_feeds() {
        assert_eq!(lines(b""), Vec::<Vec<u8>>::new());
        assert_eq!(lines(b"\n"), [b""]);
        assert_eq!(lines(b"a\nbc\n"), [&b"a"[..], b"bc"]);
        assert_eq!(lines(b"a\n\nb"), [&b"a"[..], b"", b"b"]);
    }

    #[test]
    fn a_line_may_be_longer_than_the_buffer() {
        let mut input = vec![b'7'; 3 * BUFFER + 5];
        input.push(b'\n');
        input.extend_from_slice(b"8\n");
        let found = lines(&input);
        assert_eq!((found[0].len(), &found[1][..], found.len()), (3 * BUFFER + 5, &b"8"[..], 2));
    }

    #[test]
    fn a_line_without_end_is_not_held() {
        let endless = io::repeat(b'1').take(MOST_BYTES as u64 + 10);
        let mut lines = Lines::new(endless.chain(&b"\n5\n"[..]));
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().unwrap(), Some(Line::Whole(b"5")));
        assert_eq!(lines.next().unwrap(), None);
    }
}
