//! The sections besides the code.

use serde_json::{Value, json};

use crate::Kind;
use crate::assemble::assemble;
use crate::program::{Layout, Native, Program, Rule, Signature, Test, Type, Variant};
use crate::verify::limits::{
    DEFAULT_DEPTH_MAX, ENTRIES_MAX, NAME_BYTES_MAX, NATIVE_PARAMS_MAX, SIGNATURE_PARAMS_MAX, SLOTS_MAX, TEXT_BYTES_MAX,
    VARIANTS_MAX,
};

#[test]
fn a_section_has_so_many_entries() {
    let texts = |count| Program { texts: vec![String::new(); count], ..Program::default() };
    refused!(texts(ENTRIES_MAX + 1), @"there are more than 1000000 texts");
    refused!(texts(ENTRIES_MAX), @"it can be run");
    let types = vec![Type::Unit; ENTRIES_MAX + 1];
    refused!(Program { types, ..Program::default() }, @"there are more than 1000000 types");
}

#[test]
fn names_are_so_long() {
    let long = || "x".repeat(NAME_BYTES_MAX + 1);
    let with = |change: &dyn Fn(&mut Program)| {
        let mut program = crate::assemble::sample::sample();
        change(&mut program);
        program
    };
    refused!(with(&|it| it.functions[1].name = long()), @"the name of a function has more than 65535 bytes");
    refused!(with(&|it| it.natives[0].name = long()), @"the name of a native has more than 65535 bytes");
    refused!(with(&|it| it.layouts[0].name = long()), @"the name of a layout has more than 65535 bytes");
    refused!(with(&|it| it.globals[0] = long()), @"the name of a global has more than 65535 bytes");
    refused!(with(&|it| it.files[0] = long()), @"the name of a file has more than 65535 bytes");
    for ty in 0..crate::assemble::sample::sample().types.len() {
        let named = |change: &dyn Fn(&mut Type)| super::refusal(with(&|it| change(&mut it.types[ty])));
        match &crate::assemble::sample::sample().types[ty] {
            Type::Struct { .. } => {
                let own = named(&|it| {
                    if let Type::Struct { name, .. } = it {
                        *name = long()
                    }
                });
                assert_eq!(own, format!("type {ty}: the name of a type has more than 65535 bytes"));
                let field = named(&|it| {
                    if let Type::Struct { fields, .. } = it {
                        fields[0].name = long()
                    }
                });
                assert_eq!(field, format!("type {ty}: the name of a field has more than 65535 bytes"));
            }
            Type::Enum { .. } => {
                let own = named(&|it| {
                    if let Type::Enum { name, .. } = it {
                        *name = long()
                    }
                });
                assert_eq!(own, format!("type {ty}: the name of a type has more than 65535 bytes"));
                let variant = named(&|it| {
                    if let Type::Enum { variants, .. } = it {
                        variants[0].name = long()
                    }
                });
                assert_eq!(variant, format!("type {ty}: the name of a variant has more than 65535 bytes"));
            }
            _ => {}
        }
    }
    refused!(with(&|it| it.functions[1].name = "x".repeat(NAME_BYTES_MAX)), @"it can be run");
}

#[test]
fn names_can_be_shown_in_a_line() {
    refused!(assemble("fn f() -> int\n fault \"\"").named("a\nb"), @r"the name of a function has a control character: `a\nb`");
    refused!(assemble("fn f() -> int\n fault \"\"").named("\u{1b}[31m"), @r"the name of a function has a control character: `\u{1b}[31m`");
    refused!(assemble("fn f() -> int\n fault \"\"").named("größe, <b> 'c'"), @"it can be run");
}

impl Program {
    /// The program with another name for its first function.
    fn named(mut self, name: &str) -> Self {
        self.functions[0].name = name.to_owned();
        self
    }
}

