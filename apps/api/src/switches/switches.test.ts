import { P4Info } from "@p4twin/models/p4runtime";
import { type Plan, routeEntity, routesInfo, startTestSwitch } from "@p4twin/models/switches/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { createLog } from "../observability/log.ts";
import { createStartsHeard } from "../twin/starts.ts";
import { createSwitchPoller, defaultPollerConfig, dueAtMs, glanceAtMs, type Polled } from "./poller.ts";
import { KEPT } from "./switchHistory.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
});
afterAll(() => world.dispose());

const started: { stop(): void }[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
async function start(plan: Plan) {
  const made = await startTestSwitch(plan);
  started.push(made);
  return made;
}
const routes = (count: number, packets = 0n) =>
  Array.from({ length: count }, (_, n) => routeEntity(n, 1 + (n % 40), packets));
const attach = (address: string, more: object = {}) =>
  operator.switches.attach({ name: `switch ${address}`, address, pollS: 0, ...more });
/** A program with one table of routes, as the switches of these tests have. */
const routesProgram = (keys: string): string => `
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> type; }
header ipv4_t { bit<128> before; bit<32> dstAddr; }
struct headers { ethernet_t ethernet; ipv4_t ipv4; }
struct metadata { }
parser P(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.ethernet); p.extract(hdr.ipv4); transition accept; }
}
control V(inout headers hdr, inout metadata m) { apply { } }
control MyIngress(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  action ipv4_forward(bit<48> dstAddr, bit<9> port) { hdr.ethernet.dst = dstAddr; s.egress_spec = port; }
  table ipv4_lpm { key = { ${keys} } actions = { ipv4_forward; NoAction; } size = 1000000; }
  apply { ipv4_lpm.apply(); }
}
control E(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control C(inout headers hdr, inout metadata m) { apply { } }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(P(), V(), MyIngress(), E(), C(), D()) main;
`;
/** A second later: what is read has a time of its own. */
const look = async (id: string) => {
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  return operator.switches.look({ id });
};

test("from address to entries: 10,000 of them, with nothing but reads", async () => {
  const target = await start({ entries: routes(10_000, 3n) });
  const attached = await attach(`grpc://${target.address}`);
  expect(attached).toMatchObject({
    ...{ state: "live", message: null, address: target.address, deviceId: "1", mutual: false },
    reading: { apiVersion: "1.3.0", cookie: "1", config: "none", entities: 10_000, unread: [] },
  });
  expect(attached.reading?.tables).toEqual([
    { name: "MyIngress.ipv4_lpm", entries: 10_000, size: 1_000_000, counted: true },
  ]);
  const page = await operator.switches.entries({ id: attached.id, offset: 9_990, limit: 100 });
  expect(page).toMatchObject({ total: 10_000, sinceS: null });
  expect(page.rows).toHaveLength(10);
  expect(page.rows[0]).toMatchObject({ packets: 3, bytes: 300, perS: null });
  const [found] = (await operator.switches.entries({ id: attached.id, text: "0xa00000f/" })).rows;
  expect(found?.key).toBe("MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.0.15/32");
  expect(target.calls.filter((call) => !/^(capabilities|pipeline|read )/.test(call))).toEqual([]);
});

test("what another controller writes is seen, dated, kept and compared; the same again is no snapshot", async () => {
  const target = await start({ entries: routes(50) });
  const { id } = await attach(target.address);
  await look(id);
  target.plan.entries = [...routes(49).slice(1), routeEntity(7, 33), routeEntity(100)];
  const changedAt = (await look(id)).readAt;
  const [second, first, ...more] = await operator.switches.snapshots({ id });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ cause: "attached", summary: { entities: 50, counts: null } });
  expect(new Date(first!.seenAt).getTime()).toBe(new Date(first!.takenAt).getTime() + 60_000);
  expect(second).toMatchObject({
    ...{ cause: "changed", takenAt: changedAt },
    summary: { entities: 49, counts: { added: 1, removed: 2, changed: 1 }, pipelineChanged: false },
  });
  const compared = await operator.switches.compare({ before: first!.id, after: second!.id });
  expect(compared.places).toEqual([{ place: "MyIngress.ipv4_lpm", added: 1, removed: 2, changed: 1 }]);
  expect(compared.changes.find(({ change }) => change === "changed")).toEqual({
    change: "changed",
    place: "MyIngress.ipv4_lpm",
    key: "MyIngress.ipv4_lpm hdr.ipv4.dstAddr=10.0.0.7/32",
    before: "MyIngress.ipv4_forward(dstAddr=08:00:00:00:01:07, port=0x8)",
    after: "MyIngress.ipv4_forward(dstAddr=08:00:00:00:01:07, port=0x21)",
  });
  expect((await operator.switches.occurrences({ id })).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "changed: 1 added, 2 removed, 1 changed; 49 entities now.",
    "attached: First snapshot: 50 entities.",
    "live: Attached.",
  ]);
  // equal content is stored once, whoever has it
  const chunks = () => world.database.db.snapshotChunk.count();
  const before = await chunks();
  await attach(target.address);
  expect(await chunks()).toBe(before);
});

