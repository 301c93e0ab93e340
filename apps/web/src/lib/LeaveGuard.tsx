"use client";
import { AlertDialog } from "@p4twin/ui";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";

export type LeaveGuardProps = {
  /** something was typed that is stored nowhere */
  active: boolean;
  /** what would be lost: "this scenario" */
  what: string;
};

/** The address a click leads to inside the app, away from this page; null for anything else. */
function wayOut(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const { origin, pathname, search } = new URL(link.href);
  if (origin !== window.location.origin || pathname === window.location.pathname) return null;
  return pathname + search;
}

/** Asks before a page with unsaved input is left: by closing the tab, or by a link inside the app. */
export function LeaveGuard({ active, what }: LeaveGuardProps) {
  const router = useRouter();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!active) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      const href = wayOut(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [active]);

  return (
    <AlertDialog
      open={target !== null}
      onOpenChange={(open) => open || setTarget(null)}
      title="Leave without saving?"
      description={`What you changed in ${what} is not saved and would be lost.`}
      cancelLabel="Stay"
      actionLabel="Leave"
      onAction={() => {
        setTarget(null);
        if (target !== null) router.push(target);
      }}
    />
  );
}
