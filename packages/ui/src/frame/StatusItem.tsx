import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { LinkComponent } from "../lib/link.ts";

export interface StatusItemProps {
  label: string;
  value: ReactNode;
  tone?: "ok" | "warn" | "bad" | "idle";
  /** Said in words for those who do not see the mark: "connected", "lost since 14:02". */
  state?: string;
  href?: string;
  LinkComponent?: LinkComponent;
}

const MARKS = {
  ok: "rounded-full bg-ok",
  warn: "rotate-45 bg-warn",
  bad: "bg-bad",
  idle: "rounded-full border border-ink-3",
};

/** One entry of the status strip: a mark whose shape and colour say the state, a word, a number. */
export function StatusItem({
  label,
  value,
  tone = "idle",
  state,
  href,
  LinkComponent: Link = "a",
}: StatusItemProps) {
  const content = (
    <>
      <span aria-hidden className={cn("size-2 shrink-0", MARKS[tone])} />
      <span className="text-ink-3">{label}</span> <span className="text-ink">{value}</span>{" "}
      {state ? <span className="sr-only">{state}</span> : null}
    </>
  );
  const classes = "inline-flex items-center gap-1.5";
  return href ? (
    <Link href={href} title={state} className={cn(classes, "hover:underline")}>
      {content}
    </Link>
  ) : (
    <span title={state} className={classes}>
      {content}
    </span>
  );
}
