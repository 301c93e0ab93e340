import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runStf } from "../src/run/index.ts";
import { checkProgram, OWN_DECLARATIONS } from "./p4Corpus.ts";

/**
 * p4c's packet tests on the executor: `P4TWIN_P4C_DIR=… npm run bench stf` with a directory that holds p4c's testdata.
 * What does not pass is printed with its cause.
 */
export default async function stf() {
  const folder = process.env.P4TWIN_P4C_DIR;
  if (!folder) {
    console.log("P4TWIN_P4C_DIR names no checkout of p4c: nothing to run");
    return { name: "p4c's packet tests", rows: [] };
  }
  const samples = join(folder, "testdata", "p4_16_samples");
  const counts = new Map<string, { tests: number; passed: number; packets: number; cpuMs: number }>();
  for (const name of readdirSync(samples, { recursive: true, encoding: "utf8" })
    .filter((each) => each.endsWith(".stf"))
    .sort()) {
    const program = join(samples, name.replace(/\.stf$/, ".p4"));
    if (!existsSync(program)) continue;
    const { checked } = checkProgram(program, {
      includes: [join(folder, "p4include")],
      own: OWN_DECLARATIONS,
    });
    const architecture = checked.architecture?.definition.id ?? "none";
    const count = counts.get(architecture) ?? { tests: 0, passed: 0, packets: 0, cpuMs: 0 };
    counts.set(architecture, count);
    const before = process.cpuUsage();
    const report = verdict(() => runStf(checked, readFileSync(join(samples, name), "utf8"), name));
    const { user, system } = process.cpuUsage(before);
    count.tests++;
    count.packets += report.packets;
    count.cpuMs += (user + system) / 1000;
    if (report.failure === null) count.passed++;
    else console.log(`${architecture} ${basename(name, ".stf")}: ${report.failure}`);
  }
  const rows = [...counts].map(([architecture, { cpuMs, ...count }]) => ({
    architecture,
    ...count,
    "CPU ms": Math.round(cpuMs),
  }));
  return { name: "p4c's packet tests", rows };
}

function verdict(run: () => ReturnType<typeof runStf>): { packets: number; failure: string | null } {
  try {
    const { status, failures, packets } = run();
    return { packets, failure: status === "passed" ? null : (failures[0]?.message ?? "no reason") };
  } catch (error) {
    return {
      packets: 0,
      failure: `stopped: ${error instanceof Error ? error.stack?.split("\n").slice(0, 3).join(" ") : error}`,
    };
  }
}
