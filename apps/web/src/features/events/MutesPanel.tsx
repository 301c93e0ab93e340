"use client";
import { Button, Panel } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { countOf } from "@/lib/countOf.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { useEventActions } from "./useEventActions.ts";
import { POLL_MS } from "./useEvents.ts";

/** Mutes that are running and maintenance windows to come, each with its end; nothing when there are none. */
export function MutesPanel() {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const mutes = useQuery(trpc.events.mutes.list.queryOptions(undefined, { refetchInterval: POLL_MS }));
  const { unmute } = useEventActions();
  const list = mutes.data ?? [];
  if (list.length === 0) return null;
  return (
    <Panel title={countOf(list.length, "mute")} bodyClassName="p-0">
      <ul aria-label="Mutes" className="divide-y divide-line">
        {list.map((mute) => (
          <li key={mute.id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
            <span>
              {mute.switchName ?? `${mute.segmentName ?? "All segments"} of ${mute.deploymentName}`},{" "}
              {Date.parse(mute.from) > Date.now() ? `from ${formatDateTime(Date.parse(mute.from))} ` : ""}
              until {formatDateTime(Date.parse(mute.until))}
              <span className="text-ink-3">
                : {mute.reason}
                {mute.createdBy ? ` (${mute.createdBy})` : ""}
              </span>
            </span>
            {mayChange ? (
              <Button
                size="sm"
                icon={<BellRing aria-hidden />}
                busy={unmute.isPending && unmute.variables?.id === mute.id}
                onClick={() => unmute.mutate({ id: mute.id })}
              >
                End mute
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
