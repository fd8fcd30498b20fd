//! The declarations of a part: which names they give, and how one is taken out so that all others stay where they are.

use concerto_compiler::ast::{Ast, Entry, Item, ItemKind, Names, UseEnd, UseTree};
use concerto_compiler::check::Checked;
use concerto_compiler::load::Part;
use concerto_compiler::source::{SourceFile, SourceMap, Span};
use concerto_compiler::{lex, parse};

/// A declaration of a part.
pub(super) struct Declared {
    /// What a declaration with the same key replaces.
    keys: Vec<String>,
    /// How it is called in messages.
    pub(super) shown: String,
    /// The functions of an `impl` and the names of a `use`, each of which can be replaced.
    members: Vec<(String, Span)>,
    pub(super) span: Span,
}

impl Declared {
    /// All that a newer declaration could replace.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.keys.iter().chain(self.members.iter().map(|(name, _)| name))
    }
}

/// A part, read alone.
pub(super) struct Read {
    pub(super) items: Vec<Declared>,
    statements: Vec<Span>,
}

/// Reads a part. Positions are those of its text.
pub(super) fn read(part: &Part) -> Read {
    let mut sources = SourceMap::default();
    let Some(file) = sources.add(part.name.clone(), part.text.clone()) else {
        return Read { items: Vec::new(), statements: Vec::new() };
    };
    let file = sources.file(file);
    let mut names = Names::default();
    let (tokens, _) = lex::lex(file);
    let (ast, _) = parse::parse(file, &tokens, &mut names);
    let reader = Reader { file, names: &names, ast: &ast };
    let mut found = Read { items: Vec::new(), statements: Vec::new() };
    for entry in &ast.entries {
        match entry {
            Entry::Item(item) => found.items.push(reader.declared(item)),
            Entry::Stmt(stmt) => found.statements.push(stmt.span),
        }
    }
    found
}

struct Reader<'r> {
    file: &'r SourceFile,
    names: &'r Names,
    ast: &'r Ast,
}

impl Reader<'_> {
    fn declared(&self, item: &Item) -> Declared {
        let mut keys: Vec<String> = item.kind.name().iter().map(|it| self.names.text(it.name).to_owned()).collect();
        let mut members = Vec::new();
        let mut shown = format!("`{}`", keys.first().map_or("", String::as_str));
        match &item.kind {
            ItemKind::Use(tree) => {
                self.imported(tree, &mut members);
                shown = format!("`{}`", self.file.slice(item.span).trim_end_matches(';'));
            }
            ItemKind::Impl(it) => {
                let target = self.file.slice(self.ast.type_span(it.target));
                match it.trait_ {
                    Some(trait_) => {
                        keys = vec![format!("impl {} for {target}", self.file.slice(self.ast.type_span(trait_)))];
                        shown = format!("`{}`", keys[0]);
                    }
                    None => {
                        let name = |it| format!("{target}::{}", self.names.text(it));
                        members = it.methods.iter().map(|it| (name(it.function.name.name), it.span)).collect();
                        shown = format!("`impl {target}`");
                    }
                }
            }
            _ => {}
        }
        Declared { keys, shown, members, span: item.span }
    }

    /// The names that a `use` brings, with the commas after them.
    fn imported(&self, tree: &UseTree, found: &mut Vec<(String, Span)>) {
        match &tree.end {
            UseEnd::List(trees) => trees.iter().for_each(|it| self.imported(it, found)),
            UseEnd::Name(alias) => {
                let name = alias.as_ref().or(tree.path.last());
                let rest = self.file.text().get(tree.span.end as usize..).unwrap_or_default();
                let comma = rest.find(',').filter(|at| rest[..*at].trim().is_empty()).map_or(0, |at| at as u32 + 1);
                let span = Span::new(tree.span.start, tree.span.end + comma);
                found.extend(name.map(|it| (self.names.text(it.name).to_owned(), span)));
            }
        }
    }
}

/// A part without what a newer one declares again.
pub(super) fn without_replaced(part: &Part, newer: &Read) -> Part {
    let is_newer = |key: &String| newer.items.iter().any(|it| it.names().any(|it| it == key));
    let mut gone = Vec::new();
    for item in read(part).items {
        let members = item.members.iter().filter(|(key, _)| is_newer(key)).map(|(_, span)| *span);
        let members: Vec<Span> = members.collect();
        match item.keys.iter().any(is_newer) || (!members.is_empty() && members.len() == item.members.len()) {
            true => gone.push(item.span),
            false => gone.extend(members),
        }
    }
    without(part, &gone)
}

/// A part without its statements, which have run.
pub(super) fn without_statements(part: &Part) -> Part {
    without(part, &read(part).statements)
}

/// A part of which only one declaration is left.
pub(super) fn only(part: &Part, at: usize) -> Part {
    let read = read(part);
    let others = read.items.iter().enumerate().filter(|(it, _)| *it != at).map(|(_, it)| it.span);
    without(part, &others.chain(read.statements).collect::<Vec<_>>())
}

/// A part with blanks in the place of some of its text, so that lines and columns of the rest stay what they are.
pub(super) fn without(part: &Part, gone: &[Span]) -> Part {
    let is_gone = |at: usize| gone.iter().any(|it| (it.start as usize..it.end as usize).contains(&at));
    let letters = part.text.char_indices();
    let text = letters.map(|(at, it)| if it != '\n' && is_gone(at) { ' ' } else { it }).collect();
    Part { text, ..part.clone() }
}

/// Whether nothing is left of a part.
pub(super) fn is_empty(part: &Part) -> bool {
    let read = read(part);
    read.items.is_empty() && read.statements.is_empty()
}

/// The first line of a declaration, without the bracket that it may end in.
pub(super) fn head(part: &Part, item: &Declared) -> String {
    let text = part.text.get(item.span.start as usize..item.span.end as usize).unwrap_or_default();
    let line = text.lines().map(str::trim).find(|it| !it.starts_with('@') && !it.is_empty()).unwrap_or_default();
    let line = if line.starts_with("use ") { line } else { line.split('{').next().unwrap_or(line) };
    let words: Vec<&str> = line.trim_end_matches([' ', ';']).split_whitespace().collect();
    words.join(" ").replace("{ ", "{")
}

/// A span of a whole session as one of the text that it stands in.
pub(super) fn local(checked: &Checked, span: Span) -> Span {
    let base = checked.program.sources.file_of(span).map_or(0, |it| it.base());
    Span::new(span.start.saturating_sub(base), span.end.saturating_sub(base))
}
