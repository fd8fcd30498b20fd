//! The command, as a user runs it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::cli::{folder, run};
use crate::support::{concerto, outcome};

const UGLY: &str = "let  x=1 ;\nprint( x )  ; // one\n";
const NEAT: &str = "let x = 1;\nprint(x); // one\n";
const BROKEN: &str = "let x = ;\n";

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

fn with_stdin(args: &[&str], text: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().expect("the command ends")
}

#[test]
fn a_file_is_formatted_in_place() {
    let folder = folder(&[("main.conc", UGLY)]);
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["fmt", "main.conc"])), @r"
    exit 0
    --- stdout
    --- stderr
    1 file formatted
    ");
    assert_eq!(read(folder.path(), "main.conc"), NEAT);
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["fmt", "main.conc"])), @r"
    exit 0
    --- stdout
    --- stderr
    1 file unchanged
    ");
}

#[test]
fn folders_are_walked_without_hidden_ones_and_target() {
    let files = [
        ("a.conc", UGLY),
        ("deep/er/b.conc", UGLY),
        ("deep/c.conc", NEAT),
        ("deep/notes.txt", UGLY),
        (".hidden/d.conc", UGLY),
        ("target/e.conc", UGLY),
    ];
    let folder = folder(&files);
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["fmt", "."])), @r"
    exit 0
    --- stdout
    --- stderr
    2 files formatted, 1 unchanged
    ");
    assert_eq!(read(folder.path(), "deep/er/b.conc"), NEAT);
    assert_eq!(read(folder.path(), ".hidden/d.conc"), UGLY);
    assert_eq!(read(folder.path(), "target/e.conc"), UGLY);
    assert_eq!(read(folder.path(), "deep/notes.txt"), UGLY);
}

#[test]
fn without_a_path_it_is_the_project_around_the_folder() {
    let folder = folder(&[("Concerto.toml", "[project]\nname = \"p\"\n"), ("src/main.conc", UGLY), ("lib.conc", UGLY)]);
    insta::assert_snapshot!(outcome(&concerto(&folder.path().join("src"), &["fmt"])), @r"
    exit 0
    --- stdout
    --- stderr
    2 files formatted
    ");
    assert_eq!(read(folder.path(), "lib.conc"), NEAT);
    insta::assert_snapshot!(run(&[("main.conc", UGLY)], &["fmt"]), @r"
    exit 2
    --- stdout
    --- stderr
    error: there is no `Concerto.toml` in this folder or above it
      Help: name files or folders: `concerto fmt main.conc`
    ");
}

#[test]
fn check_changes_nothing_and_shows_what_would_change() {
    let folder = folder(&[("a.conc", UGLY), ("b.conc", NEAT)]);
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["fmt", "--check", "."])), @r"
    exit 1
    --- stdout
    a.conc
    @@ line 1
    - let  x=1 ;
    - print( x )  ; // one
    + let x = 1;
    + print(x); // one
    --- stderr
    1 file would be formatted, 1 unchanged
    ");
    assert_eq!(read(folder.path(), "a.conc"), UGLY);
    let output = outcome(&concerto(folder.path(), &["fmt", "--check", "b.conc"]));
    assert!(output.starts_with("exit 0\n"), "{output}");
}

#[test]
fn a_long_difference_is_cut() {
    let text = "print( 1 );\n".repeat(100);
    let output = run(&[("main.conc", &text)], &["fmt", "--check", "main.conc"]);
    assert!(output.contains("\n  … and 161 more lines\n"), "{output}");
}

#[test]
fn a_file_with_syntax_errors_is_left_as_it_is() {
    let folder = folder(&[("bad.conc", BROKEN), ("good.conc", UGLY)]);
    insta::assert_snapshot!(outcome(&concerto(folder.path(), &["fmt", "bad.conc", "good.conc"])), @r"
    exit 2
    --- stdout
    --- stderr
    [E0101] error: expected an expression, found `;`
       ,-[ bad.conc:1:9 ]
       |
     1 | let x = ;
       |         |
       |         `-- expected an expression
    ---'
    1 file formatted, 1 left as it is
    ");
    assert_eq!(read(folder.path(), "bad.conc"), BROKEN);
    assert_eq!(read(folder.path(), "good.conc"), NEAT);
}

#[test]
fn standard_input_goes_to_standard_output() {
    for args in [&["fmt", "-"][..], &["fmt", "--stdin"]] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(outcome(&with_stdin(args, UGLY)), @r"
            exit 0
            --- stdout
            let x = 1;
            print(x); // one
            --- stderr
            ");
        }
    }
    assert_eq!(with_stdin(&["fmt", "--check", "-"], UGLY).status.code(), Some(1));
    assert_eq!(with_stdin(&["fmt", "--check", "-"], NEAT).status.code(), Some(0));
    let output = outcome(&with_stdin(&["fmt", "-"], BROKEN));
    assert!(
        output.starts_with("exit 2\n--- stdout\n--- stderr\n[E0101]") && output.contains("<stdin>:1:9"),
        "{output}"
    );
}

#[test]
fn what_cannot_be_read_is_told() {
    insta::assert_snapshot!(run(&[], &["fmt", "gone.conc"]), @r"
    exit 2
    --- stdout
    --- stderr
    error: `gone.conc` cannot be read: No such file or directory (os error 2)
    ");
    let folder = folder(&[]);
    std::fs::write(folder.path().join("latin.conc"), [0xe9, b'\n']).unwrap();
    let output = outcome(&concerto(folder.path(), &["fmt", "latin.conc"]));
    assert!(output.starts_with("exit 2\n") && output.contains("`latin.conc` is not UTF-8"), "{output}");
}

#[cfg(unix)]
#[test]
fn permissions_links_and_times_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder(&[("script.conc", UGLY), ("neat.conc", NEAT)]);
    let path = folder.path().join("script.conc");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o750)).unwrap();
    symlink("script.conc", folder.path().join("link.conc")).unwrap();
    let modified = || std::fs::metadata(folder.path().join("neat.conc")).unwrap().modified().unwrap();
    let before = modified();
    assert!(concerto(folder.path(), &["fmt", "link.conc", "neat.conc"]).status.success());
    assert_eq!(read(folder.path(), "script.conc"), NEAT);
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(std::fs::symlink_metadata(folder.path().join("link.conc")).unwrap().is_symlink());
    assert_eq!(modified(), before);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "nothing else is left behind: {left:?}");
}
