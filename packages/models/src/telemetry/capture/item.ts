/** One packet of a capture. `data` is a view that holds until the next packet is asked for. */
export type CaptureFrame = {
  kind: "frame";
  /** counts from 1, as in other tools */
  frame: number;
  /** nanoseconds since 1970; null where the file has no time (simple packet blocks) */
  timeNs: bigint | null;
  linkType: number;
  data: Uint8Array;
  originalBytes: number;
};

/** What is wrong with a capture file. After an `error` nothing more follows; what was read before stays valid. */
export type CaptureProblem = {
  kind: "problem";
  severity: "warning" | "error";
  code:
    | "capture-empty"
    | "capture-format"
    | "capture-version"
    | "capture-cut"
    | "capture-loss"
    | "record-time"
    | "record-length"
    | "block-length"
    | "interface-unknown";
  message: string;
};

export type CaptureItem = CaptureFrame | CaptureProblem;

export const problem = (
  severity: CaptureProblem["severity"],
  code: CaptureProblem["code"],
  message: string,
): CaptureProblem => ({ kind: "problem", severity, code, message });
