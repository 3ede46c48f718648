//! A PostgreSQL server of the tests' own: made by initdb in a folder of its own, on loopback, stopped at the end.

use std::ffi::OsString;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use postgres::{Client, NoTls};
use tempfile::TempDir;

/// The variable that makes an absent peer a failure.
const REQUIRE: &str = "STATEDOC_REQUIRE_PEERS";

/// The server that is running, if any test holds it.
static RUNNING: Mutex<Weak<Server>> = Mutex::new(Weak::new());
static DATABASES: AtomicUsize = AtomicUsize::new(0);

/// A running server. The last test that holds it stops it.
#[derive(Debug)]
pub(crate) struct Server {
    child: Mutex<Child>,
    port: u16,
    _folder: TempDir,
}

/// The server; none where PostgreSQL is absent, which is said.
pub(crate) fn server(test: &str) -> Option<Arc<Server>> {
    let Some(programs) = programs() else {
        let why = "there is no initdb and postgres in PATH";
        assert!(std::env::var_os(REQUIRE).is_none(), "{test}: {why}, and {REQUIRE} is set");
        let _ = writeln!(std::io::stderr(), "skipped {test}: {why}");
        return None;
    };
    let mut running = locked(&RUNNING);
    if let Some(server) = running.upgrade() {
        return Some(server);
    }
    let server = Arc::new(Server::start(&programs));
    *running = Arc::downgrade(&server);
    Some(server)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder with both programs: in PATH, or where Debian keeps them, the newest first.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|folders| folders.flatten().map(|folder| folder.path().join("bin")).collect())
        .unwrap_or_default();
    debian.sort();
    let is_whole = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    std::env::split_paths(&path).chain(debian.into_iter().rev()).find(is_whole)
}

impl Server {
    fn start(programs: &Path) -> Self {
        let folder = TempDir::new().expect("a folder for the server");
        let data = folder.path().join("data");
        std::fs::create_dir(&data).expect("a folder for its data");
        if is_root() {
            let owned =
                [folder.path(), &data].map(|path| command("chown").arg("postgres").arg(path).status());
            assert!(owned.into_iter().all(|status| status.is_ok_and(|s| s.success())), "chown to postgres");
        }
        let mut init = unprivileged(programs.join("initdb"));
        init.args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"]);
        let made = init.arg("-D").arg(&data).stderr(Stdio::piped()).output().expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = free_port();
        let mut postgres = unprivileged(programs.join("postgres"));
        postgres.arg("-D").arg(&data).args(["-h", "127.0.0.1", "-k", ""]).arg("-p").arg(port.to_string());
        for setting in ["fsync=off", "max_connections=200", "log_min_messages=panic"] {
            postgres.arg("-c").arg(setting);
        }
        let server = Self { child: Mutex::new(spawn(postgres)), port, _folder: folder };
        server.wait();
        server
    }

    fn wait(&self) {
        let start = Instant::now();
        while let Err(error) = Client::connect(&self.url("postgres"), NoTls) {
            assert!(start.elapsed() < Duration::from_secs(60), "PostgreSQL does not answer: {error}");
            let ended = locked(&self.child).try_wait().expect("the server can be asked");
            assert!(ended.is_none(), "PostgreSQL ended: {ended:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Where a database of this server is reached.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgresql://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Where a new, empty database of this server is reached.
    pub(crate) fn fresh(&self) -> String {
        let name = format!("fresh_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        let mut client = Client::connect(&self.url("postgres"), NoTls).expect("the server answers");
        client.batch_execute(&format!("CREATE DATABASE {name}")).expect("a new database");
        self.url(&name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        // SIGQUIT is PostgreSQL's immediate shutdown: it takes its own children along.
        let _ = command("kill").args(["-QUIT", &child.id().to_string()]).status();
        let _ = child.wait();
    }
}

fn is_root() -> bool {
    let id = command("id").arg("-u").stdout(Stdio::piped()).output().expect("id starts");
    id.stdout.trim_ascii() == b"0"
}

/// PostgreSQL refuses to be run by root; its package brings a user for it.
fn unprivileged(program: PathBuf) -> Command {
    if !is_root() {
        return command(program);
    }
    let mut setpriv = command("setpriv");
    setpriv.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT"]);
    setpriv.arg(program);
    setpriv
}

fn command(program: impl Into<OsString>) -> Command {
    let mut command = Command::new(program.into());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/");
    command
}

/// Starts the server from a thread that lives as long as this process, since the server is told to
/// end when the thread that started it does.
fn spawn(mut command: Command) -> Child {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        command.process_group(0);
        let _ = sender.send(command.spawn());
        loop {
            thread::park();
        }
    });
    receiver.recv().expect("the thread answers").expect("PostgreSQL starts")
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}

#[test]
fn a_server_answers_and_is_stopped() {
    let Some(server) = server("a_server_answers_and_is_stopped") else { return };
    let mut client = Client::connect(&server.fresh(), NoTls).expect("it answers");
    let version: String = client.query_one("SHOW server_version", &[]).expect("its version").get(0);
    assert!(!version.is_empty());
}