test("a pipeline is read again when its cookie changed, when it does not fit what is read, and after ten minutes", async () => {
  const target = await start({ entries: routes(5), config: Uint8Array.of(1), cookie: 3n });
  const { id } = await attach(target.address);
  const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    target.calls.length = 0;
    await work();
    return target.calls.filter((call) => /^(cookie|pipeline)$/.test(call));
  };
  expect(await callsOf(() => look(id))).toEqual(["cookie"]);
  expect(await operator.switches.snapshots({ id })).toHaveLength(1);
  expect((await operator.switches.get({ id })).reading).toMatchObject({ config: "opaque", cookie: "3" });

  target.plan.cookie = 4n;
  expect(await callsOf(() => look(id))).toEqual(["cookie", "pipeline"]);
  expect(await callsOf(() => look(id))).toEqual(["cookie"]);

  // another program under the same cookie: its entries have ids that nobody knows
  const [table] = routesInfo.tables;
  target.plan.info = P4Info.of({
    ...routesInfo,
    tables: [{ ...table, preamble: { ...table!.preamble!, id: 0x02000009, name: "MyIngress.other" } }],
  });
  target.plan.entries = routes(2).map((each) => {
    const { entity } = structuredClone(each);
    return entity?.kind === "tableEntry"
      ? { entity: { ...entity, value: { ...entity.value, tableId: 0x02000009 } } }
      : each;
  });
  expect(await callsOf(() => look(id))).toEqual(["cookie", "pipeline"]);
  const [newest] = await operator.switches.snapshots({ id });
  expect(newest?.cause).toBe("pipeline");
  expect((await operator.switches.entries({ id })).rows[0]?.place).toBe("MyIngress.other");

  world.time.now = new Date(world.time.now.getTime() + 600_000);
  expect(await callsOf(() => look(id))).toEqual(["pipeline"]);
});

test("between looks only the cookie is asked for; another one, and silence, are looked at", async () => {
  const target = await start({ entries: routes(5), cookie: 3n });
  const { id } = await attach(target.address);
  const { switches } = world.services;
  target.calls.length = 0;
  await switches.glance(id);
  expect(target.calls).toEqual(["cookie"]);
  target.plan.cookie = 4n;
  await switches.glance(id);
  expect((await operator.switches.get({ id })).reading?.cookie).toBe("4");
  target.stop();
  await switches.glance(id);
  expect((await operator.switches.get({ id })).state).toBe("unreachable");
});

test("unreachable is a state: what was seen stays, and what comes back with fewer packets was restarted", async () => {
  const target = await start({ entries: routes(5, 100n) });
  const { id } = await attach(target.address);
  target.stop();
  const away = await look(id);
  expect(away).toMatchObject({ state: "unreachable", reading: { entities: 5 } });
  expect(away.message).toMatch(/Nothing answers at .*Check the address/);
  expect((await operator.switches.entries({ id })).total).toBe(5);

  const again = await start({ entries: routes(5, 2n) });
  const { address, deviceId, secure, serverName } = { ...away, address: again.address };
  const back = await operator.switches.update({ id, connection: { address, deviceId, secure, serverName } });
  expect(back.state).toBe("live");
  const kinds = (await operator.switches.occurrences({ id })).map(({ kind }) => kind);
  expect(kinds.slice(0, 2).sort()).toEqual(["live", "restarted"]);
  expect(await operator.switches.snapshots({ id })).toHaveLength(1);
});

