"use client";
import { Alert, Button, toast } from "@p4twin/ui";
import { formatCountExact, formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useTRPC } from "@/lib/trpc.ts";
import { instants, useFollowedRange } from "@/lib/useFollowedRange.ts";
import { useMayChange } from "@/shell/useMayChange.ts";

const STEP_MS = 15_000;

export type VoidedWindowsProps = {
  deploymentId: string;
  nameOf: (segmentId: string) => string;
  range: [number, number] | null;
  spanS: number;
};

/** What is missing from a twin because somebody voided it: which windows, why, and the way back. */
export function VoidedWindows({ deploymentId, nameOf, range, spanS }: VoidedWindowsProps) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const shown = useFollowedRange(range, spanS, STEP_MS);
  const voids = useQuery(
    trpc.voids.list.queryOptions({ deploymentId, range: instants(shown) }, { placeholderData: (old) => old }),
  );
  const undo = useMutation(
    trpc.voids.undo.mutationOptions({
      onSuccess() {
        toast.success("The windows are back in the twin.");
        for (const queryKey of [
          trpc.voids.list.queryKey(),
          trpc.twin.state.queryKey(),
          trpc.twin.windows.queryKey(),
        ])
          void cache.invalidateQueries({ queryKey });
      },
    }),
  );
  return (voids.data ?? []).map((v) => (
    <Alert
      key={v.id}
      tone="warn"
      title={`Voided: ${v.segmentId === null ? "all segments" : nameOf(v.segmentId)}, ${formatDateTime(Date.parse(v.from))} to ${formatDateTime(Date.parse(v.to))}`}
      action={
        mayChange ? (
          <Button
            size="sm"
            icon={<Undo2 aria-hidden />}
            disabled={undo.isPending}
            onClick={() => undo.mutate({ id: v.id })}
          >
            Put windows back
          </Button>
        ) : null
      }
    >
      <p className="break-words">{v.note}</p>
      <p>
        {formatCountExact(v.windows)} windows are left out of charts, figures and reports
        {v.createdBy === null ? "" : `, by ${v.createdBy}`}.
      </p>
    </Alert>
  ));
}
