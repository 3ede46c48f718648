//! Outputs that a merge left with conflict markers in them: whose they are.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};

use super::header::{Owner, begins_with_mark, normal, owner};

/// The line (from 1) of the first conflict marker, where a whole conflict is there.
pub(super) fn line(text: &str) -> Option<usize> {
    let begins = text.lines().position(|line| line.starts_with("<<<<<<< "))?;
    let mut rest = text.lines().skip(begins + 1);
    let divided = rest.any(is_divider);
    (divided && rest.any(|line| line.starts_with(">>>>>>> "))).then_some(begins + 1)
}

fn is_divider(line: &str) -> bool {
    line.trim_end() == "======="
}

/// Whose the file at `path` with conflict markers is: ours where nothing would be lost by making it
/// anew. That is so where each side of the conflicts is a file as we wrote it, or where each version
/// that git holds of the unmerged file is, and every line of the file is from one of these.
pub(super) fn owner_of(root: &Path, path: &str, text: &str) -> Owner {
    let text = normal(text);
    let sides = sides(&text);
    if sides.iter().all(|side| owner(side) == Owner::Ours) {
        return Owner::Ours;
    }
    let versions = unmerged(root, path);
    let all_ours = versions.len() > 1 && versions.iter().all(|version| owner(version) == Owner::Ours);
    if all_ours && has_only_lines_of(&text, &versions) {
        return Owner::Ours;
    }
    if sides.iter().any(|side| begins_with_mark(side)) { Owner::HandEdited } else { Owner::Foreign }
}

/// The file as each side would have it.
fn sides(text: &str) -> [String; 2] {
    let (mut ours, mut theirs) = (String::new(), String::new());
    let (mut in_ours, mut in_theirs) = (true, true);
    for line in text.split_inclusive('\n') {
        if line.starts_with("<<<<<<< ") {
            (in_ours, in_theirs) = (true, false);
        } else if line.starts_with("||||||| ") && in_ours != in_theirs {
            (in_ours, in_theirs) = (false, false);
        } else if is_divider(line) && !in_theirs {
            (in_ours, in_theirs) = (false, true);
        } else if line.starts_with(">>>>>>> ") {
            (in_ours, in_theirs) = (true, true);
        } else {
            ours.push_str(if in_ours { line } else { "" });
            theirs.push_str(if in_theirs { line } else { "" });
        }
    }
    [ours, theirs]
}

fn has_only_lines_of(text: &str, versions: &[String]) -> bool {
    let known: HashSet<&str> = versions.iter().flat_map(|version| version.lines()).collect();
    let is_mark = |line: &str| {
        is_divider(line) || ["<<<<<<< ", "||||||| ", ">>>>>>> "].iter().any(|mark| line.starts_with(mark))
    };
    text.lines().all(|line| known.contains(line) || is_mark(line))
}

/// The versions of an unmerged file that git holds: the common one where there is one, and both
/// sides'. None where there is no git, no repository or no open merge.
fn unmerged(root: &Path, path: &str) -> Vec<String> {
    let listed = git(root, &["ls-files", "--unmerged", "-z", "--", path]).unwrap_or_default();
    let entries = listed.split('\0').filter_map(|entry| entry.split(' ').nth(1));
    entries.filter_map(|blob| git(root, &["cat-file", "blob", blob])).map(|text| normal(&text)).collect()
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["--literal-pathspecs", "-c", "core.fsmonitor=false"])
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{line, sides};

    #[test]
    fn each_side_is_read_without_the_other_and_without_the_base() {
        let text = "a\n<<<<<<< HEAD\nb\n||||||| base\nc\n=======\nd\n>>>>>>> other\ne\n";
        assert_eq!(sides(text), ["a\nb\ne\n", "a\nd\ne\n"]);
        assert_eq!(line(text), Some(2));
        assert_eq!(line("Title\n=======\n<<<<<<< HEAD\n"), None);
    }
}
