"use client";
import { Button, Dialog, Field, NumberInput, toast } from "@p4twin/ui";
import { formatDateTime, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Segment = RouterOutputs["twin"]["get"]["segments"][number]["segment"];
type Draft = {
  plUs: number | null;
  dlUs: number | null;
  triggerUs: number | null;
  resetUs: number | null;
  raiseAfter: number | null;
  outOf: number | null;
  clearAfter: number | null;
};

/** What the draft means, or what is wrong with it. */
function check(draft: Draft) {
  const { plUs, dlUs, triggerUs, resetUs, raiseAfter, outOf, clearAfter } = draft;
  if (plUs === null || dlUs === null || triggerUs === null || resetUs === null)
    return { wrong: "Every level needs a number." };
  if (raiseAfter === null || outOf === null || clearAfter === null)
    return { wrong: "Every count of seconds needs a number." };
  if (plUs > dlUs)
    return { wrong: "PL must be at most DL: a packet is given priority before it is dropped." };
  if (resetUs > triggerUs) return { wrong: "The reset level must not be above the trigger." };
  if (raiseAfter > outOf) return { wrong: "The alarm cannot need more seconds than it looks at." };
  return { thresholds: { plUs, dlUs, alarm: { triggerUs, resetUs, raiseAfter, outOf, clearAfter } } };
}

export type ThresholdDialogProps = {
  deploymentId: string;
  segment: Segment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** PL, DL and the alarm of a segment, changed while it runs; with who changed them before. */
export function ThresholdDialog({ deploymentId, segment, open, onOpenChange }: ThresholdDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Thresholds of ${segment.name}`}
      description="They hold from the next second on. Above PL a packet gets priority, above DL it is dropped; the alarm watches p99."
    >
      {open ? (
        <ThresholdForm deploymentId={deploymentId} segment={segment} onDone={() => onOpenChange(false)} />
      ) : null}
    </Dialog>
  );
}

function ThresholdForm({
  deploymentId,
  segment,
  onDone,
}: {
  deploymentId: string;
  segment: Segment;
  onDone: () => void;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<Draft>({
    plUs: segment.plUs,
    dlUs: segment.dlUs,
    // the default rule of models/twin: trigger at PL, reset at 80 % of it
    ...(segment.alarm ?? {
      triggerUs: segment.plUs,
      resetUs: 0.8 * segment.plUs,
      raiseAfter: 3,
      outOf: 5,
      clearAfter: 10,
    }),
  });
  const history = useQuery(
    trpc.deployments.thresholdHistory.queryOptions({ id: deploymentId, segmentId: segment.id }),
  );
  const save = useMutation(
    trpc.deployments.setThresholds.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await Promise.all([
          cache.invalidateQueries({ queryKey: trpc.twin.get.queryKey() }),
          cache.invalidateQueries({ queryKey: trpc.deployments.thresholdHistory.queryKey() }),
        ]);
        toast.success("Thresholds set");
        onDone();
      },
    }),
  );
  const checked = check(draft);
  const number = (key: keyof Draft, label: string, unit: string, hint?: string) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          unit={unit}
          min={0}
          value={draft[key]}
          onValueChange={(value) => setDraft((d) => ({ ...d, [key]: value }))}
        />
      )}
    </Field>
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (checked.thresholds)
          save.mutate({ id: deploymentId, segmentId: segment.id, thresholds: checked.thresholds });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        {number("plUs", "PL", "µs", "Priority Latency")}
        {number("dlUs", "DL", "µs", "Drop Latency")}
        {number("triggerUs", "Alarm above", "µs", "p99 that raises it")}
        {number("resetUs", "Reset below", "µs", "p99 that lets it clear")}
      </div>
      <div className="grid grid-cols-3 gap-3">
        {number("raiseAfter", "Raise after", "s")}
        {number("outOf", "of the last", "s")}
        {number("clearAfter", "Clear after quiet", "s")}
      </div>
      {checked.wrong ? (
        <p role="alert" className="text-bad text-sm">
          {checked.wrong}
        </p>
      ) : null}
      {save.error ? (
        <p role="alert" className="text-bad text-sm">
          {describeError(save.error).what}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={!checked.thresholds}>
          Set thresholds
        </Button>
      </div>
      {history.data && history.data.length > 0 ? (
        <section aria-label="Earlier changes" className="max-h-40 overflow-y-auto border-line border-t pt-3">
          <h3 className="mb-1 font-medium text-ink-2 text-xs">Earlier changes</h3>
          <ul className="flex flex-col gap-1 text-ink-3 text-xs">
            {history.data.map((change) => (
              <li key={change.id}>
                {formatDateTime(Date.parse(change.changedAt))} {change.changedBy ?? "P4Twin"}: PL{" "}
                {formatLatencyWithUnit(change.before.plUs)} → {formatLatencyWithUnit(change.after.plUs)}, DL{" "}
                {formatLatencyWithUnit(change.before.dlUs)} → {formatLatencyWithUnit(change.after.dlUs)}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </form>
  );
}
