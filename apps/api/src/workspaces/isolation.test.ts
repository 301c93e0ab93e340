import { randomUUID } from "node:crypto";
import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { sampleOf } from "../../testing/sampleOf.ts";
import { CHAINS, CLOUD } from "../../testing/texts.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createEventLog } from "../events/eventLog.ts";
import { evidenceSchema } from "../events/schema.ts";
import { createOutbox } from "../notifications/outbox.ts";
import { procedures } from "../rest/operations.ts";

const MARK = "hidden-of-a";
const DEVICE = `${MARK}-npu`;

let world: World;
/** owns workspace B, and is nothing in A */
let eve: Awaited<ReturnType<World["enter"]>>;
let eveId: string;
let workspaceB: string;
/** ids of every object of workspace A, and by the noun whose procedures know them */
let ids: string[];
let idsOfNoun: Record<string, string[]>;
/** the id of the live link of a report of A, which opens without an account */
let shareToken: string;

beforeAll(async () => {
  world = await createWorld();
  const owner = await world.as("owner");
  const { db } = world.database;
  const a = world.services.workspaceId;

  const program = await owner.programs.create({ name: MARK, source: `// ${MARK}`, includes: {} });
  const cloud = await owner.topologies.create({ name: MARK, content: { text: CLOUD } });
  const chains = await owner.chains.create({ content: { text: CHAINS.replace("Chain A", MARK) } });
  if (!cloud.ok || !chains.ok) throw new Error("the texts of the test do not read");
  const scenario = await owner.scenarios.create({
    name: MARK,
    topologyVersionId: cloud.version.id,
    chainVersionIds: chains.versions.map((v) => v.id),
    engine: "exact",
  });
  const npu = libraryFiles["devices/npu.json"] ?? "";
  const device = await owner.devices.create({ text: npu.replace(/"id": *"[^"]+"/, `"id": "${DEVICE}"`) });
  expect(device).toMatchObject({ ok: true });
  const problem = parse(libraryFiles["problems/edge-workload.yaml"] ?? "");
  const placement = await owner.placements.run({
    question: { scenarioVersionId: scenario.id },
    engine: "exact",
  });
  const plan = await owner.plans.run({ problem });
  const deployment = await owner.deployments.create({ name: MARK });
  const now = world.time.now.toISOString();
  const until = new Date(world.time.now.getTime() + 3_600_000).toISOString();
  const mute = await owner.events.mutes.create({
    deploymentId: deployment.id,
    segmentId: null,
    reason: MARK,
    until,
  });
  const report = await owner.reports.freeze({
    title: MARK,
    refs: { kind: "twin", deploymentId: deployment.id, from: now, to: now },
  });
  const shared = await owner.reports.share({ id: report.id, expiresInHours: 1 });
  shareToken = shared.token;
  const capture = await owner.captures.begin({ name: MARK });
  const run = await db.captureRun.create({
    data: {
      captureId: capture.id,
      deploymentId: deployment.id,
      mode: "fill",
      state: "done",
      progress: { fraction: 1, datagrams: 0, windows: 0 },
    },
  });
  const { channel } = await owner.notifications.channels.create({
    name: MARK,
    target: { kind: "email", to: [`${MARK}@example.org`] },
  });
  await db.alertMute.update({ where: { id: mute.id }, data: { endedAt: world.time.now } });
  const event = await createEventLog({ db, workspaceId: a }, createOutbox()).open({
    deploymentId: deployment.id,
    segmentId: MARK,
    severity: "critical",
    cause: "unknown",
    hop: null,
    evidence: evidenceSchema.parse({
      ...{ p99Us: 9, triggerUs: 5, resetUs: 4, plUs: 5, dlUs: 8, count: 90, abovePl: 50, aboveDl: 0 },
      ...{ dropped: 0, elements: [], blame: null },
    }),
    openedAt: world.time.now,
  });
  const delivery = await db.notificationDelivery.findFirstOrThrow({ where: { channelId: channel.id } });
  await db.notificationDelivery.updateMany({ data: { state: "failed", endedAt: world.time.now } });
  const engine = await db.engine.create({ data: { workspaceId: a, name: MARK } });
  const engineVersion = await db.engineVersion.create({
    data: {
      engineId: engine.id,
      number: 1,
      kind: "python",
      hash: "x",
      source: `# ${MARK}`,
      estimates: true,
      places: false,
    },
  });

  const attached = await db.attachedSwitch.create({
    data: {
      workspaceId: a,
      ...{ name: MARK, address: "127.0.0.1:1", deviceId: "1", pollS: 0 },
      snapshots: { create: { root: MARK, takenAt: now, seenAt: now, cause: "attached", summary: {} } },
    },
    include: { snapshots: true },
  });
  const review = await owner.reviews.create({
    name: MARK,
    ...{ before: { kind: "program", programVersionId: program.id }, packets: 0 },
    after: { kind: "program", programVersionId: program.id },
  });
  const b = await owner.workspaces.create({ name: "B" });
  workspaceB = b.id;
  const { user } = await owner.users.invite({ email: "eve@example.org", name: "Eve" });
  eveId = user.id;
  await owner.workspaces.members.remove({ userId: eveId });
  await (await world.enter((await owner.users.me())?.id ?? "", b.id)).workspaces.members.add({
    email: user.email,
    role: "owner",
  });
  eve = await world.enter(eveId);
  idsOfNoun = {
    captures: [capture.id, run.id],
    chains: chains.versions.flatMap((v) => [v.chainId, v.id]).slice(0, 2),
    engines: [engine.id, engineVersion.id],
    events: [event ?? "", mute.id],
    notifications: [channel.id, delivery.id],
    placements: [placement.id, scenario.id],
    plans: [plan.id],
    programs: [program.programId, program.id],
    reports: [report.id, shared.link.id, placement.id],
    reviews: [review.id, program.id],
    scenarios: [scenario.scenarioId, scenario.id, cloud.version.id],
    switches: [attached.id, attached.snapshots[0]?.id ?? ""],
    topologies: [cloud.version.topologyId, cloud.version.id],
    deployments: [deployment.id],
  };
  ids = Object.values(idsOfNoun).flat();
  if (ids.some((id) => !id)) throw new Error("an object of A was not made");
});
afterAll(() => world.dispose());

/** Everything that workspace A holds, as one text. */
async function stateOfA(): Promise<string> {
  const { rows } = await world.database.pool.query<{ state: string }>(
    `SELECT md5(string_agg(row::text, '' ORDER BY row::text)) AS state FROM (
       ${[
         "program",
         "device_profile",
         "topology",
         "chain",
         "scenario",
         "placement",
         "deployment",
         "report",
         "engine",
         "capture",
         "notification_channel",
         "attached_switch",
         "review",
       ]
         .map((table) => `SELECT to_jsonb(t) AS row FROM ${table} t WHERE workspace_id = $1`)
         .join(" UNION ALL ")}
       UNION ALL SELECT to_jsonb(t) FROM event t JOIN deployment d ON d.id = t.deployment_id WHERE d.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM alert_mute t JOIN deployment d ON d.id = t.deployment_id WHERE d.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM share_link t JOIN report r ON r.id = t.report_id WHERE r.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM notification_delivery t JOIN notification_channel c ON c.id = t.channel_id WHERE c.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM capture_run t JOIN capture c ON c.id = t.capture_id WHERE c.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM switch_snapshot t JOIN attached_switch s ON s.id = t.switch_id WHERE s.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM job t WHERE t.payload ->> 'workspaceId' = $1::text
       UNION ALL SELECT to_jsonb(t) FROM setting t
       UNION ALL SELECT to_jsonb(t) FROM exporter t
       UNION ALL SELECT to_jsonb(t) FROM workspace_member t WHERE t.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM program_version t JOIN program p ON p.id = t.program_id WHERE p.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM topology_version t JOIN topology p ON p.id = t.topology_id WHERE p.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM chain_version t JOIN chain p ON p.id = t.chain_id WHERE p.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM scenario_version t JOIN scenario p ON p.id = t.scenario_id WHERE p.workspace_id = $1
       UNION ALL SELECT to_jsonb(t) FROM engine_version t JOIN engine p ON p.id = t.engine_id WHERE p.workspace_id = $1) all_rows`,
    [world.services.workspaceId],
  );
  return rows[0]?.state ?? "";
}

const range = { from: "2026-01-01T00:00:00.000Z", to: "2026-01-01T01:00:00.000Z" };
const kept = {
  ...{ status: "feasible" as const, engine: "text", powerWatts: 1, bound: null, gap: null, timeMs: 1 },
  ...{ embedded: 0, rejected: [], chains: [], conflicts: [] },
};
const register = { kind: "register", register: "text", index: 0 };
/** What cannot be made up from its schema. */
const inputs: Record<string, (id: string) => unknown> = {
  "placements.run": (id) => ({ question: { scenarioVersionId: id }, engine: "exact" }),
  "placements.keep": (versionId) => ({ versionId, placement: kept }),
  "notifications.channels.create": (deploymentId) => ({
    name: "text",
    target: { kind: "email", to: ["somebody@example.org"] },
    filter: { minSeverity: "warning", on: ["opened"], scopes: [{ deploymentId }] },
  }),
  "refits.propose": (id) => ({ device: "npu", live: { range, deploymentIds: [id] } }),
  "refits.create": (id) => ({ device: "npu", live: { range, deploymentIds: [id] } }),
  "twin.live": (deploymentId) => ({ deploymentId }),
  "deployments.changeThresholds": (deploymentId) => ({
    segments: [{ deploymentId, segmentId: MARK }],
    change: { plUs: 5 },
  }),
  "deployments.setBranches": (id) => ({ id, segmentId: MARK, element: 0, branches: null }),
  "discovery.createTwin": (captureId) => ({
    name: "text",
    exporters: ["10.0.0.1"],
    hops: [{ nodeId: 1, ingressPort: 1, egressPort: 2 }],
    captureId,
  }),
  "reviews.create": (programVersionId) => ({
    name: "text",
    before: { kind: "program", programVersionId },
    after: { kind: "snapshot", snapshotId: programVersionId },
    captureId: programVersionId,
  }),
  "events.mutes.create": (switchId) => ({ switchId, reason: "text", until: "2036-01-01T00:00:00.000Z" }),
  "switches.attach": (programVersionId) => ({ name: "text", address: "127.0.0.1:1", programVersionId }),
  "switches.update": (id) => ({ id, name: "text" }),
  "switches.compare": (id) => ({ before: id, after: id }),
  "switches.settings.read": (id) => ({ id, settings: [register] }),
  "switches.settings.allow": (id) => ({ id, writing: { thrift: null, electionId: null } }),
  "switches.settings.write": (id) => ({
    ...{ id, changes: [{ setting: register, before: "1", value: "2" }], confirm: "text" },
  }),
  "switches.effects": (id) => ({ before: id, after: id }),
  "chains.addVersion": (id) => ({ id, content: { text: CHAINS } }),
  "topologies.addVersion": (id) => ({ id, content: { text: CLOUD } }),
};
/** Own settings of a workspace may be changed in it; the rest of `setting` is of the installation. */
const OWN_SETTINGS = new Set(["twin.setSettings"]);

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

type Answer = { value: unknown; code: string | null; unread: boolean };
async function ask(path: string, input: unknown): Promise<Answer> {
  const call = path.split(".").reduce<unknown>((at, key) => Reflect.get(Object(at), key), eve);
  if (typeof call !== "function") throw new Error(`${path} cannot be called`);
  try {
    const answer: unknown = await call(input);
    if (!isList(answer)) return { value: answer, code: null, unread: false };
    // a stream refuses when it is read
    for await (const value of answer) return { value, code: null, unread: false };
    return { value: null, code: null, unread: false };
  } catch (error) {
    const { code, cause } = Object(error) as { code?: string; cause?: unknown };
    return { value: String(error), code: code ?? "BUG", unread: cause instanceof z.ZodError };
  }
}

test("no procedure shows or changes an object of another workspace, whoever owns one's own", async () => {
  const before = await stateOfA();
  const unread: string[] = [];
  const bugs: string[] = [];
  for (const [path, { _def }] of procedures()) {
    const parser: { inputs?: unknown[] } = _def;
    const schema = parser.inputs?.at(-1);
    const json =
      schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) : null;
    const takesIds = json !== null && JSON.stringify(json).includes('"uuid"');
    let read = false;
    const asked = async (uuid: string): Promise<void> => {
      const text = (name: string) =>
        name === "program" ? uuid : /^(id|device)$/.test(name) ? DEVICE : "text";
      const input = inputs[path]?.(uuid) ?? (json ? sampleOf(json, { uuid, text }) : undefined);
      const { value, code, unread: refused } = await ask(path, input);
      read ||= !refused;
      if (code === "BUG" || code === "INTERNAL_SERVER_ERROR") bugs.push(`${path} with ${uuid}: ${value}`);
      const shown = JSON.stringify(value) ?? "";
      // what was asked with may be said again, as in "There is no program with the id …"
      expect(shown.replaceAll(DEVICE, ""), `${path} shows an object of A`).not.toContain(MARK);
      if (code === null && takesIds)
        for (const id of ids.filter((other) => other !== uuid))
          expect(shown, `${path} shows an id of A`).not.toContain(id);
    };
    const noun = path.split(".")[0] ?? "";
    const known = new Set([...(idsOfNoun[noun] ?? []), ...(idsOfNoun.deployments ?? [])]);
    for (const id of takesIds ? known : ids.slice(0, 1)) await asked(id);
    if (takesIds && !read) unread.push(path);
    if (_def.type !== "mutation") continue;
    if (!OWN_SETTINGS.has(path)) expect(await stateOfA(), `${path} changed an object of A`).toBe(before);
    else await world.database.db.setting.deleteMany({ where: { key: { contains: workspaceB } } });
  }
  // each was asked with ids that its schema accepts
  expect(unread).toEqual([]);
  expect(bugs).toEqual([]);
});

test("an object of another workspace is not there: 404 by REST", async () => {
  const { token } = await eve.users.tokens.create({ name: "rest" });
  const app = await world.http();
  const get = (url: string, headers = {}) =>
    app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${token}`, ...headers } });
  const programVersion = idsOfNoun.programs?.[1];
  expect((await get(`/program-versions/${programVersion}`)).statusCode).toBe(404);
  expect((await get("/programs")).body).not.toContain(MARK);
  expect((await get("/me")).json()).toMatchObject({ role: "owner", installationOwner: false });

  const a = world.services.workspaceId;
  for (const named of [a, randomUUID(), "nonsense"]) {
    expect(await get("/programs", { "x-p4twin-workspace": named })).toMatchObject({ statusCode: 404 });
    expect(await get(`/programs?workspace=${named}`)).toMatchObject({ statusCode: 404 });
  }
  // a cookie is a choice of earlier: it may have been taken away
  expect((await get("/programs", { cookie: `p4twin.workspace=${a}` })).body).not.toContain(MARK);
  expect((await get("/programs", { "x-p4twin-workspace": workspaceB })).statusCode).toBe(200);
});

test("a link to a frozen report of any workspace opens without an account", async () => {
  const app = await world.http();
  const shared = await app.inject({ url: `/api/v1/shared-reports/${shareToken}` });
  expect(shared.statusCode).toBe(200);
  const owner = await world.as("owner");
  const inB = await world.enter((await owner.users.me())?.id ?? "", workspaceB);
  const { id } = await inB.deployments.create({ name: "of B" });
  const now = world.time.now.toISOString();
  const report = await inB.reports.freeze({
    title: "B",
    refs: { kind: "twin", deploymentId: id, from: now, to: now },
  });
  const { token } = await inB.reports.share({ id: report.id, expiresInHours: 1 });
  expect((await app.inject({ url: `/api/v1/shared-reports/${token}` })).json()).toMatchObject({ title: "B" });
});

test("who is a member of no workspace sees nothing and is refused in words", async () => {
  const owner = await world.as("owner");
  const { user } = await owner.users.invite({
    email: "nobody@example.org",
    name: "Nobody",
    role: "operator",
  });
  await owner.workspaces.members.remove({ userId: user.id });
  const nobody = await world.enter(user.id);
  expect(await nobody.workspaces.mine()).toEqual([]);
  expect(await nobody.programs.list()).toEqual([]);
  await expect(nobody.programs.create({ name: "x", source: "x" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});
