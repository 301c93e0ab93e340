import koffi from "koffi";
import { MSG_TRUNC, SIZE_NAME } from "./libc.ts";

/** Datagrams that one system call takes at most: also the turn of one socket before the next one's (our choice). */
export const BATCH = 128;
const SIZE_MMSGHDR = 64;
const SIZE_IOVEC = 16;
/**
 * Reports are shorter: these bytes of every datagram lie close together, what is longer goes on elsewhere (our choice).
 */
const HEAD_BYTES = 512;
/** `sll_pkttype` of a frame that this machine sends. */
const PACKET_OUTGOING = 4;

/**
 * The headers and buffers that recvmmsg fills: one native block, so that its pointers stay put. The heads of
 * all datagrams fit into the processor's cache; a datagram longer than its head is made whole in a place of
 * its own when it is read.
 */
export function createReceiveBatch(maxDatagramBytes: number) {
  const tailBytes = Math.max(8, (maxDatagramBytes - HEAD_BYTES + 7) & ~7);
  const iovecs = BATCH * SIZE_MMSGHDR;
  const names = iovecs + 2 * BATCH * SIZE_IOVEC;
  const heads = names + BATCH * SIZE_NAME;
  const tails = heads + BATCH * HEAD_BYTES;
  const whole = tails + BATCH * tailBytes;
  const total = whole + HEAD_BYTES + tailBytes;
  const block = koffi.alloc("uint8_t", total);
  const base = koffi.address(block);
  const memory = new Uint8Array(koffi.view(block, total));
  const view = new DataView(memory.buffer, memory.byteOffset, total);
  memory.fill(0, 0, heads);
  for (let i = 0; i < BATCH; i++) {
    const header = i * SIZE_MMSGHDR;
    const iovec = iovecs + 2 * i * SIZE_IOVEC;
    view.setBigUint64(header, base + BigInt(names + i * SIZE_NAME), true);
    view.setUint32(header + 8, SIZE_NAME, true);
    view.setBigUint64(header + 16, base + BigInt(iovec), true);
    view.setBigUint64(header + 24, 2n, true);
    view.setBigUint64(iovec, base + BigInt(heads + i * HEAD_BYTES), true);
    view.setBigUint64(iovec + 8, BigInt(HEAD_BYTES), true);
    view.setBigUint64(iovec + 16, base + BigInt(tails + i * tailBytes), true);
    view.setBigUint64(iovec + 24, BigInt(tailBytes), true);
  }
  // the same memory as 32-bit words: header and name are aligned, and words are faster than a view
  const words = new Uint32Array(memory.buffer, memory.byteOffset, heads / 4);
  const networkWord = (w: number): number =>
    ((w >>> 24) | ((w >>> 8) & 0xff00) | ((w << 8) & 0xff0000) | (w << 24)) >>> 0;

  return {
    block,
    memory,
    /** IPv4 address from which datagram `i` came. */
    sourceOf: (i: number): number => networkWord(words[(names + i * SIZE_NAME) / 4 + 1]),
    /** Whether frame `i` of a packet socket leaves this machine: its type is byte 10 of the address. */
    isOutgoing: (i: number): boolean =>
      ((words[(names + i * SIZE_NAME) / 4 + 2] >>> 16) & 0xff) === PACKET_OUTGOING,
    /** Length of datagram `i`; one that did not fit is as long as the room that there was. */
    lengthOf(i: number): number {
      const truncated = (words[(i * SIZE_MMSGHDR) / 4 + 12] & MSG_TRUNC) !== 0;
      return truncated ? HEAD_BYTES + tailBytes : words[(i * SIZE_MMSGHDR) / 4 + 14];
    },
    /** Whether what stands there is overwritten by the next datagram, not only by the next batch. */
    isShared: (at: number): boolean => at === whole,
    /** Where datagram `i` of this length stands in `memory`, whole. */
    placeOf(i: number, length: number): number {
      const head = heads + i * HEAD_BYTES;
      if (length <= HEAD_BYTES) return head;
      memory.copyWithin(whole, head, head + HEAD_BYTES);
      const tail = tails + i * tailBytes;
      memory.copyWithin(whole + HEAD_BYTES, tail, tail + length - HEAD_BYTES);
      return whole;
    },
    free(): void {
      koffi.free(block);
    },
  };
}
export type ReceiveBatch = ReturnType<typeof createReceiveBatch>;
