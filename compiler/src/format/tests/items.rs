//! Declarations.

#[test]
fn structs_and_enums_are_on_one_line_or_on_many() {
    check!("struct Point{x:Int,y:Int=0}
enum Shape {
Circle( Float ), Rect{ w:Float,h:Float }, Dot }
enum Mood { Calm, Angry }
schema Nothing { }
struct Pair<A:Ord+Hash,B> { a: A, b: B }
", @"
    struct Point { x: Int, y: Int = 0 }
    enum Shape {
        Circle(Float),
        Rect { w: Float, h: Float },
        Dot,
    }
    enum Mood { Calm, Angry }
    schema Nothing {}
    struct Pair<A: Ord + Hash, B> { a: A, b: B }
    ");
}

#[test]
fn decorators_keep_their_lines() {
    check!(r#"@test fn a() { }
@native("x")   @effect("y")
fn b();
@describe( "d" )
@readonly
pub fn c();
"#, @r#"
    @test fn a() {}
    @native("x") @effect("y")
    fn b();
    @describe("d")
    @readonly
    pub fn c();
    "#);
}

#[test]
fn decorators_of_fields_keep_theirs() {
    check!(r#"schema Ticket {
@describe("One line")
title: String,
@range(0.0,1.0) confidence:Float,
level: "low"|"high" = "low", }
"#, @r#"
    schema Ticket {
        @describe("One line")
        title: String,
        @range(0.0, 1.0) confidence: Float,
        level: "low" | "high" = "low",
    }
    "#);
}

#[test]
fn traits_and_impls() {
    check!(r#"trait Label{fn label(self)->String;}
impl Label for Int { fn label(self) -> String { "x" } fn other() { } }
impl<T : Ord> Stack<T> { }
"#, @r#"
    trait Label { fn label(self) -> String; }
    impl Label for Int {
        fn label(self) -> String { "x" }
        fn other() {}
    }
    impl<T: Ord> Stack<T> {}
    "#);
}

#[test]
fn small_declarations() {
    check!(r#"mod  helpers ;
const MAX:Int=3;
type Level = "low"|"high";
pub type F=fn( Int,String? )->Bool??;
pub use a::b as c;
"#, @r#"
    mod helpers;
    const MAX: Int = 3;
    type Level = "low" | "high";
    pub type F = fn(Int, String?) -> Bool??;
    pub use a::b as c;
    "#);
}

#[test]
fn an_equals_sign_behind_type_arguments() {
    check!("let xs: Array<Int>= [];\nmemory m: Map<Int, Array<Int>>= x;\n", @"
    let xs: Array<Int> = [];
    memory m: Map<Int, Array<Int>> = x;
    ");
}
