//! A server on this machine that plays a provider: answers in, requests out.
//!
//! Answers are given in the order of a script, or by a function of the request. Every request is recorded; one that the
//! script does not know is refused, and the test fails on it and on answers that nobody asked for.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    /// Names in small letters.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
    /// When it came.
    pub(crate) at: Instant,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }
}

/// What is answered.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: Body,
    /// Where the body is cut into chunks; without any it has a length and comes whole.
    cuts: Vec<usize>,
    before: Duration,
    between: Duration,
    end: End,
}

#[derive(Clone, Debug)]
enum Body {
    Bytes(Vec<u8>),
    /// A beginning, then the same piece so many times: never in memory as a whole.
    Endless {
        start: Vec<u8>,
        piece: Vec<u8>,
        times: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Whole,
    /// The connection is closed where the answer is not complete.
    Cut,
    /// What was sent stays all; the connection is open until the other side closes it.
    Hang,
    /// There is not even a status.
    Silence,
    /// There is none either, and the connection is closed at once.
    Away,
}

impl Reply {
    pub(crate) fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("content-type".to_owned(), content_type.to_owned())],
            body: Body::Bytes(body.into()),
            cuts: Vec::new(),
            before: Duration::ZERO,
            between: Duration::ZERO,
            end: End::Whole,
        }
    }

    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json", body.to_string())
    }

    /// No answer at all, with the connection open.
    pub(crate) fn silence() -> Self {
        Self { end: End::Silence, ..Self::new(200, "text/plain", "") }
    }

    /// No answer at all, with the connection closed.
    pub(crate) fn away() -> Self {
        Self { end: End::Away, ..Self::new(200, "text/plain", "") }
    }

    /// A beginning and so many pieces.
    pub(crate) fn endless(content_type: &str, start: &str, piece: &str, times: usize) -> Self {
        let body = Body::Endless { start: start.into(), piece: piece.into(), times };
        Self { body, ..Self::new(200, content_type, "") }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// In chunks, cut at these bytes.
    pub(crate) fn cut_at(self, cuts: &[usize]) -> Self {
        Self { cuts: cuts.to_vec(), ..self }
    }

    /// Waits before it answers.
    pub(crate) fn after(self, before: Duration) -> Self {
        Self { before, ..self }
    }

    /// Waits between chunks.
    pub(crate) fn pausing(self, between: Duration) -> Self {
        Self { between, ..self }
    }

    /// Only the first `bytes`, then the connection is closed.
    pub(crate) fn broken_off(mut self, bytes: usize) -> Self {
        self.keep(bytes);
        Self { end: End::Cut, ..self }
    }

    /// Only the first `bytes`, then nothing more.
    pub(crate) fn hanging(mut self, bytes: usize) -> Self {
        self.keep(bytes);
        Self { end: End::Hang, ..self }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.body {
            Body::Bytes(bytes) => bytes.len(),
            Body::Endless { start, piece, times } => start.len() + piece.len() * times,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.body {
            Body::Bytes(bytes) => bytes,
            Body::Endless { start, .. } => start,
        }
    }

    fn keep(&mut self, bytes: usize) {
        if let Body::Bytes(body) = &mut self.body {
            body.truncate(bytes);
        }
    }

    fn is_chunked(&self) -> bool {
        !self.cuts.is_empty() || self.end != End::Whole || matches!(self.body, Body::Endless { .. })
    }
}

type Chooses = dyn Fn(&Request, usize) -> Option<Reply> + Send + Sync;

/// What the threads of a server share.
struct Shared {
    script: Mutex<VecDeque<Reply>>,
    chooses: Option<Box<Chooses>>,
    requests: Mutex<Vec<Request>>,
    problems: Mutex<Vec<String>>,
    /// How many connections the other side closed while an answer was under way.
    left: Mutex<usize>,
    has_left: Condvar,
    /// How many requests are answered right now, and the most there were.
    now: AtomicUsize,
    most: AtomicUsize,
    is_over: AtomicBool,
}

/// A server on a free port; it ends when it is dropped.
pub(crate) struct Server {
    port: u16,
    shared: Arc<Shared>,
}

impl Server {
    /// Gives these answers, in this order.
    pub(crate) fn of(script: Vec<Reply>) -> Self {
        Self::start(script.into(), None)
    }

    /// Asks a function for each answer: it gets the request and how many there were before; nothing means refusal.
    pub(crate) fn by(chooses: impl Fn(&Request, usize) -> Option<Reply> + Send + Sync + 'static) -> Self {
        Self::start(VecDeque::new(), Some(Box::new(chooses)))
    }

    fn start(script: VecDeque<Reply>, chooses: Option<Box<Chooses>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            script: Mutex::new(script),
            chooses,
            requests: Mutex::default(),
            problems: Mutex::default(),
            left: Mutex::default(),
            has_left: Condvar::new(),
            now: AtomicUsize::new(0),
            most: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        });
        let all = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if all.is_over.load(Ordering::Relaxed) {
                    break;
                }
                let shared = Arc::clone(&all);
                std::thread::spawn(move || shared.serve(stream));
            }
        });
        Self { port, shared }
    }

    /// `http://127.0.0.1:PORT`
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What was asked so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().unwrap().clone()
    }

    /// The most requests that were under way at the same time.
    pub(crate) fn most_at_once(&self) -> usize {
        self.shared.most.load(Ordering::SeqCst)
    }

    /// Waits until the other side has closed so many connections before their answers were complete.
    pub(crate) fn wait_until_left(&self, times: usize) {
        let left = self.shared.left.lock().unwrap();
        let wait = self.shared.has_left.wait_timeout_while(left, Duration::from_secs(10), |it| *it < times);
        assert!(!wait.unwrap().1.timed_out(), "the connection is still open");
    }

    /// Everything was asked for that the script has, and nothing else.
    pub(crate) fn done(&self) -> Vec<Request> {
        assert_eq!(*self.shared.problems.lock().unwrap(), Vec::<String>::new(), "requests that nobody expected");
        let unused = self.shared.script.lock().unwrap().len();
        assert_eq!(unused, 0, "answers that nobody asked for, after {:#?}", self.requests());
        self.requests()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
        if !std::thread::panicking() {
            self.done();
        }
    }
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let mut rest = Vec::new();
        while let Some(request) = read(&mut stream, &mut rest) {
            let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(now, Ordering::SeqCst);
            let reply = self.reply(request);
            let goes_on = self.answer(&mut stream, &reply);
            self.now.fetch_sub(1, Ordering::SeqCst);
            if !goes_on {
                break;
            }
        }
    }

    fn reply(&self, request: Request) -> Reply {
        let mut requests = self.requests.lock().unwrap();
        let reply = match &self.chooses {
            Some(chooses) => chooses(&request, requests.len()),
            None => self.script.lock().unwrap().pop_front(),
        };
        let reply = reply.unwrap_or_else(|| {
            self.problems.lock().unwrap().push(format!("{} {}", request.path, request.body));
            Reply::json(400, &serde_json::json!({ "error": { "message": "nobody expected this request" } }))
        });
        requests.push(request);
        reply
    }

    /// Whether the connection can be used again.
    fn answer(&self, stream: &mut TcpStream, reply: &Reply) -> bool {
        // The other side closes while this one waits.
        if self.has_gone_in(stream, reply.before) || (reply.end == End::Silence && self.has_gone(stream)) {
            return false;
        }
        if reply.end == End::Away {
            return false;
        }
        let is_sent = send(stream, reply, |stream, pause| !self.has_gone_in(stream, pause)).unwrap_or(false);
        if !is_sent {
            self.leave();
        }
        match reply.end {
            End::Whole => is_sent,
            End::Cut | End::Silence | End::Away => false,
            End::Hang => {
                if is_sent {
                    self.has_gone(stream);
                }
                false
            }
        }
    }

    /// Waits for a while; whether the other side has gone.
    fn has_gone_in(&self, stream: &TcpStream, pause: Duration) -> bool {
        let until = Instant::now() + pause;
        while let Some(left) = until.checked_duration_since(Instant::now()).filter(|it| !it.is_zero()) {
            stream.set_read_timeout(Some(left)).unwrap();
            match stream.peek(&mut [0]) {
                Ok(0) => {
                    self.leave();
                    return true;
                }
                Ok(_) => std::thread::sleep(left),
                Err(problem) if matches!(problem.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(_) => {
                    self.leave();
                    return true;
                }
            }
        }
        stream.set_read_timeout(None).unwrap();
        false
    }

    /// Waits until the other side goes, or for a minute.
    fn has_gone(&self, stream: &TcpStream) -> bool {
        self.has_gone_in(stream, Duration::from_secs(60));
        true
    }

    fn leave(&self) {
        *self.left.lock().unwrap() += 1;
        self.has_left.notify_all();
    }
}

