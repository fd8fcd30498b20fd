//! Patterns that name or bind something wrong.

#[test]
fn an_alternative_must_bind_what_the_first_binds() {
    told!("fn f(x: Int?) { match x { Some(y) | None => print(y) } }\n", @"
    fn f(x: Int?) { match x { Some(y) | None => print(y) } }
    ----
    [E0215] error: this alternative does not bind `y`
       ,-[ main.conc:1:37 ]
       |
     1 | fn f(x: Int?) { match x { Some(y) | None => print(y) } }
       |                                |    ^^|^
       |                                `---------- bound in the first alternative
       |                                       |
       |                                       `--- `y` is missing
       |
       | Help: bind the same names in all alternatives, or write two arms
    ---'
    ");
}

#[test]
fn an_alternative_must_not_bind_more_than_the_first() {
    told!("fn f(x: Int?) { match x { None | Some(y) => print(x) } }\n", @"
    fn f(x: Int?) { match x { None | Some(y) => print(x) } }
    ----
    [E0215] error: `y` is not bound in the first alternative
       ,-[ main.conc:1:39 ]
       |
     1 | fn f(x: Int?) { match x { None | Some(y) => print(x) } }
       |                                       |
       |                                       `-- bound here only
       |
       | Help: bind the same names in all alternatives, or write two arms
    ---'
    ");
}

#[test]
fn a_variant_without_data_takes_none() {
    told!("enum E { A, B { x: Int } }\nfn f(e: E) { match e { E::A(_) => {}, E::B(_) => {} } }\n", @"
    enum E { A, B { x: Int } }
    fn f(e: E) { match e { E::A(_) => {}, E::B(_) => {} } }
    ----
    [E0209] error: the variant `A` has no data in parentheses
       ,-[ main.conc:2:27 ]
       |
     2 | fn f(e: E) { match e { E::A(_) => {}, E::B(_) => {} } }
       |                           |
       |                           `-- declared without them
       |
       | Help: write `E::A` alone
    ---'

    [E0209] error: the variant `B` has no data in parentheses
       ,-[ main.conc:2:42 ]
       |
     2 | fn f(e: E) { match e { E::A(_) => {}, E::B(_) => {} } }
       |                                          |
       |                                          `-- declared without them
       |
       | Help: write `E::B { … }`
    ---'
    ");
}

#[test]
fn only_variants_have_data_in_patterns() {
    told!("fn area() {}\nlet v = 1;\nmatch v { area(_) => {}, v(_) => {}, _ => {} }\n", @"
    fn area() {}
    let v = 1;
    match v { area(_) => {}, v(_) => {}, _ => {} }
    ----
    [E0209] error: `area` is a function, not a variant
       ,-[ main.conc:3:11 ]
       |
     3 | match v { area(_) => {}, v(_) => {}, _ => {} }
       |           ^^|^
       |             `--- a variant is needed here
    ---'

    [E0209] error: `v` is a variable, not a variant
       ,-[ main.conc:3:26 ]
       |
     3 | match v { area(_) => {}, v(_) => {}, _ => {} }
       |                          |
       |                          `-- a variant is needed here
       |
       | Help: only enum variants have data in patterns
    ---'
    ");
}

#[test]
fn a_path_in_a_pattern_is_a_variant_or_a_constant() {
    told!("mod m;\nmatch 1 { m::area => {}, m::MAX => {}, m::Color::Red => {}, m::Color::Rde => {}, _ => {} }\n--- m.conc\npub fn area() {}\npub const MAX: Int = 1;\npub enum Color { Red }\n", @"
    mod m;
    match 1 { m::area => {}, m::MAX => {}, m::Color::Red => {}, m::Color::Rde => {}, _ => {} }
    --- m.conc
    pub fn area() {}
    pub const MAX: Int = 1;
    pub enum Color { Red }
    ----
    [E0209] error: `area` is a function, not a pattern
       ,-[ main.conc:2:14 ]
       |
     2 | match 1 { m::area => {}, m::MAX => {}, m::Color::Red => {}, m::Color::Rde => {}, _ => {} }
       |              ^^|^
       |                `--- a pattern is needed here
    ---'

    [E0208] error: `Color` has no `Rde`
       ,-[ main.conc:2:71 ]
       |
     2 | match 1 { m::area => {}, m::MAX => {}, m::Color::Red => {}, m::Color::Rde => {}, _ => {} }
       |                                                                       ^|^
       |                                                                        `--- does not exist
       |
       | Help: did you mean `Red`?
    ---'
    ");
}

#[test]
fn a_struct_in_a_pattern_must_exist() {
    told!("enum E { A(Int) }\nmatch 1 { Nothing { .. } => {}, E::A { .. } => {}, E { .. } => {}, _ => {} }\n", @"
    enum E { A(Int) }
    match 1 { Nothing { .. } => {}, E::A { .. } => {}, E { .. } => {}, _ => {} }
    ----
    [E0202] error: no struct `Nothing` in this scope
       ,-[ main.conc:2:11 ]
       |
     2 | match 1 { Nothing { .. } => {}, E::A { .. } => {}, E { .. } => {}, _ => {} }
       |           ^^^|^^^
       |              `----- not declared
    ---'

    [E0209] error: `A` is a variant with data in parentheses, not a struct
       ,-[ main.conc:2:36 ]
       |
     2 | match 1 { Nothing { .. } => {}, E::A { .. } => {}, E { .. } => {}, _ => {} }
       |                                    |
       |                                    `-- a struct is needed here
    ---'

    [E0209] error: `E` is an enum, not a struct
       ,-[ main.conc:2:52 ]
       |
     2 | match 1 { Nothing { .. } => {}, E::A { .. } => {}, E { .. } => {}, _ => {} }
       |                                                    |
       |                                                    `-- a struct is needed here
    ---'
    ");
}

#[test]
fn a_name_is_bound_once() {
    told!("match 1 { (a, a) => print(a), [b, ..b] => print(b), _ => {} }\n", @"
    match 1 { (a, a) => print(a), [b, ..b] => print(b), _ => {} }
    ----
    [E0203] error: the name `a` stands twice
       ,-[ main.conc:1:15 ]
       |
     1 | match 1 { (a, a) => print(a), [b, ..b] => print(b), _ => {} }
       |            |  |
       |            `----- the first time
       |               |
       |               `-- a second time
       |
       | Help: remove or rename one of them
    ---'

    [E0203] error: the name `b` stands twice
       ,-[ main.conc:1:37 ]
       |
     1 | match 1 { (a, a) => print(a), [b, ..b] => print(b), _ => {} }
       |                                |    |
       |                                `------- the first time
       |                                     |
       |                                     `-- a second time
       |
       | Help: remove or rename one of them
    ---'
    ");
}
