/** Sockets of a port that all exporters share, by a hash of their address; a power of two (our choice). */
export const SHARED_SOCKETS = 4;
/** Sockets of a port for exporters that send more than others (our choice). */
export const OWN_SOCKETS = 4;

// Fibonacci hashing: neighbouring addresses spread well
const MULTIPLIER = 0x9e3779b1;
const SHIFT = 32 - Math.log2(SHARED_SOCKETS);

/** The shared socket of an IPv4 address, 0 to `SHARED_SOCKETS` - 1. */
export const sharedSocketOf = (address: number): number => Math.imul(address, MULTIPLIER) >>> SHIFT;

// struct sock_filter { u16 code; u8 jt; u8 jf; u32 k; } and the instructions used
const INSTRUCTION_BYTES = 8;
const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const RETURN = 0x06;
const RETURN_ACCUMULATOR = 0x16;
const MULTIPLY = 0x24;
const SHIFT_RIGHT = 0x74;
/** SKF_NET_OFF, plus the offset of the source address in an IPv4 header */
const SOURCE_ADDRESS = 0x100000000 - 0x100000 + 12;

/**
 * Classic BPF program that gives every datagram to a socket by its source address alone: a port number would
 * split one exporter over sockets and reorder its reports. `owners[k]` is the address that has own socket k
 * to itself, or null.
 */
export function steeringProgram(owners: readonly (number | null)[]): Uint8Array {
  const code: [op: number, onTrue: number, onFalse: number, value: number][] = [
    [LOAD_WORD, 0, 0, SOURCE_ADDRESS],
  ];
  owners.forEach((address, k) => {
    if (address !== null) code.push([JUMP_EQUAL, 0, 1, address], [RETURN, 0, 0, SHARED_SOCKETS + k]);
  });
  code.push([MULTIPLY, 0, 0, MULTIPLIER], [SHIFT_RIGHT, 0, 0, SHIFT], [RETURN_ACCUMULATOR, 0, 0, 0]);
  const bytes = new Uint8Array(code.length * INSTRUCTION_BYTES);
  const view = new DataView(bytes.buffer);
  code.forEach(([op, onTrue, onFalse, value], i) => {
    const at = i * INSTRUCTION_BYTES;
    view.setUint16(at, op, true);
    view.setUint8(at + 2, onTrue);
    view.setUint8(at + 3, onFalse);
    view.setUint32(at + 4, value, true);
  });
  return bytes;
}
