import { exemplars, exploreSamples, flowText, type Reading } from "@p4twin/models/telemetry";
import { type BoundSegment, chooseBucketMs } from "@p4twin/models/twin";
import type { DeploymentService } from "../deployments/service.ts";
import { DomainError } from "../errors.ts";
import type { NodeInventory } from "../telemetry/inventory.ts";
import type { TelemetryService } from "../telemetry/service.ts";
import type { TwinStore } from "../twin/store.ts";
import { flowPackets, type HeardPacket } from "./flowPackets.ts";
import { flowLabel, groupLabel, type Names } from "./labels.ts";
import type { SampleHold } from "./sampleHold.ts";
import type { Groups, GroupsInput, KeptReports, KeptReportsInput } from "./schema.ts";
import { exploreWindows } from "./windowGroups.ts";

type Deps = {
  samples: Pick<SampleHold, "chunks" | "held">;
  windows: Pick<TwinStore, "windows">;
  deployments: Pick<DeploymentService, "list">;
  inventory: Pick<NodeInventory, "lookIn">;
  telemetry: Pick<TelemetryService, "exporters">;
};

/** Bins of a map, so that its newest is in view without scrolling (our choice), and how long a range may be. */
const BINS = 17;
const DAY_MS = 86_400_000;
const MAX_DAYS = 92;
/** Newest kept reports whose flows become packets (our choice). */
const MOST_READ = 20_000;

/** The range in whole bins, the shortest that fit; a range that is one already stays as it is. */
export function binned({ from, to }: GroupsInput["range"]): { fromMs: number; toMs: number; binMs: number } {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  // one that was widened may be asked for again
  if (toMs - fromMs > (MAX_DAYS + 2) * DAY_MS)
    throw new DomainError("bad_input", `A range is ${MAX_DAYS} days at most. Choose a shorter one.`);
  for (let points = BINS; ; points--) {
    const binMs = chooseBucketMs(toMs - fromMs, points);
    const stretch = { fromMs: Math.floor(fromMs / binMs) * binMs, toMs: Math.ceil(toMs / binMs) * binMs };
    if (stretch.toMs - stretch.fromMs <= BINS * binMs || points === 1) return { ...stretch, binMs };
  }
}

/** Groups of stored windows and kept reports, and single reports from there. */
export function createExploreService({ samples, windows, deployments, inventory, telemetry }: Deps) {
  const look = async () => {
    const [all, nodes, listed] = await Promise.all([
      deployments.list(),
      inventory.lookIn(),
      telemetry.exporters(),
    ]);
    const segments = new Map<string, { deployment: string; segment: BoundSegment }>(
      all.flatMap(({ id, name, segments: own }) =>
        own.map((segment) => [`${id}/${segment.id}`, { deployment: name, segment }] as const),
      ),
    );
    const labels = new Map(listed.map(({ address, label }) => [address, label]));
    const names: Names = {
      exporter: (address) => labels.get(address) ?? address,
      node: nodes.nameIn,
      segment: (key) => segments.get(key) ?? null,
    };
    // a segment of another workspace is none here
    const reading: Reading = { domainOf: nodes.domainOf, shows: (segment) => segments.has(segment) };
    return { all, names, reading };
  };

  return {
    async groups(input: GroupsInput): Promise<Groups> {
      const { all, names, reading } = await look();
      const stretch = binned(input.range);
      const explored =
        input.source === "windows"
          ? await exploreWindows(windows, all, { ...stretch, ...input }, reading)
          : exploreSamples(samples.chunks(), { ...stretch, ...input }, reading);
      return {
        ...stretch,
        ...explored,
        groups: explored.groups.map((group) => ({
          ...group,
          label: groupLabel(input.groupBy, group.key, names),
        })),
        held: input.source === "reports" ? samples.held() : null,
      };
    },

    /** Packets of the flows that kept reports of a range tell of; `most`: so many at most. */
    async packets({ fromMs, toMs }: { fromMs: number; toMs: number }, most: number): Promise<HeardPacket[]> {
      const query = { fromMs, toMs, filters: [], order: "newest" as const, limit: MOST_READ };
      return flowPackets(exemplars(samples.chunks(), query).samples, most);
    },

    /** Kept reports of a range that fit, with hops and bytes. */
    async reports({ range, ...query }: KeptReportsInput): Promise<KeptReports> {
      const { names, reading } = await look();
      const stretch = { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) };
      const { found, samples: kept } = exemplars(samples.chunks(), { ...stretch, ...query }, reading);
      return {
        found,
        reports: kept.map(({ flow, segment, hops, bytes, exporter, ...sample }) => ({
          ...sample,
          exporter,
          flow: flow && flowLabel(flowText(flow)),
          segment: segment && groupLabel("segment", segment, names),
          hops: hops.map((hop) => ({
            ...hop,
            name: hop.nodeId === null ? null : names.node(reading.domainOf(exporter), hop.nodeId),
          })),
          hex: Buffer.from(bytes).toString("hex"),
        })),
      };
    },
  };
}
