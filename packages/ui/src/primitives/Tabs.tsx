"use client";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

interface Tab {
  value: string;
  label: ReactNode;
  /** Number beside the label, e.g. of problems. */
  count?: number;
  content: ReactNode;
  disabled?: boolean;
}

export interface TabsProps {
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
  "aria-label": string;
  /** Stands at the right end of the tab row. */
  actions?: ReactNode;
  className?: string;
}

export function Tabs({ value, onValueChange, tabs, actions, className, ...rest }: TabsProps) {
  return (
    <Radix.Root
      value={value}
      onValueChange={onValueChange}
      className={cn("flex min-h-0 flex-col", className)}
    >
      <div className="flex items-center justify-between gap-2 border-b">
        <Radix.List
          className="-mb-px flex gap-1 overflow-x-auto overflow-y-hidden"
          aria-label={rest["aria-label"]}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              disabled={tab.disabled}
              className="inline-flex h-9 cursor-pointer items-center gap-1.5 border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {tab.label}
              {tab.count !== undefined ? (
                <span className="rounded-full bg-sunken px-1.5 text-2xs text-ink-2">{tab.count}</span>
              ) : null}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {actions}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="min-h-0 grow pt-3">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
