/**
 * Reports that wait for others of their packet, in one segment or several, each until it is known whether it belongs to
 * one. Bounded by the postcards that may wait; allocates nothing per report.
 */
export class WaitingReports {
  /** reports that wait now */
  count = 0;
  private readonly held: Uint16Array;
  private readonly matched: Uint8Array;
  private readonly exporters: Uint32Array;
  private readonly free: Int32Array;
  private freeCount: number;
  private readonly onSettled: (exporter: number, matched: boolean) => void;
  /** the report at hand, whose outcome its caller counts itself; -1 while it does not wait */
  own = -1;

  constructor(capacity: number, onSettled: (exporter: number, matched: boolean) => void) {
    this.held = new Uint16Array(capacity);
    this.matched = new Uint8Array(capacity);
    this.exporters = new Uint32Array(capacity);
    this.free = new Int32Array(capacity);
    for (let i = 0; i < capacity; i++) this.free[i] = capacity - 1 - i;
    this.freeCount = capacity;
    this.onSettled = onSettled;
  }

  /** Another report is at hand, of this exporter. */
  begin(): void {
    this.own = -1;
  }

  /** One more postcard of the report at hand waits; its ticket. */
  hold(exporter: number): number {
    if (this.own < 0) {
      this.own = this.free[--this.freeCount];
      this.exporters[this.own] = exporter;
      this.matched[this.own] = 0;
      this.held[this.own] = 0;
      this.count++;
    }
    this.held[this.own]++;
    return this.own;
  }

  /** The report at hand belongs to a segment: its caller counts it, whatever becomes of what still waits of it. */
  settleOwn(): void {
    if (this.own < 0 || this.matched[this.own]) return;
    this.matched[this.own] = 1;
    this.count--;
  }

  /** A postcard waits no more: it was joined into a packet of a segment (`matched`), or given up. */
  release(ticket: number, matched: boolean): void {
    const isOwn = ticket === this.own;
    if (matched && !this.matched[ticket]) {
      this.matched[ticket] = 1;
      this.count--;
      if (!isOwn) this.onSettled(this.exporters[ticket], true);
    }
    if (--this.held[ticket] > 0) return;
    this.free[this.freeCount++] = ticket;
    if (!this.matched[ticket]) {
      this.count--;
      if (!isOwn) this.onSettled(this.exporters[ticket], false);
    }
    if (isOwn) this.own = -1;
  }
}
