import { z } from "zod";
import { err, issueTexts, ok, type Result } from "../../core/index.ts";
import {
  type Catalogue,
  completeEnds,
  createInstance,
  type Placement,
  type Problem,
  placementAnswer,
  verifyPlacement,
} from "../../placement/index.ts";

const MAX_CHAINS = 100_000;
const MAX_TEXT = 500;

/**
 * What `place` of a plug-in returns: hosts of each chain that is placed, and its route where it changes the
 * device (one path of node ids for each change; left out when the two devices are linked directly). `entry`,
 * `exit`: the ways from and to the hosts at its ends; where both are left out, the fastest with room left are
 * taken. Delays, power and counts are worked out here, never taken.
 */
const placeAnswerSchema = z.object({
  chains: z
    .array(
      z.object({
        id: z.string({ error: "names a chain of the problem" }),
        hosts: z.array(z.string(), { error: "the device of each function, in the order of the chain" }),
        route: z.array(z.array(z.string()).min(1)).optional(),
        entry: z.array(z.string()).min(2).optional(),
        exit: z.array(z.string()).min(2).optional(),
      }),
      { error: "a list with an entry for each chain that is placed" },
    )
    .max(MAX_CHAINS),
  /** says that nothing better exists; only the plug-in knows */
  status: z.enum(["optimal", "feasible", "infeasible"]).optional(),
  /** a value of the objective that no answer can be below */
  bound: z.number().nullish(),
  conflicts: z
    .array(
      z.object({
        constraint: z.string().max(MAX_TEXT).default("plug-in"),
        ids: z.array(z.string()).default([]),
        message: z.string().max(MAX_TEXT),
      }),
    )
    .max(MAX_CHAINS)
    .optional(),
});
type ChainAnswer = z.infer<typeof placeAnswerSchema>["chains"][number];

export type PlaceAnswerContext = { engine: string; problem: Problem; catalogue: Catalogue; timeMs: number };

/**
 * The placement that a plug-in's answer stands for, or what is wrong with it, one sentence each: it keeps
 * every constraint.
 */
export function readPlaceAnswer(
  answer: unknown,
  { engine, problem, catalogue, timeMs }: PlaceAnswerContext,
): Result<Placement, string[]> {
  const parsed = placeAnswerSchema.safeParse(answer);
  if (!parsed.success) return err(issueTexts(parsed.error, "the answer"));
  const { status, bound, conflicts } = parsed.data;
  const stated = parsed.data.chains.map((chain) => ({ ...chain, route: chain.route ?? directRoute(chain) }));
  const placed = new Set(stated.map((chain) => chain.id));
  const rejected = problem.chains.flatMap(({ id }) => (placed.has(id) ? [] : [id]));
  const shape: Placement = {
    status: rejected.length > 0 ? "infeasible" : status === "optimal" ? "optimal" : "feasible",
    engine,
    powerWatts: 0,
    bound: null,
    gap: null,
    timeMs,
    embedded: stated.length,
    rejected,
    chains: stated.map((chain) => ({ ...chain, delayUs: 0, terms: [] })),
    conflicts: rejected.length > 0 ? (conflicts ?? rejected.map(noPlace)) : [],
  };
  // hosts and routes first: delays and power can only be worked out for what stands on devices and links
  const unsound = verifyPlacement(withoutOpenEnds(problem, shape), catalogue, shape).filter(isStructural);
  if (unsound.length > 0) return err(unsound.map((violation) => violation.message));
  const instance = createInstance(problem, catalogue);
  const embeddings = completeEnds(instance, shape.chains);
  if (!embeddings.ok) return embeddings;
  const placement = placementAnswer(instance, {
    ...shape,
    bound: bound ?? null,
    embeddings: embeddings.value,
  });
  const broken = verifyPlacement(problem, catalogue, placement);
  return broken.length > 0 ? err(broken.map((violation) => violation.message)) : ok(placement);
}

/** The problem as an engine saw it that knows no hosts: the ends of chains for which it gives no way are open. */
function withoutOpenEnds(problem: Problem, { chains }: Placement): Problem {
  const open = new Set(chains.flatMap((c) => (c.entry === undefined && c.exit === undefined ? [c.id] : [])));
  return {
    ...problem,
    chains: problem.chains.map((chain) => {
      if (!open.has(chain.id)) return chain;
      const { from: _, to: __, ...own } = chain;
      return own;
    }),
  };
}

/** Constraints on names, hosts and routes, as `verifyPlacement` numbers them. */
const structural = new Set(["chains", "embedded", "status", "5.6", "5.9", "5.10", "5.28", "5.29"]);
const isStructural = ({ constraint }: { constraint: string }): boolean => structural.has(constraint);

const noPlace = (id: string) => ({
  constraint: "plug-in",
  ids: [id],
  message: `the engine found no place for chain ${id}, and does not say why`,
});

/** A path for each change of the device, along the link between the two. */
function directRoute({ hosts }: ChainAnswer): string[][] {
  const moves = hosts
    .slice(1)
    .flatMap((to, k) => (hosts[k] === to || hosts[k] === undefined ? [] : [[hosts[k], to]]));
  return moves.length > 0 ? moves : hosts.slice(0, 1).map((host) => [host]);
}
