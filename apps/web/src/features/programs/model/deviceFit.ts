import type { PageDevice } from "@/workers/program/pageQuestions.ts";

export type Fit = "runs" | "port" | "blocked" | "unknown";

/** Whether the program runs on the device as it stands, would after a port, or cannot. */
export const fitOf = (device: Pick<PageDevice, "reasons"> | undefined): Fit => {
  if (!device) return "unknown";
  if (device.reasons.some((reason) => reason.kind === "limit")) return "blocked";
  return device.reasons.length > 0 ? "port" : "runs";
};

/** The reason why a device cannot run the program; null when it can, perhaps after a port. */
export const limitOf = (device: Pick<PageDevice, "reasons"> | undefined): string | null =>
  device?.reasons.find((reason) => reason.kind === "limit")?.message ?? null;
