//! A small web server on this machine's own address, which remembers all that it is asked for.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The server; its thread ends with the tests.
pub(super) struct Server {
    port: u16,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves these texts by their paths, and nothing else.
    pub(super) fn start(texts: Vec<(&'static str, String)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = listener.local_addr().expect("an address").port();
        let (asked, texts) = (Arc::new(Mutex::new(Vec::new())), Arc::new(texts));
        let all = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (asked, texts) = (Arc::clone(&all), Arc::clone(&texts));
                thread::spawn(move || answer(stream, &asked, &texts));
            }
        });
        Self { port, asked }
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The first two words of every request, in order.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("no thread has failed").clone()
    }
}

/// A browser may open a connection and ask for nothing, which is no request.
fn answer(mut stream: TcpStream, asked: &Mutex<Vec<String>>, texts: &[(&str, String)]) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
    let mut bytes = [0; 4096];
    let length = stream.read(&mut bytes).unwrap_or(0);
    if length == 0 {
        return;
    }
    let request = String::from_utf8_lossy(&bytes[..length]);
    let words: Vec<&str> = request.split_whitespace().take(2).collect();
    asked.lock().expect("no thread has failed").push(words.join(" "));
    let text = texts.iter().find(|(path, _)| words.get(1) == Some(path)).map(|(_, text)| text.as_str());
    let status = if text.is_some() { "200 OK" } else { "404 Not Found" };
    let text = text.unwrap_or_default();
    let kind = if text.starts_with("<!doctype") { "text/html" } else { "text/javascript" };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        text.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text.as_bytes()));
}
