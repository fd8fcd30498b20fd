//! A web server that does all that servers do, also what they should not.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A server on a free port; it ends when it is dropped.
pub(super) struct Server {
    port: u16,
    is_over: Arc<AtomicBool>,
    /// Connections whose answers have no end: the client has to close them.
    endless: Arc<AtomicUsize>,
}

struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    port: u16,
}

impl Server {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (is_over, endless) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let server = Self { port, is_over: Arc::clone(&is_over), endless: Arc::clone(&endless) };
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let endless = Arc::clone(&endless);
                std::thread::spawn(move || serve(stream, port, &endless));
            }
        });
        server
    }

    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Waits until nobody reads an answer without an end any more.
    pub(super) fn wait_until_closed(&self) {
        let start = Instant::now();
        while self.endless.load(Ordering::SeqCst) > 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "a connection is still open");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn serve(mut stream: TcpStream, port: u16, endless: &AtomicUsize) {
    let _ = stream.set_nodelay(true);
    let mut rest = Vec::new();
    while let Some(request) = read(&mut stream, &mut rest, port) {
        match answer(&mut stream, &request, endless) {
            Ok(true) => {}
            _ => break,
        }
    }
}

fn read(stream: &mut TcpStream, rest: &mut Vec<u8>, port: u16) -> Option<Request> {
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
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let pair = |it: &str| it.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    let headers: Vec<(String, String)> = lines.filter_map(pair).collect();
    let length = headers.iter().find(|it| it.0 == "content-length").map_or(0, |it| it.1.parse().unwrap());
    while rest.len() < length {
        more(stream, rest)?;
    }
    Some(Request { method, path, headers, body: rest.drain(..length).collect(), port })
}

fn more(stream: &mut TcpStream, rest: &mut Vec<u8>) -> Option<()> {
    let mut bytes = [0; 16 << 10];
    let count = stream.read(&mut bytes).ok().filter(|it| *it > 0)?;
    rest.extend_from_slice(&bytes[..count]);
    Some(())
}

/// Whether the connection can be used again.
fn answer(stream: &mut TcpStream, request: &Request, endless: &AtomicUsize) -> std::io::Result<bool> {
    let to = |place: &str| format!("location: {place}\r\n");
    match request.path.as_str() {
        "/hello" => whole(stream, 200, "content-type: text/plain\r\nX-Thing: a\r\nx-thing: b\r\n", b"hello"),
        "/json" => whole(stream, 200, "content-type: application/json\r\n", br#"{"a": [1, 2]}"#),
        "/latin" => whole(stream, 200, "", b"caf\xe9"),
        "/missing" => whole(stream, 404, "", b"no such page"),
        "/empty" => {
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n")?;
            Ok(true)
        }
        "/loop" => whole(stream, 302, &to("/loop"), b""),
        "/see" => whole(stream, 303, &to("/echo"), b""),
        "/again" => whole(stream, 307, &to("/echo"), b""),
        "/elsewhere" => whole(stream, 302, &to(&format!("http://localhost:{}/echo", request.port)), b""),
        "/nowhere" => whole(stream, 302, &to("ftp://example.com/"), b""),
        "/echo" => whole(stream, 200, "content-type: application/json\r\n", echo(request).as_bytes()),
        "/slow" => {
            std::thread::sleep(Duration::from_millis(400));
            whole(stream, 200, "", b"late")
        }
        "/huge" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\nstart")?;
            Ok(false)
        }
        "/endless" => without_end(stream, &[b'y'; 4096], Duration::ZERO, endless),
        "/drip" => without_end(stream, b"tick\n", Duration::from_millis(5), endless),
        "/stall" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\nfirst\n\r\n")?;
            stream.set_read_timeout(Some(Duration::from_secs(10)))?;
            let _ = stream.read(&mut [0]);
            Ok(false)
        }
        "/broken" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")?;
            Ok(false)
        }
        "/cut" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this")?;
            Ok(false)
        }
        "/garbage" => {
            stream.write_all(b"this is not HTTP\r\n\r\n")?;
            Ok(false)
        }
        "/lines" => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")?;
            for piece in ["one\r\ntw", "o\n", "\nf\u{fc}", "nf"] {
                stream.write_all(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes())?;
                std::thread::sleep(Duration::from_millis(5));
            }
            stream.write_all(b"0\r\n\r\n")?;
            Ok(true)
        }
        path => match path.strip_prefix("/hop/").and_then(|it| it.parse::<u32>().ok()) {
            Some(0) => whole(stream, 200, "", b"arrived"),
            Some(left) => whole(stream, 301, &to(&format!("/hop/{}", left - 1)), b""),
            None => whole(stream, 400, "", b"who asks for this?"),
        },
    }
}

fn whole(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) -> std::io::Result<bool> {
    stream
        .write_all(format!("HTTP/1.1 {status} Status\r\n{headers}content-length: {}\r\n\r\n", body.len()).as_bytes())?;
    stream.write_all(body)?;
    Ok(true)
}

fn without_end(stream: &mut TcpStream, piece: &[u8], pause: Duration, endless: &AtomicUsize) -> std::io::Result<bool> {
    stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")?;
    endless.fetch_add(1, Ordering::SeqCst);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        let head = format!("{:x}\r\n", piece.len());
        let sent = stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(piece))
            .and_then(|()| stream.write_all(b"\r\n"));
        if sent.is_err() {
            break;
        }
        std::thread::sleep(pause);
    }
    endless.fetch_sub(1, Ordering::SeqCst);
    Ok(false)
}

fn echo(request: &Request) -> String {
    let header = |name: &str| request.headers.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    let body = String::from_utf8_lossy(&request.body).into_owned();
    serde_json::json!({
        "method": request.method,
        "type": header("content-type"),
        "agent": header("user-agent").map(|it| it.starts_with("concerto/")),
        "key": header("authorization"),
        "own": header("x-own"),
        "body": body,
    })
    .to_string()
}
