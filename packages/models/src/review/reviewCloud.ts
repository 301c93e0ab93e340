import { type Intervals, intervalsOf } from "../latency/index.ts";
import {
  type Catalogue,
  type Evaluation,
  evaluatePlacement,
  isProof,
  type Placement,
  type Problem,
  reembed,
  startWhatIf,
  type WhatIf,
} from "../placement/index.ts";
import { components, type Topology } from "../topology/index.ts";
import { type CloudChange, problemChanges, topologyChanges } from "./cloudChanges.ts";
import type { CloudRules } from "./reviewPlan.ts";
import { type Finding, levelOf } from "./reviewProgram.ts";
import { routeChanges } from "./routeChanges.ts";

/** A cloud before or after: its chains, and where they run, if a file says so. */
export type CloudSide = { problem: Problem; catalogue: Catalogue; placement: Placement | null };

type CloudFinding = Finding & { kind: "placement" | "budget" | "latency" };

type ChainReview = {
  chain: string;
  /** null: it has no sound place */
  beforeUs: number | null;
  afterUs: number | null;
  /** of these means and of a packet; null where they are not known */
  beforeIntervals: Intervals | null;
  afterIntervals: Intervals | null;
  budgetUs: number | null;
  /** where its functions run, before and after; empty: nowhere */
  before: readonly string[];
  after: readonly string[];
};

export type CloudReview = {
  cloud: string;
  changes: CloudChange[];
  chains: ChainReview[];
  findings: CloudFinding[];
  notCompared: readonly string[];
};

/** Finds a placement of a whole problem. */
type Solve = (problem: Problem, catalogue: Catalogue) => Promise<Placement>;

/**
 * What a change of a cloud does to its chains. They stay where BASE has them (its placement, else the one that `solve`
 * finds for it) unless HEAD's placement says otherwise; what breaks there is a finding, with the place that is left.
 */
export async function reviewCloud(
  cloud: string,
  before: CloudSide,
  after: CloudSide,
  rules: CloudRules,
  solve: Solve,
): Promise<CloudReview> {
  const notCompared: string[] = [];
  const findings: CloudFinding[] = [];
  const changes = problemChanges(before, after);
  for (const { text } of changes) findings.push(of("placement", "topology", levelOf(rules.topology), text));

  const placed = before.placement ?? (await solve(before.problem, before.catalogue));
  const old = evaluatedOn(before, placed);
  const isOwn = after.placement !== null;
  const state = startWhatIf(after.problem, after.placement ?? placed);
  const now = evaluatePlacement(state, { catalogue: after.catalogue });
  if (placed.chains.length === 0 && before.problem.chains.length > 0)
    notCompared.push(
      `the base has no place for its chains: ${placed.conflicts[0]?.message ?? placed.status}`,
    );

  const added = new Set(
    after.problem.chains.flatMap(({ id }) =>
      isOwn || placed.chains.some((each) => each.id === id) ? [] : [id],
    ),
  );
  const brokenBefore = new Set(old.violations.map(({ message }) => message));
  for (const { constraint, ids, message } of now.violations) {
    // a chain that nobody has placed yet is looked at below
    if (constraint === "5.6" && ids.length === 1 && added.has(ids[0]!)) continue;
    const kind = constraint === "5.31" || constraint === "DL" ? "budget" : "placement";
    const also = brokenBefore.has(message) ? "; so it was before" : "";
    findings.push(of(kind, "chains", levelOf(rules.chains), `${message}${also}`));
  }
  const chains = chainReviews(old, now);
  findings.push(...delayFindings(chains, rules));
  findings.push(...movedFindings(chains, rules));
  const left = isOwn ? null : await placeLeft(state, now, added, after, solve);
  if (left)
    findings.push(of("placement", "chains", left.fits ? "warning" : levelOf(rules.chains), left.text));
  if (isOwn)
    for (const { id } of after.placement?.chains ?? [])
      if (!after.problem.chains.some((each) => each.id === id))
        findings.push(
          of(
            "placement",
            "chains",
            levelOf(rules.chains),
            `chain ${id} is placed, and the cloud has no such chain`,
          ),
        );
  return { cloud, changes, chains, findings, notCompared };
}

const of = (
  kind: CloudFinding["kind"],
  rule: Finding["rule"],
  level: Finding["level"],
  message: string,
): CloudFinding => ({ kind, rule, level, message, device: null, place: null });

const evaluatedOn = ({ problem, catalogue }: CloudSide, placed: Placement): Evaluation =>
  evaluatePlacement(startWhatIf(problem, placed), { catalogue });

function chainReviews(old: Evaluation, now: Evaluation): ChainReview[] {
  const before = new Map(old.chains.map((each) => [each.id, each]));
  return now.chains.map(({ id, delay, budgetUs, hosts }) => {
    const was = before.get(id);
    return {
      ...{ chain: id, beforeUs: was?.delay?.delayUs ?? null, afterUs: delay?.delayUs ?? null, budgetUs },
      ...{ beforeIntervals: intervalsOf(was?.delay ?? null), afterIntervals: intervalsOf(delay) },
      ...{ before: was?.hosts ?? [], after: hosts },
    };
  });
}

const us = (value: number): string => `${value.toFixed(2)} us`;

