//! Strict: what each tool resolves to, how schemas are lowered for their providers and arguments lifted back.

use serde_json::{Value, json};

use super::{Case, EVERY, case, check, offered, schema};

/// The tool's own, the connection's, then OpenAI, Anthropic with it and Anthropic without it; nothing is left out.
const TABLE: [(&str, &str, Value, Value, &str); 9] = [
    ("unset", "unset", Value::Bool(true), Value::Bool(true), ""),
    ("unset", "false", Value::Bool(false), Value::Bool(false), ""),
    ("unset", "true", Value::Bool(true), Value::Bool(true), "strict"),
    ("false", "unset", Value::Bool(false), Value::Bool(false), ""),
    ("false", "false", Value::Bool(false), Value::Bool(false), ""),
    ("false", "true", Value::Bool(false), Value::Bool(false), ""),
    ("true", "unset", Value::Bool(true), Value::Bool(true), "strict"),
    ("true", "false", Value::Bool(true), Value::Bool(true), "strict"),
    ("true", "true", Value::Bool(true), Value::Bool(true), "strict"),
];

const KEPT: &[&str] = &["openai", "openai-chat", "anthropic"];
const LIFTED: &[&str] = &["openai", "openai-chat", "anthropic", "google"];

pub(super) fn cases() -> Vec<Case> {
    let mut all = table();
    all.extend(gemini());
    all.extend(raw());
    all.extend(lowered());
    all.extend(lost());
    all
}

/// An agent with one tool; `decorator` says whether it is strict.
fn one(decorator: &str, parameters: &str, gives: &str, types: &str) -> String {
    format!(
        "{types}\ntool Desk {{\n    @describe(\"Does it\") {decorator}\n    pub fn act({parameters}) -> String {{ \"{gives}\" }}\n}}\n\
         agent Clerk {{ provider: main, tools: [Desk] }}\nprint(ended(Clerk.execute(\"go\")));\n"
    )
}

fn decorator(own: &str) -> String {
    if own == "unset" { String::new() } else { format!("@strict({own})") }
}

fn setting(connection: &str, is_old: bool) -> &'static str {
    match (connection, is_old) {
        ("true", false) => "strict = true",
        ("false", false) => "strict = false",
        ("true", true) => "strict = true\ndefault_model = \"claude-3-5-haiku-latest\"",
        ("false", true) => "strict = false\ndefault_model = \"claude-3-5-haiku-latest\"",
        (_, true) => "default_model = \"claude-3-5-haiku-latest\"",
        (_, false) => "",
    }
}

fn table() -> Vec<Case> {
    let mut all = Vec::new();
    for (own, connection, openai, anthropic, warning) in TABLE {
        let program = one(&decorator(own), "@param(\"n\") n: Int", "${n}", "");
        let named = |on: &str| format!("on {on}, a tool with strict {own} on a connection with {connection}");
        for (on, flag) in [("openai", openai.clone()), ("openai-chat", openai), ("anthropic", anthropic)] {
            all.push(
                case(named(on), program.clone())
                    .on(&[on])
                    .settings(setting(connection, false))
                    .text("ok")
                    .prints("ok")
                    .looks(move |api, bodies| assert_eq!(offered(api, &bodies[0], 0).get("strict"), Some(&flag))),
            );
        }
        let old = case(named("a model without it"), program)
            .on(&["anthropic"])
            .settings(setting(connection, true))
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| assert_eq!(offered(api, &bodies[0], 0).get("strict"), None));
        all.push(if warning.is_empty() { old } else { old.warns(&["`claude-3-5-haiku-latest` has no strict tools"]) });
    }
    all
}

