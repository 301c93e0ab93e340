"use client";
import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { popPanel } from "./popStyles.ts";

export interface PopoverProps {
  trigger: ReactElement;
  children: ReactNode;
  /** Names the panel for assistive technology. */
  label: string;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

export function Popover({
  trigger,
  children,
  label,
  align = "start",
  side,
  open,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(popPanel, "w-72 p-3", className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
