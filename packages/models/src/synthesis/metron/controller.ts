import { z } from "zod";
import { type ScalingPreset, verdictOf } from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import type { DeviceRule } from "../offload/deviceRule.ts";
import { generateRules } from "../offload/generateRules.ts";
import type { OffloadNetwork, OffloadServer } from "../offload/network.ts";
import { deviceTexts } from "../offload/offloadReport.ts";
import type { OffloadPlan } from "../offload/planOffload.ts";
import { decideChange, type MeasuredCore } from "./decideChange.ts";
import type { RestCall } from "./messages.ts";
import { MERGE_ORDER, SPLIT_ORDER } from "./moveOrder.ts";
import { callsOfStep, deploymentCalls, RuleNumbers } from "./nicRules.ts";
import { type RunningChain, runningChain, withGroups } from "./runningChain.ts";
import { coresOf, equalShares } from "./traffic.ts";

const MAX_CPUS = 1024;
const MAX_NICS = 256;
const text = z.string().max(500);

/** What an agent posts to announce itself ([katsikas-agent]); fields that we do not read are left alone. */
export const registrationSchema = z.object({
  devices: z
    .record(
      text,
      z.object({
        rest: z.object({
          ip: text,
          port: z.int().min(1).max(65_535),
          protocol: z.literal("http").default("http"),
          username: text.optional(),
          password: text.optional(),
        }),
      }),
    )
    .refine((devices) => Object.keys(devices).length === 1, "one device, the agent's own server"),
});

/** What an agent says of its server. */
export const resourcesSchema = z.object({
  id: text.optional(),
  cpus: z.array(z.object({})).min(1).max(MAX_CPUS),
  nics: z.array(z.object({ name: text, rxFilter: z.array(text).max(20).optional() })).max(MAX_NICS),
});
export type AgentResources = z.infer<typeof resourcesSchema>;

/**
 * Load of the chain's cores, 0..1, as the agent averages it: in the order of its cores; their ids are those of the
 * machine.
 */
export const statsSchema = z.object({
  cpus: z.array(z.object({ load: z.number().min(0) })).max(MAX_CPUS),
});

/** How an agent calls itself that nobody gave a name. */
const NAMELESS = /^metron:nfv:dataplane:/;

/** What one look at the loads led to: messages in their order, and words for people. */
export type Controlled = { calls: RestCall[]; told: string[] };

/**
 * The controller of one placed chain: what its agent is told at first, and what the loads that it reports ask for. Pure
 * but for the chain that it remembers; who calls it sends the messages and installs the rules of switches.
 */
export class MetronController {
  readonly server: OffloadServer;
  private readonly input: ControllerInput;
  private chain: RunningChain;
  private installed: readonly DeviceRule[];
  private readonly numbers = new RuleNumbers();

  constructor(input: ControllerInput) {
    this.input = input;
    this.server = input.network.servers.find((s) => s.id === input.plan.server)!;
    this.chain = runningChain(input.synthesis, input.plan, equalShares(input.plan));
    this.installed = input.plan.rules;
  }

  /** Where the agent says how much the cores of the chain are loaded. */
  get statsPath(): string {
    return `/metron/service_chains_stats/${encodeURIComponent(this.input.id)}`;
  }

  /** Whether the plan means the server that calls itself so. */
  isMeant({ id }: AgentResources): boolean {
    return id === undefined || NAMELESS.test(id) || id === this.server.id;
  }

  /** Why a server that describes itself so cannot take the chain; null when it can. */
  refusal({ cpus, nics }: AgentResources): string | null {
    const { cores, nic, id } = this.server;
    if (cpus.length < cores) return `${id} has ${cores} cores in the file and ${cpus.length} say the agent`;
    const found = nics.find((n) => n.name === nic.id);
    if (!found)
      return `the agent has no NIC ${nic.id}, but ${nics.map((n) => n.name).join(", ") || "none"}: name it in the file`;
    if (found.rxFilter !== undefined && !found.rxFilter.includes(nic.dispatch))
      return `${nic.id} dispatches by ${found.rxFilter.join(", ")}, the file says ${nic.dispatch}`;
    return null;
  }

  /** What the agent is told when it takes the chain, with the groups and rules that hold now. */
  deployment(): RestCall[] {
    const { id, maxCores, config } = this.input;
    const { installed: rules, numbers } = this;
    return deploymentCalls(this.server, id, this.chain, { maxCores, config, rules, numbers });
  }

  /** The rules that `device` must have now, in its language; null when it has none. */
  rulesOf(device: string): { language: string; rules: string[] } | null {
    return deviceTexts(this.input.network, this.installed).find((d) => d.device === device) ?? null;
  }

  /** Cores of the chain, ascending, and the groups on each. */
  cores(): { core: number; groups: string[] }[] {
    return coresOf(this.chain).map((core) => ({
      core,
      groups: this.chain.groups.filter((g) => g.core === core).map((g) => g.id),
    }));
  }

  /** At most one split, merge or move, in the order that loses nothing. */
  control(measured: readonly MeasuredCore[]): Controlled {
    const { preset, maxCores, id, network } = this.input;
    const used = coresOf(this.chain);
    const loads = measured.filter((m) => used.includes(m.core));
    const told = loads
      .filter((m) => verdictOf(m.measured, preset) === "split")
      .map((m) => `core ${m.core} at ${Math.round(m.measured * 100)} %`);
    // a core that says nothing is not idle: nothing is merged on a guess
    const isKnown = used.every((core) => loads.some((m) => m.core === core));
    const isOver = told.length > 0;
    if (!isKnown && !isOver) return { calls: [], told };
    const limit = { cores: Math.min(maxCores, this.server.cores), dead: new Set<number>() };
    const decided = decideChange(this.chain.scaled, loads, preset, limit);
    told.push(...decided.stuck.map((s) => `${s.group}: ${s.reason}`));
    if (decided.next === null) return { calls: [], told };
    const { action, groups } = decided.next;
    const made = withGroups(this.chain, groups, network, this.server.id);
    if (made === null) return { calls: [], told: [...told, `${action.group} cannot be split any further`] };
    const after = this.generated(made);
    const cores = coresOf(made);
    const order = action.kind === "merge" ? MERGE_ORDER : SPLIT_ORDER;
    const calls = order.flatMap((step) =>
      callsOfStep(step, this.server, id, { before: this.installed, after, cores, numbers: this.numbers }),
    );
    told.push(
      action.kind === "merge"
        ? `${action.group} joins ${action.into}; core ${action.freesCore} is free`
        : `${action.kind === "split" ? `half of ${action.group}` : action.group} goes to core ${action.toCore}`,
    );
    this.chain = made;
    this.installed = after;
    return { calls, told };
  }

  private generated({ places, groups, slices }: RunningChain): DeviceRule[] {
    const { synthesis, network } = this.input;
    const assignment = { groups, slices, notes: [] };
    return generateRules({ synthesis, network, server: this.server.id, places, assignment });
  }
}

export type ControllerInput = {
  id: string;
  synthesis: Synthesis;
  network: OffloadNetwork;
  plan: OffloadPlan;
  preset: ScalingPreset;
  /** cores that are reserved for the chain */
  maxCores: number;
  /** Click configuration that the agent is sent */
  config: string;
};