fn gemini() -> Vec<Case> {
    let mode = |mode: Value| {
        move |_: &dyn super::Api, bodies: &[Value]| {
            assert_eq!(bodies[0]["toolConfig"]["functionCallingConfig"]["mode"], mode);
            assert!(!bodies[0].to_string().contains("strict"), "{}", bodies[0]);
        }
    };
    let gemini = |name: &str, own: &str, settings: &'static str, wanted: Value| {
        case(name, one(&decorator(own), "@param(\"n\") n: Int", "${n}", ""))
            .on(&["google"])
            .settings(settings)
            .text("ok")
            .prints("ok")
            .looks(mode(wanted))
    };
    vec![
        gemini("on Gemini, a tool that says nothing leaves the mode alone", "unset", "", Value::Null),
        gemini("on Gemini, a strict tool is VALIDATED", "true", "", json!("VALIDATED")),
        gemini(
            "on Gemini, a strict tool is VALIDATED whatever the connection says",
            "true",
            "strict = false",
            json!("VALIDATED"),
        ),
        gemini("on Gemini, a tool that is not strict leaves the mode alone", "false", "strict = true", Value::Null),
        case(
            "on Gemini, a tool that has to be called stays ANY",
            one("@strict(true)", "@param(\"n\") n: Int", "${n}", "")
                .replace("Clerk.execute", "Clerk.with_tool_choice(\"required\").execute"),
        )
        .on(&["google"])
        .text("ok")
        .prints("ok")
        .looks(mode(json!("ANY"))),
        case("Ollama knows no strict", one("@strict(true)", "@param(\"n\") n: Int", "${n}", ""))
            .on(&["ollama"])
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| assert_eq!(offered(api, &bodies[0], 0).get("strict"), None)),
    ]
}

const OPEN: &str = r#"{"type":"object","properties":{"n":{"type":"integer"}}}"#;
const CLOSED: &str =
    r#"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}"#;

fn dynamic(text: &str, more: &str) -> String {
    format!(
        "use std::json;\nagent Clerk {{ provider: main }}\nlet shape = json::parse(r#\"{text}\"#)?;\n\
         let made = Tool::dynamic(\"made\", \"Made\", shape, |args: Json| args){more};\n\
         print(ended(Clerk.with_tools([made]).execute(\"go\")));\n"
    )
}

