"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import type { Chain, NetworkFunction } from "@p4twin/models/chain";
import { plainIssue } from "@p4twin/models/core";
import { Button, Field, Input, NumberInput, Panel } from "@p4twin/ui";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Controller, useFieldArray, useForm } from "react-hook-form";
import { slugOf } from "@/lib/slug.ts";
import { BranchField } from "./BranchField.tsx";
import { type ChainFormValues, chainFormSchema, newSegment } from "./chainForm.ts";
import { FunctionList } from "./FunctionList.tsx";
import { SegmentFields } from "./SegmentFields.tsx";

export type ChainFormProps = {
  initialValues: ChainFormValues;
  known: readonly NetworkFunction[];
  /** offers more functions, e.g. from programs; `add` puts one at the end of the chain */
  functionSource: (add: (type: string) => void) => ReactNode;
  submitLabel: string;
  busy: boolean;
  disabled: boolean;
  onSubmit: (chain: Chain) => void;
};

/** Everything that describes a chain; each mistake stands at its field. */
export function ChainForm(props: ChainFormProps) {
  const { initialValues, known, functionSource, submitLabel, busy, disabled, onSubmit } = props;
  const form = useForm<ChainFormValues, unknown, Chain>({
    resolver: zodResolver(chainFormSchema, { error: plainIssue }),
    defaultValues: initialValues,
  });
  const { control, register, formState, watch, getValues, setValue } = form;
  const segments = useFieldArray({ control, name: "segments" });
  const functions = watch("functions");
  const { errors } = formState;
  const setFunctions = (next: string[]): void =>
    setValue("functions", next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const number = (name: "gbps" | "maxDelayUs" | "packetBytes", unit: string, step: number) => (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <NumberInput
          unit={unit}
          step={step}
          min={0}
          value={field.value ?? null}
          onValueChange={(value) => field.onChange(value ?? (name === "maxDelayUs" ? null : undefined))}
          aria-label={{ gbps: "Throughput", maxDelayUs: "Delay budget", packetBytes: "Packet size" }[name]}
        />
      )}
    />
  );

  return (
    <form
      noValidate
      aria-label="Chain"
      className="flex flex-col gap-3"
      onSubmit={form.handleSubmit((chain) => onSubmit(chain))}
    >
      <div className="grid gap-3 lg:grid-cols-2">
        <Panel title="What it is">
          <div className="flex flex-col gap-3">
            <Field label="Name" error={errors.name?.message}>
              {(field) => (
                <Input
                  {...field}
                  placeholder="Web edge"
                  {...register("name", {
                    onChange: (event) => setValue("id", slugOf(event.target.value, "chain")),
                  })}
                />
              )}
            </Field>
            <Field label="Id" hint="Used in problem files and reports." error={errors.id?.message}>
              {(field) => <Input {...field} {...register("id")} />}
            </Field>
            <div className="flex flex-wrap gap-3">
              <Field label="Throughput" error={errors.gbps?.message}>
                {() => number("gbps", "Gbps", 1)}
              </Field>
              <Field label="Delay budget" hint="Empty: best effort" error={errors.maxDelayUs?.message}>
                {() => number("maxDelayUs", "µs", 1)}
              </Field>
              <Field label="Packet size" error={errors.packetBytes?.message}>
                {() => number("packetBytes", "B", 100)}
              </Field>
            </div>
          </div>
        </Panel>
        <Panel
          title="What a packet passes"
          actions={functionSource((type) => setFunctions([...getValues("functions"), type]))}
        >
          <FunctionList
            functions={functions}
            known={known}
            error={errors.functions?.message}
            onChange={setFunctions}
          />
          <div className="mt-3">
            <BranchField
              branches={getValues("branches")}
              error={errors.branches?.message ?? errors.branches?.root?.message}
              onChange={(branches) =>
                setValue("branches", branches, { shouldDirty: true, shouldValidate: formState.isSubmitted })
              }
            />
          </div>
        </Panel>
      </div>
      <Panel
        title="Segments"
        subtitle="Latency above PL gets priority, above DL the packet is dropped"
        actions={
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabled={functions.length === 0}
            onClick={() => segments.append(newSegment(getValues()))}
          >
            Add segment
          </Button>
        }
      >
        {segments.fields.length === 0 ? (
          <p className="text-ink-3">
            {functions.length === 0
              ? "Add functions first; a segment lies between two of them."
              : "No segment: the chain is placed, but no latency is controlled."}
          </p>
        ) : (
          <ul className="flex flex-col gap-2">
            {segments.fields.map((segment, index) => (
              <SegmentFields
                key={segment.id}
                index={index}
                functions={functions}
                control={control}
                register={register}
                errors={errors}
                onRemove={() => segments.remove(index)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
