import {
  ablation,
  coresFor,
  coreThroughput,
  coreWorkloads,
  latencyRatio,
  workloadLatency,
  workloadLimitGbps,
} from "@p4twin/models/server";

type ScalePoint = {
  cores: number;
  gbps: number;
  lowGbps: number;
  highGbps: number;
  isAnchor: boolean;
};
type ScaleSystem = {
  id: string;
  title: string;
  points: ScalePoint[];
  latency: { cores: number; lowUs: number; highUs: number; isAnchor: boolean }[];
  /** the values of the source that the line goes through, in words with their place */
  published: string[];
  /** least cores for the load that was asked for; null when it never carries it, or none was asked for */
  coresFor: number | null;
};
export type ScaleWorkload = {
  id: string;
  title: string;
  limitGbps: number | null;
  tagUs: number | null;
  systems: ScaleSystem[];
};
export type ScaleFigure = { workloads: ScaleWorkload[]; ablation: ReturnType<typeof ablation> };

/** Cores of the thesis' server. */
const MOST_CORES = 16;

/**
 * Throughput and latency of each system against cores [katsikas-m7], with the published values that calibrate them, and
 * the cores that a load of `gbps` takes.
 */
export const scaleFigure = (gbps: number | null): ScaleFigure => ({
  ablation: ablation(),
  workloads: coreWorkloads().map((workload) => {
    const limitGbps = workloadLimitGbps(workload);
    const tagUs = workloadLatency(workload)?.tagUs ?? null;
    const cores = Array.from({ length: MOST_CORES }, (_, i) => i + 1);
    return {
      id: workload.id,
      title: workload.title,
      limitGbps,
      tagUs,
      systems: workload.systems.map((system) => ({
        id: system.id,
        title: system.title,
        points: cores.flatMap((n): ScalePoint[] => {
          const got = coreThroughput(system, n, limitGbps);
          if (!got.known) return [];
          const { gbps, lowGbps, highGbps } = got;
          return [{ cores: n, gbps, lowGbps, highGbps, isAnchor: got.basis === "calibration" }];
        }),
        latency: cores.flatMap((n) => {
          const ratio = latencyRatio(system, n);
          if (!ratio.known || tagUs === null) return [];
          return [
            {
              cores: n,
              lowUs: ratio.low * tagUs,
              highUs: ratio.high * tagUs,
              isAnchor: ratio.basis === "calibration",
            },
          ];
        }),
        coresFor: gbps === null ? null : coresFor(system, gbps, limitGbps, MOST_CORES),
        published: [
          `${system.gbpsPerCore.value} Gbps a core (${system.gbpsPerCore.source})`,
          `plateau ${system.plateauGbps.value} Gbps (${system.plateauGbps.source})`,
          ...(system.knee ? [`knee at ${system.knee.value} cores (${system.knee.source})`] : []),
          ...(system.fall
            ? [`${system.fall.gbps.value} Gbps at ${system.fall.toCores} cores (${system.fall.gbps.source})`]
            : []),
          ...(system.riseAfterKnee
            ? [
                `latency up to ${Math.round(100 * (system.riseAfterKnee.value - 1))} % higher after the knee (${system.riseAfterKnee.source})`,
              ]
            : []),
        ],
      })),
    };
  }),
});
