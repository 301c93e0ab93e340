/** The middle value. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!;

export const round = (value: number): number => Number(value.toPrecision(3));

/** What the program holds after a collection, MB; the benchmarks run with --expose-gc. */
export function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
