"use client";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner } from "sonner";

export { toast } from "sonner";

export interface ToasterProps {
  theme?: "light" | "dark" | "system";
}

/** Place for toasts; mount once. Show one with `toast.success("Chain placed")`. */
export function Toaster({ theme = "system" }: ToasterProps) {
  return (
    <Sonner
      theme={theme}
      // told, or it asks for the style of the document at every drawing, which lays the page out
      dir="ltr"
      position="bottom-right"
      offset={40}
      gap={8}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-ok" />,
        info: <Info aria-hidden className="size-4 text-ink-3" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-warn" />,
        error: <CircleAlert aria-hidden className="size-4 text-bad" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "animate-let-through flex w-88 items-start gap-2.5 rounded-lg border border-line bg-raised p-3 font-sans text-sm text-ink shadow-pop",
          icon: "mt-0.5 shrink-0",
          content: "grow",
          title: "font-medium",
          description: "text-ink-2",
          actionButton:
            "shrink-0 cursor-pointer rounded-md border border-line-strong px-2 py-0.5 text-xs font-medium hover:bg-hover",
          closeButton: "text-ink-3",
        },
      }}
    />
  );
}
