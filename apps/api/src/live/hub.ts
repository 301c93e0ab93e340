import type { Bus } from "../bus/bus.ts";
import type { LiveFrame, LiveRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";
import { DomainError } from "../errors.ts";

/**
 * Frames of one deployment for one watcher, newest state only: a slow watcher gets fewer frames, never old ones late.
 */
type Watch = AsyncIterable<LiveFrame>;

export type LiveHub = Component & {
  /** Frames of a deployment until `signal` aborts. Subscribes at once, so nothing after the call is missed. */
  watch(deploymentId: string, signal: AbortSignal): Watch;
  readonly watchers: number;
};

const rowKey = (row: LiveRow): string => `${row.segmentId}/${row.part}/${row.startMs}`;

/** What a watcher gets of a frame: histograms stay with those who judge. Made once, however many watch. */
const withoutHistograms = (frame: LiveFrame): LiveFrame => ({
  ...frame,
  rows: frame.rows.map(({ histogram: _, ...row }) => row),
});

/** A mailbox of one slot: frames that arrive while the watcher is busy are merged row by row. */
class Mailbox {
  private pending: LiveFrame | null = null;
  private wake: (() => void) | null = null;
  private closed = false;

  put(frame: LiveFrame): void {
    this.pending = this.pending ? merged(this.pending, frame) : frame;
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** Next frame, or `null` once the mailbox is closed. */
  async take(): Promise<LiveFrame | null> {
    while (!this.pending && !this.closed)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    const frame = this.pending;
    this.pending = null;
    return this.closed ? null : frame;
  }
}

/** The newest state of every window that either frame names. */
function merged(older: LiveFrame, newer: LiveFrame): LiveFrame {
  const rows = new Map(older.rows.map((row) => [rowKey(row), row]));
  for (const row of newer.rows) rows.set(rowKey(row), row);
  return { ...newer, rows: [...rows.values()] };
}

/** Streams of live frames at a time in one process (our choice: each holds one frame of its deployment). */
export const MAX_WATCHERS = 2_000;

/**
 * Fans live frames out to watchers. Publishing never waits: a frame is put into each mailbox and that is all.
 * `follow` is called when the first watcher of a deployment comes, what it returns when the last has gone:
 * frames of other processes are heard only while somebody watches.
 */
export function createLiveHub(
  bus: Bus,
  follow: (deploymentId: string) => () => void = () => () => {},
): LiveHub {
  const mailboxes = new Map<string, Set<Mailbox>>();
  const followed = new Map<string, () => void>();
  let off: (() => void) | null = null;
  let watchers = 0;
  return {
    name: "live",
    get watchers() {
      return watchers;
    },
    async start() {
      off = bus.live.on((frames) => {
        for (const frame of frames) {
          const boxes = mailboxes.get(frame.deploymentId);
          if (!boxes?.size) continue;
          const seen = withoutHistograms(frame);
          for (const box of boxes) box.put(seen);
        }
      });
    },
    async stop() {
      off?.();
    },
    watch(deploymentId, signal) {
      if (watchers >= MAX_WATCHERS)
        throw new DomainError("too_many", "Too many live views are open. Close some, or try again later.");
      const box = new Mailbox();
      const boxes = mailboxes.get(deploymentId) ?? new Set();
      mailboxes.set(deploymentId, boxes.add(box));
      if (!followed.has(deploymentId)) followed.set(deploymentId, follow(deploymentId));
      watchers++;
      const leave = (): void => {
        signal.removeEventListener("abort", leave);
        box.close();
        if (boxes.delete(box)) watchers--;
        if (boxes.size > 0 || mailboxes.get(deploymentId) !== boxes) return;
        mailboxes.delete(deploymentId);
        followed.get(deploymentId)?.();
        followed.delete(deploymentId);
      };
      if (signal.aborted) leave();
      // one listener a watcher: a stream lives for days, and one a frame would stay with it
      else signal.addEventListener("abort", leave);
      return {
        async *[Symbol.asyncIterator]() {
          try {
            for (;;) {
              const frame = await box.take();
              if (!frame) return;
              yield frame;
            }
          } finally {
            leave();
          }
        },
      };
    },
  };
}
