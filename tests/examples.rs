//! The examples, run as a newcomer runs them: by the command, without a key, with nobody at the keyboard.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::root;

/// Every program in `examples/`: a file, or a folder with a manifest.
fn examples() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("examples")).unwrap();
    let paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    let is_program = |it: &PathBuf| it.join("Concerto.toml").is_file() || it.extension().is_some_and(|it| it == "conc");
    let mut names: Vec<String> = paths
        .iter()
        .filter(|it| is_program(it))
        .map(|it| it.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// What an example prints, what it says beside that, and how it ends.
fn ran(name: &str) -> (String, String, Option<i32>) {
    let path = root().join("examples").join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_concerto"));
    command.arg("run").arg(&path).current_dir(root()).env_clear().stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn every_example_runs() {
    let names = examples();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let (_, stderr, code) = ran(&name);
        // One example is about waiting for somebody, and nobody is here.
        let wanted = if name == "approval.conc" { 3 } else { 0 };
        assert_eq!(code, Some(wanted), "{name}: {stderr}");
    }
}

fn printed(name: &str) -> String {
    let (stdout, stderr, code) = ran(name);
    assert_eq!((stderr.as_str(), code), ("", Some(0)), "{name}");
    stdout
}

#[test]
fn examples_print_what_they_promise() {
    insta::assert_snapshot!(printed("plugins"), @r"
    skipped label_old.json: there is a `label` already
    plugins__capital: The capital of a country (only reads)
    plugins__label: Print the label of a parcel
    plugins__capital gave Lima.
    plugins__label gave Ada (London) to Bo (Lima), 250 g.
    plugins__capital failed: nothing is known of Atlantis.
    ");
    insta::assert_snapshot!(printed("escalation.conc"), @r"
    for billing, urgency 2: paid twice
    3 messages, open: Desk::escalate
    reconciled: true
    You said: Thank you!
    ");
    insta::assert_snapshot!(printed("ask_a_person.conc"), @r#"
    Customer::size asks {"question":"Which size shall it be?"}, and hears "large"
    Customer::confirm asks {"price":25}, and hears true
    Customer::size gave large and Customer::confirm gave true.
    Customer::size asks {"question":"S or M"}, and hears "tiny"
    no: the answer to `Customer::size` does not fit: `$`: "tiny" is not one of "small", "medium" or "large"
    Customer::size gave medium.
    "#);
    insta::assert_snapshot!(printed("logged_toolkit.conc"), @r#"
    ["office__Outbox::send", "office__Outbox::list", "office__clock"]
    -> office__Outbox::send {"to":"ada@example.com","text":"See you at noon."}
    <- 1
    office__Outbox::send gave 1.
    -> office__Outbox::send {"to":"nobody","text":"Hello?"}
    <- tool_failed: nobody is no address
    office__Outbox::send failed: nobody is no address.
    -> office__Outbox::send {"to":"bo@example.com","text":"Goodbye."}
    <- "would send 8 characters to bo@example.com"
    office__Outbox::send gave would send 8 characters to bo@example.com.
    really sent: ["ada@example.com: See you at noon."]
    "#);
}

#[test]
fn every_example_prints_what_it_did_before() {
    for name in examples().into_iter().filter(|it| it != "approval.conc") {
        insta::assert_snapshot!(name.replace('.', "_"), printed(&name));
    }
}

#[test]
fn every_example_is_listed() {
    let list = std::fs::read_to_string(root().join("examples/README.md")).unwrap();
    let names = examples();
    let missing: Vec<&String> = names.iter().filter(|it| !list.contains(&format!("]({it}"))).collect();
    assert!(missing.is_empty(), "`examples/README.md` does not have {missing:?}");
    let links = list.matches("](").count();
    assert_eq!(links, names.len(), "`examples/README.md` has something that is no example");
}

#[test]
fn the_tests_of_examples_pass() {
    let output = Command::new(env!("CARGO_BIN_EXE_concerto"))
        .args(["test", "examples/text_game.conc"])
        .current_dir(root())
        .env_clear()
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("\n2 passed, 0 failed\n"), "{text}");
}
