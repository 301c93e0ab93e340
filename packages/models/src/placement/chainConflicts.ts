import type { Chain } from "../chain/index.ts";
import { CAPACITY_TOLERANCE, type DeviceInstance, type FunctionFacts, type Instance } from "./instance.ts";
import { leastDelay } from "./leastDelay.ts";
import type { Conflict } from "./result.ts";

/**
 * Why one chain cannot be embedded even alone in the empty network, as the smallest reason that was found;
 * empty when nothing speaks against it, so that only the other chains can be in its way.
 */
export function chainConflicts(instance: Instance, index: number): Conflict[] {
  const { chain, functions, first, last, budgetUs } = instance.chains[index]!;
  const { devices } = instance;
  const name = `chain ${chain.id}`;
  const conflict = (constraint: string, message: string, ids: string[] = []): Conflict[] => [
    { constraint, ids: [chain.id, ...ids], message },
  ];
  for (const f of functions) {
    if (devices.some((d) => f.runsOn(d.facts))) continue;
    return unrunnable(instance, name, f, conflict);
  }
  for (const f of functions) {
    if (devices.some((d) => carries(d, f, chain.gbps))) continue;
    const able = devices.filter((d) => f.runsOn(d.facts));
    const limits = able.map((d) => `${d.id}: ${shortage(d, f).text}`);
    const message = `${name} asks too much of every device that can run ${f.type} at ${chain.gbps} Gbps (${list(limits)})`;
    return conflict(shortage(able[0]!, f).constraint, message, [f.type]);
  }
  const own = functions.slice(first, last + 1);
  const allowed = (k: number, d: DeviceInstance): boolean =>
    carries(d, functions[k]!, chain.gbps) &&
    ((k !== first && k !== last) || atMost(chain.gbps, d.facts.gbps));
  for (const [k, constraint, port] of [
    [first, "5.26", "enter"],
    [last, "5.27", "leave"],
  ] as const) {
    if (devices.some((d) => allowed(k, d))) continue;
    const limits = devices
      .filter((d) => carries(d, functions[k]!, chain.gbps))
      .map((d) => `${d.id}: ${d.facts.gbps} Gbps`);
    return conflict(
      constraint,
      `${name} needs ${chain.gbps} Gbps to ${port} a device that can run ${functions[k]!.type} (${list(limits)})`,
    );
  }
  const least = leastDelay(instance, instance.chains[index]!, allowed);
  if (least === null) {
    const types = own.map((f) => f.type).join(", ");
    return conflict(
      "5.28",
      `${name}: no route with ${chain.gbps} Gbps on each link joins ${joined(chain, `devices that can run ${types}`)}`,
      [chain.from ?? [], chain.to ?? []].flat(),
    );
  }
  if (least.us > budgetUs) {
    const hosts = [...new Set(least.hosts.slice(first, last + 1).map((d) => devices[d]!.id))];
    const steps = own.map((f) => f.type).join("->");
    const split = hosts.map((id) => {
      const here = own.filter((_, k) => devices[least.hosts[first + k]!]!.id === id).map((f) => f.type);
      return `${here.join(", ")} on ${id}`;
    });
    const where =
      hosts.length === 1
        ? `on the fastest allowed device ${hosts[0]}`
        : `on the fastest allowed devices (${list(split)})`;
    const message = `${name} needs ${us(chain.maxDelayUs ?? budgetUs)} us; ${steps} takes ${us(least.us)} us ${where}${ways(chain)}`;
    return conflict("5.31", message, hosts);
  }
  return [];
}

/** What a chain joins, with the hosts at its ends. */
const joined = ({ from, to }: Chain, devices: string): string =>
  [from === undefined ? [] : `host ${from}`, devices, to === undefined ? [] : `host ${to}`]
    .flat()
    .join(" and ");

const ways = ({ from, to }: Chain): string =>
  from === undefined && to === undefined
    ? ""
    : `, the way${from === undefined ? "" : ` from host ${from}`}${to === undefined ? "" : ` to host ${to}`} included`;

function unrunnable(
  instance: Instance,
  name: string,
  f: FunctionFacts,
  conflict: (constraint: string, message: string, ids?: string[]) => Conflict[],
): Conflict[] {
  const missing = f.externs.filter((e) => !instance.devices.some((d) => d.facts.externs.has(e)));
  if (missing.length > 0) {
    return conflict(
      "5.10",
      `${name}: function ${f.type} needs the extern ${list(missing.map((e) => f.externNames.get(e)!))}, which no device of the problem has`,
      [f.type],
    );
  }
  const kinds = [...new Set(instance.devices.flatMap((d) => d.facts.architectures))];
  const message = `${name}: no device has both an architecture and all externs of function ${f.type}; the devices are of architecture ${list(kinds) || "none"}`;
  return conflict("5.9", message, [f.type]);
}

const atMost = (value: number, limit: number | null): boolean =>
  limit === null || value <= limit + CAPACITY_TOLERANCE;

/** Whether the device could run this function for the rate if it ran nothing else. */
const carries = ({ facts }: DeviceInstance, f: FunctionFacts, gbps: number): boolean =>
  f.runsOn(facts) &&
  f.externs.every((e) => atMost(gbps, facts.externs.get(e) ?? null)) &&
  atMost(f.constructs, facts.maxConstructs) &&
  atMost(f.rules, facts.maxRules);

/** What a device lacks to run one function. */
function shortage({ facts }: DeviceInstance, f: FunctionFacts): { constraint: string; text: string } {
  if (!atMost(f.constructs, facts.maxConstructs)) {
    return { constraint: "5.11", text: `room for ${facts.maxConstructs} constructs, ${f.constructs} needed` };
  }
  if (!atMost(f.rules, facts.maxRules)) {
    return { constraint: "5.12", text: `room for ${facts.maxRules} rules, ${f.rules} needed` };
  }
  return {
    constraint: "5.14",
    text: f.externs.map((e) => `${f.externNames.get(e)} at ${facts.externs.get(e)} Gbps`).join(", "),
  };
}

/** At most five names, then how many more. */
const list = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`;

const us = (value: number): string => String(Math.round(value * 1000) / 1000);
