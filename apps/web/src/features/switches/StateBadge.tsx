import { Badge } from "@p4twin/ui";
import { type AttachedSwitch, STATES } from "./switchWords.ts";

export function StateBadge({ state }: Pick<AttachedSwitch, "state">) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
