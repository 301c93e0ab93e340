import { countersOf, lossesOf } from "./support/counters.ts";
import { openExporter, reportsOf } from "./support/exporter.ts";
import { floodOf } from "./support/floodOf.ts";
import { followTo, goByRail } from "./support/follow.ts";
import { ask, product } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { openTwin, segmentNumberUs, segmentRow } from "./support/twinPage.ts";

const NODE = 71;
const FLOW = { src: "10.77.0.1", dst: "10.77.0.2", proto: 17, srcPort: 43_000, dstPort: 45_000 } as const;
const pass = (nodeId: number, ingressPort: number, egressPort: number, latencyUs: number, nextUs = 1) => ({
  nodeId,
  ingressPort,
  egressPort,
  latencyUs,
  nextUs,
});
/** A packet through a switch, a VNF behind it and the switch again: 12 + 150 + 9 us. */
const HOPS = [pass(NODE, 1, 2, 12, 150), pass(NODE, 2, 3, 9)];
const SEGMENT_US = 171;
/** What node 71 sends; half of it is of the flow that is bound. */
const SCENARIO = {
  flows: [
    { ...FLOW, weight: 2, hops: HOPS },
    // nobody binds it
    { ...FLOW, dst: "10.77.0.9", weight: 1, hops: HOPS },
    // the flow, but past another switch
    { ...FLOW, weight: 1, hops: [pass(NODE + 1, 1, 2, 20)] },
  ],
};

/** Another switch pair, so that nothing of it is bound: 40 and 60 us. */
const HEARD = { ...FLOW, src: "10.78.0.1" };
const HEARD_HOPS = [pass(75, 1, 2, 40, 5), pass(76, 3, 4, 60)];
const HEARD_US = 100;

