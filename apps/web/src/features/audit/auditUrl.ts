"use client";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import type { RouterInputs } from "@/lib/trpc.ts";
import { inWorkspace } from "@/lib/workspace.ts";

const DAY_MS = 86_400_000;
export const RANGES = [
  { value: "24h", label: "24 h", ms: DAY_MS },
  { value: "7d", label: "7 d", ms: 7 * DAY_MS },
  { value: "30d", label: "30 d", ms: 30 * DAY_MS },
  { value: "all", label: "All", ms: null },
] as const;

/** What the audit log shows: all of it is in the URL. `before`: the page, by the entry that it ends at. */
const auditParsers = {
  person: parseAsString.withDefault(""),
  object: parseAsString.withDefault(""),
  action: parseAsString.withDefault(""),
  outcome: parseAsStringLiteral(["done", "refused"]),
  range: parseAsStringLiteral(RANGES.map((r) => r.value)).withDefault("30d"),
  text: parseAsString.withDefault(""),
  before: parseAsInteger,
  entry: parseAsInteger,
};

export const useAuditUrl = () => useQueryStates(auditParsers, { history: "push" });
export type AuditUrl = ReturnType<typeof useAuditUrl>[0];
export type AuditFilter = Omit<RouterInputs["audit"]["export"], "format">;

/** The filter of the URL at `nowMs`; a range begins at a whole minute, so that it is asked for anew once a minute. */
export function filterOf(url: AuditUrl, nowMs: number): AuditFilter {
  const span = RANGES.find((r) => r.value === url.range)?.ms ?? null;
  const minute = Math.floor(nowMs / 60_000) * 60_000;
  return {
    ...(url.person && { actor: url.person }),
    ...(url.object && { object: url.object }),
    ...(url.action && { action: url.action }),
    ...(url.outcome && { outcome: url.outcome }),
    ...(url.text && { text: url.text }),
    ...(span !== null && { from: new Date(minute - span).toISOString() }),
  };
}

/** Where the entries of a filter are downloaded. */
export const exportHref = (format: "csv" | "jsonl", filter: AuditFilter): string =>
  inWorkspace(`/api/v1/audit/export?${new URLSearchParams({ format, ...filter })}`);
