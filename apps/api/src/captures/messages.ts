import type { LiveFrame, WindowRow } from "../bus/windowRow.ts";
import type { Bindings } from "../collector/bindings.ts";
import type { ExporterSettings } from "../collector/settings.ts";
import type { CaptureSettings, CaptureSummary, RunInput, RunProgress, RunResult } from "./schema.ts";

/** What a thread that reads a capture is started with: a stored file, or null for bytes that come as messages. */
export type ReadTask = { settings: CaptureSettings; path: string | null };
export type ToReader = { kind: "chunk"; bytes: Uint8Array } | { kind: "end" };
export type FromReader =
  /** a chunk was read: there is room for another */
  | { kind: "taken" }
  | { kind: "progress"; frames: number }
  | { kind: "done"; frames: number; summary: CaptureSummary }
  | { kind: "failed"; message: string };

/** What a thread that takes a capture through a pipeline is started with. */
export type RunTask = {
  runId: string;
  path: string;
  settings: CaptureSettings;
  /** datagrams that the file holds, and their first and last instant (ns since 1970, as text) */
  datagrams: number;
  firstNs: string | null;
  lastNs: string | null;
  bindings: Bindings;
  /** how exporters are read where the settings of the capture say nothing */
  exporters: ExporterSettings[];
  mode: RunInput["mode"];
  /** 1: the capture's own pace */
  speed: number;
};
/** `taken` answers each message with windows: that is how many may be under way */
export type ToRun = { kind: "stop" } | { kind: "taken" };
export type FromRun =
  | { kind: "windows"; rows: WindowRow[] }
  | { kind: "live"; frames: LiveFrame[] }
  | { kind: "progress"; progress: RunProgress }
  | { kind: "done"; stopped: boolean; progress: RunProgress; result: RunResult }
  | { kind: "failed"; message: string };
