//! Names on the wire: how they are written, how they lead back, and which cannot stand together.

use super::{Case, EVERY, case, check, last};

/// An agent with tools of these names, each of which tells its own.
fn named(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("{it:?}")).collect();
    format!(
        "agent Clerk {{ provider: main }}\nlet made = |name: String| Tool::dynamic(name, \"D\", {{ \"type\": \"object\" }}, |_: Json| name, source: \"source of ${{name}}\");\n\
         print(ended(Clerk.with_tools([{}].map(made)).execute(\"go\")));\n",
        names.join(", ")
    )
}

const LONG: &str = "a_tool_whose_name_is_so_long_that_no_provider_would_ever_take_it_as_it_is";
const LONGER: &str = "a_tool_whose_name_is_so_long_that_no_provider_would_ever_take_it_as_it_was";

/// The same on the wire.
const CUT_LONG: &str = "a_tool_whose_name_is_so_long_that_no_provider_would_eve_f8a8bd8b";
const CUT_LONGER: &str = "a_tool_whose_name_is_so_long_that_no_provider_would_eve_e76818dd";

/// Whether every provider takes a name.
fn is_sendable(name: &str) -> bool {
    !name.is_empty() && name.len() <= 64 && name.chars().all(|it| it.is_ascii_alphanumeric() || "_-".contains(it))
}

/// A tool under a name, the name on the wire, and a call that leads back.
fn sent(name: &str, tool: &'static str, wire: &'static str) -> Case {
    case(name, named(&[tool]))
        .on(EVERY)
        .calls(&[(wire, "{}")])
        .text("ok")
        .prints(&format!("ok\n  {tool} = \"{tool}\""))
        .looks(move |api, bodies| assert_eq!(api.tools(&bodies[0]), [wire]))
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = written();
    all.extend(cut());
    all.extend(clashes());
    all.extend(replayed());
    all
}

fn written() -> Vec<Case> {
    vec![
        case(
            "a function of a tool goes out with two underscores",
            "tool Calculator { @describe(\"d\") pub fn add(@param(\"a\") a: Int) -> Int { a } }\nagent Clerk { provider: main, tools: [Calculator] }\nprint(ended(Clerk.execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("Calculator__add", r#"{"a":1}"#)])
        .text("ok")
        .prints("ok\n  Calculator::add = 1")
        .looks(|api, bodies| assert_eq!(api.tools(&bodies[0]), ["Calculator__add"])),
        sent("a made tool goes out under its own name", "search-2", "search-2"),
        sent("other characters become underscores", "weather.get now!", "weather_get_now_"),
        sent("letters of other scripts become underscores", "größe", "gr__e"),
        case(
            "a namespaced tool goes out as `ns__name`",
            "agent Clerk { provider: main }\nlet kit = Toolkit::of([Tool::dynamic(\"find\", \"D\", { \"type\": \"object\" }, |_: Json| 1)]).namespace(\"crm\");\nprint(ended(Clerk.with_tools([kit]).execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("crm__find", "{}")])
        .text("ok")
        .prints("ok\n  crm__find = 1")
        .looks(|api, bodies| assert_eq!(api.tools(&bodies[0]), ["crm__find"])),
        case(
            "a tool that has to be called is named as on the wire",
            "agent Clerk { provider: main }\nlet tool = Tool::dynamic(\"weather.get\", \"D\", { \"type\": \"object\" }, |_: Json| 1);\nprint(ended(Clerk.with_tools([tool]).with_tool_choice(tool).execute(\"go\")));",
        )
        .on(&["openai", "openai-chat", "anthropic", "google"])
        .text("ok")
        .prints("ok")
        .looks(|api, bodies| assert!(api.choice(&bodies[0]).to_string().contains("\"weather_get\""))),
        case("every result on the wire goes with the name or the id of its call", named(&["weather.get"]))
            .on(EVERY)
            .calls(&[("weather_get", "{}")])
            .text("ok")
            .prints("ok\n  weather.get = \"weather.get\"")
            .looks(|_, bodies| assert!(!last(bodies)["tools"].to_string().contains("weather.get\"")))
            .told(&["weather.get"]),
    ]
}

fn cut() -> Vec<Case> {
    vec![
        case(
            "a long name is cut and ends in a hash, the same each time",
            named(&[LONG]).replace("print(", "for _ in 0..2 { print(").replace("(\"go\")));", "(\"go\"))); }"),
        )
        .on(EVERY)
        .text("ok")
        .text("ok")
        .prints("ok\nok")
        .looks(|api, bodies| {
            let names = api.tools(&bodies[0]);
            assert!(names[0].len() == 64 && is_sendable(&names[0]), "{names:?}");
            assert_eq!(names[0][..55], LONG[..55]);
            assert_eq!(names, api.tools(&bodies[1]));
        }),
        case("two long names that begin alike stay two", named(&[LONG, LONGER]))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                let names = api.tools(&bodies[0]);
                assert!(names.len() == 2 && names[0] != names[1], "{names:?}");
                assert!(names.iter().all(|it| is_sendable(it)), "{names:?}");
            }),
        case("a call under a cut name leads to its tool", named(&[LONG, LONGER]))
            .on(EVERY)
            .calls(&[(CUT_LONGER, "{}"), (CUT_LONG, "{}")])
            .text("ok")
            .prints(&format!("ok\n  {LONGER} = \"{LONGER}\"\n  {LONG} = \"{LONG}\"")),
        case("a name of 64 characters stays as it is", named(&[&LONG[..64]]))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| assert_eq!(api.tools(&bodies[0]), [&LONG[..64]])),
        case("a name of 65 characters is cut", named(&[&LONG[..65]])).on(EVERY).text("ok").prints("ok").looks(
            |api, bodies| {
                let names = api.tools(&bodies[0]);
                assert!(is_sendable(&names[0]) && names[0] != LONG[..64], "{names:?}");
            },
        ),
    ]
}

