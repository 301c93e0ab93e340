import { hexOf } from "@p4twin/models/run";
import { readCapture } from "@p4twin/models/telemetry";
import type { CaptureReply } from "./runQuestions.ts";

/** Packets of a capture that can be chosen (our choice). */
const MOST_PACKETS = 100;

/** The first packets of a pcap or pcapng file, as they were captured. */
export async function firstPackets(bytes: Uint8Array): Promise<CaptureReply> {
  const packets: string[] = [];
  for await (const item of readCapture([bytes])) {
    if (item.kind === "frame") packets.push(hexOf(item.data));
    else if (item.severity === "error") return { kind: "capture", packets, problem: item.message };
    if (packets.length === MOST_PACKETS) break;
  }
  return { kind: "capture", packets, problem: packets.length === 0 ? "the capture holds no packets" : null };
}
