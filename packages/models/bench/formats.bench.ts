import { assert } from "../src/core/index.ts";
import { encodeIfaPacket } from "../src/telemetry/ifa/ifa.ts";
import {
  DEFAULT_OPTIONS,
  decodeDatagram,
  decodeInBand,
  ExporterMemory,
  Matcher,
  OK,
  PathDelays,
  ReportBatch,
  type SegmentBinding,
  WindowAccumulator,
} from "../src/telemetry/index.ts";
import { encodeIoamPacket } from "../src/telemetry/ioam/encode.ts";
import { encodeIpfix, unsignedField } from "../src/telemetry/ipfix/encode.ts";
import { encodeSflow } from "../src/telemetry/sflow/encode.ts";

const DATAGRAMS = 4_096;
const PASSES = 16;
/** The least time of these counts: noise only ever adds. */
const REPEATS = 7;
const RECORDS_A_MESSAGE = 32;
const SAMPLES_A_DATAGRAM = 8;

/** Records of a format, laid out one behind the other, and how they are read. */
type Arena = {
  bytes: Uint8Array;
  starts: number[];
  records: number;
  read: typeof decodeDatagram | typeof decodeInBand;
};

/**
 * Records a second of processor time on one core, from memory: decoded into columns, then matched and recorded. A
 * record is a packet (IFA, IOAM), a data record (IPFIX) or a sample (sFlow).
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const rows = [
    measure(
      "IFA 2.0, 3 hops",
      packets((b, p, i) => encodeIfaPacket(b, p, flowOf(i), { hops: HOPS }), false),
    ),
    measure(
      "IOAM trace, 3 nodes",
      packets((b, p, i) => encodeIoamPacket(b, p, flow6(i), TRACE), false),
    ),
    measure("IPFIX, path delays of 3 nodes", ipfix()),
    measure("sFlow v5, transit delay", sflow()),
  ];
  return { name: "formats", rows };
}

const flowOf = (i: number) => ({
  ...{ src: `10.0.${(i >> 8) & 255}.${i & 255}`, dst: "10.9.0.1", proto: 17, srcPort: 4000, dstPort: 53 },
});
const flow6 = (i: number) => ({
  ...flowOf(i),
  src: `2001:db8::${(i % 0xffff).toString(16)}`,
  dst: "2001:db8:9::1",
});
const HOPS = [1, 2, 3].map((nodeId) => ({
  ...{
    nodeId,
    ingressPort: 1,
    egressPort: 2,
    hopLatency: 900 + nodeId,
    queueId: 1,
    queueDepth: 3,
    ingressTs: 1_000_000_000,
  },
}));
const TRACE = {
  namespace: 1,
  type: 0xfa0000,
  nodes: HOPS.map(({ nodeId }) => ({
    nodeId,
    ingressPort: 1,
    egressPort: 2,
    seconds: 1,
    fraction: 2,
    transitDelayNs: 900,
    queueDepth: 1,
  })),
};

function packets(write: (b: Uint8Array, p: number, i: number) => number, isDatagram: boolean): Arena {
  const bytes = new Uint8Array(DATAGRAMS * 320);
  const starts = [0];
  for (let i = 0; i < DATAGRAMS; i++) starts.push(write(bytes, starts[i], i));
  return { bytes, starts, records: DATAGRAMS, read: isDatagram ? decodeDatagram : decodeInBand };
}

function ipfix(): Arena {
  const field = (element: number, width: number) => ({ element, bytes: width, enterprise: 0 });
  const widths = [
    [8, 4],
    [12, 4],
    [4, 1],
    [7, 2],
    [11, 2],
    [138, 4],
    [2, 4],
    [530, 4],
    [531, 4],
    [532, 4],
  ];
  const template = { id: 256, fields: widths.map(([element, width]) => field(element, width)) };
  const bytes = new Uint8Array((DATAGRAMS / RECORDS_A_MESSAGE) * 2_048);
  const starts = [0];
  let sequence = 0;
  for (let m = 0; m < DATAGRAMS / RECORDS_A_MESSAGE; m++) {
    const records = Array.from({ length: RECORDS_A_MESSAGE }, (_, k) => {
      const i = m * RECORDS_A_MESSAGE + k;
      const node = (i % 3) + 1;
      const values = [0x0a000000 + Math.floor(i / 3), 0x0a090001, 17, 4000, 53, node, 10, 100 * node, 1, 999];
      return values.map((value, n) => unsignedField(value, widths[n][1]));
    });
    const sets = [...(m % 32 === 0 ? [{ templates: [template] }] : []), { template, records }];
    starts.push(encodeIpfix(bytes, starts[m], { exportS: 1, sequence, domain: 1, sets }));
    sequence += RECORDS_A_MESSAGE;
  }
  return { bytes, starts, records: DATAGRAMS, read: decodeDatagram };
}

function sflow(): Arena {
  const header = new Uint8Array(64);
  header.set([8, 0, 0x45, 0, 0, 46], 12);
  header.set([64, 17], 22);
  const bytes = new Uint8Array((DATAGRAMS / SAMPLES_A_DATAGRAM) * 2_048);
  const starts = [0];
  for (let d = 0; d < DATAGRAMS / SAMPLES_A_DATAGRAM; d++) {
    const samples = Array.from({ length: SAMPLES_A_DATAGRAM }, (_, k) => {
      const packet = header.slice();
      packet.set([10, 0, d & 255, k, 10, 9, 0, 1], 26);
      return {
        ...{ kind: "flow" as const, sequence: d, source: 1, oneIn: 1000, drops: 0, input: 1, output: 2 },
        ...{ header: { bytes: packet, frameBytes: 64 }, queueId: 1, transitDelayNs: 900, queueDepthBytes: 1 },
      };
    });
    starts.push(
      encodeSflow(bytes, starts[d], { agent: "0.0.0.1", subAgent: 0, sequence: d, uptimeMs: d, samples }),
    );
  }
  return { bytes, starts, records: DATAGRAMS, read: decodeDatagram };
}

function measure(what: string, { bytes, starts, records, read }: Arena): Record<string, string | number> {
  const batch = new ReportBatch();
  const segment: SegmentBinding = {
    ...{
      id: "s",
      flows: [],
      from: { nodeId: 1 },
      to: { nodeId: what.startsWith("sFlow") ? 1 : 3 },
      plUs: 200,
      dlUs: 400,
    },
  };
  let reports = 0;
  const run = (use: (r: number) => void) => (): void => {
    const memory = new ExporterMemory(new PathDelays());
    reports = 0;
    for (let pass = 0; pass < PASSES; pass++)
      for (let i = 0; i + 1 < starts.length; i++) {
        batch.clear();
        const reason = read(
          bytes,
          starts[i],
          starts[i + 1] - starts[i],
          DEFAULT_OPTIONS,
          batch,
          () => memory,
        );
        if (reason !== OK) throw new Error(`datagram refused: ${reason}`);
        reports += batch.reports;
        for (let r = 0; r < batch.reports; r++) use(r);
      }
  };
  const matcher = new Matcher([segment]);
  const windows = new WindowAccumulator();
  const decodeUs = leastUs(run(() => {}));
  const recordUs = leastUs(
    run((r) => {
      matcher.match(batch, r);
      windows.recordAll(matcher.sampleSeries, matcher.sampleUs, matcher.sampleCount);
    }),
  );
  assert(reports > 0 && matcher.counters.matched > 0, `${what}: nothing was measured`);
  const perSecond = (us: number): number => Math.round((records * PASSES) / (us / 1e6));
  return {
    what,
    "decode/s": perSecond(decodeUs),
    "into windows/s": perSecond(recordUs),
    "reports a record": Math.round((100 * reports) / (records * PASSES)) / 100,
    measured: Math.round((100 * matcher.counters.matched) / matcher.counters.reports) / 100,
  };
}

function leastUs(run: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, user + system);
  }
  return least;
}
