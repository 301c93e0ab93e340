"use client";
import { type ProblemOptions, problemOptionsSchema } from "@p4twin/models/placement";
import { Field, Select } from "@p4twin/ui";

const MODES = [
  { value: "base", label: "of an empty network", hint: "Eq. 5.19 of the thesis" },
  {
    value: "loaded",
    label: "under the load of all chains",
    hint: "with what packets wait, Secs. 4.3 and 4.4",
  },
] as const;
const MODELS = [
  { value: "refined", label: "refined", hint: "M/G/1: the devices' measured spread" },
  { value: "simple", label: "simple", hint: "M/M/1: exponential service" },
] as const;
const SERVICES = [
  { value: "rate", label: "its rate", hint: "the slowest of line rate and externs" },
  { value: "latency", label: "its latency", hint: "Eq. 4.7 as printed" },
] as const;

const DEFAULT_LOAD = problemOptionsSchema.parse({ load: {} }).load;

export type LoadFieldsProps = {
  value: ProblemOptions;
  onChange: (options: Pick<ProblemOptions, "latency" | "load">) => void;
};

/** Whether delays are those of an empty network or those under load, and how waiting is modelled. */
export function LoadFields({ value, onChange }: LoadFieldsProps) {
  const mode = value.latency ?? "base";
  const load = value.load ?? DEFAULT_LOAD;
  return (
    <div className="flex flex-wrap gap-3">
      <Field label="Delays" className="w-64">
        {(field) => (
          <Select
            {...field}
            value={mode}
            options={MODES}
            onValueChange={(latency) => onChange(latency === "loaded" ? { latency, load } : { latency })}
          />
        )}
      </Field>
      {mode === "loaded" && load ? (
        <>
          <Field label="Queueing model" className="w-44">
            {(field) => (
              <Select
                {...field}
                value={load.model}
                options={MODELS}
                onValueChange={(model) => onChange({ latency: mode, load: { ...load, model } })}
              />
            )}
          </Field>
          <Field label="A device is busy for" className="w-44">
            {(field) => (
              <Select
                {...field}
                value={load.service}
                options={SERVICES}
                onValueChange={(service) => onChange({ latency: mode, load: { ...load, service } })}
              />
            )}
          </Field>
        </>
      ) : null}
    </div>
  );
}
