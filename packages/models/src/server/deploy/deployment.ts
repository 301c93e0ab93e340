import { deploymentTimes } from "../data/library.ts";
import type { RuleKind, RuleSwitch } from "../data/ruleSwitch.ts";

type DeploymentStep = {
  step: "synthesise" | "translate" | "install" | "software";
  ms: number | null;
  what: string;
};

/** Time until a chain runs. `ms`: of all steps but one that is unknown (`complete` false then). */
export type Deployment =
  | { fits: true; steps: DeploymentStep[]; ms: number; complete: boolean }
  | { fits: false; reason: string; capacity: number; rules: number };

/**
 * Milliseconds to translate `classes` traffic classes to rules: logarithmic (thesis Sec. 8.2.5.1), scaled to
 * 500 ms at 4000 classes; the offset of the logarithm is our choice.
 */
export function translateMs(classes: number): number {
  const { ms, classes: at, bendClasses } = deploymentTimes().translate;
  const scaled = (n: number): number => Math.log(1 + n / bendClasses.value);
  return (ms.value * scaled(classes)) / scaled(at.value);
}

/** Milliseconds to install `rules` in `target`: a + b n, b that of large sets [katsikas-8.2]; 0 rules take none. */
export const installMs = ({ install }: RuleSwitch, rules: number): number =>
  rules === 0 ? 0 : install.fixedMs.value + install.msPerRule.value * rules;

/** Milliseconds to configure a server for `rules`: the start of its process and a + b n. */
export const softwareMs = (rules: number): number => {
  const { fixedMs, msPerRule } = deploymentTimes().software;
  return fixedMs.value + msPerRule.value * rules;
};

/** Rules of `kind` that `target` holds; null: bound by its memory. */
export const ruleCapacity = ({ capacity }: RuleSwitch, kind: RuleKind): number | null =>
  (capacity[kind] ?? capacity.any)?.value ?? null;

export type DeploymentInput = {
  classes: number;
  rules: number;
  kind: RuleKind;
  /** null: everything stays in software */
  target: RuleSwitch | null;
  /** rules or classes that the server handles */
  softwareRules: number;
  /** ms of a synthesis that is not cached; 0 when it is; null when nobody measured it (the thesis gives none) */
  synthesisMs: number | null;
};

/**
 * Deployment time [katsikas-m9]: synthesis unless cached, then translation and installation for the switch
 * beside the configuration of the server; the slower side counts. Rules beyond the switch's capacity do not
 * fit, an answer.
 */
export function deployment(input: DeploymentInput): Deployment {
  const { target, rules, kind, classes, softwareRules, synthesisMs } = input;
  const capacity = target === null ? null : ruleCapacity(target, kind);
  if (target !== null && capacity !== null && rules > capacity)
    return {
      fits: false,
      capacity,
      rules,
      reason: `${target.title} holds ${capacity} ${kind} rules, not ${rules}; offload fewer classes or choose another switch`,
    };
  const hardware: DeploymentStep[] =
    target === null
      ? []
      : [
          { step: "translate", ms: translateMs(classes), what: `${classes} classes to rules` },
          { step: "install", ms: installMs(target, rules), what: `${rules} rules on ${target.title}` },
        ];
  const software: DeploymentStep = {
    step: "software",
    ms: softwareMs(softwareRules),
    what: `process of the server with ${softwareRules} rules`,
  };
  const hardwareMs = hardware.reduce((sum, s) => sum + (s.ms ?? 0), 0);
  return {
    fits: true,
    steps: [{ step: "synthesise", ms: synthesisMs, what: "one graph of the chain" }, ...hardware, software],
    ms: (synthesisMs ?? 0) + Math.max(hardwareMs, software.ms ?? 0),
    complete: synthesisMs !== null,
  };
}
