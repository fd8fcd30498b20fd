//! Signing in: somebody is sent to a page of the server's, and comes back to a port of this machine with a code.

use std::time::Duration;

use reqwest::Url;
use rmcp::transport::auth::{AuthorizationRequest, OAuthState, WWWAuthenticateParams};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::http;
use super::store::Store;
use crate::config::Http;
use crate::session::{Problem, SignIn};

/// How long somebody may take.
const PATIENCE: Duration = Duration::from_secs(300);

/// A longer request comes from no browser.
const REQUEST_MAX_BYTES: usize = 64 << 10;

/// Lets somebody sign in; what they got is kept.
pub(super) async fn sign_in(name: &str, server: &Http, challenge: &str, open: &SignIn) -> Result<(), Problem> {
    match tokio::time::timeout(PATIENCE, signed_in(server, challenge, open)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(problem)) => Err(Problem::SignIn(format!("nobody could sign in to `{name}`: {problem}"))),
        Err(_) => Err(Problem::SignIn(format!("nobody signed in to `{name}` in {} minutes", PATIENCE.as_secs() / 60))),
    }
}

async fn signed_in(server: &Http, challenge: &str, open: &SignIn) -> Result<(), String> {
    let url = Url::parse(&server.url).map_err(|it| it.to_string())?;
    let listener = TcpListener::bind(("127.0.0.1", server.oauth.redirect_port.unwrap_or(0))).await;
    let listener = listener.map_err(|it| format!("no port of this machine is free: {it}"))?;
    let port = listener.local_addr().map_err(|it| it.to_string())?.port();
    let redirect = format!("http://127.0.0.1:{port}/callback");
    let manager = http::manager(server, &url).await.map_err(|it| it.to_string())?;
    let mut state = OAuthState::Unauthorized(manager);
    let request = request(server, &url, challenge, &redirect);
    state.start_authorization(request).await.map_err(|it| it.to_string())?;
    let page = state.get_authorization_url().await.map_err(|it| it.to_string())?;
    if !open(&page) {
        return Err("no browser could be opened".to_owned());
    }
    let back = came_back(&listener, &redirect).await?;
    state.handle_callback_url(&back).await.map_err(|it| it.to_string())
}

fn request(server: &Http, url: &Url, challenge: &str, redirect: &str) -> AuthorizationRequest {
    let oauth = &server.oauth;
    let mut request = AuthorizationRequest::new(redirect).with_client_name("Concerto").with_challenge(challenge);
    let said = WWWAuthenticateParams::parse(challenge, url);
    if !oauth.scopes.is_empty() {
        request = request.with_scopes(oauth.scopes.clone());
    } else if let (true, Some(scope)) = (said.is_insufficient_scope(), &said.scope) {
        // What was granted before is still wanted.
        let mut scopes = Store::of(server, url).scopes();
        scopes.extend(scope.split_whitespace().map(str::to_owned));
        scopes.dedup();
        request = request.with_scopes(scopes);
    }
    if let Some(id) = &oauth.client_id {
        request = request.with_preregistered_client(id);
    }
    if let Some(secret) = &oauth.client_secret {
        request = request.with_client_secret(secret);
    }
    if let Some(url) = &oauth.client_metadata_url {
        request = request.with_client_metadata_url(url);
    }
    request
}

/// The address that the browser was sent back to.
async fn came_back(listener: &TcpListener, redirect: &str) -> Result<String, String> {
    loop {
        let (mut stream, _) = listener.accept().await.map_err(|it| it.to_string())?;
        let Some(target) = target(&mut stream).await else { continue };
        if !target.starts_with("/callback") {
            answer(&mut stream, "404 Not Found", "There is nothing here.").await;
            continue;
        }
        let base = redirect.trim_end_matches("/callback");
        let url = Url::parse(&format!("{base}{target}")).map_err(|it| it.to_string())?;
        if let Some((_, problem)) = url.query_pairs().find(|(key, _)| key == "error") {
            answer(&mut stream, "200 OK", "Signing in failed. You can close this page.").await;
            return Err(format!("the server says `{problem}`"));
        }
        answer(&mut stream, "200 OK", "You are signed in. You can close this page.").await;
        return Ok(url.to_string());
    }
}

/// The path that a browser asks for.
async fn target(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    while !request.windows(4).any(|it| it == b"\r\n\r\n") {
        let mut piece = [0; 4096];
        let count = stream.read(&mut piece).await.ok()?;
        if count == 0 || request.len() > REQUEST_MAX_BYTES {
            return None;
        }
        request.extend_from_slice(piece.get(..count)?);
    }
    let text = String::from_utf8_lossy(&request);
    let mut words = text.lines().next()?.split(' ');
    (words.next() == Some("GET")).then(|| words.next().map(str::to_owned)).flatten()
}

async fn answer(stream: &mut TcpStream, status: &str, text: &str) {
    let page = format!("<!doctype html><meta charset=utf-8><title>Concerto</title><p>{text}</p>");
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n",
        page.len()
    );
    let _ = stream.write_all(format!("{head}\r\n{page}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
