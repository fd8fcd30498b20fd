//! Display forms, equality and order.

use super::assemble::{int, text};

/// A value that is made by instructions in `r0`, of a type, and its display form.
fn shown(ty: &str, more: &str, registers: &str, code: &str) -> String {
    text(&format!(
        "{more}\nnative display({ty}) -> String\nfn main() -> ref with {registers}, ref\n{code}\nnative.ref r{last}, \"display\", [r0]\n{drop}return.ref r{last}",
        last = registers.split(',').count(),
        drop = if registers.starts_with("ref") { "drop r0\n" } else { "" },
    ))
}

#[test]
fn numbers_are_shown() {
    let int = |value: i64| shown("Int", "", "int", &format!("load.whole r0, {value}"));
    assert_eq!(int(0), "0");
    assert_eq!(int(i64::MIN), "-9223372036854775808");
    assert_eq!(int(i64::MAX), "9223372036854775807");
    let float = |value: &str| shown("Float", "", "float", &format!("load.float r0, {value}"));
    for (value, form) in [
        ("1.0", "1.0"),
        ("-0.0", "-0.0"),
        ("0.1", "0.1"),
        ("1e15", "1000000000000000.0"),
        ("1e16", "1e16"),
        ("1.5e300", "1.5e300"),
        ("0.00001", "0.00001"),
        ("0.000009", "9e-6"),
        ("2.5e-7", "2.5e-7"),
    ] {
        assert_eq!(float(value), form);
    }
    let duration = |value: i64| shown("Duration", "", "int", &format!("load.whole r0, {value}"));
    for (ms, form) in [(0, "0ms"), (250, "250ms"), (90_000, "90s"), (120_000, "2m"), (7_200_000, "2h"), (-1_000, "-1s")]
    {
        assert_eq!(duration(ms), form);
    }
    assert_eq!(shown("Bool", "", "int", "load.int r0, 1"), "true");
    assert_eq!(shown("Unit", "", "int", "load.int r0, 0"), "()");
}

