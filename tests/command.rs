//! The command that runs programs, as a user runs it: `run`, `build`, `dis`, `test`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::cli::{folder, run};
use crate::support::{concerto, outcome};

const HELLO: (&str, &str) = ("hello.conc", "print(\"Hello!\");\n");

#[test]
fn a_program_prints_to_stdout_and_ends_with_0() {
    insta::assert_snapshot!(run(&[HELLO], &["run", "hello.conc"]), @r"
    exit 0
    --- stdout
    Hello!
    --- stderr
    ");
}

#[test]
fn arguments_come_after_two_dashes() {
    let files = [("main.conc", "print(args());\n")];
    let output = run(&files, &["run", "main.conc", "--", "a", "--json", "b c"]);
    assert!(output.contains("\n[\"a\", \"--json\", \"b c\"]\n"), "{output}");
}

#[test]
fn main_gives_the_exit_code() {
    for (code, exit) in [("0", 0), ("3", 3), ("-1", 255), ("256", 1)] {
        let text = format!("fn main() -> Int {{ {code} }}\n");
        let output = run(&[("main.conc", &text)], &["run", "main.conc"]);
        assert!(output.starts_with(&format!("exit {exit}\n")), "{code}: {output}");
    }
}

#[test]
fn an_err_is_told_with_its_place_and_ends_with_1() {
    let text =
        "use std::fs;\nfn load() -> Result<String, Error> {\n    fs::read_file(\"gone.txt\")\n}\nprint(load()?);\n";
    insta::assert_snapshot!(run(&[("main.conc", text)], &["run", "main.conc"]), @r"
    exit 1
    --- stdout
    --- stderr
    error: `gone.txt` cannot be read: there is no such file or folder
      at main.conc:3:5
    ");
}

#[test]
fn a_fault_is_told_with_its_calls_and_ends_with_1() {
    let text = "fn share(n: Int) -> Int {\n    12 / n\n}\nprint([3, 0].map(|n| share(n)));\n";
    insta::assert_snapshot!(run(&[("main.conc", text)], &["run", "main.conc"]), @"
    exit 1
    --- stdout
    --- stderr
    fault: division by zero
      at share (main.conc:2:5)
      at script::closure (main.conc:4:22)
      at script (main.conc:4:7)
    ");
    insta::assert_snapshot!(run(&[("main.conc", text)], &["run", "--json", "main.conc"]), @r#"
    exit 1
    --- stdout
    --- stderr
    {"fault":"division by zero","trace":[{"function":"share","file":"main.conc","line":2,"column":5},{"function":"script::closure","file":"main.conc","line":4,"column":22},{"function":"script","file":"main.conc","line":4,"column":7}]}
    "#);
}

#[test]
fn endless_recursion_is_told_shortly() {
    let text = "fn down(n: Int) -> Int {\n    down(n + 1) + 1\n}\nprint(down(0));\n";
    insta::assert_snapshot!(run(&[("main.conc", text)], &["run", "--depth", "100", "main.conc"]), @"
    exit 1
    --- stdout
    --- stderr
    fault: recursion too deep: more than 100 calls inside each other
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      ... and 85 more calls ...
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at down (main.conc:2:5)
      at script (main.conc:4:7)
    ");
}

#[test]
fn limits_give_faults() {
    let endless = [("main.conc", "let mut n = 0;\nloop {\n    n += 1;\n}\n")];
    insta::assert_snapshot!(run(&endless, &["run", "--fuel", "1000", "main.conc"]), @"
    exit 1
    --- stdout
    --- stderr
    fault: out of fuel: more than 1000 loops and calls
      at script (main.conc:3:5)
    ");
    let growing = [("main.conc", "let mut all = [0];\nloop {\n    all.push(1);\n}\n")];
    let output = run(&growing, &["run", "--memory", "100000", "main.conc"]);
    assert!(output.starts_with("exit 1") && output.contains("fault: out of memory"), "{output}");
    assert!(output.contains("  at script (main.conc:3:5)\n"), "{output}");
}

#[test]
fn mistakes_keep_a_program_from_running() {
    insta::assert_snapshot!(run(&[("main.conc", "print(1);\nprint(x);\n")], &["run", "main.conc"]), @"
    exit 2
    --- stdout
    --- stderr
    [E0201] error: no `x` in this scope
       ,-[ main.conc:2:7 ]
       |
     2 | print(x);
       |       |
       |       `-- not declared
    ---'

    1 error
    ");
    let output = run(&[("main.conc", "print(x);\n")], &["run", "--json", "main.conc"]);
    assert!(output.starts_with("exit 2\n--- stdout\n--- stderr\n{\"code\":\"E0201\""), "{output}");
}

#[test]
fn warnings_go_to_stderr_and_the_program_runs() {
    let output = run(&[("main.conc", "let unused = 1;\nprint(2);\n")], &["run", "main.conc"]);
    assert!(output.starts_with("exit 0\n--- stdout\n2\n--- stderr\n[W0202] warning"), "{output}");
}

#[test]
fn a_file_with_only_declarations_says_how_it_can_be_run() {
    let files = [("main.conc", "pub fn one() -> Int { 1 }\n")];
    insta::assert_snapshot!(run(&files, &["run", "main.conc"]), @"
    exit 2
    --- stdout
    --- stderr
    [E0402] error: there is nothing to run in `main.conc`
      Help: write statements at the top level of the file, or `fn main() { … }`
      Help: `concerto test` runs its tests, `concerto check` finds mistakes
    ");
}

#[test]
fn what_cannot_be_run_yet_is_shown_where_it_stands() {
    let text = "host Reviewer { connector: reviewer }\nprint(Reviewer.execute(\"a\").is_ok());\n";
    insta::assert_snapshot!(run(&[("main.conc", text)], &["run", "main.conc"]), @r#"
    exit 2
    --- stdout
    --- stderr
    [E0401] error: this version cannot run a host
       ,-[ main.conc:2:7 ]
       |
     2 | print(Reviewer.execute("a").is_ok());
       |       ^^^^|^^^
       |           `----- not possible yet
       |
       | Help: remove it: everything else of the program can run
    ---'
    "#);
}

#[test]
fn emits_are_lines_for_people_or_objects_for_programs() {
    let text =
        "emit(\"step\", 1);\nemit(\"note\", \"two \\\"words\\\"\");\nemit(\"point\", { \"x\": 1.0 });\nprogress(5);\n";
    let files = [("main.conc", text)];
    insta::assert_snapshot!(run(&files, &["run", "main.conc"]), @r#"
    exit 0
    --- stdout
    step: 1
    note: two "words"
    point: {"x":1.0}
    --- stderr
    "#);
    insta::assert_snapshot!(run(&files, &["run", "--json", "main.conc"]), @r#"
    exit 0
    --- stdout
    {"emit":"step","value":1}
    {"emit":"note","value":"two \"words\""}
    {"emit":"point","value":{"x":1.0}}
    --- stderr
    "#);
}

/// Runs a program with lines on standard input.
fn answered(text: &str, args: &[&str], input: &str) -> String {
    let folder = folder(&[("main.conc", text)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(args)
        .current_dir(folder.path())
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    outcome(&child.wait_with_output().unwrap())
}

#[test]
fn questions_are_answered_by_lines_of_json_in_order() {
    let text = "fn ask(n: Int) -> String {\n    \"${n}: ${await emit(\"ask\", n)}\"\n}\n\
                let (a, b) = await (ask(1), ask(2));\nprint(a);\nprint(b);\nprint(ask(3));\nprint(ask(4));\n";
    let input = "{\"yes\": true}\n\n[2, 2.5]\nnonsense\n";
    insta::assert_snapshot!(answered(text, &["run", "--json", "main.conc"], input), @r#"
    exit 0
    --- stdout
    {"emit":"ask","value":1}
    {"emit":"ask","value":2}
    1: Ok({"yes":true})
    2: Ok([2,2.5])
    {"emit":"ask","value":3}
    3: Err(the answer is no JSON: expected ident at line 1 column 2)
    {"emit":"ask","value":4}
    4: Err(nobody answers: standard input has ended)
    --- stderr
    "#);
    let output = answered("print(await emit(\"ask\", 1));\n", &["run", "main.conc"], "1\n");
    insta::assert_snapshot!(output, @"
    exit 0
    --- stdout
    ask: 1
    Err(nobody answers on `ask`: run the program with `--json` and write a line of JSON to it)
    --- stderr
    ");
}

#[test]
fn output_is_seen_before_the_program_waits() {
    use std::io::Read;
    let folder = folder(&[("main.conc", "print(\"now\");\nsleep(1h);\n")]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(["run", "main.conc"])
        .current_dir(folder.path())
        .env_clear()
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut seen = [0; 4];
    child.stdout.take().unwrap().read_exact(&mut seen).unwrap();
    assert_eq!(&seen, b"now\n");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Starts a program, interrupts it when it has printed a line, and gives its exit code and what else it printed.
#[cfg(unix)]
fn interrupted(text: &str) -> (Option<i32>, String) {
    use std::io::{BufRead, BufReader, Read};
    let folder = folder(&[("main.conc", text)]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(["run", "main.conc"])
        .current_dir(folder.path())
        .env_clear()
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    (child.wait().unwrap().code(), rest)
}

#[test]
#[cfg(unix)]
fn an_interrupted_program_ends_with_130() {
    assert_eq!(interrupted("print(\"ready\");\nsleep(1h);\nprint(\"never\");\n"), (Some(130), String::new()));
    assert_eq!(interrupted("print(\"ready\");\nloop {}\n"), (Some(130), String::new()));
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_ends_the_program_quietly() {
    use std::io::{BufRead, BufReader};
    let folder = folder(&[("main.conc", "loop {\n    print(\"again\");\n}\n")]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(["run", "main.conc"])
        .current_dir(folder.path())
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_built_program_runs_as_its_source_does() {
    let folder = folder(&[HELLO, ("sub/readme.txt", "")]);
    let built = concerto(folder.path(), &["build", "hello.conc"]);
    insta::assert_snapshot!(outcome(&built), @"
    exit 0
    --- stdout
    --- stderr
    hello.conc-ir written
    ");
    let first = std::fs::read(folder.path().join("hello.conc-ir")).unwrap();
    let again = concerto(folder.path(), &["build", "hello.conc", "-o", "sub/other.conc-ir"]);
    assert!(again.status.success(), "{}", outcome(&again));
    assert_eq!(std::fs::read(folder.path().join("sub/other.conc-ir")).unwrap(), first, "the same bytes each time");
    std::fs::remove_file(folder.path().join("hello.conc")).unwrap();
    for file in ["hello.conc-ir", "sub/other.conc-ir"] {
        let output = outcome(&concerto(folder.path(), &["run", file]));
        assert_eq!(output, "exit 0\n--- stdout\nHello!\n--- stderr\n", "{file}");
    }
    let again = outcome(&concerto(folder.path(), &["build", "hello.conc-ir"]));
    assert!(again.starts_with("exit 2") && again.contains("built already"), "{again}");
}

#[test]
fn a_built_file_that_is_none_is_refused() {
    let bad: [(&str, &str); 4] = [
        ("text.conc-ir", "print(1);\n"),
        ("list.conc-ir", "[]\n"),
        ("later.conc-ir", "{\"concerto_ir\": \"9.0\"}\n"),
        (
            "wrong.conc-ir",
            r#"{"concerto_ir":"1.0","entry":0,"functions":[{"name":"main","params":[],"captures":0,"result":"int","updates":false,"registers":["int"],"code":["return.int r0"],"places":[]}]}"#,
        ),
    ];
    let folder = folder(&bad);
    let said: Vec<String> = bad.iter().map(|(name, _)| outcome(&concerto(folder.path(), &["run", name]))).collect();
    insta::assert_snapshot!(said.join(""), @"
    exit 2
    --- stdout
    --- stderr
    error: `text.conc-ir` cannot be read: this is no Concerto IR: expected value at line 1 column 1
      Help: build it again from its source, with `concerto build`
    exit 2
    --- stdout
    --- stderr
    error: `list.conc-ir` cannot be read: this is no Concerto IR: it is no object
      Help: build it again from its source, with `concerto build`
    exit 2
    --- stdout
    --- stderr
    error: `later.conc-ir` cannot be read: this is IR 9.0, and this program reads 1.2: build the source again, or update
    exit 2
    --- stdout
    --- stderr
    error: `wrong.conc-ir` cannot be run: `main`, instruction 0: r0 has no value here
      Help: build it again from its source
    ");
    let gone = outcome(&concerto(folder.path(), &["run", "gone.conc-ir"]));
    assert!(gone.starts_with("exit 2") && gone.contains("there is no file `gone.conc-ir`"), "{gone}");
}

#[test]
fn a_file_that_cannot_be_written_is_told_by_name() {
    let output = run(&[HELLO], &["build", "hello.conc", "-o", "gone/hello.conc-ir"]);
    assert!(output.starts_with("exit 2") && output.contains("`gone/hello.conc-ir` cannot be written"), "{output}");
    let output = run(&[("main.conc", "print(x);\n")], &["build", "main.conc"]);
    assert!(output.starts_with("exit 2") && output.contains("[E0201]"), "{output}");
}

#[test]
fn instructions_can_be_read() {
    let folder = folder(&[("main.conc", "fn main() -> Int { 1 + 2 }\n")]);
    let source = outcome(&concerto(folder.path(), &["dis", "main.conc"]));
    insta::assert_snapshot!(source, @"
    exit 0
    --- stdout
    concerto ir 1.2

    entry start

    files
      0  main.conc
      1  std/prelude.conc
      2  std/types.conc
      3  std/arrays.conc
      4  std/collections.conc

    fn start() -> int with r0: int
       0  load.int r0, 3                            // main.conc:1:20
       1  return.int r0
    --- stderr
    ");
    assert_eq!(outcome(&concerto(folder.path(), &["build", "main.conc", "--emit", "ir"])), source);
    concerto(folder.path(), &["build", "main.conc"]);
    assert_eq!(outcome(&concerto(folder.path(), &["dis", "main.conc-ir"])), source);
}

const TESTS: (&str, &str) = (
    "main.conc",
    "fn share(n: Int) -> Int {
    12 / n
}
@test
fn shares_are_whole() {
    print(\"not shown\");
    assert_eq(share(3), 4);
}
@test(\"nothing cannot be shared\")
@expect_fail(\"division by zero\")
fn nothing() {
    print(share(0));
}
@test
fn shares_are_wrong() {
    print(\"shown\");
    eprint(\"and this\");
    assert_eq(share(3), 5);
}
@test
@expect_fail(\"overflow\")
fn fails_otherwise() {
    print(share(0));
}
@test
@expect_fail(\"overflow\")
fn does_not_fail() {
}
@test
fn gives_an_err() -> Result<(), Error> {
    Err(Error::new(\"no luck\"))
}
@test
fn sees_what_it_emits() {
    emit(\"step\", [1, 2]);
    let all = test_emits();
    assert_eq(\"${all.len()} ${all[0].channel} ${all[0].value}\", \"1 step [1,2]\");
    assert((await emit(\"ask\", 1)).is_err());
}
",
);

#[test]
fn tests_are_run_and_told_one_by_one() {
    insta::assert_snapshot!(run(&[TESTS], &["test", "main.conc"]), @"
    exit 1
    --- stdout
    running 7 tests
    test shares_are_whole ... ok
    test nothing cannot be shared ... ok
    test shares_are_wrong ... FAILED
    test fails_otherwise ... FAILED
    test does_not_fail ... FAILED
    test gives_an_err ... FAILED
    test sees_what_it_emits ... ok

    shares_are_wrong
      fault: the two values differ
        left: 4
       right: 5
        at shares_are_wrong (main.conc:18:5)
      it printed:
        shown
        and this

    fails_otherwise
      it was expected to fail with `overflow`, and failed with
      fault: division by zero
        at share (main.conc:2:5)
        at fails_otherwise (main.conc:23:11)

    does_not_fail
      it was expected to fail with `overflow`, and did not fail

    gives_an_err
      error: no luck
        at main.conc:31:9

    3 passed, 4 failed
    --- stderr
    ");
}

#[test]
fn tests_are_chosen_by_their_titles() {
    insta::assert_snapshot!(run(&[TESTS], &["test", "main.conc", "--filter", "share"]), @"
    exit 1
    --- stdout
    running 3 of 7 tests
    test shares_are_whole ... ok
    test nothing cannot be shared ... ok
    test shares_are_wrong ... FAILED

    shares_are_wrong
      fault: the two values differ
        left: 4
       right: 5
        at shares_are_wrong (main.conc:18:5)
      it printed:
        shown
        and this

    2 passed, 1 failed
    --- stderr
    ");
    let output = run(&[TESTS], &["test", "main.conc", "--filter", "cannot be"]);
    assert!(output.starts_with("exit 0") && output.contains("1 passed, 0 failed"), "{output}");
    let output = run(&[TESTS], &["test", "main.conc", "--filter", "nowhere"]);
    assert!(output.starts_with("exit 0") && output.contains("running 0 of 7 tests"), "{output}");
}

#[test]
fn results_of_tests_are_objects_for_programs() {
    let output = run(&[TESTS], &["test", "--json", "main.conc", "--filter", "wrong"]);
    let line = output.lines().nth(2).unwrap();
    let mut object: serde_json::Value = serde_json::from_str(line).unwrap();
    assert!(object["duration_ms"].take().is_u64(), "{output}");
    let message = "fault: the two values differ\n  left: 4\n right: 5\n  at shares_are_wrong (main.conc:18:5)";
    let expected = serde_json::json!({
        "test": "shares_are_wrong", "status": "failed", "duration_ms": null, "message": message,
    });
    assert_eq!(object, expected);
    assert!(output.starts_with("exit 1"), "{output}");
}

#[test]
fn a_program_without_tests_is_no_failure() {
    insta::assert_snapshot!(run(&[HELLO], &["test", "hello.conc"]), @"
    exit 0
    --- stdout
    there are no tests: write `@test` before a function
    --- stderr
    ");
}

#[test]
fn tests_of_a_project_may_stand_in_any_file() {
    let files = [
        ("Concerto.toml", "[project]\nname = \"p\"\n"),
        ("src/main.conc", "mod part;\nprint(part::one());\n"),
        ("src/part.conc", "pub fn one() -> Int { 1 }\n\n@test\nfn one_is_one() {\n    assert_eq(one(), 1);\n}\n"),
    ];
    let output = run(&files, &["test"]);
    assert!(output.starts_with("exit 0") && output.contains("test one_is_one ... ok"), "{output}");
}

#[test]
fn many_tests_are_told_in_order() {
    let tests: String = (0..50).map(|at| format!("@test\nfn t{at}() {{ sleep({}ms); }}\n", at % 3)).collect();
    let output = run(&[("main.conc", &tests)], &["test", "main.conc"]);
    let told: Vec<&str> = output.lines().filter(|it| it.ends_with("... ok")).collect();
    let wanted: Vec<String> = (0..50).map(|at| format!("test t{at} ... ok")).collect();
    assert_eq!(told, wanted);
}
