import { formatCountExact } from "@p4twin/ui/format";
import type { TelemetryState } from "./useTelemetry.ts";

export type FrameFinding = { tone: "info" | "warn"; title: string; text: string };

/**
 * Reports that come by the interface and reach no socket: read from their frames, or, where no interface is read,
 * suspected from what the kernel drops.
 */
export function frameFindings({
  frames,
  checksumDrops,
}: Pick<TelemetryState, "frames" | "checksumDrops">): FrameFinding[] {
  return [framesRead(frames), framesDropped(frames), socketDrops(frames, checksumDrops)].filter(
    (finding) => finding !== null,
  );
}

type Frames = TelemetryState["frames"];

function framesRead(frames: Frames): FrameFinding | null {
  if (!frames) return null;
  const { taken, inBand, zeroChecksums, wrongChecksums } = frames;
  if (taken === 0 && inBand === 0) return null;
  const carried = `${formatCountExact(inBand)} packets of users carry telemetry themselves: they are listed as exporter 0.0.0.0.`;
  if (taken === 0)
    return { tone: "info", title: `Telemetry is read from packets of ${frames.interface}`, text: carried };
  const why = [
    ...(zeroChecksums > 0 ? [`${formatCountExact(zeroChecksums)} have an outer IPv4 checksum of 0`] : []),
    ...(wrongChecksums > 0 ? [`${formatCountExact(wrongChecksums)} a wrong one`] : []),
    ...(taken > zeroChecksums + wrongChecksums
      ? [`${formatCountExact(taken - zeroChecksums - wrongChecksums)} are addressed to another machine`]
      : []),
  ].join(", ");
  return {
    tone: "info",
    title: `${formatCountExact(taken)} reports are read from frames of ${frames.interface}`,
    text: `No UDP socket receives them: ${why}. Their exporters are listed like all others.${inBand > 0 ? ` ${carried}` : ""}`,
  };
}

/** What came faster than it was read: nobody knows how many reports were among it. */
function framesDropped(frames: Frames): FrameFinding | null {
  if (!frames?.kernelDropped) return null;
  return {
    tone: "warn",
    title: `The kernel dropped ${formatCountExact(frames.kernelDropped)} frames of ${frames.interface}`,
    text: "They came faster than they were read. Reports and telemetry among them are missing here. Mirror less, or raise net.core.rmem_max and restart.",
  };
}

function socketDrops(frames: Frames, checksumDrops: number | null): FrameFinding | null {
  if (frames || !checksumDrops) return null;
  return {
    tone: "warn",
    title: `${formatCountExact(checksumDrops)} packets with a wrong checksum were dropped by this machine`,
    text: "Several switches leave the outer IPv4 checksum of their reports 0: no socket receives those. Set INT_INTERFACE to the interface that they come by (needs CAP_NET_RAW), and they are read from their frames.",
  };
}
