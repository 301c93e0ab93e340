import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkText } from "../src/program/index.ts";
import { hexOf } from "../src/run/index.ts";
import type { Target } from "../src/run/target.ts";
import { compiled } from "./bmv2/compiled.ts";
import { libraryPrograms, type Program, sampledPrograms, smallPrograms } from "./bmv2/programs.ts";
import { ours, type Script, scriptFor } from "./bmv2/script.ts";

/** Our choice: packets of each program. */
const PACKETS = 200;
const SEED = 7;

type Row = { programs: string; compiled: number; run: number; packets: number; equal: number };

/**
 * Programs beside what p4c-bm2-ss made of them, on our switch with the same entries and packets: packets and ports byte
 * for byte. `P4TWIN_P4C=p4c-bm2-ss npm run bench compiledRun`; `P4TWIN_P4C_DIR` adds p4c's samples, and
 * `P4TWIN_BMV2_ONLY` is a pattern of names. What differs is printed.
 */
export default function compiledRun(): { name: string; rows: Row[] } {
  const name = "compiled programs beside their source";
  const { P4TWIN_P4C: p4c, P4TWIN_P4C_DIR: samples } = process.env;
  if (!p4c || !existsSync(p4c)) {
    console.log("P4TWIN_P4C does not name a p4c-bm2-ss: nothing is compared");
    return { name, rows: [] };
  }
  const only = new RegExp(process.env.P4TWIN_BMV2_ONLY ?? "");
  const groups = [smallPrograms(), libraryPrograms(), samples ? sampledPrograms(samples) : []];
  const folder = mkdtempSync(join(tmpdir(), "p4twin-compiled-"));
  const rows = groups.flatMap((programs) => {
    const chosen = programs.filter((each) => only.test(each.name));
    const row = { programs: programs[0]?.group ?? "", compiled: 0, run: 0, packets: 0, equal: 0 };
    for (const program of chosen) {
      const json = compiled(program, p4c, folder);
      if (json === null) continue;
      row.compiled++;
      const found = compared(program, readFileSync(json, "utf8"));
      if (!found) continue;
      row.run++;
      row.packets += found.packets;
      row.equal += found.equal;
    }
    return chosen.length > 0 ? [row] : [];
  });
  rmSync(folder, { recursive: true });
  return { name, rows };
}

function compared(program: Program, json: string): { packets: number; equal: number } | null {
  const { name } = program;
  const checked = checkText({ fileName: name, source: json, includes: {} });
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) {
    console.log(`${name}: ${error.message}`);
    return null;
  }
  try {
    const script = scriptFor(program, PACKETS, SEED);
    const [source, other] = [ours(program, script.commands), ours({ ...program, checked }, script.commands)];
    for (const problem of other.problems.slice(source.problems.length)) console.log(`${name}: ${problem}`);
    return { packets: script.packets.length, equal: equalPackets(name, script, source.target, other.target) };
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== "UnsupportedError") throw cause;
    console.log(`${name}: not run here: ${cause.message}`);
    return null;
  }
}

function equalPackets(name: string, { packets }: Script, source: Target, other: Target): number {
  const differing = packets.filter(({ port, bytes }, index) => {
    const [theirs, ours] = [source, other].map((target) => {
      target.machine.nowUs += 10;
      return target
        .receive(port, bytes)
        .map((sent) => `${sent.port}: ${hexOf(sent.bytes)}`)
        .join(" ");
    });
    if (ours !== theirs) console.log(`${name}: packet ${index + 1}\n  source ${theirs}\n  JSON   ${ours}`);
    return ours !== theirs;
  });
  return packets.length - differing.length;
}
