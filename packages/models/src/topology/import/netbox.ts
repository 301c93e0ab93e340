import { rawFields, type SourceDocument } from "../../core/index.ts";
import { type TopologyNode, topologySchema } from "../schema.ts";
import { containerlabKind } from "./containerlabKinds.ts";
import type { ImportedEnd, ImportedLink, ImportedParts, Place } from "./parts.ts";
import { plainNumber } from "./quantities.ts";

/** Custom fields by which a device can say what P4Twin should take it for. */
const KIND_FIELD = "p4twin_kind";
const PROFILE_FIELD = "p4twin_profile";
/** Light in fibre, and current in copper: 5 us a kilometre. */
const US_PER_METRE = 0.005;
const METRES: Readonly<Record<string, number>> = {
  km: 1000,
  m: 1,
  cm: 0.01,
  mi: 1609.344,
  ft: 0.3048,
  in: 0.0254,
};
/** States of a cable that is not there yet, or soon not any more. */
const NOT_THERE = ["planned", "decommissioning"];
const INTERFACE = "dcim.interface";
const ROLE_OF_HOSTS = /server|host|compute|hypervisor|workstation/i;

const nodeKinds: readonly string[] = topologySchema.shape.nodes.element.shape.kind.options;
const isNodeKind = (value: string): value is TopologyNode["kind"] => nodeKinds.includes(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
/** A number, also as the text that some versions and exports write it as. */
const number = (value: unknown): number | null =>
  typeof value === "string"
    ? plainNumber(value)
    : typeof value === "number" && Number.isFinite(value)
      ? value
      : null;

type Rows = { rows: Record<string, unknown>[]; path: (string | number)[] };
type End = { device: Record<string, unknown>; port: string };

/**
 * Reads what NetBox's REST API answers: pages of `/api/dcim/devices/`, `/interfaces/` and `/cables/`, one of them alone
 * (or its rows) or as `{"devices": …, "interfaces": …, "cables": …}`. Interfaces tell who is at the other end through
 * patch panels, and their rate; cables tell it for direct ones, with their length.
 */
export function readNetbox(source: SourceDocument): ImportedParts {
  const parts: ImportedParts = { name: "", nodes: [], links: [], diagnostics: [] };
  const outer = rawFields(source.value);
  const warn = (code: string, message: string, path: (string | number)[]) =>
    parts.diagnostics.push({ severity: "warning", code, message, span: source.spanAt(path) });

  const rowsOf = (what: string): Rows => {
    // rows alone are what clients such as pynetbox hand out
    const rows = Array.isArray(source.value) ? source.value : outer.results;
    const alone = whatIs(rows) === what;
    const given = alone ? source.value : outer[what];
    const fields = rawFields(given);
    const path = alone ? [] : [what];
    if (Array.isArray(given)) return { rows: given.map(rawFields), path };
    const paged = Array.isArray(fields.results) ? fields.results.map(rawFields) : [];
    if (typeof fields.next === "string")
      warn(
        "one-page",
        `${what}: ${paged.length} of ${number(fields.count) ?? "more"}; this is one page, ask with ?limit=0 or join the pages`,
        [...path, "next"],
      );
    return { rows: paged, path: [...path, "results"] };
  };
  const [devices, interfaces, cables] = [rowsOf("devices"), rowsOf("interfaces"), rowsOf("cables")];

  const known = new Map(devices.rows.map((device, index) => [keyOf(device), { device, index }]));
  const linked = new Map<string, Record<string, unknown>>();
  const rates = new Map(
    interfaces.rows.map((each) => [
      portKey({ device: rawFields(each.device), port: text(each.name) }),
      rateOf(each),
    ]),
  );
  const joined = new Set<string>();
  const join = (a: End, b: End, more: Pick<ImportedLink, "delayUs" | "fromDistance">, place: Place): void => {
    const pair = [portKey(a), portKey(b)].sort().join("\n");
    if (joined.has(pair)) return;
    joined.add(pair);
    for (const { device } of [a, b]) linked.set(keyOf(device), device);
    const gbps = [rates.get(portKey(a)), rates.get(portKey(b))].filter((rate) => typeof rate === "number");
    parts.links.push({
      ...{ a: importedEnd(a), b: importedEnd(b), ...more, place },
      gbps: gbps.length > 0 ? Math.min(...gbps) : null,
    });
  };

  const left = { other: 0, split: 0, planned: 0 };
  cables.rows.forEach((cable, index) => {
    const place: Place = () => source.spanAt([...cables.path, index]);
    const [as, bs] = [endsOf(cable, "a"), endsOf(cable, "b")];
    if (NOT_THERE.includes(text(rawFields(cable.status).value))) left.planned++;
    else if (!as || !bs) left.other++;
    else if (as.length !== 1 || bs.length !== 1) left.split++;
    else join(as[0]!, bs[0]!, delayOf(cable), place);
  });
  interfaces.rows.forEach((each, index) => {
    const here: End = { device: rawFields(each.device), port: text(each.name) };
    const there = Array.isArray(each.connected_endpoints) ? each.connected_endpoints.map(rawFields) : [];
    if (there.length > 1) left.split++;
    const [far] = there;
    if (there.length !== 1 || !far || each.connected_endpoints_reachable === false) return;
    if (Object.keys(rawFields(far.device)).length === 0) return;
    const place: Place = () => source.spanAt([...interfaces.path, index]);
    join(here, { device: rawFields(far.device), port: text(far.name) }, { delayUs: null }, place);
  });

  for (const [key, device] of linked) {
    const given = known.get(key);
    parts.nodes.push({
      id: key,
      title: text(device.name) || text(device.display) || `device-${key}`,
      ...kindOf(given?.device ?? {}),
      place: () => (given ? source.spanAt([...devices.path, given.index]) : null),
    });
  }
  const unlinked = devices.rows.length - [...linked.keys()].filter((key) => known.has(key)).length;
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
  if (unlinked > 0)
    warn("unlinked", `${count(unlinked, "device")} without a link to another one left out`, []);
  if (left.planned > 0)
    warn("not-there", `${count(left.planned, "cable")} planned or decommissioned left out`, []);
  if (left.split > 0)
    warn(
      "split",
      `${count(left.split, "cable")} with several ends on one side left out: draw those links`,
      [],
    );
  if (left.other > 0)
    warn(
      "no-interface",
      `${count(left.other, "cable")} to other things than interfaces (console, power, circuits, patch panels) left out; with /api/dcim/interfaces/ beside, links through patch panels are found`,
      [],
    );
  if (devices.rows.length === 0 && parts.nodes.length > 0)
    warn("no-devices", "without /api/dcim/devices/ every node is taken as a plain switch", []);
  const sites = new Set(devices.rows.map(({ site }) => text(rawFields(site).name)));
  parts.name = sites.size === 1 ? ([...sites][0] ?? "") : "";
  return parts;
}

/** Whether a document is of NetBox: one of its pages, several under their names, or the rows of one alone. */
export const isNetbox = (value: unknown, fields = rawFields(value)): boolean =>
  (Array.isArray(value) && whatIs(value) !== null) ||
  ("results" in fields && "count" in fields) ||
  ["devices", "interfaces", "cables"].filter((what) => what in fields).length >= 2 ||
  "cables" in fields;

/** What the rows of a page are, by fields that only they have. */
function whatIs(results: unknown): "devices" | "interfaces" | "cables" | null {
  const first = Array.isArray(results) ? rawFields(results[0]) : {};
  if ("a_terminations" in first || "termination_a" in first) return "cables";
  if ("device" in first) return "interfaces";
  return "device_type" in first ? "devices" : null;
}

const keyOf = (device: Record<string, unknown>): string => `${number(device.id) ?? text(device.name)}`;
const portKey = ({ device, port }: End): string => `${keyOf(device)} ${port}`;
const importedEnd = ({ device, port }: End): ImportedEnd => ({
  node: keyOf(device),
  ...(port === "" ? {} : { port: port.slice(0, 64) }),
});

/** Interfaces at one side of a cable; null where one of them is something else. Before 3.3 there was one a side. */
function endsOf(cable: Record<string, unknown>, side: "a" | "b"): End[] | null {
  const list = cable[`${side}_terminations`];
  const given = Array.isArray(list)
    ? list
        .map(rawFields)
        .map(({ object_type, object }) => ({ type: text(object_type), object: rawFields(object) }))
    : [
        {
          type: text(cable[`termination_${side}_type`]),
          object: rawFields(cable[`termination_${side}`]),
        },
      ];
  const ends = given.map(({ object }) => ({ device: rawFields(object.device), port: text(object.name) }));
  const isAll = given.every(({ type }, at) => type === INTERFACE && keyOf(ends[at]!.device) !== "");
  return isAll && ends.length > 0 ? ends : null;
}

function delayOf({
  length,
  length_unit: unit,
}: Record<string, unknown>): Pick<ImportedLink, "delayUs" | "fromDistance"> {
  const metres = METRES[text(rawFields(unit).value) || text(unit)];
  const long = number(length);
  return long === null || metres === undefined
    ? { delayUs: null }
    : { delayUs: Number((long * metres * US_PER_METRE).toPrecision(6)), fromDistance: true };
}

/** Gbps of an interface: as set (in kbps), else by its type ("10gbase-x-sfpp", "1000base-t"); null: not told. */
function rateOf({ speed, type }: Record<string, unknown>): number | null {
  const set = number(speed);
  if (set !== null && set > 0) return set / 1e6;
  const [, value, unit] = /^(\d+(?:\.\d+)?)(g?)base/i.exec(text(rawFields(type).value)) ?? [];
  return value === undefined ? null : Number(value) / (unit ? 1 : 1000);
}

function kindOf(device: Record<string, unknown>): { kind: TopologyNode["kind"]; profile?: string } {
  const custom = rawFields(device.custom_fields);
  const profile = text(custom[PROFILE_FIELD]);
  const wanted = text(custom[KIND_FIELD]);
  const role = text(rawFields(device.role ?? device.device_role).slug);
  const platform = text(rawFields(device.platform).slug);
  const model = text(rawFields(device.device_type).model);
  const told = containerlabKind(platform, `${model} ${platform} ${role}`);
  const kind = isNodeKind(wanted)
    ? wanted
    : profile !== "" || told === "device"
      ? "device"
      : ROLE_OF_HOSTS.test(role)
        ? "host"
        : told;
  return { kind, ...(profile === "" ? {} : { profile }) };
}
