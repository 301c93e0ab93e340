import type { GnmiInterface, GnmiNeighbour, GnmiSwitch } from "./switchFile.ts";

export type LinkEnd = { device: string; port: string };
/** A link as switches tell of it; `gbps` null: neither side says. */
export type FoundLink = { a: LinkEnd; b: LinkEnd; gbps: number | null; seenBy: "both" | "one" };
/** A neighbour that was not read itself; links name it by `id`. */
export type Outside = { id: string; name: string; kind: "host" | "switch" | null };
export type JoinedNeighbours = {
  links: FoundLink[];
  outside: Outside[];
  /** what does not fit together, in words; the link in question is left out */
  conflicts: string[];
};

/** What one switch says of one of its ports. `port` null: which port of the other it is, is not known. */
type Claim = { here: LinkEnd; there: { device: string; port: string | null }; gbps: number | null };

/** Links that neighbours tell of, joined from both sides; a link that both tell of goes before one that one tells. */
export function joinNeighbours(switches: readonly GnmiSwitch[]): JoinedNeighbours {
  const found: Found = { known: indexOf(switches), outside: new Map(), conflicts: [] };
  const claims = switches.flatMap((each) =>
    each.device.neighbours.flatMap((neighbour) => claimOf(each, neighbour, found)),
  );
  const { links, left } = linksOf(claims);
  return { links, outside: [...found.outside.values()], conflicts: [...found.conflicts, ...left] };
}

/** Switches by chassis id and by name, with and without domain; their interfaces by name and by MAC. */
type Index = {
  switches: ReadonlyMap<string, readonly GnmiSwitch[]>;
  interfaces: ReadonlyMap<GnmiSwitch, ReadonlyMap<string, GnmiInterface>>;
};

function indexOf(all: readonly GnmiSwitch[]): Index {
  const switches = new Map<string, GnmiSwitch[]>();
  const interfaces = new Map<GnmiSwitch, Map<string, GnmiInterface>>();
  for (const each of all) {
    const { chassisId, hostname } = each.device;
    const keys = [
      ...(chassisId === null ? [] : [`chassis ${chassisId}`]),
      ...(hostname === null ? [] : [`name ${hostname}`, `host ${withoutDomain(hostname)}`]),
    ];
    for (const key of keys) pushTo(switches, key.toLowerCase(), each);
    const ports = new Map<string, GnmiInterface>();
    for (const port of each.device.interfaces) {
      if (port.mac !== null) ports.set(`mac ${port.mac.toLowerCase()}`, port);
      ports.set(`name ${port.name}`, port);
    }
    interfaces.set(each, ports);
  }
  return { switches, interfaces };
}

function pushTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const all = lists.get(key);
  if (all) all.push(value);
  else lists.set(key, [value]);
}

type Found = { known: Index; outside: Map<string, Outside>; conflicts: string[] };

function claimOf(here: GnmiSwitch, neighbour: GnmiNeighbour, found: Found): Claim[] {
  const at = { device: here.name, port: neighbour.interface };
  const gbps = interfaceNamed(found.known, here, neighbour.interface)?.gbps ?? null;
  const fitting = switchesNamed(found.known, neighbour);
  if (fitting.length > 1) {
    const names = fitting.map(({ name }) => name).join(", ");
    found.conflicts.push(`${endText(at)}: its neighbour ${nameOf(neighbour)} fits ${names}`);
    return [];
  }
  const [other] = fitting;
  if (other === here) {
    found.conflicts.push(`${endText(at)}: its neighbour is ${here.name} itself`);
    return [];
  }
  if (other) {
    const port = interfaceOf(found.known, other, neighbour)?.name ?? null;
    return [{ here: at, there: { device: other.name, port }, gbps }];
  }
  const label = neighbour.chassisId ?? neighbour.systemName;
  if (label === null) {
    found.conflicts.push(`${endText(at)}: its neighbour has neither a chassis id nor a name`);
    return [];
  }
  // no switch that was read has a name like this
  const id = `neighbour ${label.toLowerCase()}`;
  const known = found.outside.get(id);
  const kind = known?.kind ?? neighbour.kind;
  found.outside.set(id, { id, name: known?.name ?? neighbour.systemName ?? label, kind });
  return [{ here: at, there: { device: id, port: neighbour.portId }, gbps }];
}

