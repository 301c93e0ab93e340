import { parseIp, parseMac, parsePrefix } from "../../header/address.ts";
import type { ClickElement, ClickGraph } from "./clickGraph.ts";

/** What AddressInfo says of a name: texts of its IP address, its net and its MAC address. */
type Addresses = { ip?: string; net?: string; mac?: string };

/** Classes by how a name among their arguments is meant: the MAC address, or the IP address (a net behind `net`). */
const MAC_CLASSES = ["EtherEncap", "EtherRewrite", "StoreEtherAddress"];
const IP_CLASSES = [
  ...[
    "IPClassifier",
    "IPFilter",
    "IPRewriter",
    "TCPRewriter",
    "UDPRewriter",
    "RoundRobinIPMapper",
    "SetIPAddress",
    "StoreIPAddress",
  ],
  ...[
    "StaticIPLookup",
    "LinearIPLookup",
    "RadixIPLookup",
    "DirectIPLookup",
    "RangeIPLookup",
    "SortedIPLookup",
  ],
  ...["LookupIPRouteMP", "IPRewriterPatterns"],
];
const REWRITERS = ["IPRewriter", "TCPRewriter", "UDPRewriter", "RoundRobinIPMapper"];

/**
 * The configuration with the names that its AddressInfo and IPRewriterPatterns elements declare written out, as Click
 * resolves them. Names that they do not declare (Click asks the machine for addresses of its devices) stay.
 */
export function resolveNames(graph: ClickGraph): ClickGraph {
  const addresses = readAddresses(graph);
  const named = (kind: string, text: string) => writeAddresses(text, addresses, kind);
  const patterns = new Map<string, string>();
  for (const { class: name, arguments: given } of graph.elements)
    for (const text of name === "IPRewriterPatterns" ? given : []) {
      const [, key, pattern] = /^(\S+)\s+([\s\S]+)$/.exec(text) ?? [];
      if (key !== undefined) patterns.set(key, named(name, pattern!));
    }
  if (addresses.size === 0 && patterns.size === 0) return graph;
  const resolved = (element: ClickElement): ClickElement => {
    const { class: name, arguments: given } = element;
    const isRewriter = REWRITERS.includes(name);
    const own = given.map((text) => {
      const [, key, outputs] = /^(?:pattern\s+)?(\S+)((?:\s+\d+){0,2})$/.exec(text) ?? [];
      const pattern = isRewriter && key !== undefined ? patterns.get(key) : undefined;
      if (pattern === undefined) return named(name, text);
      return `${name === "RoundRobinIPMapper" ? "" : "pattern "}${pattern}${outputs}`;
    });
    return { ...element, arguments: name === "ARPQuerier" ? querier(own, addresses) : own };
  };
  return { ...graph, elements: graph.elements.map(resolved) };
}

function readAddresses({ elements }: ClickGraph): Map<string, Addresses> {
  const found = new Map<string, Addresses>();
  for (const { class: name, arguments: given } of elements)
    for (const text of name === "AddressInfo" ? given : []) {
      const [key, ...values] = text.split(/\s+/);
      const own: Addresses = { ...found.get(key!) };
      for (const value of values) {
        if (parseMac(value) !== null) own.mac = value;
        else if (parseIp(value) !== null) own.ip = value;
        else if (parsePrefix(value) !== null) {
          own.net = value;
          const [address = ""] = value.split("/");
          if (parseIp(address) !== null) own.ip ??= address;
        }
      }
      if (own.ip !== undefined) own.net ??= own.ip;
      found.set(key!, own);
    }
  return found;
}

/** Suffixes by which a configuration says which of a name's addresses it means. */
const SUFFIX: Readonly<Record<string, keyof Addresses>> = {
  ip: "ip",
  ipnet: "net",
  ip4net: "net",
  eth: "mac",
  ether: "mac",
};
const WORD = /[A-Za-z_][\w.-]*(?::[a-z]\w*)?/g;

function writeAddresses(text: string, addresses: ReadonlyMap<string, Addresses>, element: string): string {
  const isMac = MAC_CLASSES.includes(element);
  if (!isMac && !IP_CLASSES.includes(element)) return text;
  return text.replace(WORD, (word, at: number) => {
    const [name, suffix] = word.split(":");
    const known = addresses.get(name!);
    if (!known || (suffix !== undefined && !Object.hasOwn(SUFFIX, suffix))) return word;
    const isNet = /\bnet\s+$/.test(text.slice(0, at));
    const meant = suffix === undefined ? (isMac ? "mac" : isNet ? "net" : "ip") : SUFFIX[suffix]!;
    return known[meant] ?? word;
  });
}

/** `ARPQuerier(NAME)` and `ARPQuerier(NAME, NAME)`: the IP and the MAC address of a name. */
function querier(given: readonly string[], addresses: ReadonlyMap<string, Addresses>): string[] {
  const [ip = "", mac = ip, ...rest] = given;
  const bare = (text: string): string => text.split(":")[0]!;
  return [addresses.get(ip)?.ip ?? ip, addresses.get(bare(mac))?.mac ?? mac, ...rest];
}
