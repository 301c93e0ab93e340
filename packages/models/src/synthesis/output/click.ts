import type { ClassRule, Synthesis, TrafficClass } from "../classes/synthesis.ts";
import { formatValue, synthesizerArguments } from "../element/synthesizer.ts";
import { formatIp } from "../header/address.ts";
import { intervalsOf, prefixesOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import { cannot, type Output } from "./targets.ts";

/** How IPFilter names a field that it can read; ports need no protocol, they say TCP or UDP themselves. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  ipSrc: "src net",
  ipDst: "dst net",
  ipProto: "ip proto",
  ipTtl: "ip ttl",
  ipTos: "ip tos",
  srcPort: "src port",
  dstPort: "dst port",
};

/** Elements that stand once in the synthesised function, when its classes had them (thesis Sec. 7.3). */
const HOISTED = { before: ["Strip", "MarkIPHeader"], after: ["IPFragmenter"] } as const;

/**
 * The synthesised function as a Click configuration [katsikas-synthesis]: one classifier for each entry, one
 * IPSynthesizer for each class, Ethernet and fragmentation once. Refuses what Click's IPFilter cannot read
 * and classes that end inside the chain.
 */
export function toClick(synthesis: Synthesis): Output {
  const cut = synthesis.cuts[0];
  if (cut)
    return cannot(
      "click",
      `the chain is cut at ${cut.unit}: ${cut.reason}; synthesise the functions before it alone`,
    );
  const lines = [
    "// Made by p4twin synthesise. IPSynthesizer is the extended rewriter of the thesis (Sec. 7.4.1); its syntax is ours.",
  ];
  const { classes, classifiers, graph } = synthesis;
  const hasMac = (c: TrafficClass): boolean => c.writes.ethDst !== undefined && c.ending.kind === "exit";
  for (const exit of graph.exits) lines.push(`out_${idOf(exit)} :: ToDevice(${exit});`);
  for (const c of classes) {
    if (c.ending.kind === "drop") {
      lines.push(`class${c.id} :: Discard;`);
      continue;
    }
    const written = synthesizerArguments(c.writes);
    if ("field" in written)
      return cannot("click", `class ${c.id} writes ${written.field}, which is no field of a Click packet`);
    lines.push(`class${c.id} :: IPSynthesizer(${written.join(", ")});`);
    const crossed = elementsOf(synthesis, c);
    const after = HOISTED.after.filter((e) => crossed.has(e)).map((e) => `${e}(1500)`);
    const end = c.ending.kind === "exit" ? `out_${idOf(c.ending.name)}` : `origin${c.id}`;
    if (c.ending.kind === "origin")
      lines.push(
        `origin${c.id} :: ToDevice(origin:${c.ending.state}); // the state table knows the interface`,
      );
    const note = hasMac(c) ? " // its Ethernet header is written above" : "";
    lines.push(`class${c.id} -> ${[...after, end].join(" -> ")};${note}`);
  }
  for (const { entry, rules } of classifiers) {
    const patterns: string[] = [];
    for (const rule of rules) {
      const pattern = formatPattern(rule);
      if ("field" in pattern)
        return cannot(
          "click",
          `a class of ${entry} reads ${pattern.field}, which Click's IPFilter cannot; see --to p4`,
        );
      patterns.push(`${rule.class} ${pattern.text}`);
    }
    const name = `classify_${idOf(entry)}`;
    const steps = HOISTED.before.filter((e) => classes.some((c) => elementsOf(synthesis, c).has(e)));
    lines.push(`${name} :: IPFilter(\n  ${patterns.join(",\n  ")});`);
    const way = [`FromDevice(${entry})`, ...steps.map((e) => `${e}(14)`), name];
    lines.push(`${way.join(" -> ")};`);
    for (const c of new Set(rules.map((r) => r.class))) lines.push(`${name}[${c}] -> class${c};`);
  }
  return { text: `${lines.join("\n")}\n`, diagnostics: [] };
}

const idOf = (name: string): string => name.replace(/\W+/g, "_").replace(/_$/, "");

const elementsOf = ({ graph }: Synthesis, c: TrafficClass): Set<string> =>
  new Set(c.paths.flatMap((path) => path.map((id) => graph.units.get(id)!.element)));

function formatPattern({ filter }: ClassRule): { text: string } | { field: string } {
  const parts: string[] = [];
  for (const field of Object.keys(filter)) {
    const primitive = PRIMITIVES[field];
    if (primitive === undefined) return { field };
    const alternatives = formatAlternatives(field, primitive, filter);
    parts.push(alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" || ")})`);
  }
  return { text: parts.length === 0 ? "all" : parts.join(" && ") };
}

function formatAlternatives(field: string, primitive: string, filter: Filter): string[] {
  return intervalsOf(filter[field]!).flatMap(([low, high]) => {
    if (field === "ipSrc" || field === "ipDst")
      return prefixesOf(low, high, PACKET_LAYOUT[field]).map(
        (p) => `${primitive} ${formatIp(p.value)}/${p.length}`,
      );
    return [`${primitive} ${low === high ? formatValue(field, low) : `${low}-${high}`}`];
  });
}
