//! Mistakes of the first hours, as the command tells them: each message says what to do. The messages are kept here, so that
//! whoever changes one sees what a newcomer will see.

use std::fmt::Write;
use std::path::Path;

use crate::support::{concerto, outcome};

/// Programs that do not run, by what is wrong with them.
const PROGRAMS: &[(&str, &str)] = &[
    ("a missing brace", "fn main() {\n    if true {\n        print(1);\n}\n"),
    ("a missing semicolon", "let x = 1\nlet y = 2;\nprint(x + y);\n"),
    ("an argument of the wrong type", "fn add(a: Int, b: Int) -> Int { a + b }\nprint(add(\"1\", 2));\n"),
    ("a misspelt field", "struct P { name: String }\nlet p = P { name: \"a\" };\nprint(p.nmae);\n"),
    ("a tool without descriptions", "tool T { pub fn f(x: Int) -> Int { x } }\nprint(T.f(1));\n"),
    ("a missing key", "agent A { provider: openai, model: \"gpt-4o\" }\nprint(A.execute(\"hi\")?.text);\n"),
    ("a result that nobody looks at", "fn f() -> Result<Int, Error> { Ok(1) }\nf();\nprint(1);\n"),
    ("a result that is not taken out", "agent A { provider: simulated }\nlet r = A.execute(\"x\");\nprint(r.text);\n"),
    ("an option that is not taken out", "let m = { \"a\": 1 };\nlet x: Int = m.get(\"a\");\nprint(x);\n"),
    ("an assignment for a comparison", "let x = 1;\nif x = 1 { print(1); }\n"),
    ("a change of a constant variable", "let x = 1;\nx = 2;\nprint(x);\n"),
    ("a change of a captured variable", "let mut n = 0;\n[1].for_each(|x| n += x);\nprint(n);\n"),
    ("null", "let x: String? = null;\nprint(x);\n"),
    ("elif", "if true { print(1); } elif false { print(2); }\n"),
    ("a function of another language", "function f() { print(1); }\nf();\n"),
    ("a variable of another language", "var x = 1;\nprint(x);\n"),
    ("single quotes", "print('hello');\n"),
    ("words for operators", "if true and not false { print(1); }\n"),
    ("a counter", "let mut i = 0;\ni++;\nprint(i);\n"),
    ("a loop of another language", "for (let i = 0; i < 3; i++) { print(i); }\n"),
    ("an operator of another language", "let x = true ? 1 : 2;\nprint(x);\n"),
    ("exceptions", "try { print(1); } catch (e) { }\n"),
    ("the console", "console.log(\"a\");\n"),
    ("println", "println(\"a\");\n"),
    ("length", "print([1].length);\n"),
    ("a text and a number", "print(\"n: \" + 5);\n"),
    ("a formatted string", "let n = 1;\nprint(f\"{n}\");\n"),
    ("a value that is dropped at the end", "fn f(x: Int) -> Int {\n    x + 1;\n}\nprint(f(1));\n"),
    ("a misspelt setting", "agent A { provider: simulated, modle: \"x\" }\nprint(A.execute(\"x\")?.text);\n"),
    (
        "a misspelt tool",
        "tool Calculator { @describe(\"d\") pub fn f() -> Int { 1 } }\nagent A { provider: simulated, tools: [Calcuator] }\nprint(A.execute(\"x\")?.text);\n",
    ),
    ("no start", "fn helper() { }\n"),
    ("a method of another language", "let mut xs = [1];\nxs.append(2);\nprint(xs);\n"),
];

#[test]
fn programs_of_beginners_are_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = String::new();
    for (what, text) in PROGRAMS {
        std::fs::write(folder.path().join("main.conc"), text).unwrap();
        let output = concerto(folder.path(), &["run", "main.conc"]);
        let told = outcome(&output);
        assert!(told.contains("Help") || told.contains("set the variable"), "{what}: nothing says what to do\n{told}");
        writeln!(all, "== {what}\n{told}").unwrap();
    }
    insta::assert_snapshot!(all);
}

/// What the command says to arguments in a folder with a program, one without its ending, and IR that cannot be read.
fn said(folder: &Path, args: &[&str]) -> String {
    format!("== concerto {}\n{}\n", args.join(" "), outcome(&concerto(folder, args)))
}

#[test]
fn wrong_words_after_the_command_are_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("main.conc", "print(1);\n");
    write("damaged.conc-ir", "{ \"concerto_ir\": ");
    write("old.conc-ir", "{ \"concerto_ir\": \"0.9\" }");
    let calls: &[&[&str]] = &[
        &["run"],
        &["test"],
        &["rnu", "main.conc"],
        &["chek"],
        &["run", "main"],
        &["run", "other.conc"],
        &["run", "--jsn", "main.conc"],
        &["run", "old.conc-ir"],
        &["run", "damaged.conc-ir"],
        &["explain", "E9999"],
        &["new", "My Project"],
    ];
    let all: String = calls.iter().map(|it| said(folder.path(), it)).collect();
    insta::assert_snapshot!(all);
}
