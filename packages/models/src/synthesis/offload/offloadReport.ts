import type { Synthesis } from "../classes/synthesis.ts";
import { describeEnding, describeSet, describeWrites } from "../output/report.ts";
import { type Backup, backupFor, failuresOf } from "./backups.ts";
import type { DeviceRule } from "./deviceRule.ts";
import { dpdkText, ruleText } from "./formatRules.ts";
import type { OffloadNetwork } from "./network.ts";
import { chainOffloadability } from "./offloadability.ts";
import { switchTarget } from "./placeClassifier.ts";
import type { OffloadOptions, OffloadPlan } from "./planOffload.ts";
import type { OffloadReport } from "./reportSchema.ts";
import { formatTag } from "./tags.ts";

/** The plan with the rules of each device as text, and what each failure would cost. */
export function offloadReport(
  name: string,
  synthesis: Synthesis,
  network: OffloadNetwork,
  options: OffloadOptions,
  plan: OffloadPlan,
): OffloadReport {
  const { assignment, places, rules } = plan;
  const [place] = places;
  return {
    name,
    server: { id: plan.server, asked: plan.queries, cores: plan.cores },
    entries: places.map(({ entry, switch: at, target, split, way }) => {
      const count = (part: string): number => split.rules.filter((r) => r.part === part).length;
      return {
        entry,
        switch: at,
        target: target.title,
        mode: split.mode,
        way: way.map((h) => h.node),
        entries: split.tableEntries,
        rules: { hardware: count("hardware"), split: count("split"), software: count("software") },
      };
    }),
    functions: place ? chainOffloadability(synthesis.graph, place.target) : [],
    groups: assignment.groups.map((g) => ({
      id: g.id,
      entry: g.entry,
      class: g.class,
      core: g.core,
      tag: formatTag(g.tag),
      rules: g.rules.length,
      hardware: describeWrites(g.hardware),
      software: g.class === null ? null : describeWrites(g.software),
      leavesBy: g.ending === null ? null : describeEnding(g.ending),
      state: g.state,
    })),
    pools: assignment.slices.map(({ values, ...s }) => ({ ...s, values: describeSet(s.field, values) })),
    devices: deviceTexts(network, rules),
    deployments: plan.deployments,
    backups: failuresOf(network, plan).map((failure) =>
      describeBackup(backupFor(synthesis, network, options, plan, failure)),
    ),
    notes: plan.notes,
  };
}

/** Rules device by device, each in its language. */
export function deviceTexts(network: OffloadNetwork, rules: readonly DeviceRule[]): OffloadReport["devices"] {
  return [...new Set(rules.map((r) => r.device))].map((device) => {
    const sw = network.switches.find((s) => s.id === device);
    const own = rules.filter((r) => r.device === device);
    const classes = own.map((r) => r.class);
    if (!sw) return { device, language: "dpdk", rules: own.map(dpdkText), classes };
    const { language } = switchTarget(sw).target;
    return { device, language, rules: own.map((r) => ruleText(r, language)), classes };
  });
}

function describeBackup(backup: Backup): OffloadReport["backups"][number] {
  const { failure } = backup;
  if (!backup.survives)
    return {
      failure,
      survives: false,
      rules: null,
      lostState: null,
      installMs: null,
      reasons: backup.reasons,
    };
  const { added, removed, changed } = backup.change;
  return {
    failure,
    survives: true,
    rules: added.length + removed.length + changed.length,
    lostState: backup.lostState,
    installMs: backup.installMs,
    reasons: [],
  };
}
