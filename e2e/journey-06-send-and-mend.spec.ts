import { mutate } from "./support/product.ts";
import { type Stream, sendStream } from "./support/sendStream.ts";
import { expect, test } from "./support/test.ts";
import { segmentNumberUs, segmentRow } from "./support/twinPage.ts";

/** Two switches and a function behind the second, as `p4twin send` simulates them: 30 + 20 + 200 + 25 us and links. */
const FLOW = { src: "10.81.0.1", dst: "10.81.0.2", srcPort: 43_000, dstPort: 45_000 };
const hop = (nodeId: number, ingressPort: number, egressPort: number, latencyUs: number, nextUs: number) => ({
  nodeId,
  ingressPort,
  egressPort,
  latencyUs,
  nextUs,
});
const SCENARIO = {
  flows: [{ ...FLOW, weight: 1, hops: [hop(81, 1, 2, 30, 5), hop(82, 1, 2, 20, 200), hop(82, 2, 3, 25, 1)] }],
};
const NAME = "Sent by the command line";
const SEGMENT = "Around node 82";

let stream: Stream;
test.beforeAll(() => {
  stream = sendStream("switches.json", JSON.stringify(SCENARIO), ["--rate", "50", "--count", "1000000"]);
});
test.afterAll(() => stream.stop());

test("a real stream of `p4twin send` is bound wrongly, explained in words, and mended", async ({ page }) => {
  // node 88 is not on the path; everything else fits
  const { id } = await mutate<{ id: string }>(page.request, "deployments.create", {
    name: NAME,
    segments: [
      {
        id: "around-82",
        name: SEGMENT,
        kind: "uc1",
        plUs: 400,
        dlUs: 800,
        flows: [{ ...FLOW, proto: 17 }],
        from: { nodeId: 88, port: 1 },
        to: { nodeId: 82, port: 3 },
        elements: [
          { kind: "switch", label: "s82", nodeId: 82 },
          { kind: "vnf", label: "VNF" },
          { kind: "switch", label: "s82", nodeId: 82 },
        ],
      },
    ],
  });

  await page.goto(`/twin/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  const arrives = page.getByRole("list", { name: "Telemetry of this deployment" });
  await expect(arrives).toContainText(
    "(10.81.0.1 port 43000 to 10.81.0.2 port 45000) pass nodes 81, 82, 82, but the segment begins at node 88.",
  );
  await expect(arrives).toContainText("Change the node of “From” in the binding");

  await arrives.getByRole("link", { name: "Open bindings" }).click();
  const form = page.getByRole("form", { name: "Deployment" });
  const from = form.getByRole("group", { name: "From", exact: true });
  await from.getByLabel("From node id").fill("82");
  // node 82 is met twice; the segment begins where the packet comes from node 81, and a port that is not met
  // is told as well
  await from.getByLabel("Port").fill("7");
  await form.getByRole("button", { name: /^(Save|Bind)/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await expect(arrives).toContainText("enter node 82 by port 1, 2, but the segment begins at port 7.");
  await expect(arrives).toContainText("Change the port of “From” to 1, or leave it open.");

  await arrives.getByRole("link", { name: "Open bindings" }).click();
  await from.getByLabel("Port").fill("1");
  await form.getByRole("button", { name: /^(Save|Bind)/ }).click();
  await expect(segmentRow(page, SEGMENT)).toContainText(/holds|drifts/);
  const p50 = await segmentNumberUs(page, SEGMENT, /^p50/);
  expect(Math.abs((p50 ?? 0) - 245)).toBeLessThan(0.015 * 245);
  await expect(page.getByText("1 segment: all receive reports")).toBeVisible();

  await page.goto("/telemetry");
  const findings = page.getByRole("region", { name: "Telemetry of each deployment" });
  await expect(findings).toContainText(NAME);
  await findings.getByText(NAME).click();
  await expect(page.getByRole("list", { name: `Telemetry of ${NAME}` })).toContainText(
    /packets in the last minute/,
  );
});

test("an exporter's label and dialect are set on the page, and it may be refused", async ({ page }) => {
  await page.goto("/telemetry");
  const settingsOf = (name: string) => page.getByRole("button", { name: `Settings of ${name}`, exact: true });
  const dialog = page.getByRole("dialog");
  const save = async () => {
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await expect(dialog).toBeHidden();
  };
  await settingsOf("127.0.0.1").click();
  await dialog.getByLabel("Label").fill("The lab");
  await save();
  await settingsOf("The lab").click();
  await dialog.getByRole("switch", { name: "Accept its datagrams" }).click();
  await save();
  const refused = page.getByRole("list", { name: "Refused senders" });
  await expect(refused).toContainText(/127\.0\.0\.1.*not accepted by the list/);

  // whoever is forgotten is read like everybody again
  await refused.getByRole("button", { name: "Settings of 127.0.0.1" }).click();
  await dialog.getByRole("button", { name: "Forget settings" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "127.0.0.1", exact: true })).toBeVisible();
});
