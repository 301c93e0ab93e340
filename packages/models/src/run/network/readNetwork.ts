import { z } from "zod";
import {
  checkShape,
  type Diagnostic,
  hasErrors,
  readDocument,
  type SourceDocument,
} from "../../core/index.ts";
import { BARE_LATENCY, type ImportedEnd, readMininet } from "../../topology/index.ts";
import type { End } from "./network.ts";

export type PlannedHost = {
  id: string;
  ip: string | null;
  mac: string | null;
  /** MAC address of its gateway */
  gatewayMac: string | null;
};

export type PlannedSwitch = {
  id: string;
  /** what the file says it runs; null: nothing of its own */
  program: string | null;
  /** files with table entries: P4Runtime's as JSON, and BMv2's commands */
  entries: string[];
  /** BMv2's `--priority-queues`; null: not said */
  priorityQueues: number | null;
};

type PlannedLink = { a: End; b: End; delayUs: number; mbps: number | null };
export type NetworkPlan = { hosts: PlannedHost[]; switches: PlannedSwitch[]; links: PlannedLink[] };

const hostSchema = z.looseObject({
  ip: z.string().optional(),
  mac: z.string().optional(),
  commands: z.array(z.string()).optional(),
});
const switchSchema = z.looseObject({
  program: z.string().optional(),
  runtime_json: z.string().optional(),
  cli_input: z.string().optional(),
  priority_queues: z.int().min(1).max(8).optional(),
});
const namesOr = <T extends z.ZodType>(options: T) =>
  z.union([z.record(z.string(), options), z.array(z.string())]);
const fileSchema = z.looseObject({
  hosts: namesOr(hostSchema),
  switches: namesOr(switchSchema),
});

/** What Mininet and BMv2 are to be told by the file beside the links; everything else of it is not for us. */
const byName = <T>(given: Readonly<Record<string, T>> | readonly string[], none: T): [string, T][] =>
  Array.isArray(given) ? given.map((id) => [id, none]) : Object.entries(given as Readonly<Record<string, T>>);

/**
 * The `topology.json` of the P4 tutorials or of p4-utils, to be run: who is there, with which program and entries, and
 * how they are joined. What is wrong is an error with its place; null then. Beside a plan: what was supposed.
 */
export function readNetwork(
  text: string,
  file: string,
): { plan: NetworkPlan | null; diagnostics: Diagnostic[] } {
  const source = readDocument(text, file);
  const inner = innerOf(source);
  const { value, diagnostics } = checkShape(inner, fileSchema, "a topology of switches and hosts");
  if (value === null) return { plan: null, diagnostics };
  const parts = readMininet(source, file);
  const problems = parts.diagnostics.filter(({ severity }) => severity === "error");
  const told = parts.diagnostics.filter(({ code }) => code === BARE_LATENCY);
  const switches = byName(value.switches, {} as z.infer<typeof switchSchema>).map(([id, each]) => ({
    id,
    program: each.program ?? null,
    entries: [each.cli_input, each.runtime_json].filter((name) => name !== undefined),
    priorityQueues: each.priority_queues ?? null,
  }));
  const known = new Set(switches.map(({ id }) => id));
  const hosts = byName(value.hosts, {} as z.infer<typeof hostSchema>).map(([id, each]) => ({
    id,
    ip: each.ip?.replace(/\/.*$/, "") ?? null,
    mac: each.mac ?? null,
    gatewayMac: gatewayOf(each.commands ?? []),
  }));
  const all = new Set([...known, ...hosts.map(({ id }) => id)]);
  const used = new Set<string>();
  const links = parts.links.map(({ a, b, delayUs, gbps, place }): PlannedLink => {
    const end = ({ node, port }: ImportedEnd): End => {
      const wrong = (message: string): void =>
        void problems.push({ severity: "error", code: "network-link", message, span: place() });
      if (!all.has(node)) wrong(`there is no host or switch ${node}; correct the end of the link or add it`);
      const isSwitch = known.has(node);
      if (isSwitch && typeof port !== "number")
        wrong(`the link to ${node} names no port: write "${node}-p1" with the port's number`);
      const made = { node, port: isSwitch && typeof port === "number" ? port : null };
      const key = `${made.node} ${made.port}`;
      if (used.has(key))
        wrong(
          isSwitch
            ? `port ${made.port} of ${node} has two links; give one of them another port`
            : `host ${node} has two links; a host has one here`,
        );
      used.add(key);
      return made;
    };
    return { a: end(a), b: end(b), delayUs: delayUs ?? 0, mbps: gbps === null ? null : gbps * 1000 };
  });
  return hasErrors(problems)
    ? { plan: null, diagnostics: problems }
    : { plan: { hosts, switches, links }, diagnostics: told };
}

/** Whether `text` looks like a topology that is to be run, right or wrong. */
export const isNetwork = (text: string): boolean =>
  /^\s*\{/.test(text) && ["hosts", "switches", "links"].every((key) => text.includes(`"${key}"`));

/** p4-utils puts the same keys below "topology". */
function innerOf(source: SourceDocument): SourceDocument {
  const value = source.value as { hosts?: unknown; topology?: unknown } | null;
  if (typeof value !== "object" || value === null || "hosts" in value || !("topology" in value))
    return source;
  return { ...source, value: value.topology, spanAt: (path) => source.spanAt(["topology", ...path]) };
}

/** `arp -i eth0 -s 10.0.1.10 08:00:00:00:01:00` among the commands of a host. */
const gatewayOf = (commands: readonly string[]): string | null =>
  commands
    .map((each) => /^\s*arp\b.*\s-s\s+\S+\s+([\da-f]{2}(?::[\da-f]{2}){5})/i.exec(each)?.[1])
    .find(Boolean) ?? null;
