import type { LatencyProgram } from "./program.ts";

/**
 * The program with externs replaced by those they stand for (`hash` of v1model for SipHash-2-4, which v1model
 * lacks), so that the latency of the real extern counts. Names that stand for nothing stay.
 */
export function applyStandIns<T extends LatencyProgram>(
  program: T,
  standIns: Readonly<Record<string, string>>,
): T {
  const real = (name: string): string => (Object.hasOwn(standIns, name) ? standIns[name]! : name);
  const { walks } = program;
  return {
    ...program,
    ...(walks ? { walks: { ...walks, externNames: { ...walks.externNames, ...standIns } } } : {}),
    paths: program.paths.map((path) => ({ ...path, externs: [...new Set(path.externs.map(real))] })),
  };
}
