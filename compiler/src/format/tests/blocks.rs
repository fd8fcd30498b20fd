//! Blocks, functions and `let`.

#[test]
fn a_block_of_one_line_stays_on_it() {
    check!("fn one( )->Int{1}
fn two() -> Int { let x = 1; x }
fn none(){ }
", @"
    fn one() -> Int { 1 }
    fn two() -> Int { let x = 1; x }
    fn none() {}
    ");
}

#[test]
fn a_block_with_a_line_end_behind_its_brace_has_lines() {
    check!("fn one() -> Int {
1 }
let f = |x| {
x };
", @"
    fn one() -> Int {
        1
    }
    let f = |x| {
        x
    };
    ");
}

#[test]
fn two_statements_have_lines_of_their_own() {
    check!("fn two() { a(); b(); }\nlet y = { let x = 1; x + 1 };\n", @"
    fn two() {
        a();
        b();
    }
    let y = { let x = 1; x + 1 };
    ");
}

#[test]
fn one_empty_line_stays_and_none_at_the_ends() {
    check!("fn f() {


    a();



    b();

}



fn g() {}
", @"
    fn f() {
        a();

        b();
    }

    fn g() {}
    ");
}

#[test]
fn a_long_signature_has_a_line_for_each_parameter() {
    check!(r#"fn send(@param("who gets it") to: String, @param("what it says") text: String, copies: Int = 1) -> Result<Int, Problem> { 1 }
"#, @r#"
    fn send(
        @param("who gets it") to: String,
        @param("what it says") text: String,
        copies: Int = 1,
    ) -> Result<Int, Problem> { 1 }
    "#);
}

#[test]
fn a_receiver_is_a_parameter() {
    check!("impl Stack<T> {
 pub fn push( mut self,item:T ){ self.items.push(item) }
}
", @"
    impl Stack<T> {
        pub fn push(mut self, item: T) { self.items.push(item) }
    }
    ");
}

#[test]
fn let_else_follows_its_value() {
    check!("let Some(entry)=entries.find(|it| it.name==name) else{return None};\nlet Some(x) = y else { a(); b(); };\n", @"
    let Some(entry) = entries.find(|it| it.name == name) else { return None };
    let Some(x) = y else {
        a();
        b();
    };
    ");
}

#[test]
fn a_value_goes_to_its_own_line_if_it_fits_there() {
    check!("let the_answer_to_everything_else = first_of_all_the_values_that_there_are + second_of_all_the_values_that_there_are_here;\n", @"
    let the_answer_to_everything_else =
        first_of_all_the_values_that_there_are + second_of_all_the_values_that_there_are_here;
    ");
}

#[test]
fn a_string_that_fits_nowhere_stays() {
    check!(r#"let text = "a very long text that goes on and on and on, well beyond the end of the line, and of the one after it, too, it does";
"#, @r#"let text = "a very long text that goes on and on and on, well beyond the end of the line, and of the one after it, too, it does";"#);
}

#[test]
fn lone_semicolons_stay() {
    check!(";;\nif a {};\n", @"
    ;
    ;
    if a {};
    ");
}

#[test]
fn strings_are_left_alone() {
    check!(r##"let a = "x  ${ f( 1,2 ) }";
  let b = """
  two
    lines
  """;
let c = r#"raw "x""#;
"##, @r##"
    let a = "x  ${ f( 1,2 ) }";
    let b = """
      two
        lines
      """;
    let c = r#"raw "x""#;
    "##);
}

#[test]
fn numbers_are_left_alone() {
    check!("let all = [0xFF,1_000,1e3,-9223372036854775808,250ms];\n", @"let all = [0xFF, 1_000, 1e3, -9223372036854775808, 250ms];");
}
