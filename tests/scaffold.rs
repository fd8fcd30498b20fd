//! `concerto new` and `concerto init`: what they make, that it works, and what they refuse.

use std::path::Path;

use crate::cli::{folder, run};
use crate::support::{concerto, outcome};

fn made(folder: &Path, args: &[&str]) -> String {
    outcome(&concerto(folder, args))
}

/// The program of a project without its tests.
fn without_tests(project: &Path) {
    let path = project.join("src/main.conc");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.split("\n@test").next().unwrap()).unwrap();
}

#[test]
fn a_new_project_is_told_with_what_to_do_next() {
    insta::assert_snapshot!(run(&[], &["new", "my-app"]), @"
    exit 0
    --- stdout
    my-app
      wrote Concerto.toml
      wrote src/main.conc
      wrote README.md
      wrote .gitignore

    Next, after `cd my-app`:
      concerto run     asks its agent something; no key is needed
      concerto test    runs its tests
    --- stderr
    ");
}

#[test]
fn a_new_project_has_no_mistakes_and_is_formatted() {
    let folder = folder(&[]);
    made(folder.path(), &["new", "shop", "deep/shop"]);
    let project = folder.path().join("deep/shop");
    for args in [&["check"][..], &["fmt", "--check"]] {
        let output = concerto(&project, args);
        assert!(output.status.success(), "{}", outcome(&output));
    }
    let manifest = std::fs::read_to_string(project.join("Concerto.toml")).unwrap();
    assert!(manifest.contains("name = \"shop\""), "{manifest}");
}

#[test]
fn the_program_of_a_new_project_runs() {
    let folder = folder(&[]);
    made(folder.path(), &["new", "shop"]);
    let project = folder.path().join("shop");
    without_tests(&project);
    insta::assert_snapshot!(made(&project, &["run"]), @"
    exit 0
    --- stdout
    > How many of the item 'lamp' are in stock?
    Stock::count gave 3.
    --- stderr
    ");
    insta::assert_snapshot!(made(&project, &["run", "--", "How many of the item 'piano' are in stock?"]), @"
    exit 0
    --- stdout
    > How many of the item 'piano' are in stock?
    Stock::count failed: there is no item called piano.
    --- stderr
    ");
}

#[test]
fn a_new_project_runs_and_its_tests_pass() {
    let folder = folder(&[]);
    made(folder.path(), &["new", "shop"]);
    let project = folder.path().join("shop");
    for command in ["run", "test"] {
        let output = concerto(&project, &[command]);
        assert!(output.status.success(), "{}", outcome(&output));
    }
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let files = [("app/a.txt", ""), ("app/b.txt", ""), ("app/c.txt", ""), ("app/d.txt", ""), ("file", "")];
    insta::assert_snapshot!(run(&files, &["new", "app"]), @"
    exit 2
    --- stdout
    --- stderr
    error: the folder `app` is not empty: it has `a.txt`, `b.txt`, `c.txt` and 1 more
      Help: choose another folder with `concerto new NAME PATH`, or use `concerto init` in that one
    ");
    insta::assert_snapshot!(run(&files, &["new", "file"]), @"
    exit 2
    --- stdout
    --- stderr
    error: `file` is a file
      Help: choose another folder: `concerto new NAME PATH`
    ");
}

#[test]
fn wrong_names_are_told_with_right_ones() {
    insta::assert_snapshot!(run(&[], &["new", "My App!"]), @"
    exit 2
    --- stdout
    --- stderr
    error: `My App!` cannot be the name of a project: names have the letters a to z, digits, `-` and `_`, start with a letter and are at most 64 long
      Help: `concerto new my-app`
    ");
    insta::assert_snapshot!(run(&[], &["new", "work/My App"]), @r#"
    exit 2
    --- stdout
    --- stderr
    error: `work/My App` cannot be the name of a project: names have the letters a to z, digits, `-` and `_`, start with a letter and are at most 64 long
      Help: name and folder are given separately: `concerto new my-app "work/My App"`
    "#);
    for (name, right) in
        [("1st", "st"), ("App", "app"), ("ürsula", "rsula"), ("a.b", "a-b"), ("", "my-app"), ("42", "my-app")]
    {
        let output = run(&[], &["new", name]);
        assert!(output.starts_with("exit 2") && output.contains(&format!("Help: `concerto new {right}`")), "{output}");
    }
}

#[test]
fn init_takes_the_name_of_the_folder_and_keeps_what_is_there() {
    let files = [("My Shop/README.md", "mine\n"), ("My Shop/.gitignore", "mine\n")];
    let folder = folder(&files);
    let project = folder.path().join("My Shop");
    insta::assert_snapshot!(made(&project, &["init"]), @"
    exit 0
    --- stdout
    my-shop
      wrote Concerto.toml
      wrote src/main.conc
      kept  README.md
      kept  .gitignore

    Next:
      concerto run     asks its agent something; no key is needed
      concerto test    runs its tests
    --- stderr
    ");
    for name in ["README.md", ".gitignore"] {
        assert_eq!(std::fs::read_to_string(project.join(name)).unwrap(), "mine\n");
    }
    assert!(concerto(&project, &["check"]).status.success());
    insta::assert_snapshot!(made(&project, &["init"]), @"
    exit 2
    --- stdout
    --- stderr
    error: `Concerto.toml` and `src/main.conc` are here already, and nothing was written
      Help: `concerto run` runs the project that is here; `concerto new NAME` makes one in a folder of its own
    ");
}

#[test]
fn init_writes_nothing_where_a_program_is() {
    let folder = folder(&[("src/main.conc", "print(1);\n")]);
    let output = made(folder.path(), &["init"]);
    assert!(output.starts_with("exit 2") && output.contains("`src/main.conc` is here already"), "{output}");
    assert!(!folder.path().join("Concerto.toml").exists());
}
