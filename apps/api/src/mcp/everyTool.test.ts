import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { libraryFiles } from "@p4twin/models/library";
import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHAINS, CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";

/** A Python with the SDK of the Model Context Protocol (PyPI: mcp), which nobody here wrote. */
const python = process.env.P4TWIN_MCP_PYTHON;
if (!python)
  console.log("no Python with mcp (P4TWIN_MCP_PYTHON): tools were called by the SDK for TypeScript only");

let world: World;
let target: Awaited<ReturnType<typeof startTestSwitch>>;
let url: string;
let token: string;
let calls: [tool: string, given: object][];

beforeAll(async () => {
  world = await createWorld();
  const operator = await world.as("operator");
  const create = (name: string) => {
    const source = libraryFiles[`programs/${name}.p4`] ?? "";
    return operator.programs.create({ name: `${name}.p4`, source, includes: {} });
  };
  const [program, other] = [await create("l3fwd"), await create("l3fwd_firewall")];
  const cloud = await operator.topologies.create({ content: { text: CLOUD } });
  const chains = await operator.chains.create({ content: { text: CHAINS } });
  if (!cloud.ok || !chains.ok) throw new Error("the texts of the test do not read");
  const topologyVersionId = cloud.version.id;
  const scenario = await operator.scenarios.create({
    ...{ name: "s", topologyVersionId, chainVersionIds: [chains.versions[0]?.id ?? ""], engine: "exact" },
  });
  const question = { scenarioVersionId: scenario.id };
  const placement = await operator.placements.run({ question, engine: "exact" });
  const deployment = await operator.deployments.create({
    name: "d",
    segments: [
      {
        ...{ id: "a", name: "A", kind: "uc1", plUs: 100, dlUs: 200 },
        ...{ from: { nodeId: 1 }, to: { nodeId: 1 } },
        elements: [{ kind: "switch", label: "leaf", nodeId: 1, program: "lib:l3fwd", device: "npu" }],
      },
    ],
  });
  target = await startTestSwitch({ entries: [routeEntity(0), routeEntity(1)] });
  const attached = await operator.switches.attach({
    ...{ name: "leaf", address: target.address, pollS: 0, programVersionId: program.id, device: "npu" },
  });
  const before = attached.snapshotId ?? "";
  await operator.switches.setIntent({ id: attached.id, snapshotId: before });
  target.plan.entries = [routeEntity(0)];
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  const after = (await operator.switches.look({ id: attached.id })).snapshotId ?? "";
  const [event] = await operator.events.list({});
  const side = (programVersionId: string) => ({ kind: "program" as const, programVersionId });
  const review = await operator.reviews.create({
    ...{ name: "r", before: side(program.id), after: side(other.id), packets: 0 },
  });

  const app = await world.http();
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  ({ token } = await operator.users.tokens.create({ name: "assistant" }));
  const nowMs = world.time.now.getTime();
  const range = { from: new Date(nowMs - 3_600_000).toISOString(), to: new Date(nowMs).toISOString() };
  const [id, deploymentId, onDevice] = [attached.id, deployment.id, { versionId: program.id, device: "npu" }];
  const chain = "version: 1\nchains:\n  - { id: web, functions: [fw, nat], gbps: 1 }\n";
  calls = [
    ["twin_overview", {}],
    ["events_list", { open: true }],
    ["events_get", { id: event?.id }],
    ["twin_get", { deploymentId }],
    ["twin_state", { deploymentId, range }],
    ["twin_windows", { deploymentId, range }],
    ["twin_residuals", { deploymentId, range }],
    ["twin_replay", { deploymentId, segmentId: "a", range, model: { plUs: 50 } }],
    ["twin_branches", { program: "lib:l3fwd", device: "npu", counters: "{}" }],
    ["explore_groups", { source: "windows", range, groupBy: "segment", filters: [] }],
    ["explore_reports", { range, filters: [] }],
    ["discovery_paths", {}],
    ["deployments_list", {}],
    ["deployments_get", { id: deploymentId }],
    ["programs_list", {}],
    ["programs_get", { versionId: program.id }],
    ["programs_features", { versionId: program.id }],
    ["programs_estimate", onDevice],
    ["programs_health", onDevice],
    ["programs_compare", { versionId: program.id, otherId: other.id }],
    ["switches_list", {}],
    ["switches_entries", { id }],
    ["switches_snapshots", { id }],
    ["switches_compare", { before, after }],
    ["switches_effects", { before, after }],
    ["switches_occurrences", { id }],
    ["switches_prediction", { id }],
    ["switches_drift", { id }],
    ["reviews_list", {}],
    ["reviews_get", { id: review.id }],
    ["devices_list", {}],
    ["devices_get", { id: "npu" }],
    ["topologies_list", {}],
    ["topologies_get", { versionId: topologyVersionId }],
    ["chains_list", {}],
    ["chains_get", { versionId: chains.versions[0]?.id }],
    ["placements_list", {}],
    ["placements_get", { id: placement.id }],
    ["scenarios_list", {}],
    ["servers_synthesise", { file: "web.yaml", text: chain }],
    ["servers_offload", { file: "web.yaml", text: chain }],
    ["telemetry_state", {}],
    ["system_status", {}],
  ];
});
afterAll(async () => {
  target.stop();
  await world.dispose();
});

test("every tool that is listed answers what it is asked", async () => {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}`, host: "127.0.0.1:3000" };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  expect(calls.map(([name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
  const refused: string[] = [];
  for (const [name, given] of calls) {
    const answer = await client.callTool({ name, arguments: { ...given } });
    const [content] = answer.content as { text: string }[];
    if (answer.isError) refused.push(`${name}: ${content?.text}`);
    else expect(() => JSON.parse(content?.text ?? "")).not.toThrow();
  }
  expect(refused).toEqual([]);
  await client.close();
});

test.skipIf(!python)(
  "the Python SDK lists and calls them too, over HTTP and through `p4twin mcp`",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-mcp-"));
    try {
      const file = join(folder, "calls.json");
      writeFileSync(file, JSON.stringify(calls));
      const script = join(import.meta.dirname, "..", "..", "testing", "rest", "mcp_client.py");
      const models = join(import.meta.dirname, "..", "..", "..", "..", "packages", "models");
      const p4twin = join(models, "bin", "p4twin.mjs");
      const argv = [script, file, url, token, process.execPath, p4twin];
      const { stdout } = await promisify(execFile)(python ?? "", argv);
      expect(stdout).toContain(`ok ${calls.length} 5`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
