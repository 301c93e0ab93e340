import type { LiveFrame, WindowRow } from "../bus/windowRow.ts";
import type { Bindings } from "./bindings.ts";
import type { CollectorSettings } from "./settings.ts";
import type { CollectorState, ExporterState } from "./state.ts";

/** What the thread of the collector is started with. */
export type WorkerConfig = {
  collectorId: string;
  host: string;
  ports: readonly number[];
  receiveBufferBytes: number;
  maxDatagramBytes: number;
  interface: string | null;
  maxExporters: number;
  frameMs: number;
  mergeable: boolean;
  settings: CollectorSettings;
  bindings: Bindings;
  /** `dgram` forces the portable source */
  source: "auto" | "dgram";
};

export type ToWorker =
  | { kind: "bind"; bindings: Bindings }
  | { kind: "configure"; settings: CollectorSettings }
  | { kind: "stop" };

export type FromWorker =
  | { kind: "ready"; state: CollectorState }
  | { kind: "windows"; rows: WindowRow[] }
  | { kind: "live"; frames: LiveFrame[] }
  /** reports that were kept as they came, encoded */
  | { kind: "samples"; bytes: Uint8Array }
  /** exporters of the next statement, where they are too many for one message */
  | { kind: "exporters"; exporters: ExporterState[] }
  | { kind: "state"; state: CollectorState }
  | { kind: "stopped" }
  | { kind: "failed"; message: string; code: string | null };
