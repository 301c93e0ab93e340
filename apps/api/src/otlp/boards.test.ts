import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const sources = readdirSync(join(root, "apps/api/src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /metrics\.ts$/i.test(name))
  .map((name) => readFileSync(join(root, "apps/api/src", name), "utf8"))
  .join("\n");

type Board = {
  uid: string;
  id: null;
  templating: { list: { name: string; query: string | { query: string } }[] };
  panels: {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    datasource: { type: string; uid: string };
    targets: { expr: string; refId: string }[];
  }[];
};

describe.each(["segments", "collector"])("the board %s", (name) => {
  const text = readFileSync(join(root, `deploy/grafana/${name}.json`), "utf8");
  const board = JSON.parse(text) as Board;

  it("asks only for metrics that are counted", () => {
    const asked = new Set([...text.matchAll(/p4twin_\w+/g)].map(([metric]) => metric));
    expect(asked.size).toBeGreaterThan(1);
    for (const metric of asked) {
      const counted = [metric, metric.replace(/_(bucket|sum|count)$/, "")].some((m) =>
        sources.includes(`"${m}"`),
      );
      expect([metric, counted]).toEqual([metric, true]);
    }
  });

  it("can be provisioned: no id, a uid, panels apart with ids of their own, one data source by variable", () => {
    const { id, uid, panels, templating } = board;
    expect([id, uid]).toEqual([null, `p4twin-${name}`]);
    expect(new Set(panels.map((p) => p.id)).size).toBe(panels.length);
    const variables = new Set(templating.list.map((v) => v.name));
    for (const { datasource, targets, gridPos } of panels) {
      expect(datasource).toEqual({ type: "prometheus", uid: ["$", "{datasource}"].join("") });
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      expect(new Set(targets.map((t) => t.refId)).size).toBe(targets.length);
      for (const [, variable] of targets.flatMap(({ expr }) => [...expr.matchAll(/\$(?!__)(\w+)/g)]))
        expect(variables).toContain(variable);
    }
  });
});
