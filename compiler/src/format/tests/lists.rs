//! Lists between brackets.

#[test]
fn a_list_that_fits_is_on_one_line() {
    check!("let a = [
1,2,
3,];
let t = ( 1, );
f( a,b, c:1, );
", @"
    let a = [1, 2, 3];
    let t = (1,);
    f(a, b, c: 1);
    ");
}

#[test]
fn a_list_that_does_not_fit_has_a_line_for_each_element() {
    check!(r#"let answer = request("POST", the_address_of_the_server, headers: the_headers_of_the_request, timeout: the_longest_time_to_wait);
"#, @r#"
    let answer = request(
        "POST",
        the_address_of_the_server,
        headers: the_headers_of_the_request,
        timeout: the_longest_time_to_wait,
    );
    "#);
}

#[test]
fn short_literals_fill_lines() {
    check!("let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127];\n", @"
    let primes = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
        113, 127,
    ];
    ");
}

#[test]
fn a_line_end_behind_a_bracket_stays() {
    check!(r#"let grid = [
[1, 2], [3, 4]];
let map = {
"a": 1, "b": 2 };
let point = Point {
 x, y: 2 };
"#, @r#"
    let grid = [
        [1, 2],
        [3, 4],
    ];
    let map = {
        "a": 1,
        "b": 2,
    };
    let point = Point {
        x,
        y: 2,
    };
    "#);
}

#[test]
fn braces_have_blanks_inside() {
    check!(r#"let m = {"a":1};
let p=Point{x:1,..base};
let e = {:};
let n = Nothing{};
"#, @r#"
    let m = { "a": 1 };
    let p = Point { x: 1, ..base };
    let e = {:};
    let n = Nothing {};
    "#);
}

#[test]
fn the_base_of_a_struct_has_no_comma() {
    check!("let plan = Plan { request: the_request_that_is_made_of_it, tools: the_tools_of_the_agent, listeners: nobody_listens, ..other };\n", @"
    let plan = Plan {
        request: the_request_that_is_made_of_it,
        tools: the_tools_of_the_agent,
        listeners: nobody_listens,
        ..other
    };
    ");
}

#[test]
fn the_last_argument_goes_on_below() {
    check!("kit.wrap(|call,next| {
log(call.tool);
next(call)
});
print(match x {
1 => 2, _ => 3 });
Ok(Response {
 text: 1 })
", @"
    kit.wrap(|call, next| {
        log(call.tool);
        next(call)
    });
    print(match x {
        1 => 2,
        _ => 3,
    });
    Ok(Response {
        text: 1,
    })
    ");
}

#[test]
fn an_argument_that_is_a_call_goes_on_below() {
    check!(r#"return Err(AgentError::Config("the whole conversation has calls without results: ${names}; `cancel_pending` answers them"));
"#, @r#"
    return Err(AgentError::Config(
        "the whole conversation has calls without results: ${names}; `cancel_pending` answers them",
    ));
    "#);
}

#[test]
fn imports_have_no_blanks_inside() {
    check!("use  tickets::{ Severity,Ticket as T , deep::{ a } };\n", @"use tickets::{Severity, Ticket as T, deep::{a}};");
}

#[test]
fn types_are_broken_between_their_arguments() {
    check!("type Table = Map<String, Result<Array<TheFirstTypeWithALongName>, Map<TheSecondTypeWithALongName, TheThirdTypeWithALongName>>>;\n", @"
    type Table = Map<
        String,
        Result<Array<TheFirstTypeWithALongName>, Map<TheSecondTypeWithALongName, TheThirdTypeWithALongName>>,
    >;
    ");
}