/// The next request on a connection; nothing where it ends.
fn read(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Option<Request> {
    let end = loop {
        match rest.windows(4).position(|it| it == b"\r\n\r\n") {
            Some(end) => break end,
            None => more(stream, rest)?,
        }
    };
    let head = String::from_utf8_lossy(&rest[..end]).into_owned();
    rest.drain(..end + 4);
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ');
    assert_eq!(words.next(), Some("POST"));
    let path = words.next()?.to_owned();
    let pair = |it: &str| it.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
    let length = headers.iter().find(|it| it.0 == "content-length").map_or(0, |it| it.1.parse().unwrap());
    while rest.len() < length {
        more(stream, rest)?;
    }
    let body: Vec<u8> = rest.drain(..length).collect();
    let body = serde_json::from_slice(&body).unwrap_or_else(|_| Value::from(String::from_utf8_lossy(&body)));
    Some(Request { path, headers, body, at: Instant::now() })
}

fn more(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Option<()> {
    let mut bytes = [0; 16 << 10];
    let count = stream.read(&mut bytes).ok().filter(|it| *it > 0)?;
    rest.extend_from_slice(&bytes[..count]);
    Some(())
}

/// Sends an answer; `waits` waits between chunks and says whether to go on. Whether all was sent.
fn send(stream: &mut TcpStream, reply: &Reply, waits: impl Fn(&TcpStream, Duration) -> bool) -> std::io::Result<bool> {
    let mut head = format!("HTTP/1.1 {} Status\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let length = if reply.is_chunked() {
        "transfer-encoding: chunked".to_owned()
    } else {
        format!("content-length: {}", reply.len())
    };
    stream.write_all(format!("{head}{length}\r\n\r\n").as_bytes())?;
    match &reply.body {
        Body::Bytes(bytes) if !reply.is_chunked() => stream.write_all(bytes)?,
        Body::Bytes(bytes) => {
            for piece in pieces(bytes, &reply.cuts) {
                chunk(stream, piece)?;
                if !waits(stream, reply.between) {
                    return Ok(false);
                }
            }
        }
        Body::Endless { start, piece, times } => {
            chunk(stream, start)?;
            for _ in 0..*times {
                chunk(stream, piece)?;
            }
        }
    }
    if reply.is_chunked() && reply.end == End::Whole {
        stream.write_all(b"0\r\n\r\n")?;
    }
    stream.flush()?;
    Ok(true)
}

fn pieces<'b>(bytes: &'b [u8], cuts: &[usize]) -> Vec<&'b [u8]> {
    let ends = cuts.iter().copied().chain([bytes.len()]);
    let starts = [0].into_iter().chain(cuts.iter().copied());
    starts.zip(ends).map(|(start, end)| &bytes[start..end]).collect()
}

fn chunk(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    // An empty chunk would end the body.
    if bytes.is_empty() {
        return Ok(());
    }
    let mut out = format!("{:x}\r\n", bytes.len()).into_bytes();
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
    stream.write_all(&out)?;
    stream.flush()
}
