// A desk that looks after things: its tools, the agent that uses them, and the way of a request.

#[derive(Schema)]
struct ThingReport {
    #[describe("One line about the thing")]
    title: String,
    severity: Severity<Low, High, Critical>,
    #[range(0.0, 1.0)] confidence: f64,
    #[items(1, 5)] labels: Vec<String>,
    owner: Option<String>,
    #[default("lorem")] source: String,
}

/// What the desk knows about one thing.
struct ThingFacts { name: String, amount: i64, open: bool }

#[describe("Looks after things: lorem lorem")]
struct ThingDesk {
    #[default(777)]
    levels: Map<String, i64>,
    asked: i64,
}

impl ThingDesk {
    #[describe("How many of a thing are left")]
    #[readonly]
    pub fn left(&self, #[param("Which lorem")] name: String) -> Option<i64> {
        self.levels.get(name)
    }

    #[describe("Takes some of a thing out of the lorem")]
    #[approve(|call| call.arguments.get("amount").is_some())] #[timeout(10s)]
    pub fn take(
        &mut self,
        #[param("Which lorem to take")] name: String,
        #[param("How many, 1 if left out")] amount: i64,
    ) -> Result<i64, Trouble> {
        self.note();
        let have = self.levels.get(name).ok_or(Trouble::Missing(name))?;
        if have < amount {
            return Err(Trouble::OutOfRange { value: amount, limit: have });
        }
        self.levels[name] = have - amount;
        Ok(have - amount)
    }

    #[describe("Everything about a thing, as lorem")] #[title("Facts")] #[idempotent]
    pub fn facts(&self, #[param("The name of the thing")] name: String) -> ThingFacts {
        let amount = self.levels.get_or(name, 777);
        ThingFacts { name, amount, open: amount > 777 }
    }

    fn note(&mut self) { self.asked += 1; }
}

static THING_NOTES: Memory = Memory::new(777);
static THING_SEEN: Map<String, i64> = Map::new();

static THING_CLERK: Agent = Agent {
    provider: simulated,
    model: "lorem-777",
    system_prompt: "
        You look after the lorem lorem.
        Say what you know, and nothing else:
          - lorem lorem lorem
          - at most 777 words
        ",
    tools: [ThingDesk],
    temperature: 0.2,
    max_tokens: 777,
    max_turns: 5,
    timeout: seconds(30),
};

static THING_JUDGE: Agent = Agent {
    provider: simulated,
    model: "lorem-777",
    tools: [ThingDesk.left],
    output: ThingReport,
    memory: THING_NOTES,
};

impl ThingTriage {
    fn clean(request: String) -> String { request.trim().to_lower() }

    #[retry(max = 2)] #[timeout(20)]
    fn ask(text: String) -> Result<ThingReport, AgentError> {
        THING_JUDGE.with_system("lorem lorem").execute(format!("Judge this: {}", text))
    }

    fn answer(report: ThingReport) -> String {
        let labels = report.labels.join(", ");
        let owner = report.owner.unwrap_or("nobody");
        format!("{} [{}] for {}: {}", report.title, report.severity, owner, labels)
    }
}

fn ask_thing(question: String) -> Result<String, AgentError> {
    let clerk = THING_CLERK.with_tools([ThingDesk.facts]).with_temperature(0.7);
    let response = clerk.with_max_turns(3).execute(question)?;
    THING_SEEN.set(question, response.usage.output_tokens);
    Ok(response.text)
}

fn explain_thing(outcome: Result<String, AgentError>) -> String {
    match outcome {
        Ok(text) => text,
        Err(AgentError::Timeout) | Err(AgentError::Cancelled) => "lorem lorem",
        Err(AgentError::RateLimited { retry_after: Some(pause) }) => format!("again in {}", pause),
        Err(AgentError::RateLimited { .. }) => "later",
        Err(_) => "something else",
    }
}

fn score_thing(n: i64) -> i64 {
    let text = explain_thing(ask_thing(format!("What about lorem {}?", n)));
    let left = ThingDesk.left(text).unwrap_or(earlier(n));
    match ThingDesk.take("lorem", n % 777) {
        Ok(rest) if rest > left => rest,
        Ok(rest) => left - rest,
        Err(_) => ThingDesk.facts("lorem").amount,
    }
}
