import { goByRail } from "./support/follow.ts";
import { settledUrl } from "./support/settledUrl.ts";
import { expect, test } from "./support/test.ts";
import { openTwin, segmentNumberUs, segmentRow } from "./support/twinPage.ts";

test("the first page shows the demo cloud alive, worst segment first", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const segments = page.getByRole("table", { name: "Segments, worst first" });
  for (const name of ["Firewall at s1", "Transcoder from s2 to s3", "Cache at s4"]) {
    const row = segments.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText(/holds|drifts/);
    // observed, predicted and the difference stand beside each other
    await expect(row).toContainText(/\d ?± ?\d|\d ?\(\d/);
    await expect(row).toContainText(/[+−-]\d+(\.\d+)? %/);
  }
  await expect(page.getByRole("link", { name: /Reports/ }).filter({ hasText: /\/s/ })).toBeVisible();

  await segments.getByRole("link", { name: "Firewall at s1" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Web edge" })).toBeVisible();
});

test("the twin moves: live latency against PL and DL, predicted beside observed", async ({ page }) => {
  await openTwin(page, "Web edge");
  await expect(page.getByRole("status").filter({ hasText: "live" })).toBeVisible();

  const row = segmentRow(page, "Firewall at s1");
  await expect(row).toContainText(/holds|drifts/);
  const observed = await segmentNumberUs(page, "Firewall at s1", /^p50/);
  const predicted = await segmentNumberUs(page, "Firewall at s1", /^Predicted mean/);
  expect(observed).toBeGreaterThan(100);
  expect(predicted).toBeGreaterThan(100);
  expect(await segmentNumberUs(page, "Firewall at s1", /^PL/)).toBe(12_000);
  expect(await segmentNumberUs(page, "Firewall at s1", /^DL/)).toBe(15_000);

  // at least twice a second something new is drawn: the newest second of the chart's own words goes on
  const cursor = page.getByRole("slider", { name: "Latency of Firewall at s1, time cursor" });
  const newest = async () => Number(await cursor.getAttribute("aria-valuenow"));
  await expect.poll(newest).toBeGreaterThan(0);
  const first = await newest();
  await expect.poll(newest).toBeGreaterThan(first + 2);
  await expect(cursor).toHaveAttribute("aria-valuetext", /p50 \d.*p99 \d/);

  // the numbers behind the chart, and the chart again
  const showTable = page.getByRole("button", { name: "Show table" }).first();
  await showTable.click();
  await expect(
    page.getByRole("table", { name: "Latency of Firewall at s1" }).getByRole("row"),
  ).not.toHaveCount(0);
  await page.getByRole("button", { name: "Show chart" }).click();
  await expect(cursor.locator("canvas")).toBeVisible();

  // hop by hop, as a table for whoever does not see the bars
  const breakdown = page
    .getByRole("figure")
    .filter({ has: page.getByRole("img", { name: /^Delay of Firewall at s1/ }) });
  await expect(breakdown.getByRole("img")).toHaveAccessibleName(/predicted/);
});

test("the chart survives leaving live and coming back", async ({ page }) => {
  await openTwin(page, "Video cache");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("status").filter({ hasText: "stored range" })).toBeVisible();
  await settledUrl(page, /from=\d+.*to=\d+/);
  await page.getByRole("button", { name: "Go live" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^live$/ })).toBeVisible();
  await settledUrl(page, /^((?!from=).)*$/);
  await page.goBack();
  await expect(page.getByRole("status").filter({ hasText: "stored range" })).toBeVisible();
});

test("demo objects are ordinary ones: open, change, delete, undo", async ({ page }) => {
  await page.goto("/programs");
  await page.getByRole("link", { name: "vxlan_decap.p4" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "vxlan_decap.p4" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save as new version" })).toBeVisible();

  await goByRail(page, "Programs");
  const programs = page.getByRole("table", { name: "programs" });
  await page.getByRole("button", { name: "Remove vxlan_decap.p4" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove program" }).click();
  await expect(programs.getByRole("link", { name: "vxlan_decap.p4" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(programs.getByRole("link", { name: "vxlan_decap.p4" })).toBeVisible();
});
