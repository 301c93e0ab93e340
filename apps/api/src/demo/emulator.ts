import { createSocket, type Socket } from "node:dgram";
import type { SimulationScenario } from "@p4twin/models/control";
import { libraryFiles } from "@p4twin/models/library";
import { createRunningCloud } from "@p4twin/models/run";
import { type Controlled, type ControlledCloud, controlCloud } from "@p4twin/models/switches/control";

export type EmulatorConfig = {
  scenario: SimulationScenario;
  host: string;
  port: number;
  seed: number;
  tickMs: number;
  /** where the P4Runtime of its switches is served, as of `controlCloud` */
  firstPort: number;
};

type EmulatorCounters = { sent: number; failed: number };

/** What can be switched while it runs: what an operator would do to a real cloud. */
export type Emulator = {
  start(): Promise<void>;
  stop(): Promise<void>;
  setFlowRate(flowId: string, pps: number): void;
  setVnfDelay(vnfId: string, extraUs: number): void;
  setSwitchDelay(switchId: string, extraUs: number): void;
  setThresholds(segmentId: string, plUs: number, dlUs: number): void;
  counters(): EmulatorCounters;
  /** where its switches can be attached */
  controlled(): Controlled[];
};

/** A socket that sends from `address`; from any address where the system has no such one. */
async function openFrom(address: string | null): Promise<Socket> {
  const socket = createSocket("udp4");
  const bind = (from: string | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(0, from, () => {
        socket.removeListener("error", reject);
        resolve();
      });
    });
  try {
    await bind(address ?? "127.0.0.1");
    return socket;
  } catch (error) {
    if (address === null) throw error;
    socket.close();
    return openFrom(null);
  }
}

const programs = {
  latency_control_uc1: libraryFiles["programs/latency_control_uc1.p4"],
  latency_control_uc2: libraryFiles["programs/latency_control_uc2.p4"],
};

/** A step longer than this (a suspended machine) is skipped, not caught up: the cloud stood still meanwhile. */
const MAX_STEP_MS = 1_000;

/**
 * Switches that run the library's programs in step with the wall clock, packet by packet; each report that a program
 * sends leaves as a real datagram from its exporter's own address.
 */
export function createEmulator(config: EmulatorConfig): Emulator {
  const { scenario, host, port } = config;
  const counters: EmulatorCounters = { sent: 0, failed: 0 };
  let sockets: Socket[] = [];
  let timer: NodeJS.Timeout | null = null;
  let simulatedUs = 0;
  let lastMs = 0;

  let control: ControlledCloud | null = null;

  const cloud = createRunningCloud(scenario, {
    ...{ seed: config.seed, programs },
    onReport: (payload, exporter) =>
      sockets[exporter].send(payload, port, host, (error) => {
        if (error) counters.failed++;
        else counters.sent++;
      }),
  });

  const tick = (): void => {
    const now = performance.now();
    simulatedUs += Math.min(now - lastMs, MAX_STEP_MS) * 1000;
    lastMs = now;
    cloud.advance(simulatedUs);
  };

  return {
    async start() {
      sockets = await Promise.all(cloud.exporters.map((e) => openFrom(e.address)));
      control = await controlCloud(cloud, programs, config.firstPort);
      lastMs = performance.now();
      timer = setInterval(tick, config.tickMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      control?.close();
      control = null;
      await Promise.all(sockets.map((s) => new Promise<void>((resolve) => s.close(() => resolve()))));
      sockets = [];
    },
    setFlowRate: cloud.setFlowRate,
    setVnfDelay: cloud.setVnfDelay,
    setSwitchDelay: cloud.setSwitchDelay,
    setThresholds: cloud.setThresholds,
    counters: () => ({ ...counters }),
    controlled: () => control?.switches ?? [],
  };
}
