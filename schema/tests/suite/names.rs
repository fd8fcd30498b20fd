//! Names on the wire.

use concerto_schema::names::{Clash, WireNames, wire_name};

#[test]
fn other_characters_become_underscores() {
    assert_eq!(wire_name("Calculator::add"), "Calculator__add");
    assert_eq!(wire_name("crm__look-up"), "crm__look-up");
    assert_eq!(wire_name("süß 🦀.x"), "s_____x");
    assert_eq!(wire_name("a\u{0}\n\""), "a___");
}

#[test]
fn names_that_javascript_knows_are_ordinary() {
    for name in ["constructor", "__proto__", "toString"] {
        assert_eq!(wire_name(name), name);
        let names = WireNames::assign([(name, "here")]).unwrap();
        assert_eq!(names.program_name(name), Some(name));
        assert_eq!(names.program_name("hasOwnProperty"), None);
    }
}

#[test]
fn long_names_are_cut_and_end_in_a_hash_of_the_whole() {
    let exact = "x".repeat(64);
    assert_eq!(wire_name(&exact), exact);
    let long = [wire_name(&"x".repeat(65)), wire_name(&"x".repeat(66)), wire_name(&"ü".repeat(70))];
    for wire in &long {
        assert_eq!(wire.len(), 64, "{wire}");
    }
    assert_ne!(long[0], long[1]);
    // The hash goes over the wire: it is the same in every version.
    assert_eq!(long[0], format!("{}_3400e322", "x".repeat(55)));
}

#[test]
fn no_name_is_a_name_on_the_wire() {
    assert_eq!(wire_name(""), "_4fd0bfc1");
}

#[test]
fn every_name_is_one_that_providers_take() {
    for name in ["", "a", "::", "日本語", &"é::".repeat(40), "with space", "-", "tab\t"] {
        let wire = wire_name(name);
        assert!(!wire.is_empty() && wire.len() <= 64);
        assert!(wire.chars().all(|it| it.is_ascii_alphanumeric() || it == '_' || it == '-'));
    }
}

#[test]
fn the_way_back_is_exact() {
    let long = "Namespace::".repeat(10);
    let tools = ["Calculator::add", "look up", "b", long.as_str()];
    let names = WireNames::assign(tools.map(|it| (it, "main.conc"))).unwrap();
    for tool in tools {
        let wire = names.wire(tool).unwrap();
        assert_eq!(wire, wire_name(tool));
        assert_eq!(names.program_name(wire), Some(tool));
    }
    assert_eq!(names.program_name("calculator__add"), None);
    assert_eq!(names.wire("Calculator__add"), None);
}

#[test]
fn two_tools_with_one_name_are_a_clash_with_both_origins() {
    let clash = WireNames::assign([("a.b", "one.conc"), ("c", "x"), ("a b", "server `two`")]).unwrap_err();
    let expected = Clash {
        wire: "a_b".to_owned(),
        names: ["a.b".to_owned(), "a b".to_owned()],
        sources: ["one.conc".to_owned(), "server `two`".to_owned()],
    };
    assert_eq!(clash, expected);
    assert_eq!(clash.to_string(), "two tools would be called `a_b`: `a.b` from one.conc and `a b` from server `two`");
    assert!(WireNames::assign([("a", "x"), ("a", "x")]).is_err());
}
