"use client";
import { Alert, Button, Dialog, Field, Input, SegmentedControl, Select } from "@p4twin/ui";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { useEventActions } from "./useEventActions.ts";
import type { Event } from "./useEvents.ts";

const MINUTE_MS = 60_000;
const SPANS = [
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
  { value: "240", label: "4 hours" },
  { value: "1440", label: "1 day" },
  { value: "until", label: "until a time…" },
  { value: "window", label: "maintenance window…" },
] as const;
type Span = (typeof SPANS)[number]["value"];

export type MuteDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  event: Event;
};

/** Silence for a switch, a segment or its whole deployment: for how long and why. */
export function MuteDialog({ open, onOpenChange, ...rest }: MuteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Mute"
      description="Events are still kept and shown, marked as muted; nothing is sent to channels. What is still open when the mute ends is sent then."
    >
      {open ? <MuteForm {...rest} onDone={() => onOpenChange(false)} /> : null}
    </Dialog>
  );
}

type FormProps = Omit<MuteDialogProps, "open" | "onOpenChange"> & { onDone: () => void };

function MuteForm({ event, onDone }: FormProps) {
  const { mute } = useEventActions();
  const [whole, setWhole] = useState(false);
  const [span, setSpan] = useState<Span>("60");
  const [until, setUntil] = useState("");
  const [reason, setReason] = useState("");
  const [from, setFrom] = useState("");
  const timed = span === "until" || span === "window";
  const end = timed ? new Date(until) : new Date(Date.now() + Number(span) * MINUTE_MS);
  const begin = span === "window" ? new Date(from) : null;
  const late = timed && until !== "" && !(end.getTime() > (begin?.getTime() || Date.now()));
  const ready =
    reason.trim() !== "" &&
    !late &&
    Number.isFinite(end.getTime()) &&
    (begin === null || Number.isFinite(begin.getTime()));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (ready)
          mute.mutate(
            {
              ...(event.kind === "intent"
                ? { switchId: event.switchId }
                : { deploymentId: event.deploymentId, segmentId: whole ? null : event.segmentId }),
              reason: reason.trim(),
              ...(begin && { from: begin.toISOString() }),
              until: end.toISOString(),
            },
            { onSuccess: onDone },
          );
      }}
    >
      {event.kind === "intent" ? null : (
        <SegmentedControl
          aria-label="What is muted"
          value={whole ? "deployment" : "segment"}
          onValueChange={(value) => setWhole(value === "deployment")}
          options={[
            { value: "segment", label: event.segmentName },
            { value: "deployment", label: `All of ${event.deploymentName}` },
          ]}
        />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="For">
          {(control) => <Select {...control} value={span} onValueChange={setSpan} options={SPANS} />}
        </Field>
        {span === "window" ? (
          <Field label="From" hint="What is open then has been sent already.">
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={from}
                onChange={(e) => setFrom(e.target.value)}
              />
            )}
          </Field>
        ) : null}
        {timed ? (
          <Field label="Until" error={late ? "It must end in the future, after it begins." : undefined}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={until}
                onChange={(e) => setUntil(e.target.value)}
              />
            )}
          </Field>
        ) : null}
      </div>
      <Field label="Why" hint="Shown next to the event and in the audit log.">
        {(control) => (
          <Input
            {...control}
            value={reason}
            maxLength={300}
            placeholder="Maintenance of s1"
            onChange={(e) => setReason(e.target.value)}
          />
        )}
      </Field>
      {mute.error ? <Alert tone="bad" title={describeError(mute.error).what} /> : null}
      <div className="flex justify-end gap-2">
        <Button type="button" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={mute.isPending} disabled={!ready}>
          Mute {event.kind === "intent" ? "switch" : whole ? "deployment" : "segment"}
        </Button>
      </div>
    </form>
  );
}
