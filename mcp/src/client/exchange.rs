//! A call from its request to its result, with the questions that the server asks in between.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    InputRequest, InputRequiredResult, InputResponses, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestHandle, RoleClient, ServiceError};
use serde_json::{Map, Value, json};
use tokio::sync::{Notify, mpsc, oneshot};

use super::desk::{Asked, Desk};
use crate::session::{Again, Answer, Call, Given, Output, Question, Questions, Unanswered};

/// How often a server may ask to be called again without a question.
const ROUNDS_MAX: usize = 10;

/// Why an exchange gave nothing.
pub(super) enum Broken {
    Service(ServiceError),
    Timeout,
    /// What the server wants cannot be had.
    Wants(&'static str),
    /// The call that questions belong to is not open any more.
    Gone,
}

impl From<ServiceError> for Broken {
    fn from(error: ServiceError) -> Self {
        Self::Service(error)
    }
}

/// An open call.
pub(super) struct Exchange {
    desk: Arc<Desk>,
    number: u64,
    /// Nothing once the result is there.
    handle: Option<RequestHandle<RoleClient>>,
    questions: mpsc::UnboundedReceiver<Asked>,
    beat: Arc<Notify>,
    /// Where the answer to the open question goes, and what it was.
    reply: Option<(Question, oneshot::Sender<ElicitResult>)>,
}

impl Exchange {
    async fn begin(peer: &Peer<RoleClient>, desk: &Arc<Desk>, call: &Call) -> Result<Self, Broken> {
        let (responses, state) = match &call.given {
            Some(Given { again: Again::Repeat(state), answers }) => (Some(responses(answers)), state.clone()),
            _ => (None, None),
        };
        let mut params = CallToolRequestParams::new(call.tool.clone()).with_arguments(call.arguments.clone());
        params.input_responses = responses.filter(|it| !it.is_empty());
        params.request_state = state;
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let handle = peer.send_cancellable_request(request, PeerRequestOptions::no_options()).await?;
        let beat = Arc::<Notify>::default();
        let (token, progress) = (handle.progress_token.clone(), call.progress.clone());
        let (number, questions) = desk.begin(handle.id.clone(), token, progress, Arc::clone(&beat));
        Ok(Self { desk: Arc::clone(desk), number, handle: Some(handle), questions, beat, reply: None })
    }

    /// Waits for the result, or for a question.
    async fn next(mut self, timeout: Duration, may_ask: bool) -> Result<Turn, Broken> {
        let mut deadline = tokio::time::Instant::now() + timeout;
        loop {
            let Some(handle) = &mut self.handle else { return Err(Broken::Gone) };
            tokio::select! {
                biased;
                response = &mut handle.rx => {
                    // What was said before the result is told before it.
                    tokio::task::yield_now().await;
                    self.handle = None;
                    let response = response.map_err(|_| ServiceError::TransportClosed)??;
                    return Ok(Turn::Response(Box::new(response)));
                }
                asked = self.questions.recv() => {
                    let Some(asked) = asked else { return Err(Broken::Gone) };
                    if !may_ask {
                        return Err(Broken::Wants(WANTS_ANSWERS));
                    }
                    let question = question(String::new(), asked.params);
                    self.reply = Some((question.clone(), asked.reply));
                    return Ok(Turn::Asked(question, Box::new(self)));
                }
                () = self.beat.notified() => deadline = tokio::time::Instant::now() + timeout,
                () = tokio::time::sleep_until(deadline) => return Err(Broken::Timeout),
            }
        }
    }

