//! The machine and the programs by their names and versions.

use std::process::Command;

use crate::places::Places;
use crate::sides;

/// One line for the machine, one for the programs.
pub fn named(places: &Places) -> String {
    let python = "import jinja2, yaml; print('PyYAML', yaml.__version__, \
                  'with libyaml' if yaml.__with_libyaml__ else 'without libyaml', '+ Jinja2', jinja2.__version__)";
    let interpreter = sides::python(places).to_string_lossy().into_owned();
    let version = |package: &str| {
        let path = places.peers.join("node/node_modules").join(package).join("package.json");
        let text = std::fs::read_to_string(path).expect("the package is there");
        let line = text.lines().find(|line| line.trim_start().starts_with("\"version\""));
        let version = line.and_then(|line| line.split('"').nth(3)).expect("a version").to_owned();
        format!("{} {version}", package.rsplit('/').next().expect("a name"))
    };
    let memory = first_line_after("/proc/meminfo", "MemTotal");
    let memory = memory.split(' ').next().and_then(|kilobytes| kilobytes.parse::<u64>().ok());
    format!(
        "{}, {} cores of it used, {} GB, {}; {}; {}; {} with {}; Node {} with {} (on {}) + {}; {}.",
        first_line_after("/proc/cpuinfo", "model name"),
        std::thread::available_parallelism().map_or(0, usize::from),
        memory.unwrap_or_default() / 1_000_000,
        answer("uname", &["-sr"]),
        answer(&places.statedoc.to_string_lossy(), &["--version"]),
        answer("rustc", &["--version"]),
        answer(&interpreter, &["--version"]),
        answer(&interpreter, &["-c", python]),
        answer("node", &["--version"]),
        version("gray-matter"),
        version("js-yaml"),
        version("handlebars"),
        answer("git", &["--version"]),
    )
}

fn first_line_after(path: &str, key: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(key)).and_then(|line| line.split_once(':'));
    line.map_or("unknown", |(_, value)| value.trim()).to_owned()
}

fn answer(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
