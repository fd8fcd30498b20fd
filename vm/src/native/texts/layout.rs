//! Texts brought into shape: padded, indented less, broken into lines.

use crate::fault::FaultKind;
use crate::native::{Call, Given};

/// A text that is at least so long, and what is missing of it.
fn pad(call: &mut Call<'_>, is_left: bool) -> Given {
    let (object, text, fill) = (call.text_object(0)?, call.text(0)?, call.text(2)?);
    // SAFETY: [header] `text_object` has found a text.
    let length = unsafe { call.heap.chars(object) };
    let wanted = usize::try_from(call.int(1).max(0)).unwrap_or(usize::MAX);
    let missing = wanted.saturating_sub(length);
    if fill.is_empty() {
        return Err(FaultKind::Message("a text is padded with something: the fill is empty".to_owned()));
    }
    if missing == 0 {
        return call.same(0);
    }
    let fills = missing / fill.chars().count() + 1;
    if fills.saturating_mul(fill.len()) > call.heap.bytes_left() {
        return Err(call.heap.out_of_memory());
    }
    call.written(|_, out| {
        if !is_left {
            out.text.push_str(text);
        }
        out.text.extend(fill.chars().cycle().take(missing));
        if is_left {
            out.text.push_str(text);
        }
        Ok(())
    })
}

pub(in crate::native) fn pad_left(call: &mut Call<'_>) -> Given {
    pad(call, true)
}

pub(in crate::native) fn pad_right(call: &mut Call<'_>) -> Given {
    pad(call, false)
}

/// The white space that all lines begin with is taken away; lines of nothing else are empty.
pub(in crate::native) fn dedent(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    let margin = |line: &'_ str| line.len() - line.trim_start().len();
    let mut common: Option<&str> = None;
    for line in text.split('\n').filter(|it| !it.trim().is_empty()) {
        let own = &line[..margin(line)];
        let shared = common.map_or(own.len(), |it| same_start(it, own));
        common = Some(&own[..shared]);
    }
    let common = common.unwrap_or("");
    call.written(|_, out| {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                out.text.push('\n');
            }
            if !line.trim().is_empty() {
                out.text.push_str(line.strip_prefix(common).unwrap_or(line));
            }
        }
        Ok(())
    })
}

/// How many bytes two texts begin with, both, in whole characters.
fn same_start(left: &str, right: &str) -> usize {
    let pairs = left.chars().zip(right.chars());
    pairs.take_while(|(left, right)| left == right).map(|(it, _)| it.len_utf8()).sum()
}

/// Lines of at most so many characters; line ends that are there stay.
pub(in crate::native) fn wrap(call: &mut Call<'_>) -> Given {
    let (text, width) = (call.text(0)?, call.int(1));
    if width < 1 {
        return Err(FaultKind::Message(format!("a line cannot be {width} characters wide")));
    }
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    call.written(|_, out| {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                out.text.push('\n');
            }
            wrap_line(line, width, &mut out.text);
        }
        Ok(())
    })
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let mut used = 0;
    for word in line.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
}
