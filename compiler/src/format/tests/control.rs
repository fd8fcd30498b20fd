//! `if`, `match` and loops.

#[test]
fn an_if_is_on_one_line_or_on_many() {
    check!("let a = if x{1}else{2};
if x {
 1 } else { 2 }
if x { return; }
if let Some(y)=x { y } else if z { 1 } else { 2 }
", @"
    let a = if x { 1 } else { 2 };
    if x {
        1
    } else {
        2
    }
    if x { return; }
    if let Some(y) = x { y } else if z { 1 } else { 2 }
    ");
}

#[test]
fn arms_have_lines_of_their_own() {
    check!("match x {
Some( y ) if y>1=>y,
None=>{ 0 },
1|2 => { a(); }
 _ => match y { 1 => 2, _ => 3 }
}
let m = match x { true => 1, false => 2 };
", @"
    match x {
        Some(y) if y > 1 => y,
        None => { 0 }
        1 | 2 => { a(); }
        _ => match y { 1 => 2, _ => 3 },
    }
    let m = match x { true => 1, false => 2 };
    ");
}

#[test]
fn an_arm_goes_to_its_own_line_before_it_is_broken() {
    check!(r#"match x {
Json::Object(members) => members.entries().fold({:}, |out, (key, inner)| out.merge(flattened(inner, joined(key, "/")))),
_ => 1 }
"#, @r#"
    match x {
        Json::Object(members) =>
            members.entries().fold({:}, |out, (key, inner)| out.merge(flattened(inner, joined(key, "/")))),
        _ => 1,
    }
    "#);
}

#[test]
fn many_alternatives_have_lines_of_their_own() {
    check!("match kind {\nKind::TheFirstOfTheKinds | Kind::TheSecondOfTheKinds | Kind::TheThirdOfTheKinds | Kind::TheFourthOfTheKinds | Kind::Fifth => 1, _ => 2 }\n", @"
    match kind {
        Kind::TheFirstOfTheKinds
        | Kind::TheSecondOfTheKinds
        | Kind::TheThirdOfTheKinds
        | Kind::TheFourthOfTheKinds
        | Kind::Fifth => 1,
        _ => 2,
    }
    ");
}

#[test]
fn patterns_are_like_expressions() {
    check!("match x {\nPoint{x,y:0,..} => 1, [ first,.., last ] => 2, [a, ..rest] => 3, n@1..=9 => 4, -1 => 5, (a,) => 6, ..0 => 7, Shape::Dot => 8, }\n", @"
    match x {
        Point { x, y: 0, .. } => 1,
        [first, .., last] => 2,
        [a, ..rest] => 3,
        n @ 1..=9 => 4,
        -1 => 5,
        (a,) => 6,
        ..0 => 7,
        Shape::Dot => 8,
    }
    ");
}

#[test]
fn loops() {
    check!("'outer : loop{break 'outer 1}
while  x{ y(); }
for ( k,v ) in map {
 continue 'outer; }
while let Some(x) = next() { f(x); }
", @"
    'outer: loop { break 'outer 1 }
    while x { y(); }
    for (k, v) in map {
        continue 'outer;
    }
    while let Some(x) = next() { f(x); }
    ");
}

#[test]
fn listen_hears_messages() {
    check!(r#"let r = listen Reviewer.execute( p ) { "question"=>|q: Question| answer(q),"progress" => |p| {
 print(p);
 show(p) } };
"#, @r#"
    let r = listen Reviewer.execute(p) {
        "question" => |q: Question| answer(q),
        "progress" => |p| {
            print(p);
            show(p)
        },
    };
    "#);
}

#[test]
fn closures() {
    check!("let a = || 1;
let b = |x,y :Int,| x+y;
let c = |mut xs: Array<Int>|->Int{ xs.pop() };
let d = |(i,x)| i;
", @"
    let a = || 1;
    let b = |x, y: Int| x + y;
    let c = |mut xs: Array<Int>| -> Int { xs.pop() };
    let d = |(i, x)| i;
    ");
}
