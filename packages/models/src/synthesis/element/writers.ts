import { parseIp, parseMac } from "../header/address.ts";
import { fullSet, valuesOf } from "../header/fieldSet.ts";
import { ANY } from "../header/filter.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import type { Write } from "../header/writes.ts";
import {
  always,
  behaviourOf,
  type CompiledElement,
  type ElementContext,
  exceptional,
  numberOf,
  PASS,
  refused,
  rule,
} from "./definition.ts";

/** Values of the TTL that a router may not forward (RFC 1812). */
const EXPIRED = [0, 1];

/** `DecIPTTL`: packets whose TTL is used up leave by port 1, all others with one less. */
export const compileDecTtl = (): CompiledElement =>
  always([rule({ ipTtl: EXPIRED }, 1), rule(ANY, 0, { ipTtl: { kind: "add", by: -1 } })]);

/** `EtherEncap(TYPE, SRC, DST)`. */
export function compileEtherEncap({ arguments: given }: ElementContext): CompiledElement {
  const [type, src, dst] = given;
  const values = [type, src, dst].map((t, i) => (i === 0 ? numberOf(t) : parseMac(t ?? "")));
  const [ethType, ethSrc, ethDst] = values;
  if (ethType === null || ethSrc === null || ethDst === null || given.length !== 3)
    return refused("it takes TYPE, SRC, DST, such as 0x0800, 02:00:00:00:00:01, 02:00:00:00:00:02");
  return always([
    rule(ANY, 0, {
      ethType: { kind: "const", value: ethType! },
      ethSrc: { kind: "const", value: ethSrc! },
      ethDst: { kind: "const", value: ethDst! },
    }),
  ]);
}

/** `EtherRewrite(SRC, DST)`: both addresses of the frame. */
export function compileEtherRewrite({ arguments: given }: ElementContext): CompiledElement {
  const [ethSrc, ethDst] = [parseMac(given[0] ?? ""), parseMac(given[1] ?? "")];
  if (ethSrc === null || ethDst === null || given.length !== 2)
    return refused("it takes SRC, DST, such as 02:00:00:00:00:01, 02:00:00:00:00:02");
  return always([
    rule(ANY, 0, { ethSrc: { kind: "const", value: ethSrc }, ethDst: { kind: "const", value: ethDst } }),
  ]);
}

/** `StoreEtherAddress(ADDRESS, src)`: one address of the frame, by its name or its offset. */
export function compileStoreEther({ arguments: given }: ElementContext): CompiledElement {
  const value = parseMac(given[0] ?? "");
  const place = (given[1] ?? "").replace(/^OFFSET\s+/, "");
  const field = ["src", "6"].includes(place) ? "ethSrc" : ["dst", "0"].includes(place) ? "ethDst" : null;
  if (value === null || field === null) return refused("it takes an address and src or dst");
  return always([rule(ANY, 0, { [field]: { kind: "const", value } })]);
}

/** `StoreIPAddress(ADDRESS, dst)`: one address of the packet, with its checksums; other forms write bytes anywhere. */
export function compileStoreIp({ arguments: given }: ElementContext): CompiledElement {
  const value = parseIp(given[0] ?? "");
  const field = given[1] === "src" ? "ipSrc" : given[1] === "dst" ? "ipDst" : null;
  if (value === null || field === null)
    return exceptional("StoreIPAddress: it writes where no field of a packet is known to be");
  return always([rule(ANY, 0, { [field]: { kind: "const", value } })]);
}

const MACS = fullSet(PACKET_LAYOUT.ethSrc);

/**
 * `ARPQuerier(IP, MAC)`: the source is its own, the destination is what ARP answers for the destination annotation.
 * Of a name that the configuration does not declare, Click asks the machine: the source is known when it runs.
 */
export function compileArpQuerier({ arguments: given, state, annotations }: ElementContext): CompiledElement {
  const [ip = "", mac = ip] = given;
  const ethSrc = parseMac(mac);
  if (ethSrc === null && !/^[A-Za-z_][\w.:-]*$/.test(mac))
    return refused("it takes its IP and its MAC address");
  const asked: Write = { kind: "set", values: MACS, choice: "any", state };
  return always([
    rule(ANY, 0, {
      ethType: { kind: "const", value: 0x0800 },
      ethSrc: ethSrc === null ? asked : { kind: "const", value: ethSrc },
      ethDst: asked,
      ...(annotations.hop === null || annotations.dst === null
        ? {}
        : { [annotations.hop]: { kind: "copy", from: annotations.dst, by: 0 } as const }),
    }),
  ]);
}

/** `SetIPTOS(VALUE)`: the whole byte. */
export function compileSetTos({ arguments: given }: ElementContext): CompiledElement {
  const value = numberOf(given[0]);
  if (value === null || value > 255) return refused("it takes a number from 0 to 255");
  return always([rule(ANY, 0, { ipTos: { kind: "const", value } })]);
}

/** `IPFragmenter(MTU)`: larger packets leave in pieces; those that forbid it are dropped (or leave by port 1). */
export function compileFragmenter({ arguments: given }: ElementContext): CompiledElement {
  const mtu = numberOf((given[0] ?? "").replace(/^MTU\s+/, ""));
  // Click's own limit
  if (mtu === null || mtu < 8)
    return refused("it takes the largest number of bytes of a packet, such as 1500");
  const behaviour = behaviourOf(PASS);
  return { ok: true, behaviour: () => behaviour, beyond: { mtu } };
}

/** `SetIPDSCP(DSCP)`: the six upper bits of the TOS byte; one rule for each value of the two others. */
export function compileSetDscp({ arguments: given }: ElementContext): CompiledElement {
  const dscp = numberOf((given[0] ?? "").replace(/^DSCP\s+/, ""));
  if (dscp === null || dscp > 63) return refused("it takes a number from 0 to 63");
  return always(
    [0, 1, 2, 3].map((ecn) => {
      const values = Array.from({ length: 64 }, (_, i) => 4 * i + ecn);
      // the last takes what is left, so that nothing seems to be dropped
      return rule(ecn === 3 ? ANY : { ipTos: valuesOf(...values) }, 0, {
        ipTos: { kind: "const", value: 4 * dscp + ecn },
      });
    }),
  );
}
