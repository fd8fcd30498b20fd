//! What the files of `std/lib` declare, read line by line: they are all laid out in the same way.

/// A declaration of the library.
#[derive(Clone, Default, Debug)]
pub(super) struct Declared {
    /// The name of its file: `regex`.
    pub(super) file: &'static str,
    /// `fn`, `struct`, `enum`, `trait`, `const`, `impl`.
    pub(super) sort: String,
    pub(super) is_public: bool,
    pub(super) name: String,
    /// What a method belongs to, with its type parameters: `Map<K, V>`.
    pub(super) of: Option<String>,
    /// Everything after `pub`, in one line, without the body.
    pub(super) signature: String,
    pub(super) docs: String,
    pub(super) native: Option<String>,
    pub(super) effect: Option<String>,
    /// Fields or variants, each with what is said of it.
    pub(super) parts: Vec<(String, String)>,
}

/// What the comment at the start of a file says.
pub(super) fn intro(text: &str) -> String {
    let lines = text.lines().map_while(|it| it.strip_prefix("//")).filter(|it| !it.starts_with('/'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// All declarations of a file, methods after what they belong to.
pub(super) fn declarations(file: &'static str, text: &str) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    let mut next = Declared::default();
    let mut of: Option<(String, bool)> = None;
    let mut open: Option<Declared> = None;
    for line in text.lines() {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim());
        if let Some(mut it) = open.take() {
            it.signature.push_str(if it.signature.ends_with('(') || line.starts_with(')') { "" } else { " " });
            it.signature.push_str(line);
            if ends(line) {
                found.push(closed(it))
            } else {
                open = Some(it)
            }
            continue;
        }
        let level = usize::from(of.is_some()) * 4;
        if let Some(docs) = line.strip_prefix("///").filter(|_| indent <= level) {
            next.docs = format!("{} {}", next.docs, docs.trim()).trim().to_owned();
        } else if line.starts_with('@') && indent <= level {
            next.native = argument(line, "native").or(next.native);
            next.effect = argument(line, "effect").or(next.effect);
        } else if indent == 0 && line == "}" {
            of = None;
        } else if indent == 0 && line.starts_with("impl") {
            next = Declared::default();
            let head = line.trim_end_matches('{').trim();
            let head = if head.starts_with("impl<") { head.split_once("> ").map_or("", |it| it.1) } else { &head[5..] };
            of = (!line.ends_with("{}"))
                .then(|| (head.rsplit(" for ").next().unwrap_or(head).to_owned(), head.contains(" for ")));
        } else if indent == level && is_item(line) {
            let mut it = Declared { file, ..std::mem::take(&mut next) };
            it.is_public = line.starts_with("pub ");
            it.of = of.as_ref().map(|it| it.0.clone());
            it.signature = line.trim_start_matches("pub ").to_owned();
            it.sort = it.signature.split(' ').next().unwrap_or_default().to_owned();
            if of.as_ref().is_some_and(|it| it.1) {
                it.sort = "impl".to_owned();
            }
            if ends(line) { found.push(closed(it)) } else { open = Some(it) }
        } else if indent == 4 && of.is_none() {
            part(&mut found, line);
        } else if line.is_empty() {
            next = Declared::default();
        }
    }
    found
}

fn is_item(line: &str) -> bool {
    let line = line.trim_start_matches("pub ");
    ["fn ", "struct ", "enum ", "trait ", "const "].iter().any(|it| line.starts_with(it))
}

fn ends(line: &str) -> bool {
    line.ends_with('{') || line.ends_with(';') || line.ends_with("{}")
}

fn closed(mut it: Declared) -> Declared {
    let signature = it.signature.trim_end_matches("{}").trim_end_matches(['{', ';']).trim();
    it.signature = signature.replace(",)", ")").replace("( ", "(");
    let name = it.signature.split(' ').nth(1).unwrap_or_default();
    it.name = name.split(|it: char| !it.is_alphanumeric() && it != '_').next().unwrap_or_default().to_owned();
    it
}

/// A field, a variant or a method of a trait, with what stands above it.
fn part(found: &mut [Declared], line: &str) {
    let Some(whole) = found.last_mut().filter(|it| it.sort != "fn" && it.sort != "const") else { return };
    match line.strip_prefix("///") {
        Some(docs) => match whole.parts.last_mut().filter(|it| it.0.is_empty()) {
            Some((_, said)) => *said = format!("{said} {}", docs.trim()),
            None => whole.parts.push((String::new(), docs.trim().to_owned())),
        },
        None if line.starts_with('}') || line.starts_with('@') => {}
        None => {
            let shown = line.trim_end_matches([',', ';', '{']).trim().to_owned();
            match whole.parts.last_mut().filter(|it| it.0.is_empty()) {
                Some(part) => part.0 = shown,
                None => whole.parts.push((shown, String::new())),
            }
        }
    }
}

/// The text in `@name("text")`.
fn argument(line: &str, name: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("@{name}(\""))?;
    rest.split_once('"').map(|(text, _)| text.to_owned())
}

#[test]
fn declarations_are_read_with_all_their_parts() {
    let text = "// `std::x`: one\n// thing.\n\n/// A point.\npub struct P<T> {\n    /// Left.\n    x: Int,\n    y: T,\n}\n\nimpl<T: Eq> P<T> {\n    \
                /// Moves\n    /// it.\n    @native(\"p.move\") @effect(\"state\")\n    pub fn go(mut self, by: Int = 1);\n\n    fn own(self) -> Int {\n        1\n    }\n}\n\n\
                impl Display for P<Int> {\n    fn display(self) -> String {\n        \"\"\n    }\n}\n\npub fn f(\n    a: Int,\n    b: Int? = None,\n) -> Int {\n    a\n}\n";
    assert_eq!(intro(text), "`std::x`: one thing.");
    let found = declarations("x", text);
    let shown: Vec<String> =
        found.iter().map(|it| format!("{} {} {:?} {} | {}", it.sort, it.name, it.of, it.signature, it.docs)).collect();
    assert_eq!(
        shown,
        [
            "struct P None struct P<T> | A point.",
            "fn go Some(\"P<T>\") fn go(mut self, by: Int = 1) | Moves it.",
            "fn own Some(\"P<T>\") fn own(self) -> Int | ",
            "impl display Some(\"P<Int>\") fn display(self) -> String | ",
            "fn f None fn f(a: Int, b: Int? = None) -> Int | ",
        ]
    );
    assert_eq!(found[0].parts, [("x: Int".to_owned(), "Left.".to_owned()), ("y: T".to_owned(), String::new())]);
    assert_eq!((found[1].native.as_deref(), found[1].effect.as_deref()), (Some("p.move"), Some("state")));
}
