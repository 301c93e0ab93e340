import type { ChainStripHop, ChainStripNode } from "../charts/chainStrip/prepareChainStrip.ts";
import type { FlowStep } from "../charts/flowCounters/prepareFlowCounters.ts";
import type { HistogramInput } from "../charts/histogram/prepareHistogram.ts";
import type { StackedTermsRow } from "../charts/stackedTerms/prepareStackedTerms.ts";
import type { WaterfallHop } from "../charts/waterfall/prepareWaterfall.ts";

/** Made-up numbers for the gallery. */
export const stackedRows: StackedTermsRow[] = [
  {
    id: "agilio-cx",
    label: "Agilio CX",
    meanUs: 8.56,
    meanLowUs: 8.325,
    meanHighUs: 8.775,
    lowUs: 8.1,
    highUs: 9,
    terms: [
      { construct: "base", count: 1, unitUs: 7.45, totalUs: 7.45 },
      { construct: "parse", count: 2, unitUs: 0.15, totalUs: 0.3 },
      { construct: "modify", count: 2, unitUs: 0.5, totalUs: 1 },
      { construct: "table", count: 1, unitUs: 0.31, totalUs: 0.31 },
      { construct: "correction", totalUs: -0.5 },
    ],
  },
  {
    id: "netfpga-sume",
    label: "NetFPGA-SUME",
    meanUs: 3.1,
    meanLowUs: 3.05,
    meanHighUs: 3.15,
    lowUs: 3,
    highUs: 3.2,
    terms: [
      { construct: "base", totalUs: 1.9 },
      { construct: "parse", count: 2, unitUs: 0.2, totalUs: 0.4 },
      { construct: "modify", count: 2, unitUs: 0.1, totalUs: 0.2 },
      { construct: "table", count: 1, unitUs: 0.6, totalUs: 0.6 },
    ],
  },
  {
    id: "t4p4s",
    label: "T4P4S",
    meanUs: 6.4,
    meanLowUs: 6.175,
    meanHighUs: 7.125,
    lowUs: 5.7,
    highUs: 7.6,
    terms: [
      { construct: "base", totalUs: 4.7 },
      { construct: "parse", totalUs: 0.5 },
      { construct: "modify", totalUs: 0.4 },
      { construct: "copy", totalUs: 0.2 },
      { construct: "add", totalUs: 0.3 },
      { construct: "table", totalUs: 0.3 },
    ],
  },
  {
    id: "tofino",
    label: "Tofino",
    meanUs: null,
    meanLowUs: null,
    meanHighUs: null,
    lowUs: null,
    highUs: null,
    terms: [],
    unavailable: "needs v1model",
  },
];

export const waterfallHops: WaterfallHop[] = [
  {
    id: "s1",
    label: "s1 tofino",
    predicted: [
      { what: "base", us: 2 },
      { what: "parse", us: 0.4 },
      { what: "table", us: 0.6 },
    ],
    intervals: { meanLowUs: 2.9, meanHighUs: 3.1, lowUs: 2.8, highUs: 3.4 },
    observedUs: 3.1,
  },
  {
    id: "vnf1",
    label: "VNF1 firewall",
    predicted: [
      { what: "queue", us: 2.5 },
      { what: "vnf", us: 9 },
    ],
    intervals: { meanLowUs: 11, meanHighUs: 12, lowUs: 9.5, highUs: 14 },
    observedUs: 18.4,
    observed: [{ what: "queue", us: 8 }],
  },
  { id: "link", label: "s1–s2", predicted: [{ what: "link", us: 1 }], observedUs: 1.1 },
  {
    id: "s2",
    label: "s2 bmv2",
    predicted: [
      { what: "base", us: 7.45 },
      { what: "parse", us: 0.6 },
      { what: "table", us: 1.2 },
    ],
    intervals: { meanLowUs: 8.75, meanHighUs: 9.75, lowUs: 8, highUs: 11 },
    observedUs: 9.6,
  },
  {
    id: "s3",
    label: "s3 agilio",
    predicted: [{ what: "base", us: 4 }],
    intervals: { meanLowUs: 3.75, meanHighUs: 4.25, lowUs: 3, highUs: 5 },
    observedUs: null,
  },
];

const bucketEdges = Array.from({ length: 61 }, (_, index) => 200 * 1.07 ** index);
const bell = (index: number, centre: number, width: number) => Math.exp(-(((index - centre) / width) ** 2));

export const histogram: HistogramInput = {
  edgesUs: bucketEdges,
  counts: bucketEdges
    .slice(1)
    .map((_, index) => Math.round(9000 * bell(index, 17, 5) + 1400 * bell(index, 44, 4))),
  predicted: { meanUs: 640, lowUs: 580, highUs: 710 },
  plUs: 5000,
  dlUs: 8000,
  quantiles: [
    { label: "p50", us: 660 },
    { label: "p99", us: 5400 },
  ],
};

export const flowSteps: FlowStep[] = [
  {
    id: "received",
    label: "received",
    count: 120_400,
    losses: [
      { reason: "truncated", count: 310 },
      { reason: "unknown version", count: 90 },
    ],
  },
  {
    id: "decoded",
    label: "decoded",
    count: 120_000,
    losses: [{ reason: "no segment matches", count: 8_000 }],
  },
  { id: "matched", label: "matched", count: 112_000, losses: [{ reason: "late", count: 12 }] },
  { id: "stored", label: "stored", count: 111_988, losses: [] },
];

const wave = (index: number) => Math.sin(index / 3) + Math.sin(index / 1.7);

export const sparkValues = {
  calm: Array.from({ length: 60 }, (_, index) => 640 + 40 * wave(index)),
  loud: Array.from({ length: 60 }, (_, index) =>
    index > 34 && index < 50 ? 8800 + 900 * wave(index) : 3600 + 500 * wave(index),
  ),
  gap: Array.from({ length: 60 }, (_, index) => (index > 20 && index < 30 ? null : 600 + 60 * wave(index))),
};

export const chainNodes: ChainStripNode[] = [
  { id: "gen", kind: "source", label: "gen" },
  { id: "s1a", kind: "switch", label: "s1", detail: "tofino" },
  { id: "vnf1", kind: "vnf", label: "VNF1", detail: "firewall" },
  { id: "s1b", kind: "switch", label: "s1", detail: "tofino" },
  { id: "s2a", kind: "switch", label: "s2", detail: "bmv2" },
  { id: "vnf2", kind: "vnf", label: "VNF2", detail: "nat" },
  { id: "s2b", kind: "switch", label: "s2", detail: "bmv2" },
  { id: "out", kind: "sink", label: "out" },
];

export const chainHops: ChainStripHop[] = [
  { id: "h0", observedUs: 3.1, predictedUs: 3, loadGbps: 2, verdict: "holds" },
  { id: "h1", segmentId: "1", observedUs: 210, predictedUs: 200, loadGbps: 2, verdict: "holds" },
  { id: "h2", segmentId: "1", observedUs: 205, predictedUs: 200, loadGbps: 2, verdict: "holds" },
  { id: "h3", segmentId: "2", observedUs: 1900, predictedUs: 640, loadGbps: 1.8, verdict: "violated" },
  { id: "h4", segmentId: "2", observedUs: 75, predictedUs: 60, loadGbps: 1, verdict: "drifts" },
  { id: "h5", segmentId: "2", observedUs: null, predictedUs: 60, loadGbps: null, verdict: "no-data" },
  { id: "h6", observedUs: 40, predictedUs: 60, loadGbps: 0.5, verdict: "holds" },
];
