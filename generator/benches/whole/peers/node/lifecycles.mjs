// Makes Rust, diagrams and pages of the state documents in specs/, or checks that they are as they would
// be made: `node lifecycles.mjs generate`, `node lifecycles.mjs check`.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Handlebars from "handlebars";
import matter from "gray-matter";

const OUT = "generated";

/** A document that nothing can be made of. */
class Wrong extends Error {}

function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function pascal(text) {
  const words = text.match(/[A-Za-z0-9]+/g) ?? ["Unnamed"];
  const name = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  return /^[0-9]/.test(name) ? `_${name}` : name;
}

/** A Rust name for each text; those that would be the same are numbered. */
function variants(texts) {
  const taken = new Set();
  const names = new Map();
  for (const text of texts) {
    if (names.has(text)) continue;
    const base = pascal(text);
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}${number}`;
    taken.add(name);
    names.set(text, name);
  }
  return names;
}

/** What the templates need, with every name looked up. */
function model(path) {
  const { data } = matter(readFileSync(path, "utf8"));
  for (const key of ["id", "title", "states", "transitions"]) {
    if (!data[key]) throw new Wrong(`${path}: ${key} is missing`);
  }
  const names = variants(data.states.map((state) => state.name));
  if (names.size !== data.states.length) throw new Wrong(`${path}: two states have one name`);
  const states = data.states.map((state, at) => ({ ...state, variant: names.get(state.name), alias: `s${at}` }));
  const aliases = new Map(states.map((state) => [state.name, state.alias]));
  const triggers = variants(data.transitions.map((row) => row.trigger).filter(Boolean));
  const ends = (row) => {
    for (const end of [row.from, row.to]) {
      if (!names.has(end)) throw new Wrong(`${path}: there is no state ${JSON.stringify(end)}`);
    }
    return {
      ...row,
      fromVariant: names.get(row.from),
      toVariant: names.get(row.to),
      fromAlias: aliases.get(row.from),
      toAlias: aliases.get(row.to),
    };
  };
  return {
    ...data,
    path: path.replaceAll("\\", "/"),
    area: data.module,
    module: data.title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, ""),
    states,
    triggers: [...triggers].map(([text, variant]) => ({ text, variant })),
    rows: data.transitions.map((row) => ({
      ...ends(row),
      triggerVariant: triggers.get(row.trigger),
      effects: (row.side_effects ?? []).join("; "),
    })),
    invalid: (data.invalid ?? []).map(ends),
  };
}

Handlebars.registerHelper({
  /** A string literal of Rust. */
  rust: (text) =>
    `"${String(text ?? "").replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`))}"`,
  /** Prose in a cell of a table. */
  cell: (text) =>
    String(text ?? "").replace(/[\\`*_<>|[\]]/g, "\\$&").replace(/\s+/g, " ").trim(),
  /** Prose in a diagram. */
  label: (text) =>
    String(text ?? "")
      .replace(/[#;"]/g, (found) => `#${found.charCodeAt(0)};`)
      .replace(/\s+/g, " ")
      .trim(),
});

function template(name) {
  const text = readFileSync(new URL(`templates/${name}.hbs`, import.meta.url), "utf8");
  return Handlebars.compile(text, { noEscape: true });
}

/** Every output by its path. */
function outputs() {
  const module = template("module.rs");
  const diagram = template("diagram.mmd");
  const page = template("page.md");
  const paths = files("specs").filter((path) => path.endsWith(".md"));
  const models = paths.map(model).sort((a, b) => (a.id < b.id ? -1 : 1));
  const made = new Map();
  for (const one of models) {
    if (made.has(`src/${one.module}.rs`)) throw new Wrong(`${one.path}: another document has its title`);
    one.diagram = diagram(one);
    made.set(`src/${one.module}.rs`, module(one));
    made.set(`diagrams/${one.module}.mmd`, one.diagram);
    made.set(`docs/${one.module}.md`, page(one));
  }
  made.set("src/lib.rs", template("lib.rs")({ models }));
  made.set("docs/README.md", template("index.md")({ models }));
  return made;
}

function present(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function generate(made) {
  for (const [path, text] of made) {
    const target = join(OUT, path);
    if (present(target) === text) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  console.log(`${made.size} files`);
  return 0;
}

function check(made) {
  const wrong = [];
  for (const [path, text] of made) {
    const old = present(join(OUT, path));
    if (old === undefined) wrong.push(`missing: ${path}`);
    else if (old !== text) wrong.push(`out of date: ${path}`);
  }
  const there = files(OUT).map((path) => path.slice(OUT.length + 1).replaceAll("\\", "/"));
  wrong.push(...there.filter((path) => !made.has(path)).map((path) => `left over: ${path}`));
  console.log(wrong.length > 0 ? wrong.join("\n") : `${made.size} files are current`);
  return wrong.length > 0 ? 1 : 0;
}

const verb = { generate, check }[process.argv[2]];
if (!verb) {
  console.error("usage: lifecycles.mjs generate|check");
  process.exit(2);
}
try {
  process.exitCode = verb(outputs());
} catch (error) {
  if (!(error instanceof Wrong)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
