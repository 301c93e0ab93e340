"use client";
import { Button, Input, NumberInput, SegmentedControl, Select } from "@p4twin/ui";
import { Search, X } from "lucide-react";
import { type ProgramUrl, type SetProgramUrl, STEP } from "./model/urlState.ts";

export type PathFiltersProps = {
  url: Pick<ProgramUrl, "q" | "outcome" | "table" | "action" | "from" | "to">;
  setUrl: SetProgramUrl;
  choices: { outcomes: string[]; tables: string[]; actions: string[] };
  /** the device that the latency range is about; null: none is chosen */
  device: string | null;
};

const ANY = "*";
const NONE = { q: null, outcome: null, table: null, action: null, from: null, to: null };

/** What the list of paths is narrowed by: words, outcome, table, action, latency. */
export function PathFilters({ url, setUrl, choices, device }: PathFiltersProps) {
  const { q, outcome, table, action, from, to } = url;
  const isFiltered = q !== "" || [outcome, table, action, from, to].some((value) => value !== null);
  const options = (any: string, values: readonly string[]) => [
    { value: ANY, label: any },
    ...values.map((value) => ({ value, label: value })),
  ];
  const chosen = (choice: string): string | null => (choice === ANY ? null : choice);
  return (
    <search aria-label="Narrow the paths" className="flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label="Filter paths"
        placeholder="Table, state, extern"
        leading={<Search aria-hidden />}
        className="w-44"
        value={q}
        onChange={(event) => void setUrl({ q: event.target.value || null })}
      />
      {choices.outcomes.length > 1 ? (
        <SegmentedControl
          aria-label="Outcome"
          size="sm"
          value={outcome ?? "all"}
          options={["all", ...choices.outcomes].map((value) => ({ value, label: value }))}
          onValueChange={(value) => void setUrl({ outcome: value === "all" ? null : value }, STEP)}
        />
      ) : null}
      {choices.tables.length > 0 ? (
        <>
          <Select
            aria-label="Table"
            className="w-36"
            value={table ?? ANY}
            options={options("any table", choices.tables)}
            onValueChange={(value) => void setUrl({ table: chosen(value), action: null }, STEP)}
          />
          <Select
            aria-label="Action"
            className="w-36"
            value={action ?? ANY}
            options={options("any action", choices.actions)}
            onValueChange={(value) => void setUrl({ action: chosen(value) }, STEP)}
          />
        </>
      ) : null}
      {device === null ? null : (
        <fieldset className="flex items-center gap-1 text-xs text-ink-3">
          <legend className="sr-only">Latency on {device}</legend>
          <NumberInput
            aria-label={`Latency on ${device} from`}
            unit="µs"
            className="w-24"
            min={0}
            step={0.1}
            value={from}
            onValueChange={(value) => void setUrl({ from: value })}
          />
          to
          <NumberInput
            aria-label={`Latency on ${device} to`}
            unit="µs"
            className="w-24"
            min={0}
            step={0.1}
            value={to}
            onValueChange={(value) => void setUrl({ to: value })}
          />
          <span className="max-w-28 truncate">on {device}</span>
        </fieldset>
      )}
      {isFiltered ? (
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => void setUrl(NONE, STEP)}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
