import { expect, it } from "vitest";
import { offsetWords } from "./clockWords.ts";

const skew = { offsetUs: null, uncertaintyUs: null, driftPpm: null, offsetAtMostUs: null, samples: 9 };

it("says an estimate with its error, a bound as a bound, and nothing where nothing is known", () => {
  expect(offsetWords({ ...skew, offsetUs: 1500, uncertaintyUs: 20, method: "both-ways" })).toBe(
    "1.50 ms ± 20.0 µs",
  );
  expect(offsetWords({ ...skew, offsetAtMostUs: 300, method: "one-way" })).toBe("at most 300 µs");
  expect(offsetWords({ ...skew, method: "none" })).toBe("–");
});
