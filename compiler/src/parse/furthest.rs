//! What was expected where parsing got furthest: the one thing worth saying when it fails.

use crate::diagnostic::Diagnostic;
use crate::lex::{Kind, KindSet};

/// The furthest position at which a token was not what was expected, and what was expected there.
#[derive(Default)]
pub(super) struct Furthest {
    at: usize,
    kinds: KindSet,
    /// A message that fits better than "expected this, found that".
    better: Option<Box<Diagnostic>>,
    /// Up to where something was reported already.
    reported: Option<usize>,
}

/// Kinds that go by one name in a message, the wider set first.
pub(super) const GROUPS: &[(&str, KindSet)] = &[
    ("an expression", EXPRESSION),
    ("a pattern", PATTERN),
    ("a type", TYPE),
    ("a declaration", ITEM),
    ("a name", NAME),
    ("an operator", OPERATOR),
];

/// What an expression starts with.
pub(super) const EXPRESSION: KindSet = KindSet::of(&[
    Kind::Int,
    Kind::Float,
    Kind::Duration,
    Kind::Str,
    Kind::TextStr,
    Kind::RawStr,
    Kind::StrOpen,
    Kind::TextOpen,
    Kind::True,
    Kind::False,
    Kind::Ident,
    Kind::SelfValue,
    Kind::SelfType,
    Kind::Super,
    Kind::ParenOpen,
    Kind::SquareOpen,
    Kind::BraceOpen,
    Kind::Not,
    Kind::Sub,
    Kind::Bar,
    Kind::Or,
    Kind::If,
    Kind::Match,
    Kind::Loop,
    Kind::While,
    Kind::For,
    Kind::Break,
    Kind::Continue,
    Kind::Return,
    Kind::Await,
    Kind::Spawn,
    Kind::Label,
    Kind::Range,
    Kind::RangeEq,
]);

/// What a pattern starts with.
pub(super) const PATTERN: KindSet = KindSet::of(&[
    Kind::Underscore,
    Kind::Int,
    Kind::Float,
    Kind::Duration,
    Kind::Str,
    Kind::TextStr,
    Kind::RawStr,
    Kind::True,
    Kind::False,
    Kind::Sub,
    Kind::Ident,
    Kind::ParenOpen,
    Kind::SquareOpen,
    Kind::Range,
]);

/// What a type starts with.
pub(super) const TYPE: KindSet = KindSet::of(&[Kind::Ident, Kind::SelfType, Kind::Str, Kind::ParenOpen, Kind::Fn]);

/// What a declaration starts with.
pub(super) const ITEM: KindSet = KindSet::of(&[
    Kind::Fn,
    Kind::Struct,
    Kind::Enum,
    Kind::Trait,
    Kind::Impl,
    Kind::Use,
    Kind::Mod,
    Kind::Const,
    Kind::Tool,
    Kind::Agent,
    Kind::Schema,
]);

/// A name; contextual keywords are not listed, although they are names too.
pub(super) const NAME: KindSet = KindSet::of(&[Kind::Ident]);

/// What continues an expression.
pub(super) const OPERATOR: KindSet = KindSet::of(&[
    Kind::Add,
    Kind::Sub,
    Kind::Mul,
    Kind::Div,
    Kind::Rem,
    Kind::Eq,
    Kind::NotEq,
    Kind::Less,
    Kind::LessEq,
    Kind::Greater,
    Kind::GreaterEq,
    Kind::And,
    Kind::Or,
    Kind::Coalesce,
    Kind::Pipe,
    Kind::As,
    Kind::Range,
    Kind::RangeEq,
    Kind::Dot,
    Kind::Question,
    Kind::ParenOpen,
    Kind::SquareOpen,
    Kind::Assign,
    Kind::AddAssign,
    Kind::SubAssign,
    Kind::MulAssign,
    Kind::DivAssign,
    Kind::RemAssign,
]);

impl Furthest {
    /// Notes that `kind` would have been right at the token `at`.
    #[inline]
    pub(super) fn expected(&mut self, at: usize, kind: Kind) {
        self.expected_any(at, KindSet::of(&[kind]));
    }

    /// Notes that any of `kinds` would have been right at the token `at`.
    #[inline]
    pub(super) fn expected_any(&mut self, at: usize, kinds: KindSet) {
        if at > self.at {
            self.at = at;
            self.kinds = kinds;
            self.better = None;
        } else if at == self.at {
            self.kinds = self.kinds.and(kinds);
        }
    }

    /// Notes a message for a failure at the token `at`.
    pub(super) fn because(&mut self, at: usize, diagnostic: Diagnostic) {
        self.expected_any(at, KindSet::EMPTY);
        if at == self.at && self.better.is_none() {
            self.better = Some(Box::new(diagnostic));
        }
    }

    /// Where parsing got furthest, but not before `start`.
    pub(super) fn position(&self, start: usize) -> usize {
        self.at.max(start)
    }

    /// Whether something was said about the token `at` or one after it.
    pub(super) fn was_reported(&self, at: usize) -> bool {
        self.reported.is_some_and(|last| at <= last)
    }

    /// What to say about a failure, if nothing was said about this place yet.
    pub(super) fn take(&mut self, start: usize) -> Option<(usize, KindSet, Option<Box<Diagnostic>>)> {
        let at = self.position(start);
        if self.was_reported(at) {
            return None;
        }
        self.reported = Some(at);
        let kinds = if at == self.at { self.kinds } else { KindSet::EMPTY };
        let better = if at == self.at { self.better.take() } else { None };
        Some((at, kinds, better))
    }
}

/// The names of what was expected, groups first, each once.
pub(super) fn describe(kinds: KindSet) -> Vec<String> {
    let mut left = kinds;
    let mut words = Vec::new();
    for (word, group) in GROUPS {
        if left.covers(*group) {
            words.push((*word).to_owned());
            left = left.without(*group);
            // What the group starts with is understood, even where a part of it was asked for once more.
            if *word == "an expression" {
                left = left.without(NAME);
            }
        }
    }
    words.extend(left.iter().map(Kind::describe));
    words.dedup();
    words
}
