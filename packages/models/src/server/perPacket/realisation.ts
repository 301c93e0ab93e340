import { NS_PER_US } from "../../core/index.ts";
import { realisations } from "../data/library.ts";
import type { Realisation } from "../data/tables.ts";

/**
 * Median latency of a chain of equal functions: the whole where its intercept is published, else only what a
 * function adds.
 */
export type ChainMedian =
  | { known: true; medianUs: number; perFunctionUs: number; realisation: string }
  | { known: false; perFunctionUs: number; realisation: string; reason: string };

/** Ways to build and schedule a chain with a published line (thesis Figs. 4.2, 4.3, 6.11, 6.12). */
export const realisationIds = (): string[] => realisations().rows.map((r) => r.id);

export const realisationOf = (id: string): Realisation | null =>
  realisations().rows.find((r) => r.id === id) ?? null;

/**
 * Median latency of a chain of `functions` routers, us: intercept + slope x functions [katsikas-m2]
 * [katsikas-m3], for 64 B at 0.82 Mpps. Outside the fitted lengths, and where the source lost the intercept,
 * only the slope is known, with the reason.
 */
export function chainMedian(realisation: Realisation, functions: number): ChainMedian {
  const { id, perFunctionUs, interceptUs, fromFunctions, toFunctions } = realisation;
  const unknown = (reason: string): ChainMedian => ({
    known: false,
    perFunctionUs: perFunctionUs.value,
    realisation: id,
    reason,
  });
  if (functions < fromFunctions || functions > toFunctions)
    return unknown(`measured from ${fromFunctions} to ${toFunctions} functions, not ${functions}`);
  if (interceptUs === null) return unknown("the intercept is in a figure whose legend is lost");
  return {
    known: true,
    medianUs: interceptUs.value + perFunctionUs.value * functions,
    perFunctionUs: perFunctionUs.value,
    realisation: id,
  };
}

/**
 * DRAM references per packet of a chain of containers over OVSK, two functions or more (Sec. 6.3.2); null for
 * one: another regime.
 */
export function chainDramRefs(functions: number): number | null {
  const { dramRefsPerFunction, dramRefsFixed } = realisations().profiler;
  return functions < 2 ? null : dramRefsPerFunction.value * functions + dramRefsFixed.value;
}

/** Latency that DRAM adds per function of such a chain, us, at `dramNs` a reference. */
export const chainDramSlopeUs = (dramNs: number): number =>
  (realisations().profiler.dramRefsPerFunction.value * dramNs) / NS_PER_US;
