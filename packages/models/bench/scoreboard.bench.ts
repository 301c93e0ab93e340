import { existsSync } from "node:fs";
import { join } from "node:path";
import { chainRows } from "./scoreboard/chainRows.ts";
import { fatTreeRows } from "./scoreboard/fatTreeRows.ts";
import { liveRows } from "./scoreboard/live/liveRows.ts";
import type { Row } from "./scoreboard/row.ts";
import { switchRows } from "./scoreboard/switchRows.ts";
import { virneRows } from "./scoreboard/virneRows.ts";

/** Folder of a measured BMv2 (`quiet-runs.csv`, `busy-runs.csv`, `quiet.csv`); its rows are left out without. */
const DATA = process.env.P4TWIN_BMV2_LATENCY ?? null;
/** Only rows of these kinds: the beginning of their names. */
const WANTED = process.env.P4TWIN_ROWS ?? "";

async function certificateRows(): Promise<Row[]> {
  process.env.P4TWIN_PROBLEMS ??= "400";
  const { default: certificates } = await import("./certificates.bench.ts");
  const certified = await certificates();
  const proven = certified.rows.reduce((sum, row) => sum + Number(row.optimal), 0);
  return [
    {
      what: `placement: ${process.env.P4TWIN_PROBLEMS} random problems, five engines`,
      reference: "enumeration that shares no code with them",
      ours: `${proven} times optimal, none wrongly`,
      holds: "yes",
    },
  ];
}

async function driftRows(): Promise<Row[]> {
  // the seconds of the real switch, started anew every hour and not
  process.env.P4TWIN_NOISE ??= "real";
  const { default: drift } = await import("./twinDrift.bench.ts");
  const { rows } = await drift();
  const noises = [...new Set(rows.map(({ noise }) => String(noise)))];
  return noises.flatMap((noise) => {
    const of = (rule: string) =>
      rows.find((row) => row.noise === noise && String(row.rule).startsWith(rule))!;
    const [ours, cusum] = [of("Page-Hinkley"), of("CUSUM")];
    const found = ours["20 %, starts"];
    const falsely: Row = {
      what: `false drifts a day: ${noise}`,
      reference: `below 1; CUSUM ${cusum["false/day"]}`,
      ours: String(ours["false/day"]),
      holds: Number(ours["false/day"]) < 1 ? "yes" : "no",
    };
    if (found === undefined) return [falsely];
    return [
      falsely,
      {
        what: `starts of the switch until a step of 20 % is found, median (90th percentile): ${noise}`,
        reference: "none: such false drifts leave nothing to compare with",
        ours: String(found),
        holds: "-",
      },
    ];
  });
}

/** One table of what can be held against something that is not ours; a cell says what it is held against. */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const hasData = DATA !== null && existsSync(join(DATA, "quiet-runs.csv"));
  const kinds: [string, () => Row[] | Promise<Row[]>][] = [
    ["switch", () => (hasData ? [...switchRows(DATA, "quiet"), ...switchRows(DATA, "busy")] : [])],
    ["chain", chainRows],
    ["live", liveRows],
    ["fat tree", fatTreeRows],
    ["drift", () => (hasData ? driftRows() : [])],
    ["placement", certificateRows],
    ["virne", virneRows],
  ];
  const rows: Row[] = [];
  for (const [kind, make] of kinds) if (kind.startsWith(WANTED)) rows.push(...(await make()));
  return {
    name: `scoreboard${DATA === null ? " (without the real switch: set P4TWIN_BMV2_LATENCY to the folder of its runs)" : ""}`,
    rows,
  };
}
