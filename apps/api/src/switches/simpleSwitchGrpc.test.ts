import { execFileSync } from "node:child_process";
import { idOf, writeRoute } from "@p4twin/models/switches/testing/controller";
import { hasSimpleSwitch, simpleSwitch } from "@p4twin/models/switches/testing/simpleSwitch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

/** A Python with p4runtime-shell: the controller that changes something behind our back. */
const python = process.env.P4TWIN_P4RT_PYTHON;
const SHELL = `
import sys, p4runtime_sh.shell as sh
sh.setup(device_id=1, grpc_addr=sys.argv[1], election_id=(0, 20))
entry = sh.TableEntry("I.route")(action="I.to_cpu")
entry.match["hdr.ipv4.dst"] = "10.9.0.0/16"
entry.insert()
sh.teardown()
`;

describe.skipIf(!hasSimpleSwitch)("simple_switch_grpc (P4TWIN_SIMPLE_SWITCH_GRPC, P4TWIN_P4C)", () => {
  let world: World;
  let operator: Awaited<ReturnType<World["as"]>>;
  let bmv2: Awaited<ReturnType<typeof simpleSwitch>>;
  beforeAll(async () => {
    world = await createWorld();
    operator = await world.as("operator");
    bmv2 = await simpleSwitch({ grpc: 28_659, thrift: 28_190 });
    await bmv2.restart();
  }, 300_000);
  afterAll(async () => {
    await bmv2.dispose();
    await world.dispose();
  });
  const look = async (id: string) => {
    world.time.now = new Date(world.time.now.getTime() + 60_000);
    return operator.switches.look({ id });
  };

  test("attached; what another controller writes and a restart are seen and dated", async () => {
    await bmv2.push();
    await writeRoute(bmv2.controller(), bmv2.info);
    bmv2.leave();
    const attached = await operator.switches.attach({ name: "bmv2", address: bmv2.address, pollS: 0 });
    expect(attached).toMatchObject({
      ...{ state: "live", message: null },
      reading: { apiVersion: "1.3.0", cookie: "77", config: "bmv2", unread: [] },
    });
    const { id } = attached;

    if (python) execFileSync(python, ["-c", SHELL, bmv2.address], { stdio: "pipe", env: PURE_PYTHON });
    else {
      const match = [
        {
          fieldId: 1,
          fieldMatchType: { kind: "lpm", value: { value: Uint8Array.of(10, 9, 0, 0), prefixLen: 16 } },
        },
      ];
      const action = { type: { kind: "action", value: { actionId: idOf(bmv2.info, "I.to_cpu") } } };
      const value = { tableId: idOf(bmv2.info, "I.route"), match, action };
      await bmv2.insert({ kind: "tableEntry", value } as unknown as Parameters<typeof bmv2.insert>[0]);
    }
    const { readAt } = await look(id);
    const [second] = await operator.switches.snapshots({ id });
    expect(second).toMatchObject({
      ...{ cause: "changed", takenAt: readAt },
      summary: { counts: { added: 1, removed: 0, changed: 0 }, pipelineChanged: false },
    });
    const [entry] = (await operator.switches.entries({ id, text: "10.9.0.0" })).rows;
    expect(entry?.key).toBe("I.route hdr.ipv4.dst=10.9.0.0/16");

    // BMv2 keeps nothing: the pipeline is gone, and the switch's last picture stays
    await bmv2.restart();
    const empty = await look(id);
    expect(empty).toMatchObject({ state: "empty", reading: { cookie: "77" } });
    await bmv2.push();
    expect((await look(id)).state).toBe("live");
    const kinds = (await operator.switches.occurrences({ id })).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["attached", "changed", "empty", "live"]));
  }, 120_000);
});

const PURE_PYTHON = { ...process.env, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION: "python" };
