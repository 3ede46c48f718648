//! `statedoc templates`: lists the templates that come with the tool, and copies them to change.

use std::path::Path;

use super::args::{Eject, Templates};
use super::output::Output;
use super::{Exit, Stop};
use crate::config;
use crate::diagnostic::nearest;
use crate::emit::templates::{OWN, Shipped};
use crate::failure::Failure;
use crate::project;
use crate::sync;
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Templates, output: &mut Output) -> Result<Exit, Stop> {
    match args {
        Templates::List => list(output),
        Templates::Eject(args) => eject(start, args, output),
    }
}

fn list(output: &mut Output) -> Result<Exit, Stop> {
    let width = OWN.iter().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    for shipped in OWN {
        output.line(&format!("{:width$}  {}", shipped.name, shipped.about))?;
    }
    output.line("")?;
    output.line("`statedoc templates eject NAME` copies one into the project, to change")?;
    Ok(Exit::Clean)
}

fn eject(start: &Path, args: &Eject, output: &mut Output) -> Result<Exit, Stop> {
    let root = project::root(start);
    let _lock = super::lock(start);
    let chosen = chosen(&args.names)?;
    let folder = folder(&root, start, &args.to)?;
    let path = |shipped: &Shipped| format!("{folder}/{}", shipped.file);
    let taken = chosen.iter().map(|shipped| path(shipped)).find(|path| root.join(path).exists());
    if let Some(taken) = taken.filter(|_| !args.force) {
        let message = format!("{taken} is there already; --force overwrites it; nothing was written");
        return Err(Failure { message }.into());
    }
    for shipped in &chosen {
        sync::write(&root.join(path(shipped)), shipped.text)?;
        output.line(&format!("wrote {}", visible(&path(shipped))))?;
    }
    output.line(&format!("to use them, in {}:", config::FILE))?;
    let pages = chosen.iter().filter_map(|shipped| Some((shipped, shipped.key?)));
    let pages: Vec<String> = pages.map(|(shipped, key)| format!("{key} = {:?}", path(shipped))).collect();
    if !pages.is_empty() {
        output.line("")?;
        output.line("[docs]")?;
        output.line(&pages.join("\n"))?;
    }
    for shipped in chosen.iter().filter(|shipped| shipped.key.is_none()) {
        output.line("")?;
        output.line("[[template]]")?;
        output.line(&format!("from = {:?}", path(shipped)))?;
        output.line(&format!("to = {:?}", shipped.to))?;
    }
    Ok(Exit::Clean)
}

/// The templates of these names; all that stand for outputs of the tool where none is named.
fn chosen(names: &[String]) -> Result<Vec<&'static Shipped>, Failure> {
    if names.is_empty() {
        return Ok(OWN.iter().filter(|shipped| shipped.key.is_some()).collect());
    }
    let find = |name: &String| {
        OWN.iter().find(|shipped| shipped.name == name).ok_or_else(|| {
            let hint = match nearest(name, OWN.iter().map(|shipped| shipped.name)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`statedoc templates list` shows them".to_owned(),
            };
            Failure { message: format!("there is no template `{name}`; {hint}") }
        })
    };
    names.iter().map(find).collect()
}

/// The folder to copy to, relative to the root, below which it must lie.
fn folder(root: &Path, start: &Path, to: &Path) -> Result<String, Failure> {
    let path = project::normal(&start.join(to));
    let inside = path.strip_prefix(project::normal(root)).ok().and_then(Path::to_str);
    match inside.filter(|path| !path.is_empty()) {
        Some(inside) => Ok(project::slashed(Path::new(inside))),
        None => {
            let message = format!("{} is no folder below the project's", to.display());
            Err(Failure { message })
        }
    }
}
