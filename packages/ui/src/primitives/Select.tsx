"use client";
import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { controlClasses } from "./Input.tsx";
import { popItem, popPanel } from "./popStyles.ts";

export interface SelectOption<T extends string> {
  value: T;
  label: ReactNode;
  /** Second, quieter line. */
  hint?: string;
  disabled?: boolean;
}

export interface SelectProps<T extends string> {
  value: T | undefined;
  onValueChange: (value: T) => void;
  options: readonly SelectOption<T>[];
  placeholder?: string;
  disabled?: boolean;
  id?: string;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

export function Select<T extends string>({
  value,
  onValueChange,
  options,
  placeholder = "Choose…",
  disabled,
  className,
  ...trigger
}: SelectProps<T>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <Radix.Root value={value ?? ""} onValueChange={choose} disabled={disabled}>
      <Radix.Trigger
        className={cn(
          controlClasses,
          "inline-flex cursor-pointer items-center justify-between gap-2 text-left data-placeholder:text-ink-3 [&>span]:truncate",
          className,
        )}
        {...trigger}
      >
        <Radix.Value placeholder={placeholder} />
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            popPanel,
            "max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)",
          )}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={cn(popItem, "pl-7")}
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check aria-hidden className="size-3.5 text-accent" />
                </Radix.ItemIndicator>
                <span className="flex flex-col">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.hint ? <span className="text-xs text-ink-3">{option.hint}</span> : null}
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
