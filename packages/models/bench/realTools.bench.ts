import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom, type Random } from "../src/core/index.ts";
import { generateAcl, parseServiceChain, synthesise } from "../src/synthesis/index.ts";
import { type RandomChain, randomChain } from "./realTools/chains.ts";
import { findClicks } from "./realTools/click.ts";
import { type Comparison, compareInClick, synthesisOf } from "./realTools/compare.ts";
import { ACCESS_LIST, compareInOvs } from "./realTools/compareInOvs.ts";
import { gatewayChain } from "./realTools/gateways.ts";
import { ispChain } from "./realTools/ispChain.ts";
import { mixedChain } from "./realTools/mixes.ts";
import { MUTATIONS } from "./realTools/mutants.ts";
import { type Switch, startSwitch } from "./realTools/ovs.ts";
import { fitsLeastMtu, netsOf, recordedFrames, someOf } from "./realTools/recorded.ts";

const CHAINS = Number(process.env.P4TWIN_CHAINS ?? 300);
const FLOWS = 300;
/** Frames through the switch, for each chain. */
const SWITCHED = 500;
const ISP_RULES = 8550;
/** Chains for each kind of wrong synthesis. */
const MUTANTS = 10;

type Row = Record<string, string | number>;

/**
 * Random chains in the real Click and Open vSwitch against their synthesis; tools that are absent are named.
 * P4TWIN_CLICK: programs of Click, with ":" between them; P4TWIN_PACKETS: captures or folders of them, likewise, whose
 * packets are sent as well; P4TWIN_CHAINS: how many chains.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const clicks = findClicks();
  const recorded = await recordedFrames(
    (process.env.P4TWIN_PACKETS ?? "").split(":").filter((p) => p !== ""),
  );
  const ovs = await startSwitch();
  const rows: Row[] = [];
  if (clicks.length === 0)
    console.log("Click is not installed (P4TWIN_CLICK names its program): chains are not run in it");
  if (recorded.frames.length === 0)
    console.log("No recorded packets (P4TWIN_PACKETS names captures): only generated ones are sent");
  else
    console.log(`${recorded.frames.length} recorded packets; left out ${JSON.stringify(recorded.leftOut)}`);
  for (const click of clicks) {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-click-"));
    const results = Array.from({ length: CHAINS }, (_, seed) => {
      const random = createRandom(seed);
      return compareInClick(click.program, folder, randomChain(random), random, FLOWS);
    });
    rows.push(row(`chains in Click ${click.version}`, results));
    const mixed = Array.from({ length: CHAINS }, (_, seed) => {
      const random = createRandom(5000 + seed);
      return compareInClick(click.program, folder, mixedChain(random), random, FLOWS);
    });
    rows.push(row(`mixed chains in Click ${click.version}`, mixed));
    const gateways = Array.from({ length: CHAINS }, (_, seed) => {
      const random = createRandom(7000 + seed);
      return compareInClick(click.program, folder, gatewayChain(random), random, FLOWS);
    });
    rows.push(row(`gateways in Click ${click.version}`, gateways));
    if (recorded.frames.length > 0) {
      const found = Array.from({ length: CHAINS }, (_, seed) => {
        const random = createRandom(seed);
        const frames = someOf(recorded.frames, FLOWS, random);
        const chain = randomChain(random, netsOf(frames, random));
        const whole = compareInClick(click.program, folder, chain, random, frames);
        if (whole.status !== "error" || !whole.why.includes("ended by SIG")) return whole;
        // FastClick's IPFragmenter crashes where it has to drop or cut a packet of a batch
        return compareInClick(click.program, folder, chain, random, frames.filter(fitsLeastMtu));
      });
      rows.push(row(`recorded packets in Click ${click.version}`, found));
    }
    const isp = compareInClick(click.program, folder, ispChain(ISP_RULES), createRandom(9), 10 * FLOWS);
    rows.push(row(`the ISP chain with ${ISP_RULES} rules in Click ${click.version}`, [isp]));
    for (const mutation of MUTATIONS) rows.push(mutantsRow(click.program, folder, mutation, results));
    rmSync(folder, { recursive: true });
  }
  if (ovs === null) console.log("Open vSwitch is not installed: rules are not traced in it");
  else {
    for (const [what, chainOf] of [
      ["chains", randomChain],
      ["mixed chains", mixedChain],
      ["gateways", gatewayChain],
    ] as const) {
      const switched: Comparison[] = [];
      for (let seed = 0; seed < CHAINS; seed++) {
        const random = createRandom(1000 + seed);
        switched.push(await inOvs(ovs, chainOf(random), random, SWITCHED));
      }
      rows.push(row(`${what} as rules of ${ovs.version}`, switched));
    }
    if (recorded.frames.length > 0) {
      const switched: Comparison[] = [];
      for (let seed = 0; seed < CHAINS; seed++) {
        const random = createRandom(2000 + seed);
        const frames = someOf(recorded.frames, SWITCHED, random);
        switched.push(await inOvs(ovs, randomChain(random, netsOf(frames, random)), random, frames));
      }
      rows.push(row(`recorded packets by rules of ${ovs.version}`, switched));
    }
    const list = await compareInOvs(ovs, accessList(), createRandom(3), 10 * SWITCHED);
    rows.push(row(`an access list of ${ISP_RULES} rules`, [list]));
    const isp = await inOvs(ovs, ispChain(ISP_RULES), createRandom(4), 10 * SWITCHED);
    rows.push(row(`the ISP chain with ${ISP_RULES} rules as rules of ${ovs.version}`, [isp]));
    ovs.stop();
  }
  return { name: "synthesis in real tools", rows };
}

/**
 * How many of a wrong synthesis' runs the comparison tells from the right ones, over the first chains that were the
 * same.
 * A change where no packet goes is not seen.
 */
