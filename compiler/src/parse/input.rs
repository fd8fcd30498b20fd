//! What every production works with: the input over token kinds, and the tree under construction as its state.

use chumsky::error::{Error, LabelError};
use chumsky::input::{Checkpoint, Cursor, InputRef};
use chumsky::inspector::Inspector;
use chumsky::util::MaybeRef;
use chumsky::{DefaultExpected, Parser, extra};
use rustc_hash::FxHashSet;

use super::furthest::Furthest;
use crate::ast::{
    Ast, Block, BlockId, Entry, Expr, ExprId, Ident, Names, Path, PathId, Pattern, PatternId, Symbol, Type, TypeId,
};
use crate::diagnostic::{Diagnostic, Sink};
use crate::lex::{Kind, Tokens};
use crate::source::{SourceFile, Span};

/// What is parsed: kinds alone. Positions are token numbers; [`Builder`] knows their spans.
pub(super) type Source<'t> = &'t [Kind];

/// Chumsky's settings for this grammar.
pub(super) type Extra<'t> = extra::Full<Failed, Builder<'t>, ()>;

/// The input as a production sees it.
pub(super) type In<'t, 'p> = InputRef<'t, 'p, Source<'t>, Extra<'t>>;

/// A place in the input to go back to.
pub(super) type Mark<'t, 'p> = Checkpoint<'t, 'p, Source<'t>, ()>;

/// What a production gives back.
pub(super) type Parsed<T> = Result<T, Failed>;

/// Any parser of this grammar.
pub(super) trait Rule<'t, T>: Parser<'t, Source<'t>, T, Extra<'t>> + Clone {}

impl<'t, T, P: Parser<'t, Source<'t>, T, Extra<'t>> + Clone> Rule<'t, T> for P {}

/// A production did not match. What it expected is in [`Builder::furthest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed;

impl<'t> Error<'t, Source<'t>> for Failed {}

impl<'t> LabelError<'t, Source<'t>, DefaultExpected<'t, Kind>> for Failed {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Kind>>>(
        _: E,
        _: Option<MaybeRef<'t, Kind>>,
        _: chumsky::span::SimpleSpan<usize>,
    ) -> Self {
        Self
    }
}

/// The tree under construction and everything a production may have to look at.
pub(super) struct Builder<'t> {
    pub(super) file: &'t SourceFile,
    pub(super) tokens: &'t Tokens,
    pub(super) names: &'t mut Names,
    pub(super) ast: Ast,
    pub(super) sink: Sink,
    pub(super) furthest: Furthest,
    /// How many productions that can contain themselves are open.
    pub(super) depth: u32,
    /// Whether this is the head of `if`, `while`, `for` or `match`, where `{` starts the body.
    pub(super) in_head: bool,
    /// The `>=` whose `>` has closed type arguments, so that its `=` is still to come.
    pub(super) split: Option<usize>,
    /// Names in text that was skipped; that they are not declared is no news.
    pub(super) lost: FxHashSet<Symbol>,
}

impl<'t> Inspector<'t, Source<'t>> for Builder<'t> {
    type Checkpoint = ();

    #[inline(always)]
    fn on_token(&mut self, _: &Kind) {}

    #[inline(always)]
    fn on_save<'parse>(&self, _: &Cursor<'t, 'parse, Source<'t>>) {}

    #[inline(always)]
    fn on_rewind<'parse>(&mut self, _: &Checkpoint<'t, 'parse, Source<'t>, ()>) {}
}

impl<'t> Builder<'t> {
    pub(super) fn new(file: &'t SourceFile, tokens: &'t Tokens, names: &'t mut Names, ast: Ast) -> Self {
        Self {
            file,
            tokens,
            names,
            ast,
            sink: Sink::default(),
            furthest: Furthest::default(),
            depth: 0,
            in_head: false,
            split: None,
            lost: FxHashSet::default(),
        }
    }

    pub(super) fn finish(mut self, entries: Vec<Entry>) -> (Ast, Vec<Diagnostic>) {
        self.ast.entries.extend(entries);
        self.ast.lost.extend(self.lost);
        (self.ast, self.sink.into_found())
    }

