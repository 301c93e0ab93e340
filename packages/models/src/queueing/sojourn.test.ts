import { describe, expect, it } from "vitest";
import { controllerOf, deviceOf, system } from "../../testing/queueing/thesisSystems.ts";
import { externalPpsAtController, externalPpsAtDevice } from "./dimensioning.ts";
import { type QueueSystem, refinedSojourn, type Sojourn, simpleSojourn } from "./sojourn.ts";

const us = (sojourn: Sojourn): number | null => (sojourn.stable ? sojourn.sojournUs : null);
/** [harkous-sojourn] prints two decimals. */
const PRINTED = 0.0051;

const loads = [
  [0.04, 0.05],
  [0.04, 0.5],
  [0.2, 0.5],
  [0.5, 0.5],
  [1, 0.5],
] as const;
// simple / refined per load, null = unstable
type Printed = [simpleUs: number, refinedUs: number];
const rows: [string, number, (Printed | null)[]][] = [
  [
    "netfpga-l3fwd",
    10_000,
    [
      [424.9, 414.48],
      [803.87, 605.86],
      [4004.44, 3014.44],
      [10005.55, 7530.55],
      [20007.4, 15057.4],
    ],
  ],
  [
    "netfpga-l3fwd",
    240,
    [
      [14.03, 13.74],
      [24.01, 18.78],
      [100.66, 76.79],
      [245.68, 186.22],
      [487.52, 368.66],
    ],
  ],
  ["netfpga-l3fwd", 31, [[5.86, 5.48], null, [19.32, 15.02], [37.76, 29.49], [70.4, 54.56]]],
  [
    "agilio-l3fwd",
    10_000,
    [
      [429.59, 419.16],
      [808.62, 610.57],
      [4009.86, 3019.85],
      [10012.32, 7537.31],
      [20016.41, 15066.41],
    ],
  ],
  [
    "agilio-l3fwd",
    240,
    [
      [19.03, 18.58],
      [34.54, 26.39],
      [106.96, 82.64],
      [252.96, 193.23],
      [496.98, 377.89],
    ],
  ],
  ["agilio-l3fwd", 31, [[14.3, 12.04], null, [60.06, 38.09], [51.39, 39.68], [84.3, 66.01]]],
  [
    "agilio-vxlan",
    240,
    [
      [27.33, 26.37],
      [108.68, 67.1],
      [118.52, 92.62],
      [265.19, 204.6],
      [512.46, 392.63],
    ],
  ],
  ["agilio-vxlan", 31, [[44.9, 30.98], null, null, [117.2, 77.83], [121.65, 91.68]]],
  [
    "t4p4s",
    10_000,
    [
      [469.08, 458.51],
      [850.77, 651.27],
      [4055.85, 3065.47],
      [10069.33, 7594.09],
      [20092.22, 15142.01],
    ],
  ],
  ["t4p4s", 240, [[73.64, 65.57], null, [225.22, 164.75], [336.55, 263.43], [593.51, 463.96]]],
  ["t4p4s", 31, [null, null, null, null, null]],
];
const cases = rows.flatMap(([device, controllerUs, values]) =>
  values.map((value, i) => ({ device, controllerUs, share: loads[i][0], rhoC: loads[i][1], value })),
);

