import type { DecodedFlow } from "../decodeLine.ts";
import type { ReportSample, SampledHop } from "./sample.ts";

// A chunk of samples: magic with version, lengths, the values that its samples share as JSON, columns from the widest
// to the narrowest, then the beginnings of the datagrams. Little endian, as the machines that run this are.
const MAGIC = 0x5034_0001;
const HEAD_WORDS = 6;
const NONE = 0xffff;
const NO_DSCP = 0xff;
const DROPPED = 1;
const CONGESTED = 2;

/** Samples of one chunk at most: numbers of what they share have 16 bits, and a sample has 64 hops at most. */
export const MAX_CHUNK_SAMPLES = 1_000;

/** Where a hop was: exporter (number in the chunk), node, ports, queue. */
type Place = [
  exporter: number,
  nodeId: number | null,
  ingressPort: number | null,
  egressPort: number | null,
  queueId: number | null,
];
type Shared = {
  exporters: string[];
  flows: DecodedFlow[];
  /** node ids of a path, by exporter */
  paths: [exporter: number, nodes: (number | null)[]][];
  segments: string[];
  places: Place[];
};

const pad8 = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Numbers values that repeat. */
function numbering<T>() {
  const numbers = new Map<string, number>();
  const values: T[] = [];
  return {
    values,
    of(value: T): number {
      const key = JSON.stringify(value);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}

/** Samples as bytes, in the order of their times. */
export function encodeSamples(unordered: readonly ReportSample[]): Uint8Array {
  const samples = [...unordered].sort((a, b) => a.atMs - b.atMs);
  const exporters = numbering<string>();
  const flows = numbering<DecodedFlow>();
  const paths = numbering<Shared["paths"][number]>();
  const segments = numbering<string>();
  const places = numbering<Place>();
  const numbered = samples.map(({ exporter: address, flow, segment, hops }) => {
    const exporter = exporters.of(address);
    return {
      exporter,
      flow: flow === null ? NONE : flows.of(flow),
      path: paths.of([exporter, hops.map(({ nodeId }) => nodeId)]),
      segment: segment === null ? NONE : segments.of(segment),
      hops: hops.map(({ nodeId, ingressPort, egressPort, queueId }) =>
        places.of([exporter, nodeId, ingressPort, egressPort, queueId]),
      ),
    };
  });
  const shared: Shared = {
    ...{ exporters: exporters.values, flows: flows.values, paths: paths.values },
    ...{ segments: segments.values, places: places.values },
  };
  const json = new TextEncoder().encode(JSON.stringify(shared));
  const hopCount = samples.reduce((sum, { hops }) => sum + hops.length, 0);
  const blobBytes = samples.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const columns = layOut(samples.length, hopCount, json.length);
  const buffer = new ArrayBuffer(pad8(columns.blob + blobBytes));
  new Uint32Array(buffer, 0, HEAD_WORDS).set([MAGIC, json.length, samples.length, hopCount, blobBytes, 0]);
  new Uint8Array(buffer).set(json, HEAD_WORDS * 4);
  const chunk = columnsOf(buffer, columns, samples.length, hopCount);
  const blob = new Uint8Array(buffer, columns.blob, blobBytes);
  let hop = 0;
  let at = 0;
  samples.forEach((sample, i) => {
    const numbers = numbered[i];
    chunk.atMs[i] = sample.atMs;
    chunk.reports[i] = sample.reports;
    chunk.exporter[i] = numbers.exporter;
    chunk.flow[i] = numbers.flow;
    chunk.path[i] = numbers.path;
    chunk.segment[i] = numbers.segment;
    chunk.datagramBytes[i] = Math.min(0xffff, sample.datagramBytes);
    chunk.dscp[i] = sample.dscp ?? NO_DSCP;
    chunk.flags[i] = (sample.dropped ? DROPPED : 0) | (sample.congested ? CONGESTED : 0);
    sample.hops.forEach(({ latencyUs, queueDepth }, h) => {
      chunk.place[hop] = numbers.hops[h];
      chunk.latencyUs[hop] = latencyUs ?? Number.NaN;
      chunk.queueDepth[hop++] = queueDepth ?? Number.NaN;
    });
    chunk.hopEnd[i] = hop;
    blob.set(sample.bytes, at);
    at += sample.bytes.length;
    chunk.blobEnd[i] = at;
  });
  return new Uint8Array(buffer);
}

/** Where the columns of a chunk begin; the widest first, so that each is aligned. */
function layOut(samples: number, hops: number, jsonBytes: number) {
  const wide = pad8(HEAD_WORDS * 4 + jsonBytes);
  const words = wide + 8 * (samples + 2 * hops);
  const halves = words + 4 * 3 * samples;
  const bytes = halves + 2 * (5 * samples + hops);
  return { wide, words, halves, bytes, blob: bytes + 2 * samples };
}

function columnsOf(buffer: ArrayBuffer, at: ReturnType<typeof layOut>, n: number, hops: number) {
  return {
    atMs: new Float64Array(buffer, at.wide, n),
    latencyUs: new Float64Array(buffer, at.wide + 8 * n, hops),
    queueDepth: new Float64Array(buffer, at.wide + 8 * (n + hops), hops),
    reports: new Uint32Array(buffer, at.words, n),
    hopEnd: new Uint32Array(buffer, at.words + 4 * n, n),
    blobEnd: new Uint32Array(buffer, at.words + 8 * n, n),
    exporter: new Uint16Array(buffer, at.halves, n),
    flow: new Uint16Array(buffer, at.halves + 2 * n, n),
    path: new Uint16Array(buffer, at.halves + 4 * n, n),
    segment: new Uint16Array(buffer, at.halves + 6 * n, n),
    datagramBytes: new Uint16Array(buffer, at.halves + 8 * n, n),
    place: new Uint16Array(buffer, at.halves + 10 * n, hops),
    dscp: new Uint8Array(buffer, at.bytes, n),
    flags: new Uint8Array(buffer, at.bytes + n, n),
  };
}

const numberOrNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** What a process of this product wrote: once it is JSON, its shape is that of `encodeSamples`. */
function sharedOf(json: Uint8Array): Shared | null {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch {
    return null;
  }
}

/** Samples as columns over their bytes. */
export class SampleChunk {
  readonly bytes: Uint8Array;
  readonly shared: Shared;
  readonly count: number;
  readonly columns: ReturnType<typeof columnsOf>;
  private readonly blob: Uint8Array;

  private constructor(bytes: Uint8Array, shared: Shared, columns: SampleChunk["columns"], blob: Uint8Array) {
    this.bytes = bytes;
    this.shared = shared;
    this.columns = columns;
    this.blob = blob;
    this.count = columns.atMs.length;
  }

  /** What `encodeSamples` wrote; null when it is torn, or of a version that is not known here. Copies the bytes. */
  static read(given: Uint8Array): SampleChunk | null {
    if (given.length < HEAD_WORDS * 4) return null;
    // columns are views: a copy begins where eight bytes do
    const bytes = new Uint8Array(given);
    const { buffer } = bytes;
    const [magic, jsonBytes, n, hops, blobBytes] = new Uint32Array(buffer, 0, HEAD_WORDS);
    const at = layOut(n, hops, jsonBytes);
    if (magic !== MAGIC || pad8(at.blob + blobBytes) !== buffer.byteLength) return null;
    const shared = sharedOf(bytes.subarray(HEAD_WORDS * 4, HEAD_WORDS * 4 + jsonBytes));
    if (shared === null) return null;
    const columns = columnsOf(buffer, at, n, hops);
    return new SampleChunk(bytes, shared, columns, new Uint8Array(buffer, at.blob, blobBytes));
  }

  get firstMs(): number {
    return this.columns.atMs[0] ?? Number.NaN;
  }
  get lastMs(): number {
    return this.columns.atMs[this.count - 1] ?? Number.NaN;
  }

  /** Number of the first hop of sample `i`. */
  hopStart(i: number): number {
    return i === 0 ? 0 : this.columns.hopEnd[i - 1];
  }

  dscp(i: number): number | null {
    const dscp = this.columns.dscp[i];
    return dscp === NO_DSCP ? null : dscp;
  }
  isDropped(i: number): boolean {
    return (this.columns.flags[i] & DROPPED) !== 0;
  }
  isCongested(i: number): boolean {
    return (this.columns.flags[i] & CONGESTED) !== 0;
  }

  /** Sample `i` as an object. */
  sample(i: number): ReportSample {
    const { columns, shared } = this;
    const hops: SampledHop[] = [];
    for (let h = this.hopStart(i); h < columns.hopEnd[i]; h++) {
      const [, nodeId, ingressPort, egressPort, queueId] = shared.places[columns.place[h]];
      hops.push({
        ...{ nodeId, ingressPort, egressPort, queueId },
        latencyUs: numberOrNull(columns.latencyUs[h]),
        queueDepth: numberOrNull(columns.queueDepth[h]),
      });
    }
    return {
      atMs: columns.atMs[i],
      exporter: shared.exporters[columns.exporter[i]],
      flow: shared.flows[columns.flow[i]] ?? null,
      dscp: this.dscp(i),
      segment: shared.segments[columns.segment[i]] ?? null,
      hops,
      dropped: this.isDropped(i),
      congested: this.isCongested(i),
      reports: columns.reports[i],
      datagramBytes: columns.datagramBytes[i],
      bytes: this.blob.slice(i === 0 ? 0 : columns.blobEnd[i - 1], columns.blobEnd[i]),
    };
  }
}
