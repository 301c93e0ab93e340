import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arbitration, failure, idOf, writeRoute } from "../../../testing/cli/switches/controller.ts";
import { hasSimpleSwitch, simpleSwitch } from "../../../testing/cli/switches/simpleSwitch.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { CODE, type Draft, type Entity } from "../../p4runtime/index.ts";
import { readSettings, writeSettings } from "./settings.ts";

if (!hasSimpleSwitch)
  console.log("no BMv2 (P4TWIN_SIMPLE_SWITCH_GRPC, P4TWIN_P4C): no P4Runtime server of PI was read");

/** PI's server, with our P4Info: what attach reads and writes there, and that it never becomes primary. */
describe.skipIf(!hasSimpleSwitch)("simple_switch_grpc (P4TWIN_SIMPLE_SWITCH_GRPC, P4TWIN_P4C)", () => {
  let bmv2: Awaited<ReturnType<typeof simpleSwitch>>;
  const attach = (...more: string[]) => runInProcess(["attach", bmv2.address, "--device-id", "1", ...more]);
  const entities = async (): Promise<
    { kind: string; table?: string; match?: object; isDefault?: boolean }[]
  > => JSON.parse((await attach("--json")).out).entities;

  const acl = (low: number, high: number, priority: number) =>
    ({
      kind: "tableEntry",
      value: {
        tableId: idOf(bmv2.info, "I.acl"),
        priority,
        match:
          high < 0
            ? []
            : [
                {
                  fieldId: 3,
                  fieldMatchType: {
                    kind: "range" as const,
                    value: { low: Uint8Array.of(low), high: Uint8Array.of(high) },
                  },
                },
              ],
        action: { type: { kind: "action", value: { actionId: idOf(bmv2.info, "I.drop") } } },
      },
    }) as const;

  beforeAll(async () => {
    bmv2 = await simpleSwitch({ grpc: 28_559, thrift: 28_090 });
    await bmv2.restart();
  }, 300_000);
  afterAll(() => bmv2.dispose());

  test("before a push there is no pipeline; the P4Info that we make is taken, and read back", async () => {
    expect((await attach()).code).toBe(3);
    await bmv2.push();
    const { code, out } = await attach("--out", "empty");
    expect({ code, config: /program: BMv2 JSON; cookie 77/.test(out) }).toEqual({ code: 0, config: true });
  }, 120_000);

  test("what a controller wrote is read, and what PI spells otherwise has one spelling", async () => {
    await writeRoute(bmv2.controller(), bmv2.info);
    await bmv2.insert(acl(1, 5, 9));
    await bmv2.insert(acl(0, -1, 4));
    const replication = (type: object) =>
      ({ kind: "packetReplicationEngineEntry", value: { type } }) as Draft<Entity>["entity"];
    const replicas = [2, 1].map((port) => ({ portKind: { kind: "egressPort", value: port }, instance: 1 }));
    await bmv2.insert(replication({ kind: "multicastGroupEntry", value: { multicastGroupId: 7, replicas } }));
    await bmv2.insert(replication({ kind: "cloneSessionEntry", value: { sessionId: 3, replicas } }));
    const read = await entities();
    const of = (table: string) =>
      read.filter((each) => each.table === table && !each.isDefault).map(({ match }) => match);
    expect(of("I.route")).toEqual([{ "hdr.ipv4.dst": { kind: "lpm", value: "0xa000100", prefixBits: 24 } }]);
    // a range that a controller leaves out comes back as the whole range
    expect(of("I.acl")).toEqual([{}, { "s.ingress_port": { kind: "range", low: "0x1", high: "0x5" } }]);
    expect(read).toContainEqual(expect.objectContaining({ kind: "multicast", id: 7 }));
    expect(read).toContainEqual(expect.objectContaining({ kind: "session", id: 3 }));
    // no default was written to the table with a profile: PI names no action there
    expect(read).toContainEqual(expect.objectContaining({ table: "I.ecmp", isDefault: true, action: null }));
    expect((await attach()).out).toMatch(/I\.route +1 +2048 +both/);
  }, 60_000);

  test("what was read runs: the program that BMv2 gave back, with its entries", async () => {
    const { written } = await attach("--out", "now");
    const frame = `${"0".repeat(11)}1${"0".repeat(11)}20800${"45000014000000004011000001010101"}0a000105`;
    const { code, out, err } = await runInProcess(
      ["run", "now/program.json", "--entries", "now/entries.json", "--packet", `7:${frame}`],
      { files: Object.fromEntries(Object.entries(written).map(([name, text]) => [name, String(text)])) },
    );
    expect({ code, errors: err.split("\n").filter((line) => line.includes("error")) }).toEqual({
      code: 0,
      errors: [],
    });
    expect(out).toContain("nothing leaves");
  }, 60_000);

  test("nobody became primary: a write without an election id is taken, which PI refuses beside a primary", async () => {
    await attach();
    await expect(bmv2.insert(acl(6, 6, 8))).resolves.toBeDefined();
    const other = bmv2.controller();
    const stream = other.stream();
    stream.send(arbitration(1n));
    expect(await stream.next()).toMatchObject({ value: { status: { code: CODE.ok } } });
    expect((await failure(bmv2.insert(acl(7, 7, 8)))).code).toBe(CODE.permissionDenied);
    await attach();
    const backup = bmv2.controller().stream();
    backup.send(arbitration(0n));
    expect(await backup.next()).toMatchObject({
      value: { status: { code: CODE.alreadyExists }, electionId: { low: 1n } },
    });
  }, 60_000);

  test("settings: entries by P4Runtime, registers by Thrift, seen before, written, read back and undone", async () => {
    bmv2.leave();
    const { address, thrift } = bmv2;
    const target = { address, tls: null, serverName: null, deviceId: "1", thrift };
    const port = {
      ...({ kind: "parameter", table: "I.route", parameter: "port" } as const),
      key: 'entry I.route 0 "hdr.ipv4.dst" 0xa000100/24',
    };
    const cell = { kind: "register", register: "I.seen", index: 3 } as const;
    const read = async () => {
      const seen = await readSettings(target, [port, cell]);
      return seen.kind === "read" ? seen.values : seen.message;
    };
    expect(await read()).toEqual(["1", "0"]);
    const change = (values: [string, string], before: [string, string]) =>
      writeSettings({ ...target, electionId: null }, [
        { setting: port, before: before[0], value: values[0] },
        { setting: cell, before: before[1], value: values[1] },
      ]);
    expect(await change(["300", "4294967295"], ["1", "0"])).toMatchObject({ kind: "written" });
    expect(await read()).toEqual(["300", "4294967295"]);
    // somebody else's value is not overwritten
    expect(await change(["2", "2"], ["1", "0"])).toMatchObject({ kind: "moved" });
    expect(await change(["1", "0"], ["300", "4294967295"])).toMatchObject({ kind: "written" });
    expect(await read()).toEqual(["1", "0"]);
  }, 60_000);

  test("a restart has no pipeline any more", async () => {
    await bmv2.restart();
    const { code, out } = await attach();
    expect(code).toBe(3);
    expect(out).toContain("has no pipeline");
  }, 120_000);
});