#[test]
fn a_text_is_quoted_inside_of_others_only() {
    let source = r#"load.text r0, "a \"b\" $ ${ \\ \n \u0007 ü""#;
    assert_eq!(shown("String", "", "ref", source), "a \"b\" $ ${ \\ \n \u{7} ü");
    let array = format!("{source}\narray.ref r0, [r0]");
    assert_eq!(shown("Strings", "", "ref", &array), r#"["a \"b\" $ \${ \\ \n \u{7} ü"]"#);
}

const DATA: &str = r#"
    layout Point(int, float)
    layout pair(int, ref)
    layout one(int)
    layout nothing()
    layout Circle(float) tag 1
    layout Rect(int, int) tag 2
    type Point {"struct": "Point", "layout": @Point, "closed": false, "fields": [{"name": "x", "type": $Int}, {"name": "y", "type": $Float}]}
    type Pair {"tuple": [$Int, $String], "layout": @pair}
    type One {"tuple": [$Int], "layout": @one}
    type Nothing {"struct": "Nothing", "layout": @nothing, "closed": false, "fields": []}
    type Level {"enum": "Level", "plain": true, "variants": [{"name": "Low", "layout": null, "named": false, "data": []}, {"name": "High", "layout": null, "named": false, "data": []}]}
    type Shape {"enum": "Shape", "plain": false, "variants": [{"name": "Dot", "layout": null, "named": false, "data": []}, {"name": "Circle", "layout": @Circle, "named": false, "data": [{"name": "", "type": $Float}]}, {"name": "Rect", "layout": @Rect, "named": true, "data": [{"name": "w", "type": $Int}, {"name": "h", "type": $Int}]}]}
    type Shapes {"array": $Shape}
"#;

fn layout(name: &str) -> usize {
    let source = format!("{}{DATA}", super::assemble::BASIC);
    let mut layouts = source.lines().filter_map(|it| it.trim().strip_prefix("layout "));
    layouts.position(|it| it.split('(').next() == Some(name)).expect("a layout")
}

#[test]
fn data_is_shown() {
    let point = format!("load.int r1, 1\nload.float r2, 2.5\nnew r0, layout {}, [r1, r2]", layout("Point"));
    assert_eq!(shown("Point", DATA, "ref, int, float", &point), "Point { x: 1, y: 2.5 }");
    let pair = format!("load.int r1, 1\nload.text r2, \"x\"\nnew r0, layout {}, [r1, r2]", layout("pair"));
    assert_eq!(shown("Pair", DATA, "ref, int, ref", &pair), "(1, \"x\")");
    let one = format!("load.int r1, 1\nnew r0, layout {}, [r1]", layout("one"));
    assert_eq!(shown("One", DATA, "ref, int", &one), "(1,)");
    let nothing = format!("new r0, layout {}, []", layout("nothing"));
    assert_eq!(shown("Nothing", DATA, "ref", &nothing), "Nothing {}");
    assert_eq!(shown("Level", DATA, "int", "load.int r0, 1"), "Level::High");
    let shapes = format!(
        "load.unit r0, 0\nload.float r3, 2.0\nnew r1, layout {}, [r3]\nload.int r4, 1\nnew r2, layout {}, [r4, r4]\narray.ref r0, [r0, r1, r2]",
        layout("Circle"),
        layout("Rect")
    );
    let form = "[Shape::Dot, Shape::Circle(2.0), Shape::Rect { w: 1, h: 1 }]";
    assert_eq!(shown("Shapes", DATA, "ref, ref, ref, float, int", &shapes), form);
    let some = format!("load.int r1, 3\nnew r0, layout {}, [r1]", layout("Some.Int"));
    assert_eq!(shown("Option.Int", DATA, "ref, int", &some), "Some(3)");
    assert_eq!(shown("Option.Int", DATA, "ref", "load.unit r0, 0"), "None");
    assert_eq!(shown("Range", DATA, "ref, int", "load.int r1, 0\narray.int r0, [r1, r1, r1]"), "0..0");
}

#[test]
fn a_value_that_is_not_of_its_type_is_a_fault() {
    let bad = "fault: an object has another shape than the program says";
    assert_eq!(shown("Point", DATA, "ref", "load.text r0, \"x\""), bad);
    assert_eq!(shown("Shape", DATA, "ref", "load.unit r0, 7"), bad);
    assert_eq!(shown("Level", DATA, "int", "load.int r0, 7"), bad);
    assert_eq!(shown("Strings", DATA, "ref", "array.int r0, []"), bad);
}

fn ordered(name: &str, ty: &str, registers: &str, code: &str) -> i64 {
    let result = if name == "equals" { "Bool" } else { "Int" };
    let drop = if registers.starts_with("ref") { "drop r0\ndrop r1\n" } else { "" };
    int(&format!(
        "{DATA}\nnative {name}({ty}, {ty}) -> {result}\nfn main() -> int with {registers}, int\n{code}\nnative.int r{last}, \"{name}\", [r0, r1]\n{drop}return.int r{last}",
        last = registers.split(',').count(),
    ))
}

#[test]
fn arrays_are_compared_by_elements_and_then_by_length() {
    let array = |left: &str, right: &str| {
        format!("load.int r2, 1\nload.int r3, 2\narray.int r0, [{left}]\narray.int r1, [{right}]")
    };
    let compare = |left, right| ordered("compare", "Ints", "ref, ref, int, int", &array(left, right));
    assert_eq!(compare("r2, r3", "r2, r3"), 0);
    assert_eq!(compare("r2", "r2, r3"), -1);
    assert_eq!(compare("r3", "r2, r3"), 1);
    assert_eq!(compare("", ""), 0);
    let equals = |left, right| ordered("equals", "Ints", "ref, ref, int, int", &array(left, right));
    assert_eq!(equals("r2, r3", "r2, r3"), 1);
    assert_eq!(equals("r2", "r2, r3"), 0);
    assert_eq!(equals("r2", "r3"), 0);
}

#[test]
fn variants_are_compared_by_their_order_and_then_by_their_data() {
    let circle = |to: &str, value: &str| format!("load.float r2, {value}\nnew {to}, layout {}, [r2]", layout("Circle"));
    let compare =
        |left: String, right: String| ordered("compare", "Shape", "ref, ref, float", &format!("{left}\n{right}"));
    assert_eq!(compare("load.unit r0, 0".to_owned(), circle("r1", "1.0")), -1);
    assert_eq!(compare(circle("r0", "2.0"), circle("r1", "1.0")), 1);
    assert_eq!(compare(circle("r0", "2.0"), circle("r1", "2.0")), 0);
}

#[test]
fn floats_are_equal_as_numbers_and_ordered_totally() {
    let of = |name, left, right| {
        ordered(name, "Float", "float, float", &format!("load.float r0, {left}\nload.float r1, {right}"))
    };
    assert_eq!(of("equals", "0.0", "-0.0"), 1);
    assert_eq!(of("compare", "0.0", "-0.0"), 1);
    assert_eq!(of("compare", "1.0", "2.0"), -1);
}

/// A list of many records, each inside the other, is shown and compared without recursion.
#[test]
fn deep_values_need_no_native_stack() {
    let source = |count: i64, rest: &str| {
        format!(
            r#"
        layout Node(int, ref) tag 1
        type List {{"enum": "List", "plain": false, "variants": [{{"name": "End", "layout": null, "named": false, "data": []}}, {{"name": "Node", "layout": @Node, "named": false, "data": [{{"name": "", "type": $Int}}, {{"name": "", "type": $List}}]}}]}}
        native display(List) -> String
        native equals(List, List) -> Bool
        native json.stringify(List) -> String
        native string.len(String) -> Int
        fn main() -> int with ref, int, int, ref, int
            call.ref r0, "list", []
            {rest}
        fn list() -> ref with ref, int, int
            load.int r1, 0
            load.whole r2, {count}
            load.unit r0, 0
            new r0, layout 12, [r1, r0]
            count r1, r2, @3
            return.ref r0"#
        )
    };
    let count = if cfg!(miri) { 200 } else { 300_000 };
    let shown =
        "native.ref r3, \"display\", [r0]\ndrop r0\nnative.int r4, \"string.len\", [r3]\ndrop r3\nreturn.int r4";
    assert!(int(&source(count, shown)) > count * 14);
    let json = shown.replace("display", "json.stringify");
    assert!(int(&source(count, &json)) > count * 14);
    let equal = "call.ref r3, \"list\", []\nnative.int r4, \"equals\", [r0, r3]\ndrop r0\ndrop r3\nreturn.int r4";
    assert_eq!(int(&source(count, equal)), 1);
}
