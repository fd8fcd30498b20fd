//! Words of other languages, and misspelt ones of this.

use super::{codes, read};
use crate::ast::ItemKind;
use crate::diagnostic::Code;

#[test]
fn a_word_of_another_language_is_read_as_what_it_stands_for() {
    check!(
        r#"
        function f() { 1 }
        def g() { 2 }
        class P { x: Int }
        interface T { fn f(self); }
        import a::b;
        var x = 1;
        "#,
        @"
    function f() { 1 }
    def g() { 2 }
    class P { x: Int }
    interface T { fn f(self); }
    import a::b;
    var x = 1;
    ----
    fn f
      => 1
    fn g
      => 2
    struct P
      x: Int
    trait T
      fn f (self);
    use a::b
    (let x = 1)
    ----
    [E0116] error: there is no `function` in this language
       ,-[ main.conc:1:1 ]
       |
     1 | function f() { 1 }
       | ^^^^|^^^
       |     `----- not a keyword here
       |
       | Help: functions are declared with `fn`; a closure is `|x| …`
    ---'

    [E0116] error: there is no `def` in this language
       ,-[ main.conc:2:1 ]
       |
     2 | def g() { 2 }
       | ^|^
       |  `--- not a keyword here
       |
       | Help: functions are declared with `fn`
    ---'

    [E0116] error: there is no `class` in this language
       ,-[ main.conc:3:1 ]
       |
     3 | class P { x: Int }
       | ^^|^^
       |   `---- not a keyword here
       |
       | Help: declare data with `struct` and its methods with `impl`
    ---'

    [E0116] error: there is no `interface` in this language
       ,-[ main.conc:4:1 ]
       |
     4 | interface T { fn f(self); }
       | ^^^^|^^^^
       |     `------ not a keyword here
       |
       | Help: declare shared behaviour with `trait`
    ---'

    [E0116] error: there is no `import` in this language
       ,-[ main.conc:5:1 ]
       |
     5 | import a::b;
       | ^^^|^^
       |    `---- not a keyword here
       |
       | Help: import with `use module::{name};`
    ---'

    [E0116] error: there is no `var` in this language
       ,-[ main.conc:6:1 ]
       |
     6 | var x = 1;
       | ^|^
       |  `--- not a keyword here
       |
       | Help: declare a variable with `let`, or `let mut` if it changes
    ---'
    "
    );
}

#[test]
fn a_misspelt_keyword_is_read_as_what_was_meant() {
    check!(
        r#"
        funtion f() { lett x = 1; x }
        strcut P { x: Int }
        agnet A { model: "m" }
        "#,
        @r#"
    funtion f() { lett x = 1; x }
    strcut P { x: Int }
    agnet A { model: "m" }
    ----
    fn f
      (let x = 1)
      => x
    struct P
      x: Int
    agent A
      model:"m"
    ----
    [E0101] error: `funtion` is not a keyword
       ,-[ main.conc:1:1 ]
       |
     1 | funtion f() { lett x = 1; x }
       | ^^^|^^^
       |    `----- nothing like this starts here
       |
       | Help: did you mean `fn`?
    ---'

    [E0101] error: `lett` is not a keyword
       ,-[ main.conc:1:15 ]
       |
     1 | funtion f() { lett x = 1; x }
       |               ^^|^
       |                 `--- nothing like this starts here
       |
       | Help: did you mean `let`?
    ---'

    [E0101] error: `strcut` is not a keyword
       ,-[ main.conc:2:1 ]
       |
     2 | strcut P { x: Int }
       | ^^^|^^
       |    `---- nothing like this starts here
       |
       | Help: did you mean `struct`?
    ---'

    [E0101] error: `agnet` is not a keyword
       ,-[ main.conc:3:1 ]
       |
     3 | agnet A { model: "m" }
       | ^^|^^
       |   `---- nothing like this starts here
       |
       | Help: did you mean `agent`?
    ---'
    "#
    );
}

