import type { Page } from "@playwright/test";
import { followTo } from "./support/follow.ts";
import { ask, mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { openTwin, segmentRow } from "./support/twinPage.ts";
import { isSigned, openWebhook } from "./support/webhook.ts";

const SEGMENT = "Transcoder from s2 to s3";
const ID = "edge-transcode";
const delay = (page: Page) => page.getByRole("switch", { name: "5 ms more in transcoder" });

type Channel = { id: string };
type Deployment = {
  id: string;
  name: string;
  segments: { id: string; plUs: number; dlUs: number; alarm: object | null }[];
};

async function edge(page: Page): Promise<Deployment> {
  const all = await ask<Deployment[]>(page.request, "deployments.list");
  const found = all.find((d) => d.name === "Web edge");
  if (!found) throw new Error("the demo chain is gone");
  return found;
}

test.afterEach(async ({ page }) => {
  await mutate(page.request, "demo.setVnfDelay", { vnf: "transcoder", extraUs: 0 });
  for (const { id } of await ask<Channel[]>(page.request, "notifications.channels.list"))
    await mutate(page.request, "notifications.channels.remove", { id });
  await mutate(page.request, "engines.setHosts", { hosts: [] });
  const { id, segments } = await edge(page);
  const { plUs = 5_000, dlUs = 8_000 } = segments.find((s) => s.id === ID) ?? {};
  const thresholds = { plUs, dlUs, alarm: null };
  await mutate(page.request, "deployments.setThresholds", { id, segmentId: ID, thresholds });
});

test("a slow VNF is told by a signed webhook, looked after, muted, and kept in the audit", async ({
  page,
}) => {
  const receiver = await openWebhook(1);

  // a channel: refused until its private address is allowed, then tested
  await page.goto("/settings?tab=notifications");
  await page.getByRole("button", { name: "Add channel" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Paging");
  await dialog.getByRole("textbox", { name: "Address" }).fill(`http://${receiver.host}/hook`);
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await expect(page.getByRole("dialog", { name: "The secret of the webhook" })).toBeVisible();
  const secret = (await dialog.getByText(/^p4tw_/).textContent()) ?? "";
  expect(secret).toMatch(/^p4tw_[\w-]{43}$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  const sendTest = page.getByRole("button", { name: "Send a test message to Paging" });
  await sendTest.click();
  await expect(page.getByText(/private address 127\.0\.0\.1/).first()).toBeVisible();
  await mutate(page.request, "engines.setHosts", { hosts: [receiver.host] });
  await sendTest.click();
  await expect(page.getByText("The test message was taken")).toBeVisible();
  await expect(page.getByText(/answered 200 OK: "thank you"/).first()).toBeVisible();
  expect(receiver.posted.map((message) => isSigned(message, secret))).toEqual([true]);

  // thresholds with a percentile budget and a quiet time, said in plain words
  await openTwin(page, "Web edge");
  await segmentRow(page, SEGMENT).click();
  await page.getByRole("button", { name: "Set PL, DL and alarm" }).click();
  const thresholds = page.getByRole("dialog", { name: `Thresholds of ${SEGMENT}` });
  for (const [label, value] of Object.entries({
    "Alarm above": "4000",
    "Reset below": "3000",
    "Clear after": "3",
    "Quiet time": "1",
  }))
    await thresholds.getByRole("spinbutton", { name: label, exact: true }).fill(value);
  await thresholds.getByRole("button", { name: "Add budget" }).click();
  await thresholds.getByRole("spinbutton", { name: "Latency of budget 1" }).fill("2500");
  await expect(thresholds).toContainText(
    "in 3 of the last 5 seconds p99 is above 4.00 ms, or p50 is above 2.50 ms",
  );
  await expect(thresholds).toContainText("For 1 s after that no new event opens.");
  await thresholds.getByRole("button", { name: "Set thresholds" }).click();
  await expect(thresholds).toBeHidden();

  // the event names the VNF; the receiver was busy once and gets it again under the same id
  await delay(page).click();
  await expect(delay(page)).toBeChecked();
  await followTo(page, "/events?state=open");
  const row = page
    .getByRole("list", { name: "Events" })
    .getByRole("listitem")
    .filter({ hasText: SEGMENT })
    .first();
  await expect(row).toContainText(/VNF transcoder takes \d+(\.\d+)? ms instead of/);
  await row.getByRole("link", { name: new RegExp(SEGMENT) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Event of ${SEGMENT}` })).toBeVisible();
  const eventId = new URL(page.url()).pathname.split("/").at(-1);
  const told = () => receiver.posted.filter(({ body }) => JSON.parse(body).event?.id === eventId);
  await expect.poll(() => told().length).toBeGreaterThanOrEqual(2);
  expect(new Set(told().map(({ headers }) => headers["p4twin-delivery"])).size).toBe(1);
  expect(told().every((message) => isSigned(message, secret))).toBe(true);
  expect(JSON.parse(told()[1]?.body ?? "")).toMatchObject({
    type: "event.opened",
    event: { segmentId: ID, cause: "vnf", hop: "transcoder" },
  });

  // somebody looks after it, by mistake, and takes that back; then mutes it
  const audit = page.getByRole("list", { name: "Audit" });
  await expect(audit).toContainText(/“opened” to Paging, try 2: 127\.0\.0\.1:\d+ answered 200 OK/);
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(audit).toContainText("Acknowledgement taken back");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(audit.getByText("Acknowledged", { exact: true })).toHaveCount(2);
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  const mute = page.getByRole("dialog", { name: "Mute" });
  await mute.getByRole("textbox", { name: "Why" }).fill("new release of the transcoder");
  await mute.getByRole("button", { name: "Mute segment" }).click();
  await expect(page.getByText(/^Muted until/)).toBeVisible();

  // it closes in silence, and what rises within the quiet time is counted at it
  const state = async () =>
    ask<{ closedAt: string | null; suppressed: number }>(page.request, "events.get", { id: eventId });
  const setDelay = (extraUs: number) =>
    mutate(page.request, "demo.setVnfDelay", { vnf: "transcoder", extraUs });
  // a quiet time that outlasts the test; events of other journeys before it would have fallen into it
  const { id: deploymentId, segments } = await edge(page);
  const now = segments.find((s) => s.id === ID);
  const quiet = { plUs: now?.plUs, dlUs: now?.dlUs, alarm: { ...now?.alarm, quietS: 300 } };
  await mutate(page.request, "deployments.setThresholds", {
    id: deploymentId,
    segmentId: ID,
    thresholds: quiet,
  });
  await setDelay(0);
  await expect.poll(async () => (await state()).closedAt).not.toBeNull();
  await setDelay(5_000);
  await expect.poll(async () => (await state()).suppressed).toBe(1);
  expect(told().some(({ body }) => JSON.parse(body).type === "event.closed")).toBe(false);
  await expect(audit).toContainText("Rose again within the quiet time");

  // the timeline has it in words; the audit of the segment has the thresholds
  await followTo(page, "/events");
  const bar = page
    .getByRole("group", { name: "Events over time" })
    .getByRole("link", { name: new RegExp(`^${SEGMENT}: warning, VNF at transcoder, .*muted$`) });
  await expect(bar.first()).toBeVisible();
  await followTo(page, `/events?view=audit&deployment=${deploymentId}&segment=${ID}`);
  await expect(audit).toContainText(/Thresholds changed by .*p50 at most 2\.50 ms, quiet for 300 s/s);

  // the mute ends, and is undone from its list
  await followTo(page, "/events");
  await page.getByRole("list", { name: "Mutes" }).getByRole("button", { name: "End mute" }).click();
  await expect(page.getByRole("list", { name: "Mutes" })).toBeHidden();
  await receiver.close();
});
