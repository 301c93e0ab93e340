import { z } from "zod";

/**
 * One step of a chain's delay in the order in which a packet meets it. `kind` base: access to a device;
 * function: one of the chain's functions; forward: required functions when it leaves a device; switch: k_d of
 * a plain switch; link: propagation, where known. Under load also wait: in front of a device; controller:
 * what first packets of flows take longer, on average over all packets.
 */
const termSchema = z.object({
  device: z.string(),
  what: z.string(),
  us: z.number(),
  kind: z.enum(["base", "function", "forward", "switch", "link", "wait", "controller"]).optional(),
});

const routeShape = {
  route: z.array(z.array(z.string()).min(1)),
  entry: z.array(z.string()).min(2).optional(),
  exit: z.array(z.string()).min(2).optional(),
  delayUs: z.number(),
  /** of the mean delay by the model, one standard deviation (SPEC WI2); null: a profile publishes none */
  meanLowUs: z.number().nullable().optional(),
  meanHighUs: z.number().nullable().optional(),
  /** the same of a packet, which its spread belongs to */
  lowUs: z.number().nullable().optional(),
  highUs: z.number().nullable().optional(),
  terms: z.array(termSchema),
};

/** One way of packets through a chain that branches: positions of its functions, and the share that takes it. */
const placedWaySchema = z.object({ functions: z.array(z.int().min(0)), share: z.number(), ...routeShape });

/**
 * Where one chain runs. `hosts`: device of each function. `route`: one path of node ids for every pair of
 * consecutive functions on different devices; a chain that stays on one device has the single path
 * `[device]`. `entry`, `exit`: the way from the host where the chain starts to the device of its first function,
 * and from that of its last one to the host where it ends; only of chains with such hosts. `ways`: of a chain that
 * branches; route, delay and terms are then those of its slowest way.
 */
const placedChainSchema = z.object({
  id: z.string(),
  hosts: z.array(z.string()),
  ...routeShape,
  ways: z.array(placedWaySchema).min(2).optional(),
});

/** A constraint that cannot hold together with the others of its list; `constraint` is its number in the thesis. */
export const conflictSchema = z.object({
  constraint: z.string(),
  ids: z.array(z.string()),
  message: z.string(),
});

/**
 * A queue under load: packets/s that are offered, their share of what it serves, mean wait; null: it grows without
 * limit.
 */
const stationSchema = z.object({
  pps: z.number(),
  utilisation: z.number(),
  waitUs: z.number().nullable(),
});

/** Under which load the delays hold, where they are not those of an empty network. */
const loadReportSchema = z.object({
  model: z.enum(["simple", "refined"]),
  service: z.enum(["rate", "latency"]),
  newFlowShare: z.number(),
  stations: z.array(stationSchema.extend({ device: z.string() })),
  controller: stationSchema.nullable(),
  notes: z.array(z.string()),
});

/** What `place --json` prints (contract). Null: the engine does not know. */
export const placementSchema = z.object({
  status: z.enum(["optimal", "feasible", "infeasible"]),
  engine: z.string(),
  powerWatts: z.number(),
  /** value of the weighted objective; equals powerWatts with the default weights */
  objective: z.number().optional(),
  bound: z.number().nullable(),
  gap: z.number().nullable(),
  timeMs: z.number(),
  embedded: z.int().min(0),
  rejected: z.array(z.string()),
  chains: z.array(placedChainSchema),
  conflicts: z.array(conflictSchema),
  /** engine agnostic: deployments that turned out too slow and were made again */
  extraTrials: z.int().min(0).optional(),
  /** options.latency loaded */
  load: loadReportSchema.optional(),
});

export type DelayTerm = z.infer<typeof termSchema>;
export type PlacedWay = z.infer<typeof placedWaySchema>;
export type PlacedChain = z.infer<typeof placedChainSchema>;
export type Conflict = z.infer<typeof conflictSchema>;
export type LoadReport = z.infer<typeof loadReportSchema>;
export type Placement = z.infer<typeof placementSchema>;

/**
 * Whether an answer "infeasible" is a proof: it names a constraint that cannot hold, not only that the engine
 * gave up. What was found broken under load belongs to one placement, so it proves nothing.
 */
export const isProof = ({ conflicts }: Pick<Placement, "conflicts">): boolean =>
  conflicts.every((c) => c.constraint !== "load") && conflicts.some((c) => !GAVE_UP.has(c.constraint));

/** Whether an engine gave up: "infeasible" that says why it found none, without a proof that there is none. */
export const gaveUp = (answer: Pick<Placement, "status" | "conflicts">): boolean =>
  answer.status === "infeasible" && answer.conflicts.length > 0 && !isProof(answer);

const GAVE_UP: ReadonlySet<string> = new Set([
  "time-limit",
  "branches",
  "greedy",
  "agnostic",
  "one-by-one",
  "online",
  "plug-in",
]);
