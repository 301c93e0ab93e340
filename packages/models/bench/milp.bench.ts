import { execFileSync } from "node:child_process";
import { join } from "node:path";
import loadHighs from "highs";
import { assert } from "../src/core/index.ts";
import {
  createInstance,
  isProof,
  type Placement,
  solveBatch,
  solveExact,
  solveIlp,
} from "../src/placement/index.ts";
import { factsOf, runsOn } from "./certificates/facts.ts";
import { type RandomModel, randomModels } from "./certificates/randomModels.ts";

const PROBLEMS = Number(process.env.P4TWIN_PROBLEMS ?? 4000);
const SEED = Number(process.env.P4TWIN_SEED ?? 1);
const SAME = 2e-6;
const OPTIMAL = 0;
const INFEASIBLE = 2;

/**
 * Random problems, `batch`, `ilp` and `exact` beside scipy's milp on a formulation of its own (`certificates/milp.py`,
 * which takes nothing from the engines). Ends with an error when a claim is wrong.
 *
 *   P4TWIN_SCIPY_PYTHON=PYTHON [P4TWIN_PROBLEMS=4000 P4TWIN_SEED=1] npm run bench milp
 */
export default async function milp(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const python = process.env.P4TWIN_SCIPY_PYTHON;
  if (!python) {
    console.log("P4TWIN_SCIPY_PYTHON is not set, nothing is compared");
    return { name: "placement beside scipy's milp", rows: [] };
  }
  const models = randomModels(PROBLEMS, SEED);
  const highs = await loadHighs();
  const limits = { timeLimitMs: null, nowMs: () => performance.now() };
  const theirs = execFileSync(python, [join(import.meta.dirname, "certificates", "milp.py")], {
    input: models.map((model) => JSON.stringify(asRead(model))).join("\n"),
    maxBuffer: 1 << 28,
  })
    .toString()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as [status: number, objective: number | null]);
  assert(theirs.length === models.length, "scipy answers each problem");
  const counts = new Map<string, Record<string, number>>();
  let wrong = 0;
  models.forEach(({ problem, catalogue }, index) => {
    const instance = createInstance(problem, catalogue);
    const answers = {
      batch: solveBatch(instance, limits, highs),
      ilp: solveIlp(instance, { ...limits, online: false }, highs),
      exact: solveExact(instance, { ...limits, online: false }),
    };
    for (const [engine, placement] of Object.entries(answers)) {
      const [word, right] = judged(placement, theirs[index]!);
      const count = counts.get(engine) ?? {};
      count[word] = (count[word] ?? 0) + 1;
      counts.set(engine, count);
      if (right) continue;
      wrong++;
      console.error(
        `problem ${index} of seed ${SEED}, ${engine}: ${word}, ${placement.objective}, ${theirs[index]}`,
      );
    }
  });
  assert(wrong === 0, `${wrong} wrong claims`);
  return {
    name: `placement beside scipy's milp (${PROBLEMS} random problems, seed ${SEED}; no wrong claim)`,
    rows: [...counts].map(([engine, count]) => ({ engine, ...count })),
  };
}

function judged(ours: Placement, [status, least]: [number, number | null]): [word: string, right: boolean] {
  if (status === INFEASIBLE)
    return ours.status === "infeasible" ? ["infeasible in both", true] : ["placed, scipy: infeasible", false];
  if (status !== OPTIMAL || least === null) return [`scipy's status ${status}`, false];
  if (ours.status === "infeasible")
    return isProof(ours) ? ["infeasible, scipy places it", false] : ["no placement found", true];
  const over = (ours.objective ?? 0) - least;
  const slack = SAME * Math.max(1, Math.abs(least));
  if (ours.status === "optimal") return ["optimal in both", Math.abs(over) <= slack];
  return ["feasible, not better", over >= -slack];
}

/** What the Python side reads: numbers of the catalogue and the problem, nodes counted. */
function asRead({ problem, catalogue }: RandomModel) {
  const { devices, fn, forwards, hostAt, leaveUs, links, weights } = factsOf(problem, catalogue);
  const kinds = [...new Set([...problem.chains.flatMap((c) => c.functions), ...(problem.required ?? [])])];
  return {
    devices: devices.map((device) => ({
      ...{ gbps: device.gbps, maxConstructs: device.maxConstructs, maxRules: device.maxRules },
      ...{ software: device.software, externs: Object.fromEntries(device.externs) },
      ...{ watts: device.powerWatts, usd: device.costUsd, baseUs: device.baseUs },
    })),
    ...{ switches: problem.switches.length, hosts: problem.hosts?.length ?? 0 },
    ...{ forwards, leaveUs, links, weights, required: problem.required ?? [] },
    sharing: problem.options.sharing,
    halfDuplex: problem.options.linkDirection === "half-duplex",
    types: Object.fromEntries(
      kinds.map((kind) => {
        const f = fn(kind);
        return [
          kind,
          {
            size: Object.values(f.features).reduce((a, b) => a + b, 0),
            ...{ rules: f.rules, externs: f.externs.map((each) => each.toLowerCase()) },
            ...{ cyclesPerPacket: f.cyclesPerPacket ?? 0, cyclesPerBatch: f.cyclesPerBatch ?? 0 },
            us: devices.map((device) => (runsOn(f, device) ? device.functionUs(f) : null)),
          },
        ];
      }),
    ),
    chains: problem.chains.map(({ from, to, functions, gbps, maxDelayUs, packetBytes = 1500 }) => ({
      ...{ functions, gbps, maxDelayUs, packetBytes },
      start: from === undefined ? null : hostAt(from),
      end: to === undefined ? null : hostAt(to),
    })),
  };
}
