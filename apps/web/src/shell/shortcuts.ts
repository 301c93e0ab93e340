import { PLACES } from "./nav.ts";

/** What a key press asks the shell to do. */
export type ShellAction =
  | { kind: "palette" }
  | { kind: "keys" }
  | { kind: "go"; href: string }
  | { kind: "wait" };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/**
 * Decides what a key press means. `pending` is true when `g` was pressed just before; `typing` when the focus is in a
 * field, where only Ctrl-K speaks to the shell.
 */
export function shellAction(press: Press, pending: boolean, typing: boolean): ShellAction | null {
  if ((press.ctrlKey || press.metaKey) && !press.altKey && press.key.toLowerCase() === "k")
    return { kind: "palette" };
  if (typing || press.ctrlKey || press.metaKey || press.altKey) return null;
  if (pending) {
    const place = PLACES.find((p) => p.key === press.key.toLowerCase());
    return place ? { kind: "go", href: place.href } : null;
  }
  if (press.key === "g") return { kind: "wait" };
  if (press.key === "/") return { kind: "palette" };
  if (press.key === "?") return { kind: "keys" };
  return null;
}

/** True when the focused element takes text, so that single keys must stay with it. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}
