import { type Diagnostic, hasErrors, type Span } from "../../../core/index.ts";
import { parsePrefix } from "../../header/address.ts";
import { type FieldSet, intersectSets, isSameSet, valuesOf } from "../../header/fieldSet.ts";
import { type Filter, filterOf } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { createPlaces } from "../click/tokens.ts";

/** One rule of an ACL file; `null` filter: no packet can match it. */
export type AclRule = {
  filter: Filter | null;
  action: "allow" | "deny" | null;
  /** bits that it asks for and that are no field: packets that it may take go to the access list itself */
  unread: string | null;
};

const FORM =
  "@SOURCE/LENGTH DESTINATION/LENGTH LOW : HIGH LOW : HIGH PROTOCOL/MASK [FLAGS/MASK] [allow|deny]";

/**
 * Reads a ClassBench filter file: one rule a line, the first match counts. A word allow or deny at the end is
 * our addition, as the format names no action: without any, a warning says what the rules do. Ports of packets other
 * than TCP and UDP do not exist, so a rule with ports is one of TCP and UDP. FLAGS are what ClassBench's seeds have
 * there (our reading: no text says it): TCP's flags in the upper byte, or a type of ICMP, in the lower byte its code;
 * where only the lower byte is asked, TCP's flags are there.
 */
export function parseAcl(text: string, file: string): { rules: AclRule[]; diagnostics: Diagnostic[] } {
  const rules: AclRule[] = [];
  const diagnostics: Diagnostic[] = [];
  const placeOf = createPlaces(text, file);
  let offset = 0;
  for (const line of text.split("\n")) {
    const bare = line.replace(/#.*$/, "").trim();
    if (bare !== "") {
      const rule = parseLine(bare);
      if (typeof rule !== "string") rules.push(rule);
      else
        diagnostics.push({
          severity: "error",
          code: "acl-rule",
          message: rule,
          span: placeOf(offset, offset + line.length),
        });
    }
    offset += line.length + 1;
  }
  if (rules.length === 0 && diagnostics.length === 0)
    diagnostics.push({
      severity: "error",
      code: "acl-empty",
      message: `the file has no rule; a rule is ${FORM}`,
      span: placeOf(0, 0),
    });
  return {
    rules,
    diagnostics: hasErrors(diagnostics) ? diagnostics : [...diagnostics, ...losses(rules, placeOf(0, 0))],
  };
}

/** Rules whose packets go to software: they ask for bits that no packet field holds. */
function losses(rules: readonly AclRule[], span: Span): Diagnostic[] {
  const lost = rules.flatMap((r) => (r.unread === null ? [] : [r.unread]));
  if (lost.length === 0) return [];
  const kinds = [...new Set(lost)].slice(0, 3).join(", ");
  return [
    {
      severity: "warning",
      code: "acl-flags",
      message: `${lost.length} of ${rules.length} rules ask for bits that are neither TCP's flags nor a type of ICMP (${kinds}): what they may take goes to the access list itself, in software`,
      span,
    },
  ];
}

/** What rules without an action do, when nobody said it; null when every rule says allow or deny. */
export function silentActions(rules: readonly AclRule[], file: string, stated: boolean): Diagnostic[] {
  const silent = rules.filter((r) => r.action === null).length;
  if (silent === 0 || stated) return [];
  return [
    {
      severity: "warning",
      code: "acl-action",
      message: `${silent} of ${rules.length} rules name no action, so they allow; end them in allow or deny, or give acl.action in a chain file`,
      span: createPlaces("", file)(0, 0),
    },
  ];
}

function parseLine(line: string): AclRule | string {
  const match =
    /^@(\S+)\s+(\S+)\s+(\d+)\s*:\s*(\d+)\s+(\d+)\s*:\s*(\d+)\s+(\S+)(?:\s+0x([0-9a-fA-F]+)\/0x([0-9a-fA-F]+))?(?:\s+(allow|deny))?$/.exec(
      line,
    );
  if (!match) return `a rule is ${FORM}`;
  const [, source, destination, ...rest] = match;
  const [srcLow, srcHigh, dstLow, dstHigh, protocol, value, mask, action] = rest;
  const ipSrc = parsePrefix(source!);
  const ipDst = parsePrefix(destination!);
  if (ipSrc === null || ipDst === null)
    return `"${ipSrc === null ? source : destination}" is not of the form a.b.c.d/length`;
  const srcPort = portRange(srcLow!, srcHigh!);
  const dstPort = portRange(dstLow!, dstHigh!);
  if (srcPort === null || dstPort === null) return "a port range goes from low to high, 65535 at most";
  const ipProto = protocolSet(protocol!);
  if (ipProto === null) return `"${protocol}" is not a protocol, such as 0x06/0xFF, or 0x00/0x00 for any`;
  const hasPorts = [srcPort, dstPort].some(([low, high]) => low !== 0 || high !== 65535);
  const withPorts = hasPorts ? intersectSets(ipProto, valuesOf(PROTOCOL.tcp, PROTOCOL.udp)) : ipProto;
  const bits = bitsOf(withPorts, Number.parseInt(value ?? "0", 16), Number.parseInt(mask ?? "0", 16));
  const filter = filterOf(
    { ipSrc, ipDst, srcPort, dstPort, ipProto: withPorts, ...bits.fields },
    PACKET_LAYOUT,
  );
  return {
    filter,
    action: action === "allow" || action === "deny" ? action : null,
    unread: bits.isRead ? null : `0x${value}/0x${mask}`,
  };
}

/** Fields that a masked value of 16 bits asks for; what else it may ask for is not read. */
function bitsOf(
  protocols: FieldSet,
  value: number,
  mask: number,
): { fields: Readonly<Record<string, FieldSet>>; isRead: boolean } {
  if (mask === 0) return { fields: {}, isRead: true };
  const [upper, lower] = [mask >> 8, mask & 0xff];
  const valuesUnder = (wanted: number, asked: number): FieldSet =>
    valuesOf(...Array.from({ length: 256 }, (_, v) => v).filter((v) => ((v ^ wanted) & asked) === 0));
  if (isSameSet(protocols, valuesOf(PROTOCOL.icmp)))
    return { fields: { icmpType: valuesUnder(value >> 8, upper) }, isRead: lower === 0 };
  const tcp = intersectSets(protocols, valuesOf(PROTOCOL.tcp));
  if (tcp.length === 0) return { fields: {}, isRead: false };
  if (upper > 0 && lower > 0) return { fields: { ipProto: tcp }, isRead: false };
  const tcpFlags = valuesUnder(value >> (upper > 0 ? 8 : 0), upper || lower);
  return { fields: { ipProto: tcp, tcpFlags }, isRead: true };
}

function portRange(low: string, high: string): FieldSet | null {
  return Number(low) <= Number(high) && Number(high) < 65536 ? [Number(low), Number(high)] : null;
}

function protocolSet(text: string): FieldSet | null {
  const [value, mask] = text.split("/").map(Number);
  if (value === undefined || !Number.isInteger(value) || value > 255) return null;
  if (mask === 0) return [0, 255];
  return mask === 255 ? [value, value] : null;
}
