import { latencyText } from "@p4twin/models/core";
import { z } from "zod";
import { type Incident, incidentSchema } from "../cluster/incident.ts";
import { causeText, excessText } from "../events/message.ts";
import { segmentEventSchema } from "../events/schema.ts";
import { idSchema, instantSchema, severitySchema } from "../shared/schemas.ts";
import { deliveryWhatSchema } from "./schema.ts";

/** A switch that holds other than what is intended, from when it was seen until it was over. */
export const switchDriftSchema = z.object({
  id: idSchema,
  switchId: idSchema,
  switchName: z.string(),
  severity: severitySchema,
  /** how it differs, in words */
  text: z.string(),
  openedAt: instantSchema,
  closedAt: instantSchema.nullable(),
});
type SwitchDrift = z.infer<typeof switchDriftSchema>;

/** What is kept of a message until it is sent: event, incident or drift as it was then; none of them for a test. */
export const payloadSchema = z.object({
  what: deliveryWhatSchema,
  // what waited from before there were other kinds has none
  event: segmentEventSchema.extend({ kind: z.literal("latency").default("latency") }).nullable(),
  incident: incidentSchema.nullable().default(null),
  drift: switchDriftSchema.nullable().default(null),
});
export type Payload = z.infer<typeof payloadSchema>;

/** One line: how bad, which segment, what happened. */
export function subjectOf({ what, event, incident, drift }: Payload): string {
  if (drift)
    return what === "closed"
      ? `P4Twin closed: ${drift.switchName} holds what is intended`
      : `P4Twin ${drift.severity}: ${drift.switchName} has left its intent`;
  if (incident)
    return what === "closed"
      ? `P4Twin cleared: ${incident.title}`
      : `P4Twin ${incident.severity}: ${incident.title}`;
  if (!event) return "P4Twin: test message";
  const { severity, segmentName, deploymentName, evidence } = event;
  const head = `P4Twin ${what === "closed" ? "closed" : severity}: ${segmentName} (${deploymentName})`;
  return what === "closed" ? `${head} is within its budget again` : `${head}, ${excessText(evidence)}`;
}

/** Its page; the settings for a test. */
export function linkOf({ event, incident, drift }: Payload, baseUrl: string): string {
  if (drift) return `${baseUrl}/events/${drift.id}`;
  if (incident) return `${baseUrl}/system?incident=${incident.id}`;
  return event ? `${baseUrl}/events/${event.id}` : `${baseUrl}/settings?tab=notifications`;
}

/** One line a fact: what a chat or a pager shows beside the message. */
export function factsOf({ event, incident, drift }: Payload): { label: string; value: string }[] {
  if (drift)
    return [
      { label: "Switch", value: drift.switchName },
      { label: "Severity", value: drift.severity },
      { label: "Since", value: drift.openedAt },
      ...(drift.closedAt ? [{ label: "Closed", value: drift.closedAt }] : []),
    ];
  if (incident)
    return [
      { label: "Severity", value: incident.severity },
      { label: "Since", value: incident.raisedAt },
      ...(incident.clearedAt ? [{ label: "Cleared", value: incident.clearedAt }] : []),
      ...incident.evidence,
    ];
  if (!event) return [];
  const { evidence } = event;
  return [
    { label: "Segment", value: `${event.segmentName} of ${event.deploymentName}` },
    { label: "Severity", value: event.severity },
    { label: "Cause", value: causeText(event.cause, evidence) },
    { label: "p99", value: evidence.p99Us === null ? "no packets arrived" : latencyText(evidence.p99Us) },
    { label: "PL, DL", value: `${latencyText(evidence.plUs)}, ${latencyText(evidence.dlUs)}` },
    { label: "Dropped", value: `${evidence.dropped} of ${evidence.count + evidence.dropped} packets` },
    { label: "Opened", value: event.openedAt },
    ...(event.closedAt ? [{ label: "Closed", value: event.closedAt }] : []),
  ];
}

