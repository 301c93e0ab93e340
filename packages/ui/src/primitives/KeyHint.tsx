import { cn } from "../lib/cn.ts";

export interface KeyHintProps {
  keys: readonly string[];
  className?: string;
}

/** Keys to press, one after the other or together: `["g", "t"]`, `["Ctrl", "K"]`. */
export function KeyHint({ keys, className }: KeyHintProps) {
  return (
    <span className={cn("inline-flex items-center gap-0.5", className)}>
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs text-ink-2"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
