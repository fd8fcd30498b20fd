//! The types of variables.

#[test]
fn numbers() {
    types!(
        r#"
        let a = 1;
        let b = 1.5;
        let c = 1 + 2.5;
        let d: Float = 3;
        let e = [1, 2.5];
        let f = -4;
        let g = 5 as Float;
        let h = [1, 2].sum();
        let i = 10 / 4;
        let j = if a > 1 { 1 } else { 2.0 };
        print("${a} ${b} ${c} ${d} ${e} ${f} ${g} ${h} ${i} ${j}");
        "#,
        @r#"
    let a = 1;
    let b = 1.5;
    let c = 1 + 2.5;
    let d: Float = 3;
    let e = [1, 2.5];
    let f = -4;
    let g = 5 as Float;
    let h = [1, 2].sum();
    let i = 10 / 4;
    let j = if a > 1 { 1 } else { 2.0 };
    print("${a} ${b} ${c} ${d} ${e} ${f} ${g} ${h} ${i} ${j}");
    ----
    a: Int
    b: Float
    c: Float
    d: Float
    e: Array<Float>
    f: Int
    g: Float
    h: Int
    i: Int
    j: Float
    "#
    );
}

#[test]
fn a_number_may_become_a_float_later() {
    types!(
        r#"
        let mut list = [1, 2];
        let total = list.sum();
        let mut floats: Array<Float> = [];
        floats.push(3);
        list.push(4);
        print("${list} ${total} ${floats}");
        "#,
        @r#"
    let mut list = [1, 2];
    let total = list.sum();
    let mut floats: Array<Float> = [];
    floats.push(3);
    list.push(4);
    print("${list} ${total} ${floats}");
    ----
    list: Array<Int>
    total: Int
    floats: Array<Float>
    "#
    );
}

#[test]
fn texts_and_unions() {
    types!(
        r#"
        type Level = "low" | "high";
        let a = "low";
        let b: Level = "low";
        let c = [b, "high"];
        let d = if true { b } else { "low" };
        let e = match b { "low" => "none", "high" => b };
        let f = b + "!";
        let g: Level | "none" = b;
        print("${a} ${b} ${c} ${d} ${e} ${f} ${g}");
        "#,
        @r#"
    type Level = "low" | "high";
    let a = "low";
    let b: Level = "low";
    let c = [b, "high"];
    let d = if true { b } else { "low" };
    let e = match b { "low" => "none", "high" => b };
    let f = b + "!";
    let g: Level | "none" = b;
    print("${a} ${b} ${c} ${d} ${e} ${f} ${g}");
    ----
    a: String
    b: "low" | "high"
    c: Array<"low" | "high">
    d: "low" | "high"
    e: String
    f: String
    g: "low" | "high" | "none"
    "#
    );
}

#[test]
fn collections() {
    types!(
        r#"
        let a = [[1], []];
        let b = { "x": [1.5] };
        let c = (1, "a", [true]);
        let d = Set::of(["a"]);
        let e = 0..5;
        let f = [(1, "a")].map(|(n, text)| (text, n));
        let g = Map::of(f);
        let h = b.entries();
        let i = [None, Some(1)];
        let (j, _) = c.0 |> |n| (n, n);
        print("${a} ${b} ${c} ${d} ${e} ${f} ${g} ${h} ${i} ${j}");
        "#,
        @r#"
    let a = [[1], []];
    let b = { "x": [1.5] };
    let c = (1, "a", [true]);
    let d = Set::of(["a"]);
    let e = 0..5;
    let f = [(1, "a")].map(|(n, text)| (text, n));
    let g = Map::of(f);
    let h = b.entries();
    let i = [None, Some(1)];
    let (j, _) = c.0 |> |n| (n, n);
    print("${a} ${b} ${c} ${d} ${e} ${f} ${g} ${h} ${i} ${j}");
    ----
    a: Array<Array<Int>>
    b: Map<String, Array<Float>>
    c: (Int, String, Array<Bool>)
    d: Set<String>
    e: Range
    f: Array<(String, Int)>
    n: Int
    text: String
    g: Map<String, Int>
    h: Array<(String, Array<Float>)>
    i: Array<Option<Int>>
    j: Int
    n: Int
    "#
    );
}

