/**
 * A function in software, input and output not counted: cycles of each packet, and cycles that a core pays once for
 * each batch that it takes (0 unless stated). A packet that is alone costs both.
 */
export type ServerFunction = { type: string; cyclesPerPacket: number; cyclesPerBatch?: number | undefined };

/** Cycles of one packet in a batch of `packets`. */
export const cyclesInBatch = (
  { cyclesPerPacket, cyclesPerBatch = 0 }: Omit<ServerFunction, "type">,
  packets: number,
): number => cyclesPerPacket + cyclesPerBatch / packets;

/** Cycles of functions that share a core, together. */
export const cyclesOfAll = (
  functions: readonly Omit<ServerFunction, "type">[],
): { cyclesPerPacket: number; cyclesPerBatch: number } => ({
  cyclesPerPacket: functions.reduce((sum, f) => sum + f.cyclesPerPacket, 0),
  cyclesPerBatch: functions.reduce((sum, f) => sum + (f.cyclesPerBatch ?? 0), 0),
});

/**
 * Packets that a polling core finds at once at `packetsPerUs` (our model): while it works on a batch of b,
 * `perBatchUs + b perPacketUs`, as many arrive as it takes next. A lone packet at low load, never more than `most`.
 */
export function batchFill(
  packetsPerUs: number,
  { perPacketUs, perBatchUs }: { perPacketUs: number; perBatchUs: number },
  most: number,
): number {
  const left = 1 - packetsPerUs * perPacketUs;
  if (left <= 0) return most;
  return Math.min(most, Math.max(1, (packetsPerUs * perBatchUs) / left));
}