/** Latencies that change, and chains over a budget of the rules. */
function delayFindings(chains: readonly ChainReview[], rules: CloudRules): CloudFinding[] {
  return chains.flatMap(({ chain, beforeUs, afterUs }) => {
    const found: CloudFinding[] = [];
    const budgetUs = rules.maxChainUs[chain];
    if (budgetUs !== undefined && (afterUs === null || afterUs > budgetUs)) {
      const takes = afterUs === null ? "has no latency" : `takes ${us(afterUs)}`;
      found.push(
        of("budget", "maxChainUs", "error", `chain ${chain} ${takes}, its budget is ${us(budgetUs)}`),
      );
    }
    if (beforeUs === null || afterUs === null || Math.abs(afterUs - beforeUs) < 1e-9) return found;
    const percent = 100 * (afterUs / beforeUs - 1);
    const text = `chain ${chain} goes from ${us(beforeUs)} to ${us(afterUs)} (${percent > 0 ? "+" : ""}${percent.toFixed(1)} %)`;
    const limit = rules.maxSlowdownPercent;
    found.push(
      limit !== undefined && percent > limit
        ? of("latency", "maxSlowdownPercent", "error", `${text}, more than ${limit} %`)
        : of("latency", "maxSlowdownPercent", "warning", text),
    );
    return found;
  });
}

const movedFindings = (chains: readonly ChainReview[], rules: CloudRules): CloudFinding[] =>
  chains.flatMap(({ chain, before, after }) =>
    before.length === 0 || after.length === 0 || before.join() === after.join()
      ? []
      : [
          of(
            "placement",
            "moves",
            levelOf(rules.moves),
            `chain ${chain} moves from ${before.join(", ")} to ${after.join(", ")}`,
          ),
        ],
  );

/**
 * Where chains that lost their place or broke a budget can go while the others stay; where that is not enough, what a
 * placement of all of them is. Null: nothing has to be placed.
 */
async function placeLeft(
  state: WhatIf,
  now: Evaluation,
  added: ReadonlySet<string>,
  { problem, catalogue }: CloudSide,
  solve: Solve,
): Promise<{ fits: boolean; text: string } | null> {
  if (now.violations.length === 0) return null;
  const known = new Set(problem.chains.map(({ id }) => id));
  const broken = new Set([
    ...added,
    ...now.violations.flatMap(({ ids }) => ids.filter((id) => known.has(id))),
  ]);
  const kept = reembed(state, catalogue, broken, () => false);
  const after = evaluatePlacement({ ...state, layout: kept.layout }, { catalogue });
  if (broken.size > 0 && kept.lost.length === 0 && after.violations.length === 0)
    return { fits: true, text: `${placesOf(after, broken)}; the other chains stay` };
  const whole = await solve(problem, catalogue);
  if (whole.status !== "infeasible") {
    const anew = evaluatePlacement(startWhatIf(problem, whole), { catalogue });
    return { fits: true, text: `a new placement of all chains holds: ${placesOf(anew, known)}` };
  }
  const why = whole.conflicts.map(({ message }) => message).join("; ");
  return {
    fits: false,
    text: isProof(whole)
      ? `no placement of all chains exists: ${why}`
      : `no placement of all chains was found: ${why}`,
  };
}

/** Chains whose new place is named (our choice); the rest is counted. */
const MOST_PLACES = 10;

function placesOf({ chains }: Evaluation, wanted: ReadonlySet<string>): string {
  const all = chains.filter(({ id }) => wanted.has(id));
  const words = all
    .slice(0, MOST_PLACES)
    .map(({ id, hosts, delay }) => `${id} on ${hosts.join(", ")}${delay ? ` (${us(delay.delayUs)})` : ""}`);
  return [...words, ...(all.length > MOST_PLACES ? [`${all.length - MOST_PLACES} more`] : [])].join("; ");
}

/**
 * What a change of a topology without chains does: what comes, goes and changes, who reaches whom no longer, and
 * whose route changes.
 */
export function reviewTopologies(
  cloud: string,
  before: Topology,
  after: Topology,
  rules: CloudRules,
): CloudReview {
  const changes = topologyChanges(before, after);
  const level = levelOf(rules.topology);
  const parts = [before, after].map((topology) => {
    const found = components(topology);
    return new Map(found.flatMap((part, i) => part.map((id) => [id, i] as const)));
  });
  const ends = endsOf(after).filter((id) => parts[0]?.has(id));
  const cut = ends.flatMap((id) => {
    const gone = ends.filter(
      (other) => parts[0]?.get(id) === parts[0]?.get(other) && parts[1]?.get(id) !== parts[1]?.get(other),
    );
    return gone.length === 0 ? [] : [`${id} no longer reaches ${gone.slice(0, MOST_PLACES).join(", ")}`];
  });
  const routes = routeChanges(before, after, ends);
  return {
    ...{ cloud, changes, chains: [], notCompared: routes.notCompared },
    findings: [
      ...[...changes.map(({ text }) => text), ...cut].map((text) => of("placement", "topology", level, text)),
      ...routes.texts.map((text) => of("latency", "topology", level, text)),
    ],
  };
}

/** Hosts, or every node where there are none. */
const endsOf = ({ nodes }: Topology): string[] => {
  const hosts = nodes.filter(({ kind }) => kind === "host");
  return (hosts.length > 0 ? hosts : nodes).map(({ id }) => id);
};
