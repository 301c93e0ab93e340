import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { analyseProgram, checkText } from "../src/program/index.ts";
import { agreementOf } from "../testing/run/listedPaths.ts";
import { compare } from "./bmv2/compare.ts";
import { compiled } from "./bmv2/compiled.ts";
import { randomProgram } from "./bmv2/grammar/randomProgram.ts";
import type { Program } from "./bmv2/programs.ts";
import { ours, type Script, scriptFor } from "./bmv2/script.ts";

/** Our choice: packets of each program, on BMv2 and for the analysis. */
const PACKETS = 80;
const ANALYSED = 120;

/**
 * Programs that a grammar makes (`bmv2/grammar`), three ways: packets byte for byte on BMv2 and on our switch, from the
 * source and from what p4c-bm2-ss made of it; and the paths that packets take beside those that the analysis lists.
 * `P4TWIN_BMV2=simple_switch P4TWIN_P4C=p4c-bm2-ss npm run bench bmv2Random`; `P4TWIN_SEEDS=0-99` says which programs,
 * `P4TWIN_KEEP=DIR` keeps those that differ.
 */
export default async function bmv2Random(): Promise<{ name: string; rows: Record<string, number>[] }> {
  const name = "random programs: our switch, BMv2, the analysis";
  const {
    P4TWIN_BMV2: simpleSwitch,
    P4TWIN_P4C: p4c,
    P4TWIN_SEEDS = "0-49",
    P4TWIN_KEEP: kept,
  } = process.env;
  const hasTools = [simpleSwitch, p4c].every((tool) => tool && existsSync(tool));
  if (!hasTools)
    console.log("P4TWIN_BMV2 and P4TWIN_P4C do not name a simple_switch and a p4c-bm2-ss: analysis only");
  const [from = 0, to = from] = P4TWIN_SEEDS.split("-").map(Number);
  const folder = mkdtempSync(join(tmpdir(), "p4twin-random-"));
  const row: Record<string, number> = {
    made: 0,
    refused: 0,
    compiled: 0,
    packets: 0,
    equal: 0,
    leftovers: 0,
    noted: 0,
    "JSON packets": 0,
    "JSON equal": 0,
    analysed: 0,
    partial: 0,
    passes: 0,
    unlisted: 0,
  };
  const count = (key: string, by = 1): void => {
    row[key] = (row[key] ?? 0) + by;
  };
  for (let seed = from; seed <= to; seed++) {
    const program = programOf(seed);
    count("made");
    const problems = program.checked.diagnostics.filter(({ severity }) => severity === "error");
    const json = hasTools ? compiled(program, p4c ?? "", folder) : null;
    if (problems.length > 0) {
      count("refused");
      const { span, message } = problems[0]!;
      console.log(`${program.name}: ${json ? "only we refuse it" : "refused"}: ${span?.line}: ${message}`);
      continue;
    }
    const isUnlisted = told(program, () => analysed(program, count));
    if (json === null) continue;
    count("compiled");
    const differs = (await run(program, simpleSwitch ?? "", json, count)) || isUnlisted;
    if (!differs || !kept) continue;
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, `${program.name}.p4`), program.text);
    copyFileSync(json, join(kept, `${program.name}.json`));
    copyFileSync(json.replace(/json$/, "txt"), join(kept, `${program.name}.txt`));
  }
  rmSync(folder, { recursive: true });
  return { name, rows: [row] };
}

function programOf(seed: number): Program {
  const { text, commands, state } = randomProgram(createRandom(seed));
  const name = `random${seed}`;
  const checked = checkP4({ file: `${name}.p4`, text });
  return {
    name,
    group: "random",
    file: null,
    json: null,
    text,
    checked,
    commands,
    open: null,
    state,
    bytes: 96,
  };
}

type Count = (key: string, by?: number) => void;

/** Whether anything differs. */
async function run(program: Program, simpleSwitch: string, json: string, count: Count): Promise<boolean> {
  const { name } = program;
  const say = (text: string): true => {
    console.log(`${name}: ${text}`);
    return true;
  };
  let differs = false;
  try {
    const script = scriptFor(program, PACKETS, 7);
    writeFileSync(json.replace(/json$/, "txt"), `${script.commands.join("\n")}\n`);
    const found = await compare(program, script, simpleSwitch, json);
    for (const key of ["packets", "equal", "leftovers"] as const) count(key, found[key]);
    console.log(`${name}: ${found.equal} of ${found.packets} equal`);
    count("noted", found.notes.length);
    for (const note of found.notes) differs = say(note);
    for (const { sent, ours: mine, theirs, events } of found.differences.slice(0, 2)) {
      differs = say(`${sent}\n    BMv2 ${theirs.join(" ") || "-"}\n    ours ${mine.join(" ") || "-"}`);
      for (const event of events) console.log(`      ${event}`);
    }
    differs = told(program, () => fromJson(program, json, script, count)) || differs;
  } catch (error) {
    differs = say(`stopped: ${error instanceof Error ? error.message : error}`);
  }
  return differs;
}

/** Packets that leave differently where the program comes from the JSON. */
function fromJson(program: Program, json: string, { commands, packets }: Script, count: Count): string[] {
  const checked = checkText({ fileName: program.name, source: readFileSync(json, "utf8"), includes: {} });
  const problem = checked.diagnostics.find(({ severity }) => severity === "error");
  if (problem) return [`JSON: ${problem.message}`];
  const [source, other] = [ours(program, commands), ours({ ...program, checked }, commands)];
  const told = other.problems
    .filter((each) => !source.problems.includes(each))
    .map((each) => `JSON: ${each}`);
  const differing = packets.filter(({ port, bytes }) => {
    const [theirs, mine] = [source.target, other.target].map((target) => {
      target.machine.nowUs += 10;
      return target
        .receive(port, bytes)
        .map((sent) => `${sent.port}:${Buffer.from(sent.bytes).toString("hex")}`)
        .join(" ");
    });
    if (mine !== theirs)
      told.push(`${port}:${Buffer.from(bytes).toString("hex")}\n    source ${theirs}\n    JSON   ${mine}`);
    return mine !== theirs;
  });
  count("JSON packets", packets.length);
  count("JSON equal", packets.length - differing.length);
  return told.slice(0, 2);
}

/** Whether there is anything to say. */
function told({ name }: Program, find: () => string[]): boolean {
  const texts = find();
  for (const text of texts) console.log(`${name}: ${text}`);
  return texts.length > 0;
}

/** Packets on paths that are not listed. */
function analysed(program: Program, count: Count): string[] {
  const { report } = analyseProgram({ file: `${program.name}.p4`, text: program.text });
  const coarse = report.diagnostics.filter(({ code }) => code.startsWith("program-"));
  count("analysed");
  if (report.truncated || coarse.length > 0) {
    count("partial");
    return [];
  }
  const { unlisted, passes } = agreementOf(program.checked, report, ANALYSED);
  count("passes", passes);
  count("unlisted", unlisted.length);
  return unlisted.slice(0, 1).map((key) => `not listed: ${key}`);
}
