import type { PathSummary } from "./pageQuestions.ts";

/** The path that is shown when none is chosen: the first that forwards, else the first. */
export const defaultPath = (paths: readonly Pick<PathSummary, "id" | "outcome">[]): string | null =>
  (paths.find((path) => path.outcome === "forward") ?? paths[0])?.id ?? null;
