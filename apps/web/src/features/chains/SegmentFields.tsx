"use client";
import { Field, IconButton, Input, NumberInput, Select } from "@p4twin/ui";
import { Trash2 } from "lucide-react";
import { type Control, Controller, type FieldErrors, type UseFormRegister } from "react-hook-form";
import type { ChainFormValues } from "./chainForm.ts";

export type SegmentFieldsProps = {
  index: number;
  functions: readonly string[];
  control: Control<ChainFormValues>;
  register: UseFormRegister<ChainFormValues>;
  errors: FieldErrors<ChainFormValues>;
  onRemove: () => void;
};

const KINDS = [
  { value: "uc1", label: "UC1", hint: "around one switch" },
  { value: "uc2", label: "UC2", hint: "across INT switches" },
] as const;

/** One segment: where it lies and its Priority and Drop Latency. */
export function SegmentFields({ index, functions, control, register, errors, onRemove }: SegmentFieldsProps) {
  const wrong = errors.segments?.[index];
  const ends = functions.map((type, position) => ({ value: String(position), label: `${position} ${type}` }));
  const end = (field: "fromFunction" | "toFunction", label: string) => (
    <Field label={label} error={wrong?.[field]?.message} className="w-36">
      {(props) => (
        <Controller
          control={control}
          name={`segments.${index}.${field}`}
          render={({ field: bound }) => (
            <Select
              {...props}
              value={String(bound.value)}
              options={ends}
              onValueChange={(value) => bound.onChange(Number(value))}
            />
          )}
        />
      )}
    </Field>
  );
  const latency = (field: "plUs" | "dlUs", label: string) => (
    <Field label={label} error={wrong?.[field]?.message} className="w-32">
      {(props) => (
        <Controller
          control={control}
          name={`segments.${index}.${field}`}
          render={({ field: bound }) => (
            <NumberInput
              {...props}
              unit="µs"
              min={0}
              step={10}
              value={bound.value ?? null}
              onValueChange={bound.onChange}
            />
          )}
        />
      )}
    </Field>
  );
  return (
    <li className="flex flex-wrap items-start gap-3 rounded-md border bg-surface p-3">
      <Field label="Segment" error={wrong?.id?.message} className="w-28">
        {(props) => <Input {...props} {...register(`segments.${index}.id`)} />}
      </Field>
      <Field label="Kind" className="w-44">
        {(props) => (
          <Controller
            control={control}
            name={`segments.${index}.kind`}
            render={({ field }) => (
              <Select {...props} value={field.value} options={KINDS} onValueChange={field.onChange} />
            )}
          />
        )}
      </Field>
      {end("fromFunction", "From")}
      {end("toFunction", "To")}
      {latency("plUs", "PL")}
      {latency("dlUs", "DL")}
      <IconButton
        label={`Remove segment ${index + 1}`}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
        className="mt-5 ml-auto"
      />
    </li>
  );
}
