import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { createCalibration } from "./calibration.ts";

/** Residuals that wander: autoregression of first order with a standard deviation of 2 %. */
function wandering(memory: number, shape: (normal: number) => number): number[] {
  const random = createRandom(6);
  let at = random.normal();
  return Array.from({ length: 40_000 }, () => {
    at = memory * at + Math.sqrt(1 - memory ** 2) * random.normal();
    return 0.02 * shape(at);
  });
}

function coveredShare(residuals: readonly number[]): number {
  const calibration = createCalibration();
  let [inside, judged] = [0, 0];
  for (const share of residuals) {
    const half = calibration.halfShare();
    if (half !== null) {
      judged++;
      if (Math.abs(share) <= half) inside++;
    }
    calibration.add(share);
  }
  return inside / judged;
}

describe("an interval that is calibrated on windows", () => {
  const skewed = (normal: number): number => Math.exp(0.8 * normal) - Math.exp(0.32);
  it.each([
    ["independent", 0, (x: number) => x],
    ["correlated for ten windows", 0.9, (x: number) => x],
    ["correlated for ten windows and skewed", 0.9, skewed],
    ["that wander for as long as it remembers", 0.999, (x: number) => x],
    ["that wander for longer than it remembers, and skewed", 0.9998, skewed],
  ])("[T22] holds 94 to 97 of 100 residuals %s", (_, memory, shape) => {
    const share = coveredShare(wandering(memory, shape));
    expect(share).toBeGreaterThan(0.94);
    expect(share).toBeLessThan(0.97);
  });

  it("[T22] holds them over jumps of the level, and is unknown until there are enough", () => {
    const random = createRandom(9);
    const levels = Array.from({ length: 20 }, () => 0.05 * random.normal());
    const jumping = levels.flatMap((level) =>
      Array.from({ length: 2000 }, () => level + 0.01 * random.normal()),
    );
    expect(coveredShare(jumping)).toBeGreaterThan(0.94);
    const calibration = createCalibration();
    for (let i = 0; i < 18; i++) {
      calibration.add(0.01 * i);
      expect(calibration.halfShare()).toBeNull();
    }
    calibration.add(0.01);
    expect(calibration.halfShare()).not.toBeNull();
  });
});
