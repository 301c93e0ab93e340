import { cn } from "../lib/cn.ts";

export interface KeyHintProps {
  keys: readonly string[];
  /** Stands beside a name that is read out, and should not become part of it. */
  decorative?: boolean;
  className?: string;
}

/** Keys to press, one after the other or together: `["g", "t"]`, `["Ctrl", "K"]`. */
export function KeyHint({ keys, decorative, className }: KeyHintProps) {
  return (
    <span aria-hidden={decorative || undefined} className={cn("inline-flex items-center gap-0.5", className)}>
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
