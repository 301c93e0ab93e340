"use client";
import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";
import { cn } from "../lib/cn.ts";

export interface CheckboxProps {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
  label?: ReactNode;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
}

export function Checkbox({ checked, onCheckedChange, label, disabled, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <span className={cn("inline-flex items-center gap-2", className)}>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        disabled={disabled}
        className="flex size-4 shrink-0 cursor-pointer items-center justify-center rounded-sm border border-control bg-surface disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
        {...rest}
      >
        <Radix.Indicator className="text-on-accent">
          {checked === "indeterminate" ? (
            <Minus aria-hidden className="size-3" />
          ) : (
            <Check aria-hidden className="size-3" />
          )}
        </Radix.Indicator>
      </Radix.Root>
      {label ? (
        <label htmlFor={id} className="cursor-pointer select-none">
          {label}
        </label>
      ) : null}
    </span>
  );
}
