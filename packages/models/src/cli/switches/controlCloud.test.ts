import { afterEach, expect, it } from "vitest";
import { libraryFiles } from "../../../library/index.ts";
import { arbitration, controllerOf, failure } from "../../../testing/cli/switches/controller.ts";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { SimulationScenario } from "../../control/index.ts";
import type { ForwardingPipelineConfig } from "../../p4runtime/index.ts";
import { createRunningCloud } from "../../run/index.ts";
import { CODE } from "../../switch/index.ts";
import { type ControlledCloud, controlCloud } from "./controlCloud.ts";

const programs = {
  latency_control_uc1: libraryFiles["programs/latency_control_uc1.p4"],
  latency_control_uc2: libraryFiles["programs/latency_control_uc2.p4"],
};
const scenario = SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
const STEP_US = 100_000;

let control: ControlledCloud | null = null;
afterEach(() => control?.close());

it("its switches are attached with program and entries, and what a controller writes is what passes", async () => {
  const reports = scenario.segments.map(() => 0);
  const cloud = createRunningCloud(scenario, { seed: 1, programs, onReport: (_, from) => reports[from]!++ });
  control = await controlCloud(cloud, programs, 0);
  expect(control.switches.map(({ switch: id, deviceId }) => [id, deviceId])).toEqual([
    ...[
      ["s1", "1"],
      ["s2", "2"],
      ["s3", "3"],
      ["s4", "4"],
    ],
  ]);
  const [s1, ...others] = control.switches;
  let untilUs = 0;
  /** reports of s1 while another part of a second passes; s4 has flows of its own */
  const pass = (): number => {
    reports.fill(0);
    untilUs += STEP_US;
    cloud.advance(untilUs);
    expect(reports[2]).toBeGreaterThan(0);
    return reports[0]!;
  };
  expect(pass()).toBeGreaterThan(0);

  const { code, out, written } = await runInProcess(["attach", s1!.address, "--json", "--out", "s1"]);
  expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, config: "p4", state: "whole", unread: [] });
  const { target } = cloud.switches.get("s1")!;
  const count = target.machine.tables.reduce((sum, { entries }) => sum + entries.length, 0);
  expect(
    JSON.parse(out).entities.filter(({ isDefault }: { isDefault?: boolean }) => isDefault === false),
  ).toHaveLength(count);
  expect(written["s1/program.p4"]).toBe(programs.latency_control_uc1);
  for (const { address, deviceId } of others)
    expect(await runInProcess(["attach", address, "--device-id", deviceId])).toMatchObject({ code: 0 });

  const controller = controllerOf(s1!.address);
  const stream = controller.stream();
  stream.send(arbitration(1n));
  await stream.next();
  const asPrimary = { deviceId: 1n, electionId: { high: 0n, low: 1n } };
  const { config } = await controller.call<{ config: ForwardingPipelineConfig }>(
    "getForwardingPipelineConfig",
    {
      deviceId: 1n,
    },
  );
  const enforce = config.p4info?.tables.find(({ preamble }) => preamble?.name.endsWith("table_enforce"));
  const [enforced] = await controller.read({
    kind: "tableEntry",
    value: { tableId: enforce?.preamble?.id ?? 0 },
  });
  const write = (type: "INSERT" | "DELETE") =>
    controller.call("write", { ...asPrimary, updates: [{ type, entity: { entity: enforced } }] });
  await write("DELETE");
  pass();
  expect(pass()).toBe(0);
  await write("INSERT");
  pass();
  expect(pass()).toBeGreaterThan(0);

  const set = controller.call("setForwardingPipelineConfig", { ...asPrimary, action: "VERIFY_AND_COMMIT" });
  expect((await failure(set)).code).toBe(CODE.unimplemented);
  controller.close();
});

it("a port that is taken is replaced by a free one", async () => {
  const cloud = createRunningCloud(scenario, { seed: 1, programs, onReport: () => undefined });
  control = await controlCloud(cloud, programs, 0);
  const port = Number(control.switches[0]?.address.split(":").at(-1));
  const second = await controlCloud(cloud, programs, port);
  expect(second.switches[0]?.address).not.toBe(control.switches[0]?.address);
  second.close();
});
