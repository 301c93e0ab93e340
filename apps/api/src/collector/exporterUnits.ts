import {
  commonUnit,
  type DecodeOptions,
  ITEM_NODE,
  isDoubtful,
  type NodeUnits,
  type ReportBatch,
  UNIT_LATENCY_OPEN,
  UNIT_TIMESTAMP_OPEN,
  UnitEvidence,
  unitBits,
  unitsAreFixed,
  unitsAreOpen,
  unitsOf,
  unitWords,
  withUnits,
} from "@p4twin/models/telemetry";

/** Reports that are looked at (our choice): what they do not show, the owner must say. */
const LOOKED_AT = 2_000;
/** Reports after which the evidence is weighed: each of the first ones, then one in so many (our choice). */
const FIRST_REPORTS = 16;
const WEIGH_EVERY = 16;
/** Reports of one exporter are all that this evidence holds. */
const EXPORTER = 0;
const OPEN = UNIT_TIMESTAMP_OPEN | UNIT_LATENCY_OPEN;

type TimeUnit = "ns" | "us";

/**
 * Codes of units that are joined by `|`: what a node never tells is of no interest (0), and nodes that differ leave the
 * unit as open (3) as one that is not certain.
 */
const UNIT_OF: readonly (TimeUnit | null)[] = ["ns", "ns", "us", null];
const codeOf = (unit: TimeUnit | null): number => (unit === null ? 3 : unit === "us" ? 2 : 1);
const CODE = 3;
const LATENCY_CODE = 2;
/** Of a node that has told nothing yet. */
const UNKNOWN = 15;

/** What the times of some nodes of an exporter count, null where that is not certain, and what shows it. */
type UnitsOfNodes = {
  nodeIds: number[];
  timestamp: TimeUnit | null;
  latency: TimeUnit | null;
  evidence: string;
};

/** What an exporter's times count, by what that is known, and the sentence that says why. */
export type ExporterUnits = {
  timestamp: TimeUnit;
  latency: TimeUnit;
  /** `mixed`: its nodes differ, `byNode` says which count what */
  basis: "settings" | "evidence" | "assumed" | "doubtful" | "mixed";
  evidence: string;
  byNode: UnitsOfNodes[];
};

/**
 * Follows what the reports of one exporter show of their units, as long as its settings leave them open. Several sinks
 * may share an address: where nodes differ, or are not certain, each report counts as the nodes on its path do.
 */
export class UnitWatch {
  /** reports are still looked at */
  watches = false;
  private evidence: UnitEvidence | null = null;
  private lookedAt = 0;
  /** what the settings say */
  private policy: DecodeOptions | null = null;
  /** some nodes have shown what they count */
  private settled = false;
  /** codes of timestamps and latencies by node, where the nodes do not share their units */
  private byNode: Map<number, number> | null = null;

  /** The options with what is known of the units. */
  apply(policy: DecodeOptions): DecodeOptions {
    this.policy = policy;
    this.watches = unitsAreOpen(policy) && this.lookedAt < LOOKED_AT;
    if (!unitsAreOpen(policy)) {
      this.evidence = null;
      this.lookedAt = 0;
      this.byNode = null;
      return policy;
    }
    this.evidence ??= new UnitEvidence();
    return this.weighed(this.evidence.list(), policy);
  }

  /** A node reports that did not before: what its times count is looked at, too. True: others have shown theirs. */
  noteNode(): boolean {
    if (this.evidence === null) return false;
    this.lookedAt = 0;
    this.watches = true;
    return this.settled;
  }

  /** Takes the reports of a batch that arrived at `arrivedUs`; the options when they have changed, else null. */
  note(batch: ReportBatch, options: DecodeOptions, arrivedUs: number): DecodeOptions | null {
    const { evidence, policy } = this;
    if (evidence === null || policy === null || !this.watches) return null;
    let weigh = false;
    for (let r = 0; r < batch.reports; r++) {
      const index = batch.exporter[r];
      batch.exporter[r] = EXPORTER;
      evidence.note(batch, r, arrivedUs);
      batch.exporter[r] = index;
      this.lookedAt++;
      weigh ||= this.lookedAt <= FIRST_REPORTS || this.lookedAt % WEIGH_EVERY === 0;
    }
    this.watches = this.lookedAt < LOOKED_AT;
    if (!weigh) return null;
    const weighed = this.weighed(evidence.list(), policy);
    return weighed === options ? null : weighed;
  }

