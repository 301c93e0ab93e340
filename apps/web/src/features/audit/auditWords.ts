import type { RouterOutputs } from "@/lib/trpc.ts";

export type AuditEntry = RouterOutputs["audit"]["list"]["entries"][number];

const REFUSALS: Readonly<Record<string, string>> = {
  forbidden: "role too low",
  unauthenticated: "not signed in",
  not_found: "not found",
  bad_input: "bad input",
  bad_request: "bad input",
  too_many: "too many tries",
  refused: "refused",
  failed: "failed",
  unknown: "end not known",
};

/** How it ended, in words. */
export const outcomeWords = (outcome: string): string =>
  outcome === "done" ? "done" : (REFUSALS[outcome] ?? outcome.replaceAll("_", " "));

/** Who did it. */
export const personOf = ({ actorName, times, input }: AuditEntry): string => {
  if (actorName) return actorName;
  const email = typeof input === "object" && input !== null && "email" in input ? input.email : null;
  return typeof email === "string" ? email : times > 1 ? "several" : "nobody signed in";
};

/** What was changed: its kind and name. */
export const objectOf = ({ objectKind, objectName, objectId }: AuditEntry): string | null =>
  objectKind ? `${objectKind}${objectName || objectId ? ` ${objectName ?? objectId}` : ""}` : null;
