//! Tools, agents, pipelines and mocks.

#[test]
fn a_tool_is_a_value() {
    check!(
        r#"
        tool Clock {
            zone: String = "UTC",
            @describe("The hour") @readonly
            pub fn hour(@param("how many hours later") later: Int) -> Result<Int, String> { Ok(later) }
        }
        agent Helper {
            provider: simulated,
            system_prompt: "You help.",
            tools: [Clock],
        }
        fn offered() -> Array<ToolRef> { [Clock, Clock.hour] }
        fn ask() -> Result<String, AgentError> { Ok(Helper.execute("What time is it?")?.text) }
        "#
    );
}

#[test]
fn an_agent_is_executed() {
    check!(
        r#"
        schema City { name: String, people: Int }
        agent Guide {
            provider: simulated,
            system_prompt: "You know cities.",
            output: City,
        }
        fn people(city: String) -> Result<Int, AgentError> { Ok(Guide.execute("Tell me about ${city}.")?.people) }
        "#
    );
}

#[test]
fn a_pipeline_hands_values_on() {
    check!(
        r#"
        pipeline Count(text: String) -> String {
            stage split(text: String) -> Array<String> { text.split(" ") }
            stage count(words: Array<String>) -> Result<Int, String> { if words.is_empty() { Err("no words") } else { Ok(words.len()) } }
            stage show(count: Int) -> String { "${count} words" }
        }
        "#
    );
}

#[test]
fn a_mock_stands_in_for_a_function() {
    check!(
        r#"
        fn price(name: String) -> Int { name.len() }
        fn total(names: Array<String>) -> Int { names.map(|it| price(it)).sum() }
        @test
        fn totals() {
            mock price = |name| 10;
            assert(total(["a", "b"]) == 20);
        }
        "#
    );
}
