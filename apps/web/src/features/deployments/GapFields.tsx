"use client";
import { Checkbox, Field, Input, NumberInput, SegmentedControl } from "@p4twin/ui";
import { type GapDraft, newLink, newServer, newVnf } from "./draft.ts";
import { ServerFields } from "./ServerFields.tsx";

export type GapFieldsProps = {
  element: GapDraft;
  wrong: (field: string) => string | undefined;
  onChange: (element: GapDraft) => void;
};

const GAPS = [
  { value: "vnf", label: "VNF" },
  { value: "link", label: "Link" },
] as const;

/** What lies between two switches: a VNF with its declared latency or its server, or a link. */
export function GapFields({ element, wrong, onChange }: GapFieldsProps) {
  const number = (label: string, value: number | null, set: (value: number | null) => void) => (
    <Field label={label} hint="Empty: unknown" className="w-32">
      {(control) => (
        <NumberInput
          {...control}
          className="w-full"
          unit="µs"
          min={0}
          step={10}
          value={value}
          onValueChange={set}
        />
      )}
    </Field>
  );
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-2">
      <div className="mt-5">
        <SegmentedControl
          aria-label="What lies between the switches"
          value={element.kind}
          onValueChange={(kind) => onChange(kind === "vnf" ? newVnf(element.label) : newLink(element.label))}
          options={GAPS}
        />
      </div>
      <Field label="Name" error={wrong("label")} className="w-40">
        {(control) => (
          <Input
            {...control}
            value={element.label}
            onChange={(e) => onChange({ ...element, label: e.target.value })}
          />
        )}
      </Field>
      {element.kind === "vnf" ? (
        <>
          {number("Mean", element.meanUs, (meanUs) => onChange({ ...element, meanUs }))}
          {number("Standard deviation", element.sigmaUs, (sigmaUs) => onChange({ ...element, sigmaUs }))}
          <Field label="Source of the numbers" className="w-48">
            {(control) => (
              <Input
                {...control}
                value={element.source}
                onChange={(e) => onChange({ ...element, source: e.target.value })}
              />
            )}
          </Field>
          <div className="flex min-h-8 items-center self-end">
            <Checkbox
              label="Runs on known cores"
              checked={Boolean(element.server)}
              onCheckedChange={(on) => onChange({ ...element, server: on ? newServer() : null })}
            />
          </div>
          {element.server ? (
            <ServerFields
              server={element.server}
              wrong={wrong("server")}
              onChange={(server) => onChange({ ...element, server })}
            />
          ) : null}
        </>
      ) : (
        number("Delay", element.delayUs, (delayUs) => onChange({ ...element, delayUs }))
      )}
    </div>
  );
}
