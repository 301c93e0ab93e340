import { describe, expect, it } from "vitest";
import { deploymentTimes, libraryRuleSwitch, libraryRuleSwitchIds } from "../data/library.ts";
import {
  type Deployment,
  deployment,
  installMs,
  ruleCapacity,
  softwareMs,
  translateMs,
} from "./deployment.ts";

const noviflow = libraryRuleSwitch("noviflow-1132")!;
const hp = libraryRuleSwitch("hp-5130-ei")!;
const input = {
  classes: 1,
  rules: 1,
  kind: "ipv4",
  target: noviflow,
  softwareRules: 5,
  synthesisMs: 0,
} as const;
const ms = (d: Deployment): number | null => (d.fits ? d.ms : null);

describe("deployment", () => {
  it("[R26] 180 ms of software for 5 classes, 1000 rules in less than 200 ms, 4000 classes in 1200 ms at most", () => {
    expect(softwareMs(5)).toBeCloseTo(180, -1);
    const { rules, ms: most1000 } = deploymentTimes().failover;
    expect([rules.value, most1000.value]).toEqual([1000, 200]);
    expect(installMs(noviflow, rules.value)).toBeLessThan(most1000.value);
    expect(translateMs(4000)).toBeCloseTo(500, 6);
    const most = deployment({ ...input, classes: 4000, rules: 4000, softwareRules: 4000 });
    expect(ms(most)!).toBeLessThanOrEqual(1200 + 1e-9);
    for (const n of [100, 200, 300]) {
      const some = ms(deployment({ ...input, classes: n, rules: n }))!;
      expect(some).toBeGreaterThanOrEqual(100);
      expect(some).toBeLessThanOrEqual(200);
    }
  });

  it("[R27] 513 IPv4 classes do not fit the HP switch, the other two take them; 512 take it 25.7 s", () => {
    expect(deployment({ ...input, rules: 513, target: hp })).toMatchObject({ fits: false, capacity: 512 });
    expect(installMs(hp, 512)).toBeCloseTo(25_728, 6);
    for (const id of libraryRuleSwitchIds().filter((i) => i !== hp.id))
      expect(deployment({ ...input, rules: 513, target: libraryRuleSwitch(id) }).fits).toBe(true);
    expect(deployment({ ...input, rules: 300, kind: "ipv6", target: hp }).fits).toBe(false);
    expect(deployment({ ...input, rules: 16_384, kind: "l2", target: hp }).fits).toBe(true);
    expect(ruleCapacity(noviflow, "l2")).toBe(55 * 4096);
    expect(ruleCapacity(libraryRuleSwitch("ovs-2.5.2")!, "ipv4")).toBeNull();
  });

  it("[S13] translation is logarithmic, switch and server are configured side by side, an unknown synthesis is said", () => {
    expect(translateMs(0)).toBe(0);
    expect(translateMs(4000) / translateMs(2000)).toBeLessThan(2);
    expect(installMs(noviflow, 0)).toBe(0);
    const all = deployment({ ...input, classes: 50, rules: 50, synthesisMs: null });
    expect(all).toMatchObject({ fits: true, complete: false });
    if (!all.fits) return;
    expect(all.steps.map((s) => s.step)).toEqual(["synthesise", "translate", "install", "software"]);
    expect(all.ms).toBeCloseTo(softwareMs(5), 10);
    expect(deployment({ ...input, target: null, synthesisMs: 40 })).toMatchObject({ ms: softwareMs(5) + 40 });
    // medians per rule as reported are kept apart from what large sets take
    expect(noviflow.install.medianMsPerRule.value).toBe(0.411);
  });
});
