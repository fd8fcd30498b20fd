//! What is shown of secrets, and where they come from.

use super::*;

#[test]
fn a_secret_is_never_shown() {
    let secret = Secret::new("sk-planted");
    assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "*** Some(***)");
    assert_eq!(secret.hide_in("bad key sk-planted.".to_owned()), "bad key ***.");
    assert_eq!(Secret::new("ab").hide_in("table".to_owned()), "table", "two letters are no key");
}

#[test]
fn the_environment_is_stronger_than_the_file() {
    let environment = Environment::new([
        ("PATH".to_owned(), "from the file".to_owned()),
        ("CONCERTO_TEST_ONLY_IN_FILE".to_owned(), "yes".to_owned()),
        ("CONCERTO_TEST_EMPTY".to_owned(), String::new()),
    ]);
    assert_ne!(environment.get("PATH").map(|it| it.reveal().to_owned()).as_deref(), Some("from the file"));
    assert_eq!(environment.get("CONCERTO_TEST_ONLY_IN_FILE").map(|it| it.reveal().to_owned()).as_deref(), Some("yes"));
    assert!(environment.get("CONCERTO_TEST_EMPTY").is_none());
}

#[test]
fn variables_in_a_text_are_filled_in() {
    let environment = Environment::new([("TOKEN_OF_TEST".to_owned(), "t0".to_owned())]);
    let shown = |text: &str| environment.expand(text).map(|it| it.reveal().to_owned());
    assert_eq!(shown("Bearer $TOKEN_OF_TEST!").as_deref(), Ok("Bearer t0!"));
    assert_eq!(shown("5 $ and 6$").as_deref(), Ok("5 $ and 6$"));
    assert_eq!(shown("$NO_SUCH_VARIABLE_OF_TEST"), Err("NO_SUCH_VARIABLE_OF_TEST".to_owned()));
}

#[test]
fn the_beginning_of_a_secret_at_a_cut_is_hidden() {
    let secret = Secret::new("sk-planted");
    assert_eq!(secret.hide_in("bad key sk-pla…".to_owned()), "bad key ***…");
    assert_eq!(secret.hide_in("bad key sk-planted…".to_owned()), "bad key ***…");
    assert_eq!(secret.hide_in("bad key sk-…".to_owned()), "bad key sk-…", "which says nothing");
    assert_eq!(secret.hide_in("bad key sk-pla".to_owned()), "bad key sk-pla");
}

#[test]
fn variables_in_a_text_are_secrets_of_their_own() {
    let environment = Environment::new([("TOKEN_OF_TEST".to_owned(), "t0".to_owned())]);
    let named: Vec<String> =
        environment.named_in("Bearer $TOKEN_OF_TEST! $NO_SUCH_ONE $").iter().map(|it| it.reveal().to_owned()).collect();
    assert_eq!(named, ["t0"]);
}
