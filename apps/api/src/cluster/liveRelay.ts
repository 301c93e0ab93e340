import { Histogram } from "@p4twin/models/telemetry";
import type { Bus } from "../bus/bus.ts";
import type { Link } from "../bus/link.ts";
import type { LiveFrame, LiveRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";

const SUBJECT = "p4twin.live";
/** Kept reports of each process that has a collector. */
export const SAMPLE_SUBJECTS = "p4twin.samples.*";
/** A window that began this long ago changes no more (our choice: frames come five times a second). */
const SETTLED_MS = 5_000;

type WireRow = Omit<LiveRow, "histogram"> & { histogram: string | null };
type WireFrame = Omit<LiveFrame, "rows"> & { rows: WireRow[] };

/**
 * Sends what the collector of this process says of open windows, and the reports that it keeps, to whoever listens.
 * Both may be lost; `link` counts them.
 */
export function createLiveRelay(link: Link, own: Bus, processId: string): Component {
  let offs: (() => void)[] = [];
  return {
    name: "live relay",
    async start() {
      const subject = SAMPLE_SUBJECTS.replace("*", processId);
      const offSamples = own.samples.on((bytes) => link.publish(subject, bytes));
      const offLive = own.live.on((frames) => {
        for (const { rows, ...frame } of frames) {
          const wire: WireFrame = {
            ...frame,
            rows: rows.map((row) => ({
              ...row,
              histogram: row.histogram ? Buffer.from(row.histogram).toString("base64") : null,
            })),
          };
          link.publish(`${SUBJECT}.${frame.deploymentId}.${processId}`, JSON.stringify(wire));
        }
      });
      offs = [offSamples, offLive];
    },
    async stop() {
      for (const off of offs) off();
    },
  };
}

/** Rows of one window as several collectors have it, as one. Rows without packets add their counts only. */
function mergeRows(rows: readonly LiveRow[]): LiveRow {
  const { histogram: _, ...head } = rows[0];
  if (rows.length === 1) return head;
  const whole = new Histogram();
  const scratch = new Histogram();
  for (const row of rows) if (row.histogram && scratch.read(row.histogram)) whole.merge(scratch);
  const sum = (of: (row: LiveRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    ...head,
    closed: rows.every((row) => row.closed),
    count: sum((row) => row.count),
    meanUs: whole.meanUs(),
    p50Us: whole.quantileUs(0.5),
    p95Us: whole.quantileUs(0.95),
    p99Us: whole.quantileUs(0.99),
    maxUs: whole.quantileUs(1),
    abovePl: sum((row) => row.abovePl),
    aboveDl: sum((row) => row.aboveDl),
    dropped: sum((row) => row.dropped),
    sequenceGaps: sum((row) => row.sequenceGaps),
  };
}

/** Puts the frames of all collectors together: a row says what all of them have seen of its window so far. */
export function createLiveMerger() {
  const deployments = new Map<string, Map<string, { startMs: number; by: Map<string, LiveRow> }>>();
  return (frame: LiveFrame, processId: string): LiveFrame => {
    const windows = deployments.get(frame.deploymentId) ?? new Map();
    deployments.set(frame.deploymentId, windows);
    const rows = frame.rows.map((row) => {
      const key = `${row.segmentId}/${row.part}/${row.startMs}`;
      const window = windows.get(key) ?? { startMs: row.startMs, by: new Map<string, LiveRow>() };
      windows.set(key, window);
      window.by.set(processId, row);
      return mergeRows([...window.by.values()]);
    });
    for (const [key, { startMs }] of windows) if (startMs < frame.atMs - SETTLED_MS) windows.delete(key);
    if (windows.size === 0) deployments.delete(frame.deploymentId);
    return { ...frame, rows };
  };
}

/**
 * Hears the frames of all collectors of a deployment and says them on the bus of this process, until the
 * returned function is called. Frames of several collectors are merged by their histograms; those of a single
 * one come without.
 */
export function createLiveReceiver(
  link: Pick<Link, "on">,
  heard: Bus,
  { merge }: { merge: boolean },
): (deploymentId: string) => () => void {
  return (deploymentId) => {
    const merged = merge ? createLiveMerger() : (frame: LiveFrame): LiveFrame => frame;
    return link.on(`${SUBJECT}.${deploymentId}.*`, (payload, subject) => {
      const { rows, ...frame }: WireFrame = JSON.parse(Buffer.from(payload).toString());
      const said = {
        ...frame,
        rows: rows.map((row) => ({
          ...row,
          histogram: row.histogram === null ? null : new Uint8Array(Buffer.from(row.histogram, "base64")),
        })),
      };
      heard.live.publish([merged(said, subject.split(".").at(-1) ?? "")]);
    });
  };
}
