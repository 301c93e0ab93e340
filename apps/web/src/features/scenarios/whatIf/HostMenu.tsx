"use client";
import type { Catalogue, Change } from "@p4twin/models/placement";
import { Input, Popover } from "@p4twin/ui";
import { formatLatencyWithUnit } from "@p4twin/ui/format";
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from "react";
import { DeltaText } from "./DeltaText.tsx";
import { hostChoices, MOST_CHOICES } from "./hostChoices.ts";
import type { Prediction } from "./predict.ts";

export type HostMenuProps = {
  trigger: ReactElement;
  /** "Move fw" */
  label: string;
  chain: string;
  /** null: the whole chain */
  position: number | null;
  prediction: Prediction;
  catalogue: Catalogue;
  onChoose: (change: Change) => void;
};

/** Where a function could run, each device with what the move would cost or break. */
export function HostMenu(props: HostMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger={props.trigger}
      label={props.label}
      open={open}
      onOpenChange={setOpen}
      className="w-80 p-2"
    >
      {open ? <Choices {...props} onDone={() => setOpen(false)} /> : null}
    </Popover>
  );
}

function Choices({
  label,
  chain,
  position,
  prediction,
  catalogue,
  onChoose,
  onDone,
}: HostMenuProps & { onDone: () => void }) {
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const choices = useMemo(
    () => hostChoices(prediction, catalogue, { chain, position, filter }),
    [prediction, catalogue, chain, position, filter],
  );
  const buttons = (): HTMLButtonElement[] => [...(list.current?.querySelectorAll("button") ?? [])];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    const at = all.findIndex((button) => button.matches(":focus"));
    all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the field and the buttons inside
    <div className="flex flex-col gap-2" onKeyDown={onKeyDown}>
      <Input
        aria-label="Filter devices"
        placeholder={`${label} to …`}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") buttons()[0]?.click();
        }}
      />
      <ul ref={list} className="flex max-h-72 flex-col overflow-auto" aria-label={`${label}: devices`}>
        {choices.map((choice) => (
          <li key={choice.device}>
            <button
              type="button"
              className="flex w-full cursor-pointer flex-col rounded-sm px-2 py-1 text-left -outline-offset-2 hover:bg-hover"
              onClick={() => {
                onDone();
                onChoose(choice.change);
              }}
            >
              <span className="flex w-full items-baseline justify-between gap-2">
                <span>
                  <span className="font-medium">{choice.device}</span>{" "}
                  <span className="text-xs text-ink-3">{choice.profile}</span>
                </span>
                <span className="flex gap-2 text-xs">
                  {choice.addedUs === null ? (
                    formatLatencyWithUnit(choice.delayUs)
                  ) : (
                    <DeltaText delta={choice.addedUs} unit="µs" />
                  )}
                  <DeltaText delta={choice.addedWatts} unit="W" />
                </span>
              </span>
              {choice.breaks ? <span className="text-xs text-bad">{choice.breaks}</span> : null}
            </button>
          </li>
        ))}
        {choices.length === 0 ? <li className="p-2 text-ink-3">No other device matches.</li> : null}
        {choices.length === MOST_CHOICES ? (
          <li className="p-2 text-xs text-ink-3">The first {MOST_CHOICES} devices; type to find others.</li>
        ) : null}
      </ul>
    </div>
  );
}
