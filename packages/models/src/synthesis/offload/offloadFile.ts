import { z } from "zod";
import { checkShape, type Diagnostic, didYouMean, readDocument } from "../../core/index.ts";
import { libraryDevice, libraryDeviceIds } from "../../device/index.ts";
import { libraryRuleSwitch, libraryRuleSwitchIds } from "../../server/index.ts";
import { offloadNetworkSchema, parsePort } from "./network.ts";
import { offloadTarget, offloadTargetIds } from "./target.ts";

const seconds = z.number().nonnegative();

/** What happens to the chain when it runs: load at the server, and what fails. Our choice where nothing is said. */
const scenarioSchema = z.strictObject({
  gbpsPerCore: z.number().positive(),
  maxCores: z.int().min(1).max(256),
  untilS: z.number().positive().max(3600),
  load: z
    .array(z.strictObject({ atS: seconds, gbps: z.number().nonnegative() }))
    .min(1, "a scenario has at least one load"),
  /** standard deviation around the load, as a part of it */
  jitter: z.number().min(0).max(1).default(0),
  failures: z
    .array(
      z.strictObject({
        atS: seconds,
        failure: z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("link"), a: z.string(), b: z.string() }),
          z.strictObject({ kind: z.literal("switch"), id: z.string() }),
          z.strictObject({ kind: z.literal("server"), id: z.string() }),
          z.strictObject({ kind: z.literal("core"), server: z.string(), core: z.int().min(0) }),
        ]),
      }),
    )
    .default([]),
});

/**
 * What `p4twin offload` reads, version 1: the chain (a file, see `p4twin synthesise`), the network, and what
 * it is given there.
 */
const offloadFileSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200).optional(),
  /** a chain file beside this one, or lib:NAME */
  chain: z.string().min(1),
  network: offloadNetworkSchema,
  cores: z.int().min(1).max(256).default(1),
  /** part of a switch's free entries that the chain may take */
  threshold: z.number().gt(0).max(1).default(0.8),
  server: z.string().min(1).nullable().default(null),
  seed: z.int().min(0).default(1),
  scenario: scenarioSchema.nullable().default(null),
});

export type OffloadFile = z.infer<typeof offloadFileSchema>;

/** Reads an offload file (JSON or YAML). Never throws on input; names that do not exist are errors at their place. */
export function parseOffloadFile(
  text: string,
  file: string,
): { value: OffloadFile | null; diagnostics: Diagnostic[] } {
  const source = readDocument(text, file);
  const { value, diagnostics } = checkShape(source, offloadFileSchema, "an offload file");
  if (value === null) return { value, diagnostics };
  const found: Diagnostic[] = [];
  const problem = (path: (string | number)[], code: string, message: string): void => {
    found.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  const { switches, servers, links, ingress, egress } = value.network;
  const nodes = [...switches, ...servers].map((n) => n.id);
  const twice = nodes.find((n, i) => nodes.indexOf(n) < i);
  if (twice !== undefined)
    problem(["network"], "offload-duplicate", `there are two nodes ${twice}; name each once`);
  const known = (path: (string | number)[], id: string, ids: readonly string[], what: string): void => {
    if (!ids.includes(id))
      problem(
        path,
        "offload-unknown",
        `there is no ${what} ${id}${didYouMean(id, [...ids])}; there are ${ids.join(", ")}`,
      );
  };
  switches.forEach((sw, i) => {
    const at = ["network", "switches", i];
    if (offloadTarget(sw.target) === null && libraryDevice(sw.target) === null)
      known([...at, "target"], sw.target, [...offloadTargetIds(), ...libraryDeviceIds()], "target or device");
    if (sw.model !== null && libraryRuleSwitch(sw.model) === null)
      known([...at, "model"], sw.model, libraryRuleSwitchIds(), "rule switch");
  });
  const ports = new Map<string, string>();
  const useOnce = (path: (string | number)[], text: string): void => {
    const before = ports.get(text);
    if (before !== undefined)
      problem(path, "offload-port-twice", `port ${text} is used twice; a port has one link, entry or exit`);
    ports.set(text, text);
  };
  links.forEach((link, i) => {
    link.forEach((end, j) => {
      const path = ["network", "links", i, j];
      known(path, parsePort(end).node, nodes, "node");
      useOnce(path, end);
    });
    if (parsePort(link[0]).node === parsePort(link[1]).node)
      problem(["network", "links", i], "offload-loop", `a link joins ${parsePort(link[0]).node} with itself`);
  });
  const ids = switches.map((s) => s.id);
  for (const [key, ends] of [
    ["ingress", ingress],
    ["egress", egress],
  ] as const)
    for (const [name, end] of Object.entries(ends)) {
      known(["network", key, name], parsePort(end).node, ids, "switch");
      // an interface may be an entry and an exit
      if (key === "ingress" || !Object.values(ingress).includes(end)) useOnce(["network", key, name], end);
    }
  const failing = value.scenario?.failures.map((f) => f.failure) ?? [];
  failing.forEach((f, i) => {
    const names = f.kind === "link" ? [f.a, f.b] : f.kind === "core" ? [f.server] : [f.id];
    for (const id of names) known(["scenario", "failures", i, "failure"], id, nodes, "node");
  });
  if (value.server !== null)
    known(
      ["server"],
      value.server,
      servers.map((s) => s.id),
      "server",
    );
  return { value: found.length > 0 ? null : value, diagnostics: found };
}
