import { Button, FileDrop } from "@p4twin/ui";
import { readFiles } from "@/lib/readFiles.ts";

export type ReadFile = { name: string; text: string };

/** A file that may be chosen: where to drop it, or its name and the way to take it out again. */
export function ChosenFile({
  what,
  title,
  hint,
  file,
  onFile,
}: {
  /** "entries before" */
  what: string;
  title: string;
  hint: string;
  file: ReadFile | null;
  onFile: (file: ReadFile | null) => void;
}) {
  if (file)
    return (
      <p className="flex items-center justify-between gap-2 text-xs text-ink-2">
        <span className="min-w-0 truncate">
          {title}: {file.name}
        </span>
        <Button size="sm" aria-label={`Remove ${what}`} onClick={() => onFile(null)}>
          Remove
        </Button>
      </p>
    );
  return (
    <FileDrop
      {...{ what, hint }}
      onFiles={(files) => {
        void readFiles(files.slice(0, 1)).then(([first]) => {
          if (first) onFile(first);
        });
      }}
    />
  );
}
