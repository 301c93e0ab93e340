import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { formatDiagnostic } from "../core/index.ts";
import { parseTopology } from "./parseTopology.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const read = (path: string): string => readFileSync(join(fixtures, path), "utf8");
const bad = readdirSync(join(fixtures, "bad")).filter((f) => !f.endsWith(".expected"));

describe("topology files", () => {
  it("[T1] JSON and YAML of the same cloud give the same topology", () => {
    const yaml = parseTopology(read("good/two-nodes.yaml"), "two-nodes.yaml");
    expect(yaml.diagnostics).toEqual([]);
    expect(parseTopology(read("good/two-nodes.json"), "two-nodes.json")).toEqual(yaml);
    expect(yaml.topology?.nodes[0]?.telemetry).toEqual({ nodeId: 1, timeUnit: "us" });
  });

  it.each(bad)("[T2] all errors of %s are told with line, column and remedy", async (name) => {
    const { topology, diagnostics } = parseTopology(read(`bad/${name}`), name);
    expect(topology).toBeNull();
    const text = diagnostics.map((d) => `${formatDiagnostic(d)}\n`).join("");
    await expect(text).toMatchFileSnapshot(join(fixtures, "bad", `${name}.expected`));
  });

  it("[T2] a dangling link names the missing end, its place and the nearest node", () => {
    const { diagnostics } = parseTopology(read("bad/dangling.yaml"), "cloud.yaml");
    expect(diagnostics.map((d) => [d.code, d.span?.line, d.span?.column])).toEqual([
      ["dangling-link", 7, 22],
      ["dangling-link", 8, 10],
    ]);
    expect(diagnostics[0]?.message).toContain('did you mean "tor1"?');
  });

  it("[T3] never throws, whatever the text, and spans lie inside it", () => {
    const base = read("good/two-nodes.yaml");
    const mutated = fc
      .tuple(fc.nat(base.length), fc.nat(12), fc.string({ maxLength: 8 }))
      .map(([at, cut, insert]) => base.slice(0, at) + insert + base.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutated, fc.json()), (text) => {
        const { topology, diagnostics } = parseTopology(text, "f");
        expect(topology === null).toBe(diagnostics.length > 0);
        for (const { span } of diagnostics) {
          expect(span).not.toBeNull();
          expect(span!.start).toBeGreaterThanOrEqual(0);
          expect(span!.end).toBeLessThanOrEqual(text.length);
          expect(span!.line).toBeGreaterThanOrEqual(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(libraryNames("topologies", ".yaml"))("[T8] library topology %s is valid", (name) => {
    const path = `topologies/${name}.yaml`;
    expect(parseTopology(libraryFiles[path]!, path).diagnostics).toEqual([]);
  });
});

it("[T9] a port carries one link", () => {
  const text = `version: 1
name: ports
nodes: [{ id: s1, kind: switch }, { id: s2, kind: switch }, { id: h1, kind: host }]
links:
  - { a: s1, b: s2, gbps: 10, aPort: 1, bPort: 1 }
  - { a: h1, b: s1, gbps: 10, bPort: 1 }
`;
  const { diagnostics } = parseTopology(text, "t.yaml");
  expect(diagnostics.map((d) => [d.code, d.span?.line, d.span?.column])).toEqual([
    ["port-used-twice", 6, 38],
  ]);
  expect(
    parseTopology(text.replace("bPort: 1 }\n", "bPort: 2 }\n").replace("aPort: 1", "aPort: 3"), "t")
      .diagnostics,
  ).toEqual([]);
});
