// Checks modules with `tsc --strict`, compiles them, and prints what each says of every pair of its states.
// Input: one JSON object {"modules": ["path", …]} a line. Output: one JSON object for each of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const OPTIONS = {
  strict: true,
  noUnusedLocals: true,
  noImplicitReturns: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noEmitOnError: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ES2022,
  types: [],
};

function complaints(program) {
  return ts.getPreEmitDiagnostics(program).map((found) => {
    const at = found.file?.getLineAndCharacterOfPosition(found.start ?? 0);
    const place = found.file === undefined ? "" : `${found.file.fileName}:${(at?.line ?? 0) + 1}: `;
    return place + ts.flattenDiagnosticMessageText(found.messageText, "\n");
  });
}

async function said(path) {
  const module = await import(pathToFileURL(path).href);
  const pairs = module.STATES.map((from) =>
    module.STATES.map((to) => ({ verdict: module.verdict(from, to), refusal: module.refusal(from, to) ?? null })),
  );
  const { STATES, INITIAL, TERMINAL, TRIGGERS, TRANSITIONS, FORBIDDEN, DOCUMENT } = module;
  const triggers = Object.entries(TRIGGERS);
  const aliases = (names) => names.map((name) => module.parseState(name) ?? null);
  return { DOCUMENT, STATES, INITIAL, TERMINAL, triggers, TRANSITIONS, FORBIDDEN, pairs, aliases };
}

async function answer({ modules, aliases }) {
  const out = mkdtempSync(join(tmpdir(), "statedoc-typescript-"));
  try {
    const program = ts.createProgram(modules, { ...OPTIONS, outDir: out });
    const found = complaints(program);
    if (found.length > 0) return { complaints: found };
    program.emit();
    writeFileSync(join(out, "package.json"), '{"type": "module"}');
    const answers = [];
    for (const [at, path] of modules.entries()) {
      const it = await said(join(out, basename(path).replace(/\.ts$/, ".js")));
      answers.push({ ...it, aliases: it.aliases(aliases[at]) });
    }
    return { complaints: [], modules: answers };
  } finally {
    rmSync(out, { recursive: true });
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line !== "") process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + "\n");
}
