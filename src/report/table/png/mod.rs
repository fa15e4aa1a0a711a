//! A picture as pixels: the SVG picture drawn, with fonts of its own, so that it looks the same everywhere.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The letters of pictures.
const FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/DejaVuSans.ttf"), include_bytes!("fonts/DejaVuSans-Bold.ttf")];

/// How many pixels a unit of the picture has, where the picture is not too large for that.
const SCALE: f32 = 2.0;

/// The most pixels of a picture.
const MOST_PIXELS: f32 = 64e6;

/// The bytes of a PNG file that shows an SVG picture; or why there is none.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options { font_family: "DejaVu Sans".to_string(), ..Options::default() };
    let fonts = options.fontdb_mut();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree =
        Tree::from_str(svg, &options).map_err(|error| format!("the picture cannot be drawn: {error}"))?;
    let size = tree.size();
    let scale = SCALE.min((MOST_PIXELS / (size.width() * size.height())).sqrt());
    let too_large = || "the picture is too large for pixels; use `--format svg`".to_string();
    if scale < 1.0 {
        return Err(too_large());
    }
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| format!("the picture cannot be written: {error}"))
}
