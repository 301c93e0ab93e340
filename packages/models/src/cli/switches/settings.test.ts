import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  arbitration,
  controllerOf,
  idOf,
  ROUTE_KEY,
  writeRoute,
} from "../../../testing/cli/switches/controller.ts";
import { runningSwitch } from "../../../testing/cli/switches/runningSwitch.ts";
import { startThriftServer } from "../../../testing/cli/switches/thriftServer.ts";
import type { Setting } from "../../attach/index.ts";
import type { TableEntry } from "../../p4runtime/index.ts";
import { readSettings, type SettingsTarget, writeSettings } from "./settings.ts";

/** Settings of a switch of ours over gRPC, and of registers over a server that speaks BMv2's Thrift. */
let running: Awaited<ReturnType<typeof runningSwitch>>;
let thrift: Awaited<ReturnType<typeof startThriftServer>>;
let controller: ReturnType<typeof controllerOf>;
let target: SettingsTarget;
/** the highest id ever seen is primary */
let election = 20;
beforeAll(async () => {
  running = await runningSwitch(true);
  thrift = await startThriftServer(new Map([["I.seen", Array.from({ length: 16 }, () => 5n)]]));
  controller = controllerOf(running.address);
  target = { address: running.address, tls: null, serverName: null, deviceId: "1", thrift: null };
}, 60_000);
afterAll(async () => {
  controller.close();
  thrift.stop();
  await running.close();
});

const cell = (index: number): Setting => ({ kind: "register", register: "I.seen", index });
const ofRoute = (parameter: string): Setting => ({
  ...{ kind: "parameter", table: "I.route", parameter },
  key: ROUTE_KEY,
});
const write = (changes: Parameters<typeof writeSettings>[1], more: object = {}) =>
  writeSettings({ ...target, electionId: `${++election}`, ...more }, changes);

async function readRoute(): Promise<TableEntry> {
  const [read] = await controller.read({
    kind: "tableEntry",
    value: { tableId: idOf(running.device.p4Info!, "I.route"), counterData: {}, meterConfig: {} },
  });
  if (read?.kind !== "tableEntry") throw new Error("there is no route");
  return read.value;
}

describe("settings by P4Runtime", () => {
  it("parameters of one entry in one write; meter, mark, counts and timeout stay", async () => {
    await writeRoute(controller, running.device.p4Info!);
    const before = await readRoute();
    expect(await readSettings(target, [ofRoute("port"), ofRoute("mac"), cell(3)])).toEqual({
      ...{ kind: "read", values: ["1", "9", "0"] },
    });
    expect(
      await write([
        { setting: ofRoute("port"), before: "1", value: "300" },
        { setting: ofRoute("mac"), before: "9", value: "8796093022217" },
        { setting: cell(3), before: "0", value: "4294967295" },
      ]),
    ).toEqual({
      kind: "written",
      items: ["300", "8796093022217", "4294967295"].map((after) => ({ after, why: null })),
    });
    const after = await readRoute();
    const params = [
      { paramId: 1, value: Buffer.of(1, 44) },
      { paramId: 2, value: Buffer.of(8, 0, 0, 0, 0, 9) },
    ];
    expect(after).toEqual({
      ...before,
      action: { type: { kind: "action", value: { actionId: expect.any(Number), params } } },
    });
    expect(after.meterConfig?.pburst).toBe(200n);
  });

  it.each([
    ["moved meanwhile", { setting: cell(1), before: "7", value: "8" }, { kind: "moved", now: ["0"] }],
    ["no such cell", { setting: cell(16), before: null, value: "8" }, { kind: "moved", now: [null] }],
    [
      "too large",
      { setting: cell(1), before: "0", value: "4294967296" },
      { kind: "failed-partly", items: [{ after: "0", why: "4294967296 does not fit 32 bits" }] },
    ],
    [
      "no such entry",
      { setting: { ...ofRoute("port"), table: "I.acl" } as Setting, before: null, value: "8" },
      { kind: "moved", now: [null] },
    ],
  ])("%s: nothing is written", async (_, change, outcome) => {
    expect(await write([change])).toEqual(outcome);
    expect(await readSettings(target, [cell(1)])).toEqual({ kind: "read", values: ["0"] });
  });

  it("another device id is said", async () => {
    expect(await readSettings({ ...target, deviceId: "2" }, [cell(0)])).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("does not have this device id"),
    });
  });

  it("a switch whose primary is another controller is not written to, and that one stays primary", async () => {
    const stream = controller.stream();
    stream.send(arbitration(1_000n));
    await stream.next();
    // no write of ours after this one: its id is beyond theirs
    const refused = await write([{ setting: cell(1), before: "0", value: "8" }]);
    expect(refused).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(
        /another controller is primary with the election id 1000; nothing was written/,
      ),
    });
    const withoutId = await write([{ setting: cell(1), before: "0", value: "8" }], { electionId: null });
    expect(withoutId).toMatchObject({ kind: "failed-partly", items: [{ after: "0" }] });
    expect(running.device.arbitration.primary("")?.electionId).toBe(1_000n);
  });
});

describe("registers by BMv2's Thrift", () => {
  it("are read, written and read again, without a controller's role", async () => {
    const over = { ...target, thrift: thrift.address };
    expect(await readSettings(over, [cell(2)])).toEqual({ kind: "read", values: ["5"] });
    expect(
      await writeSettings({ ...over, electionId: null }, [{ setting: cell(2), before: "5", value: "8000" }]),
    ).toEqual({ kind: "written", items: [{ after: "8000", why: null }] });
    expect(thrift.calls.slice(-3)).toEqual([
      "standard:bm_register_read I.seen 2",
      "standard:bm_register_write I.seen 2 8000",
      "standard:bm_register_read I.seen 2",
    ]);
    // what does not fit a cell would be cut by BMv2 without a word
    const large = await write([{ setting: cell(2), before: "8000", value: "4294967296" }], {
      thrift: over.thrift,
    });
    expect(large).toMatchObject({ kind: "failed-partly", items: [{ after: "8000" }] });
  });

  it("a switch that says yes and does nothing, and one that dies during a write, are told apart", async () => {
    const over = { ...target, thrift: thrift.address, electionId: null };
    const change = [{ setting: cell(4), before: "5", value: "6" }];
    thrift.plan.ignoreWrites = true;
    expect(await writeSettings(over, change)).toEqual({
      ...{ kind: "failed-partly", items: [{ after: "5", why: "it is 5 after it was written" }] },
    });
    thrift.plan.dieBeforeAnswer = thrift.calls.length + 1;
    expect(await writeSettings(over, change)).toMatchObject({
      kind: "failed-partly",
      items: [{ after: null, why: expect.stringContaining("whether it was written is unknown") }],
    });
  });

  it("a port that nothing listens on is said with its address", async () => {
    thrift.stop();
    expect(await readSettings({ ...target, thrift: thrift.address }, [cell(2)])).toMatchObject({
      kind: "failed",
      message: expect.stringContaining(`BMv2's Thrift at ${thrift.address}: connect ECONNREFUSED`),
    });
  });
});
