import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { arbitration, controllerOf, failure, idOf } from "../../../testing/cli/switches/controller.ts";
import {
  checkedText,
  controlled,
  nextFrame,
  runningSwitch,
} from "../../../testing/cli/switches/runningSwitch.ts";
import { type Draft, P4Error, P4Info, Status, textOf, type WriteRequest } from "../../p4runtime/index.ts";
import { createSwitch } from "../../run/index.ts";
import { CODE, p4InfoOf } from "../../switch/index.ts";

let running: Awaited<ReturnType<typeof runningSwitch>>;
let controller: ReturnType<typeof controllerOf>;
const begin = async (hasProgram: boolean): Promise<void> => {
  running = await runningSwitch(hasProgram);
  controller = controllerOf(running.address);
};
const primary = async () => {
  const stream = controller.stream();
  stream.send(arbitration(10n));
  await stream.next();
  return stream;
};
const write = (info: P4Info, updates: Draft<WriteRequest>["updates"], low = 10n) =>
  controller.call("write", { deviceId: 1n, electionId: { high: 0n, low }, updates, info });
const route = (info: P4Info, last: number, port: number) => ({
  kind: "tableEntry" as const,
  value: {
    tableId: idOf(info, "I.route"),
    match: [
      {
        fieldId: 1,
        fieldMatchType: {
          kind: "lpm" as const,
          value: { value: Uint8Array.of(10, 0, last, 0), prefixLen: 24 },
        },
      },
    ],
    action: {
      type: {
        kind: "action" as const,
        value: {
          actionId: idOf(info, "I.forward"),
          params: [
            { paramId: 1, value: Uint8Array.of(port) },
            { paramId: 2, value: Uint8Array.of(0, 0, 0, 0, 0, 9) },
          ],
        },
      },
    },
  },
});

afterEach(async () => {
  controller.close();
  await running.close();
});