function linksOf(claims: readonly Claim[]): { links: FoundLink[]; left: string[] } {
  const byEnd = new Map<string, Claim[]>();
  const byFarEnd = new Map<string, Claim[]>();
  for (const claim of claims) {
    pushTo(byEnd, `${endText(claim.here)} to ${claim.there.device}`, claim);
    pushTo(byFarEnd, `${claim.here.device} to ${claim.there.device} ${claim.there.port}`, claim);
  }
  /** what the other switch says of this end */
  const back = ({ here, there }: Claim): Claim | undefined =>
    there.port === null
      ? byFarEnd.get(`${there.device} to ${here.device} ${here.port}`)?.[0]
      : byEnd
          .get(`${endText({ device: there.device, port: there.port })} to ${here.device}`)
          ?.find(({ there: { port } }) => port === null || port === here.port);
  const ends = claims.map((claim) => {
    const other = back(claim);
    const port = claim.there.port ?? other?.here.port ?? "";
    return { claim, other, there: { device: claim.there.device, port } };
  });
  const links = new Map<string, FoundLink>();
  const used = new Map<string, string>();
  const left = new Set<string>();
  for (const { claim, other, there } of ends.toSorted((a, b) => Number(!a.other) - Number(!b.other))) {
    const { here } = claim;
    const key = [endText(here), endText(there)].sort().join(" - ");
    if (links.has(key)) continue;
    const taken = [here, there].find((end) => end.port !== "" && used.has(endText(end)));
    if (taken) {
      left.add(`${endText(here)} sees ${endText(there)}, but ${used.get(endText(taken))} is a link`);
      continue;
    }
    for (const end of [here, there]) used.set(endText(end), key);
    const rates = [claim.gbps, other?.gbps ?? null].filter((rate) => rate !== null);
    const gbps = rates.length > 0 ? Math.min(...rates) : null;
    links.set(key, { a: here, b: there, gbps, seenBy: other ? "both" : "one" });
  }
  return { links: [...links.values()], left: [...left] };
}

const endText = ({ device, port }: LinkEnd): string =>
  port === "" ? `${device} unknown port` : `${device} ${port}`;
const nameOf = ({ systemName, chassisId }: GnmiNeighbour): string =>
  systemName ?? chassisId ?? "without a name";

/** A name without its domain. */
const withoutDomain = (name: string): string => name.split(".")[0] ?? name;

/** A chassis id is the surer sign; of several with one chassis id those of the name. Names may have their domain. */
function switchesNamed({ switches }: Index, { chassisId, systemName }: GnmiNeighbour): readonly GnmiSwitch[] {
  const of = (kind: string, text: string | null): readonly GnmiSwitch[] =>
    (text !== null && switches.get(`${kind} ${text.toLowerCase()}`)) || [];
  const byChassis = of("chassis", chassisId);
  const exactly = of("name", systemName);
  const byName = exactly.length > 0 ? exactly : of("host", systemName && withoutDomain(systemName));
  const both = byChassis.filter((each) => byName.includes(each));
  if (both.length > 0) return both;
  if (byChassis.length > 0) return byChassis;
  return byName.filter(({ device }) => device.chassisId === null || chassisId === null);
}

const interfaceNamed = ({ interfaces }: Index, of: GnmiSwitch, name: string): GnmiInterface | undefined =>
  interfaces.get(of)?.get(`name ${name}`);

/** The interface that a neighbour means: by its name, its MAC, or the name in its description. */
const interfaceOf = (
  known: Index,
  of: GnmiSwitch,
  { portId, portDescription }: GnmiNeighbour,
): GnmiInterface | undefined =>
  interfaceNamed(known, of, portId ?? "") ??
  known.interfaces.get(of)?.get(`mac ${portId?.toLowerCase()}`) ??
  interfaceNamed(known, of, portDescription ?? "");
