import { describe, expect, it } from "vitest";
import { shellAction } from "./shortcuts.ts";

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe("shellAction", () => {
  it.each([
    ["Ctrl-K opens the palette", press("k", { ctrlKey: true }), false, false, { kind: "palette" }],
    [
      "Cmd-K opens the palette, even in a field",
      press("K", { metaKey: true }),
      false,
      true,
      { kind: "palette" },
    ],
    ["/ opens the palette", press("/"), false, false, { kind: "palette" }],
    ["/ in a field is text", press("/"), false, true, null],
    ["? lists the keys", press("?"), false, false, { kind: "keys" }],
    ["g waits", press("g"), false, false, { kind: "wait" }],
    ["g then p goes to programs", press("p"), true, false, { kind: "go", href: "/programs" }],
    ["g then an unknown key does nothing", press("x"), true, false, null],
    ["Ctrl-P is the browser's", press("p", { ctrlKey: true }), true, false, null],
  ])("%s", (_title, event, pending, typing, expected) => {
    expect(shellAction(event, pending, typing)).toEqual(expected);
  });
});
