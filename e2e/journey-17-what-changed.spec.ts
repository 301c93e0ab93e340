import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { routingProgram } from "@p4twin/models/switches/testing/routingProgram";
import { ask, mutate } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

/** No other journey's switch has this name or id: clouds and deployments know it by them. */
const NAME = "tor-17";
const NODE = 9_117;

const cloud = (gbps: number) => `
version: 1
name: cloud of ${NAME}
nodes:
  - { id: ${NAME}, kind: device, profile: agilio-cx, telemetry: { nodeId: ${NODE}, timeUnit: ns } }
  - { id: h17, kind: host }
links:
  - { a: ${NAME}, b: h17, gbps: ${gbps} }
`;
const segments = [
  {
    ...{ id: "web", name: "web of 17", kind: "uc1", plUs: 500, dlUs: 800 },
    ...{ from: { nodeId: NODE, port: 1 }, to: { nodeId: NODE, port: 3 } },
    elements: [{ kind: "switch", label: NAME, nodeId: NODE, program: "lib:l3fwd", device: "agilio-cx" }],
  },
];

let target: Awaited<ReturnType<typeof startTestSwitch>>;
test.beforeAll(async () => {
  target = await startTestSwitch({ entries: [0, 1, 2].map((n) => routeEntity(n, 3)) });
});
test.afterAll(() => target.stop());

