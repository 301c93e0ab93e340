import type { ByteQueue } from "./byteQueue.ts";
import { type CaptureFrame, type CaptureItem, problem } from "./item.ts";
import { cut, viewOf } from "./pcap.ts";

export const SECTION_HEADER = 0x0a0d0d0a;
const INTERFACE = 1;
const OBSOLETE_PACKET = 2;
const SIMPLE_PACKET = 3;
const ENHANCED_PACKET = 6;
const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
/** Larger blocks are taken for damage: a packet has at most 256 KiB (our choice, as for pcap). */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;

type Interface = {
  linkType: number;
  snapBytes: number;
  /** nanoseconds = (units * scale >> shift) / divisor + offsetNs */
  scale: bigint;
  shift: bigint;
  divisor: bigint;
  offsetNs: bigint;
};

/** The packets of a pcapng file [int-pcapng]: several sections, interfaces, resolutions and link types. */
export async function* readPcapng(queue: ByteQueue): AsyncGenerator<CaptureItem> {
  let little = false;
  let interfaces: Interface[] = [];
  let frame = 0;
  let lostPackets = 0n;
  for (;;) {
    if (!queue.has(12) && !(await queue.fill(12))) {
      if (queue.available > 0) yield cut(frame + 1);
      break;
    }
    const head = viewOf(queue.peek(12));
    // the type of a section header reads the same in both orders, its magic says which one holds
    const isSection = head.getUint32(0, false) === SECTION_HEADER;
    if (isSection) {
      little = head.getUint32(8, true) === BYTE_ORDER_MAGIC;
      interfaces = [];
      if (!little && head.getUint32(8, false) !== BYTE_ORDER_MAGIC) {
        yield problem("error", "capture-format", "a pcapng section has no valid byte-order magic");
        return;
      }
    }
    const blockBytes = head.getUint32(4, little);
    if (
      blockBytes < 12 ||
      blockBytes % 4 !== 0 ||
      blockBytes > MAX_BLOCK_BYTES ||
      (isSection && blockBytes < 28)
    ) {
      yield problem(
        "error",
        "block-length",
        `a pcapng block says that it has ${blockBytes} bytes; the file is damaged here`,
      );
      return;
    }
    if (!queue.has(blockBytes) && !(await queue.fill(blockBytes))) {
      yield cut(frame + 1);
      break;
    }
    const bytes = queue.take(blockBytes);
    const block = viewOf(bytes);
    if (block.getUint32(blockBytes - 4, little) !== blockBytes) {
      yield problem(
        "error",
        "block-length",
        "the two lengths of a pcapng block differ; the file is damaged here",
      );
      return;
    }
    const type = block.getUint32(0, little);
    if (type === INTERFACE) {
      if (blockBytes < 20) {
        yield problem("error", "block-length", "a pcapng interface block is too short");
        return;
      }
      interfaces.push(readInterface(block, blockBytes, little));
    } else if (type === ENHANCED_PACKET || type === OBSOLETE_PACKET || type === SIMPLE_PACKET) {
      frame++;
      const read = type === SIMPLE_PACKET ? readSimple : readTimed;
      const packet = read(bytes, block, little, interfaces, frame);
      if (packet === null) {
        yield problem(
          "error",
          "block-length",
          `packet ${frame} runs beyond its pcapng block; the file is damaged here`,
        );
        return;
      }
      if (packet === undefined) {
        yield problem(
          "warning",
          "interface-unknown",
          `packet ${frame} belongs to an interface that the file does not describe: left out`,
        );
        continue;
      }
      if (type === ENHANCED_PACKET) lostPackets += dropCount(block, blockBytes, little);
      yield packet;
    }
  }
  if (lostPackets > 0n) {
    yield problem(
      "warning",
      "capture-loss",
      `the capturing program says that it lost ${lostPackets} packets`,
    );
  }
}

function readInterface(block: DataView, blockBytes: number, little: boolean): Interface {
  const result: Interface = {
    linkType: block.getUint16(8, little),
    snapBytes: block.getUint32(12, little),
    scale: 1000n,
    shift: 0n,
    divisor: 1n,
    offsetNs: 0n,
  };
  eachOption(block, 16, blockBytes - 4, little, (code, at, length) => {
    if (code === 9 && length >= 1) {
      const resolution = block.getUint8(at);
      const exponent = resolution & 0x7f;
      if (resolution & 0x80) {
        result.scale = 1_000_000_000n;
        result.shift = BigInt(exponent);
      } else {
        result.scale = exponent <= 9 ? 10n ** BigInt(9 - exponent) : 1n;
        result.divisor = exponent > 9 ? 10n ** BigInt(exponent - 9) : 1n;
      }
    } else if (code === 14 && length >= 8) {
      result.offsetNs = block.getBigInt64(at, little) * 1_000_000_000n;
    }
  });
  return result;
}

/** Enhanced and obsolete packet blocks differ only in the width of the interface number. */
function readTimed(
  bytes: Uint8Array,
  block: DataView,
  little: boolean,
  interfaces: readonly Interface[],
  frame: number,
): CaptureFrame | null | undefined {
  if (bytes.length < 32) return null;
  const enhanced = block.getUint32(0, little) === ENHANCED_PACKET;
  const source = interfaces[enhanced ? block.getUint32(8, little) : block.getUint16(8, little)];
  const capturedBytes = block.getUint32(20, little);
  if (28 + capturedBytes + 4 > bytes.length) return null;
  if (source === undefined) return undefined;
  const units = (BigInt(block.getUint32(12, little)) << 32n) | BigInt(block.getUint32(16, little));
  return {
    kind: "frame",
    frame,
    timeNs: ((units * source.scale) >> source.shift) / source.divisor + source.offsetNs,
    linkType: source.linkType,
    data: bytes.subarray(28, 28 + capturedBytes),
    originalBytes: block.getUint32(24, little),
  };
}

function readSimple(
  bytes: Uint8Array,
  block: DataView,
  little: boolean,
  interfaces: readonly Interface[],
  frame: number,
): CaptureFrame | null | undefined {
  if (bytes.length < 16) return null;
  const source = interfaces[0];
  if (source === undefined) return undefined;
  const originalBytes = block.getUint32(8, little);
  const capturedBytes = source.snapBytes === 0 ? originalBytes : Math.min(originalBytes, source.snapBytes);
  if (12 + capturedBytes + 4 > bytes.length) return null;
  const data = bytes.subarray(12, 12 + capturedBytes);
  return { kind: "frame", frame, timeNs: null, linkType: source.linkType, data, originalBytes };
}

/** Option 4 of an enhanced packet: packets lost since the one before. */
function dropCount(block: DataView, blockBytes: number, little: boolean): bigint {
  let lost = 0n;
  const options = 28 + 4 * Math.ceil(block.getUint32(20, little) / 4);
  eachOption(block, options, blockBytes - 4, little, (code, at, length) => {
    if (code === 4 && length >= 8) lost = block.getBigUint64(at, little);
  });
  return lost;
}

function eachOption(
  block: DataView,
  start: number,
  end: number,
  little: boolean,
  visit: (code: number, at: number, length: number) => void,
): void {
  let at = start;
  while (at + 4 <= end) {
    const code = block.getUint16(at, little);
    const length = block.getUint16(at + 2, little);
    if (code === 0 || at + 4 + length > end) return;
    visit(code, at + 4, length);
    at += 4 + 4 * Math.ceil(length / 4);
  }
}
