import { expect, it } from "vitest";
import { priorityWait } from "./priorityWait.ts";

const SERVICE_US = 1e6 / 6000;

/**
 * Events simulated one by one in Python (heads of three queues, room for so many packets each, services fixed or gamma
 * with `variation`; two seeds of 100 to 150 s); no code is shared. Mean wait in us and share lost of the middle class.
 */
const simulated = [
  { load: [1000, 8000, 0], variation: 0, room: 64, waitUs: 12_575.9, lossShare: 0.3744 },
  { load: [0, 1000, 8000], variation: 0, room: 64, waitUs: 99.8, lossShare: 0 },
  { load: [1000, 4000, 0], variation: 0, room: 64, waitUs: 498.6, lossShare: 0 },
  { load: [2000, 2000, 1500], variation: 0.5, room: 64, waitUs: 429.6, lossShare: 0 },
  { load: [1000, 2000, 8000], variation: 0, room: 64, waitUs: 199.2, lossShare: 0 },
  { load: [3000, 2500, 0], variation: 1, room: 64, waitUs: 3474.7, lossShare: 0.0005 },
  { load: [1000, 4900, 0], variation: 0, room: 16, waitUs: 1417.4, lossShare: 0.0258 },
  { load: [2000, 1000, 0], variation: 0, room: 4, waitUs: 123.7, lossShare: 0.0008 },
] as const;

/** The same in C, three million packets: little room, and classes that fill the server. */
const crowded = [
  { load: [1800, 3540, 2040], variation: 0, room: 4, waitUs: 449.8, lossShare: 0.091 },
  { load: [2160, 4500, 180], variation: 1.5, room: 10, waitUs: 1725.7, lossShare: 0.2432 },
  { load: [1320, 6540, 1200], variation: 0.5, room: 4, waitUs: 601.8, lossShare: 0.3233 },
] as const;

it.each(simulated)(
  "[W29] of $load packets/s before, of, and after a class, it waits as simulated",
  ({ load, variation, room, waitUs, lossShare }) => {
    const [higherPps, ownPps, lowerPps] = load;
    const found = priorityWait({ higherPps, ownPps, lowerPps }, SERVICE_US, variation * SERVICE_US, room)!;
    expect(Math.abs(found.waitUs / waitUs - 1)).toBeLessThan(0.05);
    expect(Math.abs(found.lossShare - lossShare)).toBeLessThan(0.002);
  },
);

it.each(crowded)(
  "[W29] of $load packets/s with room for $room, what it waits first counts only where its queue was empty",
  ({ load: [higherPps, ownPps, lowerPps], variation, room, waitUs, lossShare }) => {
    const found = priorityWait({ higherPps, ownPps, lowerPps }, SERVICE_US, variation * SERVICE_US, room)!;
    expect(Math.abs(found.waitUs / waitUs - 1)).toBeLessThan(0.1);
    expect(Math.abs(found.lossShare - lossShare)).toBeLessThan(0.02);
  },
);

it("[W29] without a bound to the room it is Cobham's formula", () => {
  for (const [higher, own, lower] of [
    [1000, 1500, 2000],
    [0, 2500, 1000],
    [3000, 1000, 500],
  ] as const) {
    const [before, rho] = [higher * SERVICE_US * 1e-6, own * SERVICE_US * 1e-6];
    const rest = ((higher + own + lower) * 1e-6 * SERVICE_US ** 2 * (1 + 0.7 ** 2)) / 2;
    const { waitUs } = priorityWait(
      { higherPps: higher, ownPps: own, lowerPps: lower },
      ...([SERVICE_US, 0.7 * SERVICE_US, 400] as const),
    )!;
    expect(waitUs / (rest / ((1 - before) * (1 - before - rho)))).toBeCloseTo(1, 2);
  }
});

it("[W29] where those before it fill the server, nothing is known of its wait", () => {
  const load = { higherPps: 6000, ownPps: 10, lowerPps: 0 };
  expect(priorityWait(load, SERVICE_US, 0, 64)).toBeNull();
});
