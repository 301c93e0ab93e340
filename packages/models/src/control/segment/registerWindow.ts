/** Finds the t1 of a packet that comes back from the VNFs; NaN when there is none. Times in us. */
export type RegisterWindow = {
  store(t1Us: number, nowUs: number, packetId: number): void;
  match(nowUs: number, packetId: number): number;
};

/**
 * The paper's mobile window [paolucci-design]: t1 stands in order of arrival at offset1, and the next packet
 * that comes back takes the one at offset2. Right as long as VNFs neither lose, add nor reorder packets and
 * no more than `size` are in flight: a loss shifts all later pairs, an overflow overwrites t1 with a later
 * one. `resyncIdleUs` sets offset2 = offset1 when the flow was silent that long.
 */
export function createOrderWindow(size: number, resyncIdleUs: number | null): RegisterWindow {
  const t1 = new Float64Array(size).fill(Number.NaN);
  let offset1 = 0;
  let offset2 = 0;
  let seenUs = 0;
  return {
    store(t1Us, nowUs) {
      if (resyncIdleUs !== null && nowUs - seenUs > resyncIdleUs) offset2 = offset1;
      seenUs = nowUs;
      t1[offset1] = t1Us;
      offset1 = offset1 + 1 === size ? 0 : offset1 + 1;
    },
    match(nowUs) {
      seenUs = nowUs;
      const found = t1[offset2];
      offset2 = offset2 + 1 === size ? 0 : offset2 + 1;
      return found;
    },
  };
}

/** Values of the IPv4 identification field. */
export const IP_IDS = 65_536;

/**
 * The remedy: pairs by the IPv4 identification field, for VNFs that keep it. A slot holds its packet's id, so
 * that a loss, another order or an overwritten slot (more than `size` in flight, a wrap of the id) leaves
 * packets without a pair instead of with a wrong one.
 */
export function createIdWindow(size: number): RegisterWindow {
  const t1 = new Float64Array(size);
  const ids = new Int32Array(size).fill(-1);
  return {
    store(t1Us, _nowUs, packetId) {
      const slot = packetId % size;
      t1[slot] = t1Us;
      ids[slot] = packetId;
    },
    match(_nowUs, packetId) {
      const slot = packetId % size;
      if (ids[slot] !== packetId) return Number.NaN;
      ids[slot] = -1;
      return t1[slot];
    },
  };
}
