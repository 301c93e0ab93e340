import loadHighs, { type Highs } from "highs";
import { assert, createRandom } from "../../src/core/index.ts";
import {
  createInstance,
  type Instance,
  isProof,
  type Placement,
  solveExact,
  solveIlp,
  verifyPlacement,
} from "../../src/placement/index.ts";
import { median } from "../measure.ts";
import { percent, quantile, type Row } from "./row.ts";
import { asChain } from "./virne/asChain.ts";
import { leastLinks } from "./virne/leastLinks.ts";
import { type Request, requestStream } from "./virne/requests.ts";
import { NETWORKS, type Substrate, substrateOf } from "./virne/substrate.ts";

/** Virne's default; fewer to try it out. */
const REQUESTS = Number(process.env.P4TWIN_REQUESTS ?? 1000);
const SEED = Number(process.env.P4TWIN_SEED ?? 1);
/** A folder with `Geant.gml` and `Brain.gml` (Virne's `datasets/topology`, from the Topology Zoo and SNDlib). */
const FOLDER = process.env.P4TWIN_VIRNE ?? null;
/** Our choice: what the engines and a proof may take for a request, and all proofs of a network. */
const LIMITS = { searchMs: 2_000, programMs: 3_000, proofMs: 4_000, proofsMs: 25_000 };
const nowMs = (): number => performance.now();

export async function virneRows(): Promise<Row[]> {
  const highs = await loadHighs();
  return NETWORKS.map((network) => {
    const random = createRandom(SEED);
    const substrate = substrateOf(network, FOLDER, random);
    const ran = embedStream(substrate, requestStream(REQUESTS, random), highs);
    const name =
      network.file === null || substrate.isReal ? network.name : `a network of ${network.name}'s size`;
    return rowOf({ name, theirs: network.theirs }, ran);
  });
}

type Ran = {
  accepted: number;
  revenue: number;
  cost: number;
  timesMs: number[];
  /** what the engine says it has proven: the optimum, or that there is no place */
  claimed: number;
  /** of those, no more links than virtual ones, which needs no proof; and those that the integer program agrees with */
  evident: number;
  agreed: number;
};

/** One request after another on what the ones before it left, each at its optimum. */
function embedStream(substrate: Substrate, requests: readonly Request[], highs: Highs): Ran {
  const cpu = [...substrate.cpu];
  const links = substrate.links.map((link) => ({ ...link }));
  let running: { endS: number; free: () => void }[] = [];
  const ran: Ran = { accepted: 0, revenue: 0, cost: 0, timesMs: [], claimed: 0, evident: 0, agreed: 0 };
  let proofsMs = LIMITS.proofsMs;
  for (const request of requests) {
    for (const { endS, free } of running) if (endS <= request.atS) free();
    running = running.filter(({ endS }) => endS > request.atS);
    const { problem, catalogue } = asChain(request, { cpu, links });
    const startMs = nowMs();
    const placement = embed(createInstance(problem, catalogue), highs);
    ran.timesMs.push(nowMs() - startMs);
    assert(verifyPlacement(problem, catalogue, placement).length === 0, "the checker accepts the placement");
    const [chain] = placement.chains;
    const paths = chain?.route.filter((path) => path.length > 1) ?? [];
    const crossed = chain ? paths.reduce((sum, path) => sum + path.length - 1, 0) : null;
    if (isProven(placement)) {
      ran.claimed++;
      if (crossed === request.cpu.length - 1) ran.evident++;
      else if (proofsMs > 0) {
        const proofMs = nowMs();
        const least = leastLinks(request, { cpu, links }, highs, LIMITS.proofMs);
        proofsMs -= nowMs() - proofMs;
        assert(
          least === null || least.links === crossed,
          `${crossed} links, the integer program ${least?.links}`,
        );
        if (least !== null) ran.agreed++;
      }
    }
    if (!chain || crossed === null) continue;
    const sum = request.cpu.reduce((total, each) => total + each, 0);
    ran.accepted++;
    ran.revenue += sum + request.bandwidth * (request.cpu.length - 1);
    ran.cost += sum + request.bandwidth * crossed;
    const take = (sign: 1 | -1): void => {
      for (const [i, host] of chain.hosts.entries()) cpu[nodeOf(host)]! -= sign * request.cpu[i]!;
      for (const path of paths)
        for (const [i, from] of path.slice(0, -1).entries()) {
          const ends = [nodeOf(from), nodeOf(path[i + 1]!)];
          links.find((link) => ends.every((end) => link.ends.includes(end)))!.bandwidth -=
            sign * request.bandwidth;
        }
    };
    take(1);
    running.push({ endS: request.atS + request.lifetimeS, free: () => take(-1) });
  }
  return ran;
}

/** The exact search, and the integer program where it gives up. */
function embed(instance: Instance, highs: Highs): Placement {
  const options = { online: false, nowMs };
  const found = solveExact(instance, { ...options, timeLimitMs: LIMITS.searchMs });
  if (isProven(found)) return found;
  const solved = solveIlp(instance, { ...options, timeLimitMs: LIMITS.programMs }, highs);
  return isProven(solved) || found.status === "infeasible" ? solved : found;
}

const isProven = (placement: Placement): boolean =>
  placement.status === "optimal" || (placement.status === "infeasible" && isProof(placement));

const nodeOf = (id: string): number => Number(id.slice(1));

function rowOf(
  { name, theirs }: { name: string; theirs: string },
  { accepted, revenue, cost, timesMs, claimed, evident, agreed }: Ran,
): Row {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const times = `${median(timesMs).toPrecision(2)} ms a request (p99 ${quantile(sorted, 0.99).toPrecision(2)})`;
  const checked = `of ${claimed - evident} not evident, ${agreed} by flows too`;
  return {
    what: `Virne's stream as ${timesMs.length} chains, ${name}: accepted, revenue to cost, proven, time`,
    reference: theirs,
    ours: `${percent(accepted / timesMs.length)}, ${(revenue / cost).toPrecision(3)}, ${percent(claimed / timesMs.length)} proven (${checked}), ${times}`,
    holds: claimed === timesMs.length ? "yes" : "no",
  };
}
