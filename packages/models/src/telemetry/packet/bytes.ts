/** Big-endian reads and writes. Callers check bounds first; nothing here does. */
export const u16 = (b: Uint8Array, p: number): number => (b[p] << 8) | b[p + 1];
export const u32 = (b: Uint8Array, p: number): number =>
  ((b[p] << 24) | (b[p + 1] << 16) | (b[p + 2] << 8) | b[p + 3]) >>> 0;

export function put16(b: Uint8Array, p: number, v: number): void {
  b[p] = v >>> 8;
  b[p + 1] = v;
}

export function put24(b: Uint8Array, p: number, v: number): void {
  b[p] = v >>> 16;
  b[p + 1] = v >>> 8;
  b[p + 2] = v;
}

export function put32(b: Uint8Array, p: number, v: number): void {
  b[p] = v >>> 24;
  b[p + 1] = v >>> 16;
  b[p + 2] = v >>> 8;
  b[p + 3] = v;
}

/** Writes `v` as 64 bits; numbers must be non-negative safe integers. */
export function put64(b: Uint8Array, p: number, v: number | bigint): void {
  if (typeof v === "bigint") {
    put32(b, p, Number((v >> 32n) & 0xffffffffn));
    put32(b, p + 4, Number(v & 0xffffffffn));
  } else {
    put32(b, p, Math.floor(v / 0x100000000));
    put32(b, p + 4, v >>> 0);
  }
}

/** Number of set bits of a 16-bit value. */
export function popcount16(v: number): number {
  let n = v - ((v >> 1) & 0x5555);
  n = (n & 0x3333) + ((n >> 2) & 0x3333);
  n = (n + (n >> 4)) & 0x0f0f;
  return (n + (n >> 8)) & 0x1f;
}

/** The bits of a 16-bit value in reverse order. */
export function mirrored16(v: number): number {
  let mirrored = 0;
  for (let bit = 0; bit < 16; bit++) mirrored |= ((v >> bit) & 1) << (15 - bit);
  return mirrored;
}

/** A view on the whole buffer behind bytes; made once per buffer, so a receiver that reuses one allocates nothing. */
export class ViewCache {
  private bytes: Uint8Array = new Uint8Array(0);
  private view: DataView = new DataView(new ArrayBuffer(0));

  of(b: Uint8Array): DataView {
    // the same bytes mostly, and asking for their buffer takes longer than reading a header
    if (b !== this.bytes) {
      this.bytes = b;
      if (this.view.buffer !== b.buffer) this.view = new DataView(b.buffer);
    }
    return this.view;
  }
}
