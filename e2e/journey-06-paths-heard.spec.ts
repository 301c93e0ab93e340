import { readFileSync } from "node:fs";
import { openExporter, reportsOf } from "./support/exporter.ts";
import { expect, test } from "./support/test.ts";
import { segmentNumberUs, segmentRow } from "./support/twinPage.ts";

const hop = (nodeId: number, ingressPort: number, egressPort: number, latencyUs: number) => ({
  ...{ nodeId, ingressPort, egressPort, latencyUs },
});
const scenario = (middleUs: number) => ({
  flows: [
    {
      ...{ src: "10.61.0.1", dst: "10.61.0.2", proto: 17 as const, srcPort: 43_000, dstPort: 45_000 },
      hops: [hop(611, 1, 2, 120), hop(612, 3, 4, middleUs), hop(613, 5, 6, 90)],
    },
  ],
});
const CALM_US = 120 + 80 + 90;

test("a path that is heard becomes a twin in two clicks, and shows what arrives", async ({ page }) => {
  const exporter = await openExporter("127.0.6.1");
  await exporter.send(reportsOf(scenario(80), 60));

  await page.goto("/telemetry");
  await page.getByRole("link", { name: "Paths heard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Paths heard" })).toBeVisible();
  const live = page.getByRole("table", { name: "Paths heard live" });
  const row = live.getByRole("row").filter({ hasText: exporter.address });
  await expect(row).toContainText("611 → 612 → 613");
  await expect(row).toContainText("1:2 → 3:4 → 5:6");
  await expect(row).toContainText("10.61.0.1:43000 → 10.61.0.2:45000");

  // one: the path; two: everything that the dialog has filled in
  await row.getByRole("button", { name: /Create twin/ }).click();
  const dialog = page.getByRole("dialog", { name: "Create twin" });
  await expect(dialog).toContainText("611 → 612 → 613");
  await dialog.getByRole("button", { name: "Create twin" }).click();

  const name = `${exporter.address}: 611-612-613`;
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(async () => {
    await exporter.send(reportsOf(scenario(80), 40));
    await expect(segmentRow(page, "Whole path")).toContainText(/holds|no prediction/, { timeout: 500 });
  }).toPass();
  const p50 = await segmentNumberUs(page, "Whole path", /^p50/);
  expect(Math.abs((p50 ?? 0) - CALM_US)).toBeLessThan(0.015 * CALM_US);
  const chain = page.getByRole("group", { name: /^Chain / });
  await expect(chain).toContainText("s612");
  // nothing was invented between two switches
  await expect(chain).not.toContainText("VNF");

  // the path is bound now: the list leads to its twin
  await page.goto("/telemetry/paths");
  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await exporter.close();
});

test("the path in a capture of real switches becomes a twin that begins with its windows", async ({
  page,
}) => {
  await page.goto("/telemetry/captures");
  await page.getByLabel("Choose a capture").setInputFiles({
    name: "onos.pcap",
    mimeType: "application/vnd.tcpdump.pcap",
    buffer: readFileSync("packages/models/src/telemetry/fixtures/switches/onos-calm.pcap"),
  });
  await expect(page.getByRole("heading", { level: 1, name: "onos.pcap" })).toBeVisible();
  const row = page
    .getByRole("table", { name: "Paths in this capture" })
    .getByRole("row")
    .filter({ hasText: "1001 → 1002 → 1003" });
  await expect(row).toContainText("µs");
  await row.getByRole("button", { name: /Create twin/ }).click();
  await page
    .getByRole("dialog", { name: "Create twin" })
    .getByRole("button", { name: "Create twin" })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /1001-1002-1003$/ })).toBeVisible();
  await expect(segmentRow(page, "Whole path")).toContainText(/holds|no prediction/);
  // microseconds, not a thousandth of them
  const p50 = await segmentNumberUs(page, "Whole path", /^p50/);
  expect(p50 ?? 0).toBeGreaterThan(200);
});

test("a node is named in the inventory, by its exporter and id", async ({ page }) => {
  const exporter = await openExporter("127.0.6.2");
  await exporter.send(reportsOf(scenario(80), 30));
  await page.goto("/telemetry/paths");
  await page.getByRole("link", { name: "Name nodes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nodes" })).toBeVisible();
  const field = page.getByRole("textbox", { name: `Name of node 612 of ${exporter.address}` });
  await field.fill("spine-1");
  await field.press("Enter");
  await page.goto("/telemetry/paths");
  const live = page.getByRole("table", { name: "Paths heard live" });
  await expect(live.getByRole("row").filter({ hasText: exporter.address })).toContainText(
    "611 → spine-1 → 613",
  );
  await exporter.close();
});
