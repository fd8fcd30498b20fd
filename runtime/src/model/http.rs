//! Requests over the network: a call in, the answer out, whole or in pieces.

use std::error::Error;
use std::time::Duration;

use concerto_providers::chat::{ChatRequest, ChatResponse};
use concerto_providers::wire::{Api, Call};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Response, Url, redirect};

use super::{Failure, Pieces};
use crate::secret::Secret;

/// A longer answer is none that a model gives.
const BODY_MAX_BYTES: usize = 64 << 20;

/// Of an answer that says what is wrong, so much is looked at.
const ERROR_MAX_BYTES: usize = 64 << 10;

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// Until the answer begins.
    first: Duration,
    /// Between two pieces of it.
    idle: Duration,
    /// All together.
    pub(super) whole: Duration,
}

const CONNECT: Duration = Duration::from_secs(10);

impl Times {
    pub(super) fn new(timeout_ms: Option<u64>) -> Self {
        let whole = timeout_ms.map_or(Duration::from_secs(600), Duration::from_millis);
        Self { first: whole.min(Duration::from_secs(300)), idle: whole.min(Duration::from_secs(120)), whole }
    }
}

/// A client that keeps its connections open. Proxies come from the environment, but not for this machine itself.
pub(super) fn client(base_url: &str) -> Result<Client, String> {
    // Somebody else in this process may have chosen already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .connect_timeout(CONNECT)
        .redirect(redirect::Policy::none())
        .user_agent(concat!("concerto/", env!("CARGO_PKG_VERSION")));
    let url = Url::parse(base_url).map_err(|it| format!("`{base_url}` is no address: {it}"))?;
    if is_this_machine(&url) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        // Whom to trust takes a while to read, and nobody asks.
        builder = builder.tls_certs_only(std::iter::empty());
    }
    builder.build().map_err(|it| format!("there can be no connection: {}", cause(&it)))
}

pub(crate) fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|it| it.is_loopback())
}

/// Sends a call and reads the answer. `key` comes with the variable that it is from.
#[allow(clippy::too_many_arguments, reason = "each is one thing that the call needs, and there is one caller")]
pub(super) async fn send(
    client: &Client,
    api: &dyn Api,
    call: Call,
    url: Url,
    request: &ChatRequest,
    key: Option<(&Secret, &str)>,
    headers: &[(String, Secret)],
    times: Times,
    pieces: &mut Pieces,
) -> Result<ChatResponse, Failure> {
    let headers = header_map(api, &call, key, headers)?;
    let sent = client.post(url).headers(headers).body(call.bytes()).send();
    let response = match tokio::time::timeout(times.first, sent).await {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) if problem.is_builder() => return Err(Failure::config(cause(&problem))),
        Ok(Err(problem)) => return Err(Failure::connection(cause(&problem))),
        Err(_) => return Err(Failure::connection(format!("no answer began in {} s", times.first.as_secs_f64()))),
    };
    let status = response.status().as_u16();
    if !response.status().is_success() {
        return Err(refused(response, status, times, key.map(|it| it.1)).await);
    }
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"application/json"));
    match pieces.are_wanted() && !is_json {
        true => read_pieces(api, request, response, times, pieces).await,
        false => {
            let body = read_body(response, times, BODY_MAX_BYTES).await?;
            api.response(request, &body).map_err(|it| Failure::broken(&it))
        }
    }
}

fn header_map(
    api: &dyn Api,
    call: &Call,
    key: Option<(&Secret, &str)>,
    headers: &[(String, Secret)],
) -> Result<HeaderMap, Failure> {
    let mut map = HeaderMap::with_capacity(4 + headers.len());
    map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in &call.headers {
        let value = HeaderValue::from_str(value).map_err(|_| unsendable(name))?;
        map.insert(HeaderName::from_static(name), value);
    }
    if let Some((key, variable)) = key {
        let (name, before) = api.key_header();
        let text = Secret::new(format!("{before}{}", key.reveal().trim()));
        let mut value = HeaderValue::from_str(text.reveal()).map_err(|_| {
            Failure::config(format!("the key in the variable `{variable}` has characters that no key has"))
        })?;
        value.set_sensitive(true);
        map.insert(HeaderName::from_static(name), value);
    }
    for (name, value) in headers {
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unsendable(name))?;
        let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| unsendable(name))?;
        value.set_sensitive(true);
        map.insert(key, value);
    }
    Ok(map)
}

fn unsendable(name: &str) -> Failure {
    Failure::config(format!("the header `{name}` cannot be sent: it has characters that no header has"))
}

/// What an answer says that is an error.
async fn refused(response: Response, status: u16, times: Times, variable: Option<&str>) -> Failure {
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok()).map(str::to_owned);
    let body = read_start(response, times).await;
    Failure::status(status, retry_after.as_deref(), &body, variable)
}

/// As much of an answer as is there and of use.
async fn read_start(mut response: Response, times: Times) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = next(&mut response, times).await {
        body.extend_from_slice(&chunk);
        if body.len() > ERROR_MAX_BYTES {
            body.truncate(ERROR_MAX_BYTES);
            break;
        }
    }
    body
}

async fn read_body(mut response: Response, times: Times, bytes_max: usize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = next(&mut response, times).await? {
        if body.len() + chunk.len() > bytes_max {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn too_large() -> Failure {
    let message = format!("the answer is larger than {} MiB", BODY_MAX_BYTES >> 20);
    Failure { is_worth_retrying: false, ..Failure::connection(message) }
}

async fn read_pieces(
    api: &dyn Api,
    request: &ChatRequest,
    mut response: Response,
    times: Times,
    pieces: &mut Pieces,
) -> Result<ChatResponse, Failure> {
    let mut fold = api.stream(request);
    let mut bytes = 0;
    while !fold.is_done() {
        let Some(chunk) = next(&mut response, times).await? else { break };
        bytes += chunk.len();
        if bytes > BODY_MAX_BYTES {
            return Err(too_large());
        }
        let mut deltas = Vec::new();
        let pushed = fold.push(&chunk, &mut deltas);
        pieces.give(deltas).await;
        pushed.map_err(|it| Failure::broken(&it))?;
    }
    fold.finish().map_err(|it| Failure::broken(&it))
}

/// The next piece of an answer; nothing at its end.
async fn next(
    response: &mut Response,
    times: Times,
) -> Result<Option<impl AsRef<[u8]> + std::ops::Deref<Target = [u8]>>, Failure> {
    match tokio::time::timeout(times.idle, response.chunk()).await {
        Ok(Ok(chunk)) => Ok(chunk),
        Ok(Err(problem)) => Err(Failure::connection(format!("the answer broke off: {}", cause(&problem)))),
        Err(_) => Err(Failure::connection(format!("the answer stopped for {} s", times.idle.as_secs_f64()))),
    }
}

/// What is behind an error, without the address, which may hold what nobody is to see.
pub(crate) fn cause(problem: &reqwest::Error) -> String {
    let mut inner: &dyn Error = problem;
    while let Some(source) = inner.source() {
        inner = source;
    }
    match std::ptr::addr_eq(inner, problem) {
        true if problem.is_connect() => "the server cannot be reached".to_owned(),
        true if problem.is_timeout() => "it took too long".to_owned(),
        true => problem.to_string().split(" for url").next().unwrap_or_default().to_owned(),
        false => inner.to_string(),
    }
}
