import type { FlowLoss, FlowStep } from "@p4twin/ui/charts";
import { undecodableWords, unmatchedWords } from "./reasonWords.ts";
import type { ExporterState } from "./useTelemetry.ts";

const losses = (byReason: Record<string, number>, words: (code: string) => string): FlowLoss[] =>
  Object.entries(byReason)
    .sort(([, a], [, b]) => b - a)
    .map(([code, count]) => ({ reason: words(code), count }));

/** What was left out before decoding, by what the owner has set and by a full queue. */
const leftOut = (
  e: Pick<ExporterState, "limited" | "sampledOut" | "sampleOneIn" | "queueDropped">,
): FlowLoss[] => [
  { reason: "beyond the rate set for this exporter", count: e.limited },
  { reason: `left out by sampling one in ${e.sampleOneIn}`, count: e.sampledOut },
  { reason: "dropped: this exporter had the most datagrams waiting", count: e.queueDropped },
];

/** Datagrams of an exporter: arrived = left out + received, received = readable + each reason why not. */
export const datagramFlow = (
  e: Pick<
    ExporterState,
    | "arrived"
    | "limited"
    | "sampledOut"
    | "sampleOneIn"
    | "queueDropped"
    | "received"
    | "decoded"
    | "undecodableByReason"
  >,
): FlowStep[] => [
  // a step at which nothing ever falls out would only repeat the number
  ...(e.arrived > e.received
    ? [{ id: "arrived", label: "Datagrams arrived", count: e.arrived, losses: leftOut(e) }]
    : []),
  {
    id: "received",
    label: "Datagrams received",
    count: e.received,
    losses: losses(e.undecodableByReason, undecodableWords),
  },
  { id: "decoded", label: "Datagrams decoded", count: e.decoded, losses: [] },
];

/** Reports of an exporter (a datagram may hold several): reports = matched + each reason why not + what waits. */
export const reportFlow = (
  e: Pick<ExporterState, "reports" | "matched" | "waiting" | "unmatchedByReason">,
): FlowStep[] => [
  {
    id: "reports",
    label: "Reports in them",
    count: e.reports,
    losses: [
      ...losses(e.unmatchedByReason, unmatchedWords),
      ...(e.waiting > 0
        ? [{ reason: "postcards that wait for the others of their packet", count: e.waiting }]
        : []),
    ],
  },
  { id: "matched", label: "Reports matched", count: e.matched, losses: [] },
];

/** Windows of all exporters: received = stored + already stored + given up + waiting. */
export function windowFlow(w: {
  received: number;
  stored: number;
  duplicates: number;
  dropped: number;
  queued: number;
}): FlowStep[] {
  return [
    {
      id: "windows",
      label: "Windows closed",
      count: w.received,
      losses: [
        { reason: "waiting to be written", count: w.queued },
        { reason: "stored already (sent twice)", count: w.duplicates },
        { reason: "given up: the database refused them", count: w.dropped },
      ],
    },
    { id: "stored", label: "Windows stored", count: w.stored, losses: [] },
  ];
}