#[test]
fn a_misspelt_return_is_found() {
    told!("fn f() { retrun 1; }", @"
    fn f() { retrun 1; }
    ----
    [E0101] error: `retrun` is not a keyword
       ,-[ main.conc:1:10 ]
       |
     1 | fn f() { retrun 1; }
       |          ^^^|^^
       |             `---- nothing like this starts here
       |
       | Help: did you mean `return`?
    ---'
    ");
}

#[test]
fn misspelt_keywords_of_statements_are_found() {
    let table = [
        ("whlie x { }", "while"),
        ("fro x in xs { }", "for"),
        ("mathc x { 1 => 2 }", "match"),
        ("iff x { 1 }", "if"),
        ("breka 'a;", "break"),
        ("retrun self;", "return"),
    ];
    for (source, meant) in table {
        let found = read(source).found;
        let helps: Vec<&str> = found.iter().flat_map(|it| &it.help).map(String::as_str).collect();
        assert_eq!(helps, [format!("did you mean `{meant}`?")], "{source}");
    }
}

#[test]
fn words_without_a_counterpart_get_help() {
    let table = [
        ("async fn f() {}", "async"),
        ("throw x;", "throw"),
        ("switch x { }", "switch"),
        ("let p = new Point();", "new"),
        ("if a { } elif b { }", "elif"),
        ("static x = 1;", "static"),
        ("export fn f() {}", "export"),
        ("fn f<T>(x: T) where T: Ord {}", "where"),
        ("yield x;", "yield"),
        ("let f = lambda x: x;", "lambda"),
    ];
    for (source, word) in table {
        let found = read(source).found;
        let codes: Vec<(Code, usize)> = found.iter().map(|it| (it.code, it.help.len())).collect();
        assert_eq!(codes, [(Code::ForeignSyntax, 1)], "{source}");
        assert_eq!(found[0].title, format!("there is no `{word}` in this language"), "{source}");
    }
}

#[test]
fn a_foreign_word_is_shown_with_what_to_write() {
    told!("let p = new Point();", @"
    let p = new Point();
    ----
    [E0116] error: there is no `new` in this language
       ,-[ main.conc:1:9 ]
       |
     1 | let p = new Point();
       |         ^|^
       |          `--- not a keyword here
       |
       | Help: a value is written `Type { field: … }` or made by a function such as `Type::new(…)`
    ---'
    ");
    told!("throw Error::new(\"no\");", @r#"
    throw Error::new("no");
    ----
    [E0116] error: there is no `throw` in this language
       ,-[ main.conc:1:1 ]
       |
     1 | throw Error::new("no");
       | ^^|^^
       |   `---- not a keyword here
       |
       | Help: errors are values: return `Err(…)`
    ---'
    "#);
}

#[test]
fn foreign_words_are_names_where_names_stand() {
    assert_eq!(codes("let new = 1; let class = 2; f(new, class); fn try(from: Int) {} a.switch = case + 1;"), []);
}

#[test]
fn a_name_that_looks_like_a_keyword_is_a_name() {
    assert_eq!(codes("let lets = 1; lets = 2; ret(lets); tools.add(1); agents;"), []);
}

#[test]
fn what_stands_for_a_function_is_one() {
    let read = read("func add(a: Int) -> Int { a }");
    assert!(matches!(read.ast.items().next().map(|it| &it.kind), Some(ItemKind::Fn(_))));
}

#[test]
fn a_type_before_a_name_declares_nothing() {
    told!("int total = 5;", @"
    int total = 5;
    ----
    [E0116] error: a variable is declared with `let`
       ,-[ main.conc:1:1 ]
       |
     1 | int total = 5;
       | ^|^
       |  `--- `int` does not start a declaration
       |
       | Help: write `let total = …`; its type can follow the name: `let total: Type = …`
    ---'
    ");
}

#[test]
fn a_string_has_no_letter_before_it() {
    told!("print(f\"hello ${name}\");", @r#"
    print(f"hello ${name}");
    ----
    [E0116] error: a string has no `f` before it
       ,-[ main.conc:1:7 ]
       |
     1 | print(f"hello ${name}");
       |       |
       |       `-- not needed
       |
       | Help: every string can hold values: "hello ${name}"
    ---'
    "#);
}
