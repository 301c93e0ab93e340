import type { Plan } from "@p4twin/models/placement";
import type { AlertProps } from "@p4twin/ui";
import { formatPercent } from "@p4twin/ui/format";
import { countOf } from "@/lib/countOf.ts";

/** What a plan answers, in words. */
export function planWords(plan: Plan): { tone: AlertProps["tone"]; title: string; detail: string } {
  const bought = plan.types.map(({ profile, count }) => `${count} ${profile}`).join(", ") || "no device";
  if (plan.status === "optimal")
    return { tone: "ok", title: `Optimal: ${bought}`, detail: "No choice of devices is better." };
  if (plan.status === "feasible") {
    return {
      tone: "warn",
      title: `Feasible: ${bought}`,
      detail:
        plan.gap === null
          ? "How far it is from the best one is not known."
          : `At most ${formatPercent(plan.gap)} from the best one. A longer time limit may close the gap.`,
    };
  }
  return {
    tone: "bad",
    title: "Infeasible: no choice of these devices runs the workload",
    detail:
      plan.conflicts.length > 0
        ? "What cannot hold together:"
        : "The engine does not say which limits conflict.",
  };
}

/** Devices of one type that run the same. */
export type DeviceGroup = { key: string; profile: string; devices: number; gbps: number; functions: string };

/** Equal devices as one row: `12 npu, each: 3 fw, 2 nat`. */
export function deviceGroups({ devices }: Plan): DeviceGroup[] {
  const groups = new Map<string, DeviceGroup>();
  for (const { profile, functions } of devices) {
    const line = functions.map(
      ({ function: type, count, gbps }) => `${countOf(count, type, type)} at ${gbps} Gbps`,
    );
    const key = `${profile}: ${line.join(", ")}`;
    const known = groups.get(key);
    if (known) known.devices += 1;
    else {
      const gbps = functions.reduce((sum, f) => sum + f.gbps * f.count, 0);
      groups.set(key, {
        key,
        profile,
        devices: 1,
        gbps,
        functions: line.join(", ") || "required functions only",
      });
    }
  }
  return [...groups.values()];
}
