//! The sections besides the code.

use crate::Kind;
use crate::assemble::assemble;
use crate::program::{Layout, Program};
use crate::verify::limits::SLOTS_MAX;

#[test]
fn a_layout_has_so_many_slots() {
    let layout = |count| Layout { name: "Big".to_owned(), tag: 0, slots: vec![Kind::Int; count] };
    let program = |count| Program { layouts: vec![layout(count)], ..Program::default() };
    refused!(program(SLOTS_MAX + 1), @"the layout of `Big` has more than 30000 slots");
    refused!(program(SLOTS_MAX), @"it can be run");
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
        type {"struct": "P", "layout": 0, "fields": [["x", 9]]}"#, @"type 0: there is no type 9");
    refused!(r#"layout Some(int)
        type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "names": [], "data": [9]}]}"#, @"type 0: there is no type 9");
}

#[test]
fn a_type_has_a_layout_that_is_there() {
    refused!(r#"type {"tuple": [], "layout": 0}"#, @"type 0: there is no layout 0");
    refused!(r#"type {"struct": "P", "layout": 3, "fields": []}"#, @"type 0: there is no layout 3");
    refused!(r#"type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "names": [], "data": [0]}]}"#, @"type 0: there is no layout 0");
}

#[test]
fn a_layout_has_as_many_slots_as_its_type() {
    refused!(r#"layout pair(int, int)
        type "int"
        type {"tuple": [0], "layout": 0}"#, @"type 1: layout 0 has another number of slots");
    refused!(r#"layout P(int)
        type {"struct": "P", "layout": 0, "fields": []}"#, @"type 0: layout 0 has another number of slots");
    refused!(r#"layout Some(int, int)
        type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": 0, "names": [], "data": [0]}]}"#, @"type 0: layout 0 has another number of slots");
}

#[test]
fn a_variant_with_data_has_a_layout() {
    refused!(r#"type {"enum": "E", "plain": false, "variants": [{"name": "Some", "layout": null, "names": [], "data": [0]}]}"#, @"type 0: the variant `Some` has data and no layout");
}

#[test]
fn a_native_that_changes_something_takes_a_reference_first() {
    refused!("native grow() -> int changes", @"the native `grow` changes its first parameter, which is no ref");
    refused!("native grow(int, ref) -> int changes", @"the native `grow` changes its first parameter, which is no ref");
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
        native twice(int) -> int
        native twice(ref) -> int
    ", @"two natives are called `twice`");
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
fn a_function_that_updates_nothing_is_no_start_either() {
    let mut program = assemble("entry 0\n fn f() -> int\n fault \"\"");
    program.functions[0].updates = true;
    refused!(program, @"`f` takes something and cannot be started");
}
