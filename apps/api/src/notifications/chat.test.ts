import { describe, expect, it } from "vitest";
import type { SegmentEvent } from "../events/schema.ts";
import { slackBody, teamsBody } from "./chat.ts";
import { pagerDutyBody, pagerDutyUrl } from "./pagerDuty.ts";
import type { Payload } from "./payload.ts";
import { targetSchema } from "./schema.ts";

const BASE = "https://p4twin.example.org";
const event: SegmentEvent = {
  kind: "latency",
  lastDataAt: null,
  ...{ id: "0190a000-0000-7000-8000-000000000001", deploymentId: "0190a000-0000-7000-8000-000000000002" },
  ...{
    deploymentName: "Web <edge> & co",
    segmentId: "s",
    segmentName: "Firewall at s1",
    severity: "critical",
  },
  ...{ cause: "queueing", message: "Firewall at s1: p99 11.2 ms is above 5.00 ms", hop: "s1" },
  evidence: {
    ...{ p99Us: 11_204, triggerUs: 5_000, resetUs: 4_000, plUs: 5_000, dlUs: 9_000, count: 990, abovePl: 40 },
    ...{ aboveDl: 20, dropped: 10, sequenceGaps: 0, budgets: [], missing: [], added: [], elements: [] },
    blame: { label: "s1", kind: "switch", excessUs: 9_000, meanUs: 9_500, usualUs: 500, shareOfExcess: 0.9 },
  },
  ...{ openedAt: "2026-01-01T12:00:00.000Z", closedAt: null, acknowledgedAt: null, acknowledgedBy: null },
  ...{ muted: null, suppressed: 0 },
};
const opened: Payload = { what: "opened", event, incident: null, drift: null };
const test: Payload = { what: "test", event: null, incident: null, drift: null };
const link = `${BASE}/events/${event.id}`;
const target = { routingKey: "0123456789abcdef0123456789abcdef", region: "eu" as const };
const DELIVERY = "0190a000-0000-7000-8000-000000000009";

describe("Slack", () => {
  it("gets text and blocks, in which nothing of ours is markup or a mention", () => {
    const { text, blocks } = JSON.parse(slackBody(opened, BASE));
    expect(text).toContain("Web &lt;edge&gt; &amp; co");
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual([
      "header",
      "section",
      "section",
      "section",
    ]);
    expect(blocks[0].text).toEqual({ type: "plain_text", text: expect.stringContaining("Firewall at s1") });
    expect(blocks[2].fields.length).toBeLessThanOrEqual(10);
    expect(blocks[2].fields).toContainEqual({ type: "mrkdwn", text: "*p99*\n11.2 ms" });
    expect(blocks[3].text.text).toBe(`<${link}|Open in P4Twin>`);
  });

  it("gets no text that is longer than its blocks may be", () => {
    const long: Payload = {
      ...opened,
      event: { ...event, segmentName: "x".repeat(400), message: "y".repeat(5_000) },
    };
    const { blocks } = JSON.parse(slackBody(long, BASE));
    expect(blocks[0].text.text).toHaveLength(150);
    expect(blocks[1].text.text).toHaveLength(3_000);
  });
});

it("Teams gets an Adaptive Card in a message", () => {
  const { type, attachments } = JSON.parse(teamsBody(opened, BASE));
  expect(type).toBe("message");
  const [{ contentType, content }] = attachments;
  expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
  expect(content.body[2].facts).toContainEqual({ title: "Severity", value: "critical" });
  expect(content.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in P4Twin", url: link }]);
  expect(JSON.parse(teamsBody(test, BASE)).attachments[0].content.body).toHaveLength(2);
});

describe("PagerDuty", () => {
  const bodyOf = (payload: Payload) => JSON.parse(pagerDutyBody(target, DELIVERY, payload, BASE));

  it("an event triggers an alert with the event's severity, hop and numbers", () => {
    expect(pagerDutyUrl(target)).toBe("https://events.eu.pagerduty.com/v2/enqueue");
    expect(bodyOf(opened)).toMatchObject({
      ...{ routing_key: target.routingKey, event_action: "trigger", dedup_key: `p4twin-event-${event.id}` },
      links: [{ href: link }],
      payload: {
        ...{
          severity: "critical",
          component: "s1",
          class: "queueing",
          source: "Web <edge> & co / Firewall at s1",
        },
        ...{ timestamp: event.openedAt, custom_details: { p99: "11.2 ms", Dropped: "10 of 1000 packets" } },
      },
    });
  });

  it("its closing resolves the same alert, a change brings it up to date, a test is of the severity info", () => {
    const { dedup_key } = bodyOf(opened);
    expect(bodyOf({ ...opened, what: "closed" })).toEqual({
      ...{ routing_key: target.routingKey, dedup_key, event_action: "resolve" },
    });
    expect(bodyOf({ ...opened, what: "changed" })).toMatchObject({ dedup_key, event_action: "trigger" });
    expect(bodyOf(test)).toMatchObject({
      dedup_key: `p4twin-test-${DELIVERY}`,
      payload: { severity: "info" },
    });
  });

  it("its routing key is checked, and the region is the US unless it is said", () => {
    const { routingKey } = target;
    expect(targetSchema.parse({ kind: "pagerduty", routingKey })).toEqual({
      kind: "pagerduty",
      routingKey,
      region: "us",
    });
    expect(targetSchema.safeParse({ kind: "pagerduty", routingKey: "x" }).success).toBe(false);
  });
});