#[test]
fn texts_are_so_long() {
    let long = |count| "x".repeat(count);
    let texts = |count| Program { texts: vec![long(count)], ..Program::default() };
    refused!(texts(TEXT_BYTES_MAX + 1), @"a text has more than 16777216 bytes");
    refused!(texts(TEXT_BYTES_MAX), @"it can be run");
    let types = vec![Type::Literal(vec![long(TEXT_BYTES_MAX + 1)])];
    refused!(Program { types, ..Program::default() }, @"type 0: a text has more than 16777216 bytes");
    let tested = |title: &str, expect_fail| {
        let mut program = assemble("fn f() -> int\n fault \"\"");
        program.tests = vec![Test { title: title.to_owned(), function: 0, expect_fail }];
        program
    };
    refused!(tested(&long(TEXT_BYTES_MAX + 1), None), @"a text has more than 16777216 bytes");
    refused!(tested("", Some(long(TEXT_BYTES_MAX + 1))), @"a text has more than 16777216 bytes");
}

#[test]
fn a_layout_has_so_many_slots() {
    let layout = |count| Layout { name: "Big".to_owned(), tag: 0, slots: vec![Kind::Int; count] };
    let program = |count| Program { layouts: vec![layout(count)], ..Program::default() };
    refused!(program(SLOTS_MAX + 1), @"the layout of `Big` has more than 30000 slots");
    refused!(program(SLOTS_MAX), @"it can be run");
}

#[test]
fn a_tag_fits_an_instruction() {
    let tagged =
        |tag| Program { layouts: vec![Layout { name: "V".to_owned(), tag, slots: vec![] }], ..Program::default() };
    refused!(tagged(32_768), @"the layout of `V` has a tag above 32767");
    refused!(tagged(32_767), @"it can be run");
}

#[test]
fn a_signature_has_so_many_parameters() {
    let signature = |count| Signature { params: vec![Kind::Ref; count], result: Kind::Int };
    let program = |count| Program { signatures: vec![signature(count)], ..Program::default() };
    refused!(program(SIGNATURE_PARAMS_MAX + 1), @"a signature has more than 1000 parameters");
    refused!(program(SIGNATURE_PARAMS_MAX), @"it can be run");
}

#[test]
fn a_native_has_so_many_parameters() {
    let native = |count| Native { name: "n".to_owned(), params: vec![0; count], result: 0, changes: false };
    let program = |count| Program { types: vec![Type::Int], natives: vec![native(count)], ..Program::default() };
    refused!(program(NATIVE_PARAMS_MAX + 1), @"the native `n` has more than 16 parameters");
    refused!(program(NATIVE_PARAMS_MAX), @"it can be run");
}

#[test]
fn a_native_has_types_that_are_there() {
    refused!("type \"int\"\n native n(1) -> 0", @"the native `n` has no type 1");
    refused!("type \"int\"\n native n(0) -> 1", @"the native `n` has no type 1");
}

#[test]
fn an_enum_has_so_many_variants() {
    let variant = |at: usize| Variant { name: format!("V{at}"), layout: None, named: false, data: vec![] };
    let many = |count, plain| Program {
        types: vec![Type::Enum { name: "E".to_owned(), variants: (0..count).map(variant).collect(), plain }],
        ..Program::default()
    };
    refused!(many(VARIANTS_MAX + 1, true), @"type 0: it has more than 32768 variants");
    refused!(many(VARIANTS_MAX + 1, false), @"type 0: it has more than 32768 variants");
    refused!(many(VARIANTS_MAX, true), @"it can be run");
}

