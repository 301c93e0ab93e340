import type { DeviceProfile } from "@p4twin/models/device";
import type { PathEstimate } from "@p4twin/models/latency";
import type { StackedTermsRow, TermPanel } from "@p4twin/ui/charts";
import type { PageDevice, PathDetail } from "@/workers/program/pageQuestions.ts";
import { limitOf } from "./deviceFit.ts";

type Devices = Readonly<Record<string, PageDevice>>;

/** Why a device has no number: it cannot run the program, or nothing is published. Null when it has one. */
function silence(
  id: string,
  devices: Devices,
  estimate: PathEstimate | undefined,
): TermPanel["remark"] | null {
  const limit = limitOf(devices[id]);
  if (limit !== null) return { tone: "bad", text: limit };
  if (estimate && estimate.meanUs !== null) return null;
  return { tone: "quiet", text: estimate?.notes[0] ?? "no estimate" };
}

/** A panel for every device: the chosen ones first, those without a number last. */
export function latencyPanels(
  details: readonly PathDetail[],
  profiles: readonly DeviceProfile[],
  chosen: readonly string[],
  devices: Devices,
): TermPanel[] {
  const panels = profiles.map(({ id }): TermPanel & { rank: number } => {
    const quiet = silence(id, devices, details[0]?.estimates[id]);
    const doubt = devices[id]?.reasons[0];
    const remark =
      quiet ??
      (doubt
        ? { tone: "warn" as const, text: doubt.message, word: doubt.kind === "port" ? "ported" : "unclear" }
        : null);
    return {
      id,
      title: id,
      rank: (chosen.includes(id) ? 0 : 1) + (quiet ? 2 : 0),
      series: details.flatMap(({ path, estimates }) => {
        const estimate = estimates[id];
        return estimate ? [{ name: path.id, ...estimate }] : [];
      }),
      ...(remark ? { remark } : {}),
    };
  });
  return panels.sort((a, b) => a.rank - b.rank);
}

/** A bar for each path on each chosen device. */
export const latencyBars = (
  details: readonly PathDetail[],
  chosen: readonly string[],
  devices: Devices,
): StackedTermsRow[] =>
  chosen.flatMap((device) =>
    details.flatMap(({ path, estimates }): StackedTermsRow[] => {
      const estimate = estimates[device];
      if (!estimate) return [];
      const { meanUs, meanLowUs, meanHighUs, lowUs, highUs, terms } = estimate;
      const quiet = silence(device, devices, estimate);
      return [
        {
          id: `${device} ${path.id}`,
          label: details.length > 1 ? `${device} ${path.id}` : device,
          ...{ meanUs, meanLowUs, meanHighUs, lowUs, highUs },
          terms,
          ...(quiet ? { unavailable: quiet.text } : {}),
        },
      ];
    }),
  );
