import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { P4Info, readText } from "../src/p4runtime/index.ts";
import { createSwitch } from "../src/run/index.ts";
import { instancesOf } from "../src/switch/declaredInstances.ts";
import { p4InfoOf } from "../src/switch/index.ts";
import { Pipeline } from "../src/switch/pipeline.ts";
import { plainInfo } from "../testing/switch/plainInfo.ts";
import { checkProgram, errorsOf, OWN_DECLARATIONS } from "./p4Corpus.ts";

/**
 * P4Info that we make against p4c's own: `P4TWIN_P4C_DIR=… npm run bench p4Info`. Annotations and documentation are
 * left out, an empty `type_info` is none; what differs first is printed. `taken`: our switch runs under p4c's P4Info.
 */
export default async function p4Info() {
  const folder = process.env.P4TWIN_P4C_DIR;
  const count = { programs: 0, agree: 0, taken: 0, notRun: 0 };
  const outputs = join(folder ?? "", "testdata", "p4_16_samples_outputs");
  for (const file of folder ? readdirSync(outputs).filter((name) => name.endsWith(".p4info.txtpb")) : []) {
    const text = readFileSync(join(outputs, file), "utf8");
    const program = join(folder!, "testdata", "p4_16_samples", file.replace(/\.p4info\.txtpb$/, ""));
    if (!/arch: "(v1model|psa|pna|ubpf)"/.test(text) || !existsSync(program)) continue;
    const checked = checkProgram(program, { includes: [join(folder!, "p4include")], own: OWN_DECLARATIONS });
    const made = errorsOf(checked).length > 0 ? null : createSwitch(checked.checked);
    if (!made?.ok) {
      count.notRun++;
      const [first] = errorsOf(checked);
      console.log(
        `${basename(program)}: not run: ${first?.message ?? (made?.ok === false ? made.error.message : "")}`,
      );
      continue;
    }
    count.programs++;
    try {
      new Pipeline(readText(P4Info, text), made.value, instancesOf(checked.checked));
      count.taken++;
    } catch (error) {
      console.log(`${basename(program)}: not taken: ${(error as Error).message}`);
    }
    const differs = firstDifference(
      plainInfo(p4InfoOf(checked.checked, made.value)),
      plainInfo(readText(P4Info, text)),
      "",
    );
    if (differs === null) count.agree++;
    else console.log(`${basename(program)}: ${differs}`);
  }
  return { name: "P4Info as p4c makes it", rows: [count] };
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
