import { Badge } from "@p4twin/ui";
import { BellOff, CircleCheck, OctagonAlert, TriangleAlert, Unplug } from "lucide-react";
import { causeWords, silentSinceMs } from "./eventWords.ts";
import type { Event } from "./useEvents.ts";

/** Open or closed, how bad, and whether it is silent: in word, shape and colour. */
export function EventState({ event, nowMs }: { event: Event; nowMs: number }) {
  const critical = event.severity === "critical";
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {event.closedAt === null ? (
        <Badge
          tone={critical ? "bad" : "warn"}
          icon={critical ? <OctagonAlert aria-hidden /> : <TriangleAlert aria-hidden />}
        >
          open, {event.severity}
        </Badge>
      ) : (
        <Badge tone="neutral" icon={<CircleCheck aria-hidden />}>
          closed, {event.severity}
        </Badge>
      )}
      <Badge tone="outline">{causeWords(event)}</Badge>
      {silentSinceMs(event, nowMs) === null ? null : (
        <Badge tone="outline" icon={<Unplug aria-hidden />}>
          no data
        </Badge>
      )}
      {event.muted ? (
        <Badge tone="outline" icon={<BellOff aria-hidden />}>
          muted
        </Badge>
      ) : null}
    </span>
  );
}
