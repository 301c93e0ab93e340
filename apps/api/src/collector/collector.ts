import { Worker } from "node:worker_threads";
import type { Bus } from "../bus/bus.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { type Bindings, noBindings } from "./bindings.ts";
import type { FromWorker, ToWorker, WorkerConfig } from "./messages.ts";
import { type CollectorSettings, openSettings } from "./settings.ts";
import type { CollectorState, ExporterState } from "./state.ts";

export type CollectorConfig = Omit<WorkerConfig, "collectorId" | "source" | "settings" | "bindings"> & {
  source?: WorkerConfig["source"];
};

export const defaultCollectorConfig: CollectorConfig = {
  host: "127.0.0.1",
  ports: [32766],
  receiveBufferBytes: 32 * 1024 * 1024,
  maxDatagramBytes: 9216,
  interface: null,
  maxExporters: 10_000,
  frameMs: 200,
  mergeable: false,
};

export type Collector = Component & {
  /** Watches these segments from now on. */
  bind(bindings: Bindings): void;
  /** Reads exporters by these settings from now on. */
  configure(settings: CollectorSettings): void;
  /** The collector's last account of itself; `null` before it listens. */
  state(): CollectorState | null;
  /** UDP ports that are bound, in the order of the configuration (0 in it means any). */
  ports(): number[];
};

const RESTART_MS = 1_000;

/**
 * Listens for INT reports in a thread of its own and publishes windows and live frames on the bus. Throws at
 * `start` when a port cannot be bound, with the remedy. A thread that dies later is started again; its
 * windows keep their own ids.
 */
export function createCollector(
  config: CollectorConfig,
  deps: { bus: Bus; log: Log; newId(): string },
): Collector {
  const { bus, log } = deps;
  let worker: Worker | null = null;
  let bindings = noBindings;
  let settings = openSettings;
  let state: CollectorState | null = null;
  let stopping = false;

  const tell = (message: ToWorker): void => worker?.postMessage(message);

  const explain = (failed: Extract<FromWorker, { kind: "failed" }>): Error =>
    new Error(
      failed.code === "EADDRINUSE"
        ? `${failed.message}: another program listens there. Stop it, or set INT_PORT to a free port.`
        : failed.message,
    );

  const launch = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const workerConfig: WorkerConfig = {
        source: "auto",
        ...config,
        settings,
        bindings,
        collectorId: deps.newId(),
      };
      const thread = new Worker(new URL("./worker.ts", import.meta.url), {
        workerData: workerConfig,
        // options of the process may be for its own entry point only
        execArgv: [],
      });
      worker = thread;
      let ready = false;
      let told: ExporterState[] = [];
      thread.on("message", (message: FromWorker) => {
        if (message.kind === "windows") bus.windows.publish(message.rows);
        else if (message.kind === "live") bus.live.publish(message.frames);
        else if (message.kind === "samples") bus.samples.publish(message.bytes);
        else if (message.kind === "exporters") told.push(...message.exporters);
        else if (message.kind === "state") {
          state = { ...message.state, exporters: [...told, ...message.state.exporters] };
          told = [];
        } else if (message.kind === "ready") {
          ready = true;
          state = message.state;
          for (const p of message.state.ports)
            if (p.grantedBufferBytes < p.requestedBufferBytes)
              log.warn(
                p,
                "the system grants a smaller receive buffer than asked for: raise net.core.rmem_max",
              );
          resolve();
        } else if (message.kind === "failed") reject(explain(message));
      });
      thread.once("error", (error) => {
        log.error({ error }, "the collector's thread failed");
        reject(error);
      });
      thread.once("exit", () => {
        if (worker === thread) worker = null;
        if (stopping || !ready) return;
        setTimeout(() => {
          if (!stopping)
            launch().catch((error: unknown) => log.error({ error }, "the collector could not start again"));
        }, RESTART_MS).unref();
      });
    });

  return {
    name: "collector",
    start: launch,
    async stop() {
      stopping = true;
      const thread = worker;
      if (!thread) return;
      const exited = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
      tell({ kind: "stop" });
      await exited;
    },
    bind(next) {
      bindings = next;
      tell({ kind: "bind", bindings });
    },
    configure(next) {
      settings = next;
      tell({ kind: "configure", settings });
    },
    state: () => state,
    ports: () => state?.ports.map((p) => p.port) ?? [],
  };
}
