import type { Diagnostic } from "../../core/index.ts";
import { readCapture } from "../../telemetry/index.ts";
import { InputError } from "../errors.ts";

/** The frames of a pcap or pcapng file with their times; null where it says none. Errors in it end the command. */
export async function framesOf(
  file: string,
  content: Uint8Array,
): Promise<{ bytes: Uint8Array; timeNs: bigint | null }[]> {
  const frames: { bytes: Uint8Array; timeNs: bigint | null }[] = [];
  const problems: Diagnostic[] = [];
  for await (const item of readCapture([content])) {
    if (item.kind === "frame") frames.push({ bytes: item.data.slice(), timeNs: item.timeNs });
    else if (item.severity === "error")
      problems.push({ severity: "error", code: item.code, message: item.message, span: null });
  }
  if (problems.length > 0) throw new InputError(file, problems);
  return frames;
}
