//! What is said about tools that models could not call, or that providers could not take.

use crate::support::told;

macro_rules! check {
    ($source:literal) => {
        insta::assert_snapshot!(told($source));
    };
}

#[test]
fn functions_that_no_model_could_call() {
    check!(
        r#"
tool Plane {
    @describe("A pattern")
    pub fn pattern(@param("the point") (x, y): (Float, Float)) -> Float { x + y }
    @describe("A type parameter")
    pub fn generic<T: Schema>(@param("the value") value: T) -> Json { value.to_json() }
    @describe("Two kinds") @signal @interaction
    pub fn both(@param("why") why: String);
    @describe("Again") @retry(max: 2)
    pub fn again(@param("what") what: String) -> String { what }
}
let number = Tool::typed<Int>("number", "A number", |it| it);
print([number, Plane].len());
"#
    );
}

#[test]
fn settings_that_cannot_be() {
    check!(
        r#"
provider tool Search { id: "web_search" }
agent Idle { provider: simulated, max_turns: 0, temperature: -1, tools: [Search] }
"#
    );
}

#[test]
fn made_tools_take_named_arguments() {
    check!(
        r#"
let number = Tool::typed<Int>("number", "A number", |it| it);
print(number.name());
"#
    );
}

#[test]
fn tools_that_a_provider_does_not_have() {
    check!(
        r#"
provider tool Search { id: "openai.web_search" }
agent Other { provider: anthropic, model: "claude-sonnet-4-5", tools: [Search] }
agent Chat { provider: openai_chat, model: "gpt-4o", tools: [Search] }
"#
    );
}

#[test]
fn strict_tools_that_cannot_be() {
    check!(
        r#"
schema Tree { value: Int, children: Array<Tree> }
schema Note { title: String, more: Map<String, Json> }
tool Garden {
    @describe("Plant") @strict(true)
    pub fn plant(@param("the tree") tree: Tree) -> Int { tree.value }
    @describe("Note") @strict
    pub fn note(@param("the note") note: Note, @param("anything") any: Json) -> String { "${note} ${any}" }
}
agent First { provider: google, model: "gemini-2.5-pro", tools: [Garden.plant] }
agent Second { provider: openai, model: "gpt-4o", tools: [Garden] }
"#
    );
}

#[test]
fn more_than_a_provider_takes() {
    check!(
        r#"
tool Search {
    @describe("Find")
    pub fn find(
        @param("a") a: Int?, @param("b") b: Int?, @param("c") c: Int?, @param("d") d: Int?, @param("e") e: Int?,
        @param("f") f: Int?, @param("g") g: Int?, @param("h") h: Int?, @param("i") i: Int?, @param("j") j: Int?,
        @param("k") k: Int?, @param("l") l: Int?, @param("m") m: Int?, @param("n") n: Int?, @param("o") o: Int?,
        @param("p") p: Int?, @param("q") q: Int?,
    ) -> Int { [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q].len() }
}
agent Full { provider: anthropic, model: "claude-sonnet-4-5", tools: [Search] }
agent Ends { provider: openai, model: "gpt-4o", stop: ["END"] }
agent None_ { provider: openai }
"#
    );
}

#[test]
fn a_tag_and_a_field_of_one_name() {
    check!(
        r#"
enum Shape { Round, Other { type: String } }
tool Plane {
    @describe("Draw")
    pub fn draw(@param("the shape") shape: Shape) -> Bool { match shape { Shape::Round => true, _ => false } }
}
"#
    );
}

#[test]
fn constraints_that_nothing_can_keep_to() {
    check!(
        r#"
schema Limits {
    @range(5, 1) a: Int,
    @length(-1, 2) b: String,
    @pattern("(") c: String,
    @format("emial") d: String,
    @format("colour") e: String,
}
"#
    );
}
