import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  arbitration,
  controllerOf,
  failure,
  idOf,
  writeRoute,
} from "../../../testing/cli/switches/controller.ts";
import { checkedText, controlled } from "../../../testing/cli/switches/runningSwitch.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { CODE, type Draft, type Entity, type P4Info } from "../../p4runtime/index.ts";
import { createSwitch } from "../../run/index.ts";
import { p4InfoOf } from "../../switch/index.ts";
import { readSettings, writeSettings } from "./settings.ts";

/** `simple_switch_grpc` of BMv2, and the `p4c-bm2-ss` that compiles for it. */
const { P4TWIN_SIMPLE_SWITCH_GRPC: built, P4TWIN_P4C: p4c } = process.env;
const isThere = built !== undefined && p4c !== undefined;
const [GRPC, THRIFT] = [28_559, 28_090];
const address = `127.0.0.1:${GRPC}`;

if (!isThere)
  console.log("no BMv2 (P4TWIN_SIMPLE_SWITCH_GRPC, P4TWIN_P4C): no P4Runtime server of PI was read");

/** PI's server, with our P4Info: what attach reads and writes there, and that it never becomes primary. */
describe.skipIf(!isThere)(
  "simple_switch_grpc (skipped without P4TWIN_SIMPLE_SWITCH_GRPC and P4TWIN_P4C)",
  () => {
    let folder = "";
    let bmv2: ChildProcess | null = null;
    let info: P4Info;
    const controllers: ReturnType<typeof controllerOf>[] = [];
    const controller = () => {
      const made = controllerOf(address);
      controllers.push(made);
      return made;
    };

    async function restart(): Promise<void> {
      await stop();
      const own = ["--device-id", "1", "--thrift-port", String(THRIFT), "--no-p4"];
      bmv2 = spawn(built ?? "", [...own, "--", "--grpc-server-addr", address, "--cpu-port", "255"], {
        stdio: "ignore",
        cwd: folder,
      });
      for (let tries = 0; tries < 300; tries++) {
        const { out } = await attach();
        if (out.includes("has no pipeline")) return;
        await sleep(100);
      }
      throw new Error("simple_switch_grpc does not answer");
    }
    async function stop(): Promise<void> {
      for (const each of controllers.splice(0)) each.close();
      if (!bmv2) return;
      bmv2.kill();
      await once(bmv2, "exit");
      bmv2 = null;
    }

    const attach = (...more: string[]) => runInProcess(["attach", address, "--device-id", "1", ...more]);
    const entities = async (): Promise<
      { kind: string; table?: string; match?: object; isDefault?: boolean }[]
    > => JSON.parse((await attach("--json")).out).entities;

    /** The pipeline by a controller that leaves. */
    async function push(): Promise<void> {
      const one = controller();
      const stream = one.stream();
      stream.send(arbitration(5n));
      await stream.next();
      await one.call("setForwardingPipelineConfig", {
        ...{ deviceId: 1n, electionId: { high: 0n, low: 5n }, action: "VERIFY_AND_COMMIT" },
        config: {
          p4info: info,
          p4DeviceConfig: readFileSync(join(folder, "controlled.json")),
          cookie: { cookie: 77n },
        },
      });
      one.close();
    }

    /** By nobody in particular: PI takes a write without an election id as long as no stream is open. */
    const insert = (entity: Draft<Entity>["entity"], type = "INSERT") =>
      controller().call("write", { deviceId: 1n, updates: [{ type, entity: { entity } }] });
    const acl = (low: number, high: number, priority: number) =>
      ({
        kind: "tableEntry",
        value: {
          tableId: idOf(info, "I.acl"),
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
          action: { type: { kind: "action", value: { actionId: idOf(info, "I.drop") } } },
        },
      }) as const;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "p4twin-bmv2-"));
      writeFileSync(join(folder, "controlled.p4"), controlled);
      execFileSync(p4c ?? "", ["-o", "controlled.json", "controlled.p4"], { cwd: folder, stdio: "ignore" });
      const checked = checkedText(controlled);
      const made = createSwitch(checked);
      if (!made.ok) throw new Error(made.error.message);
      info = p4InfoOf(checked, made.value);
      await restart();
    }, 300_000);
    afterAll(async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test("before a push there is no pipeline; the P4Info that we make is taken, and read back", async () => {
      expect((await attach()).code).toBe(3);
      await push();
      const { code, out } = await attach("--out", join(folder, "empty"));
      expect({ code, config: /program: BMv2 JSON; cookie 77/.test(out) }).toEqual({ code: 0, config: true });
    }, 120_000);

    test("what a controller wrote is read, and what PI spells otherwise has one spelling", async () => {
      await writeRoute(controller(), info);
      await insert(acl(1, 5, 9));
      await insert(acl(0, -1, 4));
      const replication = (type: object) =>
        ({ kind: "packetReplicationEngineEntry", value: { type } }) as Draft<Entity>["entity"];
      const replicas = [2, 1].map((port) => ({ portKind: { kind: "egressPort", value: port }, instance: 1 }));
      await insert(replication({ kind: "multicastGroupEntry", value: { multicastGroupId: 7, replicas } }));
      await insert(replication({ kind: "cloneSessionEntry", value: { sessionId: 3, replicas } }));
      const read = await entities();
      const of = (table: string) =>
        read.filter((each) => each.table === table && !each.isDefault).map(({ match }) => match);
      expect(of("I.route")).toEqual([
        { "hdr.ipv4.dst": { kind: "lpm", value: "0xa000100", prefixBits: 24 } },
      ]);
      // a range that a controller leaves out comes back as the whole range
      expect(of("I.acl")).toEqual([{}, { "s.ingress_port": { kind: "range", low: "0x1", high: "0x5" } }]);
      expect(read).toContainEqual(expect.objectContaining({ kind: "multicast", id: 7 }));
      expect(read).toContainEqual(expect.objectContaining({ kind: "session", id: 3 }));
      // no default was written to the table with a profile: PI names no action there
      expect(read).toContainEqual(
        expect.objectContaining({ table: "I.ecmp", isDefault: true, action: null }),
      );
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
      await expect(insert(acl(6, 6, 8))).resolves.toBeDefined();
      const other = controller();
      const stream = other.stream();
      stream.send(arbitration(1n));
      expect(await stream.next()).toMatchObject({ value: { status: { code: CODE.ok } } });
      expect((await failure(insert(acl(7, 7, 8)))).code).toBe(CODE.permissionDenied);
      await attach();
      const backup = controller().stream();
      backup.send(arbitration(0n));
      expect(await backup.next()).toMatchObject({
        value: { status: { code: CODE.alreadyExists }, electionId: { low: 1n } },
      });
    }, 60_000);

    test("settings: entries by P4Runtime, registers by Thrift, seen before, written, read back and undone", async () => {
      for (const each of controllers.splice(0)) each.close();
      const target = { address, tls: null, serverName: null, deviceId: "1", thrift: `127.0.0.1:${THRIFT}` };
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
      await restart();
      const { code, out } = await attach();
      expect(code).toBe(3);
      expect(out).toContain("has no pipeline");
    }, 120_000);
  },
);
