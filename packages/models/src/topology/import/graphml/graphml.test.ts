import { expect, it } from "vitest";
import { importTopology } from "../importTopology.ts";
import { rateGbps, timeUs } from "../quantities.ts";
import { distanceKm } from "./geography.ts";

const graph = (key: string, value: string): string =>
  `<graphml><key id="k" for="edge" attr.name="${key}"/><graph edgedefault="undirected"><node id="a"/><node id="b"/>` +
  `<edge source="a" target="b"><data key="k">${value}</data></edge></graph></graphml>`;

it.each([
  ["LinkSpeedRaw", "155000000", { gbps: 0.155 }],
  ["capacity", "40 Gbps", { gbps: 40 }],
  ["bandwidth_mbps", "250", { gbps: 0.25 }],
  ["latency_ms", "2.5", { gbps: 10, delayUs: 2500 }],
  ["delayUs", "12", { gbps: 10, delayUs: 12 }],
  ["delay", "3 ms", { gbps: 10, delayUs: 3000 }],
  ["length", "100 km", { gbps: 10, delayUs: 500, delaySource: "distance" }],
  ["distance_km", "80", { gbps: 10, delayUs: 400, delaySource: "distance" }],
])("[T12] an edge with %s of %s", (key, value, expected) => {
  expect(importTopology(graph(key, value), "g.graphml").topology?.links).toEqual([
    { a: "a", b: "b", ...expected },
  ]);
});

it.each(["capacity", "latency", "length"])("[T14] %s without a unit is not used, and it is told", (key) => {
  const { topology, diagnostics } = importTopology(graph(key, "100"), "g.graphml");
  expect(topology?.links).toEqual([{ a: "a", b: "b", gbps: 10 }]);
  expect(diagnostics.find((d) => d.code === "not-kept")?.message).toContain("its unit is unknown");
});

it("[T13] the great circle between Zurich and Munich is 242 km", () => {
  const zurich = { latitude: 47.3769, longitude: 8.5417 };
  const munich = { latitude: 48.1374, longitude: 11.5755 };
  expect(distanceKm(zurich, munich)).toBeCloseTo(242, -0.5);
  expect(distanceKm(zurich, zurich)).toBe(0);
  // a quarter of the equator: 6371 km * pi / 2
  expect(distanceKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 90 })).toBeCloseTo(10_007.5, 0);
});

it("[T13] a delay from the distance of the ends is marked, a given one is kept as it is", () => {
  const text = (extra: string) =>
    `<graphml><graph edgedefault="undirected"><node id="a"><data key="Latitude">0</data><data key="Longitude">0</data></node>` +
    `<node id="b"><data key="Latitude">0</data><data key="Longitude">1</data></node><edge source="a" target="b">${extra}</edge></graph></graphml>`;
  // one degree of the equator is 111.195 km
  expect(importTopology(text(""), "g").topology?.links[0]).toMatchObject({
    delayUs: 555.975,
    delaySource: "distance",
  });
  expect(importTopology(text('<data key="delayUs">7</data>'), "g").topology?.links[0]).toEqual({
    a: "a",
    b: "b",
    gbps: 10,
    delayUs: 7,
  });
});

it("[T17] a way and its way back are one full-duplex link", () => {
  const text =
    '<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><edge source="a" target="b" sourceport="1" targetport="2"/>' +
    '<edge source="b" target="a" sourceport="2" targetport="1"/></graph></graphml>';
  const { topology, diagnostics } = importTopology(text, "g");
  expect(topology?.links).toEqual([{ a: "a", b: "b", gbps: 10, aPort: "1", bPort: "2" }]);
  expect(diagnostics.map((d) => d.code)).toEqual(["assumed-rate"]);
});

it.each([
  ["10 Gbps", 10],
  ["< 2.5 Gbit/s", 2.5],
  ["100M", 0.1],
  ["1e3", null],
  ["fast", null],
])("rate %j is %j Gbps", (text, gbps) => {
  expect(rateGbps(text)).toBe(gbps);
});

it.each([
  ["5ms", 5000],
  ["250 us", 250],
  ["0.5s", 500_000],
  ["5", null],
  ["-5ms", null],
])("time %j is %j us", (text, us) => {
  expect(timeUs(text)).toBe(us);
});
