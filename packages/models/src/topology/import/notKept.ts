import type { Diagnostic } from "../../core/index.ts";
import type { Place } from "./parts.ts";

/** Fields of a foreign file that a topology here has no place for, told once each with how often they stand there. */
export type NotKept = {
  /** `what` names the things ("hosts"), `field` the field; `why` is told with the first of them */
  add(what: string, field: string, place: Place, why?: string): void;
  diagnostics(): Diagnostic[];
};

export function createNotKept(): NotKept {
  const seen = new Map<string, { what: string; field: string; count: number; place: Place; why: string }>();
  return {
    add(what, field, place, why = "a topology has no place for it") {
      const key = `${what}\n${field}`;
      const known = seen.get(key);
      if (known) known.count++;
      else seen.set(key, { what, field, count: 1, place, why });
    },
    diagnostics: () =>
      [...seen.values()].map(({ what, field, count, place, why }) => ({
        severity: "warning",
        code: "not-kept",
        message: `"${field}" of ${ownersOf(what, count)} is not kept: ${why}`,
        span: place(),
      })),
  };
}

const ownersOf = (what: string, count: number): string => {
  if (!what.endsWith("s")) return `the ${what}`;
  return count === 1 ? `one of the ${what}` : `${count} ${what}`;
};
