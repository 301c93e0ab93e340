import type { ReportSample } from "./sample.ts";
import { encodeSamples, MAX_CHUNK_SAMPLES, SampleChunk } from "./sampleChunk.ts";

/** Chunks that come second by second are put together once there are so many (our choice). */
const JOIN_CHUNKS = 60;

/** Kept reports in a bounded number of bytes: the oldest go first. */
export class SampleStore {
  private readonly budgetBytes: number;
  private joined: SampleChunk[] = [];
  private fresh: SampleChunk[] = [];
  private bytes = 0;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  /** Takes what `encodeSamples` wrote; false when it cannot be read. */
  add(encoded: Uint8Array): boolean {
    const chunk = SampleChunk.read(encoded);
    if (chunk === null) return false;
    if (chunk.count === 0) return true;
    this.fresh.push(chunk);
    this.bytes += chunk.bytes.length;
    const fresh = this.fresh.reduce((sum, { count }) => sum + count, 0);
    if (this.fresh.length >= JOIN_CHUNKS || fresh >= MAX_CHUNK_SAMPLES) this.join();
    while (this.bytes > this.budgetBytes && this.chunks().length > 1) this.dropOldest();
    return true;
  }

  /** In the order in which they came. */
  chunks(): readonly SampleChunk[] {
    return [...this.joined, ...this.fresh];
  }

  /** What is held: bytes, samples, and since when (wall time; null of none). */
  held(): { bytes: number; samples: number; sinceMs: number | null } {
    const chunks = this.chunks();
    return {
      bytes: this.bytes,
      samples: chunks.reduce((sum, { count }) => sum + count, 0),
      sinceMs: chunks.length === 0 ? null : Math.min(...chunks.map(({ firstMs }) => firstMs)),
    };
  }

  private join(): void {
    const samples: ReportSample[] = [];
    for (const chunk of this.fresh) for (let i = 0; i < chunk.count; i++) samples.push(chunk.sample(i));
    samples.sort((a, b) => a.atMs - b.atMs);
    for (let from = 0; from < samples.length; from += MAX_CHUNK_SAMPLES) {
      const chunk = SampleChunk.read(encodeSamples(samples.slice(from, from + MAX_CHUNK_SAMPLES)));
      if (chunk !== null) this.joined.push(chunk);
    }
    this.fresh = [];
    this.bytes = this.joined.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  private dropOldest(): void {
    const gone = this.joined.shift() ?? this.fresh.shift();
    this.bytes -= gone?.bytes.length ?? 0;
  }
}
