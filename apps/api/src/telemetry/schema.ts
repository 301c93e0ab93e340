import { z } from "zod";

const byReason = z.record(z.string(), z.number());

export const exporterSchema = z.object({
  address: z.string(),
  label: z.string().nullable(),
  received: z.number(),
  decoded: z.number(),
  undecodable: z.number(),
  undecodableByReason: byReason,
  reports: z.number(),
  matched: z.number(),
  unmatched: z.number(),
  unmatchedByReason: byReason,
  droppedPackets: z.number(),
  sequenceGaps: z.number(),
  late: z.number(),
  formats: z.array(z.string()),
  nodeIds: z.array(z.number()),
  firstHeardMs: z.number(),
  lastHeardMs: z.number(),
  lastBad: z.object({ atMs: z.number(), reason: z.string(), length: z.number(), hex: z.string() }).nullable(),
});

/** Where every datagram and window went. windows received = stored + duplicates + dropped + queued. */
export const telemetryStateSchema = z.object({
  atMs: z.number(),
  source: z.enum(["recvmmsg", "dgram"]),
  host: z.string(),
  ports: z.array(
    z.object({ port: z.number(), requestedBufferBytes: z.number(), grantedBufferBytes: z.number() }),
  ),
  kernelDropped: z.number().nullable(),
  refused: z.number(),
  reportsPerS: z.number(),
  watchers: z.number(),
  writer: z.object({
    received: z.number(),
    stored: z.number(),
    duplicates: z.number(),
    dropped: z.number(),
    queued: z.number(),
    failures: z.number(),
    /** a process before this one was killed: its last sign, and the closed windows that it left to be stored */
    interruption: z.object({ lastSignMs: z.number(), rows: z.number() }).nullable(),
  }),
  exporters: z.array(exporterSchema),
});
export type TelemetryState = z.infer<typeof telemetryStateSchema>;
