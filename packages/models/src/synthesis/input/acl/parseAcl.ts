import type { Diagnostic } from "../../../core/index.ts";
import { parsePrefix } from "../../header/address.ts";
import { type FieldSet, intersectSets, valuesOf } from "../../header/fieldSet.ts";
import { type Filter, filterOf } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { createPlaces } from "../click/tokens.ts";

/** One rule of an ACL file; `null` filter: no packet can match it. */
export type AclRule = { filter: Filter | null; action: "allow" | "deny" | null };

const FORM =
  "@SOURCE/LENGTH DESTINATION/LENGTH LOW : HIGH LOW : HIGH PROTOCOL/MASK [FLAGS/MASK] [allow|deny]";

/**
 * Reads a ClassBench filter file: one rule a line, the first match counts. A word allow or deny at the end is
 * our addition, as the format names no action. Ports of packets other than TCP and UDP do not exist, so a
 * rule with ports is one of TCP and UDP.
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
  return { rules, diagnostics };
}

function parseLine(line: string): AclRule | string {
  const match =
    /^@(\S+)\s+(\S+)\s+(\d+)\s*:\s*(\d+)\s+(\d+)\s*:\s*(\d+)\s+(\S+)(?:\s+0x[0-9a-fA-F]+\/0x[0-9a-fA-F]+)?(?:\s+(allow|deny))?$/.exec(
      line,
    );
  if (!match) return `a rule is ${FORM}`;
  const [, source, destination, ...rest] = match;
  const [srcLow, srcHigh, dstLow, dstHigh, protocol, action] = rest;
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
  const protocols = hasPorts ? intersectSets(ipProto, valuesOf(PROTOCOL.tcp, PROTOCOL.udp)) : ipProto;
  const filter = filterOf({ ipSrc, ipDst, srcPort, dstPort, ipProto: protocols }, PACKET_LAYOUT);
  return { filter, action: action === "allow" || action === "deny" ? action : null };
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
