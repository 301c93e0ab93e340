import { formatGbps, formatPercent } from "../format/index.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

/** Utilisation above which something warns, and above which it is bad (our choice; rho >= 1 is unstable). */
const WARN_SHARE = 0.8;
const BAD_SHARE = 1;

export type Mood = "calm" | "warn" | "bad";

export const moodOf = (share: number | null | undefined): Mood =>
  (share ?? 0) >= BAD_SHARE ? "bad" : (share ?? 0) >= WARN_SHARE ? "warn" : "calm";

export const linkMood = (link: TopologyLink): Mood => (link.problem ? "bad" : moodOf(link.utilisation));

/** Lines are 1.5 to 6 px wide by rate, on a logarithm so that 1 and 100 Gbps stand in one picture (our choice). */
export const linkWidth = (gbps: number | null | undefined): number =>
  gbps ? Math.min(6, 1.5 + Math.log10(1 + gbps) * 1.5) : 1.5;

/** Width of a link in pixels: by what passes it where that is known, else by its rate. */
export const widthOf = ({ traffic, gbps }: TopologyLink): number =>
  traffic ? 1.5 + 6.5 * traffic.share : linkWidth(gbps);

/** Percent of the colour in the face of a node; with more its sign would not be seen. */
const MOST_HEAT = 70;
/** The colour of a face by its heat; undefined where it has none. */
export const heatFill = ({ heat }: Pick<TopologyNode, "heat">): string | undefined =>
  heat == null
    ? undefined
    : `color-mix(in oklab, var(--bad) ${Math.round(MOST_HEAT * Math.min(1, Math.max(0, heat)))}%, var(--surface))`;

/** A link in words. */
export const linkWords = (link: TopologyLink): string =>
  [
    `${link.a}–${link.b}`,
    formatGbps(link.gbps),
    link.utilisation == null ? null : formatPercent(link.utilisation),
    link.traffic?.words,
    link.problem,
  ]
    .filter(Boolean)
    .join(" · ");

/** A node in words: kind, name, profile, load. */
export const nodeWords = (node: TopologyNode): string[] =>
  [
    node.kind,
    node.label,
    node.detail,
    node.utilisation == null ? null : `utilisation ${formatPercent(node.utilisation)}`,
    node.problem,
    node.kind === "cluster" ? "opens on click" : null,
  ].flatMap((word) => word || []);
