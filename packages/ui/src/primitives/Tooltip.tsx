"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { KeyHint } from "./KeyHint.tsx";

export interface TooltipProps {
  content: ReactNode;
  keys?: readonly string[];
  side?: "top" | "right" | "bottom" | "left";
  /** One element that can take focus and a ref. */
  children: ReactElement;
}

/** Tooltip on hover and focus. Brings its own provider, so that it works outside of any frame. */
export function Tooltip({ content, keys, side = "top", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-80 animate-fade items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-xs text-ink shadow-pop"
          >
            {content}
            {keys ? <KeyHint decorative keys={keys} /> : null}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
