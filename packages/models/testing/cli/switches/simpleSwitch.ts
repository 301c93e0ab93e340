import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Draft, Entity, P4Info } from "../../../src/p4runtime/index.ts";
import { createSwitch } from "../../../src/run/index.ts";
import { p4InfoOf } from "../../../src/switch/index.ts";
import { listens } from "../listens.ts";
import { arbitration, controllerOf } from "./controller.ts";
import { checkedText, controlled } from "./runningSwitch.ts";

/** `simple_switch_grpc` of BMv2, and the `p4c-bm2-ss` that compiles for it; null: one of them is not named. */
const { P4TWIN_SIMPLE_SWITCH_GRPC: built, P4TWIN_P4C: p4c } = process.env;
export const hasSimpleSwitch = built !== undefined && p4c !== undefined;

/** BMv2 behind PI's P4Runtime server, for the program `controlled.p4` or another text. Ports of the caller's choice. */
export async function simpleSwitch({ grpc, thrift }: { grpc: number; thrift: number }, text = controlled) {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-bmv2-"));
  const address = `127.0.0.1:${grpc}`;
  writeFileSync(join(folder, "controlled.p4"), text);
  execFileSync(p4c ?? "", ["-o", "controlled.json", "controlled.p4"], { cwd: folder, stdio: "ignore" });
  const checked = checkedText(text);
  const made = createSwitch(checked);
  if (!made.ok) throw new Error(made.error.message);
  const info: P4Info = p4InfoOf(checked, made.value);
  let bmv2: ChildProcess | null = null;
  const controllers: ReturnType<typeof controllerOf>[] = [];
  const controller = () => {
    const one = controllerOf(address);
    controllers.push(one);
    return one;
  };
  const leave = (): void => {
    for (const each of controllers.splice(0)) each.close();
  };
  async function stop(): Promise<void> {
    leave();
    if (!bmv2) return;
    bmv2.kill();
    await once(bmv2, "exit");
    bmv2 = null;
  }
  return {
    ...{ address, thrift: `127.0.0.1:${thrift}`, info, controller, leave, stop },
    async restart(): Promise<void> {
      await stop();
      const own = ["--device-id", "1", "--thrift-port", String(thrift), "--no-p4"];
      bmv2 = spawn(built ?? "", [...own, "--", "--grpc-server-addr", address, "--cpu-port", "255"], {
        stdio: "ignore",
        cwd: folder,
      });
      for (let tries = 0; !(await listens(grpc)); tries++) {
        if (tries > 300) throw new Error("simple_switch_grpc does not answer");
        await sleep(100);
      }
    },
    /** The pipeline by a controller that leaves. */
    async push(): Promise<void> {
      const stream = controller().stream();
      stream.send(arbitration(5n));
      await stream.next();
      await controller().call("setForwardingPipelineConfig", {
        ...{ deviceId: 1n, electionId: { high: 0n, low: 5n }, action: "VERIFY_AND_COMMIT" },
        config: {
          p4info: info,
          p4DeviceConfig: readFileSync(join(folder, "controlled.json")),
          cookie: { cookie: 77n },
        },
      });
      leave();
    },
    /** By nobody in particular: PI takes a write without an election id as long as no stream is open. */
    insert: (...entities: Draft<Entity>["entity"][]): Promise<unknown> =>
      controller().call("write", {
        deviceId: 1n,
        updates: entities.map((entity) => ({ type: "INSERT", entity: { entity } })),
      }),
    async dispose(): Promise<void> {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
