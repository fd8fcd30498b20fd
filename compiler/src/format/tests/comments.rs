//! Comments stay where they are.

#[test]
fn comments_on_lines_of_their_own() {
    check!("// a


//b
fn f() {
// c

// d
x();
  // e
}
// f
", @"
    // a

    //b
    fn f() {
        // c

        // d
        x();
        // e
    }
    // f
    ");
}

#[test]
fn comments_behind_code() {
    check!("fn f() { // a
    x(  ); // b
    y() // c
} // d
let a = [ // e
 1, // f
 2 // g
];
", @"
    fn f() { // a
        x(); // b
        y() // c
    } // d
    let a = [ // e
        1, // f
        2, // g
    ];
    ");
}

#[test]
fn comments_below_each_other_stay_so() {
    check!("x();     // a
longer();// b
fine( );  // c
y();    // a
yyy();  // b
x();
zzzzzz();  // c

x();        // d
", @"
    x();      // a
    longer(); // b
    fine(); // c
    y();   // a
    yyy(); // b
    x();
    zzzzzz(); // c

    x(); // d
    ");
}

#[test]
fn comments_between_code() {
    check!("f(/* a */1, /* b */ 2 /* c */);\nlet /* d */ x /* e */ = /* f */ 1;\n", @"
    f(/* a */ 1, /* b */ 2 /* c */);
    let /* d */ x /* e */ = /* f */ 1;
    ");
}

#[test]
fn comments_in_empty_brackets() {
    check!("fn f() { /* a */ }
fn g() {
// b
}
let x = [ // c
];
let y = f(/* d */);
struct S {
// e
}
", @"
    fn f() { /* a */ }
    fn g() {
        // b
    }
    let x = [ // c
    ];
    let y = f(/* d */);
    struct S {
        // e
    }
    ");
}

#[test]
fn comments_before_closing_brackets() {
    check!("let x = [
1,
// a
];
f(1, // b
// c
);
match x {
_ => 1,
// d
}
", @"
    let x = [
        1,
        // a
    ];
    f(
        1, // b
        // c
    );
    match x {
        _ => 1,
        // d
    }
    ");
}

#[test]
fn comments_before_commas_and_semicolons() {
    check!("let x = [1 // a
, 2
// b
, 3] // c
;
", @"
    let x = [
        1, // a
        2,
        // b
        3,
    ]; // c
    ");
}

#[test]
fn comments_between_decorators() {
    check!("@a // one
@b
// two
fn f() {}
", @"
    @a // one
    @b
    // two
    fn f() {}
    ");
}

#[test]
fn comments_in_chains_and_operators() {
    check!("let x = xs // a
.map(f)
// b
.sum();
let y = a // c
+ b
// d
+ c;
let z = // e
1;
", @"
    let x = xs // a
        .map(f)
        // b
        .sum();
    let y = a // c
        + b
        // d
        + c;
    let z = // e
        1;
    ");
}

#[test]
fn comments_of_several_lines() {
    check!("/* a
   b */
fn f() {
x(); /* c
 d */ y(); }
/* nested /* deeper */ still */
", @"
    /* a
       b */
    fn f() {
        x();
        /* c
     d */
        y();
    }
    /* nested /* deeper */ still */
    ");
}

#[test]
fn comments_with_empty_lines_in_lists() {
    check!("enum E {

/// One.
A,


/// Two.
B,

}
", @"
    enum E {
        /// One.
        A,

        /// Two.
        B,
    }
    ");
}

#[test]
fn comments_in_strange_places() {
    check!("fn // a
name( // b
) // c
-> Int // d
{ 1 }
if x // e
{ 1 } // f
else // g
{ 2 }
", @"
    fn // a
    name( // b
    ) // c
    -> Int // d
    { 1 }
    if x // e
    {
        1
    } // f
    else // g
    {
        2
    }
    ");
}
