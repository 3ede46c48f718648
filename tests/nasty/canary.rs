//! Pages in a real browser: nothing in them runs, and nothing asks the network for anything.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::batch::{Batch, seed};
use super::pages::rendered;
use super::server::Server;
use crate::peers;

/// What a page is put into: whatever opens a dialog or sets `window.ran` is told in the end.
const HEAD: &str = "<!doctype html><meta charset=utf-8><link rel=icon href='data:,'><script>\
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = () => { window.ran = name; };\
    </script><body>";

/// Draws the diagrams of the first batch of pages, waits, and leaves the verdict alone in the page.
const TAIL: &str = "<script src=/mermaid.js></script><script>addEventListener('load', async () => {\
    const told = document.documentElement.dataset;\
    const diagrams = [...document.querySelectorAll('.drawn code.language-mermaid')];\
    if (diagrams.length > 0) {\
      mermaid.initialize({ startOnLoad: false, maxTextSize: 1e7 });\
      await mermaid.run({ nodes: diagrams }).catch((error) => { told.error = String(error); });\
    }\
    await new Promise((done) => setTimeout(done, 1000));\
    told.drawn = diagrams.filter((one) => one.querySelector('svg .node')).length;\
    const marked = document.querySelectorAll('.drawn svg :is(a, img, script, iframe, em, strong, del, li)');\
    told.marked = [...marked].map((one) => one.parentElement.textContent).join(' ');\
    told.ran = String(window.ran);\
    document.body.replaceChildren();\
    })</script>";

#[test]
fn nothing_runs_and_nothing_is_requested() {
    let test = "nothing_runs_and_nothing_is_requested";
    let Some(browser) = peers::chromium(test) else { return };
    let Some(mermaid) = peers::mermaid_script(test) else { return };
    let batch = Batch::generated(seed(5));
    let Some(answers) = rendered(test, &batch) else { return };
    let html: Vec<&str> = answers.iter().map(|answer| answer["html"].as_str().expect("HTML")).collect();
    let (drawn, others) = html.split_at(batch.documents.len() + 1);
    let page = format!("{HEAD}<div class=drawn>{}</div>{}{TAIL}", drawn.concat(), others.concat());
    let server = Server::start(vec![("/page", page), ("/mermaid.js", mermaid)]);
    let told = visit(&browser, &server);
    assert!(told.contains("data-ran=\"undefined\""), "something ran, or the page was left: {told}");
    assert!(
        told.contains(&format!("data-drawn=\"{}\"", batch.documents.len())),
        "not every diagram is drawn: {told}"
    );
    assert!(told.contains("data-marked=\"\""), "a diagram holds markup: {told}");
    assert_eq!(server.asked(), ["GET /page", "GET /mermaid.js"]);
}

#[test]
fn the_canary_sings_where_text_is_markup() {
    let Some(browser) = peers::chromium("the_canary_sings_where_text_is_markup") else { return };
    let texts = ["<script>alert(1)</script>", "<img src=http://canary.test/img>"].concat();
    let server = Server::start(vec![("/page", format!("{HEAD}{texts}{TAIL}"))]);
    let told = visit(&browser, &server);
    assert!(told.contains("data-ran=\"alert\""), "{told}");
    assert!(server.asked().contains(&"GET /img".to_owned()));
}

/// The root element of the page as the browser leaves it.
fn visit(browser: &std::path::Path, server: &Server) -> String {
    let profile = tempfile::tempdir().expect("a temporary folder");
    let port = server.port();
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!(
            "--host-resolver-rules=MAP canary.test 127.0.0.1:{port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        ))
        .args(["--virtual-time-budget=60000", "--dump-dom"])
        .arg(format!("http://127.0.0.1:{port}/page"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the browser starts");
    let mut stdout = child.stdout.take().expect("the browser has an output");
    let reader = std::thread::spawn(move || std::io::read_to_string(&mut stdout));
    let late = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("the browser can be waited for").is_none() {
        if Instant::now() > late {
            child.kill().expect("the browser can be ended");
            panic!("the browser does not end");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let page = reader.join().expect("the reader ends").expect("the page is text");
    let root = page.find("<html").map(|start| &page[start..]).unwrap_or(&page);
    root[..root.find('>').map_or(root.len(), |end| end + 1)].to_owned()
}