test("what changed since yesterday: from the event to entries, paths, latency and chains, and to the twin as it was", async ({
  page,
  request,
}) => {
  // yesterday: a switch with its intent, its cloud, and a chain that it keeps within 8.3 us
  const program = (name: string, more: string) =>
    mutate<{ id: string }>(request, "programs.create", { name, source: routingProgram(more), includes: {} });
  const first = await program("yesterday.p4", "");
  const second = await program("today.p4", "hdr.ipv4.srcAddr = hdr.ipv4.dstAddr;");
  const made = await mutate<{ version: { topologyId: string } }>(request, "topologies.create", {
    content: { text: cloud(10) },
  });
  const chains = [{ id: "shop17", functions: ["l3fwd"], gbps: 1, maxDelayUs: 8.3 }];
  const chain = await mutate<{ versions: { id: string }[] }>(request, "chains.create", {
    content: { text: JSON.stringify({ version: 1, chains }) },
  });
  const chainVersionId = chain.versions[0]?.id;
  const deployment = await mutate<{ id: string }>(request, "deployments.create", {
    ...{ name: "shop of 17", chainVersionId, segments },
  });
  // a busy machine takes its time before the first prediction is kept, and yesterday had one
  await expect
    .poll(async () => {
      const at = new Date().toISOString();
      type Then = { segments: { predictedAt: string | null }[] };
      const { segments: then } = await ask<Then>(request, "twin.get", { deploymentId: deployment.id, at });
      return then.every(({ predictedAt }) => predictedAt !== null && predictedAt < at);
    })
    .toBe(true);
  const { id, snapshotId } = await mutate<{ id: string; snapshotId: string }>(request, "switches.attach", {
    ...{ name: NAME, address: target.address, deviceId: String(NODE), pollS: 0 },
    ...{ programVersionId: first.id, device: "agilio-cx" },
  });
  await mutate(request, "switches.setIntent", { id, snapshotId });

  // overnight: one route goes, one moves; another program, threshold, link and deployment
  target.plan.entries = [routeEntity(1, 3), routeEntity(2, 9)];
  await mutate(request, "switches.update", { id, programVersionId: second.id });
  await mutate(request, "topologies.addVersion", {
    id: made.version.topologyId,
    content: { text: cloud(25) },
  });
  await mutate(request, "deployments.setThresholds", {
    ...{ id: deployment.id, segmentId: "web" },
    thresholds: { plUs: 600, dlUs: 900, alarm: null },
  });
  await mutate(request, "deployments.create", { name: "night shift of 17", segments });
  await mutate(request, "switches.look", { id });

  await page.goto("/events?about=switches");
  const event = page.getByRole("list", { name: "Events", exact: true }).getByRole("listitem");
  await event
    .filter({ hasText: NAME })
    .getByRole("link", { name: `${NAME}: Against the intent: 1 missing, 1 changed.` })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `Event of ${NAME}` })).toBeVisible();
  const differences = page.getByRole("table", { name: "Differences from the intent" });
  await expect(differences).toContainText("missing: MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.0.0/32");
  await expect(differences).toContainText("port=0x9), intended");
  await page.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(page.getByText(/^acknowledged .* by /)).toBeVisible();
  await page.getByRole("link", { name: "Show the drift now" }).click();
  await expect(page.getByRole("table", { name: "Drift from intent" })).toContainText("10.0.0.2/32");

  await page.getByRole("tab", { name: "Changes" }).click();
  await page.getByRole("button", { name: "Since yesterday" }).click();
  await expect(page).toHaveURL(new RegExp(`before=${snapshotId}`));
  await expect(page.getByText("0 added, 1 removed, 1 changed.")).toBeVisible();
  const entries = page.getByRole("table", { name: "Changes between two snapshots" });
  await expect(entries.getByRole("row").filter({ hasText: "changed" })).toContainText("port=0x9");
  const around = page.getByRole("table", { name: "Changes of profile, cloud, thresholds and bindings" });
  const changed = (what: string) => around.getByRole("row").filter({ hasText: what });
  await expect(changed("bound program")).toContainText(/yesterday\.p4, version 1.*today\.p4, version 1/);
  await expect(changed("topology")).toContainText(/10 Gbit\/s.*25 Gbit\/s/);
  await expect(changed("threshold")).toContainText(/PL 500 µs, DL 800 µs.*PL 600 µs, DL 900 µs/);
  await expect(changed("placement")).toContainText(`night shift of 17`);
  await expect(changed("placement")).toContainText(`lib:l3fwd on ${NAME} (agilio-cx)`);

  await page.getByRole("button", { name: "Latency of paths and chains" }).click();
  const effects = page.getByRole("region", { name: "Latency of paths and chains" });
  await expect(effects).toContainText("Paths: 0 added, 0 removed, 1 changed");
  const paths = effects.getByRole("table", { name: "Paths that come, go or take another time" });
  await expect(paths.getByRole("row").filter({ hasText: "ipv4_forward" })).toContainText(
    /8\.060 ± .*packet .*8\.560 ± .*packet /,
  );
  const through = effects.getByRole("table", { name: "Chains through this switch" });
  await expect(through.getByRole("row").filter({ hasText: "shop17" })).toContainText(/8\.3.*broken/);

  // yesterday as a twin: what stood then, not what stands now
  const timeline = page.getByRole("table", { name: "Timeline" });
  await timeline
    .getByRole("row")
    .filter({ hasText: "First snapshot" })
    .getByRole("link", { name: "shop of 17" })
    .click();
  await expect(page).toHaveURL(new RegExp(`/twin/${deployment.id}\\?from=\\d+&to=\\d+`));
  await expect(page.getByText(/^Thresholds and predictions as they stood at /)).toBeVisible();

  // what is put back closes the event by itself
  target.plan.entries = [0, 1, 2].map((n) => routeEntity(n, 3));
  await mutate(request, "switches.look", { id });
  const [ended] = await ask<{ closedAt: string | null }[]>(request, "events.list", { switchId: id });
  expect(ended?.closedAt).not.toBeNull();
});

test("one snapshot has nothing to be compared with, and two that hold the same say so", async ({
  page,
  request,
}) => {
  const lone = await startTestSwitch({ entries: [] });
  const { id } = await mutate<{ id: string }>(request, "switches.attach", {
    ...{ name: "lone 17", address: lone.address, deviceId: "9118", pollS: 0 },
  });
  await page.goto(`/switches/${id}?tab=changes`);
  await expect(page.getByText("One snapshot so far")).toBeVisible();
  lone.plan.entries = [routeEntity(0)];
  await mutate(request, "switches.look", { id });
  lone.plan.entries = [];
  await mutate(request, "switches.look", { id });
  lone.stop();
  // the same again as at first: nothing between the first and the last
  await page.goto(`/switches/${id}?tab=changes`);
  await page.getByRole("button", { name: "Since yesterday" }).click();
  await expect(page.getByText("0 added, 0 removed, 0 changed.")).toBeVisible();
  await expect(page.getByText("No differences")).toBeVisible();
  await expect(page.getByText("Same profile, cloud, thresholds and bindings.")).toBeVisible();
});
