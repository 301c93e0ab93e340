import type { ChainFile, NetworkFunction } from "../../chain/index.ts";
import { libraryDevice } from "../../device/index.ts";
import { costBehindTag, softwareCycles } from "../classes/cost.ts";
import type { PathCost, Synthesis } from "../classes/synthesis.ts";
import { TRANSPORT_FIELDS } from "../header/transport.ts";
import type { TagGroup } from "./assignGroups.ts";
import type { ClassifierPlace } from "./generateRules.ts";
import type { OffloadPlan } from "./planOffload.ts";

/**
 * P4 architectures of a part whose target is no particular device: those of the thesis' functions (Harkous
 * 2022, Table 5.5).
 */
const ANY_P4 = ["v1model", "pisa", "sume"];

const CYCLES = "Katsikas 2018, Table 7.1";

/**
 * A placed chain as a chain of the placement room: `<name>-offloaded` with the entries and writes that a
 * switch takes over, and `<name>-server` with the cycles of what is left for its dearest class. A part that
 * does not exist is left out; `notes` tell what the numbers leave out. Numbers of several entries are the
 * greatest of them, their table entries add up. Our choice: the thesis places no split chain.
 * @param name names the parts: the chain's file or id
 * @param measured cycles of one packet of a class as a whole, by its id, in place of the table's
 */
export function placeableChain(
  name: string,
  synthesis: Synthesis,
  plan: OffloadPlan,
  { gbps, measured }: { gbps: number; measured?: ReadonlyMap<number, number> | undefined },
): { file: ChainFile; notes: string[] } {
  const notes: string[] = [];
  const id = idOf(name);
  const switchPart = offloadedPart(`${id}-offloaded`, synthesis, plan, notes);
  const serverPart = softwarePart(`${id}-server`, synthesis, plan, { notes, measured });
  if (switchPart === null)
    notes.push("no switch processes a part of it: the NIC chooses the cores, the server does the rest");
  const functions = [switchPart, serverPart].filter((part) => part !== null);
  const chain = { id, functions: functions.map((f) => f.type), gbps, maxDelayUs: null, segments: [] };
  return { file: { version: 1, functions, chains: [chain] }, notes };
}

/** "lib:isp" and "chains/isp.yaml" are isp; short enough for what is appended. */
const idOf = (name: string): string =>
  name
    .replace(/^.*[:/]/, "")
    .replace(/\.\w+$/, "")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 48) || "chain";

function offloadedPart(
  type: string,
  synthesis: Synthesis,
  plan: OffloadPlan,
  notes: string[],
): NetworkFunction | null {
  const places = plan.places.filter((p) => p.switch !== null);
  if (places.length === 0) return null;
  const features = places.map((place) => featuresAt(place, synthesis, plan.assignment.groups));
  const most = (of: keyof (typeof features)[number]): number => Math.max(...features.map((f) => f[of]));
  return {
    type,
    title: `Part of the chain on ${[...new Set(places.map((p) => p.switch))].join(", ")}`,
    features: {
      parse: most("parse"),
      modify: most("modify"),
      copy: 0,
      remove: 0,
      add: most("add"),
      table: 1,
    },
    externs: [],
    architectures: architecturesOf(places, notes),
    rules: places.reduce((sum, p) => sum + p.split.tableEntries, 0),
    source:
      "our choice: headers that its entries match, the most fields that one of its classes writes there with the tag, one table",
  };
}

/**
 * Where every target of the parts runs. A target without a device is any P4 device; what OpenFlow matches and
 * writes, P4 does too, so that such a part may be placed on either.
 */
function architecturesOf(places: readonly ClassifierPlace[], notes: string[]): string[] {
  const each = places.map(
    ({ target }) =>
      libraryDevice(target.id)?.architectures ??
      (target.language === "p4" ? ANY_P4 : ["openflow", ...ANY_P4]),
  );
  const shared = each.reduce((a, b) => a.filter((one) => b.includes(one)));
  if (shared.length > 0) return shared;
  notes.push("its switches have no architecture in common: a placement puts the whole part on one of them");
  return [...new Set(each.flat())];
}

function featuresAt(
  { entry, split }: ClassifierPlace,
  { classes }: Synthesis,
  groups: readonly TagGroup[],
): { parse: number; modify: number; add: number } {
  const own = groups.filter((g) => g.entry === entry);
  const readsTransport = split.rules.some(
    (r) => r.part !== "software" && TRANSPORT_FIELDS.some((f) => r.filter[f] !== undefined),
  );
  const whole = split.rules.flatMap((r) => (r.part === "hardware" ? [classes[r.class]!.writes] : []));
  const tags = new Set(own.map((g) => g.tag.kind));
  const written = [
    ...whole.map((writes) => Object.keys(writes).length),
    ...own.map((g) => Object.keys(g.hardware).length + (g.tag.kind === "mac" ? 1 : 0)),
  ];
  // Ethernet, IPv4, and TCP, UDP or ICMP
  return { parse: readsTransport ? 3 : 2, modify: Math.max(0, ...written), add: tags.has("vlan") ? 1 : 0 };
}

function softwarePart(
  type: string,
  { classes, status }: Synthesis,
  plan: OffloadPlan,
  { notes, measured }: { notes: string[]; measured: ReadonlyMap<number, number> | undefined },
): NetworkFunction | null {
  type Part = { cyclesPerPacket: number; cyclesPerBatch: number; uncounted: string[]; isMeasured: boolean };
  const partOf = (id: number, cost: PathCost): Part => {
    const cycles = measured?.get(id);
    if (cycles === undefined)
      return { ...softwareCycles(cost), uncounted: cost.uncounted, isMeasured: false };
    return { cyclesPerPacket: cycles, cyclesPerBatch: 0, uncounted: [], isMeasured: true };
  };
  const parts = plan.places.flatMap(({ entry, split }) =>
    plan.assignment.groups
      .filter((g) => g.entry === entry)
      .flatMap((group) => {
        if (split.mode === "offload" && group.class !== null) {
          const c = classes[group.class]!;
          return [partOf(c.id, costBehindTag(c, group.software))];
        }
        const left = split.rules.filter((r) => split.mode === "dispatch" || r.part === "software");
        return left.map((r) => partOf(r.class, classes[r.class]!.after));
      }),
  );
  if (parts.length === 0) return null;
  const whole = (p: Part): number => p.cyclesPerPacket + p.cyclesPerBatch;
  const dearest = parts.reduce((a, b) => (whole(b) > whole(a) ? b : a));
  const uncounted = [...new Set(parts.flatMap((p) => p.uncounted))];
  if (uncounted.length > 0)
    notes.push(`cycles of ${uncounted.join(", ")} are not published and not counted: measure and enter them`);
  if (parts.some((p) => p.isMeasured) && parts.some((p) => !p.isMeasured))
    notes.push("some classes were not measured: theirs are the published cycles of their elements");
  if (status === "cut")
    notes.push("the chain is cut: what its functions do behind the cut is not in the cycles");
  const { cyclesPerPacket, cyclesPerBatch, isMeasured } = dearest;
  return {
    type,
    title: `Part of the chain on ${plan.server}`,
    features: { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 },
    externs: [],
    architectures: ["server"],
    rules: 0,
    ...(whole(dearest) > 0 ? { cyclesPerPacket, cyclesPerBatch } : {}),
    source: isMeasured
      ? "measured: cycles of its dearest class, classifier included"
      : `${CYCLES}, split by batch after Fig. 4.4: elements of its dearest class${uncounted.length > 0 ? `, without ${uncounted.join(", ")}` : ""}`,
  };
}
