import type { Condition } from "../../cluster/incident.ts";
import type { DiskStep, DiskUse } from "../../disk/steps.ts";
import type { Facts } from "../facts.ts";

const TITLES: Record<Exclude<DiskStep, "ok">, string> = {
  low: "The disk of the data directory is nearly full",
  "very-low": "The disk of the data directory is almost full",
  full: "The disk of the data directory takes nothing",
};
const USES: Record<DiskUse, string> = {
  uploads: "uploads are refused",
  replays: "captures are not replayed into the past",
  windows: "windows wait in memory",
};
const megabytes = (bytes: number): string => `${Math.floor(bytes / 1e6)} MB`;

/** The disk of the data directory: how much room is left, and what is not done meanwhile. */
export function diskConditions({ disk }: Facts): Condition[] {
  if (!disk || disk.step === "ok") return [];
  const { step, freeBytes, totalBytes, refused, error } = disk;
  const refusedWords = refused.map((use) => USES[use]).join(", ");
  return [
    {
      ...{ key: "disk", kind: "disk", severity: step === "low" ? "warning" : "critical" },
      title: TITLES[step],
      cause: `${error ? `The system reports: ${error.words}. ` : ""}Until there is room, ${refusedWords}. Make room, or shorten how long windows are kept, under Settings, Workspace.`,
      evidence: [
        ...(freeBytes !== null && totalBytes !== null
          ? [{ label: "Free", value: `${megabytes(freeBytes)} of ${megabytes(totalBytes)}` }]
          : []),
        { label: "Writes refused", value: String(disk.writeErrors) },
      ],
    },
  ];
}
