import { factsOf, linkOf, type Payload, sentenceOf, subjectOf } from "./payload.ts";

/** Events API v2 by service region (developer.pagerduty.com/docs/events-api-v2). */
const ENDPOINTS = {
  us: "https://events.pagerduty.com/v2/enqueue",
  eu: "https://events.eu.pagerduty.com/v2/enqueue",
} as const;
const SUMMARY_CHARS = 1_024;

type PagerDutyTarget = { routingKey: string; region: keyof typeof ENDPOINTS };

export const pagerDutyUrl = ({ region }: PagerDutyTarget): string => ENDPOINTS[region];

/** What opens and closes the same alert: of a test its delivery. */
function dedupKeyOf({ event, incident, drift }: Payload, deliveryId: string): string {
  if (drift) return `p4twin-drift-${drift.id}`;
  if (incident) return `p4twin-incident-${incident.id}`;
  return event ? `p4twin-event-${event.id}` : `p4twin-test-${deliveryId}`;
}

/** Triggers an alert, brings it up to date, or resolves it. A test triggers one of the severity info. */
export function pagerDutyBody(
  { routingKey }: PagerDutyTarget,
  deliveryId: string,
  payload: Payload,
  baseUrl: string,
): string {
  const { what, event, incident, drift } = payload;
  const link = linkOf(payload, baseUrl);
  const head = { routing_key: routingKey, dedup_key: dedupKeyOf(payload, deliveryId) };
  if (what === "closed") return JSON.stringify({ ...head, event_action: "resolve" });
  return JSON.stringify({
    ...head,
    event_action: "trigger",
    client: "P4Twin",
    client_url: link,
    links: [{ href: link, text: "Open in P4Twin" }],
    payload: {
      summary: subjectOf(payload).slice(0, SUMMARY_CHARS),
      source: event ? `${event.deploymentName} / ${event.segmentName}` : (drift?.switchName ?? "P4Twin"),
      severity: (drift ?? incident ?? event)?.severity ?? "info",
      timestamp: incident?.raisedAt ?? (drift ?? event)?.openedAt,
      component: event?.hop ?? undefined,
      group: event?.deploymentName,
      class: drift ? "drift" : incident ? "incident" : event?.cause,
      custom_details: {
        message: sentenceOf(payload),
        ...Object.fromEntries(factsOf(payload).map(({ label, value }) => [label, value])),
      },
    },
  });
}
