import { createRandom, type Span } from "../../core/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { programTables } from "../entries/programTables.ts";
import type { Constant, Flow } from "../flow/flow.ts";
import { lowerProgram } from "../lower/pipeline.ts";
import type { Path } from "../report.ts";
import { declaredStandIns } from "../standIns.ts";
import { boolShape, constantTerm, operationTerm, replaceSymbols } from "../state/term.ts";
import { toPath } from "../toPath.ts";
import { explore as exploreFlow } from "../walk/explore.ts";
import type { Explore } from "../walk/exploreOnce.ts";
import { listPaths } from "../walk/listPaths.ts";
import { spreadPaths } from "../walk/spreadPaths.ts";
import { type Condition, followPath, type Way } from "./followPath.ts";
import { solve, zeroOf } from "./solve.ts";
import type { Origin } from "./symbols.ts";

/** What a packet and the control plane give so that the packet may take a path. */
export type PathInput = {
  /** headers in the order in which the parser takes them; a value that is null may be anything */
  extractions: { fields: { bits: number; value: bigint | null }[] }[];
  /** values that the parser may see ahead, `offset` bits behind extraction `behind` (-1: at the start) */
  ahead: { behind: number; offset: number; bits: number; value: bigint }[];
  /** action data of each table in the order of the path, by position of the parameter */
  parameters: ReadonlyMap<number, ReadonlyMap<number, Constant>>;
  /** what the machine gives, by field: `ingress_port` */
  metadata: ReadonlyMap<string, bigint>;
  /** what registers hold and meters say, by the number of the read on the path */
  reads: ReadonlyMap<number, bigint>;
  /** action data that is not demanded */
  filler: bigint;
  /** it rests on what P4 leaves undefined, which is 0 in every run: no packet does this */
  isUndefined: boolean;
  /** what it rests on that neither a packet nor the control plane chooses */
  guesses: readonly string[];
};

/** A listed path, and what may make a packet take it. */
export type PathSearch = {
  path: Path;
  /** of each table: the program asks for a hit (true) or a miss (false) */
  hits: readonly (boolean | undefined)[];
  /** its `if` statements in order, as far as they were asked whole */
  decisions: readonly { at: Span; holds: boolean }[];
  /** other seeds give other packets; null when none is found */
  input(seed: number): PathInput | null;
};

/** `spread`: of more paths than `maxPaths` those that together pass every branch, and not the first. */
export type SearchLimits = { maxPaths: number; maxStates: number; spread?: boolean; explore?: Explore };

/**
 * The listed paths of a checked program without errors, one after the other, each with a search for packets that take
 * it. What such a packet does must be seen by running it: values of externs are unknown here.
 */
export function searchPaths(checked: CheckedProgram, limits: SearchLimits): PathSearch[] {
  const { explore = exploreFlow } = limits;
  const flow = lowerProgram(checked, null, programTables(checked));
  const exploration = flow && explore(flow, { vertexLimit: limits.maxStates, keeps: "everything" });
  if (!flow || !exploration) return [];
  const { standIns } = declaredStandIns(checked.program);
  const listed = listPaths(exploration, flow.storage, limits.maxPaths);
  const isSpread = limits.spread === true && listed.length >= limits.maxPaths;
  const walks = isSpread ? spreadPaths(exploration, flow.storage, limits.maxPaths) : listed;
  return walks.map((walk, index) => {
    const path = toPath(
      `${isSpread ? "spread-" : "p"}${index + 1}`,
      walk,
      checked.program.span.file,
      standIns,
    );
    let ways: Way[] | null = null;
    const follow = (): Way[] => {
      ways ??= followPath(flow, walk.edges);
      return ways;
    };
    return {
      path,
      decisions: decisionsOf(flow, walk.edges),
      get hits() {
        return follow()[0]?.hits ?? [];
      },
      input: (seed) => inputOf(follow(), seed),
    };
  });
}

/** Conditions on the way over `edges` and how they came out. */
function decisionsOf(flow: Flow, edges: readonly string[]): PathSearch["decisions"] {
  return edges.flatMap((id) => {
    const node = flow.nodes.get(id.slice(0, id.lastIndexOf(".")));
    if (node?.kind !== "condition" || !node.span) return [];
    return [{ at: node.span, holds: node.edges[0]?.id === id }];
  });
}

