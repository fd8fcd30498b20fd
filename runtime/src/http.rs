//! `std::http`: a request in, the answer out, whole or as its body comes.
//!
//! Redirects are followed here rather than by the client, so that each request can say how many, and so that what is secret
//! does not go on to another server. A body is never longer than was asked for.

mod body;

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use reqwest::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, LOCATION,
};
use reqwest::{Client, Method, Response, StatusCode, Url, redirect};

pub(crate) use body::{Body, pump, whole};

use crate::model::{cause, is_this_machine, locked};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);

/// A request that a program makes.
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) url: String,
    pub(crate) body: Vec<u8>,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) timeout: Duration,
    pub(crate) redirects_max: i64,
}

/// Why there is no answer: what is said, and the kind of the error.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) kind: &'static str,
}

impl Failure {
    fn new(kind: &'static str, message: impl Into<String>) -> Self {
        Self { message: message.into(), kind }
    }

    pub(crate) fn timeout(url: &Url, limit: Duration) -> Self {
        Self::new("timeout", format!("`{}` took longer than {} s", shown(url), limit.as_secs_f64()))
    }

    fn too_large(url: &Url, bytes_max: usize) -> Self {
        Self::new("too_large", format!("the answer of `{}` is larger than {bytes_max} bytes", shown(url)))
    }

    fn broken(url: &Url, problem: &reqwest::Error) -> Self {
        Self::new("connection", format!("the answer of `{}` broke off: {}", shown(url), cause(problem)))
    }
}

/// The clients of a run, by what they need: proxies not for this machine, and certificates only where somebody asks.
#[derive(Default)]
pub(crate) struct Clients(Mutex<HashMap<(bool, bool), Client>>);

impl Clients {
    fn get(&self, url: &Url) -> Result<Client, Failure> {
        let key @ (is_near, is_plain) = (is_this_machine(url), url.scheme() == "http");
        if let Some(client) = locked(&self.0).get(&key) {
            return Ok(client.clone());
        }
        // Somebody else in this process may have chosen already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Client::builder()
            .connect_timeout(CONNECT)
            .redirect(redirect::Policy::none())
            .user_agent(concat!("concerto/", env!("CARGO_PKG_VERSION")));
        if is_near {
            builder = builder.no_proxy();
        }
        if is_plain {
            builder = builder.tls_certs_only(std::iter::empty());
        }
        let client = builder.build().map_err(|it| Failure::new("connection", cause(&it)))?;
        Ok(locked(&self.0).entry(key).or_insert(client).clone())
    }
}

/// A request that can be sent.
struct Prepared {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// Sends a request and waits for the beginning of the answer.
pub(crate) async fn send(clients: &Clients, call: Call) -> Result<Response, Failure> {
    let Call { timeout, redirects_max, .. } = call;
    let mut next = prepared(call)?;
    let mut followed = 0;
    loop {
        let url = next.url.clone();
        let request = clients.get(&url)?.request(next.method.clone(), url.clone()).headers(next.headers.clone());
        let sent = tokio::time::timeout(timeout, request.body(next.body.clone()).send()).await;
        let response = match sent {
            Ok(sent) => sent.map_err(|it| unsent(&url, &it))?,
            Err(_) => return Err(Failure::timeout(&url, timeout)),
        };
        let Some(to) = redirected(&response).filter(|_| redirects_max > 0) else { return Ok(response) };
        if followed >= redirects_max {
            let message = format!("`{}` redirects again after {redirects_max} redirects", shown(&url));
            return Err(Failure::new("redirect", message));
        }
        followed += 1;
        next = follow(next, response.status(), &to)?;
    }
}

fn prepared(call: Call) -> Result<Prepared, Failure> {
    let invalid = |message: String| Failure::new("invalid", message);
    let method = Method::from_bytes(call.method.as_bytes());
    let method = method.map_err(|_| invalid(format!("`{}` is no method of HTTP", call.method)))?;
    let url = web_address(Url::parse(&call.url).map_err(|it| invalid(format!("`{}` is no address: {it}", call.url)))?)?;
    let mut headers = HeaderMap::new();
    for (name, value) in &call.headers {
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid(format!("`{name}` is no header")))?;
        let value = HeaderValue::from_str(value);
        headers.insert(key, value.map_err(|_| invalid(format!("the value of the header `{name}` cannot be sent")))?);
    }
    Ok(Prepared { method, url, headers, body: call.body })
}

