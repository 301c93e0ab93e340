"use client";
import { Button, Checkbox, Dialog, Field, IconButton, NumberInput, toast } from "@p4twin/ui";
import { formatDateTime, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import {
  alarmWords,
  type BudgetDraft,
  MAX_BUDGETS,
  readThresholds,
  type ThresholdDraft,
} from "./alarmWords.ts";

type Segment = RouterOutputs["twin"]["get"]["segments"][number]["segment"];
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
      description="Takes effect within a second. Above PL a packet gets priority, above DL it is dropped; the alarm watches p99."
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
  const [draft, setDraft] = useState<ThresholdDraft>({
    plUs: segment.plUs,
    dlUs: segment.dlUs,
    // the default rule of models/twin: trigger at PL, reset at 80 % of it
    ...(segment.alarm ?? {
      triggerUs: segment.plUs,
      resetUs: 0.8 * segment.plUs,
      raiseAfter: 3,
      outOf: 5,
      clearAfter: 10,
      quietS: 0,
      budgets: [],
    }),
  });
  const history = useQuery(
    trpc.deployments.thresholdHistory.queryOptions({ id: deploymentId, segmentId: segment.id }),
  );
  const [everywhere, setEverywhere] = useState(false);
  const others = useQuery(trpc.deployments.get.queryOptions({ id: deploymentId })).data?.segments ?? [];
  const saved = {
    meta: SHOWN_INLINE,
    onSuccess: () => {
      // the dialog closes at once; what shows the thresholds follows
      for (const queryKey of [
        trpc.twin.get.queryKey(),
        trpc.events.audit.queryKey(),
        trpc.deployments.thresholdHistory.queryKey(),
      ])
        void cache.invalidateQueries({ queryKey });
      toast.success("Thresholds set");
      onDone();
    },
  };
  const saveOne = useMutation(trpc.deployments.setThresholds.mutationOptions(saved));
  const saveAll = useMutation(trpc.deployments.changeThresholds.mutationOptions(saved));
  const save = everywhere ? saveAll : saveOne;
  const checked = readThresholds(draft);
  const number = (
    key: Exclude<keyof ThresholdDraft, "budgets" | "drift">,
    label: string,
    unit: string,
    hint?: string,
  ) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          className="w-full"
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
        if (!checked.thresholds) return;
        if (everywhere)
          saveAll.mutate({
            segments: others.map(({ id }) => ({ deploymentId, segmentId: id })),
            change: checked.thresholds,
          });
        else saveOne.mutate({ id: deploymentId, segmentId: segment.id, thresholds: checked.thresholds });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        {number("plUs", "PL", "µs", "Priority Latency")}
        {number("dlUs", "DL", "µs", "Drop Latency")}
        {number("triggerUs", "Alarm above", "µs", "p99 that raises it")}
        {number("resetUs", "Reset below", "µs", "p99 that lets it clear")}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {number("raiseAfter", "Raise after", "s")}
        {number("outOf", "of the last", "s")}
        {number("clearAfter", "Clear after", "s")}
        {number("quietS", "Quiet time", "s")}
      </div>
      <Budgets budgets={draft.budgets} onChange={(budgets) => setDraft((d) => ({ ...d, budgets }))} />
      <Checkbox
        label="Open an event when the model drifts"
        checked={draft.drift === true}
        onCheckedChange={(drift) => setDraft((d) => ({ ...d, drift }))}
      />
      {others.length > 1 ? (
        <Checkbox
          label={`for all ${others.length} segments of this deployment`}
          checked={everywhere}
          onCheckedChange={setEverywhere}
        />
      ) : null}
      {checked.thresholds ? (
        <p aria-live="polite" className="rounded-md bg-sunken px-3 py-2 text-ink-2 text-sm">
          {alarmWords(checked.thresholds.alarm)}
        </p>
      ) : null}
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

/** Percentile budgets beside p99: so many percent of the packets must take at most so long. */
function Budgets({
  budgets,
  onChange,
}: {
  budgets: readonly BudgetDraft[];
  onChange: (budgets: BudgetDraft[]) => void;
}) {
  const set = (at: number, change: Partial<BudgetDraft>) =>
    onChange(budgets.map((b, i) => (i === at ? { ...b, ...change } : b)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-ink-2 text-xs">
        Percentile budgets <span className="font-normal text-ink-3">optional, in addition to p99</span>
      </legend>
      {budgets.map((budget, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a budget is its place in the list
        <div key={at} className="flex flex-wrap items-center gap-2 text-sm">
          <NumberInput
            aria-label={`Percentile of budget ${at + 1}`}
            className="w-24"
            unit="%"
            min={0}
            max={100}
            value={budget.percent}
            onValueChange={(percent) => set(at, { percent })}
          />
          of the packets take at most
          <NumberInput
            aria-label={`Latency of budget ${at + 1}`}
            unit="µs"
            min={0}
            value={budget.maxUs}
            onValueChange={(maxUs) => set(at, { maxUs })}
          />
          <IconButton
            size="sm"
            label={`Remove budget ${at + 1}`}
            icon={<X aria-hidden />}
            onClick={() => onChange(budgets.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      {budgets.length < MAX_BUDGETS ? (
        <Button
          type="button"
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...budgets, { percent: 50, maxUs: null }])}
        >
          Add budget
        </Button>
      ) : null}
    </fieldset>
  );
}