/** First all that nobody chooses is 0; when that cannot be, it is left open. */
function inputOf(ways: readonly Way[], seed: number): PathInput | null {
  const random = createRandom(seed);
  for (const openness of OPENNESS)
    for (const way of [...ways.slice(seed % ways.length), ...ways.slice(0, seed % ways.length)]) {
      const fixed = new Map<number, Constant>();
      for (const [id, { origin, shape }] of way.origins)
        if (!isChosen(origin, openness)) fixed.set(id, zeroOf(shape));
      const tried = BigInt(VARYING_BITS[seed % VARYING_BITS.length]!);
      const lengths = ofLengths(way, tried);
      const found =
        solve([...way.conditions, ...lengths], way.facts, fixed, random) ??
        (lengths.length > 0 ? solve(way.conditions, way.facts, fixed, random) : null);
      if (found)
        return { ...described(way, found, lengthsOf(way, found), openness), filler: BigInt(seed % 2) };
    }
  return null;
}

/** Our choice: lengths of `varbit` that are tried. */
const VARYING_BITS = [0, 32, 64, 8];

const ofLengths = ({ extractions }: Way, bits: bigint): Condition[] =>
  extractions.flatMap(({ varying }) =>
    varying && varying.kind !== "constant"
      ? [{ term: operationTerm("==", [varying, constantTerm(bits)], boolShape), holds: true }]
      : [],
  );

/** How long each `varbit` is with the values that were found. */
const lengthsOf = ({ extractions }: Way, found: ReadonlyMap<number, Constant>): bigint[] =>
  extractions.map(({ varying }) => {
    const length =
      varying && replaceSymbols(varying, ({ id, shape }) => constantTerm(found.get(id) ?? zeroOf(shape)));
    return length?.kind === "constant" && typeof length.value === "bigint" ? length.value : 0n;
  });

/**
 * Packet and entries alone; with time, queues, registers and meters; with everything that is not plain zero; with what
 * P4 leaves undefined, which is 0 in every run.
 */
const OPENNESS = ["sent", "state", "all", "undefined"] as const;
type Openness = (typeof OPENNESS)[number];

/** What of the machine's metadata a sender decides, and what the time and the queue that a packet meets. */
const SENT = new Set(["ingress_port", "packet_length"]);
const MET = new Set(
  ["ingress_global_timestamp", "enq_timestamp", "egress_global_timestamp"].concat([
    ...["deq_timedelta", "enq_qdepth", "deq_qdepth"],
  ]),
);

function isChosen(origin: Origin, openness: Openness): boolean {
  if (openness === "undefined") return true;
  switch (origin.kind) {
    case "packet":
    case "parameter":
      return true;
    case "metadata":
      return SENT.has(origin.field) || (openness !== "sent" && MET.has(origin.field)) || openness === "all";
    case "extern":
      return openness === "all" || (openness === "state" && origin.read !== null);
    default:
      return openness === "all" && origin.kind === "architecture";
  }
}

/** What an unknown is that neither a packet nor the control plane chooses; null when one of them does. */
function guessed(origin: Origin): string | null {
  if (origin.kind === "metadata") return isChosen(origin, "state") ? null : origin.field;
  if (origin.kind === "architecture") return "that it is a copy";
  if (origin.kind === "unset")
    return "what is read of a header that is not valid, or of nothing that was written";
  return origin.kind === "extern" && origin.read === null ? "what an extern gives" : null;
}

function described(
  way: Way,
  found: ReadonlyMap<number, Constant>,
  lengths: readonly bigint[],
  openness: Openness,
): Omit<PathInput, "filler"> {
  const extractions = way.extractions.map(({ bits }, index) => ({
    fields: bits.map((width) => ({ bits: width ?? Number(lengths[index]), value: null as bigint | null })),
  }));
  const ahead: PathInput["ahead"] = [];
  const parameters = new Map<number, Map<number, Constant>>();
  const metadata = new Map<string, bigint>();
  const reads = new Map<number, bigint>();
  const guesses = new Set<string>();
  let isUndefined = false;
  for (const [id, { origin, shape }] of way.origins) {
    const value = found.get(id);
    if (value === undefined) continue;
    const guess = openness === "all" || openness === "undefined" ? guessed(origin) : null;
    if (guess !== null && value !== zeroOf(shape)) guesses.add(guess);
    if (origin.kind === "unset" && value !== zeroOf(shape)) isUndefined = true;
    if (origin.kind === "packet" && typeof value === "bigint")
      extractions[origin.extraction]!.fields[origin.field]!.value = value;
    if (origin.kind === "extern" && origin.read !== null && openness !== "sent" && typeof value === "bigint")
      reads.set(origin.read, value);
    else if (origin.kind === "extern" && typeof value === "bigint" && shape.bits !== null)
      ahead.push({ behind: origin.behind, offset: origin.offset, bits: shape.bits, value });
    if (origin.kind === "parameter") {
      const own = parameters.get(origin.application) ?? new Map<number, Constant>();
      parameters.set(origin.application, own.set(origin.position, value));
    }
    if (origin.kind === "metadata" && typeof value === "bigint") metadata.set(origin.field, value);
  }
  return { extractions, ahead, parameters, metadata, reads, isUndefined, guesses: [...guesses] };
}
