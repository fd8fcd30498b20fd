//! Texts for patterns: a regular expression in, a short text that it should match out. Only what is simple is understood;
//! whoever asks checks the text.

/// How often something is repeated.
const REPEATS_MAX: usize = 1_000;

/// How deeply groups are followed.
const DEPTH_MAX: usize = 16;

/// How long a text is made.
const LENGTH_MAX: usize = 10_000;

/// A text for a pattern. What may be repeated is there as often as it has to be, and `repeats` times where it may.
pub(super) fn sample(pattern: &str, repeats: usize) -> Option<String> {
    let mut reader = Reader { chars: pattern.chars().collect(), at: 0, repeats: repeats.min(REPEATS_MAX) };
    let text = reader.branches(0)?;
    (reader.at == reader.chars.len()).then_some(text)
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    repeats: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let it = self.peek()?;
        self.at += 1;
        Some(it)
    }

    fn skip(&mut self, expected: char) -> bool {
        let is_there = self.peek() == Some(expected);
        self.at += usize::from(is_there);
        is_there
    }

    /// The first of several branches; the others are read and dropped.
    fn branches(&mut self, depth: usize) -> Option<String> {
        let first = self.sequence(depth)?;
        while self.skip('|') {
            self.sequence(depth)?;
        }
        Some(first)
    }

    fn sequence(&mut self, depth: usize) -> Option<String> {
        let mut text = String::new();
        while let Some(it) = self.peek().filter(|it| !matches!(it, '|' | ')')) {
            if matches!(it, '^' | '$') {
                self.at += 1;
                continue;
            }
            let atom = self.atom(depth)?;
            let times = self.times()?;
            if text.len() + atom.len() * times > LENGTH_MAX {
                return None;
            }
            text.push_str(&atom.repeat(times));
        }
        Some(text)
    }

    fn atom(&mut self, depth: usize) -> Option<String> {
        match self.next()? {
            '(' if depth < DEPTH_MAX => self.group(depth),
            '(' | '*' | '+' | '?' => None,
            '[' => self.class(),
            '\\' => self.escape().map(|it| it.map(String::from).unwrap_or_default()),
            '.' => Some("a".to_owned()),
            it => Some(it.to_string()),
        }
    }

    fn group(&mut self, depth: usize) -> Option<String> {
        if self.skip('?') {
            match self.next()? {
                ':' => {}
                'P' | '<' => while self.next()? != '>' {},
                _ => return None,
            }
        }
        let text = self.branches(depth + 1)?;
        self.skip(')').then_some(text)
    }

    /// The character that an escape stands for; nothing for `\b`, which stands for none.
    fn escape(&mut self) -> Option<Option<char>> {
        Some(match self.next()? {
            'b' | 'A' | 'z' => None,
            'd' => Some('0'),
            'w' => Some('a'),
            's' => Some(' '),
            'D' | 'S' => Some('a'),
            'W' => Some('-'),
            't' => Some('\t'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            it if it.is_alphanumeric() => return None,
            it => Some(it),
        })
    }

    fn class(&mut self) -> Option<String> {
        let is_negated = self.skip('^');
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            let first = match self.next()? {
                ']' if !ranges.is_empty() => break,
                '\\' => self.escape()??,
                it => it,
            };
            let is_range = self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|it| *it != ']');
            self.at += usize::from(is_range);
            ranges.push((first, if is_range { self.next()? } else { first }));
        }
        let has = |it: char| ranges.iter().any(|range| (range.0..=range.1).contains(&it));
        if is_negated {
            return "aA0-_ .~".chars().find(|it| !has(*it)).map(String::from);
        }
        ranges.first().map(|it| it.0.to_string())
    }

    /// How often what stands before is there.
    fn times(&mut self) -> Option<usize> {
        let (least, most) = match self.peek() {
            Some('?') => (0, 1),
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('{') => return self.counted(),
            _ => return Some(1),
        };
        self.at += 1;
        self.skip('?');
        Some(self.repeats.clamp(least, most))
    }

    fn counted(&mut self) -> Option<usize> {
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.next()? {
                '}' => break,
                it => text.push(it),
            }
        }
        self.skip('?');
        let (least, most) = text.split_once(',').unwrap_or((&text, &text));
        let least: usize = least.trim().parse().ok()?;
        let most = if most.trim().is_empty() { usize::MAX } else { most.trim().parse().ok()? };
        (least <= most && least <= REPEATS_MAX).then(|| self.repeats.clamp(least, most))
    }
}
