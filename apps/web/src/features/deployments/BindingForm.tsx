"use client";
import { Alert, Button, EmptyState, Field, Input, Panel } from "@p4twin/ui";
import { Cable, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { ArrivingNow } from "./ArrivingNow.tsx";
import { checkDrafts, newSegment, type SegmentDraft, type SegmentInput, toSegments } from "./draft.ts";
import { SegmentEditor } from "./SegmentEditor.tsx";

export type BindingFormProps = {
  initial: { name: string; segments: SegmentDraft[] };
  submitLabel: string;
  busy: boolean;
  mayChange: boolean;
  /** fields that stand before the name */
  before?: ReactNode;
  /** what the server said against it */
  refusal: ReactNode;
  onSubmit: (values: { name: string; segments: SegmentInput[] }) => void;
};

/** Binds segments to switch ids, ports and flows, beside what is arriving. */
export function BindingForm({
  initial,
  submitLabel,
  busy,
  mayChange,
  before,
  refusal,
  onSubmit,
}: BindingFormProps) {
  const [name, setName] = useState(initial.name);
  const [drafts, setDrafts] = useState(initial.segments);
  const [tried, setTried] = useState(false);
  const problems = tried ? checkDrafts(drafts) : new Map<string, string>();
  const nameProblem = tried && name.trim() === "" ? "Give the deployment a name." : undefined;
  const count = problems.size + (nameProblem ? 1 : 0);
  const add = () => setDrafts((list) => [...list, newSegment(list.map((d) => d.id))]);
  const addButton = (
    <Button icon={<Plus aria-hidden />} onClick={add}>
      Add segment
    </Button>
  );
  return (
    <div className="grid gap-3 xl:grid-cols-[minmax(0,1fr)_24rem] xl:items-start">
      <form
        noValidate
        aria-label="Deployment"
        className="flex min-w-0 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          const segments = toSegments(drafts);
          if (segments && name.trim() !== "") onSubmit({ name: name.trim(), segments });
        }}
      >
        <Panel bodyClassName="flex flex-wrap items-start gap-3">
          {before}
          <Field label="Name of the deployment" error={nameProblem} className="w-72">
            {(control) => (
              <Input
                {...control}
                value={name}
                placeholder="Web edge, live"
                onChange={(e) => setName(e.target.value)}
              />
            )}
          </Field>
        </Panel>
        {drafts.length === 0 ? (
          <Panel>
            <EmptyState icon={<Cable aria-hidden />} title="No segment yet" action={addButton}>
              A segment is the part of a chain over which latency is controlled: around one switch (UC1) or
              across several INT switches (UC2).
            </EmptyState>
          </Panel>
        ) : (
          drafts.map((draft) => (
            <SegmentEditor
              key={draft.key}
              draft={draft}
              problems={problems}
              onChange={(next) => setDrafts((list) => list.map((d) => (d.key === next.key ? next : d)))}
              onRemove={() => setDrafts((list) => list.filter((d) => d.key !== draft.key))}
            />
          ))
        )}
        {count > 0 ? (
          <Alert tone="bad" title={`${countOf(count, "field")} to correct`}>
            Each says at its place what is missing.
          </Alert>
        ) : null}
        {refusal}
        <div className="flex flex-wrap justify-end gap-2">
          {drafts.length > 0 ? addButton : null}
          <Button type="submit" variant="primary" busy={busy} disabled={!mayChange}>
            {submitLabel}
          </Button>
        </div>
      </form>
      <aside aria-label="Telemetry now" className="min-w-0">
        <ArrivingNow drafts={drafts} />
      </aside>
    </div>
  );
}
