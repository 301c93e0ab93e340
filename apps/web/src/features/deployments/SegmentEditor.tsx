"use client";
import { Button, Field, IconButton, Input, NumberInput, Panel, Select } from "@p4twin/ui";
import { Plus, Trash2 } from "lucide-react";
import { type DraftProblems, type Ends, newFlow, type SegmentDraft, withEnd } from "./draft.ts";
import { ElementList } from "./ElementList.tsx";
import { FlowFields } from "./FlowFields.tsx";

export type SegmentEditorProps = {
  draft: SegmentDraft;
  /** empty until one tried to save */
  problems: DraftProblems;
  onChange: (draft: SegmentDraft) => void;
  onRemove: () => void;
};

const KINDS = [
  { value: "uc1", label: "UC1", hint: "around one switch: both timestamps are its own" },
  { value: "uc2", label: "UC2", hint: "across INT switches: hop by hop" },
] as const;

/** What joins the postcards of a packet; the first is the usual case of reports that hold the whole path. */
const PAIRINGS = [
  { value: "none", label: "Not joined", hint: "each report holds the whole path" },
  {
    value: "flow-and-identification",
    label: "Flow and IP id",
    hint: "one report a hop; addresses stay as they are",
  },
  {
    value: "identification",
    label: "IP id alone",
    hint: "a VNF changes addresses: list the flows before and behind it",
  },
  { value: "sequence", label: "Domain sequence", hint: "a number that the INT source inserts" },
] as const;

const MAX_ID = 0xffff_ffff;

/** One segment: limits, where it begins and ends, which packets belong to it, what it is made of. */
export function SegmentEditor({ draft, problems, onChange, onRemove }: SegmentEditorProps) {
  const set = (change: Partial<SegmentDraft>) => onChange({ ...draft, ...change });
  const wrong = (field: string) => problems.get(`${draft.key}.${field}`);
  const limit = (field: "plUs" | "dlUs", label: string) => (
    <Field label={label} error={wrong(field)} className="w-32">
      {(control) => (
        <NumberInput
          {...control}
          className="w-full"
          unit="µs"
          min={0}
          step={100}
          value={draft[field]}
          onValueChange={(value) => set({ [field]: value })}
        />
      )}
    </Field>
  );
  const end = (field: "from" | "to", label: string) => {
    const change = (ends: Partial<Ends>) => onChange(withEnd(draft, field, ends));
    return (
      <fieldset className="flex items-start gap-2">
        <legend className="sr-only">{label}</legend>
        <Field label={`${label} node id`} error={wrong(field)} className="w-36">
          {(control) => (
            <NumberInput
              {...control}
              className="w-full"
              min={0}
              max={MAX_ID}
              value={draft[field].nodeId}
              onValueChange={(nodeId) => change({ nodeId })}
            />
          )}
        </Field>
        <Field label="Port" hint="Empty: any" className="w-24">
          {(control) => (
            <NumberInput
              {...control}
              className="w-full"
              min={0}
              max={MAX_ID}
              value={draft[field].port}
              onValueChange={(port) => change({ port })}
            />
          )}
        </Field>
      </fieldset>
    );
  };
  return (
    <Panel
      title={draft.name || "Segment"}
      subtitle={draft.id}
      actions={
        <IconButton
          size="sm"
          label={`Remove ${draft.name || "segment"}`}
          icon={<Trash2 aria-hidden />}
          onClick={onRemove}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <Field label="Name" error={wrong("name")} className="w-52">
            {(control) => (
              <Input {...control} value={draft.name} onChange={(e) => set({ name: e.target.value })} />
            )}
          </Field>
          <Field label="Id" error={wrong("id")} className="w-36">
            {(control) => (
              <Input {...control} value={draft.id} onChange={(e) => set({ id: e.target.value })} />
            )}
          </Field>
          <Field label="Kind" className="w-28">
            {(control) => (
              <Select
                {...control}
                value={draft.kind}
                options={KINDS}
                onValueChange={(kind) => set({ kind })}
              />
            )}
          </Field>
          {limit("plUs", "PL")}
          {limit("dlUs", "DL")}
        </div>
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          {end("from", "From")}
          {end("to", "To")}
          <Field label="Postcards" className="w-44">
            {(control) => (
              <Select
                {...control}
                value={draft.pairBy ?? "none"}
                options={PAIRINGS}
                onValueChange={(by) => set({ pairBy: by === "none" ? null : by })}
              />
            )}
          </Field>
          <Field label="Exporters" hint="Empty: any" error={wrong("exporters")} className="w-52">
            {(control) => (
              <Input
                {...control}
                placeholder="10.0.0.1, 10.0.0.2"
                value={draft.exporters}
                onChange={(e) => set({ exporters: e.target.value })}
              />
            )}
          </Field>
        </div>
        <section className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-2">
            <h3 className="text-xs font-medium text-ink-2">
              Flows{" "}
              <span className="font-normal text-ink-3">
                {draft.flows.length === 0
                  ? "every packet between the two ends"
                  : "an empty field matches any value"}
              </span>
            </h3>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              onClick={() => set({ flows: [...draft.flows, newFlow()] })}
            >
              Add flow
            </Button>
          </div>
          <FlowFields flows={draft.flows} onChange={(flows) => set({ flows })} />
        </section>
        <ElementList
          elements={draft.elements}
          wrong={(i, field) => wrong(`elements.${i}.${field}`)}
          onChange={(elements) => set({ elements })}
        />
      </div>
    </Panel>
  );
}
