import { Badge } from "@p4twin/ui";
import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import type { Incident } from "./useSystem.ts";

/** Open or over, and how bad: in word, shape and colour. */
export function IncidentBadge({ incident }: { incident: Incident }) {
  const critical = incident.severity === "critical";
  if (incident.clearedAt !== null)
    return (
      <Badge tone="neutral" icon={<CircleCheck aria-hidden />}>
        over, {incident.severity}
      </Badge>
    );
  return (
    <Badge
      tone={critical ? "bad" : "warn"}
      icon={critical ? <OctagonAlert aria-hidden /> : <TriangleAlert aria-hidden />}
    >
      open, {incident.severity}
    </Badge>
  );
}