fn web_address(url: Url) -> Result<Url, Failure> {
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(Failure::new("invalid", format!("`{other}:` is no address of the web"))),
    }
}

/// Where an answer sends who asked, if it does.
fn redirected(response: &Response) -> Option<String> {
    let sends_on = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let to = response.headers().get(LOCATION).filter(|_| sends_on)?;
    Some(String::from_utf8_lossy(to.as_bytes()).into_owned())
}

/// The request that a redirect asks for: 307 and 308 repeat it, the others get what is there (RFC 9110).
fn follow(last: Prepared, status: StatusCode, to: &str) -> Result<Prepared, Failure> {
    let bad = || Failure::new("connection", format!("`{}` redirects to `{to}`, which is no address", shown(&last.url)));
    let url = web_address(last.url.join(to).map_err(|_| bad())?).map_err(|_| bad())?;
    let mut next = Prepared { url, ..last };
    let is_repeated = matches!(status.as_u16(), 307 | 308) || next.method == Method::HEAD || next.method == Method::GET;
    if !is_repeated {
        next.method = Method::GET;
        next.body.clear();
        next.headers.remove(CONTENT_TYPE);
        next.headers.remove(CONTENT_LENGTH);
    }
    let server = |it: &Url| (it.scheme().to_owned(), it.host_str().map(str::to_owned), it.port_or_known_default());
    if server(&next.url) != server(&last.url) {
        for secret in [AUTHORIZATION, COOKIE, HeaderName::from_static("proxy-authorization")] {
            next.headers.remove(secret);
        }
    }
    Ok(next)
}

fn unsent(url: &Url, problem: &reqwest::Error) -> Failure {
    match problem.is_builder() {
        true => Failure::new("invalid", cause(problem)),
        false => Failure::new("connection", format!("`{}` cannot be reached: {}", shown(url), cause(problem))),
    }
}

/// An address without what may be secret: names, passwords and what is asked for.
fn shown(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port().map_or(String::new(), |it| format!(":{it}"));
    format!("{}://{host}{port}{}", url.scheme(), url.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: &str, headers: &[(&str, &str)]) -> Prepared {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let url = "https://a.example/x/y?q=1".to_owned();
        let (body, timeout) = (b"body".to_vec(), Duration::from_secs(1));
        prepared(Call { method: method.to_owned(), url, body, headers, timeout, redirects_max: 1 }).unwrap()
    }

    #[test]
    fn a_redirect_repeats_the_request_or_gets_what_is_there() {
        for (status, method, kept) in
            [(307, "POST", true), (308, "PUT", true), (302, "POST", false), (303, "PUT", false)]
        {
            let next = follow(asked(method, &[("content-type", "x")]), StatusCode::from_u16(status).unwrap(), "../z");
            let next = next.unwrap_or_else(|it| panic!("{it:?}"));
            assert_eq!(next.url.as_str(), "https://a.example/z");
            assert_eq!((next.method == Method::GET, next.body.is_empty()), (!kept, !kept), "{status}");
            assert_eq!(next.headers.contains_key(CONTENT_TYPE), kept, "{status}");
        }
    }

    #[test]
    fn what_is_secret_stays_with_its_server() {
        let headers = [("authorization", "Bearer x"), ("cookie", "a=b"), ("accept", "*/*")];
        let to = |to: &str| follow(asked("GET", &headers), StatusCode::FOUND, to).unwrap().headers.len();
        assert_eq!(to("/elsewhere"), 3);
        for other in ["https://b.example/", "http://a.example/", "https://a.example:444/"] {
            assert_eq!(to(other), 1, "{other}");
        }
        assert_eq!(follow(asked("GET", &[]), StatusCode::FOUND, "ftp://a").err().map(|it| it.kind), Some("connection"));
    }

    #[test]
    fn a_message_has_neither_names_nor_what_is_asked_for() {
        let url = Url::parse("http://user:secret@host:81/path?token=x#y").unwrap();
        assert_eq!(shown(&url), "http://host:81/path");
    }
}
