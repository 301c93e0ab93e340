import { describe, expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../../library/index.ts";
import {
  batches,
  curves,
  deploymentTimes,
  libraryNic,
  libraryNicIds,
  libraryRuleSwitch,
  libraryRuleSwitchIds,
  libraryServer,
  libraryServerIds,
  parseServerProfile,
  ratios,
  realisations,
  routers,
  scalingPresets,
} from "./library.ts";
import { coresOf } from "./serverProfile.ts";

const values = (node: unknown): Record<string, unknown>[] => {
  if (typeof node !== "object" || node === null) return [];
  const own = !Array.isArray(node) && "value" in node ? [{ ...node }] : [];
  return [...own, ...Object.values(node).flatMap(values)];
};

describe("library of servers", () => {
  it("[S17] profiles, cards and switches are valid; a profile names cards that stand", () => {
    expect(libraryServerIds()).toContain("xeon-e5-2667v3");
    for (const id of libraryServerIds()) {
      const profile = libraryServer(id)!;
      expect(profile.id).toBe(id);
      for (const nic of profile.nics) expect(libraryNicIds()).toContain(nic);
    }
    for (const id of libraryNicIds()) expect(libraryNic(id)!.id).toBe(id);
    for (const id of libraryRuleSwitchIds()) expect(libraryRuleSwitch(id)!.id).toBe(id);
    expect(libraryServer("none")).toBeNull();
    expect(coresOf(libraryServer("xeon-e5-2667v3")!)).toBe(16);
  });

  it("[S17] tables are valid and have the rows of the thesis", () => {
    expect(routers().rows).toHaveLength(4);
    expect(batches().rows.map((r) => r.batch)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(ratios().contention.columns).toHaveLength(5);
    expect(realisations().rows).toHaveLength(8);
    expect(curves().workloads).toHaveLength(3);
    expect(deploymentTimes().software.fixedMs.value).toBe(180);
    expect(scalingPresets()[0]?.periodMs.value).toBe(500);
  });

  it("[S17] every number of its own names source and kind", () => {
    const files = libraryNames("servers", ".json").filter((n) => !n.startsWith("counters/"));
    let count = 0;
    for (const name of files)
      for (const value of values(JSON.parse(libraryFiles[`servers/${name}.json`]!))) {
        expect(value).toMatchObject({ source: expect.any(String), kind: expect.any(String) });
        count++;
      }
    expect(count).toBeGreaterThan(80);
  });

  it("[S17] a wrong profile is refused with line and remedy", () => {
    const text = libraryFiles["servers/profiles/xeon-e5-2667v3.json"]!.replace('"sysCallNs"', '"syscallNs"');
    const got = parseServerProfile(text, "p.json");
    expect(got.ok).toBe(false);
    if (got.ok) return;
    expect(got.error.map((d) => d.code)).toEqual(expect.arrayContaining(["missing-key", "unknown-key"]));
    expect(got.error.every((d) => (d.span?.line ?? 0) > 0)).toBe(true);
  });
});
