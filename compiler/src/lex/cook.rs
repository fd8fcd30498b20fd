//! What the text of a string token stands for: escapes replaced, indentation of multi-line strings removed.

/// The character of an escape such as `\n` or `\u{1F600}`; nothing where there is no such escape.
pub fn escape(text: &str) -> Option<char> {
    match text.strip_prefix('\\')? {
        "n" => Some('\n'),
        "r" => Some('\r'),
        "t" => Some('\t'),
        "0" => Some('\0'),
        "\\" => Some('\\'),
        "\"" => Some('"'),
        "$" => Some('$'),
        rest => {
            let digits = rest.strip_prefix("u{")?.strip_suffix('}')?;
            let is_hex = (1..=6).contains(&digits.len()) && digits.bytes().all(|it| it.is_ascii_hexdigit());
            char::from_u32(u32::from_str_radix(digits, 16).ok()?).filter(|_| is_hex)
        }
    }
}

/// Text with its escapes replaced. An unknown one, reported already, stays as it is.
pub fn unescape(text: &str) -> String {
    let mut cooked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        cooked.push_str(&rest[..at]);
        let length = escape_length(&rest[at..]);
        let source = &rest[at..at + length];
        match escape(source) {
            Some(it) => cooked.push(it),
            None => cooked.push_str(source),
        }
        rest = &rest[at + length..];
    }
    cooked + rest
}

fn escape_length(text: &str) -> usize {
    let braced = text.starts_with("\\u{").then(|| text.find('}')).flatten();
    let plain = || text.chars().take(2).map(char::len_utf8).sum();
    braced.map_or_else(plain, |at| at + 1)
}

/// The text of a raw string token: what stands between its quotes.
pub fn raw(token: &str) -> &str {
    let inner = token.trim_start_matches('r').trim_start_matches('#');
    let hashes = token.len() - 1 - inner.len();
    let inner = inner.strip_prefix('"').unwrap_or(inner);
    let closing = 1 + hashes;
    inner.get(..inner.len().saturating_sub(closing)).filter(|_| inner.ends_with(&"#".repeat(hashes))).unwrap_or(inner)
}

/// The text of a one-line string token, quotes included in `token`, as far as they are there.
pub fn line(token: &str) -> String {
    unescape(between(token, "\""))
}

fn between<'a>(token: &'a str, quotes: &str) -> &'a str {
    let inner = token.strip_prefix(quotes).unwrap_or(token);
    inner.strip_suffix(quotes).unwrap_or(inner)
}

/// The text of a multi-line string token without interpolation.
pub fn block(token: &str) -> String {
    dedent(&[between(token, "\"\"\"")]).pop().unwrap_or_default()
}

/// The texts of a multi-line string between its interpolations, cooked: the first newline, a last line of blanks and
/// the indentation that all lines share are removed, then escapes are replaced. Indentation is that of the source
/// text: an interpolation counts as something that is not blank.
pub fn dedent(parts: &[&str]) -> Vec<String> {
    let indent = indentation(parts);
    let count = parts.len();
    let mut cooked = Vec::with_capacity(count);
    for (index, part) in parts.iter().enumerate() {
        let mut text = *part;
        let mut at_line_start = false;
        if index == 0 {
            let stripped = text.strip_prefix("\r\n").or(text.strip_prefix('\n'));
            at_line_start = stripped.is_some();
            text = stripped.unwrap_or(text);
        }
        if index + 1 == count {
            text = without_blank_end(text, at_line_start);
        }
        cooked.push(unescape(&without_indent(text, indent, at_line_start)));
    }
    cooked
}

/// The least indentation of all lines that hold anything, and of the last one, which holds the closing quotes.
fn indentation(parts: &[&str]) -> usize {
    let mut least = usize::MAX;
    for part in parts {
        let lines: Vec<&str> = part.split('\n').collect();
        let last_line = lines.len().saturating_sub(1);
        for (number, line) in lines.iter().enumerate().skip(1) {
            let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
            let is_blank = line.trim_end_matches('\r').len() == blanks;
            // Blanks before an interpolation or before the closing quotes are an indentation all the same.
            if !is_blank || number == last_line {
                least = least.min(blanks);
            }
        }
    }
    if least == usize::MAX { 0 } else { least }
}

fn without_blank_end(text: &str, whole_line: bool) -> &str {
    let end = text.trim_end_matches([' ', '\t']);
    match end.strip_suffix('\n') {
        Some(before) => before.strip_suffix('\r').unwrap_or(before),
        None if end.is_empty() && whole_line => "",
        None => text,
    }
}

fn without_indent(text: &str, indent: usize, at_line_start: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split('\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        if number > 0 {
            out.push('\n');
        }
        // Line ends in the source are one character in the text, however the file writes them.
        let line = if lines.peek().is_some() { line.strip_suffix('\r').unwrap_or(line) } else { line };
        let removed = if number > 0 || at_line_start { indent } else { 0 };
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        out.push_str(&line[removed.min(blanks)..]);
    }
    out
}
