import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compared, compare } from "./bmv2/compare.ts";
import { compiled, slugOf } from "./bmv2/compiled.ts";
import {
  libraryPrograms,
  type Program,
  pairedPrograms,
  sampledPrograms,
  smallPrograms,
} from "./bmv2/programs.ts";
import { ours, scriptFor } from "./bmv2/script.ts";

const FIXTURES = new URL("../src/run/fixtures/bmv2", import.meta.url).pathname;
/** Our choice: packets of each program, and of each that is recorded. */
const PACKETS = { small: 60, library: 60, p4c: 20, pairs: 60, random: 60 };
const RECORDED = 30;
const SEED = 7;

type Row = {
  programs: string;
  compared: number;
  packets: number;
  equal: number;
  differ: number;
  leftovers: number;
  noted: number;
};

/**
 * Our switch against a real BMv2: packets and ports byte for byte, counters, registers and digests behind them.
 * `P4TWIN_BMV2=simple_switch P4TWIN_P4C=p4c-bm2-ss npm run bench bmv2`. `P4TWIN_P4C_DIR` adds p4c's samples,
 * `P4TWIN_BMV2_PAIRS` programs that were compiled before, `P4TWIN_BMV2_ONLY` is a pattern of names,
 * `P4TWIN_BMV2_RECORD=1` records frames of the small programs. What differs is printed with our trace.
 */
export default async function bmv2(): Promise<{ name: string; rows: Row[] }> {
  const name = "our switch and BMv2";
  const {
    P4TWIN_BMV2: simpleSwitch,
    P4TWIN_P4C: p4c,
    P4TWIN_P4C_DIR: samples,
    P4TWIN_BMV2_PAIRS: pairs,
  } = process.env;
  if (!simpleSwitch || !existsSync(simpleSwitch)) {
    console.log("P4TWIN_BMV2 does not name a simple_switch: nothing is compared with BMv2");
    return { name, rows: [] };
  }
  if (!p4c)
    console.log("P4TWIN_P4C does not name a p4c-bm2-ss: only programs of P4TWIN_BMV2_PAIRS are compared");
  const only = new RegExp(process.env.P4TWIN_BMV2_ONLY ?? "");
  const programs = [
    ...(p4c ? [...smallPrograms(), ...libraryPrograms(), ...(samples ? sampledPrograms(samples) : [])] : []),
    ...(pairs ? pairedPrograms(pairs) : []),
  ];
  const folder = mkdtempSync(join(tmpdir(), "p4twin-bmv2-"));
  const by = `simple_switch ${versionOf(simpleSwitch)}, p4c ${p4c ? versionOf(p4c) : "unknown"}`;
  const rows = new Map<string, Row>();
  for (const program of programs.filter((each) => only.test(each.name))) {
    const json = program.json ?? compiled(program, p4c ?? "", folder);
    if (json === null) continue;
    const isRecorded = program.group === "small" && process.env.P4TWIN_BMV2_RECORD === "1";
    const found = await comparedWith(
      program,
      simpleSwitch,
      json,
      isRecorded ? RECORDED : PACKETS[program.group],
    );
    if (!found) continue;
    tell(program, found);
    if (isRecorded) record(program, found, by);
    const row = rows.get(program.group) ?? EMPTY(program.group);
    rows.set(program.group, add(row, found));
  }
  rmSync(folder, { recursive: true });
  return { name, rows: [...rows.values()] };
}

const EMPTY = (programs: string): Row => ({
  programs,
  compared: 0,
  packets: 0,
  equal: 0,
  differ: 0,
  leftovers: 0,
  noted: 0,
});

const add = (row: Row, found: Compared): Row => ({
  programs: row.programs,
  compared: row.compared + 1,
  packets: row.packets + found.packets,
  equal: row.equal + found.equal,
  differ: row.differ + found.differences.length,
  leftovers: row.leftovers + found.leftovers,
  noted: row.noted + found.notes.length,
});

async function comparedWith(
  program: Program,
  simpleSwitch: string,
  json: string,
  count: number,
): Promise<Compared | null> {
  try {
    ours(program, []);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UnsupportedError") throw error;
    console.log(`${program.name}: not run here: ${error.message}`);
    return null;
  }
  try {
    return await compare(program, scriptFor(program, count, SEED), simpleSwitch, json);
  } catch (error) {
    console.log(`${program.name}: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}

function tell({ name }: Program, { packets, equal, leftovers, differences, notes }: Compared): void {
  const behind = leftovers > 0 ? `, ${leftovers} differ by leftovers` : "";
  console.log(`${name}: ${equal} of ${packets} equal${behind}`);
  for (const note of notes.slice(0, 6)) console.log(`  ${note}`);
  for (const { packet, sent, ours: mine, theirs, events } of differences.slice(0, 2)) {
    console.log(
      `  packet ${packet}, ${sent}\n    BMv2 ${theirs.join(" ") || "-"}\n    ours ${mine.join(" ") || "-"}`,
    );
    for (const event of events) console.log(`      ${event}`);
  }
}

const versionOf = (tool: string): string => {
  const { stdout, stderr } = spawnSync(tool, ["--version"], { encoding: "utf8" });
  return /\d+\.\d+\.\d+[\w.]*/.exec(`${stdout}\n${stderr}`)?.[0] ?? "unknown";
};

function record({ name }: Program, { commands, frames }: Compared, by: string): void {
  mkdirSync(FIXTURES, { recursive: true });
  writeFileSync(
    join(FIXTURES, `${slugOf(name)}.txt`),
    `${[`# ${by}`, ...commands, "", ...frames].join("\n")}\n`,
  );
}
