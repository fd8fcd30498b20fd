//! The command as a user runs it: what it prints where, and how it ends.

use std::path::Path;

use crate::support::{concerto, outcome, root};

/// A folder with files, gone after the test.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) fn run(files: &[(&str, &str)], args: &[&str]) -> String {
    let folder = folder(files);
    outcome(&concerto(folder.path(), args))
}

#[test]
fn a_program_without_mistakes_ends_with_0() {
    insta::assert_snapshot!(run(&[("main.conc", "print(1);\n")], &["check", "main.conc"]), @r"
    exit 0
    --- stdout
    --- stderr
    1 program checked, no problems
    ");
}

#[test]
fn mistakes_go_to_stderr_and_end_with_2() {
    insta::assert_snapshot!(run(&[("main.conc", "let total = 1;\nprint(totel);\n")], &["check", "main.conc"]), @r"
    exit 2
    --- stdout
    --- stderr
    [E0201] error: no `totel` in this scope
       ,-[ main.conc:2:7 ]
       |
     2 | print(totel);
       |       ^^|^^
       |         `---- not declared
       |
       | Help: did you mean `total`?
    ---'

    1 error
    ");
}

#[test]
fn warnings_alone_end_with_0() {
    let output = run(&[("main.conc", "let unused = 1;\n")], &["check", "main.conc"]);
    assert!(output.starts_with("exit 0\n"), "{output}");
    assert!(output.ends_with("1 warning\n"), "{output}");
}

#[test]
fn json_goes_to_stdout_one_object_a_line() {
    insta::assert_snapshot!(run(&[("main.conc", "print(totel);\n")], &["check", "--json", "main.conc"]), @r#"
    exit 2
    --- stdout
    {"code":"E0201","severity":"error","title":"no `totel` in this scope","file":"main.conc","line":1,"column":7,"end_line":1,"end_column":12,"labels":[{"file":"main.conc","line":1,"column":7,"end_line":1,"end_column":12,"text":"not declared"}],"help":null}
    --- stderr
    "#);
}

#[test]
fn a_file_that_is_not_there_is_told_by_name() {
    insta::assert_snapshot!(run(&[], &["check", "gone.conc"]), @r"
    exit 2
    --- stdout
    --- stderr
    [E0205] error: there is no file `gone.conc`
      Help: check the path; without one, the entry of `Concerto.toml` is used

    1 error
    ");
}

const PROJECT: &[(&str, &str)] = &[
    ("Concerto.toml", "[project]\nname = \"p\"\nentry = \"src/main.conc\"\n"),
    ("src/main.conc", "mod part;\nprint(part::one());\n"),
    ("src/part.conc", "pub fn one() -> Int { 1 }\n"),
    ("deep/er/readme.txt", ""),
];

#[test]
fn a_project_is_found_from_any_folder_inside_it() {
    let folder = folder(PROJECT);
    for inside in ["", "src", "deep/er"] {
        let output = concerto(&folder.path().join(inside), &["check"]);
        assert!(output.status.success(), "{inside}: {}", outcome(&output));
    }
    assert!(concerto(Path::new("/"), &["check", &folder.path().to_string_lossy()]).status.success());
}

#[test]
fn a_folder_without_a_manifest_is_told_what_to_do() {
    insta::assert_snapshot!(run(&[("main.conc", "")], &["check"]), @r"
    exit 2
    --- stdout
    --- stderr
    error: there is no `Concerto.toml` in `.` or above it
      Help: name the file that the program starts in, or go to the folder of the project
      Help: `concerto new NAME` makes a project
    ");
}

#[test]
fn a_mistake_in_the_manifest_is_told_with_those_of_the_program() {
    let files = [("Concerto.toml", "[project]\nnmae = \"p\"\n"), ("src/main.conc", "print(x);\n")];
    let output = run(&files, &["check"]);
    assert!(output.starts_with("exit 2"), "{output}");
    assert!(output.contains("[E0902]") && output.contains("./Concerto.toml:2:1"), "{output}");
    assert!(output.contains("[E0201]") && output.contains("src/main.conc:1:7"), "{output}");
}

#[test]
fn build_tells_what_is_wrong_with_the_manifest_too() {
    let files = [("Concerto.toml", "[project]\nnmae = \"p\"\n"), ("main.conc", "print(1);\n")];
    let output = run(&files, &["build", "main.conc", "--emit", "ast"]);
    assert!(output.starts_with("exit 2") && output.contains("[E0902]"), "{output}");
}

#[test]
fn a_manifest_that_is_no_text_is_told_by_name() {
    let folder = folder(&[("main.conc", "print(1);\n")]);
    std::fs::write(folder.path().join("Concerto.toml"), b"[project]\nname = \"\xff\"\n").unwrap();
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["check", "main.conc"])), @r"
    exit 2
    --- stdout
    --- stderr
    error: `./Concerto.toml` is not UTF-8
      Help: save the file as UTF-8
    ");
}

#[test]
fn tokens_and_trees_go_to_stdout() {
    insta::assert_snapshot!(run(&[("a.conc", "let x = 1 + 2; // three\n")], &["build", "a.conc", "--emit", "tokens"]), @r#"
    exit 0
    --- stdout
    1:1      Let
    1:5      Ident "x"
    1:7      Assign
    1:9      Int "1"
    1:11     Add
    1:13     Int "2"
    1:14     Semicolon
    2:1      End
    1:16     // Line "// three"
    --- stderr
    "#);
    insta::assert_snapshot!(run(&[("a.conc", "let x = 1 + 2;\n")], &["build", "a.conc", "--emit", "ast"]), @r"
    exit 0
    --- stdout
    (let x = (+ 1 2))
    --- stderr
    ");
}

#[test]
fn typed_trees_go_to_stdout() {
    let emit = ["build", "a.conc", "--emit", "tree"];
    insta::assert_snapshot!(run(&[("a.conc", "fn half(n: Int) -> Int { n / 2 }\nprint(4 |> half());\n")], &emit), @"
    exit 0
    --- stdout
    fn half(n: Int) -> Int
      (n / 2)

    fn script() -> Result<(), Error>
      print<Int>(half(4): Int)
      => Result<(), Error>::Ok(())
    --- stderr
    ");
    let output = run(&[("a.conc", "let _x: Int = true;\n")], &emit);
    assert!(output.starts_with("exit 2\n--- stdout\n--- stderr\n[E0301]"), "{output}");
}

#[test]
fn a_broken_program_still_gives_a_tree() {
    let output = run(&[("a.conc", "fn f() { 1 }\nfn g( {}\n")], &["build", "a.conc", "--emit", "ast"]);
    assert!(output.starts_with("exit 2\n--- stdout\nfn f\n  => 1\n"), "{output}");
    assert!(output.contains("[E0102]"), "{output}");
}

#[test]
fn explain_prints_the_page_of_a_code_in_any_case() {
    for code in ["E0201", "e0201"] {
        let output = run(&[], &["explain", code]);
        assert!(output.starts_with("exit 0\n--- stdout\n# E0201: a name that is not declared\n"), "{output}");
    }
    insta::assert_snapshot!(run(&[], &["explain", "E0210x"]), @r"
    exit 2
    --- stdout
    --- stderr
    error: there is no code `E0210x`
      Help: did you mean `E0210`?
    ");
}

#[test]
fn explain_alone_lists_every_code() {
    let output = run(&[], &["explain"]);
    for code in concerto_compiler::diagnostic::Code::ALL {
        assert!(output.contains(code.text()), "{} is missing", code.text());
    }
}

#[test]
fn every_shell_gets_its_completions() {
    for (shell, part) in [
        ("bash", "_concerto()"),
        ("zsh", "#compdef concerto"),
        ("fish", "complete -c concerto"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let output = run(&[], &["completions", shell]);
        assert!(output.starts_with("exit 0") && output.contains(part), "{shell}: {output}");
        assert!(output.contains("explain"), "{shell} knows the subcommands");
    }
}

#[test]
fn wrong_usage_ends_with_2_and_says_what_there_is() {
    let output = run(&[], &["chekc"]);
    assert!(output.starts_with("exit 2"), "{output}");
    assert!(output.contains("check"), "a similar command is named: {output}");
    let output = run(&[], &["build", "a.conc", "--emit", "tokenz"]);
    assert!(output.starts_with("exit 2") && output.contains("tokens"), "{output}");
}

#[test]
fn help_shows_a_newcomer_where_to_start() {
    let output = run(&[], &["--help"]);
    for part in ["run", "check", "build", "test", "dis", "explain", "completions", "Start here", "Exit codes"] {
        assert!(output.contains(part), "{part} is missing in {output}");
    }
}

#[test]
fn without_a_terminal_there_are_no_colours() {
    let output = run(&[("main.conc", "print(x);\n")], &["check", "main.conc"]);
    assert!(!output.contains('\u{1b}'), "{output:?}");
    assert!(output.is_ascii(), "{output:?}");
}

#[test]
fn a_terminal_gets_colours_unless_they_are_not_wanted() {
    // `script` gives the command a terminal; where it is not installed there is nothing to see.
    let folder = folder(&[("main.conc", "print(x);\n")]);
    let shown = |no_color: &str| {
        std::process::Command::new("script")
            .args(["-qec", &format!("{} check main.conc", env!("CARGO_BIN_EXE_concerto")), "/dev/null"])
            .current_dir(folder.path())
            .env("NO_COLOR", no_color)
            .env("TERM", "xterm")
            .output()
    };
    let (Ok(with), Ok(without)) = (shown(""), shown("1")) else { return };
    assert!(String::from_utf8_lossy(&with.stdout).contains("\u{1b}["), "{with:?}");
    assert!(!String::from_utf8_lossy(&without.stdout).contains("\u{1b}["), "{without:?}");
}

#[test]
fn several_programs_are_checked_in_one_go() {
    let output = run(&[("a.conc", "print(1);\n"), ("b.conc", "print(x);\n")], &["check", "a.conc", "b.conc"]);
    assert!(output.starts_with("exit 2") && output.ends_with("1 error\n"), "{output}");
}

#[test]
fn the_first_command_of_the_readme_works() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let line = readme.lines().find(|line| line.starts_with("cargo run")).expect("a first command");
    let args: Vec<&str> = line.split(" -- ").nth(1).unwrap().split_whitespace().collect();
    let output = concerto(&root(), &args);
    assert!(output.status.success(), "{line}: {}", outcome(&output));
}