describe("sojourn times with controller feedback [harkous-sojourn]", () => {
  it.each(cases)(
    "[W4] simple, $device, $controllerUs us, P $share, rho_c $rhoC",
    ({ device, controllerUs, share, rhoC, value }) => {
      const s = system(device, controllerUs, share);
      const found = us(simpleSojourn(s, externalPpsAtController(s, rhoC)));
      if (value === null) expect(found).toBeNull();
      else expect(Math.abs((found ?? 0) - value[0])).toBeLessThan(PRINTED);
    },
  );

  it.each(cases)(
    "[W5] refined, $device, $controllerUs us, P $share, rho_c $rhoC",
    ({ device, controllerUs, share, rhoC, value }) => {
      const s = system(device, controllerUs, share);
      const found = us(refinedSojourn(s, externalPpsAtController(s, rhoC)));
      if (value === null) expect(found).toBeNull();
      else expect(Math.abs((found ?? 0) - value[1])).toBeLessThan(PRINTED);
    },
  );

  it.each([
    ["netfpga-l3fwd", [3.89, 3.8], [7.4, 5.57], [18.5, 11.18], [74, 39.24]],
    ["agilio-l3fwd", [8.63, 8.42], [16.4, 12.3], [41, 24.61], [164, 86.15]],
    ["agilio-vxlan", [16, 15.6], [30.4, 22.8], [76, 45.61], [304, 159.63]],
    ["t4p4s", [48.32, 47.12], [91.8, 69.08], [229.5, 138.6], [918, 486.23]],
  ] as [string, Printed, Printed, Printed, Printed][])(
    "[W4] [W5] %s without new flows at rho_d 0.05, 0.5, 0.8, 0.95",
    (device, ...values) => {
      const s: QueueSystem = { device: deviceOf(device), controller: null, newFlowShare: 0 };
      [0.05, 0.5, 0.8, 0.95].forEach((rho, i) => {
        const pps = externalPpsAtDevice(s, rho);
        expect(Math.abs((us(simpleSojourn(s, pps)) ?? 0) - values[i][0])).toBeLessThan(PRINTED);
        expect(Math.abs((us(refinedSojourn(s, pps)) ?? 0) - values[i][1])).toBeLessThan(PRINTED);
      });
    },
  );

  it.each([
    ["agilio-l3fwd", 8.6],
    ["agilio-vxlan", 16],
  ])("[W6] %s at load 0.05 takes %s us", (device, expected) => {
    const s: QueueSystem = { device: deviceOf(device), controller: null, newFlowShare: 0 };
    expect(Math.abs((us(simpleSojourn(s, externalPpsAtDevice(s, 0.05))) ?? 0) - expected)).toBeLessThan(0.05);
  });

  it("[W2] an unstable load names the server, its load and its rate", () => {
    const s = system("agilio-vxlan", 31, 0.04);
    const pps = externalPpsAtController(s, 0.5);
    const answer = refinedSojourn(s, pps);
    expect(answer).toEqual({
      stable: false,
      reason:
        "the data plane is offered 419355 packets/s and serves 65789: utilisation 6.374, its queue grows without limit (packets of new flows pass it twice)",
    });
    expect(simpleSojourn(s, pps)).toEqual(answer);
  });

  it("[W10] the refined model is below the simple one wherever both have a value", () => {
    let compared = 0;
    for (const device of ["netfpga-l3fwd", "agilio-l3fwd", "agilio-vxlan", "t4p4s"])
      for (const controllerUs of [31, 240, 10_000])
        for (const share of [0.04, 0.2, 0.5, 1])
          for (const rhoC of [0.05, 0.3, 0.6, 0.95]) {
            const s = system(device, controllerUs, share);
            const pps = externalPpsAtController(s, rhoC);
            const [simple, refined] = [us(simpleSojourn(s, pps)), us(refinedSojourn(s, pps))];
            if (simple === null || refined === null) continue;
            compared++;
            expect(refined).toBeLessThan(simple);
          }
    expect(compared).toBeGreaterThan(100);
  });

  it("[W11] t4p4s with a fast controller: the simple model nears 1000 us, the refined stays at half", () => {
    const fast = system("t4p4s", 31, 1);
    const pps = externalPpsAtController(fast, 0.3);
    expect(us(simpleSojourn(fast, pps))).toBeCloseTo(866.8, 1);
    expect(us(refinedSojourn(fast, pps))).toBeCloseTo(498.4, 1);
    const alone: QueueSystem = { device: deviceOf("t4p4s"), controller: controllerOf(31), newFlowShare: 0 };
    expect(us(simpleSojourn(alone, externalPpsAtDevice(alone, 0.95)))).toBeCloseTo(918, 1);
    expect(us(refinedSojourn(alone, externalPpsAtDevice(alone, 0.95)))).toBeCloseTo(486.2, 1);
  });
});
