"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";

/** Longer texts stay out of the address: servers and chats cut it (our choice). */
const LONGEST = 2000;

const hashOf = (name: string, text: string): string =>
  text === "" || text.length > LONGEST ? "" : `#${new URLSearchParams({ [name]: text })}`;

const textIn = (hash: string, name: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get(name) ?? "";

/**
 * A text that is kept behind the `#` of the address, which no server sees, while it is short. `isKept`: the address
 * holds it.
 */
export function useHashText(name: string) {
  // null: the address is not read yet
  const [text, setText] = useState<string | null>(null);
  const search = useSearchParams();
  useEffect(() => setText(textIn(window.location.hash, name)), [name]);
  // again after each change of the query: what the router writes late may come without the text
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is what has just been written
  useEffect(() => {
    if (text === null || textIn(window.location.hash, name) === textIn(hashOf(name, text), name)) return;
    const { pathname, search: query } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${query}${hashOf(name, text)}`);
  }, [name, text, search]);
  return { text: text ?? "", isKept: (text ?? "").length <= LONGEST, change: setText };
}
export type HashText = { text: string; isKept: boolean; change: (next: string) => void };
