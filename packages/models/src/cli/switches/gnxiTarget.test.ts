import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { listens } from "../../../testing/cli/listens.ts";
import { labCertificates } from "../../../testing/cli/switches/certificates.ts";
import { lookByGnmi } from "./gnmiChannel.ts";

/** `gnmi_target`, built of the Go module github.com/google/gnxi v0.0.0-20220411075422-cd6b043b7fd0. */
const built = process.env.P4TWIN_GNXI_TARGET;
if (!built)
  console.log("no gnmi_target (P4TWIN_GNXI_TARGET): no gNMI server of OpenConfig's makers was read");
const PORT = 28_339;

const config = {
  "openconfig-interfaces:interfaces": {
    interface: [
      {
        ...{ name: "eth0", config: { name: "eth0" } },
        state: { name: "eth0", "oper-status": "UP", "admin-status": "UP", ifindex: 3 },
      },
      { name: "eth1", config: { name: "eth1" }, state: { name: "eth1", "oper-status": "DOWN" } },
    ],
  },
  "openconfig-system:system": { config: { hostname: "leaf-x" }, state: { hostname: "leaf-x" } },
};

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function target(secured: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "p4twin-gnxi-"));
  opened.push(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries({ ...files, "config.json": JSON.stringify(config) }))
    writeFileSync(join(folder, name), text);
  const address = `127.0.0.1:${PORT}`;
  const argv = ["-bind_address", address, "-config", "config.json", ...secured];
  const server = spawn(built ?? "", argv, { cwd: folder, stdio: "ignore" });
  opened.push(() => void server.kill());
  for (let tries = 0; !(await listens(PORT)); tries++) {
    if (tries > 300 || server.exitCode !== null) throw new Error("gnmi_target does not answer");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const stop = async (): Promise<void> => {
    server.kill();
    await once(server, "exit");
  };
  return { address, stop };
}

describe.skipIf(!built)("gnmi_target of gnxi (skipped without P4TWIN_GNXI_TARGET)", () => {
  test("names and ports are read; models that it does not have are unread with its words", async () => {
    const { address, stop } = await target(["-notls"]);
    const seen = await lookByGnmi({ address, tls: null, serverName: null });
    expect(seen).toMatchObject({
      kind: "read",
      device: {
        ...{ hostname: "leaf-x", neighbours: [] },
        interfaces: [
          { name: "eth0", ifindex: 3, isUp: true },
          { name: "eth1", isUp: false },
        ],
      },
      unread: [
        { what: "lldp", why: expect.stringContaining("not found") },
        { what: "components", why: expect.stringContaining("not found") },
      ],
    });
    await stop();
  });

  test("by mutual TLS; without our certificate it says what to check", async () => {
    const files = labCertificates();
    const secured = ["-ca", "ca.pem", "-cert", "switch.pem", "-key", "switch.key"];
    const { address, stop } = await target(secured, files);
    const ours = { ca: files["ca.pem"], certificate: files["client.pem"], key: files["client.key"] };
    const named = { address, serverName: "switch.lab" };
    expect(await lookByGnmi({ ...named, tls: ours })).toMatchObject({ kind: "read" });
    for (const tls of [{ ...ours, certificate: null, key: null }, null])
      expect(await lookByGnmi({ ...named, tls })).toMatchObject({
        ...{ kind: "failed", message: expect.stringMatching(/[Cc]heck/) },
      });
    await stop();
  });
});
