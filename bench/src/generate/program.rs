//! Programs made of the sections in `templates/`, each with names, numbers and words of its own.
//!
//! A template is an ordinary program in which a few words stand for something else ([`MARKS`]). Every section declares
//! `score_thing(n)`, and calls that of sections before it: first of the one directly before, so that all are called.

use super::dice::{Dice, WORDS};

/// A Concerto program of at least `lines` lines; it ends with the section that reaches them.
pub(crate) fn concerto(lines: usize) -> String {
    let mut written = 0;
    let mut counted = 0;
    write(&CONCERTO, |text| {
        counted += text[written..].matches('\n').count();
        written = text.len();
        counted >= lines
    })
}

/// A Rust program of at least `bytes` bytes; it ends with the section that reaches them.
pub(crate) fn rust(bytes: usize) -> String {
    write(&RUST, |text| text.len() >= bytes)
}

struct Templates {
    head: &'static str,
    sections: &'static [&'static str],
    tail: &'static str,
}

macro_rules! templates {
    ($extension:literal) => {
        Templates {
            head: include_str!(concat!("../../templates/head.", $extension)),
            sections: &[
                include_str!(concat!("../../templates/order.", $extension)),
                include_str!(concat!("../../templates/shapes.", $extension)),
                include_str!(concat!("../../templates/scanner.", $extension)),
                include_str!(concat!("../../templates/agents.", $extension)),
                include_str!(concat!("../../templates/tables.", $extension)),
                include_str!(concat!("../../templates/machine.", $extension)),
                include_str!(concat!("../../templates/reports.", $extension)),
                include_str!(concat!("../../templates/tests.", $extension)),
            ],
            tail: include_str!(concat!("../../templates/tail.", $extension)),
        }
    };
}

const CONCERTO: Templates = templates!("conc");
const RUST: Templates = templates!("rs");

/// What a piece of a template becomes.
#[derive(Clone, Copy)]
enum Piece {
    /// Itself.
    Text(&'static str),
    /// The name of the section: `Invoice17`.
    Type,
    /// `invoice17`
    Value,
    /// `INVOICE17`
    Constant,
    /// The `score_…` of a section before this one.
    Earlier,
    /// A number from 1 to 999.
    Number,
    /// A word.
    Word,
}

const MARKS: &[(&str, Piece)] = &[
    ("Thing", Piece::Type),
    ("thing", Piece::Value),
    ("THING", Piece::Constant),
    ("earlier", Piece::Earlier),
    ("777", Piece::Number),
    ("lorem", Piece::Word),
];

const NOUNS: &[&str] = &[
    "Invoice", "Parcel", "Ticket", "Account", "Sensor", "Meeting", "Recipe", "Vehicle", "Contract", "Player",
    "Document", "Channel", "Region", "Survey", "Booking", "Product", "Shift", "Route",
];

fn write(templates: &Templates, is_enough: impl FnMut(&str) -> bool) -> String {
    let sections: Vec<Vec<Piece>> = templates.sections.iter().map(|it| pieces(it)).collect();
    let mut writer = Writer {
        out: templates.head.to_owned(),
        dice: Dice::new(),
        names: vec!["first".to_owned()],
        calls_last: false,
    };
    writer.sections(&sections, is_enough);
    writer.section(&pieces(templates.tail));
    writer.out
}

fn pieces(template: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = template;
    while let Some((at, mark, piece)) = next_mark(rest) {
        pieces.push(Piece::Text(&rest[..at]));
        pieces.push(piece);
        rest = &rest[at + mark.len()..];
    }
    pieces.push(Piece::Text(rest));
    pieces
}

fn next_mark(text: &str) -> Option<(usize, &'static str, Piece)> {
    let found = MARKS.iter().filter_map(|(mark, piece)| Some((text.find(mark)?, *mark, *piece)));
    found.min_by_key(|(at, ..)| *at)
}

struct Writer {
    out: String,
    dice: Dice,
    /// The sections so far, in lower case; the last is the one that is being written.
    names: Vec<String>,
    /// Whether the section at hand has called the one before it.
    calls_last: bool,
}

impl Writer {
    fn sections(&mut self, sections: &[Vec<Piece>], mut is_enough: impl FnMut(&str) -> bool) {
        while !is_enough(&self.out) {
            let section = self.dice.below(sections.len());
            self.section(&sections[section]);
        }
    }

    fn section(&mut self, pieces: &[Piece]) {
        let name = format!("{}{}", self.dice.pick(NOUNS), self.names.len());
        self.names.push(name.to_lowercase());
        self.calls_last = false;
        self.out.push('\n');
        for piece in pieces {
            self.piece(*piece, &name);
        }
    }

    fn piece(&mut self, piece: Piece, name: &str) {
        match piece {
            Piece::Text(text) => self.out.push_str(text),
            Piece::Type => self.out.push_str(name),
            Piece::Value => self.out.push_str(&name.to_lowercase()),
            Piece::Constant => self.out.push_str(&name.to_uppercase()),
            Piece::Earlier => self.earlier(),
            Piece::Number => self.out.push_str(&(self.dice.below(999) + 1).to_string()),
            Piece::Word => self.out.push_str(self.dice.pick(WORDS)),
        }
    }

    fn earlier(&mut self) {
        let before = self.names.len() - 1;
        let section = if self.calls_last { self.dice.below(before) } else { before - 1 };
        self.calls_last = true;
        self.out.push_str("score_");
        self.out.push_str(&self.names[section]);
    }
}
