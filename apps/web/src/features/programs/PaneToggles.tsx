"use client";
import { Button } from "@p4twin/ui";
import { PANES, type Pane } from "./model/urlState.ts";

export type PaneTogglesProps = { shown: readonly Pane[]; onChange: (panes: Pane[]) => void };

const LABELS: Readonly<Record<Pane, string>> = {
  inputs: "Files and macros",
  outline: "Outline",
  source: "Source",
  graph: "Graph",
  paths: "Paths",
};

/** Shows and hides the panes; the last one stays. */
export function PaneToggles({ shown, onChange }: PaneTogglesProps) {
  return (
    <fieldset className="flex flex-wrap gap-1 sm:ml-auto">
      <legend className="sr-only">Panes</legend>
      {PANES.map((pane) => {
        const on = shown.includes(pane);
        return (
          <Button
            key={pane}
            size="sm"
            aria-pressed={on}
            className={on ? "border-accent bg-accent-soft text-accent" : "text-ink-3"}
            disabled={on && shown.length === 1}
            onClick={() => onChange(PANES.filter((other) => (other === pane ? !on : shown.includes(other))))}
          >
            {LABELS[pane]}
          </Button>
        );
      })}
    </fieldset>
  );
}
