//! Structs, schemas, enums, aliases, constants.

#[test]
fn a_struct_has_fields() {
    check!(
        r#"
        struct Empty {}
        pub struct Point { x: Int, y: Int }
        struct Pair<A, B: Ord> { a: A, b: B, }
        struct Config { limit: Int = 5, name: String = "x", tags: Array<String>= [] }
        "#,
        @r#"
    struct Empty {}
    pub struct Point { x: Int, y: Int }
    struct Pair<A, B: Ord> { a: A, b: B, }
    struct Config { limit: Int = 5, name: String = "x", tags: Array<String>= [] }
    ----
    struct Empty
    pub struct Point
      x: Int
      y: Int
    struct Pair<A, B: Ord>
      a: A
      b: B
    struct Config
      limit: Int = 5
      name: String = "x"
      tags: Array<String> = (array)
    "#
    );
}

#[test]
fn fields_may_be_named_like_keywords() {
    check!("struct Odd { type: Int, match: Int, fn: Int, pub: Bool, self: Int, tool: Int, in: Int }", @"
    struct Odd { type: Int, match: Int, fn: Int, pub: Bool, self: Int, tool: Int, in: Int }
    ----
    struct Odd
      type: Int
      match: Int
      fn: Int
      pub: Bool
      self: Int
      tool: Int
      in: Int
    ");
}

#[test]
fn a_schema_has_decorated_fields() {
    check!(
        r#"
        schema Ticket {
            @describe("One line, no customer names")
            title: String,
            severity: "low" | "high" | "critical",
            @range(0.0, 1.0) confidence: Float,
            @items(1, 5) labels: Array<String>,
            owner: Option<String>,
            source: String = "web",
        }
        "#,
        @r#"
    schema Ticket {
        @describe("One line, no customer names")
        title: String,
        severity: "low" | "high" | "critical",
        @range(0.0, 1.0) confidence: Float,
        @items(1, 5) labels: Array<String>,
        owner: Option<String>,
        source: String = "web",
    }
    ----
    schema Ticket
      @describe( "One line, no customer names" ) title: String
      severity: (union "low" "high" "critical")
      @range( 0.0 1.0 ) confidence: Float
      @items( 1 5 ) labels: Array<String>
      owner: Option<String>
      source: String = "web"
    "#
    );
}

#[test]
fn an_enum_has_variants_of_three_kinds() {
    check!(
        r#"
        enum Empty {}
        pub enum Shape<T> {
            Point,
            Circle(Float),
            Line(T, T,),
            Rect { w: Float, h: Float = 1.0 },
            @describe("odd") Tool,
        }
        "#,
        @r#"
    enum Empty {}
    pub enum Shape<T> {
        Point,
        Circle(Float),
        Line(T, T,),
        Rect { w: Float, h: Float = 1.0 },
        @describe("odd") Tool,
    }
    ----
    enum Empty
    pub enum Shape<T>
      Point
      Circle Float
      Line T T
      Rect w: Float h: Float = 1.0
      @describe( "odd" ) Tool
    "#
    );
}

#[test]
fn an_alias_names_a_type() {
    check!(r#"type Id = Int; pub type Pair<T> = (T, T); type Level = "low" | "high"; type Stack<T>= Array<T>;"#, @r#"
    type Id = Int; pub type Pair<T> = (T, T); type Level = "low" | "high"; type Stack<T>= Array<T>;
    ----
    type Id = Int
    pub type Pair<T> = (tuple T T)
    type Level = (union "low" "high")
    type Stack<T> = Array<T>
    "#);
}

#[test]
fn a_constant_has_a_type_and_a_value() {
    check!("const MAX: Int = 5; pub const NAMES: Array<String>= [\"a\"];", @r#"
    const MAX: Int = 5; pub const NAMES: Array<String>= ["a"];
    ----
    const MAX: Int = 5
    pub const NAMES: Array<String> = (array "a")
    "#);
}

#[test]
fn a_struct_has_named_fields() {
    told!("struct Point(Int, Int);", @"
    struct Point(Int, Int);
    ----
    [E0116] error: the fields of a struct have names
       ,-[ main.conc:1:13 ]
       |
     1 | struct Point(Int, Int);
       |             |
       |             `-- a list of types without names
       |
       | Help: write `struct Name { field: Type, … }`; for data without names use a tuple or an enum variant
    ---'
    ");
}

#[test]
fn a_struct_has_braces() {
    told!("struct Marker;", @"
    struct Marker;
    ----
    [E0116] error: a struct has braces, even without fields
       ,-[ main.conc:1:14 ]
       |
     1 | struct Marker;
       |              |
       |              `-- no fields here
       |
       | Help: write `struct Name {}`
    ---'
    ");
}

#[test]
fn a_field_has_a_type() {
    told!("struct P { x = 1, y: Int }", @"
    struct P { x = 1, y: Int }
    ----
    [E0101] error: expected `:`, found `=`
       ,-[ main.conc:1:14 ]
       |
     1 | struct P { x = 1, y: Int }
       |              |
       |              `-- expected `:`
       |
       | Help: a `:` comes first: `name: value` in settings, `name: Type = value` in declarations
    ---'
    ");
}

#[test]
fn a_constant_has_a_type() {
    told!("const MAX = 5;", @"
    const MAX = 5;
    ----
    [E0101] error: expected `:`, found `=`
       ,-[ main.conc:1:11 ]
       |
     1 | const MAX = 5;
       |           |
       |           `-- expected `:`
       |
       | Help: a constant is written with its type: `const NAME: Int = 1;`; a variable is declared with `let`
    ---'
    ");
}

#[test]
fn a_comma_is_missing_between_fields() {
    told!(
        r#"
        struct P {
            x: Int
            y: Int,
        }
        "#,
        @"
    struct P {
        x: Int
        y: Int,
    }
    ----
    [E0101] error: a `,` is missing at the end of this line
       ,-[ main.conc:2:11 ]
       |
     2 |     x: Int
       |           |
       |           `- `,` belongs here
       |
       | Help: add `,`
    ---'
    "
    );
}

#[test]
fn a_field_that_cannot_be_read_leaves_its_neighbours() {
    check!("struct P { a: Int, b: , c: 5, d: Int }", @"
    struct P { a: Int, b: , c: 5, d: Int }
    ----
    struct P
      a: Int
      d: Int
    ----
    [E0101] error: expected a type, found `,`
       ,-[ main.conc:1:23 ]
       |
     1 | struct P { a: Int, b: , c: 5, d: Int }
       |                       |
       |                       `-- expected a type
    ---'

    [E0101] error: expected a type, found `5`
       ,-[ main.conc:1:28 ]
       |
     1 | struct P { a: Int, b: , c: 5, d: Int }
       |                            |
       |                            `-- expected a type
    ---'
    ");
}
