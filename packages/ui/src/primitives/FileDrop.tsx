"use client";
import { FileUp } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { cn } from "../lib/cn.ts";

export interface FileDropProps {
  /** What to drop: "a P4 program". */
  what: string;
  /** As the `accept` attribute: ".p4,.json". Dropped files are held to it too. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Told of dropped files that `accept` rules out. */
  onRejected?: (files: File[]) => void;
  disabled?: boolean;
  hint?: ReactNode;
  className?: string;
}

/** True when the file's name or type is one that `accept` (an `accept` attribute) lets through. */
export function isAccepted(file: { name: string; type: string }, accept: string | undefined): boolean {
  if (!accept) return true;
  return accept.split(",").some((entry) => {
    const rule = entry.trim().toLowerCase();
    if (rule.startsWith(".")) return file.name.toLowerCase().endsWith(rule);
    return rule.endsWith("/*") ? file.type.startsWith(rule.slice(0, -1)) : file.type === rule;
  });
}

/** Area to drop files on; it is a button too, so keyboard and screen reader reach the file dialog. */
export function FileDrop({
  what,
  accept,
  multiple = false,
  onFiles,
  onRejected,
  disabled,
  hint,
  className,
}: FileDropProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    const accepted = files.filter((file) => isAccepted(file, accept));
    const rejected = files.filter((file) => !isAccepted(file, accept));
    if (rejected.length > 0) onRejected?.(rejected);
    if (accepted.length > 0) onFiles(multiple ? accepted : accepted.slice(0, 1));
  };

  return (
    <div className={className}>
      <button
        type="button"
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) take(event.dataTransfer.files);
        }}
        className={cn(
          "flex w-full cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border border-dashed border-control bg-surface px-4 py-6 text-ink-2 transition-colors hover:border-accent hover:bg-accent-soft/50 disabled:cursor-not-allowed disabled:opacity-50",
          over && "border-accent bg-accent-soft",
        )}
      >
        <FileUp aria-hidden className="size-5 text-ink-3" />
        <span>
          Drop {what} here or{" "}
          <span className="font-medium text-accent underline">choose {multiple ? "files" : "a file"}</span>
        </span>
        {hint ? (
          <span id={id} className="text-xs text-ink-3">
            {hint}
          </span>
        ) : null}
      </button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`Choose ${what}`}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
        }}
      />
    </div>
  );
}
