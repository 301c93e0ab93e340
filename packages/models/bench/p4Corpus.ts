import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { BUILT_IN_FILES, type CheckedProgram, checkP4, type ResolveInclude } from "../src/p4/index.ts";

/** What checking one program of a checkout gave. Times are of the CPU. */
export type CorpusResult = { file: string; checked: CheckedProgram; bytes: number; cpuMs: number };

export type CorpusOptions = {
  /** folders to look for `<…>` and `"…"` in, behind those of the program */
  includes: readonly string[];
  /** basenames of files that are ours although the checkout has them */
  own: ReadonlySet<string>;
};

export const OWN_DECLARATIONS: ReadonlySet<string> = new Set(BUILT_IN_FILES.map((file) => basename(file)));

const readable = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/**
 * Includes as a compiler finds them: beside the including file, beside the program, above it and in the folders beside
 * its own (build scripts pass these with -I), then in `includes`.
 */
export function resolver(program: string, { includes, own }: CorpusOptions): ResolveInclude {
  const folders = [dirname(program)];
  for (let i = 0; i < 4; i++) folders.push(dirname(folders[i] ?? ""));
  const above = folders[1] ?? "";
  const beside = readdirSync(above, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return (path, from, kind) => {
    const near = join(dirname(from), path);
    if (kind === "user" && readable(near)) return { file: near, text: readFileSync(near, "utf8") };
    if (own.has(basename(path))) return null;
    for (const folder of [...folders, ...beside.map(({ name }) => join(above, name)), ...includes]) {
      const file = join(folder, path);
      if (readable(file)) return { file, text: readFileSync(file, "utf8") };
    }
    return null;
  };
}

export function checkProgram(file: string, options: CorpusOptions): CorpusResult {
  const text = readFileSync(file, "utf8");
  const before = process.cpuUsage();
  const checked = checkP4({ file, text }, { resolveInclude: resolver(file, options) });
  const { user, system } = process.cpuUsage(before);
  const bytes = [...checked.files.values()].reduce((sum, one) => sum + one.length, 0);
  return { file, checked, bytes, cpuMs: (user + system) / 1000 };
}

/** Files of a folder that are named *.p4, in order. */
export const programsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".p4"))
    .sort()
    .map((name) => join(folder, name))
    .filter(readable);

const P4_14 = /^\s*(header_type|field_list|action_profile \w+ \{|control ingress \{|parser start \{)/m;

/** All whole P4_16 programs below a folder: files that instantiate `main`. */
export function wholeProgramsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".p4"))
    .sort()
    .map((name) => join(folder, name))
    .filter(readable)
    .filter((file) => {
      const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      return /\)\s*main\s*;/.test(text) && !P4_14.test(text);
    });
}

export const errorsOf = ({ checked }: CorpusResult) =>
  checked.diagnostics.filter(({ severity }) => severity === "error");

/** Does our first error stand on the line of the first one that p4c names in `expected`? Null when it names none. */
export function isOnLineOf(result: CorpusResult, expected: string): boolean | null {
  const [, file, line] = /^([^\n(]*)\((\d+)\)[^\n]*error/m.exec(expected) ?? [];
  if (file === undefined) return null;
  const span = errorsOf(result)[0]?.span;
  return basename(span?.file ?? "") === basename(file) && span?.line === Number(line);
}
