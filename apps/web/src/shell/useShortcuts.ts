"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { shellAction, takesText } from "./shortcuts.ts";

const SEQUENCE_MS = 1_200;

/** Listens for the keys of the shell while the page is mounted. */
export function useShortcuts(open: { palette: () => void; keys: () => void }): void {
  const router = useRouter();
  const waitingSince = useRef(0);
  const latest = useRef(open);
  latest.current = open;

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const pending = event.timeStamp - waitingSince.current < SEQUENCE_MS && waitingSince.current > 0;
      const action = shellAction(event, pending, takesText(event.target));
      waitingSince.current = action?.kind === "wait" ? event.timeStamp : 0;
      if (!action || action.kind === "wait") return;
      event.preventDefault();
      if (action.kind === "palette") latest.current.palette();
      else if (action.kind === "keys") latest.current.keys();
      else router.push(action.href);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [router]);
}
