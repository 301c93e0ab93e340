import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { controllerOf, writeRoute } from "@p4twin/models/switches/testing/controller";
import { openConfigOf, startGnmiServer } from "@p4twin/models/switches/testing/gnmiServer";
import { runningSwitch } from "@p4twin/models/switches/testing/runningSwitch";
import { goByRail } from "./support/follow.ts";
import { expect, test } from "./support/test.ts";

type Target = Awaited<ReturnType<typeof startTestSwitch>>;
let target: Target;
let settable: Awaited<ReturnType<typeof runningSwitch>>;
test.beforeAll(async () => {
  settable = await runningSwitch(true);
  const controller = controllerOf(settable.address);
  await writeRoute(controller, settable.device.p4Info!);
  controller.close();
  target = await startTestSwitch({ entries: Array.from({ length: 300 }, (_, n) => routeEntity(n, 3, 5n)) });
});
test.afterAll(async () => {
  target.stop();
  await settable.close();
});

// an address that is none is refused by the server, and the browser notes it
test.use({ expectedErrors: [/400.*switches\.attach/] });

test("a running switch is attached by its address: entries, a change by somebody else, drift from intent", async ({
  page,
}) => {
  await page.goto("/switches");
  await page.getByRole("button", { name: "Attach switch" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Attach a switch" });
  await dialog.getByLabel("Address").fill("no address");
  await dialog.getByRole("button", { name: "Attach switch" }).click();
  await expect(dialog.getByRole("alert")).toContainText("HOST:PORT");
  await dialog.getByLabel("Address").fill(`grpc://${target.address}`);
  // no id of the demo cloud: its deployment, which other journeys change, would be this switch's
  await dialog.getByLabel("Device id").fill("77");
  await dialog.getByLabel(/^Name(?! in)/).fill("Edge switch");
  await dialog.getByRole("button", { name: "Attach switch" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Edge switch" })).toBeVisible();
  await expect(page.getByText("300 entries")).toBeVisible();
  const entries = page.getByRole("table", { name: "Entries" });
  await expect(entries.getByRole("row")).toHaveCount(101);
  await page.getByRole("searchbox", { name: "Filter entries" }).fill("10.0.0.17/");
  await expect(entries.getByRole("row")).toHaveCount(2);
  await expect(entries).toContainText("MyIngress.ipv4_forward");

  await page.getByRole("tab", { name: "Intent and drift" }).click();
  await page.getByRole("button", { name: "Use what runs as intent" }).click();
  await expect(page.getByText("No drift")).toBeVisible();

  target.plan.entries = [...target.plan.entries.slice(1), routeEntity(7_000, 4)];
  await page.getByRole("button", { name: "Read now" }).click();
  const drift = page.getByRole("table", { name: "Drift from intent" });
  await expect(drift).toContainText("missing: MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.0.0/32");
  await expect(drift).toContainText("not intended: MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.27.88/32");
  await expect(page.getByText("Against the intent: 1 missing, 1 not intended.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Notifications of drift" })).toHaveText(
    "Notify of any drift",
  );

  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByText("1 added, 1 removed, 0 changed.")).toBeVisible();
  await expect(page.getByText("Same profile, cloud, thresholds and bindings.")).toBeVisible();
  await page.getByRole("button", { name: "Latency of paths and chains" }).click();
  const effects = page.getByRole("region", { name: "Latency of paths and chains" });
  await expect(effects).toContainText("What ran before is not known");
  await expect(page.getByRole("table", { name: "Timeline" })).toContainText("First snapshot: 300 entities.");
  expect(target.calls).not.toContain("stream");
  expect(target.calls).not.toContain("write");
});

test("a setting is written only where that was allowed: what changes, the name as confirmation, the way back", async ({
  page,
}) => {
  await page.goto("/switches?attach=true");
  const attach = page.getByRole("dialog", { name: "Attach a switch" });
  await attach.getByLabel("Address").fill(settable.address);
  await attach.getByLabel(/^Name(?! in)/).fill("Settable switch");
  await attach.getByRole("button", { name: "Attach switch" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  const settings = page.getByRole("table", { name: "Settings" });
  await expect(settings.getByRole("row").filter({ hasText: "mac" })).toContainText("9");
  await expect(page.getByText("P4Twin only reads this switch.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review change" })).toHaveCount(0);

  await page.getByRole("button", { name: "Allow writing" }).click();
  const allow = page.getByRole("dialog", { name: "Allow writing" });
  await allow.getByLabel("Election id").fill("50");
  await allow.getByRole("button", { name: "Allow writing" }).click();
  const value = page.getByRole("textbox", { name: /^New value of .* mac$/ });
  await value.fill("281474976710656");
  await expect(page.getByText("At most 281474976710655.")).toBeVisible();
  await value.fill("77");
  await page.getByRole("button", { name: "Review change" }).click();
  const write = page.getByRole("dialog", { name: "Write settings" });
  await expect(write.getByRole("table", { name: "What changes" })).toContainText("77");
  await expect(write.getByRole("button", { name: "Write to switch" })).toBeDisabled();
  await write.getByLabel("Name of the switch").fill("Settable switch");
  await write.getByRole("button", { name: "Write to switch" }).click();
  const writes = page.getByRole("table", { name: "Writes" });
  await expect(writes).toContainText("mac 9 to 77");
  await expect(settings.getByRole("row").filter({ hasText: "mac" })).toContainText("77");

  await writes.getByRole("button", { name: "Undo" }).click();
  const undo = page.getByRole("dialog", { name: "Undo this write" });
  await undo.getByLabel("Name of the switch").fill("Settable switch");
  await undo.getByRole("button", { name: "Write to switch" }).click();
  await expect(writes).toContainText("mac 77 to 9");
});

test("a switch that is not there is a state: why, and what to check; it can be removed", async ({ page }) => {
  await page.goto("/switches?attach=true");
  const dialog = page.getByRole("dialog", { name: "Attach a switch" });
  await dialog.getByLabel("Address").fill("127.0.0.1:1");
  await dialog.getByLabel(/^Name(?! in)/).fill("Gone switch");
  await dialog.getByRole("button", { name: "Attach switch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gone switch" })).toBeVisible();
  await expect(page.getByText("Nothing answers at 127.0.0.1:1")).toBeVisible();
  await goByRail(page, "Switches");
  const row = page
    .getByRole("table", { name: "Switches" })
    .getByRole("row")
    .filter({ hasText: "Gone switch" });
  await expect(row).toContainText("unreachable");
  await row.getByRole("button", { name: "Remove Gone switch" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove switch" }).click();
  await expect(row).toHaveCount(0);
});

test("a switch of the demo cloud is attached in one click: its program as it runs, and its latency", async ({
  page,
}) => {
  await page.goto("/switches");
  await page.getByRole("button", { name: "Attach to demo switch s1" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "s1", exact: true })).toBeVisible();
  await expect(page.getByRole("table", { name: "Entries" })).toContainText("IngressImpl.table0");
  await page.getByRole("tab", { name: "Pipeline" }).click();
  await expect(page.getByText("P4 text, analysed as it is")).toBeVisible();

  // a moment of its timeline is the twin as it stood then
  await page.getByRole("tab", { name: "Changes" }).click();
  const timeline = page.getByRole("table", { name: "Timeline" });
  await timeline.getByRole("row").filter({ hasText: "First snapshot" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/twin\/[^?]+\?from=\d+&to=\d+/);
  await expect(page.getByText(/^Thresholds and predictions as they stood at /)).toBeVisible();
});

test("who a switch is by gNMI, what of it contradicts, its ports; and the cloud that neighbours make", async ({
  page,
}) => {
  const far = { system: "spine9", chassis: "02:99", port: "Ethernet8" };
  const data = openConfigOf("leaf9.lab", "02:98", 7, [
    { name: "Ethernet0", id: 1, to: far },
    { name: "Ethernet4", id: 2 },
  ]);
  const gnmi = await startGnmiServer({ data });
  try {
    await page.goto("/switches?attach=true");
    const attach = page.getByRole("dialog", { name: "Attach a switch" });
    await attach.getByLabel("Address").fill(target.address);
    await attach.getByLabel("Device id").fill("8");
    await attach.getByLabel(/^Name(?! in)/).fill("leaf9");
    await attach.getByLabel("gNMI").fill(gnmi.address);
    await attach.getByRole("button", { name: "Attach switch" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "leaf9" })).toBeVisible();
    await page.getByRole("tab", { name: "Ports and names" }).click();
    await expect(page.getByText("Read as P4Runtime device 8, but gNMI has node id 7.")).toBeVisible();
    const ports = page.getByRole("table", { name: "Ports" });
    await expect(ports.getByRole("row").filter({ hasText: "Ethernet0" })).toContainText("spine9 Ethernet8");
    await page.getByRole("tab", { name: "Changes" }).click();
    await expect(
      page.getByText(/^No deployment passes this switch, so no moment opens as a twin\./),
    ).toContainText('the node or element named "leaf9"');

    await goByRail(page, "Switches");
    await page.getByRole("link", { name: "Cloud of neighbours" }).click();
    await expect(page).toHaveURL(/\/clouds\/new\?from=switches/);
    await page.getByRole("button", { name: "Draw this cloud" }).click();
    await expect(page.getByText(/^2 nodes, 1 of them programmable, 1 link$/)).toBeVisible();
    expect(gnmi.asked.length).toBeGreaterThan(0);
  } finally {
    gnmi.stop();
  }
});
