//! Where the file of a module is looked for.

#[test]
fn a_program_may_be_one_file() {
    check!("print(1);\n", @"
    print(1);
    ----
    main (main.conc) in nothing, with []
    ");
}

#[test]
fn a_module_stands_beside_the_file_that_declares_it() {
    check!(
        r#"
        mod shapes;
        mod text;
        --- shapes.conc
        pub fn area() {}
        --- text.conc
        pub fn size() {}
        "#,
        @r#"
    mod shapes;
    mod text;
    --- shapes.conc
    pub fn area() {}
    --- text.conc
    pub fn size() {}
    ----
    main (main.conc) in nothing, with ["shapes", "text"]
    shapes (shapes.conc) in main, with []
    text (text.conc) in main, with []
    "#
    );
}

#[test]
fn a_module_may_be_a_folder() {
    check!(
        r#"
        mod shapes;
        --- shapes/mod.conc
        mod circle;
        --- shapes/circle.conc
        pub fn area() {}
        "#,
        @r#"
    mod shapes;
    --- shapes/mod.conc
    mod circle;
    --- shapes/circle.conc
    pub fn area() {}
    ----
    main (main.conc) in nothing, with ["shapes"]
    shapes (shapes/mod.conc) in main, with ["circle"]
    circle (shapes/circle.conc) in shapes, with []
    "#
    );
}

#[test]
fn a_module_of_a_file_beside_the_entry_stands_beside_it_too() {
    check!(
        r#"
        mod shapes;
        --- shapes.conc
        mod circle;
        --- circle.conc
        pub fn area() {}
        "#,
        @r#"
    mod shapes;
    --- shapes.conc
    mod circle;
    --- circle.conc
    pub fn area() {}
    ----
    main (main.conc) in nothing, with ["shapes"]
    shapes (shapes.conc) in main, with ["circle"]
    circle (circle.conc) in shapes, with []
    "#
    );
}

#[test]
fn a_file_is_one_module_however_often_it_is_declared() {
    check!(
        r#"
        mod a;
        mod b;
        --- a.conc
        mod b;
        --- b.conc
        pub fn f() {}
        "#,
        @r#"
    mod a;
    mod b;
    --- a.conc
    mod b;
    --- b.conc
    pub fn f() {}
    ----
    main (main.conc) in nothing, with ["a", "b"]
    a (a.conc) in main, with ["b"]
    b (b.conc) in a, with []
    "#
    );
}

#[test]
fn modules_are_found_whatever_else_cannot_be_read() {
    check!(
        r#"
        let = 1;
        mod a;
        fn () {}
        --- a.conc
        pub fn f() {}
        "#,
        @r#"
    let = 1;
    mod a;
    fn () {}
    --- a.conc
    pub fn f() {}
    ----
    main (main.conc) in nothing, with ["a"]
    a (a.conc) in main, with []
    ----
    [E0101] error: expected a pattern or `mut`, found `=`
       ,-[ main.conc:1:5 ]
       |
     1 | let = 1;
       |     |
       |     `-- expected a pattern or `mut`
    ---'

    [E0101] error: expected a name, found `(`
       ,-[ main.conc:3:4 ]
       |
     3 | fn () {}
       |    |
       |    `-- expected a name
    ---'
    "#
    );
}
