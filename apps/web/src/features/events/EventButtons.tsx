"use client";
import { Button } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { BellOff, BellRing, Check } from "lucide-react";
import { useState } from "react";
import { useMayChange } from "@/shell/useMayChange.ts";
import { MuteDialog } from "./MuteDialog.tsx";
import { useEventActions } from "./useEventActions.ts";
import type { Event } from "./useEvents.ts";

/** Acknowledge and mute, or who has done so. */
export function EventButtons({ event }: { event: Event }) {
  const mayChange = useMayChange();
  const [muting, setMuting] = useState(false);
  const { acknowledge, unmute } = useEventActions();
  return (
    <>
      {event.acknowledgedAt !== null ? (
        <span className="text-xs text-ink-3">
          acknowledged {formatDateTime(Date.parse(event.acknowledgedAt))}
          {event.acknowledgedBy ? ` by ${event.acknowledgedBy}` : ""}
        </span>
      ) : mayChange ? (
        <Button
          size="sm"
          icon={<Check aria-hidden />}
          busy={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ id: event.id })}
        >
          Acknowledge
        </Button>
      ) : null}
      {!mayChange || event.closedAt !== null ? null : event.muted ? (
        <Button
          size="sm"
          icon={<BellRing aria-hidden />}
          busy={unmute.isPending}
          title={`${event.muted.reason}, until ${formatDateTime(Date.parse(event.muted.until))}`}
          onClick={() => event.muted && unmute.mutate({ id: event.muted.id })}
        >
          End mute
        </Button>
      ) : (
        <Button size="sm" icon={<BellOff aria-hidden />} onClick={() => setMuting(true)}>
          Mute
        </Button>
      )}
      <MuteDialog open={muting} onOpenChange={setMuting} event={event} />
    </>
  );
}
