"use client";
import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cn } from "../lib/cn.ts";

export interface SwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label?: ReactNode;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
}

/** On or off with immediate effect; a `Checkbox` is for choices that are saved later. */
export function Switch({ checked, onCheckedChange, label, disabled, className, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <span className={cn("inline-flex items-center gap-2", className)}>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="inline-flex h-4.5 w-8 shrink-0 cursor-pointer items-center rounded-full border border-control bg-sunken p-px transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        {...rest}
      >
        <Radix.Thumb className="block size-3.5 rounded-full bg-control transition-transform data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-on-accent" />
      </Radix.Root>
      {label ? (
        <label htmlFor={id} className="cursor-pointer select-none">
          {label}
        </label>
      ) : null}
    </span>
  );
}
