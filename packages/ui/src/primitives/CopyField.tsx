"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "../lib/cn.ts";
import { IconButton } from "./IconButton.tsx";
import { ScrollArea } from "./ScrollArea.tsx";

export interface CopyFieldProps {
  /** A command, token or link; may have several lines. */
  text: string;
  /** Names the field: "command", "link". */
  label?: string;
  className?: string;
}

const SHOWN_MS = 1_600;

/** Text to take elsewhere, with a button that copies it. */
export function CopyField({ text, label = "text", className }: CopyFieldProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () => {
    // Clipboard access is refused on plain http other than localhost; the text stays selectable.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };

  return (
    <div
      className={cn("flex items-start gap-1 rounded-md border border-line bg-sunken p-1 pl-2.5", className)}
    >
      <ScrollArea label={label} className="grow">
        <pre className="w-max py-0.5 font-mono text-xs leading-5 text-ink select-all">{text}</pre>
      </ScrollArea>
      <IconButton
        size="sm"
        label={
          state === "copied" ? "Copied" : state === "failed" ? "Select and press Ctrl+C" : `Copy ${label}`
        }
        icon={state === "copied" ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
        onClick={copy}
      />
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : state === "failed" ? "Could not copy; select the text instead" : ""}
      </span>
    </div>
  );
}
