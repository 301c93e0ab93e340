"use client";
import { useCallback, useEffect, useState } from "react";

/** Longer texts stay out of the address: servers and chats cut it (our choice). */
const LONGEST = 2000;

const textIn = (hash: string, name: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";

/**
 * A text that is kept behind the `#` of the address, which no server sees, while it is short. `isKept`: the address
 * holds it.
 */
export function useHashText(name: string) {
  const [text, setText] = useState("");
  useEffect(() => setText(textIn(window.location.hash, name)), [name]);
  const change = useCallback(
    (next: string) => {
      setText(next);
      const kept = new URLSearchParams(next === "" || next.length > LONGEST ? {} : { [name]: next });
      const { pathname, search } = window.location;
      const hash = kept.size === 0 ? "" : `#${kept}`;
      window.history.replaceState(window.history.state, "", `${pathname}${search}${hash}`);
    },
    [name],
  );
  return { text, isKept: text.length <= LONGEST, change };
}
export type HashText = ReturnType<typeof useHashText>;