    /// The text of the token at `index`.
    pub(super) fn text(&self, index: usize) -> &'t str {
        self.file.slice(self.tokens.span(index))
    }

    /// The kind of the token at `index`, which may lie after the end.
    pub(super) fn kind(&self, index: usize) -> Kind {
        self.tokens.kinds.get(index).copied().unwrap_or(Kind::End)
    }

    /// The span of the tokens `from..to`.
    pub(super) fn span(&self, from: usize, to: usize) -> Span {
        let first = self.tokens.span(from);
        if to <= from {
            return Span::new(first.start, first.start);
        }
        Span::new(first.start, self.tokens.span(to - 1).end.max(first.start))
    }

    /// The token at `index` as a name.
    pub(super) fn ident(&mut self, index: usize) -> Ident {
        let name = self.names.intern(self.text(index));
        Ident { name, span: self.tokens.span(index) }
    }

    /// Whether the token at `index` is the first on its line.
    pub(super) fn starts_line(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return true };
        let gap = Span::new(self.tokens.span(before).end, self.tokens.span(index).start);
        gap.start <= gap.end && self.file.slice(gap).contains('\n')
    }

    /// Whether the token at `index` was made up or reported by the lexer: nothing more is said about it.
    pub(super) fn is_reported(&self, index: usize) -> bool {
        self.kind(index) == Kind::Error || self.is_made_up(index)
    }

    /// Whether the token at `index` stands nowhere in the file.
    pub(super) fn is_made_up(&self, index: usize) -> bool {
        let span = self.tokens.span(index);
        span.start == span.end && self.kind(index) != Kind::End
    }
}

/// The input's position and the builder's functions, in short.
pub(super) trait InputExt<'t> {
    /// The number of the next token.
    fn at(&self) -> usize;
    /// The next token's kind.
    fn kind(&mut self) -> Kind;
    /// The kind of the token `n` after the next.
    fn nth(&mut self, n: usize) -> Kind;
    /// The span of everything since the token `start`.
    fn span_of(&mut self, start: usize) -> Span;
    /// Takes the next token as a name.
    fn take_ident(&mut self) -> Ident;
    /// Whether the next token is `kind`, which is then taken; noted as expected where it is not.
    fn eat(&mut self, kind: Kind) -> bool;
    /// Adds an expression that started at the token `start`.
    fn add(&mut self, expr: Expr, start: usize) -> ExprId;
    /// Adds a pattern that started at the token `start`.
    fn add_pattern(&mut self, pattern: Pattern, start: usize) -> PatternId;
    /// Adds a type that started at the token `start`.
    fn add_type(&mut self, kind: Type, start: usize) -> TypeId;
    /// Adds a block.
    fn add_block(&mut self, block: Block) -> BlockId;
    /// Adds a path.
    fn add_path(&mut self, path: Path) -> PathId;
    /// Reports something.
    fn report(&mut self, diagnostic: Diagnostic);
}

impl<'t> InputExt<'t> for In<'t, '_> {
    #[inline]
    fn at(&self) -> usize {
        *self.cursor().inner()
    }

    #[inline]
    fn kind(&mut self) -> Kind {
        self.peek().unwrap_or(Kind::End)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Kind {
        let at = self.at() + n;
        self.state().kind(at)
    }

    #[inline]
    fn span_of(&mut self, start: usize) -> Span {
        let end = self.at();
        self.state().span(start, end)
    }

    fn take_ident(&mut self) -> Ident {
        let at = self.at();
        self.skip();
        self.state().ident(at)
    }

    #[inline]
    fn eat(&mut self, kind: Kind) -> bool {
        if self.kind() == kind {
            self.skip();
            return true;
        }
        let at = self.at();
        self.state().furthest.expected(at, kind);
        false
    }

    #[inline]
    fn add(&mut self, expr: Expr, start: usize) -> ExprId {
        let span = self.span_of(start);
        self.state().ast.add_expr(expr, span)
    }

    fn add_pattern(&mut self, pattern: Pattern, start: usize) -> PatternId {
        let span = self.span_of(start);
        self.state().ast.add_pattern(pattern, span)
    }

    fn add_type(&mut self, kind: Type, start: usize) -> TypeId {
        let span = self.span_of(start);
        self.state().ast.add_type(kind, span)
    }

    fn add_block(&mut self, block: Block) -> BlockId {
        self.state().ast.add_block(block)
    }

    fn add_path(&mut self, path: Path) -> PathId {
        self.state().ast.add_path(path)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.state().sink.push(diagnostic);
    }
}
