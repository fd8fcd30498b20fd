//! Operators.

#[test]
fn operators_have_blanks_around_them() {
    check!("let x=a+b*-c-!d;
let r = 0 .. n;
let s = a ..= b;
x+=1;
let y = a as Int as Float;
let z = xs|>f(1)|>g;
", @"
    let x = a + b * -c - !d;
    let r = 0..n;
    let s = a..=b;
    x += 1;
    let y = a as Int as Float;
    let z = xs |> f(1) |> g;
    ");
}

#[test]
fn parentheses_stay() {
    check!("let x = (a+b)*(c);
let y = ((1));
let f = (|x| x)(1);
", @"
    let x = (a + b) * (c);
    let y = ((1));
    let f = (|x| x)(1);
    ");
}

#[test]
fn operators_of_one_level_are_broken_together() {
    check!("let is_fine = the_first_condition_that_must_hold(a) && the_second_condition_that_must_hold(b) && (the_third(c) || the_fourth(d)) && e;\n", @"
    let is_fine = the_first_condition_that_must_hold(a)
        && the_second_condition_that_must_hold(b)
        && (the_third(c) || the_fourth(d))
        && e;
    ");
}

#[test]
fn the_brace_goes_below_operators() {
    check!("if the_first_condition_that_must_hold_here(a) && the_second_condition_that_must_hold_here(b) || the_third_condition(c, d) { e(); }\n", @"
    if the_first_condition_that_must_hold_here(a) && the_second_condition_that_must_hold_here(b)
        || the_third_condition(c, d)
    {
        e();
    }
    ");
}

#[test]
fn values_in_place_of_others_are_broken_too() {
    check!(r#"let name = the_name_that_was_given_on_the_command_line ?? the_name_that_stands_in_the_manifest ?? the_name_of_the_folder ?? "x";
"#, @r#"
    let name = the_name_that_was_given_on_the_command_line
        ?? the_name_that_stands_in_the_manifest
        ?? the_name_of_the_folder
        ?? "x";
    "#);
}

#[test]
fn tasks_and_races() {
    check!("let t=spawn  f( x );
let r = await t ?;
let w = race[a( ),b( )];
", @"
    let t = spawn f(x);
    let r = await t?;
    let w = race [a(), b()];
    ");
}
