//! What nothing uses: warnings.

use super::titles;

#[test]
fn a_variable_that_nothing_reads_is_a_warning() {
    told!("fn f() { let x = 1; }\n", @"
    fn f() { let x = 1; }
    ----
    [W0202] warning: `x` is never used
       ,-[ main.conc:1:14 ]
       |
     1 | fn f() { let x = 1; }
       |              |
       |              `-- declared here
       |
       | Help: remove it, or call it `_x` if that is meant
    ---'
    ");
}

#[test]
fn an_import_that_nothing_uses_is_a_warning() {
    told!("mod a;\nuse a::{f, g as h};\nf();\n--- a.conc\npub fn f() {}\npub fn g() {}\n", @"
    mod a;
    use a::{f, g as h};
    f();
    --- a.conc
    pub fn f() {}
    pub fn g() {}
    ----
    [W0201] warning: the import `h` is never used
       ,-[ main.conc:2:17 ]
       |
     2 | use a::{f, g as h};
       |                 |
       |                 `-- imported here
       |
       | Help: remove it
    ---'
    ");
}

#[test]
fn assigning_is_not_reading() {
    assert_eq!(titles("let mut x = 1;\nx = 2;\n"), ["`x` is never used"]);
    assert_eq!(titles("let mut x = 1;\nx += 2;\n"), [""; 0]);
    assert_eq!(titles("let mut x = [1];\nx[0] = 2;\n"), [""; 0]);
}

#[test]
fn variables_of_all_patterns_are_looked_at() {
    let table = [
        ("for i in [1] { }\n", "i"),
        ("match 1 { n => {} }\n", "n"),
        ("if let Some(y) = None { }\n", "y"),
        ("let (_, z) = (1, 2);\n", "z"),
        ("let f = |a| 1; f(1);\n", "a"),
        ("fn f(p: Int) {}\n", "p"),
        ("let [first, ..] = [1];\n", "first"),
        ("let all @ (_, _) = (1, 2);\n", "all"),
    ];
    for (source, name) in table {
        assert_eq!(titles(source), [format!("`{name}` is never used")], "{source}");
    }
}

#[test]
fn each_variable_of_a_name_counts_for_itself() {
    told!("let x = 1;\nlet x = 2;\nprint(x);\n", @"
    let x = 1;
    let x = 2;
    print(x);
    ----
    [W0202] warning: `x` is never used
       ,-[ main.conc:1:5 ]
       |
     1 | let x = 1;
       |     |
       |     `-- declared here
       |
       | Help: remove it, or call it `_x` if that is meant
    ---'
    ");
}

#[test]
fn an_underscore_says_that_it_is_meant() {
    assert_eq!(titles("let _ = 1;\nlet _x = 2;\nfor _i in [1] { }\nfn f(_a: Int) {}\n"), [""; 0]);
}

#[test]
fn parameters_without_a_body_or_of_a_trait_are_not_looked_at() {
    assert_eq!(
        titles(
            "trait T { fn f(self, x: Int); fn g(self, y: Int) {} }\nstruct P {}\nimpl T for P { fn f(self, x: Int) {} fn g(self, y: Int) {} }\nmcp M { fn h(z: Int); }\n"
        ),
        [""; 0]
    );
}

#[test]
fn an_import_that_is_passed_on_is_used() {
    assert_eq!(titles("mod a;\npub use a::f;\n--- a.conc\npub fn f() {}\n"), [""; 0]);
}

#[test]
fn an_import_may_be_used_as_a_type_a_trait_a_pattern_or_the_start_of_a_path() {
    assert_eq!(
        titles(
            "mod a;\nuse a::{P, T, Red, E};\nimpl T for P {}\nfn f(x: E) { match x { Red => {}, E::Green => {} } }\n--- a.conc\npub struct P {}\npub trait T {}\npub enum E { Red, Green }\npub use E::Red;\n"
        ),
        [""; 0]
    );
}

#[test]
fn what_to_do_about_it_depends_on_where_it_is_bound() {
    told!("struct P { x: Int, y: Int }\nfn f(p: P) -> Int { let P { x, y } = p; x }\nfor (i, n) in [1] { print(n); }\ntool T { pub fn g(@param(\"x\") x: Int) {} }\n", @r#"
    struct P { x: Int, y: Int }
    fn f(p: P) -> Int { let P { x, y } = p; x }
    for (i, n) in [1] { print(n); }
    tool T { pub fn g(@param("x") x: Int) {} }
    ----
    [W0202] warning: `y` is never used
       ,-[ main.conc:2:32 ]
       |
     2 | fn f(p: P) -> Int { let P { x, y } = p; x }
       |                                |
       |                                `-- declared here
       |
       | Help: write `y: _`, or `..` for all fields that do not matter
    ---'

    [W0202] warning: `i` is never used
       ,-[ main.conc:3:6 ]
       |
     3 | for (i, n) in [1] { print(n); }
       |      |
       |      `-- declared here
       |
       | Help: write `_` in its place
    ---'

    [W0202] warning: `x` is never used
       ,-[ main.conc:4:31 ]
       |
     4 | tool T { pub fn g(@param("x") x: Int) {} }
       |                               |
       |                               `-- declared here
       |
       | Help: remove it: models are asked for a value that the tool does not use
    ---'
    "#);
}
