//! A tree as text, for `--emit ast` and for snapshots: one node a form, `(+ 1 2)`, blocks and declarations on lines of
//! their own. Names and literals are as in the source.

mod expr;
mod item;

use super::{Ast, Entry, Ident, Names, PathId, Pattern, PatternId, Symbol, Type, TypeId};

/// The whole tree of a file.
pub fn dump(ast: &Ast, names: &Names) -> String {
    let mut printer = Printer { ast, names, out: String::new(), indent: 0 };
    for entry in &ast.entries {
        match entry {
            Entry::Item(item) => printer.item(item),
            Entry::Stmt(stmt) => printer.stmt(stmt),
        }
        printer.line();
    }
    while printer.out.ends_with('\n') {
        printer.out.pop();
    }
    printer.out + "\n"
}

struct Printer<'a> {
    ast: &'a Ast,
    names: &'a Names,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(self.indent));
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.out.push_str(self.names.text(symbol));
    }

    fn name(&mut self, name: Ident) {
        self.symbol(name.name);
    }

    fn text(&mut self, symbol: Symbol) {
        let quoted = format!("{:?}", self.names.text(symbol));
        self.put(&quoted);
    }

    /// Opens a form, puts each element after a space, closes it.
    fn each<T>(&mut self, elements: &[T], mut put: impl FnMut(&mut Self, &T)) {
        for element in elements {
            self.put(" ");
            put(self, element);
        }
    }

    fn path(&mut self, path: PathId) {
        let path = self.ast.path(path);
        for (index, segment) in path.segments.iter().enumerate() {
            if index > 0 {
                self.put("::");
            }
            self.name(segment.name);
            self.type_args(&segment.args);
        }
    }

    fn type_args(&mut self, args: &[TypeId]) {
        if args.is_empty() {
            return;
        }
        for (index, arg) in args.iter().enumerate() {
            self.put(if index == 0 { "<" } else { ", " });
            self.type_(*arg);
        }
        self.put(">");
    }

    fn type_(&mut self, id: TypeId) {
        match self.ast.type_(id) {
            Type::Error => self.put("<error>"),
            Type::Name(name) => self.name(*name),
            Type::Path(path) => self.path(*path),
            Type::Literal(text) => self.text(*text),
            Type::Union(members) => self.type_form("union", members),
            Type::Optional(inner) => self.type_form("optional", &[*inner]),
            Type::Tuple(elements) => self.type_form("tuple", elements),
            Type::Fn { params, result } => {
                self.type_form("fn", params);
                if let Some(result) = result {
                    self.put("->");
                    self.type_(*result);
                }
            }
        }
    }

    fn type_form(&mut self, word: &str, types: &[TypeId]) {
        self.put("(");
        self.put(word);
        self.each(types, |it, id| it.type_(*id));
        self.put(")");
    }

    fn pattern(&mut self, id: PatternId) {
        match self.ast.pattern(id) {
            Pattern::Error => self.put("<error>"),
            Pattern::Wildcard => self.put("_"),
            Pattern::Literal(literal) => self.expr(*literal),
            Pattern::Range { start, end, inclusive } => self.range(*start, *end, *inclusive),
            Pattern::Name { name, inner } => {
                self.name(*name);
                if let Some(inner) = inner {
                    self.put("@");
                    self.pattern(*inner);
                }
            }
            Pattern::Path(path) => self.path(*path),
            Pattern::Variant { path, fields } => {
                self.put("(variant ");
                self.path(*path);
                self.patterns(fields);
            }
            Pattern::Struct { path, fields, rest } => {
                self.put("(struct ");
                self.path(*path);
                self.each(fields, |it, field| {
                    it.name(field.name);
                    if let Some(pattern) = field.pattern {
                        it.put(":");
                        it.pattern(pattern);
                    }
                });
                self.put(if *rest { " ..)" } else { ")" });
            }
            Pattern::Tuple(elements) => {
                self.put("(tuple");
                self.patterns(elements);
            }
            Pattern::Array(elements) => {
                self.put("(array");
                self.patterns(elements);
            }
            Pattern::Rest(name) => {
                self.put("..");
                if let Some(name) = name {
                    self.name(*name);
                }
            }
            Pattern::Or(alternatives) => {
                self.put("(or");
                self.patterns(alternatives);
            }
        }
    }

    fn patterns(&mut self, patterns: &[PatternId]) {
        self.each(patterns, |it, id| it.pattern(*id));
        self.put(")");
    }
}
