//! Calls and fields behind each other.

#[test]
fn a_chain_that_fits_is_on_one_line() {
    check!("let x = xs . map(|x|x+1) . sum( ) ?.0 [ 1 ];\n", @"let x = xs.map(|x| x + 1).sum()?.0[1];");
}

#[test]
fn a_chain_that_does_not_fit_has_a_line_for_each_method() {
    check!(r#"let names = self.people.filter(|person| person.is_awake()).map(|person| person.name.trim().to_upper()).unique().join(", ");
"#, @r#"
    let names = self.people
        .filter(|person| person.is_awake())
        .map(|person| person.name.trim().to_upper())
        .unique()
        .join(", ");
    "#);
}

#[test]
fn a_chain_that_was_written_on_lines_stays_so() {
    check!("let x = xs
.map(|x| x + 1)
  .sum();
", @"
    let x = xs
        .map(|x| x + 1)
        .sum();
    ");
}

#[test]
fn fields_stay_with_what_they_belong_to() {
    check!(r#"let usage = Assistant.with_system("You are precise, and you never say more than you know.").with_temperature(0.1).execute(prompt)?.usage.output_tokens;
"#, @r#"
    let usage = Assistant
        .with_system("You are precise, and you never say more than you know.")
        .with_temperature(0.1)
        .execute(prompt)?.usage.output_tokens;
    "#);
}

#[test]
fn the_last_call_goes_on_below() {
    check!(r#"let kit = Toolkit::of([upper, greet]).namespace("shop").wrap(|call, next| {
 print(call.tool); next(call) });
"#, @r#"
    let kit = Toolkit::of([upper, greet]).namespace("shop").wrap(|call, next| {
        print(call.tool);
        next(call)
    });
    "#);
}

#[test]
fn one_call_is_broken_inside() {
    check!("let answer = the_assistant_with_a_long_name.execute_with_schema<Ticket>(the_prompt_that_was_written_before, max_turns: 10)?;\n", @"
    let answer = the_assistant_with_a_long_name.execute_with_schema<Ticket>(
        the_prompt_that_was_written_before,
        max_turns: 10,
    )?;
    ");
}

#[test]
fn numbers_and_fields_stay_apart() {
    check!("let a = 1 .0;
let b = t.0.1;
let c = 2 .pow(3);
", @"
    let a = 1 .0;
    let b = t.0.1;
    let c = 2.pow(3);
    ");
}