test("a path that is heard becomes a twin in two clicks, live from its first second; its reports are explored", async ({
  page,
}) => {
  const exporter = await openExporter("127.0.3.3");
  const reports = reportsOf({ flows: [{ ...HEARD, weight: 1, hops: HEARD_HOPS }] }, 20_000);
  let sent = 0;
  const sendNext = async () => {
    await exporter.send(reports.slice(sent, sent + 40));
    sent += 40;
  };
  await page.goto("/telemetry/paths");
  const row = page
    .getByRole("table", { name: "Paths heard live" })
    .getByRole("row")
    .filter({ hasText: exporter.address });
  await expect(async () => {
    await sendNext();
    await expect(row).toContainText("75 → 76", { timeout: 1_000 });
  }).toPass();
  await expect(row).toContainText("1:2 → 3:4");
  await row.getByRole("button", { name: "Create twin of 75 → 76" }).click();
  const dialog = page.getByRole("dialog", { name: "Create twin" });
  const name = await dialog.getByLabel("Name").inputValue();
  expect(name).not.toBe("");
  await dialog.getByRole("button", { name: "Create twin" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(async () => {
    await sendNext();
    await expect(segmentRow(page, "Whole path")).toBeVisible({ timeout: 500 });
    const p50 = await segmentNumberUs(page, "Whole path", /^p50/);
    // three significant digits of a histogram with 1 % relative error
    expect(Math.abs((p50 ?? 0) - HEARD_US)).toBeLessThan(0.015 * HEARD_US);
  }).toPass();

  // its nodes are among the groups of what was kept
  await followTo(page, "/telemetry/explore?by=node&span=900");
  const groups = page.getByRole("table", { name: "Groups by Node" });
  const node = groups.getByRole("row").filter({ hasText: `node 76 (${exporter.address})` });
  await expect(async () => {
    await sendNext();
    await expect(node).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await node.getByRole("button", { name: /^Filter by/ }).click();
  await expect(groups.getByRole("row")).toHaveCount(2);
  // in the unit by which the twin measures them, although bursts sent at once are no evidence of one
  const cell = page.getByRole("button", {
    // within the 1 % of a histogram
    name: /^node 76 .*: (59|60)\.\d+ µs$/,
  });
  await expect(async () => {
    await sendNext();
    await expect(cell.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await cell.first().click();
  // a cell leads to its reports
  const kept = page.locator("section").filter({ has: page.getByRole("heading", { name: "Kept reports" }) });
  await expect(kept).toContainText(/\d+ found/);
  const slowest = kept.locator("details").first();
  await expect(slowest.locator("summary")).toContainText("60.0 µs");
  await slowest.locator("summary").click();
  await expect(slowest.getByRole("list", { name: "Hops" }).getByRole("listitem")).toHaveText([
    /^node 75, ports 1:2, .*40\.0 µs$/,
    /^node 76, ports 3:4, .*60\.0 µs$/,
  ]);
  await expect(slowest).toContainText("segment");
  // the view is its address
  const address = page.url();
  await goByRail(page, "Telemetry");
  await page.goto(address);
  await expect(groups.getByRole("row")).toHaveCount(2);

  // on the live map, whose slider shows another moment: long before these reports nothing was known of the node
  await followTo(page, "/telemetry/map?span=900");
  const onMap = page.getByRole("button", { name: /node 76\b/ });
  const time = page.getByRole("slider", { name: "Time" });
  const now = page.getByRole("heading", { name: "Now", exact: true });
  const isMeasured = async () => {
    await sendNext();
    await expect(onMap).toHaveAccessibleName(/(59|60)\.\d+ µs/, { timeout: 1_000 });
  };
  await expect(isMeasured).toPass();
  await expect(time).toHaveAttribute("aria-valuetext", "newest");
  await time.press("Home");
  await expect(now).toBeHidden();
  await expect(time).toHaveAttribute("aria-valuetext", /^\d{4}-\d\d-\d\d \d\d:\d\d/);
  await expect(onMap).toHaveAccessibleName(/unknown/);
  await time.press("End");
  await expect(now).toBeVisible();
  await expect(isMeasured).toPass();
  await exporter.close();

  // what was only a try is voided, and the twin and a report made from it say so
  await openTwin(page, name);
  await page.getByRole("button", { name: "Void windows" }).click();
  const form = page.getByRole("dialog", { name: "Void windows" });
  await form.getByLabel("Why they are wrong").fill("Sent by a test of the set-up.");
  await form.getByRole("button", { name: "Void windows" }).click();
  await expect(form).toBeHidden();
  const noted = page.getByRole("main");
  await expect(noted).toContainText("Voided: all segments");
  await expect(noted).toContainText(/Sent by a test of the set-up\.\s*\d[\d,]* windows are left out/);
  await page.getByRole("button", { name: "Freeze report" }).click();
  await page.getByRole("region", { name: "Preview" }).waitFor();
  await page.getByRole("button", { name: "Freeze report" }).click();
  await expect(page).toHaveURL(/\/reports\//);
  await expect(page.getByRole("heading", { name: "Voided windows" })).toBeVisible();
  await expect(noted).toContainText(/Sent by a test of the set-up\. \(\d[\d,]* windows left out by /);
});

test("a segment of one's own is bound, seen matched live, and what does not match is said in words", async ({
  page,
}) => {
  const exporter = await openExporter("127.0.3.1");
  const reports = reportsOf(SCENARIO, 20_000);
  let sent = 0;
  const sendNext = async (count: number) => {
    const batch = reports.slice(sent, sent + count);
    sent += batch.length;
    await exporter.send(batch);
  };

  await page.goto("/deployments/new");
  await expect(page.getByRole("heading", { level: 1, name: "Bind segments" })).toBeVisible();
  await sendNext(40);
  const arriving = page.getByRole("complementary", { name: "Telemetry now" });
  const heard = arriving
    .getByRole("list", { name: "Exporters" })
    .getByRole("listitem")
    .filter({ hasText: exporter.address });
  await expect(heard).toContainText("sending");
  await expect(heard).toContainText(`node ids ${NODE}, ${NODE + 1}`);
  await expect(heard).toContainText("0 of 40 reports belong to a segment");
  await expect(arriving).toContainText("no segment is bound to this flow");
  // the exact command that points a switch here
  await expect(arriving).toContainText(`--to 127.0.0.1:${product.intPort()}`);

  const form = page.getByRole("form", { name: "Deployment" });
  await form.getByRole("button", { name: "Bind segments" }).click();
  await expect(form.getByRole("alert").filter({ hasText: /fields? to correct/ })).toBeVisible();
  await expect(form.getByText("Give the deployment a name.")).toBeVisible();
  await expect(form.getByText("Which switch does it begin at?")).toBeVisible();

  await form.getByLabel("Name of the deployment").fill("Node 71");
  await form.getByLabel("Name", { exact: true }).first().fill("Around node 71");
  for (const [end, port] of [
    ["From", 1],
    ["To", 3],
  ] as const) {
    const ends = form.getByRole("group", { name: end, exact: true });
    await ends.getByLabel(`${end} node id`).fill(String(NODE));
    await ends.getByLabel("Port").fill(String(port));
  }
  await form.getByRole("button", { name: "Add flow" }).click();
  await form.getByLabel("Source", { exact: true }).fill(FLOW.src);
  await form.getByLabel("Destination", { exact: true }).fill(FLOW.dst);
  await form.getByLabel("Protocol").fill(String(FLOW.proto));
  await form.getByLabel("Source port").fill(String(FLOW.srcPort));
  await form.getByLabel("Dest. port").fill(String(FLOW.dstPort));
  const nodeIds = form.getByLabel("INT node id");
  for (let i = 0; i < (await nodeIds.count()); i++) await nodeIds.nth(i).fill(String(NODE));
  const fits = arriving.getByRole("list", { name: "Segments and what is heard of them" });
  await expect(fits).toContainText(`all node ids heard (${NODE})`);
  await form.getByRole("button", { name: "Bind segments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Node 71" })).toBeVisible();

  // live: it shows within the next seconds, and what it shows is what was sent
  await expect(async () => {
    await sendNext(40);
    await expect(segmentRow(page, "Around node 71")).toContainText(/holds|drifts/, { timeout: 500 });
    // while reports arrive: five seconds after the last one the page says that nothing does
    await expect(page.getByRole("status").filter({ hasText: /^live$/ })).toBeVisible({ timeout: 500 });
  }).toPass();
  const p50 = await segmentNumberUs(page, "Around node 71", /^p50/);
  // three significant digits of a histogram with 1 % relative error
  expect(Math.abs((p50 ?? 0) - SEGMENT_US)).toBeLessThan(0.015 * SEGMENT_US);
  await expect(page.getByRole("group", { name: /^Chain / })).toContainText("VNF");

  await goByRail(page, "Telemetry");
  await expect(page.getByRole("heading", { name: exporter.address })).toBeVisible();
  await expect
    .poll(async () => (await countersOf(page, "Datagrams", exporter.address)).get("Datagrams received"))
    .toBe(sent);
  const counted = await countersOf(page, "Reports", exporter.address);
  expect(counted.get("Reports in them")).toBe(sent);
  expect(sent).toBe((counted.get("Reports matched") ?? 0) + lossesOf(counted));
  expect(counted.get("Reports matched")).toBeGreaterThan(0);
  expect(counted.get("– no segment is bound to this flow")).toBeGreaterThan(0);
  expect(
    counted.get("– flow known, but the report does not contain where the segment begins"),
  ).toBeGreaterThan(0);
  await exporter.close();
});

test("a flood of malformed datagrams is counted by reason; product and page stay alive", async ({ page }) => {
  const exporter = await openExporter("127.0.3.2");
  const whole = reportsOf(SCENARIO, 4_000);
  const flood = floodOf(whole, 7);
  type State = { kernelDropped: number | null };
  const dropped = async () => (await ask<State>(page.request, "telemetry.state")).kernelDropped ?? 0;

  await page.goto("/telemetry");
  const droppedBefore = await dropped();
  await exporter.send(flood);
  await exporter.send(whole.slice(0, 100));
  const sent = flood.length + 100;

  await expect(page.getByRole("heading", { name: exporter.address })).toBeVisible();
  const received = async () =>
    (await countersOf(page, "Datagrams", exporter.address)).get("Datagrams received") ?? 0;
  // every datagram that the kernel let through; it says itself how many it did not
  await expect
    .poll(async () => (await received()) + (await dropped()) - droppedBefore)
    .toBeGreaterThanOrEqual(sent);
  const counters = await countersOf(page, "Datagrams", exporter.address);
  const [all = 0, decoded = 0] = [counters.get("Datagrams received"), counters.get("Datagrams decoded")];
  expect(all).toBeLessThanOrEqual(sent);
  expect(all).toBe(decoded + lossesOf(counters));
  expect(decoded).toBeGreaterThan(0);
  expect(counters.get("– the datagram ends before its report header is complete")).toBeGreaterThan(500);
  expect(
    [...counters.keys()].filter((step) =>
      step.startsWith("– the first nibble names no known report version"),
    ),
  ).toHaveLength(1);
  expect(counters.has("– not accounted for")).toBe(false);

  // the last bad one, byte by byte
  await page.getByText("Last datagram that could not be read").last().click();
  await expect(page.getByText(/^\d+ bytes/).last()).toBeVisible();

  expect((await page.request.get("/healthz")).ok()).toBe(true);
  expect((await page.request.get("/readyz")).ok()).toBe(true);
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expect(
    page
      .getByRole("table", { name: "Segments, worst first" })
      .getByRole("row")
      .filter({ hasText: "Cache at s4" }),
  ).toContainText(/holds|drifts/);
  await exporter.close();
});
