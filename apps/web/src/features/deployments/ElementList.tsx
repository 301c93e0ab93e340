"use client";
import { Button, IconButton } from "@p4twin/ui";
import { Plus, Trash2 } from "lucide-react";
import { type GapDraft, newSwitch, newVnf, type SwitchDraft } from "./draft.ts";
import { GapFields } from "./GapFields.tsx";
import { SwitchFields } from "./SwitchFields.tsx";

type Elements = readonly (SwitchDraft | GapDraft)[];

export type ElementListProps = {
  elements: Elements;
  wrong: (index: number, field: string) => string | undefined;
  onChange: (elements: (SwitchDraft | GapDraft)[]) => void;
};

/** Switches and what lies between them, in the order in which a packet meets them: what the prediction is made from. */
export function ElementList({ elements, wrong, onChange }: ElementListProps) {
  const replace = (index: number, element: SwitchDraft | GapDraft) =>
    onChange(elements.map((e, i) => (i === index ? element : e)));
  const add = () => onChange(elements.length === 0 ? [newSwitch()] : [...elements, newVnf(), newSwitch()]);
  // a switch leaves together with the gap before it (the first one with the gap behind it)
  const remove = (index: number) => {
    const from = Math.max(0, index - 1);
    onChange(elements.filter((_, i) => i < from || i >= from + (elements.length === 1 ? 1 : 2)));
  };
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-xs font-medium text-ink-2">
          Elements <span className="font-normal text-ink-3">in the order in which a packet meets them</span>
        </h3>
        <Button size="sm" icon={<Plus aria-hidden />} onClick={add}>
          Add switch
        </Button>
      </div>
      {elements.length === 0 ? (
        <p className="text-ink-3">Without elements the segment is watched, but not predicted.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {elements.map((element, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity but their place
            <li key={i} className="flex items-start gap-2 rounded-md border bg-bg p-2">
              <span aria-hidden className="mt-6.5 w-5 shrink-0 text-center text-xs text-ink-3">
                {i + 1}
              </span>
              {element.kind === "switch" ? (
                <>
                  <SwitchFields
                    element={element}
                    wrong={(field) => wrong(i, field)}
                    onChange={(next) => replace(i, next)}
                  />
                  <IconButton
                    className="mt-5 ml-auto"
                    label={`Remove ${element.label}`}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => remove(i)}
                  />
                </>
              ) : (
                <GapFields
                  element={element}
                  wrong={(field) => wrong(i, field)}
                  onChange={(next) => replace(i, next)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