    /// Answers the open question.
    fn answer(&mut self, answers: &[(String, Result<Value, Unanswered>)]) {
        let answer = answers.first().map_or(Err(Unanswered::Cancelled), |(_, it)| it.clone());
        if let Some((question, reply)) = self.reply.take() {
            let _ = reply.send(result(answer.map(|it| filled(&question.schema, it))));
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.desk.end(self.number);
        let Some(handle) = self.handle.take() else { return };
        // Nobody waits any more: the server is told.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(handle.cancel(Some("nobody waits for the result".to_owned())));
        }
    }
}

/// How an exchange went on.
enum Turn {
    Response(Box<ServerResult>),
    Asked(Question, Box<Exchange>),
}

const WANTS_ANSWERS: &str = "the server asks a question, and nobody can answer here";

/// Makes a call, or goes on with one.
pub(super) async fn call(
    peer: &Peer<RoleClient>,
    desk: &Arc<Desk>,
    mut call: Call,
    timeout: Duration,
) -> Result<Answer, Broken> {
    for round in 0..ROUNDS_MAX {
        let exchange = match &call.given {
            Some(Given { again: Again::Held(number), answers }) => {
                let mut exchange = desk.take(*number).ok_or(Broken::Gone)?;
                exchange.answer(answers);
                exchange
            }
            _ => Exchange::begin(peer, desk, &call).await?,
        };
        let response = match exchange.next(timeout, call.may_ask).await? {
            Turn::Response(response) => *response,
            Turn::Asked(question, exchange) => {
                let number = exchange.number;
                desk.hold(number, *exchange);
                return Ok(Answer::Asks(Questions { questions: vec![question], again: Again::Held(number) }));
            }
        };
        match response {
            ServerResult::CallToolResult(result) => return Ok(Answer::Done(output(result))),
            ServerResult::InputRequiredResult(required) => {
                let asks = asked(required)?;
                if !asks.questions.is_empty() {
                    return match call.may_ask {
                        true => Ok(Answer::Asks(asks)),
                        false => Err(Broken::Wants(WANTS_ANSWERS)),
                    };
                }
                call.given = Some(Given { again: asks.again, answers: Vec::new() });
                tokio::time::sleep(Duration::from_millis(100 << round)).await;
            }
            _ => return Err(ServiceError::UnexpectedResponse.into()),
        }
    }
    Err(Broken::Wants("the server wants to be called again and again"))
}

fn output(result: rmcp::model::CallToolResult) -> Output {
    Output {
        content: result.content.iter().filter_map(|it| serde_json::to_value(it).ok()).collect(),
        structured: result.structured_content,
        is_error: result.is_error == Some(true),
    }
}

/// The questions of a server that wants to be called again.
fn asked(required: InputRequiredResult) -> Result<Questions, Broken> {
    let mut questions = Vec::new();
    for (key, request) in required.input_requests.unwrap_or_default() {
        match request {
            InputRequest::Elicitation(it) => questions.push(question(key, it.params)),
            _ => return Err(Broken::Wants("the server wants something else than an answer, which nobody gives here")),
        }
    }
    Ok(Questions { questions, again: Again::Repeat(required.request_state) })
}

fn question(key: String, params: ElicitRequestParams) -> Question {
    let nothing = json!({ "type": "object", "properties": {} });
    match params {
        ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } => {
            let schema = serde_json::to_value(requested_schema).unwrap_or(nothing);
            Question { key, message, schema, url: None }
        }
        ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
            Question { key, message, schema: nothing, url: Some(url) }
        }
        _ => Question { key, message: String::new(), schema: nothing, url: None },
    }
}

fn responses(answers: &[(String, Result<Value, Unanswered>)]) -> InputResponses {
    let one = |(key, answer): &(String, Result<Value, Unanswered>)| {
        (key.clone(), serde_json::to_value(result(answer.clone())).unwrap_or_default())
    };
    answers.iter().map(one).collect()
}

fn result(answer: Result<Value, Unanswered>) -> ElicitResult {
    match answer {
        Ok(value) => ElicitResult::new(ElicitationAction::Accept).with_content(value),
        Err(Unanswered::Declined) => ElicitResult::new(ElicitationAction::Decline),
        Err(Unanswered::Cancelled) => ElicitResult::new(ElicitationAction::Cancel),
    }
}

/// An answer with the defaults of what it leaves out.
pub(super) fn filled(schema: &Value, answer: Value) -> Value {
    let Value::Object(mut given) = answer else { return answer };
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    for (name, property) in properties {
        if let (false, Some(default)) = (given.contains_key(name), property.get("default")) {
            given.insert(name.clone(), default.clone());
        }
    }
    Value::Object(given)
}