  private weighed(nodes: readonly NodeUnits[], policy: DecodeOptions): DecodeOptions {
    const timestamp = commonUnit(nodes, EXPORTER, "timestamp");
    const latency = commonUnit(nodes, EXPORTER, "latency");
    this.settled = nodes.some((node) => node.timestamp !== null || node.latency !== null);
    const isShared = nodes.every(
      (node) =>
        !isDoubtful(node) &&
        !isUntried(node) &&
        (node.seen.timestamps === 0 || node.timestamp === timestamp) &&
        (node.seen.latencies === 0 || node.latency === latency),
    );
    if (isShared) {
      this.byNode = null;
      return withUnits(policy, timestamp, latency);
    }
    this.byNode = new Map(
      nodes.map((node) => {
        const { timestamps, latencies } = node.seen;
        const isTried = !isUntried(node);
        return [
          node.nodeId,
          (timestamps > 0 ? codeOf(isTried ? node.timestamp : null) : 0) |
            ((latencies > 0 ? codeOf(isTried ? node.latency : null) : 0) << LATENCY_CODE),
        ];
      }),
    );
    return policy;
  }

  /** Lets the reports of the batch from `first` on count as is known by now, which these options say or the nodes. */
  revise(batch: ReportBatch, first: number, { units }: DecodeOptions): void {
    for (let r = first; r < batch.reports; r++) {
      if (unitsAreFixed(batch, r)) continue;
      batch.units[r] = this.byNode === null ? units : this.ofNodes(batch, r, this.byNode, units);
    }
  }

  /** What all nodes on the path of report `r` count; open where they differ or one is not certain. */
  private ofNodes(
    batch: ReportBatch,
    r: number,
    byNode: ReadonlyMap<number, number>,
    policy: number,
  ): number {
    let codes = 0;
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++)
      if (batch.hopValid[h] & ITEM_NODE) codes |= byNode.get(batch.hopNodeId[h]) ?? UNKNOWN;
    return unitBits(policy, UNIT_OF[codes & CODE], UNIT_OF[codes >> LATENCY_CODE]);
  }

  /** For those who read report `r` after it: nobody knows its units yet. */
  leaveOpen(batch: ReportBatch, r: number): void {
    batch.units[r] |= OPEN;
  }

  /** Some nodes differ from the others, or are not certain. */
  get differs(): boolean {
    return this.byNode !== null;
  }

  /** Whether the times of report `r`, which was revised, may be 1,000 times too small or too large. */
  isOpen(batch: ReportBatch, r: number): boolean {
    return this.byNode !== null && (batch.units[r] & OPEN) !== 0;
  }

  state(options: DecodeOptions): ExporterUnits {
    const { timestamp, latency } = unitsOf(options);
    if (this.evidence === null) return { timestamp, latency, basis: "settings", evidence: "", byNode: [] };
    const nodes = this.evidence.list();
    const { basis, byNode } = this.basisOf(nodes, options);
    return { timestamp, latency, basis, evidence: sentenceOf(nodes), byNode };
  }

  private basisOf(nodes: NodeUnits[], options: DecodeOptions): Pick<ExporterUnits, "basis" | "byNode"> {
    if (this.byNode === null) return { basis: unitsAreOpen(options) ? "assumed" : "evidence", byNode: [] };
    return this.settled ? { basis: "mixed", byNode: alike(nodes) } : { basis: "doubtful", byNode: [] };
  }
}

/** Times of the node could be compared with their arrival, but were not: that it counts as others do is a guess. */
const isUntried = ({ seen, clock, timestamp }: NodeUnits): boolean =>
  seen.timestamps > 0 && clock.tried === 0 && timestamp !== null;

/** Nodes that count alike, together. */
function alike(nodes: readonly NodeUnits[]): UnitsOfNodes[] {
  const groups = new Map<string, UnitsOfNodes>();
  for (const node of [...nodes].sort((a, b) => a.nodeId - b.nodeId)) {
    const { timestamp, latency } = node;
    const key = `${timestamp} ${latency}`;
    const group = groups.get(key);
    if (group) group.nodeIds.push(node.nodeId);
    else groups.set(key, { nodeIds: [node.nodeId], timestamp, latency, evidence: unitWords(node) });
  }
  return [...groups.values()];
}

/** The sentence of the node that shows most. */
function sentenceOf(nodes: readonly NodeUnits[]): string {
  const [most] = [...nodes].sort((a, b) => b.clock.tried - a.clock.tried);
  return most ? unitWords(most) : "";
}
