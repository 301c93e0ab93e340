import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { P4Info, readText } from "../src/p4runtime/index.ts";
import { createSwitch } from "../src/run/index.ts";
import { p4InfoOf } from "../src/switch/index.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS } from "./p4Corpus.ts";

/**
 * P4Info that we make against p4c's own: `P4TWIN_P4C_DIR=… npm run bench p4Info`. Annotations and documentation are
 * left out, an empty `type_info` is none; what differs first is printed.
 */
export default async function p4Info() {
  const folder = process.env.P4TWIN_P4C_DIR;
  const count = { programs: 0, agree: 0, notRun: 0 };
  const outputs = join(folder ?? "", "testdata", "p4_16_samples_outputs");
  for (const file of folder ? readdirSync(outputs).filter((name) => name.endsWith(".p4info.txtpb")) : []) {
    const text = readFileSync(join(outputs, file), "utf8");
    const program = join(folder!, "testdata", "p4_16_samples", file.replace(/\.p4info\.txtpb$/, ""));
    if (!/arch: "(v1model|psa)"/.test(text) || !existsSync(program)) continue;
    const checked = checkProgram(program, { includes: [join(folder!, "p4include")], own: OWN_DECLARATIONS });
    const made = errorsOf(checked).length > 0 ? null : createSwitch(checked.checked);
    if (!made?.ok) {
      count.notRun++;
      continue;
    }
    count.programs++;
    const differs = firstDifference(
      plain(p4InfoOf(checked.checked, made.value)),
      plain(readText(P4Info, text)),
      "",
    );
    if (differs === null) count.agree++;
    else console.log(`${basename(program)}: ${differs}`);
  }
  return { name: "P4Info as p4c makes it", rows: [count] };
}

const LEFT_OUT = new Set(["annotations", "annotationLocations", "structuredAnnotations", "doc"]);

/** A message with sorted objects, numbers for byte strings, and without what is left out. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return BigInt(`0x0${Buffer.from(value).toString("hex")}`).toString();
  if (Array.isArray(value)) {
    const all = value.map(plain) as { preamble?: { id: number } }[];
    return all.every((each) => each?.preamble) ? all.sort((a, b) => a.preamble!.id - b.preamble!.id) : all;
  }
  if (value instanceof Map)
    return value.size === 0
      ? null
      : Object.fromEntries([...value].sort().map(([key, each]) => [key, plain(each)]));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, each]) => [key, plain(each)] as const);
  return "newTypes" in value && fields.every(([, each]) => each === null) ? null : Object.fromEntries(fields);
}

function firstDifference(ours: unknown, theirs: unknown, path: string): string | null {
  if (isDeepStrictEqual(ours, theirs)) return null;
  const isBoth = [ours, theirs].every((each) => typeof each === "object" && each !== null);
  const [a, b] = [ours, theirs] as Record<string, unknown>[];
  const keys = isBoth ? [...new Set([...Object.keys(a!), ...Object.keys(b!)])] : [];
  for (const key of keys) {
    const found = firstDifference(a![key], b![key], `${path}.${key}`);
    if (found !== null) return found;
  }
  const shown = (value: unknown) =>
    (JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each)) ?? "nothing").slice(
      0,
      80,
    );
  return `${path}: ${shown(ours)}, p4c ${shown(theirs)}`;
}
