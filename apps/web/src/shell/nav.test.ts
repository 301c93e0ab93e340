import { describe, expect, it } from "vitest";
import { PLACES, placeOf } from "./nav.ts";

describe("placeOf", () => {
  it.each([
    ["/", "overview"],
    ["/programs", "programs"],
    ["/programs/abc", "programs"],
    ["/programsx", null],
    ["/settings/tokens", "settings"],
  ])("puts %s under %s", (pathname, id) => {
    expect(placeOf(pathname)?.id ?? null).toBe(id);
  });

  it("gives every place its own key", () => {
    expect(new Set(PLACES.map((p) => p.key)).size).toBe(PLACES.length);
  });
});
