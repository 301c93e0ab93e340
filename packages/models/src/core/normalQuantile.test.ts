import { describe, expect, it } from "vitest";
import { normalQuantile } from "./normalQuantile.ts";

describe("quantile of the normal distribution", () => {
  // values of R 4.3's qnorm
  it.each([
    [0.5, 0],
    [0.8413447460685429, 1],
    [0.975, 1.959963984540054],
    [0.99, 2.326347874040841],
    [0.9999, 3.719016485455709],
    [1e-12, -7.034483825301131],
  ])("at %s is %s", (share, value) => expect(normalQuantile(share)).toBeCloseTo(value, 5));
});
