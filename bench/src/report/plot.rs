//! Horizontal bars as SVG, on a logarithmic scale: to the right of 1 is slower than Concerto, to the left faster. Its greys can be read
//! on a light page and on a dark one, and the ground is left as it is.

use super::page::{Bar, shown};

const ROW_PX: f64 = 26.0;
const TOP_PX: f64 = 30.0;
const LABELS_PX: f64 = 190.0;
const BARS_PX: f64 = 420.0;
/// For the number after the longest bar.
const REST_PX: f64 = 70.0;

const GREY: &str = "#6e7781";
const OURS: &str = "#8957e5";

pub(super) fn svg(bars: &[Bar]) -> String {
    let scale = Scale::of(bars);
    let (width, height) = (LABELS_PX + BARS_PX + REST_PX, TOP_PX + ROW_PX * (bars.len() + 1) as f64 + 8.0);
    let one = scale.at(1.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"{GREY}\">\n"
    );
    out.push_str(&format!(
        "<text x=\"{one:.1}\" y=\"16\" text-anchor=\"middle\" font-size=\"12\">faster ← Concerto → slower</text>\n"
    ));
    out.push_str(&row(0, "Concerto", 1.0, &scale, OURS));
    for (index, bar) in bars.iter().enumerate() {
        out.push_str(&row(index + 1, &bar.name, bar.times, &scale, GREY));
    }
    out.push_str(&format!(
        "<line x1=\"{one:.1}\" y1=\"{TOP_PX}\" x2=\"{one:.1}\" y2=\"{:.0}\" stroke=\"{OURS}\" stroke-width=\"2\"/>\n",
        height - 8.0
    ));
    out + "</svg>\n"
}

fn row(index: usize, name: &str, times: f64, scale: &Scale, colour: &str) -> String {
    let top = TOP_PX + ROW_PX * index as f64;
    let (one, end) = (scale.at(1.0), scale.at(times));
    let text = top + 17.0;
    format!(
        "<text x=\"{:.0}\" y=\"{text:.0}\" text-anchor=\"end\">{}</text>\n\
         <rect x=\"{:.1}\" y=\"{:.0}\" width=\"{:.1}\" height=\"16\" fill=\"{colour}\" fill-opacity=\"0.7\"/>\n\
         <text x=\"{:.1}\" y=\"{text:.0}\" font-weight=\"bold\">{}</text>\n",
        LABELS_PX - 10.0,
        escaped(name),
        one.min(end),
        top + 4.0,
        (end - one).abs(),
        one.max(end) + 6.0,
        shown(times),
    )
}

/// Where a multiple stands.
struct Scale {
    least: f64,
    most: f64,
}

impl Scale {
    /// At least from a half to twice as long, so that small differences look small.
    fn of(bars: &[Bar]) -> Self {
        let least = bars.iter().fold(0.5_f64, |least, it| least.min(it.times));
        let most = bars.iter().fold(2.0_f64, |most, it| most.max(it.times));
        Self { least: least.ln(), most: most.ln() }
    }

    fn at(&self, times: f64) -> f64 {
        LABELS_PX + BARS_PX * (times.ln() - self.least) / (self.most - self.least)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
