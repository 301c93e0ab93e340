import { Badge } from "@p4twin/ui";
import { CircleCheck, OctagonAlert } from "lucide-react";
import type { Event } from "./useEvents.ts";

/** Open or closed, in word, shape and colour. */
export function EventState({ event }: { event: Event }) {
  return event.closedAt === null ? (
    <Badge tone="bad" icon={<OctagonAlert aria-hidden />}>
      open
    </Badge>
  ) : (
    <Badge tone="neutral" icon={<CircleCheck aria-hidden />}>
      closed
    </Badge>
  );
}
