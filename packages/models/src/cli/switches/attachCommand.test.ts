import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type LabCertificates,
  labCertificates,
  switchCredentials,
} from "../../../testing/cli/switches/certificates.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { responseBytes, routeEntity, routesInfo, startTestSwitch } from "../../../testing/cli/testSwitch.ts";
import { P4DeviceConfig } from "../../p4runtime/index.ts";

type TestSwitch = Awaited<ReturnType<typeof startTestSwitch>>;
const started: TestSwitch[] = [];
async function start(plan: Parameters<typeof startTestSwitch>[0]): Promise<TestSwitch> {
  const made = await startTestSwitch(plan);
  started.push(made);
  return made;
}
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
const attach = (target: TestSwitch | string, ...more: string[]) =>
  runInProcess(["attach", `grpc://${typeof target === "string" ? target : target.address}`, ...more]);
const routes = (count: number) => Array.from({ length: count }, (_, n) => routeEntity(n));

test("what runs is listed, and nothing but reads was called", async () => {
  const target = await start({ entries: routes(3) });
  const { code, out } = await attach(target);
  expect(code).toBe(0);
  expect(out).toContain("P4Runtime 1.3.0, 3 entities");
  expect(out).toMatch(/MyIngress\.ipv4_lpm +3 +1000000 +both/);
  expect(target.calls.filter((call) => !/^(capabilities|pipeline|read )/.test(call))).toEqual([]);
  expect(target.calls).not.toContain("read directCounterEntry");
});

test("100,000 entries as one message beyond gRPC's own limit, and a filter that is ignored: read once each", async () => {
  const entries = routes(100_000);
  expect(responseBytes(entries)).toBeGreaterThan(4 * 2 ** 20);
  const { code, out } = await attach(await start({ entries }));
  expect(code).toBe(0);
  expect(out).toContain(" 100000 entities in ");
});

test("a folder of what was read: snapshot, entries, and the program of BMv2 as it is", async () => {
  const json = JSON.stringify({ header_types: [], headers: [], parsers: [], actions: [], pipelines: [] });
  const config = P4DeviceConfig.encode({ reassign: 1, deviceData: new TextEncoder().encode(json) });
  const { code, written } = await attach(await start({ entries: routes(2), config }), "--out", "now");
  expect(code).toBe(0);
  expect(Object.keys(written).sort()).toEqual([
    "now/entries.json",
    "now/entries.txt",
    "now/p4twin.yaml",
    "now/program.json",
    "now/snapshot.json",
  ]);
  expect(written["now/program.json"]).toBe(json);
  expect(JSON.parse(String(written["now/entries.json"])).table_entries[1]).toEqual({
    table: "MyIngress.ipv4_lpm",
    match: { "hdr.ipv4.dstAddr": ["0xa000001", 32] },
    action_name: "MyIngress.ipv4_forward",
    action_params: { dstAddr: "0x80000000101", port: "0x2" },
  });
});

describe("bad ends are one line with the remedy, exit 1", () => {
  test("wrong address", async () => {
    const { code, err } = await attach("127.0.0.1:1");
    expect(code).toBe(1);
    expect(err).toMatch(/Nothing answers at 127\.0\.0\.1:1 .*Check the address, the port/);
  });

  test("a switch that dies during a read", async () => {
    const { code, err } = await attach(
      await start({ entries: routes(5_000), perMessage: 100, dieAfter: 20 }),
    );
    expect(code).toBe(1);
    expect(err).toMatch(/The connection to .* broke while it was read|did not answer in time/);
  });

  test("no address, a device id beyond 64 bits, a certificate without its key: usage", async () => {
    for (const argv of [
      ["grpc://a b"],
      ["h:1", "--device-id", "18446744073709551616"],
      ["h:1", "--cert", "c"],
    ])
      expect(await runInProcess(["attach", ...argv])).toMatchObject({ code: 2 });
  });
});

test("no pipeline is an answer: exit 3, and nothing was read", async () => {
  const target = await start({ entries: routes(1), info: null });
  const { code, out } = await attach(target);
  expect(code).toBe(3);
  expect(out).toContain("has no pipeline");
  expect(target.calls).toEqual(["capabilities", "pipeline"]);
});

test("half a pipeline: what its P4Info does not have keeps its number, and is named", async () => {
  const { code, out } = await attach(
    await start({ entries: routes(1), info: { ...routesInfo, actions: [] } }),
  );
  expect(code).toBe(0);
  expect(out).toContain("the P4Info has no object with the id 16777217");
});

test("an opaque program is known by its P4Info, and compared with a source", async () => {
  const { code, out } = await attach(
    await start({ entries: routes(1), config: Uint8Array.of(1, 2, 3) }),
    ...["--program", "lib:l3fwd"],
  );
  expect(out).toContain("opaque, known by its P4Info");
  expect(code).toBe(3);
  expect(out).toContain("differs from lib:l3fwd: ");
});

describe("TLS", () => {
  let files: LabCertificates;
  beforeAll(() => {
    files = labCertificates();
  });
  const secured = (mutual: boolean) =>
    start({ entries: routes(2), credentials: switchCredentials(files, mutual) });
  const run = (target: TestSwitch, ...more: string[]) =>
    runInProcess(["attach", target.address, ...more], { files });

  test("with the CA and the name of the certificate, and mutual", async () => {
    const named = ["--ca", "ca.pem", "--server-name", "switch.lab"];
    expect(await run(await secured(false), ...named)).toMatchObject({ code: 0 });
    expect(
      await run(await secured(true), ...named, "--cert", "client.pem", "--key", "client.key"),
    ).toMatchObject({
      code: 0,
    });
  });

  test("an unknown CA, another name, no client certificate, plain text: why, and what to check", async () => {
    const target = await secured(true);
    for (const more of [
      ["--ca", "client.pem", "--server-name", "switch.lab"],
      ["--ca", "ca.pem"],
      ["--ca", "ca.pem", "--server-name", "switch.lab"],
    ]) {
      const { code, err } = await run(target, ...more);
      expect({ code, more }).toEqual({ code: 1, more });
      expect(err).toMatch(/TLS with .* failed|(broke|not as gRPC) .*whether the switch wants TLS/);
    }
    const { code, err } = await run(target);
    expect(code).toBe(1);
    expect(err).toMatch(/(broke|not as gRPC in plain text) .*whether the switch wants TLS|did not answer/);
  });
});
