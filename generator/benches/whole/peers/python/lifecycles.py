"""Makes Rust, diagrams and pages of the state documents in specs/, or checks that they are as they would be made.

    lifecycles.py generate
    lifecycles.py check
"""

import re
import sys
from pathlib import Path

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OUT = Path("generated")


class Wrong(Exception):
    """A document that nothing can be made of."""


def read(path):
    """The front matter of a document."""
    text = path.read_text(encoding="utf-8")
    parts = re.split(r"^---[ \t]*$", text, maxsplit=2, flags=re.MULTILINE)
    if len(parts) != 3 or parts[0].strip():
        raise Wrong(f"{path}: no front matter")
    document = yaml.load(parts[1], Loader=Loader)
    document["path"] = path.as_posix()
    return document


def pascal(text):
    words = re.findall(r"[A-Za-z0-9]+", text)
    name = "".join(word[0].upper() + word[1:] for word in words) or "Unnamed"
    return f"_{name}" if name[0].isdigit() else name


def variants(texts):
    """A Rust name for each text; those that would be the same are numbered."""
    taken, names = set(), {}
    for text in texts:
        if text in names:
            continue
        base = name = pascal(text)
        number = 2
        while name in taken:
            name, number = f"{base}{number}", number + 1
        taken.add(name)
        names[text] = name
    return names


def model(document):
    """What the templates need, with every name looked up."""
    path = document["path"]
    for key in ("id", "title", "states", "transitions"):
        if not document.get(key):
            raise Wrong(f"{path}: {key} is missing")
    states = [dict(state) for state in document["states"]]
    names = variants(state["name"] for state in states)
    if len(names) != len(states):
        raise Wrong(f"{path}: two states have one name")
    rows = document["transitions"]
    invalid = document.get("invalid") or []
    for row in [*rows, *invalid]:
        for end in ("from", "to"):
            if row[end] not in names:
                raise Wrong(f"{path}: there is no state {row[end]!r}")
    triggers = variants(row["trigger"] for row in rows if row.get("trigger"))
    for at, state in enumerate(states):
        state["variant"] = names[state["name"]]
        state["alias"] = f"s{at}"
    aliases = {state["name"]: state["alias"] for state in states}
    return {
        **document,
        "module": re.sub(r"[^a-z0-9]+", "_", document["title"].lower()).strip("_"),
        "area": document.get("module"),
        "states": states,
        "triggers": triggers,
        "invalid": invalid,
        "variants": names,
        "aliases": aliases,
    }


def rust(text):
    """A string literal."""
    escaped = str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def cell(text):
    """Prose in a cell of a table."""
    escaped = re.sub(r"([\\`*_<>|\[\]])", r"\\\1", str(text))
    return " ".join(escaped.split())


def label(text):
    """Prose in a diagram."""
    escaped = re.sub(r'[#;"]', lambda found: f"#{ord(found[0])};", str(text))
    return " ".join(escaped.split())


def environment():
    folder = Path(__file__).with_name("templates")
    made = Environment(
        loader=FileSystemLoader(folder), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )
    made.filters.update(rust=rust, cell=cell, label=label)
    return made


def outputs():
    """Every output by its path."""
    templates = environment()
    module, diagram, page = (templates.get_template(f"{name}.j2") for name in ("module.rs", "diagram.mmd", "page.md"))
    models = [model(read(path)) for path in sorted(Path("specs").rglob("*.md"))]
    models.sort(key=lambda one: one["id"])
    made = {}
    for one in models:
        name = one["module"]
        if f"src/{name}.rs" in made:
            raise Wrong(f"{one['path']}: another document has the title {one['title']!r}")
        one["diagram"] = diagram.render(one)
        made[f"src/{name}.rs"] = module.render(one)
        made[f"diagrams/{name}.mmd"] = one["diagram"]
        made[f"docs/{name}.md"] = page.render(one)
    made["src/lib.rs"] = templates.get_template("lib.rs.j2").render(models=models)
    made["docs/README.md"] = templates.get_template("index.md.j2").render(models=models)
    return made


def generate(made):
    for path, text in made.items():
        path = OUT / path
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
    print(f"{len(made)} files")
    return 0


def check(made):
    wrong = []
    for path, text in made.items():
        try:
            if (OUT / path).read_bytes() != text.encode():
                wrong.append(f"out of date: {path}")
        except FileNotFoundError:
            wrong.append(f"missing: {path}")
    there = (path.relative_to(OUT).as_posix() for path in OUT.rglob("*") if path.is_file())
    wrong.extend(f"left over: {path}" for path in there if path not in made)
    print("\n".join(wrong) or f"{len(made)} files are current")
    return 1 if wrong else 0


def main():
    verbs = {"generate": generate, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in verbs:
        sys.exit(__doc__)
    try:
        made = outputs()
    except Wrong as wrong:
        sys.exit(f"error: {wrong}")
    sys.exit(verbs[sys.argv[1]](made))


if __name__ == "__main__":
    main()
