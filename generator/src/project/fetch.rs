//! The exact command that brings a revision which a clone lacks.

/// What to say of a revision that names no commit.
pub(super) fn unknown(revision: &str, remotes: &[&str], shallow: bool) -> String {
    let first = remotes.iter().find(|remote| **remote == "origin").or(remotes.first());
    let command = first.and_then(|remote| command(revision, remotes, remote, shallow));
    match (command, shallow) {
        (Some(command), true) => format!("this clone is shallow and lacks `{revision}`; fetch it: {command}"),
        (None, true) => {
            format!("this clone is shallow and lacks `{revision}`, and it has no remote to fetch from")
        }
        (Some(command), false) => {
            format!("there is no revision `{revision}` here; if the remote has it: {command}")
        }
        (None, false) => format!("there is no revision `{revision}` in this repository"),
    }
}

/// The command; in a full clone only for what is named after a remote, since nothing else can be missing.
fn command(revision: &str, remotes: &[&str], first: &str, shallow: bool) -> Option<String> {
    let base = revision.find(['~', '^', '@', ':']).map_or(revision, |end| &revision[..end]);
    let behind = &revision[base.len()..];
    let depth = if shallow { "--depth=1 " } else { "" };
    let of_remote = remotes.iter().find_map(|remote| {
        let branch = base.strip_prefix(remote)?.strip_prefix('/')?;
        Some((remote, branch))
    });
    let everything = format!("git fetch --unshallow --tags {first} '+refs/heads/*:refs/remotes/{first}/*'");
    if !is_plain(first) {
        return None;
    }
    if !is_plain(base) {
        return shallow.then_some(everything);
    }
    match of_remote {
        Some((remote, branch)) if behind.is_empty() => {
            return Some(format!(
                "git fetch {depth}{remote} +refs/heads/{branch}:refs/remotes/{remote}/{branch}"
            ));
        }
        _ if !shallow => return None,
        _ => {}
    }
    let hexadecimal = base.len() >= 4 && base.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some(match steps(behind) {
        Some(0) if base.len() == 40 && hexadecimal => format!("git fetch --depth=1 {first} {base}"),
        Some(0) if hexadecimal || base == "HEAD" => everything,
        Some(0) => {
            // Nobody knows here which of the two a name is.
            let branch = format!("git fetch --depth=1 {first} refs/heads/{base}:refs/heads/{base}");
            let tag = format!("git fetch --depth=1 {first} tag {base}");
            if is_version(base) { format!("{tag} || {branch}") } else { format!("{branch} || {tag}") }
        }
        Some(steps) if base == "HEAD" => format!("git fetch --deepen={steps} {first}"),
        _ => everything,
    })
}

/// How far back `~2^` goes; `None` for what is no way back by first parents.
fn steps(behind: &str) -> Option<u32> {
    let mut steps = 0;
    let mut rest = behind;
    while let Some(mark) = rest.chars().next() {
        rest = &rest[mark.len_utf8()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number = if digits == 0 { 1 } else { rest[..digits].parse::<u32>().ok()? };
        rest = &rest[digits..];
        match mark {
            '~' => steps += number.min(100_000),
            '^' if number == 1 => steps += 1,
            _ => return None,
        }
    }
    Some(steps)
}

fn is_version(name: &str) -> bool {
    let bare = name.trim_start_matches(['v', 'V']);
    bare.starts_with(|first: char| first.is_ascii_digit()) && bare.contains('.')
}

/// Whether a shell takes `name` as it is, and git for no option.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/+-".contains(c);
    !name.is_empty() && !name.starts_with('-') && name.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn the_command_is_the_exact_one() {
        let everything = "git fetch --unshallow --tags origin '+refs/heads/*:refs/remotes/origin/*'";
        let sha = "0123456789abcdef0123456789abcdef01234567";
        let cases = [
            ("origin/main", "git fetch --depth=1 origin +refs/heads/main:refs/remotes/origin/main"),
            (
                "origin/feature/x",
                "git fetch --depth=1 origin +refs/heads/feature/x:refs/remotes/origin/feature/x",
            ),
            (
                "main",
                "git fetch --depth=1 origin refs/heads/main:refs/heads/main || git fetch --depth=1 origin tag main",
            ),
            (
                "v1.2",
                "git fetch --depth=1 origin tag v1.2 || git fetch --depth=1 origin refs/heads/v1.2:refs/heads/v1.2",
            ),
            (sha, &format!("git fetch --depth=1 origin {sha}")),
            ("0123abc", everything),
            ("HEAD~3", "git fetch --deepen=3 origin"),
            ("HEAD^^~2", "git fetch --deepen=4 origin"),
            ("HEAD^2", everything),
            ("main~1", everything),
            ("$(rm x)", everything),
        ];
        for (revision, command) in cases {
            let message = unknown(revision, &["upstream", "origin"], true);
            assert!(message.ends_with(&format!("fetch it: {command}")), "{message}");
        }
        assert!(unknown("main", &[], true).contains("no remote"));
        assert!(unknown("mian", &["origin"], false).ends_with("in this repository"));
        assert!(unknown("origin/x", &["origin"], false).ends_with("+refs/heads/x:refs/remotes/origin/x"));
    }
}
