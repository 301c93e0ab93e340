import type { P8Form } from "../device/index.ts";
import type { Slopes } from "./constructTerms.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { roundUs, term } from "./term.ts";

export type TargetLatency = {
  us: number;
  provenance: P8Form["target"][number]["provenance"] | "interpolated";
};

/**
 * P_target(n) of P8 Eq. 5 in us: a known point, else by the profile's rule for missing n; null where neither reaches.
 */
export function targetLatency(form: P8Form, parsed: number): TargetLatency | null {
  const known = form.target.find((point) => point.parsed === parsed);
  if (known) return { us: known.us.value, provenance: known.provenance };
  const missing = form.missing;
  if (missing === null || parsed < 1 || parsed > missing.maxParsed) return null;
  const interpolated = (us: number): TargetLatency => ({ us: roundUs(us), provenance: "interpolated" });
  if (missing.rule === "constant") return interpolated(missing.us.value);
  if (missing.rule === "line")
    return interpolated(missing.firstUs.value + missing.perHeaderUs.value * (parsed - 1));
  const after = form.target.findIndex((point) => point.parsed > parsed);
  const right = after === -1 ? form.target.length - 1 : after;
  const [a, b] = [form.target[right - 1], form.target[right]];
  if (a === undefined || b === undefined) return null;
  return interpolated(a.us.value + ((b.us.value - a.us.value) / (b.parsed - a.parsed)) * (parsed - a.parsed));
}

const originOf: Record<TargetLatency["provenance"], string> = {
  printed: "printed in the paper",
  derived: "recovered from the paper's tables",
  text: "named in the paper's text",
  interpolated: "between known values: our choice",
};

function p8Slopes({ slopesUs }: P8Form): Slopes {
  const { modify, copy, remove, add, table } = slopesUs;
  return {
    modify: modify.value,
    copy: copy.value,
    remove: remove.value,
    add: add.value,
    table: table.value,
  };
}

/** L = P_target(parsed) + a . x with tables less one (P8 Eq. 5): parsing stands in the look-up, not in a slope. */
export const p8Form: LatencyForm = {
  id: "p8",
  title: "P8 (Eq. 5, look-up of parsed headers)",
  baseConstructs: ["parse"],
  slopes: ({ p8 }) => p8 && p8Slopes(p8),
  basis(profile, features) {
    if (profile.p8 === null) {
      return {
        available: false,
        reason: `${profile.id} has no P_target values of P8; use the engine linear`,
      };
    }
    const target = targetLatency(profile.p8, features.parse);
    if (target === null) {
      const known = profile.p8.missing?.maxParsed ?? profile.p8.target.map((p) => p.parsed).join(", ");
      return {
        available: false,
        reason: `P_target(${features.parse}) of ${profile.id} is not known (known up to ${known} parsed headers); use the engine linear`,
      };
    }
    const note = `P_target(${features.parse}), ${originOf[target.provenance]}`;
    return {
      available: true,
      base: term("base", 1, target.us, { note }),
      slopes: p8Slopes(profile.p8),
      notes: [],
    };
  },
};
