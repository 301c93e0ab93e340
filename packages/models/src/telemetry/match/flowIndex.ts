import { assert } from "../../core/index.ts";
import { HAS_PORTS, type ReportBatch } from "../batch.ts";
import { type Cidr, parseCidr } from "../packet/address.ts";
import type { FlowMatch, SegmentBinding } from "./binding.ts";
import { FlowTable } from "./flowTable.ts";
import type { PlanList } from "./pathPlan.ts";

/** Segments whose flows match a packet, grouped by the node where they begin. */
export type CandidateSet = {
  readonly size: number;
  readonly byFromNode: ReadonlyMap<number, Int32Array>;
  /** the paths that reports of these flows were seen to take */
  readonly plans: PlanList;
};

/** Slots for flows, of IPv4 and of IPv6: half as many flows are remembered (our choice; 8 and 16 MB). */
const SLOTS = 1 << 18;
/** Scopes stand in the upper half of a key's first word. */
const MAX_SCOPES = 0xffff;
/** Bit of a key's first word: the report names a flow. */
const HAS_FLOW = 2;
const SHORT_KEY_WORDS = 4;
const LONG_KEY_WORDS = 10;

type Rule = {
  segment: number;
  src: Cidr | null;
  dst: Cidr | null;
  proto: number;
  srcLow: number;
  srcHigh: number;
  dstLow: number;
  dstHigh: number;
  needsPorts: boolean;
  any: boolean;
};

/**
 * From the flow of a report to the segments that want it. Rules are hashed by an exact destination or source
 * address or an exact destination port; what is left is scanned. The answer is kept per 5-tuple, so a known
 * flow costs one probe and allocates nothing.
 */
export class FlowIndex {
  private readonly bindings: readonly SegmentBinding[];
  private readonly byDst = new Map<number, Rule[]>();
  private readonly bySrc = new Map<number, Rule[]>();
  private readonly byDstPort = new Map<number, Rule[]>();
  private readonly others: Rule[] = [];
  private readonly sets: CandidateSet[] = [];
  private readonly setByName = new Map<string, number>();
  private readonly short = new FlowTable(SHORT_KEY_WORDS, SLOTS);
  private readonly long = new FlowTable(LONG_KEY_WORDS, SLOTS);
  private readonly key = new Uint32Array(LONG_KEY_WORDS);
  /** per scope an exporter that is in it; scope 0 holds those that no binding names */
  private readonly scopeExporters: (string | null)[] = [null];
  private readonly scopes = new Map<string, number>();

  constructor(bindings: readonly SegmentBinding[]) {
    this.bindings = bindings;
    for (const [segment, binding] of bindings.entries()) {
      const flows = binding.flows.length === 0 ? [{}] : binding.flows;
      for (const flow of flows) this.file(compileRule(segment, flow));
    }
    this.numberScopes();
  }

  /** Exporters that the same bindings name are alike: they share a scope. */
  private numberScopes(): void {
    const segmentsOf = new Map<string, number[]>();
    for (const [segment, { exporters }] of this.bindings.entries())
      for (const address of new Set(exporters)) pushTo(segmentsOf, address, segment);
    const byName = new Map<string, number>();
    for (const [address, segments] of segmentsOf) {
      const name = segments.join();
      let scope = byName.get(name);
      if (scope === undefined) {
        scope = this.scopeExporters.push(address) - 1;
        assert(
          scope <= MAX_SCOPES,
          "the bindings name more exporters than a key of the flow table tells apart",
        );
        byName.set(name, scope);
      }
      this.scopes.set(address, scope);
    }
  }

  /** The number by which `locate` knows the exporter of this address, as `normalAddress` writes it. */
  scopeOf(address: string): number {
    return this.scopes.get(address) ?? 0;
  }

  /** The slots of the look-up before, and where in them the slot of its flow begins. */
  slots: Uint32Array = this.short.slots;
  slotAt = 0;

  /**
   * Finds the flow of report `r`, which an exporter of this scope sent: its slot holds the number of its set plus one,
   * and a word of the caller's at `NOTE`.
   */
  locate(batch: ReportBatch, r: number, scope: number): void {
    const table = this.find(batch, r, scope);
    if (table.slots[this.slotAt] === 0) this.slotAt = table.put(this.key, this.search(batch, r, scope));
    this.slots = table.slots;
  }

  /**
   * Writes where the flows of the reports `first` to `end` - 1 of an exporter of this scope are remembered, -1 for one
   * that is not: a loop that does no more meets its misses of the cache beside each other. Valid while `version`
   * stands.
   */
  locateAhead(batch: ReportBatch, first: number, end: number, scope: number, places: Int32Array): void {
    for (let r = first; r < end; r++) {
      const { slots } = this.find(batch, r, scope);
      places[r] = slots[this.slotAt] === 0 ? -1 : this.slotAt;
    }
  }

  /** As `locate`, of a report whose flow `locateAhead` found at `place`. */
  locateAt(batch: ReportBatch, r: number, place: number): void {
    this.slots = (batch.family[r] === 6 ? this.long : this.short).slots;
    this.slotAt = place;
  }

  get version(): number {
    return this.short.version + this.long.version;
  }

