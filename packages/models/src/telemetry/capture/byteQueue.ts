/** Bytes of a stream, asked for in pieces of any size; keeps only what was not consumed yet. */
export class ByteQueue {
  private readonly source: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  private buffer: Uint8Array = new Uint8Array(0);
  private start = 0;
  private end = 0;
  private ended = false;

  constructor(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.source =
      Symbol.asyncIterator in chunks
        ? chunks[Symbol.asyncIterator]()
        : (chunks as Iterable<Uint8Array>)[Symbol.iterator]();
  }

  get available(): number {
    return this.end - this.start;
  }

  /** True without waiting when `count` bytes are at hand: the usual case inside a chunk. */
  has(count: number): boolean {
    return this.end - this.start >= count;
  }

  /** Waits for `count` bytes; false when the stream ends before. */
  async fill(count: number): Promise<boolean> {
    while (this.available < count && !this.ended) {
      const next = await this.source.next();
      if (next.done) this.ended = true;
      else this.append(next.value);
    }
    return this.available >= count;
  }

  /** The next `count` bytes, without consuming them; a view that holds until the next `fill`. */
  peek(count: number): Uint8Array {
    return this.buffer.subarray(this.start, this.start + count);
  }

  /** The next `count` bytes, consumed; a view that holds until the next `fill`. */
  take(count: number): Uint8Array {
    const view = this.peek(count);
    this.start += count;
    return view;
  }

  private append(chunk: Uint8Array): void {
    const kept = this.available;
    if (kept === 0) {
      this.buffer = chunk;
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    const joined = new Uint8Array(kept + chunk.length);
    joined.set(this.peek(kept), 0);
    joined.set(chunk, kept);
    this.buffer = joined;
    this.start = 0;
    this.end = joined.length;
  }
}