function mutantsRow(
  program: string,
  folder: string,
  mutation: (typeof MUTATIONS)[number],
  results: readonly Comparison[],
): Row {
  const same = results.flatMap((r, seed) => (r.status === "same" && r.left > 0 ? [seed] : []));
  const mutants: Comparison[] = [];
  for (const seed of same) {
    if (mutants.length === MUTANTS) break;
    const random = createRandom(seed);
    let isChanged = false;
    const result = compareInClick(program, folder, randomChain(random), random, FLOWS, (text) => {
      const changed = mutation.of(text, random);
      isChanged = changed !== null;
      return changed ?? text;
    });
    if (isChanged) mutants.push(result);
  }
  const of = (status: Comparison["status"]): number => mutants.filter((r) => r.status === status).length;
  return {
    what: `changed: ${mutation.name}`,
    same: of("same"),
    different: of("different"),
    errors: of("error"),
  };
}

function inOvs(
  ovs: Switch,
  chain: RandomChain,
  random: Random,
  flows: number | readonly Buffer[],
): Promise<Comparison> | Comparison {
  const synthesis = synthesisOf(chain);
  if ("why" in synthesis) return { status: "error", why: synthesis.why };
  if (synthesis.status === "cut") return { status: "cut", why: synthesis.cuts[0]!.reason };
  return compareInOvs(ovs, synthesis, random, flows);
}

function accessList() {
  const text = `{"version": 1, "entries": ["[in]${ACCESS_LIST}"], "functions": [{"id": "${ACCESS_LIST}", "acl": {"rules": {"file": "a"}}}]}`;
  const acl = generateAcl(createRandom(ISP_RULES), ISP_RULES);
  const { graph } = parseServiceChain(text, "isp.json", (file) => ({ file, text: acl }));
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

function row(what: string, results: readonly Comparison[]): Row {
  const of = (status: Comparison["status"]) => results.filter((r) => r.status === status);
  const ran = results.flatMap((r) => ("packets" in r ? [r] : []));
  const sum = (key: "packets" | "left" | "different" | "unjudged"): number =>
    ran.reduce((n, r) => n + (r[key] ?? 0), 0);
  for (const r of [...of("different"), ...of("error"), ...of("refused")].slice(0, 8))
    console.log(`${r.status}: ${r.why.slice(0, 400)}`);
  return {
    what,
    same: of("same").length,
    different: of("different").length,
    cut: of("cut").length,
    refused: of("refused").length,
    errors: of("error").length,
    packets: sum("packets"),
    left: sum("left"),
    unjudged: sum("unjudged"),
    "packets that differ": sum("different"),
  };
}
