"use client";
import { Dialog, KeyHint } from "@p4twin/ui";
import { PLACES } from "./nav.ts";

const GENERAL: readonly { keys: string[]; does: string }[] = [
  { keys: ["Ctrl", "K"], does: "Search and command palette" },
  { keys: ["/"], does: "Search" },
  { keys: ["?"], does: "This list" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
  { keys: ["↑", "↓"], does: "Move in tables and graphs" },
  { keys: ["Enter"], does: "Open what is selected" },
];

export type KeyListProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Opened by `?`: every key of the shell. */
export function KeyList({ open, onOpenChange }: KeyListProps) {
  const places = PLACES.map((place) => ({ keys: ["g", place.key], does: place.label }));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <div className="grid gap-x-8 gap-y-1 pb-3 sm:grid-cols-2">
        {[GENERAL, places].map((list) => (
          <dl key={list[0]?.does} className="flex flex-col gap-1">
            {list.map(({ keys, does }) => (
              <div key={does} className="flex items-center justify-between gap-3">
                <dt className="text-ink-2">{does}</dt>
                <dd>
                  <KeyHint keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Dialog>
  );
}
