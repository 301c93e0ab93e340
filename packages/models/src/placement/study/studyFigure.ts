import type { Highs } from "highs";
import type { Catalogue } from "../catalogue.ts";

/** What a study needs; it blocks its thread, so a page runs it in a worker. */
export type StudyTools = {
  /** must hold the library's devices and functions */
  catalogue: Catalogue;
  highs: Highs;
  /** monotonic clock */
  nowMs: () => number;
  onProgress?: ((fraction: number) => void) | undefined;
};

/** `bound`: proven least value, where the point itself is not proven to be the best. */
export type StudyPoint = { x: number; y: number; bound?: number };

export type StudySeries = { name: string; unit: string; points: StudyPoint[] };

/**
 * A number that the thesis prints, beside ours. `assumption`: why they need not agree; null where they must,
 * within what is stated.
 */
export type StudyComparison = {
  what: string;
  /** id in the list of reproduction targets, harkous section 12 (C) */
  target: string;
  thesis: string;
  ours: string;
  assumption: string | null;
};

/** The data of one figure of the thesis, computed here. */
export type StudyFigure = {
  x: string;
  series: StudySeries[];
  comparisons: StudyComparison[];
  /** what the thesis leaves open, and what was taken instead */
  assumptions: string[];
  /** time that this run took */
  costMs: number;
};

/** What came of reproducing a figure, and why. `fitted`: an input was chosen so that printed values come out. */
export type Standing = { kind: "reproduced" | "fitted" | "open"; why: string };

/**
 * A figure that can be computed. `typicalMs`: processor time that it took (measured); a page says so before it starts.
 */
export type Study = {
  figure: string;
  title: string;
  /** work and place of the figure */
  source: string;
  typicalMs: number;
  standing: Standing;
  run(tools: StudyTools): StudyFigure;
};

/** A figure or table of a work that no study draws: shown elsewhere, or not to be computed, and why. */
export type ListedFigure = Pick<Study, "figure" | "title" | "standing">;
