import type { Mix } from "./simulatedStarts.ts";

const plain: Mix = {
  ...{ name: "starts of each program, normal", starts: 5, shared: false, startUs: 20, law: "normal" },
  ...{ programUs: 0, tail: 0.1, bursts: false, correlation: 0, packets: 300, between: 0 },
};
const allAtOnce: Mix = { ...plain, programUs: 4, tail: 0.8, bursts: true, correlation: 0.7 };
const shared: Mix = { ...allAtOnce, shared: true, startUs: 5, programUs: 0 };

/** One trouble after the other, then all of them, with three to eight starts and neighbours of several strengths. */
export const mixes: readonly Mix[] = [
  plain,
  { ...plain, name: "starts shared by programs, normal", shared: true, startUs: 5 },
  { ...plain, name: "starts shared, means known to 1 ns", shared: true, startUs: 5, tail: 1e-4 },
  { ...allAtOnce, name: "all at once, starts normal, 3 starts", starts: 3 },
  { ...allAtOnce, name: "all at once, starts normal, 5 starts" },
  { ...allAtOnce, name: "all at once, starts t5, 3 starts", law: "t5", starts: 3 },
  { ...allAtOnce, name: "all at once, starts t5, 4 starts", law: "t5", starts: 4 },
  { ...allAtOnce, name: "all at once, starts t5, 5 starts", law: "t5" },
  { ...allAtOnce, name: "all at once, starts lognormal, 3 starts", law: "lognormal", starts: 3 },
  { ...allAtOnce, name: "all at once, starts lognormal, 5 starts", law: "lognormal" },
  { ...shared, name: "all at once, starts shared, 3 starts", starts: 3 },
  { ...shared, name: "all at once, starts shared, 5 starts" },
  { ...shared, name: "all at once, starts shared and t5, 5 starts", law: "t5" },
  ...[0.3, 0.6, 0.9].map(
    (correlation): Mix => ({ ...allAtOnce, name: `all at once, packets AR(1) ${correlation}`, correlation }),
  ),
  ...[0.3, 0.6, 0.9].map(
    (between): Mix => ({
      ...allAtOnce,
      name: `all at once, starts AR(1) ${between} in their order`,
      between,
    }),
  ),
];
