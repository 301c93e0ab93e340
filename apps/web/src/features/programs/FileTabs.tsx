"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { cn } from "@p4twin/ui";

export type FileTabsProps = {
  /** files of the program, the main one first, and a built-in one that is looked at */
  files: readonly string[];
  shown: string;
  diagnostics: readonly Diagnostic[];
  onShow: (file: string) => void;
};

/** The files of a program; those with errors say how many. */
export function FileTabs({ files, shown, diagnostics, onShow }: FileTabsProps) {
  return (
    <nav aria-label="Files" className="flex shrink-0 gap-1 overflow-x-auto border-b px-2 py-1">
      {files.map((file) => {
        const errors = diagnostics.filter(
          ({ severity, span }) => severity === "error" && span?.file === file,
        ).length;
        return (
          <button
            key={file}
            type="button"
            aria-current={file === shown ? "page" : undefined}
            onClick={() => onShow(file)}
            className={cn(
              "shrink-0 cursor-pointer rounded px-2 py-0.5 font-mono text-xs whitespace-nowrap hover:bg-hover",
              file === shown ? "bg-accent-soft text-accent" : "text-ink-2",
            )}
          >
            {file}
            {errors > 0 ? <span className="ml-1.5 font-sans text-bad">{errors}</span> : null}
          </button>
        );
      })}
    </nav>
  );
}
