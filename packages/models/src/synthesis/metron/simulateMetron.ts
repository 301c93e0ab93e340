import { createRandom } from "../../core/index.ts";
import {
  type LoadPoint,
  type ScaledGroup,
  type ScalingPreset,
  softwareMs,
  verdictOf,
} from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { backupFor, changeMs, changeOf, type Failure } from "../offload/backups.ts";
import type { DeviceRule } from "../offload/deviceRule.ts";
import { generateRules } from "../offload/generateRules.ts";
import type { OffloadNetwork } from "../offload/network.ts";
import type { OffloadOptions, OffloadPlan } from "../offload/planOffload.ts";
import { type Change, decideChange, type MeasuredCore } from "./decideChange.ts";
import { askResources, askStats, type RestCall, type RestMessage, registerAgent } from "./messages.ts";
import { MERGE_ORDER, type MoveStep, SPLIT_ORDER } from "./moveOrder.ts";
import { callsOfStep, deploymentCalls, RuleNumbers } from "./nicRules.ts";
import { type RunningChain, runningChain, withGroups } from "./runningChain.ts";
import type { MetronEvent, MetronSample, MetronTimeline } from "./timeline.ts";
import { coresOf, shareOn, trafficShares } from "./traffic.ts";

export type MetronInput = {
  id: string;
  synthesis: Synthesis;
  network: OffloadNetwork;
  plan: OffloadPlan;
  options: OffloadOptions;
  preset: ScalingPreset;
  /** traffic that reaches the server, what the switches finish or drop not counted */
  load: readonly LoadPoint[];
  untilMs: number;
  gbpsPerCore: number;
  /** cores that are reserved for the chain; scaling never takes more */
  maxCores: number;
  seed: number;
  /** standard deviation of the load around the trace, as a part of it */
  jitter?: number;
  failures?: readonly { atMs: number; failure: Failure }[];
  /** Click configuration that the agent is sent */
  config?: string;
};

/** Our choices, none is published: what a step of a move takes beside rules and start of a core. */
const STEP_MS: Readonly<Record<MoveStep, number>> = {
  startCore: 20,
  openQueue: 5,
  retag: 0,
  drain: 2,
  copyState: 3,
  release: 1,
  retire: 1,
  closeQueue: 2,
  stopCore: 5,
};
/** Our choice: from a failure to the controller's knowledge of it; ports report at once. */
const DETECTION_MS = 10;
/** The agent's mean of the load [katsikas-load]: how much a new sample counts when it rises, and when it falls. */
const RISING = 0.5;
const FALLING = 0.3;

/**
 * Controller, agents and switches of one chain on a timeline: deployment, load and failures, splits, moves and merges,
 * with the messages. A deterministic simulation of events: same input and seed, same answer. Order of a move: that of
 * `moveOrder`.
 */
