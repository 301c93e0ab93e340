import { stringify } from "yaml";
import type { Topology } from "./schema.ts";

const listOf = (entries: readonly unknown[], line: (entry: unknown) => string): string =>
  entries.length === 0 ? "[]" : `[\n${entries.map((entry) => `    ${line(entry)}`).join(",\n")}\n  ]`;

/** A topology as JSON with one node and one link a line, so that it can be read, compared and edited. */
export function topologyJson({ version, name, nodes, links }: Topology): string {
  return `{
  "version": ${version},
  "name": ${JSON.stringify(name)},
  "nodes": ${listOf(nodes, JSON.stringify)},
  "links": ${listOf(links, JSON.stringify)}
}
`;
}

/** The same as YAML, one node and one link a line. */
export function topologyYaml({ version, name, nodes, links }: Topology): string {
  const list = (key: string, entries: readonly object[]): string =>
    entries.length === 0
      ? `${key}: []\n`
      : `${key}:\n${entries.map((entry) => `  - ${stringify(entry, { collectionStyle: "flow", lineWidth: 0 }).trimEnd()}\n`).join("")}`;
  return `${stringify({ version, name }, { lineWidth: 0 })}${list("nodes", nodes)}${list("links", links)}`;
}
