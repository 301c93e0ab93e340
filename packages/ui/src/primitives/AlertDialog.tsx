"use client";
import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { Button } from "./Button.tsx";
import { dialogOverlay, dialogPanel } from "./Dialog.tsx";

export interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen and whether it can be undone. */
  description: ReactNode;
  /** Verb and object: "Delete topology". */
  actionLabel: string;
  onAction: () => void;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
}

/** Asks before something that is hard to undo; a click outside does not dismiss it, focus starts on cancel. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  actionLabel,
  onAction,
  cancelLabel = "Cancel",
  danger = true,
  busy = false,
}: AlertDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content className={cn(dialogPanel, "w-[min(26rem,calc(100vw-2rem))] gap-2 p-4")}>
          <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
          <Radix.Description className="text-ink-2">{description}</Radix.Description>
          <div className="mt-2 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy} onClick={onAction}>
              {actionLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
