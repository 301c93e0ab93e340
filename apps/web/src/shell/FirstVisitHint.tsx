"use client";
import { Alert, Button } from "@p4twin/ui";
import { type ReactNode, useEffect, useState } from "react";

export type FirstVisitHintProps = {
  /** names the page; a dismissed hint stays away */
  id: string;
  title: string;
  children: ReactNode;
};

/** Two sentences for someone who sees a page for the first time. */
export function FirstVisitHint({ id, title, children }: FirstVisitHintProps) {
  const key = `p4twin.hint.${id}`;
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(localStorage.getItem(key) === null), [key]);
  if (!open) return null;
  const dismiss = () => {
    localStorage.setItem(key, "seen");
    setOpen(false);
  };
  return (
    <Alert
      title={title}
      className="mb-3"
      action={
        <Button size="sm" variant="ghost" onClick={dismiss}>
          Got it
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
