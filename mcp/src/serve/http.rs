//! Servers over HTTP: at one path of one address, for those who may come.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderMap, Method, Response, StatusCode};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use super::handler::Handler;
use super::{Answers, Identity};

/// The path that clients call.
pub(super) const PATH: &str = "/mcp";

/// How long a client may take to say what it wants.
const HEADER: Duration = Duration::from_secs(30);

/// A server over HTTP.
pub struct Http {
    /// Where.
    pub address: SocketAddr,
    /// What clients have to send, if anything.
    pub token: Option<String>,
    /// The names under which it may be reached besides those of this machine.
    pub hosts: Vec<String>,
    /// The pages whose scripts may call it besides those of this machine.
    pub origins: Vec<String>,
}

/// A token, as something that it can be compared with in a time that says nothing about it.
struct Token(hmac::Key, hmac::Tag);

impl Token {
    fn new(token: &str) -> Self {
        let mut key = [0; 32];
        let _ = SystemRandom::new().fill(&mut key);
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let tag = hmac::sign(&key, token.trim().as_bytes());
        Self(key, tag)
    }

    fn is(&self, sent: &str) -> bool {
        hmac::verify(&self.0, sent.trim().as_bytes(), self.1.as_ref()).is_ok()
    }
}

type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Serves clients over HTTP until it is told to stop. `ready` hears the address.
pub async fn http(
    answers: Arc<dyn Answers>,
    identity: Identity,
    settings: Http,
    stop: CancellationToken,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), String> {
    let taken = |it: std::io::Error| format!("`{}` cannot be used: {it}", settings.address);
    let listener = TcpListener::bind(settings.address).await.map_err(taken)?;
    ready(listener.local_addr().map_err(taken)?);
    let own = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let pages = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"].map(str::to_owned);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(own.into_iter().chain(settings.hosts))
        .with_allowed_origins(pages.into_iter().chain(settings.origins))
        .enforce_origin_validation()
        .with_cancellation_token(stop.child_token());
    let handler = Handler::new(answers, identity);
    let service =
        StreamableHttpService::new(move || Ok(handler.clone()), Arc::<LocalSessionManager>::default(), config);
    let token = settings.token.map(|it| Arc::new(Token::new(&it)));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => return Ok(()),
        };
        // One that left again at once, or too many: the next may be better.
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let (service, token, stop) = (service.clone(), token.clone(), stop.clone());
        tokio::spawn(async move {
            let serve = service_fn(move |request: http::Request<Incoming>| {
                let (mut service, token) = (service.clone(), token.clone());
                async move {
                    if let Some(refusal) = refusal(request.uri().path(), request.headers(), token.as_deref()) {
                        return Ok::<Answer, Infallible>(refusal);
                    }
                    let is_end = request.method() == Method::DELETE;
                    let mut answer = service.call(request).await?;
                    // The session is over by now, and nothing is left to do: some clients take the SDK's word for a failure.
                    if is_end && answer.status() == StatusCode::ACCEPTED {
                        *answer.status_mut() = StatusCode::NO_CONTENT;
                    }
                    Ok(answer)
                }
            });
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(HEADER);
            let connection = builder.serve_connection(TokioIo::new(stream), serve);
            tokio::select! {
                _ = connection => {}
                () = stop.cancelled() => {}
            }
        });
    }
}

/// Why a request is not answered, if it is not.
fn refusal(path: &str, headers: &HeaderMap, token: Option<&Token>) -> Option<Answer> {
    if path.trim_end_matches('/') != PATH {
        return Some(told(StatusCode::NOT_FOUND, "there is nothing here but /mcp"));
    }
    let token = token?;
    let sent = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok()).and_then(|it| it.strip_prefix("Bearer "));
    if sent.is_some_and(|it| token.is(it)) {
        return None;
    }
    let mut answer = told(StatusCode::UNAUTHORIZED, "this server wants a token");
    answer.headers_mut().insert(WWW_AUTHENTICATE, http::HeaderValue::from_static("Bearer"));
    Some(answer)
}

fn told(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::new(Bytes::from_static(text.as_bytes())).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, http::HeaderValue::from_static("text/plain"));
    answer
}