fn raw() -> Vec<Case> {
    vec![
        case("a raw schema that does not fit is not strict by default", dynamic(OPEN, ""))
            .on(KEPT)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                assert_eq!(offered(api, &bodies[0], 0)["strict"], false);
                assert_eq!(schema(api, &bodies[0], 0).to_string(), OPEN);
            }),
        case("a raw schema that fits already is strict by default, unchanged", dynamic(CLOSED, ""))
            .on(KEPT)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                assert_eq!(offered(api, &bodies[0], 0)["strict"], true);
                assert_eq!(schema(api, &bodies[0], 0).to_string(), CLOSED);
            }),
        case("a connection that is strict leaves raw schemas alone", dynamic(OPEN, ""))
            .on(KEPT)
            .settings("strict = true")
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                assert_eq!(offered(api, &bodies[0], 0)["strict"], false);
                assert_eq!(schema(api, &bodies[0], 0).to_string(), OPEN);
            }),
        case("a raw tool that asks for it is lowered, and lifted back", dynamic(&OPEN.replace("}}}", "}},\"additionalProperties\":false}"), ".annotate(strict: true)"))
            .on(&["openai", "openai-chat"])
            .calls(&[("made", r#"{"n":null}"#)])
            .text("ok")
            .prints("ok\n  made = {}")
            .looks(|api, bodies| {
                assert_eq!(offered(api, &bodies[0], 0)["strict"], true);
                assert_eq!(schema(api, &bodies[0], 0)["required"], json!(["n"]));
            }),
        case("an open raw schema cannot be strict, and the request says so", dynamic(&OPEN.replace("}}}", "}},\"additionalProperties\":true}"), ".annotate(strict: true)"))
            .on(KEPT)
            .prints("config: `made` cannot be strict: the schema: properties beyond the known ones are allowed, which a strict schema cannot say"),
    ]
}

fn lowered() -> Vec<Case> {
    let optional = || {
        one(
            "",
            "@param(\"n\") n: Int, @param(\"note\") note: Option<String>, @param(\"many\") many: Int = 4",
            "${n} ${note} ${many}",
            "",
        )
    };
    let map = || one("", "@param(\"ages\") ages: Map<String, Int>", "${ages}", "");
    let pair = || one("", "@param(\"at\") at: (Int, String)", "${at}", "");
    let union =
        || one("", "@param(\"all\") all: Array<Shape>", "${all}", "enum Shape { Dot, Circle { r: Int }, Line(Int) }");
    vec![
        case("what is optional is required and nullable, and null is left out again", optional())
            .on(KEPT)
            .calls(&[
                ("Desk__act", r#"{"n":1,"note":null,"many":null}"#),
                ("Desk__act", r#"{"n":1,"note":"a","many":2}"#),
            ])
            .text("ok")
            .prints("ok\n  Desk::act = \"1 None 4\"\n  Desk::act = \"1 Some(\\\"a\\\") 2\"")
            .looks(|api, bodies| {
                let schema = schema(api, &bodies[0], 0);
                assert_eq!(schema["required"], json!(["n", "note", "many"]));
                assert_eq!(schema["additionalProperties"], false);
                assert!(schema["properties"]["note"].to_string().contains("null"), "{schema}");
                assert!(schema["properties"]["many"].to_string().contains("null"), "{schema}");
                assert!(!schema["properties"]["n"].to_string().contains("null"), "{schema}");
            }),
        case("Gemini gets `nullable` and no `additionalProperties`", optional())
            .on(&["google"])
            .calls(&[("Desk__act", r#"{"n":1,"note":null}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"1 None 4\"")
            .looks(|api, bodies| {
                let schema = schema(api, &bodies[0], 0);
                assert_eq!(schema["properties"]["note"]["nullable"], true, "{schema}");
                assert!(!schema.to_string().contains("additionalProperties"), "{schema}");
            }),
        case("what is not strict goes out as it is declared", optional())
            .on(KEPT)
            .settings("strict = false")
            .calls(&[("Desk__act", r#"{"n":1}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"1 None 4\"")
            .looks(|api, bodies| assert_eq!(schema(api, &bodies[0], 0)["required"], json!(["n"]))),
        case("a map is a list of keys and values, and a map again", map())
            .on(LIFTED)
            .calls(&[("Desk__act", r#"{"ages":[{"key":"ada","value":36},{"key":"__proto__","value":1}]}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"{\\\"ada\\\": 36, \\\"__proto__\\\": 1}\"")
            .looks(|api, bodies| {
                let ages = &schema(api, &bodies[0], 0)["properties"]["ages"];
                assert_eq!(ages["type"], "array", "{ages}");
                assert_eq!(ages["items"]["required"], json!(["key", "value"]), "{ages}");
            }),
        case("a tuple is an object with numbers, and a tuple again", pair())
            .on(LIFTED)
            .calls(&[("Desk__act", r#"{"at":{"0":7,"1":"x"}}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"(7, \\\"x\\\")\"")
            .looks(|api, bodies| {
                let at = &schema(api, &bodies[0], 0)["properties"]["at"];
                assert_eq!(at["required"], json!(["0", "1"]), "{at}");
            }),
        case("`oneOf` is `anyOf` at every depth", union())
            .on(LIFTED)
            .calls(&[("Desk__act", r#"{"all":[]}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"[]\"")
            .looks(|api, bodies| {
                let text = schema(api, &bodies[0], 0).to_string();
                assert!(text.contains("anyOf") && !text.contains("oneOf"), "{text}");
            }),
        case("the same type keeps `oneOf` where it is not strict", union())
            .on(&["openai", "openai-chat", "anthropic", "ollama"])
            .settings("strict = false")
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                let text = schema(api, &bodies[0], 0).to_string();
                assert!(text.contains("oneOf") && !text.contains("anyOf"), "{text}");
            }),
        case(
            "objects are closed everywhere",
            one(
                "",
                "@param(\"o\") o: Outer",
                "${o.inner.len()}",
                "schema Inner { n: Int }\nschema Outer { inner: Array<Inner>, other: Option<Inner> }",
            ),
        )
        .on(KEPT)
        .calls(&[("Desk__act", r#"{"o":{"inner":[{"n":1}],"other":null}}"#)])
        .text("ok")
        .prints("ok\n  Desk::act = \"1\"")
        .looks(|api, bodies| {
            let text = schema(api, &bodies[0], 0).to_string();
            let objects = text.matches(r#""type":"object""#).count() + text.matches(r#""type":["object""#).count();
            assert_eq!(text.matches(r#""additionalProperties":false"#).count(), objects, "{text}");
            assert!(objects >= 3, "{text}");
        }),
        case(
            "a constraint that Anthropic refuses is said in the description",
            one("", "@param(\"o\") o: Bounds", "${o.n}", "schema Bounds { @range(3, 77) n: Int }"),
        )
        .on(&["anthropic"])
        .text("ok")
        .prints("ok")
        .looks(|api, bodies| {
            let text = schema(api, &bodies[0], 0).to_string();
            assert!(!text.contains("minimum") && !text.contains("maximum"), "{text}");
            assert!(text.contains("77"), "{text}");
        }),
        case(
            "properties keep the order of the source, in the same bytes each time",
            one(
                "",
                "@param(\"z\") zebra: Int, @param(\"a\") ant: Int, @param(\"m\") mouse: Int",
                "${zebra}${ant}${mouse}",
                "",
            )
            .replace("print(ended(Clerk.execute(\"go\")));", "for _ in 0..2 { print(ended(Clerk.execute(\"go\"))); }"),
        )
        .on(EVERY)
        .text("ok")
        .text("ok")
        .prints("ok\nok")
        .looks(|api, bodies| {
            let keys: Vec<_> = schema(api, &bodies[0], 0)["properties"].as_object().unwrap().keys().cloned().collect();
            assert_eq!(keys, ["zebra", "ant", "mouse"]);
            assert_eq!(bodies[0].to_string(), bodies[1].to_string());
        }),
    ]
}

const TREE: &str = "schema Tree { name: String, below: Array<Tree> }";

fn lost() -> Vec<Case> {
    let free = |own: &str| one(own, "@param(\"any\") any: Json", "${any}", "");
    let tree = |own: &str| one(own, "@param(\"t\") t: Tree", "${t.below.len()}", TREE);
    vec![
        case("free-form JSON makes a defaulted strict false", free(""))
            .on(KEPT)
            .calls(&[("Desk__act", r#"{"any":{"x":[1,null]}}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"{\\\"x\\\":[1,null]}\"")
            .looks(|api, bodies| assert_eq!(offered(api, &bodies[0], 0)["strict"], false)),
        case("free-form JSON with an explicit strict is an error that names the field", free("@strict(true)"))
            .on(LIFTED)
            .refused(&["[E0383]", "any"]),
        case("a type that contains itself stays strict on OpenAI", tree(""))
            .on(&["openai", "openai-chat"])
            .calls(&[("Desk__act", r#"{"t":{"name":"a","below":[{"name":"b","below":[]}]}}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"1\"")
            .looks(|api, bodies| {
                assert_eq!(offered(api, &bodies[0], 0)["strict"], true);
                assert!(schema(api, &bodies[0], 0).to_string().contains("$ref"));
            }),
        case("a type that contains itself is not strict on Anthropic", tree(""))
            .on(&["anthropic"])
            .calls(&[("Desk__act", r#"{"t":{"name":"a","below":[{"name":"b","below":[]}]}}"#)])
            .text("ok")
            .prints("ok\n  Desk::act = \"1\"")
            .looks(|api, bodies| assert_eq!(offered(api, &bodies[0], 0)["strict"], false)),
        case("a type that contains itself goes to Gemini as JSON Schema", tree(""))
            .on(&["google"])
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| assert!(offered(api, &bodies[0], 0)["parametersJsonSchema"].is_object())),
        case(
            "a type that contains itself with an explicit strict is an error on Anthropic and Gemini",
            tree("@strict(true)"),
        )
        .on(&["anthropic", "google"])
        .refused(&["[E0383]", "below"]),
    ]
}

#[test]
fn strict() {
    check(&cases());
}
