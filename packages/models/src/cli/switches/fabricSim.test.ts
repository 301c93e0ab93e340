import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { routeEntity, routesInfo } from "../../../testing/cli/testSwitch.ts";
import { p4RuntimeService } from "../../p4runtime/index.ts";
import { lookByGnmi } from "./gnmiChannel.ts";

/** Folder of `fabric-sim` and `fabric-sim-topo`, built of github.com/onosproject/fabric-sim v1.0.6. */
const built = process.env.P4TWIN_FABRIC_SIM;
const AGENT = 28_110;
const SERVICE = 28_109;
const address = `127.0.0.1:${AGENT}`;

if (!built) console.log("no fabric-sim (P4TWIN_FABRIC_SIM): no P4Runtime and gNMI server of ONOS was read");

/** A P4Runtime server of ONOS that nobody here wrote. Its device id is 0 in writes, and reads do not check it. */
describe.skipIf(!built)("fabric-sim 1.0.6 (skipped without P4TWIN_FABRIC_SIM)", () => {
  let sim: ChildProcess;
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "p4twin-fabric-"));
    const topology = join(folder, "one.yaml");
    writeFileSync(
      topology,
      `devices:\n- id: leaf1\n  chassis_id: 1\n  type: switch\n  agent_port: ${AGENT}\n  stopped: false\n  ports:\n  - number: 1\n    sdn_number: 1\n    speed: 100GB\n  - number: 2\n    sdn_number: 202\n    speed: 25GB\nlinks: []\nhosts: []\n`,
    );
    sim = spawn(join(built ?? "", "fabric-sim"), ["--no-tls", "--bind-port", String(SERVICE)], {
      stdio: "ignore",
    });
    const load = () =>
      new Promise<boolean>((resolve) => {
        const args = [
          "load",
          "--no-tls",
          "--service-address",
          `127.0.0.1:${SERVICE}`,
          "--topology",
          topology,
        ];
        spawn(join(built ?? "", "fabric-sim-topo"), args, { stdio: "ignore" }).on("exit", (code) =>
          resolve(code === 0),
        );
      });
    for (let tries = 0; !(await load()); tries++) {
      if (tries > 50) throw new Error("fabric-sim does not take its topology");
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }, 60_000);
  afterAll(() => {
    sim?.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const attach = (...more: string[]) => runInProcess(["attach", address, "--device-id", "0", ...more]);

  test("before a push there is no pipeline, and the look ends nothing", async () => {
    for (let look = 0; look < 2; look++) {
      const { code, out } = await attach();
      expect(out).toContain("has no pipeline");
      expect(code).toBe(3);
    }
  });

  test("its ports by gNMI; what it does not have is unread", async () => {
    expect(await lookByGnmi({ address, tls: null, serverName: null })).toEqual({
      kind: "read",
      device: {
        ...{ hostname: null, chassisId: null, serial: null, nodeIds: [], neighbours: [] },
        interfaces: [
          { name: "1", ifindex: 1, p4Port: 1, mac: null, isUp: true, gbps: 100 },
          { name: "2", ifindex: 2, p4Port: 202, mac: null, isUp: true, gbps: 25 },
        ],
      },
      unread: ["lldp", "components", "system"].map((what) => ({ what, why: "the answer is empty" })),
    });
  });

  test("10,000 entries that a controller wrote are read as it wrote them", async () => {
    await push(Array.from({ length: 10_000 }, (_, n) => routeEntity(n)));
    const { code, out } = await attach("--json");
    const { entities, apiVersion } = JSON.parse(out);
    expect({ code, apiVersion }).toEqual({ code: 0, apiVersion: "1.1.0" });
    const entries = entities.filter(
      (each: { kind: string; isDefault: boolean }) => each.kind === "entry" && !each.isDefault,
    );
    expect(entries).toHaveLength(10_000);
    expect(entries[17]).toMatchObject({
      table: "MyIngress.ipv4_lpm",
      match: { "hdr.ipv4.dstAddr": { kind: "lpm", prefixBits: 32 } },
    });
  });
});

async function push(entries: ReturnType<typeof routeEntity>[]): Promise<void> {
  const client = new Client(address, credentials.createInsecure());
  const { streamChannel, setForwardingPipelineConfig, write } = p4RuntimeService;
  const electionId = { high: 0n, low: 1n };
  const stream = client.makeBidiStreamRequest(
    streamChannel.path,
    streamChannel.requestSerialize,
    streamChannel.responseDeserialize,
    new Metadata(),
  );
  stream.on("error", () => {});
  const heard = new Promise((resolve) => stream.once("data", resolve));
  stream.write({ update: { kind: "arbitration", value: { deviceId: 0n, electionId } } });
  await heard;
  const call = <Q, A>(
    method: { path: string; requestSerialize(q: Q): Buffer; responseDeserialize(b: Uint8Array): A },
    request: Q,
  ): Promise<A | undefined> =>
    new Promise((resolve, reject) =>
      client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        (error, answer) => (error ? reject(error) : resolve(answer)),
      ),
    );
  await call(setForwardingPipelineConfig, {
    ...{ deviceId: 0n, electionId, action: "VERIFY_AND_COMMIT" as const },
    config: { p4info: routesInfo, p4DeviceConfig: Uint8Array.of(1, 2, 3), cookie: { cookie: 7n } },
  });
  for (let at = 0; at < entries.length; at += 1_000)
    await call(write, {
      ...{ deviceId: 0n, electionId },
      updates: entries.slice(at, at + 1_000).map((entity) => ({ type: "INSERT" as const, entity })),
    });
  stream.cancel();
  client.close();
}
