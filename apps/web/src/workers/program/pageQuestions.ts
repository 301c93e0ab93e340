import type { Diagnostic } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import type { CanRunReason, Intervals, PathEstimate } from "@p4twin/models/latency";
import type { OutlineItem, SymbolInfo } from "@p4twin/models/p4";
import type {
  Construct,
  DrawnPath,
  FeaturesReport,
  FlowGroup,
  GraphEdge,
  GraphNode,
  Path,
  PathChange,
  ProgramComparison,
  ProgramText,
  SourceHunk,
} from "@p4twin/models/program";
import type { PathList } from "./pathList.ts";

/** What the program page asks its worker. `revision` names the analysis that a question is about. */
export type PageQuestion =
  | ({ kind: "analyse"; revision: number; program: ProgramText } & PageView)
  | { kind: "paths"; revision: number; ids: readonly string[] }
  | { kind: "symbol"; revision: number; file: string; offset: number }
  | { kind: "file"; revision: number; file: string }
  | { kind: "compare"; revision: number; before: ProgramText };

/** What of the analysis is shown. */
export type PageView = {
  /** all profiles; each says whether it runs the program */
  devices: readonly DeviceProfile[];
  /** those that get the latency of every path */
  chosen: readonly string[];
  /** id of a latency form */
  engine: string;
  packetBytes: number;
  /** paths whose details are wanted at once, beside the one that is shown when none is selected */
  selected: string | null;
  pinned: string | null;
  /** the drawing that the page has, so that it is sent only when it changed */
  graphKey: string | null;
};

/** Null: the worker no longer has the revision, a newer one is on its way. */
export type PageAnswer =
  | PageAnalysis
  | { kind: "paths"; details: PathDetail[] | null }
  | { kind: "symbol"; symbol: SymbolInfo | null }
  | { kind: "file"; text: string | null }
  | PageComparison;

/**
 * Latency of all listed paths on a device as columns (us), NaN where there is no answer: cheap to send. With the
 * intervals of the mean and of a packet.
 */
export type LatencyColumns = Record<"meanUs" | "meanLowUs" | "meanHighUs" | "lowUs" | "highUs", Float64Array>;

/** A path of all, listed or not, by its latency. */
export type ExtremePath = PathMean & Pick<PathEstimate, "pathId">;

export type PageDevice = {
  reasons: CanRunReason[];
  notes: string[];
  /** null unless the device is chosen */
  latency:
    | (LatencyColumns & {
        minUs: number | null;
        maxUs: number | null;
        /** no path is faster or slower, but perhaps none takes as little or as much */
        areBounds: boolean;
        fastest: ExtremePath[];
        slowest: ExtremePath[];
      })
    | null;
};

/** A line that counts: what it counts at most on one path, and the first path that passes. */
export type CountedLine = { line: number; counts: Partial<Record<Construct, number>>; firstPath: string };

export type PageGraph = { key: string; groups: FlowGroup[]; nodes: GraphNode[]; edges: GraphEdge[] };

export type PageAnalysis = {
  kind: "analyse";
  revision: number;
  /** the program that was analysed: its main text is what lines and offsets are about */
  source: string;
  summary: Pick<
    FeaturesReport,
    "architecture" | "hash" | "pathCount" | "truncated" | "min" | "max" | "coarse"
  >;
  diagnostics: Diagnostic[];
  paths: PathList;
  /** the path that is shown when none is chosen: the first that forwards, else the first; null: there is none */
  defaultPath: string | null;
  lines: CountedLine[];
  /** by node id: the first path through it */
  nodePaths: Record<string, string>;
  /** by device id */
  devices: Record<string, PageDevice>;
  /** null: no drawing, or that of `graphKey` as before */
  graph: PageGraph | null;
  graphKey: string | null;
  outline: OutlineItem[];
  /** files that were read, the main one first */
  files: string[];
  details: PathDetail[];
};

/** All of one path, listed or not. */
export type PathDetail = DrawnPath & {
  /** by device id, for every profile */
  estimates: Record<string, PathEstimate>;
};

/** Mean of a path with both intervals. */
export type PathMean = Pick<PathEstimate, "meanUs" | keyof Intervals>;

export type ComparedPath = PathChange & {
  /** what the path does now, or did when it is gone */
  outcome: Path["outcome"];
  tables: Path["tables"];
  /** by id of a chosen device; null where there is no path or no answer */
  latency: Record<string, { before: PathMean | null; after: PathMean | null }>;
};

export type PageComparison = {
  kind: "compare";
  comparison: (Omit<ProgramComparison, "paths"> & { paths: ComparedPath[] }) | null;
  /** problems that keep one of the two from being compared */
  errors: { before: number; after: number };
  /** changed files, the main one first */
  files: { file: string; hunks: SourceHunk[] }[];
};
