import type { BadgeTone } from "@p4twin/ui";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type AttachedSwitch = RouterOutputs["switches"]["list"][number];
type State = AttachedSwitch["state"];

/** A state as people read it, and how loud it is. */
export const STATES: Readonly<Record<State, { label: string; tone: BadgeTone }>> = {
  new: { label: "not read yet", tone: "neutral" },
  reading: { label: "reading", tone: "neutral" },
  live: { label: "live", tone: "ok" },
  partial: { label: "partly read", tone: "warn" },
  empty: { label: "no pipeline", tone: "warn" },
  unreachable: { label: "unreachable", tone: "bad" },
  refused: { label: "refused", tone: "bad" },
};

/** What a switch told as its program. */
export const CONFIGS = {
  bmv2: "BMv2 JSON, analysed as it is",
  p4: "P4 text, analysed as it is",
  opaque: "opaque; tables and actions from its P4Info",
  none: "not given back; tables and actions from its P4Info",
} as const;
