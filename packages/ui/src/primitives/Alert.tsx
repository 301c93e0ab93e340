import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

const LOOKS = {
  info: { Icon: Info, classes: "border-line-strong bg-surface", icon: "text-ink-3" },
  ok: { Icon: CircleCheck, classes: "border-ok/40 bg-ok-soft", icon: "text-ok" },
  warn: { Icon: TriangleAlert, classes: "border-warn/40 bg-warn-soft", icon: "text-warn" },
  bad: { Icon: CircleAlert, classes: "border-bad/40 bg-bad-soft", icon: "text-bad" },
};

export interface AlertProps {
  tone?: keyof typeof LOOKS;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** A message that stands in the page: what, where, remedy. */
export function Alert({ tone = "info", title, children, action, className }: AlertProps) {
  const { Icon, classes, icon } = LOOKS[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cn("flex items-start gap-2.5 rounded-md border px-3 py-2 text-sm", classes, className)}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", icon)} />
      <div className="min-w-0 grow">
        <p className="font-medium text-ink">{title}</p>
        {children ? <div className="mt-0.5 text-ink-2">{children}</div> : null}
      </div>
      {action ? <div className="flex shrink-0 gap-2">{action}</div> : null}
    </div>
  );
}
