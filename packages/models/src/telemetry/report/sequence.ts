import { FORMAT_05, FORMAT_20, FORMAT_PACKET, type ReportBatch } from "../batch.ts";

/** Late arrivals within this many numbers take their loss back [int-sequence]. */
const LATE_WINDOW = 128;
/** A sequence that does not move is not counted by its exporter (ONOS): tracking stops after this many equal values. */
const EQUAL_LIMIT = 3;
const STATE_WORDS = 4;
/**
 * A jump ahead by more than this is a restart of the numbering, not a loss (our choice): a minute of silence
 * at 17,000 reports/s. Random numbers would otherwise count as billions of lost reports.
 */
const MAX_GAP = 2 ** 20;
/** Bound of the memory that made-up node ids can take (our choice); further streams stay untracked. */
const MAX_STREAMS = 65_536;

export type SequenceCounters = {
  lost: number;
  late: number;
  duplicates: number;
  restarts: number;
  untracked: number;
};

type Stream = {
  top: number;
  equal: number;
  /** numbers since the start that count, at most LATE_WINDOW: earlier ones were never lost */
  age: number;
  /** bit n: number top - n was seen */
  seen: Uint32Array;
};

/**
 * Loss of reports by their sequence numbers, per (exporter, hardware id) in v0.5 and per (node, hardware id)
 * later [int-sequence]. A jump back by more than the late window, or ahead by more than a gap can be, is a
 * restart of the exporter, not a loss.
 */
export class SequenceTracker {
  readonly counters: SequenceCounters = { lost: 0, late: 0, duplicates: 0, restarts: 0, untracked: 0 };
  private readonly streams = new Map<number, Stream>();
  /** reports come in turns of one stream: the look-up of a key as long as these costs more than all the rest */
  private lastKey = Number.NaN;
  private last: Stream | undefined;

  /**
   * Takes in one datagram by the first of its reports `r` (the reports of one v2.0 datagram share a number).
   * Returns the change of the loss: > 0 a gap, -1 a late arrival that closes one, 0 otherwise. `shift`: bits of v2.0's
   * sequence number that the exporter does not use.
   */
  track(batch: ReportBatch, r: number, shift = 0): number {
    const format = batch.format[r];
    // exports number records or datagrams of any content, most of which are no reports: `ExportMemory` follows them
    if (format > FORMAT_PACKET) return 0;
    const owner = format === FORMAT_05 ? batch.exporter[r] : batch.nodeId[r];
    return this.advance(
      (format * 0x100000000 + owner) * 64 + batch.hwId[r],
      batch.sequence[r],
      format === FORMAT_20 ? 22 - shift : 32,
    );
  }

  /** The same for a caller that has its own key; `bits` is the width of the sequence number. */
  advance(key: number, sequence: number, bits: number): number {
    if (key !== this.lastKey) {
      this.lastKey = key;
      this.last = this.streams.get(key);
    }
    const stream = this.last;
    if (stream === undefined) {
      this.lastKey = Number.NaN;
      if (this.streams.size >= MAX_STREAMS) {
        this.counters.untracked++;
        return 0;
      }
      const seen = new Uint32Array(STATE_WORDS);
      seen[0] = 1;
      this.streams.set(key, { top: sequence, equal: 1, age: 1, seen });
      return 0;
    }
    const half = (1 << (bits - 1)) >>> 0;
    // the difference modulo 2^bits
    const forward = ((sequence - stream.top) << (32 - bits)) >>> (32 - bits);
    if (forward === 0) {
      stream.equal++;
      if (stream.equal >= EQUAL_LIMIT) this.counters.untracked++;
      else this.counters.duplicates++;
      return 0;
    }
    if (forward < half && forward - 1 <= MAX_GAP) return this.moveOn(stream, sequence, forward);
    const back = 2 * half - forward;
    if (back >= LATE_WINDOW) {
      this.counters.restarts++;
      stream.top = sequence;
      stream.equal = 1;
      stream.age = 1;
      stream.seen.fill(0);
      stream.seen[0] = 1;
      return 0;
    }
    return this.arriveLate(stream, back);
  }

  private moveOn(stream: Stream, sequence: number, steps: number): number {
    // a sequence that stood still until now starts afresh
    const stood = stream.equal >= EQUAL_LIMIT;
    stream.equal = 1;
    stream.top = sequence;
    shiftLeft(stream.seen, steps);
    stream.seen[0] |= 1;
    stream.age = stood ? 1 : Math.min(LATE_WINDOW, stream.age + steps);
    const lost = stood ? 0 : steps - 1;
    this.counters.lost += lost;
    return lost;
  }

  private arriveLate(stream: Stream, back: number): number {
    const word = back >>> 5;
    const bit = 1 << (back & 31);
    if (stream.seen[word] & bit) {
      this.counters.duplicates++;
      return 0;
    }
    stream.seen[word] |= bit;
    this.counters.late++;
    // older than the first number we saw: it was never counted as lost
    if (back >= stream.age) return 0;
    this.counters.lost--;
    return -1;
  }
}

function shiftLeft(words: Uint32Array, steps: number): void {
  // the step of nearly every report
  if (steps === 1) {
    words[3] = (words[3] << 1) | (words[2] >>> 31);
    words[2] = (words[2] << 1) | (words[1] >>> 31);
    words[1] = (words[1] << 1) | (words[0] >>> 31);
    words[0] <<= 1;
    return;
  }
  if (steps >= LATE_WINDOW) {
    words.fill(0);
    return;
  }
  const whole = steps >>> 5;
  const bits = steps & 31;
  for (let i = STATE_WORDS - 1; i >= 0; i--) {
    const from = i - whole;
    const high = from >= 0 ? words[from] << bits : 0;
    const low = bits > 0 && from >= 1 ? words[from - 1] >>> (32 - bits) : 0;
    words[i] = high | low;
  }
}