#[test]
fn a_layout_has_the_tag_of_its_variant() {
    refused!(r#"layout Some(int) tag 1
        type "int"
        type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 1: layout 0 has another tag");
    refused!(r#"layout P() tag 1
        type {"struct": "P", "layout": 0, "closed": false, "fields": []}"#, @"type 0: layout 0 has another tag");
    refused!(r#"layout P() tag 1
        type {"tuple": [], "layout": 0}"#, @"type 0: layout 0 has another tag");
}

#[test]
fn the_variants_of_json_are_laid_out() {
    let layouts = "
        layout Json::Bool(int) tag 1
        layout Json::Int(int) tag 2
        layout Json::Float(float) tag 3
        layout Json::String(ref) tag 4
        layout Json::Array(ref) tag 5
        layout Json::Object(ref) tag 6
    ";
    let json = |numbers: &str| assemble(&format!("{layouts}\n type {{\"json\": {numbers}}}"));
    refused!(json("[0, 1, 2, 3, 4, 5]"), @"it can be run");
    refused!(json("[0, 1, 2, 3, 4, 6]"), @"type 0: there is no layout 6");
    refused!(json("[1, 0, 2, 3, 4, 5]"), @"type 0: layout 1 has another tag");
    refused!(json("[0, 1, 3, 2, 4, 5]"), @"type 0: layout 3 has other slots");
}

/// Its values are numbers, so there is nowhere to put them.
#[test]
fn a_plain_enum_has_no_data() {
    refused!(r#"layout Some(int)
        type "int"
        type {"enum": "E", "plain": true, "variants": [{"name": "Some", "layout": 0, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 1: the variant `Some` has data in an enum without");
    refused!(r#"layout Some()
        type {"enum": "E", "plain": true, "variants": [{"name": "Some", "layout": 0, "named": false, "data": []}]}"#, @"type 0: the variant `Some` has data in an enum without");
    refused!(r#"type "int"
        type {"enum": "E", "plain": true, "variants": [{"name": "Some", "layout": null, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 1: the variant `Some` has data and no layout");
}

/// See the page of `verify::types`.
#[test]
fn a_type_may_be_part_of_itself() {
    refused!(r#"type {"array": 0}"#, @"it can be run");
    refused!(r#"type {"map": [0, 0]}"#, @"it can be run");
    refused!(r#"layout own(ref)
        type {"tuple": [0], "layout": 0}"#, @"it can be run");
    refused!(r#"layout List(ref)
        type {"struct": "List", "layout": 0, "closed": false, "fields": [{"name": "next", "type": 1}]}
        type {"set": 0}"#, @"it can be run");
}

/// A struct with one field that has a default or a rule.
fn with_field(field: Value) -> Program {
    let ty = json!({ "struct": "P", "layout": 0, "closed": false, "fields": [field] });
    assemble(&format!("layout P(int)\n type \"int\"\n type {ty}"))
}

fn nested(depth: usize) -> Value {
    (1..depth).fold(json!([]), |inside, at| if at % 2 == 0 { json!([inside]) } else { json!({ "a": inside }) })
}

#[test]
fn a_default_is_nested_so_deep() {
    let with = |default| with_field(json!({ "name": "x", "type": 0, "default": default }));
    refused!(with(nested(DEFAULT_DEPTH_MAX + 1)), @"type 1: the default of `x` is nested more than 100 deep");
    refused!(with(json!([1, nested(DEFAULT_DEPTH_MAX)])), @"type 1: the default of `x` is nested more than 100 deep");
    refused!(with(nested(DEFAULT_DEPTH_MAX)), @"it can be run");
}

#[test]
fn a_rule_can_hold() {
    let with = |rule: Rule| {
        let mut program = with_field(json!({ "name": "x", "type": 0 }));
        if let Type::Struct { fields, .. } = &mut program.types[1] {
            fields[0].rules = vec![rule];
        }
        program
    };
    refused!(with(Rule::Range(1.0, 0.5)), @"type 1: `x`: no number is from 1 to 0.5");
    refused!(with(Rule::Range(f64::NAN, 0.5)), @"type 1: `x`: no number is from NaN to 0.5");
    refused!(with(Rule::Range(0.0, f64::INFINITY)), @"it can be run");
    refused!(with(Rule::Length(2, 1)), @"type 1: `x`: no number is from 2 to 1");
    refused!(with(Rule::Items(u64::MAX, 0)), @"type 1: `x`: no number is from 18446744073709551615 to 0");
    refused!(with(Rule::Pattern("x".repeat(TEXT_BYTES_MAX + 1))), @"type 1: `x`: a text has more than 16777216 bytes");
    refused!(with(Rule::Format("x".repeat(TEXT_BYTES_MAX + 1))), @"type 1: `x`: a text has more than 16777216 bytes");
    refused!(with(Rule::Range(-0.5, -0.5)), @"it can be run");
    refused!(with(Rule::Items(0, u64::MAX)), @"it can be run");
}

#[test]
fn the_data_of_variants_are_fields_too() {
    let data = json!({ "name": "", "type": 0, "rules": [{ "length": [2, 1] }] });
    let ty = json!({ "enum": "E", "plain": false, "variants": [{ "name": "V", "layout": 0, "named": false, "data": [data] }] });
    refused!(assemble(&format!("layout V(ref)\n type {ty}")), @"type 0: ``: no number is from 2 to 1");
}

#[test]
fn a_type_is_made_of_types_that_are_there() {
    refused!(r#"type {"array": 1}"#, @"type 0: there is no type 1");
    refused!(r#"type {"set": 1}"#, @"type 0: there is no type 1");
    refused!(r#"type {"map": [0, 1]}"#, @"type 0: there is no type 1");
    refused!(r#"type {"map": [1, 0]}"#, @"type 0: there is no type 1");
    refused!(r#"layout pair(int)
        type {"tuple": [9], "layout": 0}"#, @"type 0: there is no type 9");
    refused!(r#"layout P(int)
        type {"struct": "P", "layout": 0, "closed": false, "fields": [{"name": "x", "type": 9}]}"#, @"type 0: there is no type 9");
    refused!(r#"layout Some(int)
        type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "named": false, "data": [{"name": "", "type": 9}]}]}"#, @"type 0: there is no type 9");
}

#[test]
fn a_type_has_a_layout_that_is_there() {
    refused!(r#"type {"tuple": [], "layout": 0}"#, @"type 0: there is no layout 0");
    refused!(r#"type {"struct": "P", "layout": 3, "closed": false, "fields": []}"#, @"type 0: there is no layout 3");
    refused!(r#"type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 0: there is no layout 0");
}

#[test]
fn a_layout_has_as_many_slots_as_its_type() {
    refused!(r#"layout pair(int, int)
        type "int"
        type {"tuple": [0], "layout": 0}"#, @"type 1: layout 0 has other slots");
    refused!(r#"layout P(int)
        type {"struct": "P", "layout": 0, "closed": false, "fields": []}"#, @"type 0: layout 0 has other slots");
    refused!(r#"layout Some(int, int)
        type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 0: layout 0 has other slots");
}

#[test]
fn a_variant_with_data_has_a_layout() {
    refused!(r#"type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": null, "named": false, "data": [{"name": "", "type": 0}]}]}"#, @"type 0: the variant `Some` has data and no layout");
}

#[test]
fn a_native_that_changes_something_takes_a_reference_first() {
    refused!("type \"int\"\n native grow() -> 0 changes", @"the native `grow` changes its first parameter, which is no ref");
    refused!("type \"int\"\n type \"string\"\n native grow(0, 1) -> 0 changes", @"the native `grow` changes its first parameter, which is no ref");
}

#[test]
fn names_are_there_once() {
    refused!("
        fn twice() -> int
            fault \"\"
        fn twice() -> int
            fault \"\"
    ", @"two functions are called `twice`");
    refused!("
        type \"int\"
        native twice(0) -> 0
        native twice() -> 0
    ", @"two natives are called `twice`");
    refused!("global twice\n global once\n global twice", @"two globals are called `twice`");
}

#[test]
fn signatures_are_there_once() {
    refused!("signature (int) -> int\n signature (ref) -> int\n signature (int) -> int", @"signature 2 is there already");
    refused!("signature (int) -> int\n signature (ref) -> int\n signature (int) -> ref", @"it can be run");
}

#[test]
fn a_program_starts_with_a_function_that_takes_nothing() {
    refused!("entry 0", @"there is no function 0 to start");
    refused!("test 3", @"there is no function 3 to start");
    refused!("
        entry 0
        fn takes(int) -> int
            return.int r0
    ", @"`takes` takes something and cannot be started");
    refused!("
        test 0
        fn takes(int) -> int captures 1
            return.int r0
    ", @"`takes` takes something and cannot be started");
}

#[test]
fn a_program_starts_with_a_function_that_gives_a_number() {
    refused!("entry 0\n fn f() -> ref\n fault \"\"", @"`f` does not give an int and cannot be started");
    refused!("entry 0\n fn f() -> float\n fault \"\"", @"`f` does not give an int and cannot be started");
    refused!("entry 0\n fn f()\n fault \"\"", @"`f` does not give an int and cannot be started");
    refused!("test 0\n fn f() -> ref\n fault \"\"", @"`f` does not give an int and cannot be started");
    refused!("test 0\n fn f()\n fault \"\"", @"`f` does not give an int and cannot be started");
    refused!("entry 0\n test 0\n fn f() -> int\n fault \"\"", @"it can be run");
}

#[test]
fn a_function_that_updates_nothing_is_no_start_either() {
    let mut program = assemble("entry 0\n fn f() -> int\n fault \"\"");
    program.functions[0].updates = true;
    refused!(program, @"`f` takes something and cannot be started");
}
