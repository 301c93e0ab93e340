import { z } from "zod";
import { causeText, excessText, latencyText } from "../events/message.ts";
import { eventSchema } from "../events/schema.ts";
import { deliveryWhatSchema } from "./schema.ts";

/** What is kept of a message until it is sent: the event as it was then; null for a test. */
export const payloadSchema = z.object({ what: deliveryWhatSchema, event: eventSchema.nullable() });
export type Payload = z.infer<typeof payloadSchema>;

/** One line: how bad, which segment, what happened. */
export function subjectOf({ what, event }: Payload): string {
  if (!event) return "P4Twin: test message";
  const { severity, segmentName, deploymentName, evidence } = event;
  const head = `P4Twin ${what === "closed" ? "closed" : severity}: ${segmentName} (${deploymentName})`;
  return what === "closed" ? `${head} is within its budget again` : `${head}, ${excessText(evidence)}`;
}

/** Where the event stands in the pages; the product itself for a test. */
export const linkOf = ({ event }: Payload, baseUrl: string): string =>
  event ? `${baseUrl}/events/${event.id}` : `${baseUrl}/settings?tab=notifications`;

/** The message for people: segment, verdict, numbers, link. */
export function textOf(payload: Payload, baseUrl: string): string {
  const { what, event } = payload;
  if (!event)
    return `This is a test message of P4Twin. It was sent by hand and means that this channel works.\n\n${linkOf(payload, baseUrl)}\n`;
  const { evidence } = event;
  const lines = [
    event.message,
    "",
    `Segment:    ${event.segmentName} of ${event.deploymentName}`,
    `Severity:   ${event.severity}`,
    `Cause:      ${causeText(event.cause, evidence)}`,
    `p99:        ${evidence.p99Us === null ? "nothing arrived" : latencyText(evidence.p99Us)}`,
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

/** The document that a webhook gets; the same delivery has the same id, however often it is sent. */
export const webhookBody = (
  deliveryId: string,
  createdAt: string,
  payload: Payload,
  baseUrl: string,
): string =>
  JSON.stringify({
    id: deliveryId,
    type: payload.event ? `event.${payload.what}` : "test",
    createdAt,
    subject: subjectOf(payload),
    link: linkOf(payload, baseUrl),
    event: payload.event,
  });
