import { type ChildProcess, fork } from "node:child_process";
import { endWithThisProcess } from "@p4twin/models/cli";
import type { Component } from "../components.ts";
import { notFound } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { demoDevices } from "./bindings.ts";
import { type EmulatorCommand, EmulatorStatus } from "./protocol.ts";
import { demoScenario } from "./scenario.ts";
import type { DemoState } from "./schema.ts";

/** Paolucci et al., Sec. 4: 7000 transit packets/s through a port that serves 6000/s fill its queue. */
const CONGESTION_PPS = 7000;
/** A processor at two thirds of its clock takes half as long again (our choice). */
const SLOW_SHARE = 0.5;
const RESTART_MS = 2_000;
/** It says each second what it sent. Not heard at so many looks in a row, it hangs. */
const [LOOK_MS, SILENT_LOOKS] = [5_000, 6];
/** It has so long to end by itself. */
const STOP_MS = 5_000;

/** `intPort`: where reports are taken, known when the collector listens */
export type DemoConfig = { host: string; intPort(): number };
export type DemoService = Component & {
  state(): DemoState | null;
  setCongestion(flow: string, on: boolean): DemoState | null;
  setVnfDelay(vnf: string, extraUs: number): DemoState | null;
  setSlowDevice(device: string, slow: boolean): DemoState | null;
  /** Tells the emulated switches new thresholds, as an operator would program real ones. */
  setThresholds(segmentId: string, plUs: number, dlUs: number): void;
};

/** Runs the emulated switches of the demo cloud as a process of their own, and commands them. */
export function createDemo({ host, intPort }: DemoConfig, { log }: { log: Log }): DemoService {
  const scenario = demoScenario();
  const congested = new Set<string>();
  const vnfExtraUs = new Map<string, number>();
  const devices = demoDevices();
  const slow = new Set<string>();
  const thresholds = new Map<string, { plUs: number; dlUs: number }>();
  let child: ChildProcess | null = null;
  let stopping = false;
  let status: EmulatorStatus = { sent: 0, failed: 0, controlled: [] };

  const tell = (command: EmulatorCommand): void => {
    child?.send(command);
  };
  const rateOf = (flow: string): number =>
    congested.has(flow) ? CONGESTION_PPS : (scenario.flows.find((f) => f.id === flow)?.pps ?? 0);
  const tellRate = (flow: string): void => tell({ kind: "flowRate", flow, pps: rateOf(flow) });

  const tellDevice = (device: string): void => {
    const own = devices.find((d) => d.device === device)?.switches ?? [];
    for (const { id, processing } of scenario.switches.filter((s) => own.includes(s.id)))
      tell({
        kind: "switchDelay",
        switch: id,
        extraUs: slow.has(device) ? SLOW_SHARE * processing.meanUs : 0,
      });
  };

  const launch = (): void => {
    const emulator = fork(new URL("./main.ts", import.meta.url), ["--to", `${host}:${intPort()}`], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child = emulator;
    endWithThisProcess(emulator);
    // looks, not a time: a machine that was suspended heard nothing either
    let silentLooks = 0;
    const looks = setInterval(() => {
      if (++silentLooks < SILENT_LOOKS || stopping) return;
      log.warn("the switch emulator did not answer for 30 s and is ended");
      emulator.kill("SIGKILL");
    }, LOOK_MS);
    emulator.on("message", (message) => {
      silentLooks = 0;
      const read = EmulatorStatus.safeParse(message);
      if (read.success) status = read.data;
    });
    emulator.once("exit", (code) => {
      clearInterval(looks);
      child = null;
      status = { ...status, controlled: [] };
      if (stopping) return;
      log.warn({ code }, "the switch emulator ended; it starts again");
      setTimeout(() => !stopping && launch(), RESTART_MS).unref();
    });
    // a new process knows nothing of what was switched before
    for (const flow of congested) tellRate(flow);
    for (const [vnf, extraUs] of vnfExtraUs) tell({ kind: "vnfDelay", vnf, extraUs });
    for (const device of slow) tellDevice(device);
    for (const [segment, t] of thresholds) tell({ kind: "thresholds", segment, ...t });
  };

  const state = (): DemoState => ({
    running: child !== null,
    sent: status.sent,
    controlled: status.controlled.map((each) => ({
      ...each,
      device: devices.find(({ switches }) => switches.includes(each.switch))?.device ?? null,
    })),
    congestion: scenario.flows
      .filter((f) => f.kind === "transit")
      .map((f) => {
        const at = f.path[0] && "switch" in f.path[0] ? f.path[0].switch : f.id;
        return {
          flow: f.id,
          switch: at,
          label: `Congestion at ${at}`,
          on: congested.has(f.id),
          pps: rateOf(f.id),
        };
      }),
    segments: scenario.segments.map((s) => s.id),
    vnfs: scenario.vnfs.map((v) => ({ vnf: v.id, label: v.id, extraUs: vnfExtraUs.get(v.id) ?? 0 })),
    devices: devices.map((d) => ({ ...d, slow: slow.has(d.device) })),
  });

  return {
    name: "demo",
    async start() {
      stopping = false;
      launch();
    },
    async stop() {
      stopping = true;
      const emulator = child;
      if (!emulator) return;
      const ended = new Promise<void>((resolve) => emulator.once("exit", () => resolve()));
      emulator.kill("SIGTERM");
      const late = setTimeout(() => emulator.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(late);
    },
    state,
    setCongestion(flow, on) {
      if (!scenario.flows.some((f) => f.id === flow && f.kind === "transit"))
        throw notFound("transit flow", flow);
      if (on) congested.add(flow);
      else congested.delete(flow);
      tellRate(flow);
      return state();
    },
    setVnfDelay(vnf, extraUs) {
      if (!scenario.vnfs.some((v) => v.id === vnf)) throw notFound("VNF", vnf);
      vnfExtraUs.set(vnf, extraUs);
      tell({ kind: "vnfDelay", vnf, extraUs });
      return state();
    },
    setSlowDevice(device, on) {
      if (!devices.some((d) => d.device === device)) throw notFound("device of the demo cloud", device);
      if (on) slow.add(device);
      else slow.delete(device);
      tellDevice(device);
      return state();
    },
    setThresholds(segmentId, plUs, dlUs) {
      if (!scenario.segments.some((s) => s.id === segmentId)) return;
      thresholds.set(segmentId, { plUs, dlUs });
      tell({ kind: "thresholds", segment: segmentId, plUs, dlUs });
    },
  };
}

/** The knobs of the demo for people; null where it does not run. */
export const demoControls = (demo: DemoService | null) => ({
  state: () => demo?.state() ?? null,
  setCongestion: (flow: string, on: boolean) => demo?.setCongestion(flow, on) ?? null,
  setVnfDelay: (vnf: string, extraUs: number) => demo?.setVnfDelay(vnf, extraUs) ?? null,
  setSlowDevice: (device: string, slow: boolean) => demo?.setSlowDevice(device, slow) ?? null,
});