export function simulateMetron(input: MetronInput): MetronTimeline {
  const { network, synthesis, preset, id } = input;
  const random = createRandom(input.seed);
  const events: MetronEvent[] = [];
  const numbers = new RuleNumbers();
  const messages: RestMessage[] = [];
  const samples: MetronSample[] = [];
  let plan = input.plan;
  let chain = runningChain(synthesis, plan, trafficShares(plan, random));
  let rules: readonly DeviceRule[] = plan.rules;
  let busyUntil = 0;
  let downUntil = 0;
  const dead = new Set<number>();
  const measured = new Map<number, number>();
  /** what was told and still holds */
  const overloaded = new Set<number>();
  const stuckFor = new Map<string, string>();
  const serverOf = (p: OffloadPlan) => network.servers.find((s) => s.id === p.server)!;
  const send = (atMs: number, call: RestCall): void => {
    messages.push({ atMs, ...call });
  };
  const tell = (
    atMs: number,
    kind: MetronEvent["kind"],
    text: string,
    more: Partial<MetronEvent> = {},
  ): void => {
    events.push({ atMs, kind, text, core: null, group: null, rules: null, ...more });
  };

  const stuck = (atMs: number, group: string, reason: string): void => {
    if (stuckFor.get(group) !== reason) tell(atMs, "stuck", `${group}: ${reason}`, { group });
    stuckFor.set(group, reason);
  };

  const sendChain = (atMs: number): void => {
    const { maxCores, config = "" } = input;
    const as = { maxCores, config, rules: plan.rules, numbers };
    for (const call of deploymentCalls(serverOf(plan), id, chain, as)) send(atMs, call);
  };

  /** Registration to the first packet; returns when that is. */
  const deploy = (): number => {
    for (const server of network.servers) {
      send(0, registerAgent(server));
      send(0, askResources(server));
    }
    tell(0, "register", `${network.servers.length} agents register their servers`);
    send(0, askStats(serverOf(plan), []));
    tell(
      0,
      "place",
      `server ${plan.server}, ${plan.queries} asked; classifier at ${plan.places.map((p) => p.switch ?? "the NIC").join(", ")}`,
    );
    const hardware = Math.max(
      0,
      ...plan.deployments.map(({ deployment }) => (deployment.fits ? deployment.ms : 0)),
    );
    const readyMs = Math.max(hardware, softwareMs(chain.groups.length));
    sendChain(0);
    tell(0, "install", `${plan.rules.length} rules sent`, { rules: plan.rules.length });
    tell(readyMs, "ready", `first packet; ${coresOf(chain).length} cores`);
    return readyMs;
  };

  const rulesOf = (of: RunningChain): DeviceRule[] =>
    generateRules({
      synthesis,
      network,
      server: plan.server,
      places: of.places,
      assignment: { groups: of.groups, slices: of.slices, notes: [] },
    });

  /** One split, move or merge, step by step in the order that loses nothing; the new groups hold when it ends. */
  const change = (atMs: number, next: readonly ScaledGroup[], action: Change): void => {
    const made = withGroups(chain, next, network, plan.server);
    if (made === null) {
      stuck(atMs, action.group, "it cannot be split further");
      return;
    }
    const after = rulesOf(made);
    const diff = changeOf(rules, after);
    const installing = changeMs(network, diff) ?? 0;
    const order = action.kind === "merge" ? MERGE_ORDER : SPLIT_ORDER;
    const core = action.kind === "merge" ? action.freesCore : action.toCore;
    const text = {
      split: `${action.group} is split: half of it goes to core ${core}`,
      merge: `${action.group} leaves core ${core} and joins ${action.kind === "merge" ? action.into : ""}`,
      move: `${action.group} moves to core ${core}`,
    }[action.kind];
    const touched = diff.added.length + diff.changed.length + diff.removed.length;
    tell(atMs, action.kind, text, { core, group: action.group, rules: touched });
    let at = atMs;
    for (const step of order) {
      at += STEP_MS[step] + (step === "retag" ? installing : 0);
      const cores = coresOf(made);
      for (const call of callsOfStep(step, serverOf(plan), id, { before: rules, after, cores, numbers }))
        send(at, call);
      tell(at, "step", step, { core, group: action.group, rules: step === "retag" ? touched : null });
    }
    chain = made;
    rules = after;
    busyUntil = at;
    stuckFor.clear();
  };

  const fail = (atMs: number, failure: Failure): void => {
    tell(atMs, "failure", describeFailure(failure));
    // the cores that the chain has now are the ones that it needs behind the failure, too
    const options = { ...input.options, cores: Math.max(1, coresOf(chain).length), deadCores: [...dead] };
    const current = {
      ...plan,
      rules: [...rules],
      places: chain.places,
      assignment: { ...plan.assignment, groups: chain.groups, slices: chain.slices },
    };
    const backup = backupFor(synthesis, network, options, current, failure);
    if (!backup.survives) {
      tell(atMs + DETECTION_MS, "down", backup.reasons.join("; "));
      downUntil = Number.POSITIVE_INFINITY;
      return;
    }
    const isNewServer = backup.plan.server !== plan.server;
    if (isNewServer) dead.clear();
    else if (failure.kind === "core") dead.add(failure.core);
    const takes =
      (backup.installMs ?? 0) + (isNewServer ? softwareMs(backup.plan.assignment.groups.length) : 0);
    plan = backup.plan;
    chain = runningChain(synthesis, plan, trafficShares(plan, createRandom(input.seed)));
    const { added, changed, removed } = backup.change;
    const touched = added.length + changed.length + removed.length;
    rules = plan.rules;
    busyUntil = atMs + DETECTION_MS + takes;
    downUntil = busyUntil;
    if (isNewServer) sendChain(atMs + DETECTION_MS);
    const lost = backup.lostState ? "; flows with state there lose it" : "";
    tell(busyUntil, "recovered", `the backup is active: ${touched} rules${lost}`, { rules: touched });
  };

  const readyMs = deploy();
  busyUntil = readyMs;
  downUntil = readyMs;
  const failures = [...(input.failures ?? [])].sort((a, b) => a.atMs - b.atMs);
  for (let atMs = 0; atMs <= input.untilMs; atMs += preset.periodMs.value) {
    while (failures[0] !== undefined && failures[0].atMs <= atMs) {
      const { atMs: when, failure } = failures.shift()!;
      if (downUntil !== Number.POSITIVE_INFINITY) fail(when, failure);
    }
    const traced = input.load.findLast((p) => p.atMs <= atMs)?.gbps ?? 0;
    const offeredGbps = Math.max(0, traced * (1 + (input.jitter ?? 0) * random.normal()));
    const isDown = atMs < downUntil;
    const cores = coresOf(chain).map((core) => {
      const gbps = isDown ? 0 : offeredGbps * shareOn(chain, core);
      const load = Math.min(1, gbps / input.gbpsPerCore);
      const before = measured.get(core) ?? 0;
      measured.set(core, before + (load > before ? RISING : FALLING) * (load - before));
      return { core, load, measured: measured.get(core)!, carriedGbps: Math.min(gbps, input.gbpsPerCore) };
    });
    const counts: Record<string, number> = {};
    for (const r of rules) counts[r.device] = (counts[r.device] ?? 0) + 1;
    const carriedGbps = cores.reduce((sum, c) => sum + c.carriedGbps, 0);
    samples.push({
      atMs,
      offeredGbps,
      carriedGbps,
      cores: cores.map(({ core, load }) => ({ core, load })),
      rules: counts,
    });
    if (isDown || atMs < busyUntil) continue;
    send(
      atMs,
      askStats(
        serverOf(plan),
        cores.map((c) => ({ core: c.core, load: c.measured })),
      ),
    );
    control(atMs, cores);
  }
  const inTime = <T extends { atMs: number }>(list: T[]): T[] => list.toSorted((a, b) => a.atMs - b.atMs);
  return { events: inTime(events), messages: inTime(messages), samples };

  /** One look of the controller at the cores. */
  function control(atMs: number, cores: readonly MeasuredCore[]): void {
    for (const c of cores) {
      const isOver = verdictOf(c.measured, preset) === "split";
      if (isOver && !overloaded.has(c.core))
        tell(atMs, "overload", `core ${c.core} at ${Math.round(c.measured * 100)} %`, { core: c.core });
      if (isOver) overloaded.add(c.core);
      else overloaded.delete(c.core);
    }
    const limit = { cores: Math.min(input.maxCores, serverOf(plan).cores - dead.size), dead };
    const decided = decideChange(chain.scaled, cores, preset, limit);
    for (const { group, reason } of decided.stuck) stuck(atMs, group, reason);
    if (decided.next !== null) change(atMs, decided.next.groups, decided.next.action);
  }
}

function describeFailure(f: Failure): string {
  switch (f.kind) {
    case "link":
      return `the link ${f.a} - ${f.b} fails`;
    case "core":
      return `core ${f.core} of ${f.server} fails`;
    default:
      return `${f.kind} ${f.id} fails`;
  }
}
