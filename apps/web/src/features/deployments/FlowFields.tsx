"use client";
import { Field, IconButton, Input, NumberInput } from "@p4twin/ui";
import { X } from "lucide-react";
import type { FlowDraft } from "./draft.ts";

export type FlowFieldsProps = { flows: readonly FlowDraft[]; onChange: (flows: FlowDraft[]) => void };

const MAX_PORT = 65_535;

/** Five-tuples; addresses may be prefixes. */
export function FlowFields({ flows, onChange }: FlowFieldsProps) {
  if (flows.length === 0) return null;
  const change = (index: number, fields: Partial<FlowDraft>) =>
    onChange(flows.map((flow, i) => (i === index ? { ...flow, ...fields } : flow)));
  return (
    <ul className="flex flex-col gap-2">
      {flows.map((flow, index) => {
        const address = (field: "src" | "dst", label: string) => (
          <Field label={label} className="w-40">
            {(control) => (
              <Input
                {...control}
                placeholder="any"
                value={flow[field]}
                onChange={(e) => change(index, { [field]: e.target.value })}
              />
            )}
          </Field>
        );
        const port = (field: "srcPort" | "dstPort" | "proto", label: string, max: number) => (
          <Field label={label} className="w-24">
            {(control) => (
              <NumberInput
                {...control}
                className="w-full"
                placeholder="any"
                min={0}
                max={max}
                value={flow[field]}
                onValueChange={(value) => change(index, { [field]: value })}
              />
            )}
          </Field>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: flows have no identity but their place
          <li key={index} className="flex flex-wrap items-end gap-2 rounded-md border bg-bg p-2">
            {address("src", "Source")}
            {address("dst", "Destination")}
            {port("proto", "Protocol", 255)}
            {port("srcPort", "Source port", MAX_PORT)}
            {port("dstPort", "Dest. port", MAX_PORT)}
            <IconButton
              label={`Remove flow ${index + 1}`}
              icon={<X aria-hidden />}
              onClick={() => onChange(flows.filter((_, i) => i !== index))}
            />
          </li>
        );
      })}
    </ul>
  );
}
