"use client";
import { Alert, Button, Dialog, Field, Select, Textarea, toast } from "@p4twin/ui";
import { formatCountExact } from "@p4twin/ui/format";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { TimeRangeFields } from "@/lib/TimeRangeFields.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { instants } from "@/lib/useFollowedRange.ts";

export type VoidWindowsButtonProps = {
  deploymentId: string;
  segments: readonly { id: string; name: string }[];
  /** what the page shows now, epoch seconds */
  range: () => [number, number];
};

const ALL = "all segments";

/** Takes wrong windows out of a twin, with a note. */
export function VoidWindowsButton({ deploymentId, segments, range }: VoidWindowsButtonProps) {
  const [open, setOpen] = useState<[number, number] | null>(null);
  return (
    <>
      <Button variant="ghost" icon={<Eraser aria-hidden />} onClick={() => setOpen(range())}>
        Void windows
      </Button>
      <Dialog
        open={open !== null}
        onOpenChange={(next) => setOpen(next ? range() : null)}
        title="Void windows"
        description="For windows that measured something else: a wrong unit, a wrong binding, a test. The twin and reports made from it show the note; the windows can be put back."
      >
        {open ? (
          <VoidForm
            deploymentId={deploymentId}
            segments={segments}
            initial={open}
            onDone={() => setOpen(null)}
          />
        ) : null}
      </Dialog>
    </>
  );
}

function VoidForm({
  deploymentId,
  segments,
  initial,
  onDone,
}: Omit<VoidWindowsButtonProps, "range"> & { initial: [number, number]; onDone: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [range, setRange] = useState(initial);
  const [segment, setSegment] = useState(ALL);
  const [note, setNote] = useState("");
  const create = useMutation(
    trpc.voids.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess({ windows }) {
        toast.success(`${formatCountExact(windows)} windows are voided.`);
        for (const queryKey of [
          trpc.voids.list.queryKey(),
          trpc.twin.state.queryKey(),
          trpc.twin.windows.queryKey(),
        ])
          void cache.invalidateQueries({ queryKey });
        onDone();
      },
    }),
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          ...{ deploymentId, note, range: instants(range) },
          segmentId: segment === ALL ? null : segment,
        });
      }}
    >
      <div className="flex flex-wrap gap-3">
        <TimeRangeFields range={range} onChange={setRange} />
      </div>
      <Field label="Segment">
        {(control) => (
          <Select
            {...control}
            value={segment}
            onValueChange={setSegment}
            options={[
              { value: ALL, label: ALL },
              ...segments.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Field>
      <Field label="Why they are wrong">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={note}
            onChange={(e) => setNote(e.target.value)}
          />
        )}
      </Field>
      {create.error ? (
        <Alert tone="bad" title="The windows could not be voided">
          {describeError(create.error).what}
        </Alert>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        disabled={create.isPending || note.trim() === "" || range[0] >= range[1]}
      >
        Void windows
      </Button>
    </form>
  );
}
