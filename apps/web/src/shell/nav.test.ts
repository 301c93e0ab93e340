import { expect, it } from "vitest";
import { PLACES } from "./nav.ts";

it("gives every place its own key, id and address", () => {
  for (const field of ["key", "id", "href"] as const) {
    expect(new Set(PLACES.map((place) => place[field])).size).toBe(PLACES.length);
  }
});
