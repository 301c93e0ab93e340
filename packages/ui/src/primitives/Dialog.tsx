"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { Button } from "./Button.tsx";

export const dialogOverlay = "fixed inset-0 z-40 animate-fade bg-scrim";
export const dialogPanel =
  "fixed top-[12vh] left-1/2 z-50 flex max-h-[80vh] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 animate-rise flex-col rounded-lg border border-line bg-raised text-ink shadow-pop";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence under the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
  className?: string;
}

/** Modal dialog: traps focus, closes on Esc and on a click outside, gives focus back. */
export function Dialog({ open, onOpenChange, title, description, children, footer, className }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={dialogOverlay} />
        <Radix.Content
          className={cn(dialogPanel, className)}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="px-4 pt-3.5 pr-12 pb-2">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            {description ? (
              <Radix.Description className="mt-0.5 text-ink-2">{description}</Radix.Description>
            ) : null}
          </header>
          <div className="min-h-0 grow overflow-auto px-4 pt-2 pb-4">{children}</div>
          {footer ? <footer className="flex justify-end gap-2 border-t px-4 py-3">{footer}</footer> : null}
          {/* Last, so that the first field gets the focus; without a tooltip, which would take the first Esc. */}
          <Radix.Close asChild>
            <Button
              aria-label="Close"
              size="sm"
              variant="ghost"
              icon={<X aria-hidden />}
              className="absolute top-3 right-3 w-6 px-0"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
