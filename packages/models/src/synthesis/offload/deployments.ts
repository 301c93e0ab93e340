import { type Deployment, deployment, libraryRuleSwitch } from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import type { DeviceRule } from "./deviceRule.ts";
import type { ClassifierPlace } from "./generateRules.ts";
import type { OffloadNetwork } from "./network.ts";

export type DeviceDeployment = { device: string; deployment: Deployment };

/** Deployment by device [katsikas-m9]; switches without a model have no published time and are left out. */
export function deploymentsOf(
  { classes }: Synthesis,
  network: OffloadNetwork,
  places: readonly ClassifierPlace[],
  rules: readonly DeviceRule[],
  synthesisMs: number | null,
): DeviceDeployment[] {
  const softwareRules = places.reduce(
    (sum, p) =>
      sum +
      (p.split.mode === "dispatch"
        ? p.split.rules.length
        : p.split.rules.filter((r) => r.part === "software").length),
    new Set(places.flatMap((p) => p.split.rules.flatMap((r) => (r.part === "split" ? [r.class] : [])))).size,
  );
  return network.switches.flatMap((sw) => {
    const target = sw.model === null ? null : libraryRuleSwitch(sw.model);
    const count = rules.filter((r) => r.device === sw.id).length;
    if (target === null || count === 0) return [];
    const input = {
      classes: classes.length,
      rules: count,
      kind: "ipv4" as const,
      target,
      softwareRules,
      synthesisMs,
    };
    return [{ device: sw.id, deployment: deployment(input) }];
  });
}
