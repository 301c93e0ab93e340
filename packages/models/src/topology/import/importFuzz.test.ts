import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasErrors } from "../../core/index.ts";
import { parseTopology } from "../parseTopology.ts";
import type { Topology } from "../schema.ts";
import { topologyJson, topologyYaml } from "../topologyText.ts";
import { importTopology } from "./importTopology.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const texts = ["mininet", "containerlab", "graphml", "netbox", "bad"].flatMap((folder) =>
  readdirSync(join(fixtures, folder))
    .filter((name) => !name.endsWith(".expected"))
    .map((name) => readFileSync(join(fixtures, folder, name), "utf8")),
);

/** A valid file with a piece cut out, doubled, or replaced by something else. */
const mutated = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(40),
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "null",
        "[",
        "{}",
        "-1",
        "1e999",
        '"s1"',
        "<node/>",
        "&x;",
        "__proto__",
        "\r\n",
        "\u0000",
      ),
    ),
  )
  .map(([text, share, cut, insert]) => {
    const at = Math.floor(share * text.length);
    return text.slice(0, at) + insert + text.slice(at + cut);
  });

const shaped = fc.record({
  hosts: fc.oneof(fc.array(fc.string()), fc.dictionary(fc.string(), fc.anything())),
  switches: fc.oneof(fc.array(fc.anything()), fc.dictionary(fc.string(), fc.anything())),
  links: fc.array(fc.oneof(fc.array(fc.anything(), { maxLength: 5 }), fc.anything()), { maxLength: 6 }),
  topology: fc.option(fc.anything(), { nil: undefined }),
});

describe("importers on any text", () => {
  it("[T15] never throw; a topology or an error, never both; places lie inside the text", () => {
    const any = fc.oneof(
      { weight: 6, arbitrary: mutated },
      { weight: 2, arbitrary: shaped.map((value) => JSON.stringify(value) ?? "") },
      { weight: 1, arbitrary: fc.string() },
    );
    fc.assert(
      fc.property(any, (text) => {
        const { topology, diagnostics } = importTopology(text, "f");
        expect(topology === null).toBe(hasErrors(diagnostics));
        for (const { span } of diagnostics) {
          if (span === null) continue;
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.end).toBeGreaterThanOrEqual(span.start);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it("[T15] a place is the same line with CR LF", () => {
    const [text] = texts.filter((candidate) => candidate.includes('target="viena"'));
    const spans = (source: string) => importTopology(source, "f").diagnostics.map((d) => d.span);
    const crlf = text!.replaceAll("\n", "\r\n");
    spans(crlf).forEach((span, index) => {
      const plain = spans(text!)[index];
      expect([span?.line, span?.column]).toEqual([plain?.line, plain?.column]);
      expect(crlf.slice(span?.start, span?.end)).toBe(text!.slice(plain?.start, plain?.end));
    });
  });

  it.each([
    [
      "entities that grow",
      `<!DOCTYPE x [<!ENTITY a "${"a".repeat(100)}">]><graphml>&a;</graphml>`,
      "xml-doctype",
    ],
    ["an external entity", '<!DOCTYPE x SYSTEM "file:///etc/passwd"><graphml/>', "xml-doctype"],
    ["elements without end", `${"<graph>".repeat(5000)}`, "bad-syntax"],
    ["elements nested deeply", `${"<graph>".repeat(500)}${"</graph>".repeat(500)}`, "bad-syntax"],
    [
      "YAML aliases that grow",
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e"].map((k, i) => `${k}: &${k} [${`*${"abcd"[i]},`.repeat(9)}*${"abcd"[i]}]`).join("\n")}`,
      "bad-syntax",
    ],
    [
      "more nodes than can be held",
      JSON.stringify({ hosts: Array.from({ length: 20_001 }, (_, i) => `h${i}`), links: [] }),
      "too-large",
    ],
  ])("[T15] refuses %s", (_what, text, code) => {
    const { topology, diagnostics } = importTopology(text, "f");
    expect(topology).toBeNull();
    expect(diagnostics.map((d) => d.code)).toContain(code);
  });

  it("[T15] lists a hundred problems at most, errors first", () => {
    const links = Array.from({ length: 3000 }, (_, i) => ["h1", `s${i}-p1`]);
    const { diagnostics } = importTopology(
      JSON.stringify({ hosts: { h1: { ip: "x" } }, switches: {}, links }),
      "f",
    );
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)?.message).toContain("more like these");
  });
});

const topologies: fc.Arbitrary<Topology> = fc
  .uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,20}$/), { minLength: 1, maxLength: 8 })
  .chain((ids) =>
    fc.record({
      version: fc.constant(1 as const),
      name: fc.string({ minLength: 1, maxLength: 30 }),
      nodes: fc.tuple(
        ...ids.map((id) =>
          fc.record(
            {
              id: fc.constant(id),
              kind: fc.constantFrom("device" as const, "switch" as const, "host" as const),
              profile: fc.constantFrom("npu", "no: [yaml]", "1", "true"),
              delayUs: fc.double({ min: 0, max: 1e6, noNaN: true }),
              position: fc.record({ x: fc.integer(), y: fc.integer() }),
            },
            { requiredKeys: ["id", "kind"] },
          ),
        ),
      ),
      links: fc
        .uniqueArray(fc.tuple(fc.nat(ids.length - 1), fc.nat(ids.length - 1)), {
          selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
          maxLength: 8,
        })
        .map((pairs) =>
          pairs
            .filter(([a, b]) => a !== b)
            .map(([a, b], index) => ({
              a: ids[a]!,
              b: ids[b]!,
              gbps: 0.5 + index,
              ...(index % 2
                ? { delayUs: index / 7, delaySource: "distance" as const }
                : { aPort: index, bPort: `eth${index}` }),
            })),
        ),
    }),
  );

it("[T16] a topology written as our YAML or JSON reads back as the same topology", () => {
  fc.assert(
    fc.property(topologies, (topology) => {
      for (const text of [topologyYaml(topology), topologyJson(topology)])
        expect(parseTopology(text, "t")).toEqual({ topology, diagnostics: [] });
    }),
    { numRuns: 300 },
  );
});
