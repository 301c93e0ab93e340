import { routeEntity, routesInfo, startTestSwitch } from "@p4twin/models/switches/testing";
import { labCertificates, switchCredentials } from "@p4twin/models/switches/testing/certificates";
import type { Page } from "@playwright/test";
import { goByRail, goTo } from "./support/follow.ts";
import { expect, test } from "./support/test.ts";

type Plan = Parameters<typeof startTestSwitch>[0];
const started: { stop(): void }[] = [];
async function start(plan: Plan) {
  const target = await startTestSwitch(plan);
  started.push(target);
  return target;
}
test.afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
const routes = (count: number) => Array.from({ length: count }, (_, n) => routeEntity(n, 3));

/** Attaches by the dialog, read on request only; `fields`: texts by their label, TLS on where any is named. */
async function attach(page: Page, name: string, address: string, fields: Record<string, string> = {}) {
  await goTo(page, "/switches?attach=true");
  const dialog = page.getByRole("dialog", { name: "Attach a switch" });
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByLabel(/^Name(?! in)/).fill(name);
  await dialog.getByLabel("Read every").fill("0");
  if (Object.keys(fields).length > 0) await dialog.getByRole("switch", { name: "TLS" }).click();
  for (const [label, text] of Object.entries(fields))
    await dialog.getByLabel(new RegExp(`^${label}(optional)?$`)).fill(text);
  await dialog.getByRole("button", { name: "Attach switch" }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

test("TLS: an authority that is unknown, another name, no certificate of ours: why, and what lets in", async ({
  page,
}) => {
  const files = labCertificates();
  const { address } = await start({ entries: routes(2), credentials: switchCredentials(files, true) });
  const ours = { "Client certificate": files["client.pem"], Key: files["client.key"] };
  const named = { "Name in its certificate": "switch.lab" };
  const refused = page.getByText(/^TLS with .* failed/);
  await attach(page, "tls unknown authority", address, { ...named, ...ours, CA: files["client.pem"] });
  await expect(refused).toContainText("Check");
  await attach(page, "tls another name", address, { CA: files["ca.pem"], ...ours });
  await expect(refused).toContainText("Check");
  await attach(page, "tls no certificate", address, { ...named, CA: files["ca.pem"] });
  // the switch ends the handshake, or the connection behind it
  await expect(page.getByText(/^TLS with .* failed|whether the switch wants TLS/)).toBeVisible();
  await attach(page, "tls in plain text", address);
  await expect(page.getByText(/whether the switch wants TLS|did not answer in time/)).toBeVisible();
  await attach(page, "tls whole", address, { ...named, ...ours, CA: files["ca.pem"] });
  await expect(page.getByText("2 entries")).toBeVisible();
});

test("an opaque program, half a pipeline and none are said, with what was read", async ({ page }) => {
  const opaque = await start({ entries: routes(1), config: Uint8Array.of(1, 2, 3) });
  await attach(page, "opaque switch", opaque.address);
  await page.getByRole("tab", { name: "Pipeline" }).click();
  await expect(page.getByText("opaque; tables and actions from its P4Info")).toBeVisible();

  const half = await start({ entries: routes(1), info: { ...routesInfo, actions: [] } });
  await attach(page, "half a switch", half.address);
  await expect(page.getByRole("table", { name: "Entries" })).toContainText("10.0.0.0/32");
  await page.getByRole("tab", { name: "Pipeline" }).click();
  await expect(page.getByText("the P4Info has no object with the id 16777217")).toBeVisible();

  const none = await start({ entries: [], info: null });
  await attach(page, "empty switch", none.address);
  await expect(page.getByText("no pipeline", { exact: true })).toBeVisible();
});

test("100,000 entries; then the switch dies during a read: what was read before stays", async ({ page }) => {
  const target = await start({ entries: routes(100_000), perMessage: 10_000 });
  await attach(page, "wide switch", target.address);
  await expect(page.getByText("100,000 entries")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter entries" }).fill("10.1.134.159/");
  await expect(page.getByRole("table", { name: "Entries" }).getByRole("row")).toHaveCount(2);
  target.plan.dieAfter = 4;
  await page.getByRole("button", { name: "Read now" }).click();
  await expect(page.getByText(/^Unreachable since .*what was read last is shown$/)).toBeVisible();
  await goByRail(page, "Switches");
  const row = page
    .getByRole("table", { name: "Switches" })
    .getByRole("row")
    .filter({ hasText: "wide switch" });
  await expect(row).toContainText("unreachable");
  await row.getByRole("link", { name: "wide switch" }).click();
  await expect(page.getByText("100,000 entries")).toBeVisible();
});