test("a start that nothing of the switch shows is noted by who knows of it, and begins a run", async () => {
  const target = await start({ entries: routes(2) });
  const { id } = await attach(target.address);
  const asks = createStartsHeard({
    ...{ pool: world.database.pool, exporters: () => [] },
    clock: () => world.time.now,
  });
  expect((await asks()).filter(({ name }) => name === "leaf noted")).toEqual([]);
  await operator.switches.update({ id, name: "leaf noted" });
  const { at } = await operator.switches.noteStart({ id });
  expect((await operator.switches.occurrences({ id }))[0]).toMatchObject({ kind: "restarted", at });
  const told = (await asks()).filter(({ name }) => name === "leaf noted");
  expect(told).toMatchObject([{ byMs: Date.parse(at) }]);
  await expect((await world.as("viewer")).switches.noteStart({ id })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("an opaque program is matched to those that were uploaded: tables and keys, cookie, name", async () => {
  const { programs, switches } = operator;
  const source = (keys: string) => routesProgram(keys);
  const [near] = [
    await programs.create({ name: "routes.p4", source: source("hdr.ipv4.dstAddr: lpm;") }),
    await programs.create({ name: "other.p4", source: source("hdr.ipv4.dstAddr: exact;") }),
    await programs.create({ name: "broken.p4", source: "control {" }),
  ];
  const config = Uint8Array.of(1, 2, 3);
  const { id } = await attach((await start({ entries: routes(2), config, cookie: 77n })).address);
  expect((await switches.get({ id })).reading?.config).toBe("opaque");
  const [first, second, ...more] = await switches.candidates({ id });
  expect(first).toEqual({
    ...{ programVersionId: near.id, name: "routes.p4", differences: [], cookieOf: null, sameName: false },
  });
  expect(second).toMatchObject({
    name: "other.p4",
    differences: ["table MyIngress.ipv4_lpm matches by lpm, in the program by exact"],
  });
  expect(more).toEqual([]);
  await switches.update({ id, programVersionId: near.id });
  const twin = await start({ entries: routes(1), config, cookie: 77n });
  const other = await attach(twin.address, { name: "second" });
  expect((await switches.candidates({ id: other.id }))[0]?.cookieOf).toBe((await switches.get({ id })).name);
});

test("bad ends: wrong address, no pipeline, half a pipeline, a switch that dies during a read", async () => {
  expect(await attach("127.0.0.1:1")).toMatchObject({ state: "unreachable", snapshotId: null, readAt: null });
  expect(await attach((await start({ entries: [], info: null })).address)).toMatchObject({
    state: "empty",
    snapshotId: null,
  });
  const half = { ...routesInfo, actions: [] };
  const attached = await attach((await start({ entries: routes(1), info: half })).address);
  expect(attached).toMatchObject({ state: "live" });
  expect(attached.reading?.notes).toEqual(["the P4Info has no object with the id 16777217"]);

  const target = await start({ entries: routes(500), perMessage: 10 });
  const { id } = await attach(target.address);
  target.plan.dieAfter = 20;
  expect(await look(id)).toMatchObject({ state: "unreachable" });
  expect(await operator.switches.snapshots({ id })).toMatchObject([{ summary: { entities: 500 } }]);
  await expect(attach("no address")).rejects.toThrow(/HOST:PORT/);
});

test("certificates are stored sealed and shown nowhere", async () => {
  const secret = "-----BEGIN PRIVATE KEY----- hidden";
  const tls = { ca: "a CA", certificate: "a certificate", key: secret };
  const attached = await attach("127.0.0.1:1", { secure: true, tls });
  expect(attached).toMatchObject({ state: "refused", mutual: true });
  expect(attached.message).toContain("TLS");
  const row = await world.database.db.attachedSwitch.findUniqueOrThrow({ where: { id: attached.id } });
  const audit = await world.database.db.auditEntry.findMany();
  const text = JSON.stringify([attached, row, audit], (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(text).not.toContain("hidden");
  await expect(attach("127.0.0.1:1", { tls: { ...tls, key: null } })).rejects.toThrow(/go together/);
});

const SOURCE = `
#include <core.p4>
#include <v1model.p4>
header ethernet_t { bit<48> dst; bit<48> src; bit<16> etherType; }
header ipv4_t { bit<96> rest; bit<32> srcAddr; bit<32> dstAddr; }
struct headers { ethernet_t ethernet; ipv4_t ipv4; }
struct metadata { }
parser MyParser(packet_in p, out headers hdr, inout metadata m, inout standard_metadata_t s) {
  state start { p.extract(hdr.ethernet); transition select(hdr.ethernet.etherType) { 0x800: ipv4; default: accept; } }
  state ipv4 { p.extract(hdr.ipv4); transition accept; }
}
control Check(inout headers hdr, inout metadata m) { apply { } }
control MyIngress(inout headers hdr, inout metadata m, inout standard_metadata_t s) {
  action drop() { mark_to_drop(s); }
  action ipv4_forward(bit<48> dstAddr, bit<9> port) { s.egress_spec = port; hdr.ethernet.dst = dstAddr; }
  table ipv4_lpm {
    key = { hdr.ipv4.dstAddr: lpm; }
    actions = { ipv4_forward; drop; NoAction; }
    size = 1000000;
    default_action = NoAction();
  }
  apply { if (hdr.ipv4.isValid()) { ipv4_lpm.apply(); } }
}
control MyEgress(inout headers hdr, inout metadata m, inout standard_metadata_t s) { apply { } }
control MyDeparser(packet_out p, in headers hdr) { apply { p.emit(hdr); } }
V1Switch(MyParser(), Check(), MyIngress(), MyEgress(), Check(), MyDeparser()) main;
`;

test("the prediction is of what runs: installed actions only, weighed by what was counted meanwhile", async () => {
  const program = await operator.programs.create({ name: "routes", source: SOURCE, includes: {} });
  const target = await start({ entries: routes(4, 10n) });
  const { id } = await attach(target.address, { programVersionId: program.id });
  expect(await operator.switches.prediction({ id })).toEqual({
    ok: false,
    why: "Choose the device profile of this switch.",
  });
  await operator.switches.update({ id, device: "agilio-cx" });
  const before = await operator.switches.prediction({ id });
  if (!before.ok) throw new Error(before.why);
  expect(before.paths).toBeLessThan(before.pathsOfProgram);
  expect(before).toMatchObject({ meanUs: null, from: null });
  target.plan.entries = routes(4, 1_010n);
  await look(id);
  const after = await operator.switches.prediction({ id });
  if (!after.ok) throw new Error(after.why);
  expect(after.meanUs).toBeGreaterThanOrEqual(after.minUs ?? Number.POSITIVE_INFINITY);
  expect(after.meanUs).toBeLessThanOrEqual(after.maxUs ?? 0);
  expect(after.places).toMatchObject([{ name: "ipv4_lpm", packets: 4_000 }]);
  expect(after.fastest?.meanHighUs).toBeGreaterThan(after.minUs ?? Number.POSITIVE_INFINITY);
  expect(after.slowest?.highUs).toBeGreaterThan(after.slowest?.meanHighUs ?? Number.POSITIVE_INFINITY);
  expect(after.packet?.highUs).toBeGreaterThan(after.highUs ?? Number.POSITIVE_INFINITY);
  const { rows } = await operator.switches.entries({ id });
  expect(rows[0]?.perS).toBeCloseTo(1_000 / 60, 6);
});

test("drift: what runs against the snapshot that is intended, and against the bound program", async () => {
  const program = await operator.programs.create({
    name: "other",
    source: SOURCE.replace("size = 1000000", "size = 16"),
    includes: {},
  });
  const target = await start({ entries: routes(3) });
  const attached = await attach(target.address, { programVersionId: program.id });
  const { id, snapshotId } = attached;
  const viewer = await world.as("viewer");
  await expect(viewer.switches.setIntent({ id, snapshotId })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await operator.switches.setIntent({ id, snapshotId })).intent?.snapshotId).toBe(snapshotId);
  target.plan.entries = [routeEntity(0), routeEntity(1, 9), routeEntity(9)];
  await look(id);
  const { items, total } = await viewer.switches.drift({ id });
  expect(total).toBe(4);
  expect(items.map(({ severity, what }) => `${severity} ${what}`)).toEqual([
    "critical program",
    "critical missing",
    "critical changed",
    "warning unknown",
  ]);
  expect(items[0]?.text).toContain("room for 1000000 entries, in the program for 16");
  const [drift] = (await viewer.switches.occurrences({ id })).filter(({ kind }) => kind === "drift");
  expect(drift?.text).toBe("Against the intent: 1 missing, 1 changed, 1 not intended.");
  const other = await attach(target.address);
  await expect(operator.switches.setIntent({ id: other.id, snapshotId })).rejects.toThrow(/another switch/);
});

test("drift is told to channels by the rule of the switch, once, and closed when what runs is intended again", async () => {
  const owner = await world.as("owner");
  const hook = { kind: "webhook" as const, url: "http://127.0.0.1:9/hook" };
  const filter = { on: ["opened" as const, "changed" as const, "closed" as const] };
  await owner.notifications.channels.create({ name: "all", target: hook, filter });
  const critical = { ...filter, minSeverity: "critical" as const };
  await owner.notifications.channels.create({ name: "critical only", target: hook, filter: critical });
  await owner.notifications.channels.create({
    name: "segments only",
    target: hook,
    filter: { ...filter, switches: false },
  });
  const told = async () =>
    (await owner.notifications.deliveries.list({}))
      .map((each) => `${each.channelName}: ${each.subject}`)
      .sort();

  const target = await start({ entries: routes(3) });
  const { id, snapshotId } = await attach(target.address, { name: "leaf" });
  await operator.switches.setIntent({ id, snapshotId });
  expect(await told()).toEqual([]);
  target.plan.entries = routes(4);
  await look(id);
  await look(id);
  expect(await told()).toEqual(["all: P4Twin warning: leaf has left its intent"]);
  expect((await operator.switches.get({ id })).intent).toMatchObject({
    ...{ rule: "warning", drift: { severity: "warning", text: "Against the intent: 1 not intended." } },
  });
  target.plan.entries = routes(2);
  await look(id);
  const grown = [
    "all: P4Twin critical: leaf has left its intent",
    "all: P4Twin warning: leaf has left its intent",
    "critical only: P4Twin critical: leaf has left its intent",
  ];
  expect(await told()).toEqual(grown);
  // what cannot be read is not known: it is neither better nor worse
  target.stop();
  const away = await look(id);
  expect(away).toMatchObject({ state: "unreachable", intent: { drift: { severity: "critical" } } });
  expect(await told()).toEqual(grown);
  const again = await start({ entries: routes(3) });
  const { deviceId, secure, serverName } = away;
  const connection = { address: again.address, deviceId, secure, serverName };
  expect((await operator.switches.update({ id, connection })).intent?.drift).toBeNull();
  const closed = [
    "all: P4Twin closed: leaf holds what is intended",
    "critical only: P4Twin closed: leaf holds what is intended",
  ];
  expect(await told()).toEqual([...grown, ...closed].sort());
  await operator.switches.setIntent({ id, snapshotId, rule: "off" });
  again.plan.entries = [];
  expect((await look(id)).intent?.drift?.severity).toBe("critical");
  expect(await told()).toEqual([...grown, ...closed].sort());
});

test("1,000 snapshots and 60 samples of a switch are kept; of more the oldest go", async () => {
  const target = await start({ entries: routes(1) });
  const { id } = await attach(target.address);
  const { db } = world.database;
  const at = new Date(world.time.now.getTime() - 1_000);
  const { id: _id, ...first } = await db.switchSnapshot.findFirstOrThrow({ where: { switchId: id } });
  const old = { ...first, takenAt: at, summary: { ...Object(first.summary) } };
  await db.switchSnapshot.createMany({ data: Array.from({ length: KEPT.snapshots + 5 }, () => old) });
  const sample = { switchId: id, at, body: new Uint8Array(1) };
  await db.switchSample.createMany({ data: Array.from({ length: KEPT.samples + 5 }, () => sample) });
  target.plan.entries = routes(2);
  await look(id);
  expect(await db.switchSnapshot.count({ where: { switchId: id } })).toBe(KEPT.snapshots);
  expect(await db.switchSample.count({ where: { switchId: id } })).toBe(KEPT.samples);
  const [newest] = await operator.switches.snapshots({ id });
  expect(newest?.summary.entities).toBe(2);
  await db.attachedSwitch.delete({ where: { id } });
});

test("what is kept is bounded: old occurrences go, and pieces of snapshots that are gone", async () => {
  const target = await start({ entries: routes(200) });
  const { id } = await attach(target.address);
  const { db } = world.database;
  const at = new Date(world.time.now.getTime() - 1_000);
  await db.switchOccurrence.createMany({
    data: Array.from({ length: KEPT.occurrences + 5 }, () => ({ switchId: id, at, kind: "x", text: "x" })),
  });
  target.plan.entries = routes(100);
  await look(id);
  expect(await db.switchOccurrence.count({ where: { switchId: id } })).toBe(KEPT.occurrences);
  const { switches } = world.services;
  expect(await switches.sweep()).toBe(0);
  const [, first] = await operator.switches.snapshots({ id });
  await db.switchSnapshot.delete({ where: { id: first?.id ?? "" } });
  expect(await switches.sweep()).toBe(0);
  world.time.now = new Date(world.time.now.getTime() + 2 * 86_400_000);
  expect(await switches.sweep()).toBeGreaterThan(0);
  expect((await operator.switches.entries({ id })).total).toBe(100);
});

test("a workspace has 200 switches; one more is refused, and taken when one was removed", async () => {
  const { db } = world.database;
  const { workspaceId } = world.services;
  const place = { workspaceId, address: "127.0.0.1:1", deviceId: "1", pollS: 0 };
  const before = await db.attachedSwitch.count({ where: { workspaceId, removedAt: null } });
  const more = Array.from({ length: 200 - before }, (_, n) => ({ ...place, name: `more ${n}` }));
  await db.attachedSwitch.createMany({ data: more });
  await expect(attach("127.0.0.1:1")).rejects.toThrow("A workspace has 200 switches at most");
  const { count } = await db.attachedSwitch.deleteMany({
    where: { workspaceId, name: { startsWith: "more " } },
  });
  expect(count).toBe(200 - before);
  expect((await attach("127.0.0.1:1")).state).toBe("unreachable");
});

test.each([
  ["never tried", { triedAt: null }, 0],
  ["as often as was said", {}, 130_000],
  ["a slow one rests ten times as long as it took", { readMs: 8_000 }, 180_000],
  ["one that has just gone is tried again soon", { awayMs: 0 }, 130_000],
  ["one that is away is tried after as long again", { awayMs: 45_000 }, 145_000],
  ["one that has been away for long is tried once a minute", { awayMs: 3_600_000 }, 160_000],
])("when a switch is due: %s", (_, given, dueMs) => {
  const polled = {
    id: "x",
    workspaceId: "w",
    pollS: 30,
    triedAt: new Date(100_000),
    readMs: 40,
    awayMs: null,
    hasCookie: true,
  };
  expect(dueAtMs({ ...polled, ...given }, defaultPollerConfig)).toBe(dueMs);
});

test.each([
  ["ten seconds after a look", {}, 0, 110_000],
  ["ten seconds after the last time", {}, 112_000, 122_000],
  ["a slow one rests", { readMs: 3_000 }, 0, 130_000],
  ["none where no cookie is set", { hasCookie: false }, 0, Number.POSITIVE_INFINITY],
])("when a cookie is asked for: %s", (_, given, lastMs, dueMs) => {
  const polled: Polled = {
    ...{ id: "x", workspaceId: "w", pollS: 30, triedAt: new Date(100_000), readMs: 40, awayMs: null },
    ...{ hasCookie: true, ...given },
  };
  expect(glanceAtMs(polled, lastMs, defaultPollerConfig)).toBe(dueMs);
});

test("the poller looks at what is due first, and asks others for their cookie", async () => {
  const did: string[] = [];
  const at = (id: string, triedMs: number): Polled => ({
    ...{
      id,
      workspaceId: "w",
      pollS: 30,
      triedAt: new Date(triedMs),
      readMs: 1,
      awayMs: null,
      hasCookie: true,
    },
  });
  const all = [at("fresh", 100_000), at("glanced", 85_000), at("due", 60_000)];
  let done = (): void => undefined;
  const enough = new Promise<void>((resolve) => {
    done = resolve;
  });
  const note = (what: string) => async (each: Polled) => {
    did.push(`${what} ${each.id}`);
    if (did.length === 2) done();
    await enough;
  };
  const poller = createSwitchPoller(
    { ...defaultPollerConfig, everyMs: 1 },
    {
      ...{ list: async () => all, look: note("look"), glance: note("glance") },
      ...{ clock: () => new Date(100_000), log: createLog("silent") },
    },
  );
  await poller.start();
  await enough;
  await poller.stop();
  expect(did.slice(0, 2)).toEqual(["look due", "glance glanced"]);
});
