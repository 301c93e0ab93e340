"use client";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { KeyHint } from "./KeyHint.tsx";
import { popItem, popPanel } from "./popStyles.ts";

export type MenuEntry =
  | {
      kind: "item";
      id: string;
      label: ReactNode;
      onSelect: () => void;
      icon?: ReactNode;
      keys?: readonly string[];
      danger?: boolean;
      disabled?: boolean;
      /** Present: the entry can be ticked. */
      checked?: boolean;
    }
  | { kind: "heading"; id: string; label: ReactNode }
  | { kind: "separator"; id: string };

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
}

function MenuRow({ entry }: { entry: MenuEntry }) {
  if (entry.kind === "separator") return <Radix.Separator className="my-1 h-px bg-line" />;
  if (entry.kind === "heading") {
    return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-3">{entry.label}</Radix.Label>;
  }
  const content = (
    <>
      {entry.icon}
      <span className="grow">{entry.label}</span>
      {entry.keys ? <KeyHint decorative keys={entry.keys} /> : null}
    </>
  );
  const classes = cn(popItem, entry.danger && "text-bad data-highlighted:bg-bad-soft");
  if (entry.checked !== undefined) {
    return (
      <Radix.CheckboxItem
        className={cn(classes, "pl-7")}
        checked={entry.checked}
        disabled={entry.disabled}
        onSelect={entry.onSelect}
      >
        <Radix.ItemIndicator className="absolute left-2">
          <Check aria-hidden className="text-accent" />
        </Radix.ItemIndicator>
        {content}
      </Radix.CheckboxItem>
    );
  }
  return (
    <Radix.Item className={classes} disabled={entry.disabled} onSelect={entry.onSelect}>
      {content}
    </Radix.Item>
  );
}

export function DropdownMenu({ trigger, entries, align = "end", side = "bottom" }: DropdownMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} side={side} sideOffset={4} collisionPadding={8} className={popPanel}>
          {entries.map((entry) => (
            <MenuRow key={entry.id} entry={entry} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
