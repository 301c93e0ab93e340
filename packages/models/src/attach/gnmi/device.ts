import type { GnmiDevice } from "../../topology/index.ts";
import { itemsOf, numberOf, type Tree, textOf, within } from "./openConfigTree.ts";

/** Texts of a device are cut to this (our choice): a name is one line. */
const MOST_CHARS = 200;

/** What openconfig-system, -platform, -interfaces and -lldp say of a device. */
export function deviceOf(tree: Tree): GnmiDevice {
  const components = itemsOf(within(tree, "components"), "component");
  const chassis = components.find((each) =>
    (textOf(within(each, "state"), "type") ?? "").endsWith("CHASSIS"),
  );
  const lldp = within(tree, "lldp");
  return {
    hostname: said(within(tree, "system"), "hostname") ?? said(lldp, "system-name"),
    chassisId: lineOf(within(lldp, "state"), "chassis-id"),
    serial: chassis ? lineOf(within(chassis, "state"), "serial-no") : null,
    nodeIds: components.flatMap((each) => said(within(each, "integrated-circuit"), "node-id") ?? []),
    // some servers list them in another order each time
    interfaces: itemsOf(within(tree, "interfaces"), "interface")
      .flatMap(interfaceOf)
      .sort((a, b) => byName.compare(a.name, b.name)),
    neighbours: itemsOf(within(lldp, "interfaces"), "interface").flatMap(neighboursOf),
  };
}

/** `Ethernet4` before `Ethernet12`. */
const byName = new Intl.Collator("en", { numeric: true });

const lineOf = (tree: Tree, leaf: string): string | null => textOf(tree, leaf)?.slice(0, MOST_CHARS) ?? null;

/** As it is, else as it was set. */
const said = (of: Tree, leaf: string): string | null =>
  lineOf(within(of, "state"), leaf) ?? lineOf(within(of, "config"), leaf);

/** An item's name: its key, or a leaf of it. */
const nameOf = (item: Tree): string | null => lineOf(item, "name") ?? lineOf(within(item, "state"), "name");

function interfaceOf(each: Tree): GnmiDevice["interfaces"] {
  const state = within(each, "state");
  const ethernet = within(each, "ethernet");
  const name = nameOf(each);
  if (name === null) return [];
  const oper = textOf(state, "oper-status");
  return [
    {
      name,
      ifindex: wholeOf(state, "ifindex"),
      p4Port: wholeOf(state, "id") ?? wholeOf(within(each, "config"), "id"),
      mac: lineOf(within(ethernet, "state"), "mac-address"),
      isUp: oper === null ? null : oper === "UP",
      gbps: gbpsOf(said(ethernet, "port-speed")),
    },
  ];
}

const wholeOf = (tree: Tree, leaf: string): number | null => {
  const value = numberOf(tree, leaf);
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
};

/** `SPEED_100GB`, `SPEED_2500MB`, with or without their module, and `100GB` of fabric-sim; null for others. */
function gbpsOf(speed: string | null): number | null {
  const [, value, unit] = /(?:^|SPEED_)(\d+)(MB|GB)$/.exec(speed ?? "") ?? [];
  return Number(value) > 0 ? Number(value) / (unit === "MB" ? 1000 : 1) : null;
}

function neighboursOf(each: Tree): GnmiDevice["neighbours"] {
  const here = nameOf(each);
  if (here === null) return [];
  return itemsOf(within(each, "neighbors"), "neighbor").map((neighbour) => {
    const state = within(neighbour, "state");
    return {
      interface: here,
      systemName: lineOf(state, "system-name"),
      chassisId: lineOf(state, "chassis-id"),
      portId: lineOf(state, "port-id"),
      portDescription: lineOf(state, "port-description"),
      managementAddress: lineOf(state, "management-address"),
      kind: kindOf(itemsOf(within(neighbour, "capabilities"), "capability")),
    };
  });
}

/** By capabilities that are enabled: what forwards is a switch, any other a host; null without one. */
function kindOf(capabilities: readonly Tree[]): "host" | "switch" | null {
  const enabled = capabilities
    .filter((each) => within(each, "state").leaves.get("enabled") === true)
    .map((each) => nameOf(each) ?? "");
  if (enabled.length === 0) return null;
  return enabled.some((name) => /(?:^|:)(MAC_BRIDGE|ROUTER)$/.test(name)) ? "switch" : "host";
}
