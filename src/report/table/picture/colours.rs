//! The colours of values: a perceptually even scale that is legible for colour-blind people and in
//! grey.

/// The role of a shape, for programs that read the text of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// No special role.
    Plain,
    /// A lost position.
    Lost,
    /// The frame of a heat map, which has other colours for dark viewers than for light ones.
    Frame,
}

/// Twenty steps of the colour scale viridis, from dark to light, by S. van der Walt and N. Smith
/// (public domain).
const STEPS: [[u8; 3]; 20] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x15, 0x67],
    [0x48, 0x26, 0x77],
    [0x45, 0x37, 0x81],
    [0x40, 0x47, 0x88],
    [0x39, 0x56, 0x8c],
    [0x33, 0x63, 0x8d],
    [0x2d, 0x70, 0x8e],
    [0x28, 0x7d, 0x8e],
    [0x23, 0x8a, 0x8d],
    [0x1f, 0x96, 0x8b],
    [0x20, 0xa3, 0x87],
    [0x29, 0xaf, 0x7f],
    [0x3c, 0xbb, 0x75],
    [0x55, 0xc6, 0x67],
    [0x73, 0xd0, 0x55],
    [0x95, 0xd8, 0x40],
    [0xb8, 0xde, 0x29],
    [0xdc, 0xe3, 0x19],
    [0xfd, 0xe7, 0x25],
];

/// A colour: red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// The colour as SVG writes it, such as `#1b1b1b`.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Black or white, whichever is legible on this colour.
    pub fn ink(self) -> Colour {
        let [red, green, blue] = self.0.map(u32::from);
        if red * 299 + green * 587 + blue * 114 > 140_000 { BLACK } else { WHITE }
    }

    /// The role of cells of this colour.
    pub fn role(self) -> Role {
        if self == LOST { Role::Lost } else { Role::Plain }
    }
}

/// The colour at a fraction of the scale, from 0 to 1.
pub fn scale(part: f64) -> Colour {
    let place = part.clamp(0.0, 1.0) * (STEPS.len() - 1) as f64;
    let below = (place.floor() as usize).min(STEPS.len() - 2);
    let share = place - below as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    let (low, high) = (STEPS[below], STEPS[below + 1]);
    Colour([mix(low[0], high[0]), mix(low[1], high[1]), mix(low[2], high[2])])
}

/// The most steps between the colours of 0 and of the greatest value. Finer steps would be invisible
/// and make files larger.
const MOST_COLOURS: f64 = 96.0;

/// The colour of a value between 0 and the greatest.
pub fn of_value(value: f64, greatest: f64) -> Colour {
    let steps = greatest.min(MOST_COLOURS);
    scale((value / greatest * steps).round() / steps)
}

/// Nearly black: letters, and borders of lost positions.
pub const BLACK: Colour = Colour([0x1b, 0x1b, 0x1b]);
/// White: letters on dark colours, and lost positions.
const WHITE: Colour = Colour([0xff, 0xff, 0xff]);
/// The colour of positions that the player to move loses: no step of the scale is as light.
pub const LOST: Colour = WHITE;
/// The colour of positions without a value.
pub const NOTHING: Colour = Colour([0x9a, 0x9a, 0x9a]);
/// The colour of positions that the player to move wins, if only outcomes are drawn.
pub const WON: Colour = Colour([0x33, 0x63, 0x8d]);
/// The colour of draws.
pub const DRAWN: Colour = Colour([0xf0, 0xb4, 0x2c]);
