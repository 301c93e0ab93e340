import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GROUPS } from "../testing/run/bmv2/shared.ts";
import { compare } from "./bmv2/compare.ts";
import { compiled } from "./bmv2/compiled.ts";
import { sampledPrograms } from "./bmv2/programs.ts";
import { ours, scriptFor } from "./bmv2/script.ts";

/** Our choice: packets of each program. */
const PACKETS = 40;
const SEED = 7;
const COMMANDS = [...GROUPS.split("\n"), "mirroring_add 8 4", "mirroring_add 9 2"];

/**
 * Our PSA switch against BMv2's psa_switch on p4c's samples, with packets and entries that are made up:
 * `P4TWIN_PSA_SWITCH=psa_switch P4TWIN_P4C_PSA=p4c-bm2-psa P4TWIN_P4C_DIR=… npm run bench bmv2Psa`.
 */
export default async function bmv2Psa(): Promise<{ name: string; rows: Record<string, number>[] }> {
  const name = "our PSA switch and BMv2's";
  const { P4TWIN_PSA_SWITCH: tool, P4TWIN_P4C_PSA: p4c, P4TWIN_P4C_DIR: samples } = process.env;
  if (!tool || !p4c || !samples || ![tool, p4c, samples].every((path) => existsSync(path))) {
    console.log(
      "P4TWIN_PSA_SWITCH, P4TWIN_P4C_PSA and P4TWIN_P4C_DIR do not name all three: nothing is compared",
    );
    return { name, rows: [] };
  }
  const only = new RegExp(process.env.P4TWIN_BMV2_ONLY ?? "");
  const folder = mkdtempSync(join(tmpdir(), "p4twin-psa-"));
  const row = { programs: 0, packets: 0, left: 0, equal: 0, leftovers: 0, noted: 0 };
  for (const sample of sampledPrograms(samples, "psa").filter((each) => only.test(each.name))) {
    const json = compiled(sample, p4c, folder);
    if (json === null) continue;
    const { problems } = ours(sample, COMMANDS);
    const program = { ...sample, commands: COMMANDS };
    for (const problem of problems) console.log(`${sample.name}: ${problem}`);
    try {
      const script = scriptFor(program, PACKETS, SEED);
      const found = await compare(program, script, tool, json);
      row.programs++;
      row.packets += found.packets;
      row.left += found.frames.filter((frame) => !frame.endsWith("->")).length;
      row.equal += found.equal;
      row.leftovers += found.leftovers;
      row.noted += found.notes.length;
      console.log(`${sample.name}: ${found.equal} of ${found.packets} equal`);
      for (const note of found.notes.slice(0, 4)) console.log(`  ${note}`);
      for (const { sent, ours: mine, theirs } of found.differences.slice(0, 2))
        console.log(`  ${sent}\n    BMv2 ${theirs.join(" ") || "-"}\n    ours ${mine.join(" ") || "-"}`);
    } catch (error) {
      console.log(`${sample.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  rmSync(folder, { recursive: true });
  return { name, rows: [row] };
}
