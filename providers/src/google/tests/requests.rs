//! What is sent.

use concerto_schema::Provider;
use concerto_schema::entry::Offered;
use serde_json::{Value, json};

use super::{Google, MODEL};
use crate::anthropic::testing::*;
use crate::chat::{ChatRequest, Means, Media, Message, Part, Role, ToolChoice};
use crate::wire::Api;

fn body(request: &ChatRequest) -> Value {
    Google.call(Google.base_url(), request).json()
}

/// Compares the body of a request with its file and its dump.
macro_rules! check {
    ($name:literal, $request:expr, @$expected:literal) => {
        insta::assert_snapshot!(on_file("google", $name, &body($request)), @$expected)
    };
}

fn with_tools(request: ChatRequest) -> ChatRequest {
    offering(request, Provider::Google, &functions())
}

#[test]
fn a_request_without_tools_says_nothing_of_tools() {
    check!("hello", &hello(MODEL), @r#"
    contents:
      user:
        {"text":"Hello!"}
    "#);
    assert_eq!(Google.call(Google.base_url(), &hello(MODEL)).headers, []);
}

#[test]
fn settings_are_sent() {
    let request = ChatRequest {
        temperature: Some(0.5),
        top_p: Some(0.9),
        max_tokens: Some(100),
        stop: vec!["END".to_owned()],
        is_streamed: true,
        ..hello(MODEL)
    };
    check!("settings", &request, @r#"
    contents:
      user:
        {"text":"Hello!"}
    generationConfig: {"temperature":0.5,"topP":0.9,"maxOutputTokens":100,"stopSequences":["END"]}
    "#);
    let request = ChatRequest { temperature: Some(f64::NAN), ..hello(MODEL) };
    assert!(body(&request).get("generationConfig").is_none());
}

#[test]
fn system_messages_join_the_system_prompt() {
    let messages = vec![says(Role::System, "Be brief."), says(Role::User, "Hello!"), says(Role::System, "Rhyme.")];
    let request = ChatRequest { system: Some("You are a poet.".to_owned()), ..asks(MODEL, messages) };
    check!("system", &request, @r#"
    systemInstruction: {"parts":[{"text":"You are a poet.\n\nBe brief.\n\nRhyme."}]}
    contents:
      user:
        {"text":"Hello!"}
    "#);
}

#[test]
fn several_tools_are_sent_as_they_are() {
    let raw = functions().into_iter().map(|it| match it {
        Offered::Function(mut tool) => {
            tool.name = format!("raw_{}", tool.name);
            tool.is_raw = true;
            Offered::Function(tool)
        }
        it => it,
    });
    let tools: Vec<Offered> = functions().into_iter().chain(raw).chain([hosted("google.search")]).collect();
    check!("tools", &offering(hello(MODEL), Provider::Google, &tools), @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
        {"name":"raw_Weather__at","description":"The weather in a city.","parametersJsonSchema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["city"],"additionalProperties":false}}
        {"name":"raw_clock","description":"The time."}
      {"googleSearch":{}}
    "#);
}

#[test]
fn every_tool_choice_has_its_mode() {
    let choosing = |tool_choice| with_tools(ChatRequest { tool_choice, ..hello(MODEL) });
    check!("choice_none", &choosing(ToolChoice::None), @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    toolConfig: {"functionCallingConfig":{"mode":"NONE"}}
    "#);
    check!("choice_required", &choosing(ToolChoice::Required), @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    toolConfig: {"functionCallingConfig":{"mode":"ANY"}}
    "#);
    check!("choice_tool", &choosing(ToolChoice::Tool("clock".to_owned())), @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    toolConfig: {"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["clock"]}}
    "#);
}

#[test]
fn strict_tools_turn_the_automatic_mode_into_the_validated_one() {
    let mut request = with_tools(hello(MODEL));
    std::sync::Arc::make_mut(&mut request.offered).validated = true;
    check!("validated", &request, @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    toolConfig: {"functionCallingConfig":{"mode":"VALIDATED"}}
    "#);
}

#[test]
fn without_functions_there_is_nothing_to_choose() {
    let choosing = ChatRequest { tool_choice: ToolChoice::Required, ..hello(MODEL) };
    assert!(body(&choosing).get("toolConfig").is_none());
    let hosted = offering(choosing, Provider::Google, &[hosted("google.search")]);
    check!("hosted", &hosted, @r#"
    contents:
      user:
        {"text":"Hello!"}
    tools:
      {"googleSearch":{}}
    "#);
}

#[test]
fn an_answer_of_a_form_is_asked_for_by_a_setting() {
    let schema = json!({ "type": "OBJECT", "properties": { "name": { "type": "STRING" } }, "required": ["name"] });
    let strict = ChatRequest { output: Some(output(Means::Native, true, schema.clone())), ..hello(MODEL) };
    check!("output", &strict, @r#"
    contents:
      user:
        {"text":"Hello!"}
    generationConfig: {"responseMimeType":"application/json","responseSchema":{"type":"OBJECT","properties":{"name":{"type":"STRING"}},"required":["name"]}}
    "#);
    let raw = json!({ "type": "object", "properties": { "name": { "$ref": "#/$defs/Name" } }, "$defs": { "Name": { "type": "string" } } });
    let raw = ChatRequest { output: Some(output(Means::Native, false, raw)), ..hello(MODEL) };
    check!("output_raw", &raw, @r##"
    contents:
      user:
        {"text":"Hello!"}
    generationConfig: {"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"name":{"$ref":"#/$defs/Name"}},"$defs":{"Name":{"type":"string"}}}}
    "##);
    for means in [Means::Tool, Means::Prompt] {
        let request = ChatRequest { output: Some(output(means, true, schema.clone())), ..hello(MODEL) };
        assert!(body(&request).get("generationConfig").is_none());
    }
}

#[test]
fn pictures_and_documents_are_parts() {
    let url = |it: &str| Media::Url(it.to_owned());
    let parts = vec![
        Part::Text("What are these?".to_owned()),
        Part::Image(data(b"\x89PNG", "image/png")),
        Part::Image(url("https://a.example/cat.jpg?size=9")),
        Part::Image(url("https://a.example/cat")),
        Part::Image(url("data:image/gif;base64,R0lG")),
        file("report.pdf", data(b"%PDF-1.7", "application/pdf")),
        file("", url("https://a.example/report.pdf")),
        file("notes.csv", data("Grüße".as_bytes(), "text/csv; charset=utf-8")),
        file("data.json", data(b"{}", "application/json")),
        file("song.mp3", data(b"\xff\xfb", "audio/mp3")),
    ];
    check!("media", &asks(MODEL, vec![Message { role: Role::User, parts }]), @r#"
    contents:
      user:
        {"text":"What are these?"}
        {"inlineData":{"mimeType":"image/png","data":"iVBORw=="}}
        {"fileData":{"mimeType":"image/jpeg","fileUri":"https://a.example/cat.jpg?size=9"}}
        {"fileData":{"fileUri":"https://a.example/cat"}}
        {"inlineData":{"mimeType":"image/gif","data":"R0lG"}}
        {"inlineData":{"mimeType":"application/pdf","data":"JVBERi0xLjc="}}
        {"fileData":{"mimeType":"application/pdf","fileUri":"https://a.example/report.pdf"}}
        {"inlineData":{"mimeType":"text/csv","data":"R3LDvMOfZQ=="}}
        {"inlineData":{"mimeType":"text/plain","data":"e30="}}
        {"inlineData":{"mimeType":"audio/mp3","data":"//s="}}
    "#);
}

/// A conversation of several turns: two calls at once, one of them signed, then a failure beside a result.
fn conversation() -> Vec<Message> {
    let signed = json!({ "provider": "google", "id": "fc_1", "thoughtSignature": "c2ln" });
    let unsigned = json!({ "provider": "google", "id": "fc_2" });
    vec![
        says(Role::User, "The weather in Rome and Oslo?"),
        Message {
            role: Role::Assistant,
            parts: vec![
                thought("Two cities.", "google", json!({ "text": "Two cities.", "thought": true })),
                Part::Text("Let me look.".to_owned()),
                call("fc_1", "Weather__at", json!({ "city": "Rome", "days": null }), signed),
                call("fc_2", "Weather__at", json!("{\"city\": \"Osl"), unsigned),
            ],
        },
        Message {
            role: Role::Tool,
            parts: vec![
                result("fc_1", "Weather__at", json!({ "sky": "clear" })),
                failure("fc_2", "Weather__at", "input_validation_error", "no JSON object"),
            ],
        },
        says(Role::User, "Quickly, please."),
        // Older models give no ids: these are ours.
        Message {
            role: Role::Assistant,
            parts: vec![
                call("call_1", "clock", json!({}), json!({ "provider": "google", "thoughtSignature": "c2ln" })),
                call("call_2", "clock", json!({}), json!(null)),
            ],
        },
        says(Role::User, "Never mind the time."),
        Message {
            role: Role::Tool,
            parts: vec![result("call_1", "clock", json!("noon")), result("call_2", "clock", json!([12, 0]))],
        },
    ]
}

#[test]
fn results_come_first_in_the_next_turn_and_turns_alternate() {
    check!("conversation", &with_tools(asks(MODEL, conversation())), @r#"
    contents:
      user:
        {"text":"The weather in Rome and Oslo?"}
      model:
        {"text":"Two cities.","thought":true}
        {"text":"Let me look."}
        {"functionCall":{"id":"fc_1","name":"Weather__at","args":{"city":"Rome","days":null}},"thoughtSignature":"c2ln"}
        {"functionCall":{"id":"fc_2","name":"Weather__at","args":{}}}
      user:
        {"functionResponse":{"id":"fc_1","name":"Weather__at","response":{"sky":"clear"}}}
        {"functionResponse":{"id":"fc_2","name":"Weather__at","response":{"error":{"kind":"input_validation_error","message":"no JSON object"}}}}
        {"text":"Quickly, please."}
      model:
        {"functionCall":{"name":"clock","args":{}},"thoughtSignature":"c2ln"}
        {"functionCall":{"name":"clock","args":{}}}
      user:
        {"functionResponse":{"name":"clock","response":{"result":"noon"}}}
        {"functionResponse":{"name":"clock","response":{"result":[12,0]}}}
        {"text":"Never mind the time."}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    "#);
}

#[test]
fn what_other_providers_thought_is_left_out() {
    let parts = vec![
        thought("Hm.", "anthropic", json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" })),
        Part::Reasoning { text: "Hm.".to_owned(), data: json!(null) },
        other("anthropic", json!({ "type": "redacted_thinking", "data": "b64" })),
        call(
            "toolu_1",
            "clock",
            json!({}),
            json!({ "provider": "anthropic", "id": "toolu_1", "thoughtSignature": "x" }),
        ),
    ];
    let messages = vec![
        says(Role::User, "The time?"),
        Message { role: Role::Assistant, parts },
        Message { role: Role::Tool, parts: vec![result("toolu_1", "clock", json!(null))] },
    ];
    check!("foreign", &with_tools(asks(MODEL, messages)), @r#"
    contents:
      user:
        {"text":"The time?"}
      model:
        {"functionCall":{"name":"clock","args":{}},"thoughtSignature":"skip_thought_signature_validator"}
      user:
        {"functionResponse":{"name":"clock","response":{"result":null}}}
    tools:
      functionDeclarations:
        {"name":"Weather__at","description":"The weather in a city.","parameters":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer","nullable":true}},"required":["city","days"]}}
        {"name":"clock","description":"The time."}
    "#);
}

#[test]
fn signatures_and_own_parts_go_back_where_they_came() {
    let code = json!({ "executableCode": { "language": "PYTHON", "code": "print(1)" } });
    let output = json!({ "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": "1\n" } });
    let parts = vec![
        thought("Hm.", "google", json!({ "text": "Hm.", "thought": true, "thoughtSignature": "YQ==" })),
        other("google", code),
        other("google", output),
        Part::Text("It is ".to_owned()),
        Part::Text("1.".to_owned()),
        other("google", json!({ "thoughtSignature": "Yg==" })),
        other("google", json!({ "text": "", "thoughtSignature": "Yw==" })),
        other("google", json!({ "groundingMetadata": { "webSearchQueries": ["one"] } })),
        other("google", json!({ "thoughtSignature": "ZA==" })),
    ];
    let messages = vec![says(Role::User, "One?"), Message { role: Role::Assistant, parts }, says(Role::User, "Two?")];
    check!("own_parts", &asks(MODEL, messages), @r#"
    contents:
      user:
        {"text":"One?"}
      model:
        {"text":"Hm.","thought":true,"thoughtSignature":"YQ=="}
        {"executableCode":{"language":"PYTHON","code":"print(1)"}}
        {"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1\n"}}
        {"text":"It is "}
        {"text":"1.","thoughtSignature":"Yg=="}
        {"text":"","thoughtSignature":"Yw=="}
        {"text":"","thoughtSignature":"ZA=="}
      user:
        {"text":"Two?"}
    "#);
}

#[test]
fn empty_texts_and_empty_messages_are_not_sent() {
    let messages = vec![
        says(Role::User, "Hello!"),
        says(Role::Assistant, ""),
        Message { role: Role::User, parts: vec![] },
        says(Role::User, "Anyone?"),
    ];
    check!("empty", &asks(MODEL, messages), @r#"
    contents:
      user:
        {"text":"Hello!"}
        {"text":"Anyone?"}
    "#);
}
