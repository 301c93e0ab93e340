import type { ByteQueue } from "./byteQueue.ts";
import { type CaptureItem, problem } from "./item.ts";

const RECORD_HEADER_BYTES = 16;
/** No sane writer stores more, whatever its header says [int-pcap]. */
const MAX_CAPTURED_BYTES = 262_144;

/** Byte order and unit by the first four bytes, null when the file is not a pcap. */
export function pcapMagic(magic: number): { little: boolean; nanoseconds: boolean } | null {
  switch (magic) {
    case 0xa1b2c3d4:
      return { little: false, nanoseconds: false };
    case 0xd4c3b2a1:
      return { little: true, nanoseconds: false };
    case 0xa1b23c4d:
      return { little: false, nanoseconds: true };
    case 0x4d3cb2a1:
      return { little: true, nanoseconds: true };
    default:
      return null;
  }
}

/** The records of a pcap file [int-pcap], both byte orders, microseconds or nanoseconds. */
export async function* readPcap(
  queue: ByteQueue,
  little: boolean,
  nanoseconds: boolean,
): AsyncGenerator<CaptureItem> {
  if (!(await queue.fill(24))) {
    yield problem("error", "capture-cut", "the file ends inside the pcap header");
    return;
  }
  const header = viewOf(queue.take(24));
  const version = header.getUint16(4, little);
  if (version !== 2) {
    yield problem("error", "capture-version", `pcap version ${version} is not known (2 is)`);
    return;
  }
  const limitBytes = Math.max(header.getUint32(16, little), MAX_CAPTURED_BYTES);
  // the high bits hold FCS information
  const linkType = header.getUint32(20, little) & 0xffff;
  const fractionLimit = nanoseconds ? 1_000_000_000 : 1_000_000;
  for (let frame = 1; ; frame++) {
    if (!queue.has(RECORD_HEADER_BYTES) && !(await queue.fill(RECORD_HEADER_BYTES))) {
      if (queue.available > 0) yield cut(frame);
      return;
    }
    const record = viewOf(queue.take(RECORD_HEADER_BYTES));
    const seconds = record.getUint32(0, little);
    const fraction = record.getUint32(4, little);
    const capturedBytes = record.getUint32(8, little);
    const originalBytes = record.getUint32(12, little);
    if (fraction >= fractionLimit) {
      yield problem(
        "error",
        "record-time",
        `record ${frame}: the fraction of the second is ${fraction}; the file is damaged here`,
      );
      return;
    }
    if (capturedBytes > limitBytes) {
      yield problem(
        "error",
        "record-length",
        `record ${frame}: captured length ${capturedBytes} is beyond every limit; the file is damaged here`,
      );
      return;
    }
    if (!queue.has(capturedBytes) && !(await queue.fill(capturedBytes))) {
      yield cut(frame);
      return;
    }
    const timeNs = BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds ? fraction : fraction * 1000);
    yield { kind: "frame", frame, timeNs, linkType, data: queue.take(capturedBytes), originalBytes };
  }
}

export const cut = (frame: number) =>
  problem(
    "warning",
    "capture-cut",
    `the file ends inside packet ${frame}: the ${frame - 1} before it are kept`,
  );

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
