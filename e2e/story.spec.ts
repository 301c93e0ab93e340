import { join } from "node:path";
import type { Page } from "@playwright/test";
import { calmDemo, type Deployment, deploymentNamed } from "./support/demoCloud.ts";
import { ask, mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { segmentRow } from "./support/twinPage.ts";

const FOLDER = join("test-results", "story");
const SEGMENT = "Firewall at s1";
const SEGMENT_ID = "edge-firewall";
/**
 * What shortens the story: an alarm after two windows instead of three, cleared after two, and verdicts over
 * 15 s instead of 60.
 */
const ALARM = {
  triggerUs: 4_000,
  resetUs: 3_500,
  raiseAfter: 2,
  outOf: 3,
  clearAfter: 2,
  budgets: [],
  quietS: 0,
};
const VERDICT_S = 15;
/** Packets under way when a switch of the demo cloud is thrown are gone after this. */
const SETTLED_MS = 2_000;

type Event = { segmentId: string; message: string; closedAt: string | null };
let before: Deployment;

const picture = (page: Page, name: string) =>
  page.screenshot({ path: join(FOLDER, `${name}.png`), animations: "disabled" });

/** The newest event of the segment. */
const newestEvent = async (page: Page): Promise<Event | undefined> =>
  (await ask<Event[]>(page.request, "events.list", { deploymentId: before.id })).find(
    (e) => e.segmentId === SEGMENT_ID,
  );

/** A time as the field of a range takes it. */
const localTime = (ms: number): string =>
  new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

test.use({ viewport: { width: 1280, height: 1480 }, colorScheme: "light" });

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  before = await deploymentNamed(page.request, "Web edge");
  await calmDemo(page.request, null);
  await page.close();
});

test.afterAll(async ({ browser }) => {
  const page = await browser.newPage();
  await calmDemo(page.request, before);
  await page.close();
});

test("calm, congestion, a slow VNF, drift, refit, and the model holds again", async ({ page }) => {
  await mutate(page.request, "deployments.setThresholds", {
    id: before.id,
    segmentId: SEGMENT_ID,
    thresholds: { plUs: 12_000, dlUs: 15_000, alarm: ALARM },
  });
  const twin = `/twin/${before.id}?span=${VERDICT_S}&segment=${SEGMENT_ID}`;
  await page.goto(twin);
  const toggle = (name: string) => page.getByRole("switch", { name });
  let slowSinceMs = 0;
  const ruling = page.locator("[data-ruling]");

  await test.step("calm: the model holds", async () => {
    await expect(segmentRow(page, SEGMENT)).toContainText("holds");
    await expect(ruling).toHaveText(/model holds: observed .* predicted/i);
    await picture(page, "1-calm");
  });

  await test.step("congestion: the event names queueing at s1", async () => {
    await toggle("Congestion at s1").click();
    await expect(segmentRow(page, SEGMENT)).toContainText("violated");
    await expect.poll(async () => (await newestEvent(page))?.message).toMatch(/queueing at s1 takes/);
    await picture(page, "2-congestion");
    await toggle("Congestion at s1").click();
  });

  await test.step("the VNF slows down: the event names it", async () => {
    await expect.poll(async () => (await newestEvent(page))?.closedAt ?? null).not.toBeNull();
    await toggle("5 ms more in firewall").click();
    await expect.poll(async () => (await newestEvent(page))?.message).toMatch(/firewall takes/);
    await expect(ruling).toContainText(/firewall takes/);
    await picture(page, "3-vnf");
    await toggle("5 ms more in firewall").click();
  });

  await test.step("the device slows down: the model drifts", async () => {
    await toggle("Slower t4p4s").click();
    slowSinceMs = Date.now() + SETTLED_MS;
    await expect(segmentRow(page, SEGMENT)).toContainText("drifts");
    await expect(ruling).toHaveText(/model drifts: .*; s1 takes .*, predicted/i);
    await picture(page, "4-drift");
  });

  await test.step("refit: proposed beside published, stored and used", async () => {
    await page.getByRole("link", { name: "Refit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Refit a profile" })).toBeVisible();
    await page.getByLabel("From", { exact: true }).fill(localTime(slowSinceMs));
    await expect(page.getByRole("table", { name: "Proposed coefficients" })).toBeVisible();
    await picture(page, "5-refit");
    await page.getByRole("button", { name: "Store as t4p4s-refit and use it here" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Web edge" })).toBeVisible();
    await page.goto(twin);
  });

  await test.step("the model holds again", async () => {
    await expect(segmentRow(page, SEGMENT)).toContainText("holds");
    await picture(page, "6-holds-again");
  });
});
