import type { Page } from "@playwright/test";
import { calmDemo, type Deployment, deploymentNamed } from "./support/demoCloud.ts";
import { openExporter, reportsOf } from "./support/exporter.ts";
import { followTo } from "./support/follow.ts";
import { ask } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { openTwin, segmentNumberUs, segmentRow } from "./support/twinPage.ts";

const SEGMENT = "Firewall at s1";
/** Segment, what is wrong, the hop to blame with its numbers. */
const CAUSE =
  /Firewall at s1: (p99 .* is above|\d+ % of its packets dropped).*; queueing at s1 takes \d+(\.\d+)? ms instead of/;
const congestion = (page: Page) => page.getByRole("switch", { name: "Congestion at s1" });

async function setThresholds(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole("button", { name: "Set PL, DL and alarm" }).click();
  const dialog = page.getByRole("dialog", { name: `Thresholds of ${SEGMENT}` });
  for (const [label, value] of Object.entries(values))
    await dialog.getByRole("spinbutton", { name: label, exact: true }).fill(value);
  await dialog.getByRole("button", { name: "Set thresholds" }).click();
  await expect(dialog).toBeHidden();
}

const pass = (nodeId: number, latencyUs: number) => ({ nodeId, ingressPort: 1, egressPort: 2, latencyUs });
/** Reports of a path over two switches, of which the second one takes so long. */
const pathOf = (secondUs: number) =>
  reportsOf(
    {
      flows: [
        {
          ...{ src: "10.79.0.1", dst: "10.79.0.2", proto: 17, srcPort: 1, dstPort: 2, weight: 1 },
          hops: [{ ...pass(85, 40), nextUs: 5 }, pass(86, secondUs)],
        },
      ],
    },
    5_000,
  );

test("the twin of a path that is heard, without any model, names the hop that grows", async ({ page }) => {
  const exporter = await openExporter("127.0.3.4");
  let reports = pathOf(60);
  let sent = 0;
  const sending = setInterval(() => {
    void exporter.send(reports.slice(sent, sent + 5));
    sent = (sent + 5) % (reports.length - 5);
  }, 100);
  try {
    await page.goto("/telemetry/paths");
    await page.getByRole("button", { name: "Create twin of 85 → 86" }).click();
    await page
      .getByRole("dialog", { name: "Create twin" })
      .getByRole("button", { name: "Create twin" })
      .click();
    await expect(segmentRow(page, "Whole path")).toBeVisible();
    await expect.poll(() => segmentNumberUs(page, "Whole path", /^p99 [µm]?s$/)).toBeLessThan(200);
    // the usual is learnt from calm seconds
    await page.waitForTimeout(15_000);
    reports = pathOf(9_000);
    await expect(segmentRow(page, "Whole path")).toContainText("violated");
    await followTo(page, "/events");
    await expect(
      page
        .getByRole("list", { name: "Events" })
        .getByRole("listitem")
        .filter({ hasText: "Whole path" })
        .first(),
    ).toContainText(/Whole path: p99 9\.\d+ ms is above 5\.00 ms; .*s86 takes 9\.00 ms instead of 60\.0 µs/);
  } finally {
    clearInterval(sending);
    await exporter.close();
  }
});

let before: Deployment;
test.beforeEach(async ({ page }) => {
  before = await deploymentNamed(page.request, "Web edge");
});
test.afterEach(async ({ page }) => calmDemo(page.request, before));

test("PL above DL is refused with the reason", async ({ page }) => {
  await openTwin(page, "Web edge");
  await page.getByRole("button", { name: "Set PL, DL and alarm" }).click();
  const dialog = page.getByRole("dialog", { name: `Thresholds of ${SEGMENT}` });
  await dialog.getByRole("spinbutton", { name: "PL", exact: true }).fill("20000");
  await expect(dialog.getByRole("alert")).toContainText("PL must be at most DL");
  await expect(dialog.getByRole("button", { name: "Set thresholds" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("congestion raises p99 and an event that names segment and hop; a lower PL clears it", async ({
  page,
}) => {
  await openTwin(page, "Web edge");
  await expect(segmentRow(page, SEGMENT)).toContainText(/holds|drifts/);
  const calm = (await segmentNumberUs(page, SEGMENT, /^p99 [µm]?s$/)) ?? Number.NaN;
  expect(calm).toBeLessThan(6_000);

  await congestion(page).click();
  await expect(congestion(page)).toBeChecked();
  await expect(segmentRow(page, SEGMENT)).toContainText("violated");
  // the control is at the foot of the page
  await page.getByRole("main").evaluate((main) => main.scrollTo(0, 0));
  // one verdict on the first screen: what, where, and the chart under it
  await expect(page.getByText(new RegExp(`^${SEGMENT}: network problem, .* at s1\\.$`))).toBeInViewport();
  await expect(page.getByRole("slider", { name: `Latency of ${SEGMENT}, time cursor` })).toBeInViewport();
  await expect(page.locator("[data-ruling]")).toContainText(/network problem: .* at s1/i);
  await expect(page.getByRole("button", { name: /the culprit/ })).toHaveCount(1);
  await expect.poll(() => segmentNumberUs(page, SEGMENT, /^p99 [µm]?s$/)).toBeGreaterThan(2 * calm);

  // the bell and the list tell the same: segment, hop, evidence
  await page.getByRole("button", { name: /Alerts: .*open/ }).click();
  await expect(page.getByRole("list", { name: "Events" }).getByRole("listitem").first()).toContainText(CAUSE);
  await page.getByRole("link", { name: "All events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Events" })).toBeVisible();
  const event = page
    .getByRole("list", { name: "Events" })
    .getByRole("listitem")
    .filter({ hasText: SEGMENT })
    .first();
  await expect(event).toContainText("open");
  await expect(event).toContainText(CAUSE);
  await event.getByRole("button", { name: "Show evidence" }).click();
  await expect(event.getByRole("table", { name: "Elements while the alarm rose" })).toContainText("firewall");
  await expect(event).toContainText(/s1 causes \d+(\.\d+)? % of the excess latency/);
  await event.getByRole("button", { name: "Acknowledge" }).click();
  await expect(event).toContainText("acknowledged");

  // packets over 8 ms now get priority: the tail goes, with the congestion still on
  await openTwin(page, "Web edge");
  await setThresholds(page, {
    PL: "8000",
    DL: "15000",
    "Alarm above": "10000",
    "Reset below": "9500",
    "Clear after": "3",
  });
  await expect.poll(() => segmentNumberUs(page, SEGMENT, /^PL/)).toBe(8_000);
  await followTo(page, "/events?state=all");
  await expect(event).toContainText("closed");
  const open = await ask<{ segmentId: string }[]>(page.request, "events.list", { open: true });
  expect(open.filter((e) => e.segmentId === "edge-firewall")).toEqual([]);
  // the event is over, and with it the verdict
  type Row = { segmentId: string; verdict: string };
  const verdict = async () => {
    const rows = await ask<Row[]>(page.request, "twin.overview");
    return rows.find((row) => row.segmentId === "edge-firewall")?.verdict;
  };
  // the server hears of the end a moment after the judge has written it
  await expect.poll(verdict, { timeout: 20_000 }).not.toBe("violated");
  await openTwin(page, "Web edge");
  await expect(congestion(page)).toBeChecked();

  // who changed it is on record
  await page.getByRole("button", { name: "Set PL, DL and alarm" }).click();
  await expect(page.getByRole("region", { name: "Earlier changes" })).toContainText(
    /PL 12(\.0)? ms → 8(\.00)? ms/,
  );
});
