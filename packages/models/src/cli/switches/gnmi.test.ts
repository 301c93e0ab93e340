import { execFile, execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { type GnmiPlan, openConfigOf, startGnmiServer } from "../../../testing/cli/switches/gnmiServer.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { routeEntity, startTestSwitch } from "../../../testing/cli/testSwitch.ts";
import { lookByGnmi } from "./gnmiChannel.ts";

const started: { stop(): void }[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
async function switchWith(plan: GnmiPlan) {
  const [target, gnmi] = [await startTestSwitch({ entries: [routeEntity(1)] }), await startGnmiServer(plan)];
  started.push(target, gnmi);
  return { target, gnmi };
}
const leaf = openConfigOf("leaf1.lab", "02:aa", 1, [
  { name: "Ethernet0", id: 1, to: { system: "spine1", chassis: "02:bb", port: "Ethernet8" } },
  { name: "Ethernet4", id: 2 },
]);
const spine = openConfigOf("spine1.lab", "02:bb", 2, [
  { name: "Ethernet8", id: 9, to: { system: "leaf1", chassis: "02:aa", port: "Ethernet0" } },
]);

describe("attach --gnmi", () => {
  test("names, ports and neighbours beside entries; another node id than the device id is a conflict", async () => {
    const { target, gnmi } = await switchWith({ data: spine });
    const { code, out } = await runInProcess(["attach", target.address, "--gnmi", gnmi.address]);
    expect(code).toBe(0);
    expect(out).toContain("name spine1.lab, chassis 02:bb, serial S2, node id 2");
    expect(out).toContain("conflict: read as P4Runtime device 1, but gNMI has node id 2");
    expect(out).toMatch(/Ethernet8 +9 +25 +up +leaf1 Ethernet0/);
    expect(target.calls).not.toContain("stream");
  });

  test("folders of two switches are a cloud", async () => {
    const files: Record<string, string> = {};
    for (const [folder, data] of Object.entries({ leaf, spine })) {
      const { target, gnmi } = await switchWith({ data });
      const port = gnmi.address.split(":")[1]!;
      const { written } = await runInProcess(["attach", target.address, "--gnmi", port, "--out", folder]);
      files[`${folder}/gnmi.json`] = String(written[`${folder}/gnmi.json`]);
    }
    const { code, out } = await runInProcess(["topology", ...Object.keys(files), "--json"], { files });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      nodes: [
        { id: "leaf1.lab", kind: "device" },
        { id: "spine1.lab", kind: "device" },
      ],
      links: [{ a: "leaf1.lab", aPort: 1, b: "spine1.lab", bPort: 9, gbps: 25 }],
    });
  });

  test("gNMI that does not answer is a warning: entries are read", async () => {
    const { target } = await switchWith({ data: {} });
    const { code, out, err } = await runInProcess(["attach", target.address, "--gnmi", "1"]);
    expect(code).toBe(0);
    expect(err).toContain("No gNMI answers at 127.0.0.1:1 ");
    expect(out).toContain("1 entity");
  });

  test.each(["host", "70000", "a b:1"])("an address like %s is refused", async (text) => {
    const { code, err } = await runInProcess(["attach", "127.0.0.1:1", "--gnmi", text]);
    expect(code).toBe(2);
    expect(err).toContain("--gnmi takes PORT or HOST:PORT");
  });
});

/** A Python with pygnmi, by P4TWIN_GNMI_PYTHON; null: none, and the tests say so. */
const python = process.env.P4TWIN_GNMI_PYTHON ?? null;
const hasPygnmi = ((): boolean => {
  try {
    if (python) execFileSync(python, ["-c", "import pygnmi.client"], { stdio: "ignore" });
    return python !== null;
  } catch {
    return false;
  }
})();
if (!hasPygnmi) console.log("no Python with pygnmi (P4TWIN_GNMI_PYTHON): nothing else spoke gNMI with ours");

describe.skipIf(!hasPygnmi)("gNMI messages that nobody here wrote (pygnmi)", () => {
  const script = (name: string) => join(import.meta.dirname, "../../../testing/cli/switches", name);

  test.each(["JSON_IETF", "PROTO"])("a server of theirs is read like ours, by %s", async (encoding) => {
    const server = spawn(python!, [script("gnmi_server.py"), JSON.stringify(leaf), encoding], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    started.push({ stop: () => server.stdin.end() });
    const port = await new Promise<string>((resolve) => {
      server.stdout.once("data", (text) => resolve(String(text).trim()));
    });
    const { gnmi } = await switchWith({ data: leaf });
    const [theirs, ours] = await Promise.all(
      [`127.0.0.1:${port}`, gnmi.address].map((address) =>
        lookByGnmi({ address, tls: null, serverName: null }),
      ),
    );
    expect(theirs).toMatchObject({ kind: "read", device: { neighbours: [{ systemName: "spine1" }] } });
    expect(theirs).toEqual(ours);
  });

  test("a client of theirs reads our server", async () => {
    const { gnmi } = await switchWith({ data: leaf });
    const { stdout } = await promisify(execFile)(python!, [script("gnmi_client.py"), gnmi.address]);
    const { version, encodings, read } = JSON.parse(stdout);
    expect({ version, encodings }).toEqual({ version: "0.10.0", encodings: ["json_ietf"] });
    expect(read.notification[0].update[0].val).toEqual(leaf.interfaces);
  });
});