describe("a switch that runs a program", () => {
  beforeEach(() => begin(true));

  it("tells its version and the P4Info it made, to anybody", async () => {
    expect(await controller.call("capabilities", {})).toMatchObject({ p4runtimeApiVersion: "1.4.1" });
    const { config } = await controller.call<{ config: { p4info: P4Info } }>("getForwardingPipelineConfig", {
      deviceId: 1n,
    });
    expect(config.p4info).toEqual(running.device.p4Info);
  });

  it("makes the controller with the highest election id primary, and nobody when that one leaves", async () => {
    const first = controller.stream();
    first.send(arbitration(1n));
    expect(await first.next()).toMatchObject({
      value: { status: { code: CODE.ok }, electionId: { low: 1n } },
    });
    const second = controller.stream();
    second.send(arbitration(2n));
    expect(await second.next()).toMatchObject({ value: { status: { code: CODE.ok } } });
    expect(await first.next()).toMatchObject({ value: { status: { code: CODE.alreadyExists } } });
    const third = controller.stream();
    third.send(arbitration(2n));
    expect((await third.ended).code).toBe(CODE.invalidArgument);
    second.end();
    expect(await first.next()).toMatchObject({
      value: { status: { code: CODE.notFound }, electionId: { low: 2n } },
    });
    const unset = controller.stream();
    unset.send({ kind: "arbitration", value: { deviceId: 1n } });
    expect(await unset.next()).toMatchObject({ value: { status: { code: CODE.notFound } } });
    const other = controller.stream();
    other.send(arbitration(5n, 7n));
    expect((await other.ended).code).toBe(CODE.notFound);
  });

  it("takes what fits of a Write, and tells the code of each update in the trailer", async () => {
    const info = running.device.p4Info!;
    await primary();
    const error = await failure(
      write(info, [
        { type: "INSERT", entity: { entity: route(info, 1, 2) } },
        { type: "INSERT", entity: { entity: route(info, 1, 2) } },
        { type: "DELETE", entity: { entity: route(info, 9, 2) } },
      ]),
    );
    expect(error.code).toBe(CODE.unknown);
    const [details] = error.metadata.get("grpc-status-details-bin");
    const status = Status.decode(details as Buffer);
    expect(status.details.map(({ value }) => P4Error.decode(value).canonicalCode)).toEqual([
      CODE.ok,
      CODE.alreadyExists,
      CODE.notFound,
    ]);
    expect(await controller.read({ kind: "tableEntry", value: {} })).toHaveLength(1);
  });

  it("refuses who is not primary, and other devices", async () => {
    const info = running.device.p4Info!;
    const updates = [{ type: "INSERT" as const, entity: { entity: route(info, 1, 2) } }];
    expect((await failure(write(info, updates))).code).toBe(CODE.permissionDenied);
    await primary();
    expect((await failure(write(info, updates, 9n))).code).toBe(CODE.permissionDenied);
    expect((await failure(controller.call("write", { deviceId: 2n }))).code).toBe(CODE.notFound);
  });

  it("gives what parts of a Read can give, and tells the code of each part in the trailer", async () => {
    const info = running.device.p4Info!;
    await primary();
    await write(info, [{ type: "INSERT", entity: { entity: route(info, 1, 2) } }]);
    const all = { kind: "tableEntry" as const, value: {} };
    const error = await failure(
      controller.read(all, null, { kind: "counterEntry", value: { counterId: 5 } }),
    );
    expect(error.code).toBe(CODE.unknown);
    const [details] = error.metadata.get("grpc-status-details-bin");
    expect(
      Status.decode(details as Buffer).details.map(({ value }) => P4Error.decode(value).canonicalCode),
    ).toEqual([CODE.ok, CODE.invalidArgument, CODE.invalidArgument]);
  });

  it("forwards by its entries and counts, and passes packets to and from the controller", async () => {
    const info = running.device.p4Info!;
    const stream = await primary();
    await write(info, [{ type: "INSERT", entity: { entity: route(info, 1, 2) } }]);
    const [one, two] = running.wires;
    const packet = Buffer.from(
      "0000000000010000000000050800" + "4500001400000000400600000a0000020a000105",
      "hex",
    );
    const forwarded = nextFrame(two!);
    one!.send(packet, running.here[0]!, "127.0.0.1");
    expect(
      Buffer.from(await forwarded)
        .subarray(0, 6)
        .toString("hex"),
    ).toBe("000000000009");
    const wanted = { tableId: idOf(info, "I.route"), counterData: {} };
    expect(await controller.read({ kind: "tableEntry", value: wanted })).toMatchObject([
      { value: { counterData: { packetCount: 1n, byteCount: 34n } } },
    ]);
    expect(
      await controller.read({
        kind: "counterEntry",
        value: { counterId: idOf(info, "I.port_count"), index: { index: 1n } },
      }),
    ).toMatchObject([{ value: { data: { packetCount: 1n } } }]);

    await write(info, [
      {
        type: "MODIFY",
        entity: {
          entity: {
            kind: "tableEntry",
            value: {
              tableId: idOf(info, "I.route"),
              isDefaultAction: true,
              action: { type: { kind: "action", value: { actionId: idOf(info, "I.to_cpu") } } },
            },
          },
        },
      },
    ]);
    const other = Buffer.from(packet);
    other[30] = 11;
    one!.send(other, running.here[0]!, "127.0.0.1");
    const told = await stream.next();
    expect(told).toMatchObject({
      kind: "packet",
      value: { metadata: [{ metadataId: 1 }, { metadataId: 2 }] },
    });
    expect(told?.kind === "packet" && Buffer.from(told.value.payload).equals(other)).toBe(true);

    const out = nextFrame(one!);
    const metadata = [
      { metadataId: 1, value: Uint8Array.of(1) },
      { metadataId: 2, value: Uint8Array.of(0) },
    ];
    stream.send({ kind: "packet", value: { payload: Uint8Array.from(packet), metadata } });
    expect(Buffer.from(await out).equals(packet)).toBe(true);
    stream.send({ kind: "packet", value: { payload: Uint8Array.of(1), metadata: [] } });
    expect(await stream.next()).toMatchObject({
      kind: "error",
      value: { canonicalCode: CODE.invalidArgument, details: { kind: "packetOut" } },
    });
  });
});