#[test]
fn closures() {
    types!(
        r#"
        fn compose<A, B, C>(f: fn(A) -> B, g: fn(B) -> C) -> fn(A) -> C { |x| g(f(x)) }
        let add = |a, b| a + b;
        let five = add(2, 3);
        let size = |text: String| text.len();
        let both = compose(size, |n| n as Float);
        let lazy = || five;
        let sign = |n: Int| { if n < 0 { return "-"; } "+" };
        let wrapped = [1].map(Some);
        let parsed = ["1"].map(String::parse_int);
        let nested = |a: Int| |b: Int| a + b;
        print("${both("a")} ${lazy()} ${sign(1)} ${wrapped} ${parsed} ${nested(1)(2)}");
        "#,
        @r#"
    fn compose<A, B, C>(f: fn(A) -> B, g: fn(B) -> C) -> fn(A) -> C { |x| g(f(x)) }
    let add = |a, b| a + b;
    let five = add(2, 3);
    let size = |text: String| text.len();
    let both = compose(size, |n| n as Float);
    let lazy = || five;
    let sign = |n: Int| { if n < 0 { return "-"; } "+" };
    let wrapped = [1].map(Some);
    let parsed = ["1"].map(String::parse_int);
    let nested = |a: Int| |b: Int| a + b;
    print("${both("a")} ${lazy()} ${sign(1)} ${wrapped} ${parsed} ${nested(1)(2)}");
    ----
    f: fn(A) -> B
    g: fn(B) -> C
    x: A
    add: fn(Int, Int) -> Int
    a: Int
    b: Int
    five: Int
    size: fn(String) -> Int
    text: String
    both: fn(String) -> Float
    n: Int
    lazy: fn() -> Int
    sign: fn(Int) -> String
    n: Int
    wrapped: Array<Option<Int>>
    parsed: Array<Option<Int>>
    nested: fn(Int) -> fn(Int) -> Int
    a: Int
    b: Int
    "#
    );
}

#[test]
fn generics() {
    types!(
        r#"
        struct Stack<T> { items: Array<T> }
        impl<T> Stack<T> {
            fn new() -> Stack<T> { Stack { items: [] } }
            fn push(mut self, item: T) { self.items.push(item); }
            fn top(self) -> T? { self.items.last() }
        }
        fn first<T>(list: Array<T>, other: T) -> T { list.first() ?? other }
        let mut stack = Stack::new();
        stack.push(1.5);
        let top = stack.top();
        let named = Stack<String>::new();
        let one = first([], "a");
        let two = first<Float>([1], 2);
        print("${top} ${named} ${one} ${two}");
        "#,
        @r#"
    struct Stack<T> { items: Array<T> }
    impl<T> Stack<T> {
        fn new() -> Stack<T> { Stack { items: [] } }
        fn push(mut self, item: T) { self.items.push(item); }
        fn top(self) -> T? { self.items.last() }
    }
    fn first<T>(list: Array<T>, other: T) -> T { list.first() ?? other }
    let mut stack = Stack::new();
    stack.push(1.5);
    let top = stack.top();
    let named = Stack<String>::new();
    let one = first([], "a");
    let two = first<Float>([1], 2);
    print("${top} ${named} ${one} ${two}");
    ----
    self: Stack<T>
    item: T
    self: Stack<T>
    list: Array<T>
    other: T
    stack: Stack<Float>
    top: Option<Float>
    named: Stack<String>
    one: String
    two: Float
    "#
    );
}

#[test]
fn options_and_results() {
    types!(
        r#"
        let a = Some(1);
        let b = a.map(|n| "${n}").ok_or("none");
        let c = b.map_err(|text| text.len());
        let d = a ?? 0;
        let e = a ?? None;
        let f = "1".parse_int().and_then(|n| if n > 0 { Some(n) } else { None });
        let g = [Ok(1), Err("no")];
        print("${c} ${d} ${e} ${f} ${g}");
        "#,
        @r#"
    let a = Some(1);
    let b = a.map(|n| "${n}").ok_or("none");
    let c = b.map_err(|text| text.len());
    let d = a ?? 0;
    let e = a ?? None;
    let f = "1".parse_int().and_then(|n| if n > 0 { Some(n) } else { None });
    let g = [Ok(1), Err("no")];
    print("${c} ${d} ${e} ${f} ${g}");
    ----
    a: Option<Int>
    b: Result<String, String>
    n: Int
    c: Result<String, Int>
    text: String
    d: Int
    e: Option<Int>
    `a ?? None` stays an `Option`
    f: Option<Int>
    n: Int
    g: Array<Result<Int, String>>
    "#
    );
}