  /** The table of report `r`, with its flow in `key` and the place of it, or of an empty slot, in `slotAt`. */
  private find(batch: ReportBatch, r: number, scope: number): FlowTable {
    const key = this.key;
    const family = batch.family[r];
    // without a flow every report of a scope is alike
    if (family === 0) {
      key[0] = scope << 16;
      key[1] = 0;
      key[2] = 0;
      key[3] = 0;
    } else {
      const a = 8 * r;
      const hasPorts = batch.has[r] & HAS_PORTS;
      key[0] = (scope << 16) | (batch.proto[r] << 8) | (hasPorts ? HAS_FLOW | 1 : HAS_FLOW);
      key[1] = hasPorts ? (batch.srcPort[r] << 16) | batch.dstPort[r] : 0;
      key[2] = batch.address[a];
      key[3] = batch.address[a + 4];
    }
    if (family === 6)
      for (let i = 1; i < 4; i++) {
        key[3 + i] = batch.address[8 * r + i];
        key[6 + i] = batch.address[8 * r + 4 + i];
      }
    const table = family === 6 ? this.long : this.short;
    this.slotAt = table.find(key);
    return table;
  }

  /** The candidates of the flow located last. */
  candidates(): CandidateSet {
    return this.sets[this.slots[this.slotAt] - 1];
  }

  /** Forgets all flows, with the words of the caller. */
  forget(): void {
    this.short.clear();
    this.long.clear();
  }

  private takes(segment: number, scope: number): boolean {
    const { exporters } = this.bindings[segment];
    const exporter = this.scopeExporters[scope];
    return exporters === undefined || (exporter !== null && exporters.includes(exporter));
  }

  private file(rule: Rule): void {
    if (isHost(rule.dst)) pushTo(this.byDst, hostHash(rule.dst.words, 0), rule);
    else if (isHost(rule.src)) pushTo(this.bySrc, hostHash(rule.src.words, 0), rule);
    else if (rule.dstLow === rule.dstHigh) pushTo(this.byDstPort, rule.dstLow, rule);
    else this.others.push(rule);
  }

  /** Number of the set of segments that want report `r`. */
  private search(batch: ReportBatch, r: number, scope: number): number {
    const found = new Set<number>();
    const scan = (rules: readonly Rule[] | undefined): void => {
      for (const rule of rules ?? [])
        if (matches(rule, batch, r) && this.takes(rule.segment, scope)) found.add(rule.segment);
    };
    scan(this.byDst.get(hostHash(batch.address, 8 * r + 4)));
    scan(this.bySrc.get(hostHash(batch.address, 8 * r)));
    scan(this.byDstPort.get(batch.dstPort[r]));
    scan(this.others);
    const segments = [...found].sort((a, b) => a - b);
    const name = segments.join();
    const known = this.setByName.get(name);
    if (known !== undefined) return known;
    const groups = new Map<number, number[]>();
    for (const segment of segments) pushTo(groups, this.bindings[segment].from.nodeId, segment);
    const byFromNode = new Map([...groups].map(([node, list]) => [node, Int32Array.from(list)]));
    this.setByName.set(name, this.sets.length);
    return this.sets.push({ size: segments.length, byFromNode, plans: { places: [], generation: 0 } }) - 1;
  }
}

function compileRule(segment: number, flow: FlowMatch): Rule {
  const range = (match: FlowMatch["srcPort"]): [number, number] =>
    match === undefined ? [0, 65535] : typeof match === "number" ? [match, match] : match;
  const [srcLow, srcHigh] = range(flow.srcPort);
  const [dstLow, dstHigh] = range(flow.dstPort);
  return {
    segment,
    src: flow.src === undefined ? null : parseCidr(flow.src),
    dst: flow.dst === undefined ? null : parseCidr(flow.dst),
    proto: flow.proto ?? -1,
    srcLow,
    srcHigh,
    dstLow,
    dstHigh,
    needsPorts: flow.srcPort !== undefined || flow.dstPort !== undefined,
    any: Object.values(flow).every((v) => v === undefined),
  };
}

function matches(rule: Rule, batch: ReportBatch, r: number): boolean {
  if (rule.any) return true;
  const family = batch.family[r];
  if (family === 0) return false;
  if (rule.proto >= 0 && rule.proto !== batch.proto[r]) return false;
  if (rule.needsPorts) {
    if (!(batch.has[r] & HAS_PORTS)) return false;
    const src = batch.srcPort[r];
    const dst = batch.dstPort[r];
    if (src < rule.srcLow || src > rule.srcHigh || dst < rule.dstLow || dst > rule.dstHigh) return false;
  }
  return (
    inBlock(rule.src, family, batch.address, 8 * r) && inBlock(rule.dst, family, batch.address, 8 * r + 4)
  );
}

function inBlock(block: Cidr | null, family: number, words: Uint32Array, at: number): boolean {
  if (block === null) return true;
  if (block.family !== family) return false;
  for (let i = 0; i < 4; i++) if ((words[at + i] & block.masks[i]) >>> 0 !== block.words[i]) return false;
  return true;
}

const isHost = (block: Cidr | null): block is Cidr =>
  block !== null && block.prefixBits === (block.family === 4 ? 32 : 128);

const hostHash = (words: Uint32Array, at: number): number =>
  (words[at] ^
    Math.imul(words[at + 1], 0x9e3779b1) ^
    Math.imul(words[at + 2], 0x85ebca77) ^
    Math.imul(words[at + 3], 0xc2b2ae3d)) >>>
  0;

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