describe("a switch without a program", () => {
  beforeEach(() => begin(false));
  it("answers with an empty config, and takes a program as P4 text", async () => {
    expect(await controller.call("getForwardingPipelineConfig", { deviceId: 1n })).toMatchObject({
      config: null,
    });
    expect((await failure(controller.read({ kind: "tableEntry", value: {} }))).code).toBe(
      CODE.failedPrecondition,
    );
    await primary();
    const checked = checkedText(controlled);
    const made = createSwitch(checked);
    if (!made.ok) throw new Error(made.error.message);
    const p4info = p4InfoOf(checked, made.value);
    const request = (action: string, text: string) => ({
      deviceId: 1n,
      electionId: { high: 0n, low: 10n },
      action,
      config: { p4info, p4DeviceConfig: new TextEncoder().encode(text), cookie: { cookie: 7n } },
    });
    const set = (action: string, text: string) =>
      controller.call("setForwardingPipelineConfig", request(action, text));
    expect((await failure(set("VERIFY_AND_COMMIT", "{}"))).code).toBe(CODE.invalidArgument);
    expect((await failure(set("VERIFY_AND_COMMIT", "header h {"))).details).toContain("line 1");
    await set("VERIFY", controlled);
    expect(running.device.p4Info).toBeNull();
    const commit = { deviceId: 1n, electionId: { high: 0n, low: 10n }, action: "COMMIT" };
    expect((await failure(controller.call("setForwardingPipelineConfig", commit))).code).toBe(CODE.notFound);
    await set("VERIFY_AND_SAVE", controlled);
    await controller.call("setForwardingPipelineConfig", commit);
    expect(
      await controller.call("getForwardingPipelineConfig", { deviceId: 1n, responseType: "COOKIE_ONLY" }),
    ).toMatchObject({ config: { cookie: { cookie: 7n }, p4info: null } });
    await write(p4info, [{ type: "INSERT", entity: { entity: route(p4info, 1, 2) } }]);
    await set("RECONCILE_AND_COMMIT", controlled);
    expect(await controller.read({ kind: "tableEntry", value: {} })).toHaveLength(1);
    await set("VERIFY_AND_COMMIT", controlled);
    expect(await controller.read({ kind: "tableEntry", value: {} })).toHaveLength(0);
  });
});

/** A Python that has the clients, by P4TWIN_P4RT_PYTHON or python3; null: none, and the tests say so. */
const python = [process.env.P4TWIN_P4RT_PYTHON, "python3"].find((path) => {
  if (!path) return false;
  try {
    execFileSync(path, ["-c", "import finsy, p4runtime_sh"], {
      stdio: "ignore",
      env: { ...process.env, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python" },
    });
    return true;
  } catch {
    return false;
  }
});
if (!python)
  console.log("no Python with finsy and p4runtime-shell (P4TWIN_P4RT_PYTHON): they did not drive the switch");

describe.skipIf(!python)("clients that nobody here wrote", () => {
  beforeEach(() => begin(true));
  const run = async (script: string, ...more: string[]): Promise<string> => {
    const [one, two] = running.wires.map((wire) => wire.address().port);
    // their end of the wires
    for (const wire of running.wires) await new Promise<void>((done) => wire.close(() => done()));
    running.wires.length = 0;
    const file = join(import.meta.dirname, "..", "..", "..", "testing", "cli", "switches", script);
    const given = [
      file,
      running.address,
      `${one}`,
      `${running.here[0]}`,
      ...(script.startsWith("shell") ? [`${two}`] : more),
    ];
    return (await promisify(execFile)(python!, given)).stdout;
  };

  it("p4runtime-shell: entries, groups, counters, meters, packets, digests", async () => {
    expect(await run("shell_client.py")).toContain("ok 18");
  });

  it("finsy: the same with one-shot groups and registers, on a program that it sets itself", async () => {
    const folder = mkdtempSync(join(tmpdir(), "p4twin-finsy-"));
    const [info, program] = [join(folder, "info.txtpb"), join(folder, "controlled.p4")];
    writeFileSync(info, textOf(P4Info, running.device.p4Info!));
    writeFileSync(program, controlled);
    expect(await run("finsy_client.py", info, program)).toContain("ok 13");
    rmSync(folder, { recursive: true });
  });
});