#[test]
fn json_literals() {
    types!(
        r#"
        use std::json;
        let name = "Ada";
        let person: Json = { "name": name, "age": 36, "tags": ["a", 1, [true]], "more": { "x": -1.5 }, "pair": (1, 2) };
        let list: Array<Json> = [1, "a", person];
        let made = json::from(name);
        print("${person} ${list} ${made}");
        "#,
        @r#"
    use std::json;
    let name = "Ada";
    let person: Json = { "name": name, "age": 36, "tags": ["a", 1, [true]], "more": { "x": -1.5 }, "pair": (1, 2) };
    let list: Array<Json> = [1, "a", person];
    let made = json::from(name);
    print("${person} ${list} ${made}");
    ----
    name: String
    person: Json
    `{ "name": name, "age": 36, "tags": ["a", 1, [true]], "more": { "x": -1.5 }, "pair": (1, 2) }` is a literal of `Json`
    `name` becomes `Json`
    `36` is a literal of `Json`
    `["a", 1, [true]]` is a literal of `Json`
    `"a"` is a literal of `Json`
    `1` is a literal of `Json`
    `[true]` is a literal of `Json`
    `true` is a literal of `Json`
    `{ "x": -1.5 }` is a literal of `Json`
    `-1.5` is a literal of `Json`
    `(1, 2)` becomes `Json`
    list: Array<Json>
    `1` is a literal of `Json`
    `"a"` is a literal of `Json`
    made: Json
    "#
    );
}

#[test]
fn values_of_loops_and_matches() {
    types!(
        r#"
        let a = loop { break 5; };
        let b = match Some(1) { Some(n) if n > 0 => n as Float, _ => 0 };
        let c = { let inner = "a"; inner.len() };
        let d = if a > 1 { [1] } else { [] };
        let e;
        if a > 2 { e = Some("x"); } else { e = None; }
        let f = match a { 1 => panic("one"), n => n };
        print("${b} ${c} ${d} ${e} ${f}");
        "#,
        @r#"
    let a = loop { break 5; };
    let b = match Some(1) { Some(n) if n > 0 => n as Float, _ => 0 };
    let c = { let inner = "a"; inner.len() };
    let d = if a > 1 { [1] } else { [] };
    let e;
    if a > 2 { e = Some("x"); } else { e = None; }
    let f = match a { 1 => panic("one"), n => n };
    print("${b} ${c} ${d} ${e} ${f}");
    ----
    a: Int
    b: Float
    n: Int
    c: Int
    inner: String
    d: Array<Int>
    e: Option<String>
    f: Int
    n: Int
    "#
    );
}

#[test]
fn self_is_the_type_of_the_impl() {
    types!(
        r#"
        struct Point { x: Int, y: Int }
        impl Point {
            fn new(x: Int) -> Self { Self { x: x, y: 0 } }
            fn moved(self, by: Self) -> Self { let next = Self::new(self.x + by.x); next }
            fn reset(mut self) { self = Point::new(0); }
        }
        trait Shape { fn twice(self) -> (Self, Self); }
        impl Shape for Point { fn twice(self) -> (Self, Self) { (self, self) } }
        let pair = Point::new(1).twice();
        print(pair);
        "#,
        @"
    struct Point { x: Int, y: Int }
    impl Point {
        fn new(x: Int) -> Self { Self { x: x, y: 0 } }
        fn moved(self, by: Self) -> Self { let next = Self::new(self.x + by.x); next }
        fn reset(mut self) { self = Point::new(0); }
    }
    trait Shape { fn twice(self) -> (Self, Self); }
    impl Shape for Point { fn twice(self) -> (Self, Self) { (self, self) } }
    let pair = Point::new(1).twice();
    print(pair);
    ----
    x: Int
    self: Point
    by: Point
    next: Point
    self: Point
    self: Self
    self: Point
    pair: (Point, Point)
    "
    );
}
