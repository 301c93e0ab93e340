import type { PageDevice } from "@/workers/program/pageQuestions.ts";

/** `unclear`: the profile does not say whether it can; `unknown`: not analysed yet. */
export type Fit = "runs" | "port" | "unclear" | "blocked" | "unknown";

/** Whether the program runs on the device as it stands, would after a port, or cannot. */
export const fitOf = (device: Pick<PageDevice, "reasons"> | undefined): Fit => {
  if (!device) return "unknown";
  const has = (kind: string): boolean => device.reasons.some((reason) => reason.kind === kind);
  if (has("limit")) return "blocked";
  if (has("port")) return "port";
  return has("unknown") ? "unclear" : "runs";
};

/** The reason why a device cannot run the program; null when it can, perhaps after a port. */
export const limitOf = (device: Pick<PageDevice, "reasons"> | undefined): string | null =>
  device?.reasons.find((reason) => reason.kind === "limit")?.message ?? null;
