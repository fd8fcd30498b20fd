//! Servers at an address: streamable HTTP, with whatever somebody who has signed in got for it.

use std::collections::HashMap;
use std::error::Error;
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use reqwest::{Client, Url, redirect};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, RoleClient, RunningService, serve_client_with_lifecycle,
};
use rmcp::transport::auth::{AuthClient, AuthorizationManager};
use rmcp::transport::streamable_http_client::{
    AuthRequiredError, HttpStatusError, InsufficientScopeError, StreamableHttpClientTransport,
    StreamableHttpClientTransportConfig,
};

use super::desk::Handler;
use super::store::Store;
use crate::config::Http;
use crate::session::Problem;

/// How long it may take until there is somebody at the other end.
const CONNECT: Duration = Duration::from_secs(10);

/// How often a connection is tried that other sessions of the same server get through.
const CONCURRENT_MAX: usize = 1024;

/// A connection to a server.
pub(super) async fn connected(http: &Http, handler: Handler) -> Result<RunningService<RoleClient, Handler>, Problem> {
    let served = match tried(http, handler.clone(), super::lifecycle()).await? {
        Err(problem) if super::is_older(&problem) => tried(http, handler, ClientLifecycleMode::Initialize).await?,
        served => served,
    };
    served.map_err(|it| refused(&it))
}

type Served = Result<RunningService<RoleClient, Handler>, ClientInitializeError>;

/// A connection in one way.
async fn tried(http: &Http, handler: Handler, lifecycle: ClientLifecycleMode) -> Result<Served, Problem> {
    let url = Url::parse(&http.url).map_err(|it| Problem::Connection(format!("`{}` is no address: {it}", http.url)))?;
    let client =
        client(&url).map_err(|it| Problem::Connection(format!("there can be no connection: {}", cause(&it))))?;
    let config = StreamableHttpClientTransportConfig::with_uri(http.url.as_str())
        .custom_headers(headers(http)?)
        .max_concurrent_requests(CONCURRENT_MAX);
    let is_signed = http.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
    Ok(match is_signed {
        true => {
            let transport = StreamableHttpClientTransport::with_client(client, config);
            serve_client_with_lifecycle(handler, transport, lifecycle).await
        }
        false => {
            let manager = manager(http, &url).await?;
            let transport = StreamableHttpClientTransport::with_client(AuthClient::new(client, manager), config);
            serve_client_with_lifecycle(handler, transport, lifecycle).await
        }
    })
}

fn refused(problem: &ClientInitializeError) -> Problem {
    if let Some(challenge) = problem.auth_challenge() {
        return Problem::SignIn(challenge.to_owned());
    }
    let transport = match problem {
        ClientInitializeError::LegacyFallbackFailed { fallback, .. } => return refused(fallback),
        ClientInitializeError::TransportError { error, .. } => error.error.as_ref(),
        other => return Problem::Connection(super::not_ready(other)),
    };
    match challenge(transport) {
        Some(challenge) => Problem::SignIn(challenge),
        None => Problem::Connection(cause(transport)),
    }
}

/// A client that keeps its connections open and goes nowhere else. Proxies come from the environment, but not for this machine.
fn client(url: &Url) -> Result<Client, reqwest::Error> {
    // Somebody else in this process may have chosen already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .connect_timeout(CONNECT)
        .redirect(redirect::Policy::none())
        .user_agent(concat!("concerto/", env!("CARGO_PKG_VERSION")));
    let builder = if is_this_machine(url) { builder.no_proxy() } else { builder };
    match url.scheme() {
        // Whom to trust takes a while to read, and nobody asks.
        "http" => builder.tls_certs_only(std::iter::empty()).build(),
        _ => builder.build(),
    }
}

pub(super) fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|it| it.is_loopback())
}

fn headers(http: &Http) -> Result<HashMap<HeaderName, HeaderValue>, Problem> {
    let mut headers = HashMap::new();
    for (name, value) in &http.headers {
        let key = HeaderName::from_bytes(name.as_bytes()).ok();
        let value = HeaderValue::from_str(value).ok();
        let (Some(key), Some(mut value)) = (key, value) else {
            return Err(Problem::Connection(format!(
                "the header `{name}` cannot be sent: it has characters that none has"
            )));
        };
        value.set_sensitive(true);
        headers.insert(key, value);
    }
    Ok(headers)
}

/// Who knows what somebody got who has signed in before.
pub(super) async fn manager(http: &Http, url: &Url) -> Result<AuthorizationManager, Problem> {
    let failed = |it: rmcp::transport::auth::AuthError| Problem::Connection(format!("nobody can sign in: {it}"));
    let mut manager = AuthorizationManager::new(url.clone()).await.map_err(failed)?;
    let store = Store::of(http, url);
    let is_known = store.is_there();
    manager.set_credential_store(store);
    // Only who has signed in before has anything to look up.
    if is_known {
        let _ = manager.initialize_from_store().await;
        if let (Some(id), Some(secret)) = (&http.oauth.client_id, &http.oauth.client_secret) {
            let config = rmcp::transport::auth::OAuthClientConfig::new(id, "http://127.0.0.1/callback");
            let _ = manager.configure_client(config.with_client_secret(secret));
        }
    }
    Ok(manager)
}

/// How a server said that somebody has to sign in, if it did.
pub(super) fn challenge(error: &(dyn Error + 'static)) -> Option<String> {
    let mut current = Some(error);
    while let Some(error) = current {
        if let Some(it) = error.downcast_ref::<AuthRequiredError>() {
            return Some(it.www_authenticate_header.clone());
        }
        if let Some(it) = error.downcast_ref::<InsufficientScopeError>() {
            return Some(it.www_authenticate_header.clone());
        }
        current = error.source();
    }
    None
}

/// What is behind an error, without the address, which may hold what nobody is to see.
pub(super) fn cause(error: &(dyn Error + 'static)) -> String {
    let mut current = error;
    loop {
        if let Some(status) = current.downcast_ref::<HttpStatusError>() {
            return format!("it answered with the status {}", status.status);
        }
        if let Some(problem) = current.downcast_ref::<reqwest::Error>()
            && problem.source().is_none()
        {
            return problem.to_string().split(" for url").next().unwrap_or_default().to_owned();
        }
        match current.source() {
            Some(source) => current = source,
            None => return super::first_line(&current.to_string()),
        }
    }
}
