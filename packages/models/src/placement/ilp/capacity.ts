import type { DeviceInstance, FunctionFacts, Instance } from "../instance.ts";
import { gigacyclesOf, sumOf, takesRoom } from "../instance.ts";
import type { ModelBuilder } from "./rows.ts";
import { type Columns, countOf, type Scope } from "./scope.ts";

type Entry = readonly [column: number, value: number];
/** Every function that could run on a device: its chain and its column. */
type Guest = {
  f: FunctionFacts;
  gbps: number;
  gigacycles: number;
  /** what several ways of a chain share takes its room once */
  takesRoom: boolean;
  first: boolean;
  last: boolean;
  column: number;
  count: number;
};

/** Resources of devices (5.11, 5.12, 5.14, 5.26, 5.27, SV2) and links (5.30), less what the ledger holds. */
export function addCapacityRows(
  instance: Instance,
  scope: Scope,
  model: ModelBuilder,
  columns: Columns,
): void {
  for (const device of instance.devices) {
    const guests = guestsOf(instance, scope, columns, device);
    addConstructs(instance, scope, model, columns, device, guests);
    const use = scope.ledger.devices[device.index]!;
    const residents = guests.filter((g) => g.takesRoom);
    const { facts } = device;
    const limit = (entries: readonly Entry[], capacity: number | null, taken: number): void =>
      addLimit(model, columns.used[device.index]!, entries, capacity, taken);
    if (!scope.without.has("rules")) {
      const required = sumOf(instance.required, (f) => f.rules);
      const forwards = columns.forwards[device.index] ?? null;
      const own: Entry[] = forwards === null || use.forwards ? [] : [[forwards, required]];
      limit([...residents.map((g): Entry => [g.column, g.f.rules]), ...own], facts.maxRules, use.rules);
    }
    if (!scope.without.has("cores"))
      limit(
        guests.map((g): Entry => [g.column, g.gigacycles]),
        facts.software?.gigacycles ?? null,
        use.gigacycles,
      );
    for (const [name, capacity] of facts.externs) {
      if (scope.without.has(`extern:${name}`)) continue;
      const users = guests.filter((g) => g.f.externs.includes(name));
      limit(
        users.map((g): Entry => [g.column, g.gbps]),
        capacity,
        use.externGbps.get(name) ?? 0,
      );
    }
    const port = (side: "first" | "last"): Entry[] =>
      guests.filter((g) => g[side]).map((g) => [g.column, g.gbps]);
    if (!scope.without.has("ingress")) limit(port("first"), facts.gbps, use.ingressGbps);
    if (!scope.without.has("egress")) limit(port("last"), facts.gbps, use.egressGbps);
  }
  if (!scope.without.has("links")) addLinks(instance, scope, model, columns);
}

function guestsOf(instance: Instance, scope: Scope, columns: Columns, device: DeviceInstance): Guest[] {
  return scope.chains.flatMap((index, s) => {
    const chainInstance = instance.chains[index]!;
    const { chain, functions, first, last } = chainInstance;
    return functions.flatMap((f, k): Guest[] => {
      const column = columns.alpha[s]![k]!.get(device.index);
      if (column === undefined) return [];
      return [
        {
          f,
          gbps: chain.gbps,
          gigacycles: gigacyclesOf(device.facts, chainInstance, k),
          takesRoom: takesRoom(chainInstance, k),
          first: k === first,
          last: k === last,
          column,
          count: countOf(scope, s),
        },
      ];
    });
  });
}

/**
 * `sum(entries) + taken <= capacity`, with the capacity there only when the device is used: the same integer
 * points, tighter.
 */
function addLimit(
  model: ModelBuilder,
  used: number,
  entries: readonly Entry[],
  capacity: number | null,
  taken: number,
): void {
  const loaded = entries.filter(([, value]) => value !== 0);
  if (capacity === null || loaded.length === 0) return;
  model.row([...loaded, [used, -Math.max(0, capacity - taken)]], Number.NEGATIVE_INFINITY, 0);
}

/** Eq. 5.11; with sharing, pi_d^y says that a type is there, and it counts once (5.8). */
function addConstructs(
  instance: Instance,
  scope: Scope,
  model: ModelBuilder,
  columns: Columns,
  device: DeviceInstance,
  guests: readonly Guest[],
): void {
  const capacity = device.facts.maxConstructs;
  if (capacity === null || scope.without.has("constructs")) return;
  const use = scope.ledger.devices[device.index]!;
  const forwards = columns.forwards[device.index] ?? null;
  const installed = guests
    .filter((g) => g.takesRoom)
    .map((g) => ({ f: g.f, column: g.column, count: g.count }));
  if (forwards !== null && !use.forwards)
    installed.push(...instance.required.map((f) => ({ f, column: forwards, count: 1 })));
  let entries: Entry[] = installed.map(({ f, column }) => [column, f.constructs]);
  if (instance.problem.options.sharing) {
    const present = new Map<string, { column: number; constructs: number }>();
    for (const { f, column, count } of installed) {
      if (use.types.has(f.type)) continue;
      const pi = present.get(f.type) ?? { column: model.column({}), constructs: f.constructs };
      present.set(f.type, pi);
      model.row(
        [
          [column, 1],
          [pi.column, -count],
        ],
        Number.NEGATIVE_INFINITY,
        0,
      );
    }
    columns.present[device.index] = new Map([...present].map(([type, pi]) => [type, pi.column]));
    entries = [...present.values()].map((pi) => [pi.column, pi.constructs]);
  }
  addLimit(model, columns.used[device.index]!, entries, capacity, use.constructs);
}

function addLinks(instance: Instance, scope: Scope, model: ModelBuilder, columns: Columns): void {
  const half = instance.problem.options.linkDirection === "half-duplex";
  type Load = { entries: Entry[]; mostGbps: number };
  const loadOf = (arcs: readonly number[]): Load => {
    const load: Load = { entries: [], mostGbps: 0 };
    scope.chains.forEach((index, s) => {
      const { gbps } = instance.chains[index]!.chain;
      for (const gamma of columns.gamma[s]!) {
        for (const arc of arcs) {
          const column = gamma.get(arc);
          if (column === undefined) continue;
          load.entries.push([column, gbps]);
          load.mostGbps += gbps * countOf(scope, s);
        }
      }
    });
    return load;
  };
  instance.problem.links.forEach((link, i) => {
    const [there, back] = [2 * i, 2 * i + 1];
    for (const arcs of half ? [[there, back]] : [[there], [back]]) {
      const { entries, mostGbps } = loadOf(arcs);
      const left = link.gbps - sumOf(arcs, (a) => scope.ledger.arcGbps[a]!);
      if (mostGbps > left) model.row(entries, Number.NEGATIVE_INFINITY, Math.max(0, left));
    }
  });
}