/** The sentence of the message; of a test, what it is. */
export const sentenceOf = ({ event, incident, drift }: Payload): string =>
  drift?.text ??
  incident?.cause ??
  event?.message ??
  "This is a test message from P4Twin, sent by hand. If you can read it, the channel works.";

/** The message for people: segment, verdict, numbers, link. */
export function textOf(payload: Payload, baseUrl: string): string {
  const { what, event, incident, drift } = payload;
  if (drift) return driftText(payload, drift, linkOf(payload, baseUrl));
  if (incident) return incidentText(what, incident, linkOf(payload, baseUrl));
  if (!event)
    return `This is a test message from P4Twin, sent by hand. If you can read it, the channel works.\n\n${linkOf(payload, baseUrl)}\n`;
  const { evidence } = event;
  const lines = [
    event.message,
    "",
    `Segment:    ${event.segmentName} of ${event.deploymentName}`,
    `Severity:   ${event.severity}`,
    `Cause:      ${causeText(event.cause, evidence)}`,
    `p99:        ${evidence.p99Us === null ? "no packets arrived" : latencyText(evidence.p99Us)}`,
    `Alarm:      above ${latencyText(evidence.triggerUs)}, clears below ${latencyText(evidence.resetUs)}`,
    `PL, DL:     ${latencyText(evidence.plUs)}, ${latencyText(evidence.dlUs)}`,
    `Packets:    ${evidence.count} in the window, ${evidence.abovePl} above PL, ${evidence.aboveDl} above DL, ${evidence.dropped} dropped`,
    `Opened:     ${event.openedAt}`,
    ...(event.closedAt ? [`Closed:     ${event.closedAt}`] : []),
  ];
  const elements = evidence.elements.flatMap((e) =>
    e.meanUs === null
      ? []
      : [
          `  ${e.label} (${e.kind}): ${latencyText(e.meanUs)}${e.usualUs === null ? "" : `, usually ${latencyText(e.usualUs)}`}`,
        ],
  );
  const hops = elements.length > 0 ? ["", "Hop by hop:", ...elements] : [];
  return [`Event ${what}.`, "", ...lines, ...hops, "", linkOf(payload, baseUrl), ""].join("\n");
}

function driftText(payload: Payload, { text }: SwitchDrift, link: string): string {
  const facts = factsOf(payload).map(({ label, value }) => `${`${label}:`.padEnd(12)}${value}`);
  return [`${subjectOf(payload)}.`, "", text, "", ...facts, "", link, ""].join("\n");
}

function incidentText(what: Payload["what"], incident: Incident, link: string): string {
  const lines = [
    `${incident.title}.`,
    incident.cause,
    "",
    `Severity:   ${incident.severity}`,
    `Since:      ${incident.raisedAt}`,
    ...(incident.clearedAt ? [`Cleared:    ${incident.clearedAt}`] : []),
    ...incident.evidence.map(({ label, value }) => `${`${label}:`.padEnd(12)}${value}`),
  ];
  return [`P4Twin incident ${whatWord(what)}.`, "", ...lines, "", link, ""].join("\n");
}
const whatWord = (what: Payload["what"]): string => (what === "closed" ? "cleared" : what);

function typeOf({ what, event, incident, drift }: Payload): string {
  if (drift) return `drift.${what}`;
  if (incident) return `incident.${whatWord(what)}`;
  return event ? `event.${what}` : "test";
}

/** The document that a webhook gets; the same delivery has the same id, however often it is sent. */
export const webhookBody = (
  deliveryId: string,
  createdAt: string,
  payload: Payload,
  baseUrl: string,
): string =>
  JSON.stringify({
    id: deliveryId,
    type: typeOf(payload),
    createdAt,
    subject: subjectOf(payload),
    link: linkOf(payload, baseUrl),
    event: payload.event,
    ...(payload.incident && { incident: payload.incident }),
    ...(payload.drift && { drift: payload.drift }),
  });
