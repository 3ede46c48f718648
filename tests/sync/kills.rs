//! Runs that are killed at any instant.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{a_run_repairs, all_are_whole, put_many};
use crate::sandbox::Sandbox;

/// How long runs are killed for; `KILL_SECONDS` says otherwise.
fn time() -> Duration {
    let seconds = std::env::var("KILL_SECONDS").ok().and_then(|text| text.parse().ok());
    Duration::from_secs(seconds.unwrap_or(5))
}

/// Runs `generate` and kills it after `delay`. Whether it had ended by then.
fn run_for(sandbox: &Sandbox, delay: Duration) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_statedoc"))
        .arg("generate")
        .current_dir(sandbox.root())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("statedoc starts");
    std::thread::sleep(delay);
    let ended = child.try_wait().expect("its state").is_some();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    ended
}

#[test]
fn killed_at_any_instant_every_file_is_whole_and_the_next_run_repairs() {
    let sandbox = Sandbox::new();
    put_many(&sandbox, false);
    let start = Instant::now();
    a_run_repairs(&sandbox);
    let longest = start.elapsed().as_micros();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time").as_nanos();
    let mut random = seed;
    let (mut kills, mut interrupted, mut litter) = (0, 0, 0);
    let end = Instant::now() + time();
    while Instant::now() < end {
        put_many(&sandbox, kills % 2 == 0);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let delay = u64::try_from((random >> 33) % longest).expect("a short time");
        interrupted += usize::from(!run_for(&sandbox, Duration::from_micros(delay)));
        kills += 1;
        litter += all_are_whole(sandbox.root());
        if kills % 8 == 0 {
            a_run_repairs(&sandbox);
        }
    }
    a_run_repairs(&sandbox);
    assert!(interrupted > 0, "no run was interrupted (seed {seed})");
    println!("{kills} kills, {interrupted} before the end, {litter} temporary files seen (seed {seed})");
}
