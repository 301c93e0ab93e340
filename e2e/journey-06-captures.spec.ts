import { encodePcap, encodeUdpFrame } from "@p4twin/models/telemetry";
import { countersOf } from "./support/counters.ts";
import { reportsOf } from "./support/exporter.ts";
import { ask, mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";
import { segmentNumberUs, segmentRow } from "./support/twinPage.ts";

const NODE = 91;
const FLOW = { src: "10.91.0.1", dst: "10.91.0.2", srcPort: 43_000, dstPort: 45_000 };
const pass = (ingressPort: number, egressPort: number, latencyUs: number, nextUs = 1) => ({
  nodeId: NODE,
  ingressPort,
  egressPort,
  latencyUs,
  nextUs,
});
/** 15 + 300 + 10 us around node 91. */
const SEGMENT_US = 325;
const REPORTS = 400;
const SECONDS = 40;
const SEGMENT = "Around node 91";

/** Forty seconds of a switch, a datagram that is no report, and one to another port. */
function captureFile(): Buffer {
  const to = { src: "10.0.91.1", dst: "10.0.0.9", srcPort: 5, dstPort: 32_766 };
  const bad = Uint8Array.of(0x90, 1, 2, 3);
  const frames = [
    ...reportsOf(
      { flows: [{ ...FLOW, weight: 1, hops: [pass(1, 2, 15, 300), pass(2, 3, 10)] }] },
      REPORTS,
    ).map((report) => encodeUdpFrame(report, to)),
    encodeUdpFrame(bad, to),
    encodeUdpFrame(bad, { ...to, dstPort: 6000 }),
  ];
  const stepNs = BigInt(SECONDS * 1e9) / BigInt(REPORTS);
  return Buffer.from(
    encodePcap(frames.map((data, i) => ({ timeNs: 1_700_000_000_000_000_000n + BigInt(i) * stepNs, data }))),
  );
}

/** Vector P3 [int-vectors]: pcapng of two interfaces; a whole fabric-tna report, and one that is cut. */
const VECTOR_P3 = Buffer.from(
  `0a0d0d0a1c0000004d3c2b1a01000000ffffffffffffffff1c000000010000002800000001000000000000000200040065746830090001
   000900000000000000280000000100000014000000650000000000000014000000060000009c00000000000000fe9c971715cd853d7c00
   00007c000000001e67d2eeee0000000000aa08004500006e30390000401101f6c0a86301c0a863fe00007ffe005a000002600001000000
   01fffffff000000001010401080701abcd0000041002000000000202000000000108004500002800000000400663ce0a0001010a000202
   afc81451000000010000000050102000000000009c000000060000004800000001000000240a060041222018280000006e000000450000
   6e30390000401101f6c0a86301c0a863fe00007ffe005a00000260000100000001fffffff048000000`.replaceAll(/\s/g, ""),
  "hex",
);

test("a capture is uploaded, read, held against a deployment, and replayed into its twin", async ({
  page,
}) => {
  const deployment = await mutate<{ id: string }>(page.request, "deployments.create", {
    name: "From a capture",
    segments: [
      {
        id: "around-91",
        name: SEGMENT,
        kind: "uc1",
        plUs: 1_000,
        dlUs: 2_000,
        flows: [{ ...FLOW, proto: 17 }],
        from: { nodeId: NODE, port: 1 },
        to: { nodeId: NODE, port: 3 },
        elements: [
          { kind: "switch", label: "s91", nodeId: NODE },
          { kind: "vnf", label: "VNF" },
          { kind: "switch", label: "s91", nodeId: NODE },
        ],
      },
    ],
  });

  await page.goto("/telemetry");
  await page.getByRole("link", { name: "Captures" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Captures" })).toBeVisible();
  const choose = page.getByLabel("Choose a capture");
  await choose.setInputFiles({
    name: "notes.pcap",
    mimeType: "text/plain",
    buffer: Buffer.from("these are only notes"),
  });
  await expect(page.getByRole("heading", { level: 1, name: "notes.pcap" })).toBeVisible();
  await expect(page.getByText(/The file cannot be read: not a pcap or pcapng file/)).toBeVisible();

  await page.getByRole("link", { name: "Captures" }).click();
  await choose.setInputFiles({
    name: "node-91.pcap",
    mimeType: "application/vnd.tcpdump.pcap",
    buffer: captureFile(),
  });
  await expect(page.getByRole("heading", { level: 1, name: "node-91.pcap" })).toBeVisible();
  const counted = async () => countersOf(page, "Frames", "the capture");
  await expect.poll(async () => (await counted()).get("Frames read")).toBe(REPORTS + 2);
  expect((await counted()).get("Datagrams decoded")).toBe(REPORTS);
  expect((await counted()).get("– no datagram to a report port")).toBe(1);
  await expect(page.getByText(`(frame ${REPORTS + 1})`)).toBeVisible();
  await expect(page.getByText("Other UDP ports: 6000 (1)")).toBeVisible();
  await expect(page.getByRole("table", { name: "Flows" })).toContainText("10.91.0.1:43000");

  const chooseDeployment = async () => {
    await page.getByRole("combobox", { name: "Deployment" }).click();
    await page.getByRole("option", { name: "From a capture" }).click();
  };
  await chooseDeployment();
  await page.getByRole("button", { name: "Analyse capture" }).click();
  const found = page.getByRole("table", { name: "Segments in this capture" });
  await expect(found).toContainText(SEGMENT);
  await expect(found.getByRole("row").filter({ hasText: SEGMENT })).toContainText(String(REPORTS));

  // at half its pace, so that it lasts longer than we look
  await page.getByRole("radio", { name: "Replay", exact: true }).click();
  await page.getByRole("spinbutton", { name: "Speed" }).fill("0.5");
  await page.getByRole("button", { name: "Replay capture" }).click();
  await page.getByRole("link", { name: "Open twin" }).first().click();
  await expect(page.getByText("A capture is replayed into this twin: node-91.pcap")).toBeVisible();
  await expect(segmentRow(page, SEGMENT)).toContainText(/holds|drifts/);
  const p50 = await segmentNumberUs(page, SEGMENT, /^p50/);
  expect(Math.abs((p50 ?? 0) - SEGMENT_US)).toBeLessThan(0.015 * SEGMENT_US);

  // what was replayed is no traffic of a switch
  const state = await ask<{ exporters: { address: string }[] }>(page.request, "telemetry.state");
  expect(state.exporters.map((e) => e.address)).not.toContain("10.0.91.1");

  await page.goBack();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("cancelled", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Take out of the twin" }).first().click();
  await expect(page.getByText("cancelled", { exact: true })).toBeHidden();

  // all at once, as the time before now: every packet stands in the twin
  await chooseDeployment();
  await page.getByRole("radio", { name: "All at once" }).click();
  await page.getByRole("button", { name: "Replay capture" }).click();
  await expect(page.getByText("done", { exact: true })).toHaveCount(2);
  const stored = async (): Promise<number> => {
    const now = Date.now();
    const range = { from: new Date(now - 300_000).toISOString(), to: new Date(now + 5_000).toISOString() };
    type Windows = { series: { part: number; count: number[] }[] };
    const input = { deploymentId: deployment.id, range, maxPoints: 500 };
    const { series } = await ask<Windows>(page.request, "twin.windows", input);
    return series.filter((s) => s.part === 0).reduce((n, s) => n + s.count.reduce((m, c) => m + c, 0), 0);
  };
  await expect.poll(stored).toBe(REPORTS);
});

test("a pcapng file of two interfaces is read: a whole report of fabric-tna, and one that is cut", async ({
  page,
}) => {
  await page.goto("/telemetry/captures");
  await page
    .getByLabel("Choose a capture")
    .setInputFiles({ name: "p3.pcapng", mimeType: "application/x-pcapng", buffer: VECTOR_P3 });
  await expect(page.getByRole("heading", { level: 1, name: "p3.pcapng" })).toBeVisible();
  await expect.poll(async () => (await countersOf(page, "Frames", "the capture")).get("Frames read")).toBe(2);
  expect((await countersOf(page, "Frames", "the capture")).get("Datagrams decoded")).toBe(1);
  await expect(page.getByText("telemetry-report-0.5")).toBeVisible();
  await expect(page.getByText(/holds only the beginning of the frame.*\(frame 2\)/)).toBeVisible();
});
