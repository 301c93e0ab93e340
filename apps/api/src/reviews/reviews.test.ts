import { libraryFiles } from "@p4twin/models/library";
import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { encodePcap } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { analysisLimits, createParsing } from "../shared/parsing/parsing.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let owner: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  owner = await world.as("owner");
});
afterAll(() => world.dispose());

/** An IPv4 packet to 10.0.1.9, as l3fwd routes it. */
const ROUTED = "0000000001010000000001020800450000140000000040110000" + "0a0000010a000109";
const l3fwd = libraryFiles["programs/l3fwd.p4"] ?? "";

test("two versions of a program: findings with an id each, latency, kept with what was asked", async () => {
  const before = await operator.programs.create({ name: "l3fwd.p4", source: l3fwd, includes: {} });
  const firewall = libraryFiles["programs/l3fwd_firewall.p4"] ?? "";
  const after = await operator.programs.create({ name: "l3fwd.p4", source: firewall, includes: {} });
  const progressId = "7d0e1b52-7f43-4c0d-9d0a-1f6f6a1c9b11";
  const said: unknown[] = [];
  const listening = setInterval(async () => said.push(await operator.reviews.progress({ progressId })), 1);
  const review = await operator.reviews.create({
    ...{ name: "Add the firewall", progressId },
    before: { kind: "program", programVersionId: before.id },
    after: { kind: "program", programVersionId: after.id },
    devices: ["agilio-cx"],
    rules: { maxTables: 1 },
    packets: 50,
  });
  clearInterval(listening);
  expect(said).toContainEqual({ step: "analysis", packets: 0 });
  expect(await operator.reviews.progress({ progressId })).toBeNull();
  expect(review).toMatchObject({ state: "open", failed: true, createdBy: "operator" });
  expect(review.result.findings.map(({ id }) => id)).toEqual(
    review.result.findings.map((_, index) => `finding-${index + 1}`),
  );
  expect(review.result.findings.find(({ rule }) => rule === "maxTables")?.level).toBe("error");
  const [device] = review.result.devices;
  expect(device?.afterUs).toBeGreaterThan(device?.beforeUs ?? Number.POSITIVE_INFINITY);
  // both intervals, of either side (thesis Sec. 4.2.1: 0.4 us of the fit)
  for (const intervals of [device?.beforeIntervals, device?.afterIntervals]) {
    expect((intervals?.meanHighUs ?? 0) - (intervals?.meanLowUs ?? 0)).toBeCloseTo(0.8, 2);
    expect(intervals?.highUs).toBeGreaterThan(intervals?.meanHighUs ?? Number.POSITIVE_INFINITY);
  }
  expect(review.result.packets?.packets).toBeGreaterThan(0);
  expect(await operator.reviews.get({ id: review.id })).toEqual(review);
});

test("a review says how many packets it has sent", async () => {
  const analyses = createParsing(analysisLimits);
  const side = { file: "l3fwd.p4", source: l3fwd, includes: {}, entries: null };
  const sides = { before: { ...side, name: "before" }, after: { ...side, name: "after" } };
  const said: unknown[] = [];
  const asked = { ...sides, packets: 100, seed: 1, recorded: [], compareEntries: false };
  const { packets } = await analyses.must("reviewSides", asked, "the review", (count) => said.push(count));
  analyses.stop();
  // the first at once, the others twice a second at most
  expect(said[0]).toBe(1);
  expect(packets?.packets).toBeGreaterThan(100);
});

test("recorded traffic of a capture goes through both sides; the tests of a review are Python for PTF", async () => {
  const before = await operator.programs.create({ name: "l3fwd.p4", source: l3fwd, includes: {} });
  const slower = l3fwd.replace("hdr.ipv4.ttl - 1", "hdr.ipv4.ttl - 2");
  const after = await operator.programs.create({ name: "l3fwd.p4", source: slower, includes: {} });
  const frame = Uint8Array.from(Buffer.from(ROUTED, "hex"));
  const capture = await operator.captures.begin({ name: "day.pcap" });
  const chunks = async function* () {
    yield encodePcap([0n, 1n, 2n].map((timeNs) => ({ timeNs, data: frame })));
  };
  await world.services.captures.receive(capture.id, chunks());
  const entries = "table_add ipv4_lpm ipv4_forward 10.0.1.0/24 => 00:00:00:00:01:01 1";
  const { id, result } = await operator.reviews.create({
    name: "What would have happened",
    before: { kind: "program", programVersionId: before.id, entries },
    after: { kind: "program", programVersionId: after.id, entries },
    packets: 0,
    captureId: capture.id,
  });
  expect(result.packets).toMatchObject({ packets: 3, recorded: 3, differing: 3 });
  expect(await world.services.captures.frames(capture.id, 2)).toHaveLength(2);
  expect(result.packets?.differences[0]?.witness).toEqual({ port: 0, hex: ROUTED, text: null, stf: null });
  const { text, mediaType } = await operator.reviews.tests({ id });
  expect(mediaType).toBe("text/x-python");
  expect(text).toContain("def runTest");
  const none = { ...before, kind: "program" as const, programVersionId: before.id };
  await expect(
    operator.reviews.create({ name: "x", before: none, after: none, captureId: before.id }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("verdicts by role: not of one's own, not by a viewer, and a rule that fails takes an owner", async () => {
  const found = (await operator.reviews.list()).find(({ name }) => name === "Add the firewall");
  const id = found?.id ?? "";
  const viewer = await world.as("viewer");
  await expect(viewer.reviews.judge({ id, verdict: "approved" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(operator.reviews.judge({ id, verdict: "approved" })).rejects.toThrow(/you made it/);
  const { user } = await owner.users.invite({
    email: "second@example.org",
    name: "Second",
    role: "operator",
  });
  const second = await world.enter(user.id);
  await expect(second.reviews.judge({ id, verdict: "approved" })).rejects.toThrow(/an owner has to approve/);
  expect(await second.reviews.judge({ id, verdict: "rejected", comment: "too slow" })).toMatchObject({
    state: "rejected",
    approvals: [{ by: "Second", role: "operator", comment: "too slow" }],
  });
  const approved = await owner.reviews.judge({ id, verdict: "approved" });
  expect(approved.state).toBe("approved");
  expect(approved.approvals.map(({ verdict }) => verdict)).toEqual(["approved", "rejected"]);
});

test("two snapshots of a switch: entries that come, go and change, held against a rule", async () => {
  const program = await operator.programs.create({ name: "any.p4", source: l3fwd, includes: {} });
  const target = await startTestSwitch({ entries: [routeEntity(1), routeEntity(2)] });
  try {
    const { id, snapshotId: first } = await operator.switches.attach({
      ...{ name: "leaf", address: target.address, pollS: 0, programVersionId: program.id },
    });
    target.plan.entries = [routeEntity(1, 9), routeEntity(3)];
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    const { snapshotId: second } = await operator.switches.look({ id });
    const { result } = await operator.reviews.create({
      name: "Since yesterday",
      before: { kind: "snapshot", snapshotId: first ?? "" },
      after: { kind: "snapshot", snapshotId: second ?? "" },
      rules: { entries: "forbid" },
      packets: 0,
    });
    expect(result.entries).toMatchObject({ added: 1, removed: 1, changed: 1, shown: 3 });
    expect(result.findings.find(({ rule }) => rule === "entries")).toMatchObject({
      level: "error",
      message: "1 added, 1 removed, 1 changed",
    });
  } finally {
    target.stop();
  }
});
