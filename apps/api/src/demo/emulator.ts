import { createSocket, type Socket } from "node:dgram";
import { createSimulation, type SimulationScenario } from "@p4twin/models/control";
import { createCloudReporter } from "@p4twin/models/telemetry";

export type EmulatorConfig = {
  scenario: SimulationScenario;
  host: string;
  port: number;
  seed: number;
  tickMs: number;
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

/** A step longer than this (a suspended machine) is skipped, not caught up: the cloud stood still meanwhile. */
const MAX_STEP_MS = 1_000;

/**
 * Switches that do not exist but report as if they did: the simulation of the scenario runs in step with the wall clock
 * and each report leaves as a real datagram from its exporter's own address.
 */
export function createEmulator(config: EmulatorConfig): Emulator {
  const { scenario, host, port } = config;
  const counters: EmulatorCounters = { sent: 0, failed: 0 };
  let sockets: Socket[] = [];
  let timer: NodeJS.Timeout | null = null;
  let simulatedUs = 0;
  let lastMs = 0;

  const reporter = createCloudReporter(scenario, (bytes, length, exporter) => {
    // the socket keeps what it is given until it is sent, and `bytes` is reused: copy
    sockets[exporter].send(Buffer.from(bytes.subarray(0, length)), port, host, (error) => {
      if (error) counters.failed++;
      else counters.sent++;
    });
  });
  const simulation = createSimulation(scenario, { seed: config.seed, onPacket: (p) => reporter.report(p) });

  const tick = (): void => {
    const now = performance.now();
    simulatedUs += Math.min(now - lastMs, MAX_STEP_MS) * 1000;
    lastMs = now;
    simulation.advance(simulatedUs);
  };

  return {
    async start() {
      sockets = await Promise.all(reporter.exporters.map((e) => openFrom(e.address)));
      lastMs = performance.now();
      timer = setInterval(tick, config.tickMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await Promise.all(sockets.map((s) => new Promise<void>((resolve) => s.close(() => resolve()))));
      sockets = [];
    },
    setFlowRate: simulation.setFlowRate,
    setVnfDelay: simulation.setVnfDelay,
    setSwitchDelay: simulation.setSwitchDelay,
    setThresholds: simulation.setThresholds,
    counters: () => ({ ...counters }),
  };
}
