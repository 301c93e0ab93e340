import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import {
  createCatalogue,
  greedy,
  type Placement,
  solveBatch,
  solveIlp,
  verifyPlacement,
} from "../src/placement/index.ts";
import {
  chainOfLength,
  instanceOf,
  inTurn,
  mixedServers,
  programmableTors,
  smartNics,
} from "../src/placement/study/studyClouds.ts";
import { round } from "./measure.ts";

/** The integer program chain by chain rarely ends on these; it gets so long. */
const ILP_MS = 8_000;
const BATCH_MS = 10_000;

const six = { functions: chainOfLength[6], gbps: 3 };
const four = { functions: chainOfLength[4], gbps: 1, maxDelayUs: null };
const cases = [
  { name: "Exp. 1, 10 us", network: mixedServers(), chain: { ...six, maxDelayUs: 10 }, count: 10 },
  { name: "Exp. 1, 100 us", network: mixedServers(), chain: { ...six, maxDelayUs: 100 }, count: 21 },
  { name: "Exp. 1, best effort", network: mixedServers(), chain: { ...six, maxDelayUs: null }, count: 27 },
  { name: "Exp. 2, r = 0.25", network: programmableTors(1), chain: four, count: 30 },
  { name: "Exp. 2, r = 1", network: programmableTors(4), chain: four, count: 120 },
  { name: "Exp. 3, r = 1", network: smartNics(4), chain: { ...four, gbps: 2 }, count: 40 },
];

/**
 * A whole workload at once (thesis Exp. 1 to 3): batch beside greedy and the program chain by chain, each
 * checked from scratch.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  const nowMs = (): number => performance.now();
  const rows = cases.map(({ name, network, chain, count }) => {
    const instance = instanceOf({ ...network, chains: inTurn([chain], count) }, catalogue);
    const checked = (placement: Placement): Placement => {
      const violations = verifyPlacement(instance.problem, catalogue, placement);
      assert(violations.length === 0, violations.map((v) => v.message).join("; "));
      return placement;
    };
    const batch = checked(solveBatch(instance, { timeLimitMs: BATCH_MS, nowMs }, highs));
    const ilp = checked(solveIlp(instance, { timeLimitMs: ILP_MS, online: false, nowMs }, highs));
    const quick = checked(greedy(instance, { nowMs }));
    return {
      workload: name,
      chains: count,
      devices: instance.devices.length,
      "greedy W": quick.status === "infeasible" ? `${quick.embedded} placed` : quick.powerWatts,
      "batch W": batch.status === "infeasible" ? "none found" : batch.powerWatts,
      // out of time is no proof
      status: batch.conflicts.some((c) => c.constraint === "time-limit") ? "out of time" : batch.status,
      bound: batch.bound === null ? "" : round(batch.bound),
      "batch ms": round(batch.timeMs),
      "ilp W": ilp.status === "infeasible" ? "none found" : ilp.powerWatts,
      "ilp status": ilp.status,
      "ilp ms": round(ilp.timeMs),
      "ilp / batch": Math.round(ilp.timeMs / batch.timeMs),
    };
  });
  return { name: `batch embedding (Exp. 1 to 3; ilp is ended after ${ILP_MS / 1000} s)`, rows };
}
