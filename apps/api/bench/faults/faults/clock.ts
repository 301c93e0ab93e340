import { type Fault, nothingToLift } from "../fault.ts";

const STEP_S = 3_600;
const stepped = (id: string, seconds: number): Fault => ({
  ...{ id, on: "clock", raises: ["clock"], holdMs: 0 },
  unable: ({ place }) => (place.hasClock ? null : "no libfaketime"),
  async hurt({ place }) {
    place.stepClock(seconds);
    return nothingToLift;
  },
});

export const clockFaults: readonly Fault[] = [
  stepped("clock forward", STEP_S),
  stepped("clock back", -STEP_S),
];
