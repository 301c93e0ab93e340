import { formatIpv4, formatIpv6 } from "./address.ts";

const BITS = { ipv4: 32, mac: 48, ipv6: 128 } as const;
type Family = keyof typeof BITS;

const FAMILIES: readonly [Family, ReadonlySet<string>][] = [
  ["ipv6", new Set(["ipv6", "ip6"])],
  ["mac", new Set(["mac", "dmac", "smac", "ethernet", "eth"])],
  ["ipv4", new Set(["ipv4", "ip4", "ip", "sip", "dip"])],
];
/** Last words of the name of an address, and those that are one only beside another word, as in `dst_ip`. */
const ADDRESS = new Set(
  "addr address src dst source destination mac dmac smac sip dip nhop nexthop hop".split(" "),
);
const FAMILY_ONLY = new Set(["ip", "ip4", "ip6", "ipv4", "ipv6"]);
const WHOSE = new Set(
  "src dst source destination next hop nhop nexthop gateway peer local remote server host".split(" "),
);

/**
 * A value as the address that its field or parameter is by its name, such as `hdr.ipv4.dstAddr` or `dst_mac`. Null
 * where the name does not say so, or the value or the field (`bits`; null: unknown) has another size. A `dstAddr` of no
 * protocol is a MAC address where no other fits.
 */
export function addressOfField(name: string, value: bigint, bits: number | null): string | null {
  const family = familyOf(name, value);
  if (family === null || (bits !== null && bits !== BITS[family])) return null;
  if (value < 0n || value >> BigInt(BITS[family]) !== 0n) return null;
  switch (family) {
    case "ipv4":
      return formatIpv4(Number(value));
    case "ipv6":
      return formatIpv6(wordsOf(value), 0);
    case "mac":
      return value
        .toString(16)
        .padStart(12, "0")
        .replace(/..(?=.)/g, "$&:");
  }
}

function familyOf(name: string, value: bigint): Family | null {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
  const last = words.at(-1) ?? "";
  const isAddress = ADDRESS.has(last) || (FAMILY_ONLY.has(last) && words.some((word) => WHOSE.has(word)));
  if (!isAddress) return null;
  // what the field itself is called says more than what it is in: `ipv4.dst_mac`
  for (const part of [[last], words.slice(-2), words])
    for (const [family, names] of FAMILIES) if (part.some((word) => names.has(word))) return family;
  return last === "addr" && value > 0xffff_ffffn ? "mac" : null;
}

const wordsOf = (value: bigint): Uint32Array =>
  Uint32Array.from([96n, 64n, 32n, 0n], (shift) => Number((value >> shift) & 0xffff_ffffn));