fn clashes() -> Vec<Case> {
    vec![
        case("two names that become one are told with both origins", named(&["a.b", "a b"]))
            .on(EVERY)
            .prints("duplicate a_b: `a.b` at source of a.b, `a b` at source of a b"),
        case(
            "a made name that a declared one becomes is told with both origins",
            "tool Desk { @describe(\"d\") pub fn get() -> Int { 1 } }\nagent Clerk { provider: main, tools: [Desk] }\nlet made = Tool::dynamic(\"Desk__get\", \"D\", { \"type\": \"object\" }, |_: Json| 1, source: \"here\");\nprint(ended(Clerk.with_tools([made]).execute(\"go\")));",
        )
        .on(EVERY)
        .prints("duplicate Desk__get: `Desk::get` from tool Desk (main.conc:1), `Desk__get` at here"),
        case(
            "two declared names that become one are an error",
            "tool A { @describe(\"d\") pub fn b__c() -> Int { 1 } }\ntool A__b { @describe(\"d\") pub fn c() -> Int { 1 } }\nagent Clerk { provider: main, tools: [A, A__b] }\nprint(ended(Clerk.execute(\"go\")));",
        )
        .refused(&["[E0376]", "A__b__c"]),
    ]
}

fn replayed() -> Vec<Case> {
    let history = |name: &str| {
        format!(
            "agent Clerk {{ provider: main }}\nlet call = Part::Call {{ id: \"c1\", tool: \"{name}\", arguments: {{:}} }};\nlet result = Part::Result(ToolResult::Failure {{ call_id: \"c1\", tool: \"{name}\", kind: \"unknown_tool\", reason: \"no\" }});\n\
             print(ended(Clerk.chat([Message::user(\"go\"), Message {{ role: \"assistant\", parts: [call] }}, Message {{ role: \"tool\", parts: [result] }}, Message::user(\"on\")])));\n"
        )
    };
    vec![
        case("a name that a model made up is sanitised when it is sent again", history("no such/tool!"))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|_, bodies| {
                let text = bodies[0].to_string();
                assert!(text.contains("\"no_such_tool_\"") && !text.contains("no such/tool!"), "{text}");
            }),
        case("a made-up name that is too long is cut when it is sent again", history(LONG))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|_, bodies| {
                let text = bodies[0].to_string();
                assert!(text.contains(&LONG[..55]) && !text.contains(LONG), "{text}");
            }),
        case(
            "a made-up name is sanitised in the next turn of an execution",
            "agent Clerk { provider: main }\nprint(ended(Clerk.execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("rm -rf /", "{}")])
        .text("ok")
        .prints("ok\n  rm -rf / unknown_tool: there is no tool `rm -rf /`; there are none")
        .looks(|_, bodies| assert!(last(bodies).to_string().contains("\"rm_-rf__\""))),
    ]
}

#[test]
fn names() {
    check(&cases());
}
