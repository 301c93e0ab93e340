import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { LinkComponent } from "../lib/link.ts";
import { Skeleton } from "./Skeleton.tsx";

export interface StatTileProps {
  label: string;
  /** The number; null while unknown shows "–". */
  value: ReactNode | null;
  unit?: string;
  /** What it is measured against: "of 12 segments". */
  context?: ReactNode;
  tone?: "neutral" | "ok" | "warn" | "bad";
  loading?: boolean;
  href?: string;
  LinkComponent?: LinkComponent;
  className?: string;
}

const TONES = { neutral: "text-ink", ok: "text-ink", warn: "text-warn", bad: "text-bad" };

/** One number that answers one question. Calm when all is well: only warn and bad take colour. */
export function StatTile({
  label,
  value,
  unit,
  context,
  tone = "neutral",
  loading,
  href,
  LinkComponent: Link = "a",
  className,
}: StatTileProps) {
  const classes = cn(
    "flex min-w-0 flex-col gap-0.5 rounded-lg border border-line bg-surface px-3 py-2.5",
    className,
  );
  const content = (
    <>
      <span className="text-xs text-ink-3">{label}</span>
      {loading ? (
        <Skeleton className="my-1 h-6 w-20" />
      ) : (
        <span className={cn("text-2xl font-semibold tracking-tight", TONES[tone])}>
          {value ?? "–"}
          {unit && value !== null ? (
            <span className="ml-1 text-sm font-normal text-ink-3">{unit}</span>
          ) : null}
        </span>
      )}
      <span className="min-h-4.5 text-xs text-ink-2">{loading ? null : context}</span>
    </>
  );
  return href ? (
    <Link href={href} className={cn(classes, "hover:border-line-strong hover:bg-hover")}>
      {content}
    </Link>
  ) : (
    <div className={classes}>{content}</div>
  );
}
