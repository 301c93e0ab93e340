import { type Diagnostic, hasErrors, type Span } from "../../../core/index.ts";
import { parsePrefix } from "../../header/address.ts";
import { type FieldSet, intersectSets, valuesOf } from "../../header/fieldSet.ts";
import { type Filter, filterOf } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { createPlaces } from "../click/tokens.ts";

/** One rule of an ACL file; `null` filter: no packet can match it. */
export type AclRule = {
  filter: Filter | null;
  action: "allow" | "deny" | null;
  /** flags that it asks for beyond the eight of TCP, which it does not match */
  lostFlags: string | null;
};

const FORM =
  "@SOURCE/LENGTH DESTINATION/LENGTH LOW : HIGH LOW : HIGH PROTOCOL/MASK [FLAGS/MASK] [allow|deny]";

/**
 * Reads a ClassBench filter file: one rule a line, the first match counts. A word allow or deny at the end is
 * our addition, as the format names no action: without any, a warning says what the rules do. Ports of packets other
 * than TCP and UDP do not exist, so a rule with ports is one of TCP and UDP; one with flags is one of TCP, and what it
 * asks for beyond its eight flags is a warning.
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

/** What the rules leave open: flags that no packet field holds. */
function losses(rules: readonly AclRule[], span: Span): Diagnostic[] {
  const lost = rules.flatMap((r) => (r.lostFlags === null ? [] : [r.lostFlags]));
  if (lost.length === 0) return [];
  const kinds = [...new Set(lost)].slice(0, 3).join(", ");
  return [
    {
      severity: "warning",
      code: "acl-flags",
      message: `${lost.length} of ${rules.length} rules ask for bits that are not TCP's eight flags (${kinds}): these bits are not matched, so the rules match more packets`,
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
  const flags = flagsOf(value, mask);
  const withPorts = hasPorts ? intersectSets(ipProto, valuesOf(PROTOCOL.tcp, PROTOCOL.udp)) : ipProto;
  const protocols = flags.isAsked ? intersectSets(withPorts, valuesOf(PROTOCOL.tcp)) : withPorts;
  const filter = filterOf(
    { ipSrc, ipDst, srcPort, dstPort, ipProto: protocols, tcpFlags: flags.set },
    PACKET_LAYOUT,
  );
  return { filter, action: action === "allow" || action === "deny" ? action : null, lostFlags: flags.lost };
}

const FLAG_BITS = 0xff;

/** Values of TCP's eight flags that a masked value of up to 16 bits allows, and what it asks for beyond them. */
function flagsOf(
  value: string | undefined,
  mask: string | undefined,
): { set: FieldSet; isAsked: boolean; lost: string | null } {
  const [wanted, asked] = [Number.parseInt(value ?? "0", 16), Number.parseInt(mask ?? "0", 16)];
  const values = Array.from({ length: FLAG_BITS + 1 }, (_, flags) => flags).filter(
    (flags) => ((flags ^ wanted) & asked & FLAG_BITS) === 0,
  );
  const beyond = asked > FLAG_BITS;
  return {
    set: valuesOf(...values),
    isAsked: asked > 0,
    lost: beyond ? `0x${value}/0x${mask}` : null,
  };
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
