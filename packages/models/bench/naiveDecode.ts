/**
 * The reference of decode.bench.ts: the same two formats read the obvious way, an object per report and per
 * hop, addresses as text, 64-bit timestamps as BigInt. It checks bounds only by the exceptions of DataView,
 * and knows no dialects.
 */
type NaiveHop = Record<string, number | bigint>;
export type NaiveReport = {
  nodeId: number;
  sequence: number;
  flow: { src: string; dst: string; proto: number; srcPort: number; dstPort: number };
  hops: NaiveHop[];
};

export function naiveReports(bytes: Uint8Array): NaiveReport[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint8(0) >> 4 === 1) {
    const inner = 4 * (view.getUint8(0) & 15);
    return [{ nodeId: view.getUint32(4), sequence: view.getUint32(8), ...readInner(view, inner) }];
  }
  const reports: NaiveReport[] = [];
  const sequence = view.getUint32(0) & 0x3fffff;
  const nodeId = view.getUint32(4);
  for (let p = 8; p < bytes.length; p += 4 + 4 * view.getUint8(p + 1)) {
    reports.push({ nodeId, sequence, ...readInner(view, p + 12 + 4 * view.getUint8(p + 2)) });
  }
  return reports;
}

function readInner(view: DataView, ethernet: number): Pick<NaiveReport, "flow" | "hops"> {
  const ip = ethernet + 14;
  const l4 = ip + 4 * (view.getUint8(ip) & 15);
  const address = (at: number): string => [0, 1, 2, 3].map((i) => view.getUint8(at + i)).join(".");
  const flow = {
    src: address(ip + 12),
    dst: address(ip + 16),
    proto: view.getUint8(ip + 9),
    srcPort: view.getUint16(l4),
    dstPort: view.getUint16(l4 + 2),
  };
  const shim = l4 + 8;
  const wide = view.getUint8(shim) >= 0x10;
  const words = wide ? view.getUint8(shim + 1) - 3 : view.getUint8(shim + 2) - 3;
  const hopWords = view.getUint8(shim + 6) & 31;
  const bitmap = view.getUint16(shim + 8);
  const stack = shim + (wide ? 16 : 12);
  const hops: NaiveHop[] = [];
  for (let i = 0; i < words / hopWords; i++) hops.push(readHop(view, stack + 4 * hopWords * i, bitmap, wide));
  return { flow, hops: hops.reverse() };
}

function readHop(view: DataView, at: number, bitmap: number, wide: boolean): NaiveHop {
  const hop: NaiveHop = {};
  let p = at;
  const word = (): number => {
    p += 4;
    return view.getUint32(p - 4);
  };
  const timestamp = (): number | bigint => {
    if (!wide) return word();
    p += 8;
    return view.getBigUint64(p - 8);
  };
  if (bitmap & 0x8000) hop.nodeId = word();
  if (bitmap & 0x4000) {
    const ports = word();
    hop.ingressPort = ports >>> 16;
    hop.egressPort = ports & 0xffff;
  }
  if (bitmap & 0x2000) hop.hopLatency = word();
  if (bitmap & 0x1000) {
    const queue = word();
    hop.queueId = queue >>> 24;
    hop.queueDepth = queue & 0xffffff;
  }
  if (bitmap & 0x0800) hop.ingressTs = timestamp();
  if (bitmap & 0x0400) hop.egressTs = timestamp();
  return hop;
}
