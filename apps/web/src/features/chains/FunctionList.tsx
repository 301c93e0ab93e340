"use client";
import type { NetworkFunction } from "@p4twin/models/chain";
import { IconButton, Select } from "@p4twin/ui";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { moveEntry } from "./chainForm.ts";
import { vectorText } from "./vectorText.ts";

export type FunctionListProps = {
  functions: readonly string[];
  /** what may be chosen: library types, and those that come from programs */
  known: readonly NetworkFunction[];
  onChange: (functions: string[]) => void;
  error?: string | undefined;
};

/** The chain's functions in the order in which a packet passes them. */
export function FunctionList({ functions, known, onChange, error }: FunctionListProps) {
  const byType = new Map(known.map((fn) => [fn.type, fn]));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-ink-2">Functions, in packet order</legend>
      {functions.length > 0 ? (
        <ol className="flex flex-col gap-1">
          {functions.map((type, index) => {
            const fn = byType.get(type);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a chain may hold the same function twice
              <li key={index} className="flex items-center gap-2 rounded-md border bg-surface px-2 py-1">
                <span className="w-5 text-right text-xs text-ink-3">{index}</span>
                <span className="min-w-0 grow truncate">
                  <span className="font-medium">{type}</span>
                  <span className="ml-2 text-xs text-ink-3">
                    {fn ? `${fn.title ?? ""} ${vectorText(fn.features)}` : "not known here"}
                  </span>
                </span>
                <IconButton
                  size="sm"
                  label={`Move ${type} up`}
                  icon={<ArrowUp aria-hidden />}
                  disabled={index === 0}
                  onClick={() => onChange(moveEntry(functions, index, index - 1))}
                />
                <IconButton
                  size="sm"
                  label={`Move ${type} down`}
                  icon={<ArrowDown aria-hidden />}
                  disabled={index === functions.length - 1}
                  onClick={() => onChange(moveEntry(functions, index, index + 1))}
                />
                <IconButton
                  size="sm"
                  label={`Remove ${type} from the chain`}
                  icon={<X aria-hidden />}
                  onClick={() => onChange(functions.filter((_, i) => i !== index))}
                />
              </li>
            );
          })}
        </ol>
      ) : (
        <p className="rounded-md border border-dashed px-3 py-4 text-center text-ink-3">
          No function yet. Add the first one below.
        </p>
      )}
      <Select
        aria-label="Add a function"
        placeholder="Add a function…"
        value={undefined}
        options={known.map((fn) => ({
          value: fn.type,
          label: fn.type,
          hint: `${fn.title ? `${fn.title}: ` : ""}${vectorText(fn.features)}`,
        }))}
        onValueChange={(type) => onChange([...functions, type])}
      />
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
