import { type FieldSet, fullSet, subtractSets, valuesOf } from "../../header/fieldSet.ts";
import type { Filter } from "../../header/filter.ts";
import { PACKET_LAYOUT, PROTOCOL } from "../../header/layout.ts";
import { TRANSPORT } from "../../header/transport.ts";
import { BadExpression, both, complement, only } from "./filterUnion.ts";
import { hasBytes, type MaskedByte, type Piece, packetsWithBytes } from "./headerBits.ts";

/** Packets of a pattern, and the first clause of it that is no field for them. */
export type FramePart = { filter: Filter; unread: string | null };

type Clause = { text: string; isNegated: boolean; bytes: MaskedByte[] };

const at = (byte: number, bytes: number, field: Piece["field"]): Piece => ({
  offset: 8 * byte,
  length: 8 * bytes,
  field,
});
/** An Ethernet frame with an IPv4 packet of 20 bytes of header. */
const FRAME: readonly Piece[] = [
  at(0, 6, "ethDst"),
  at(6, 6, "ethSrc"),
  at(12, 2, "ethType"),
  at(15, 1, "ipTos"),
  at(22, 1, "ipTtl"),
  at(23, 1, "ipProto"),
  at(26, 4, "ipSrc"),
  at(30, 4, "ipDst"),
];
const PORTS = [at(34, 2, "srcPort"), at(36, 2, "dstPort")];
/** Where what follows the IP header begins, and where TCP and UDP differ. */
const BEHIND_IP = 34;
const BEHIND_PORTS = 38;

const OTHERS: Behind = {
  protocols: subtractSets(
    fullSet(PACKET_LAYOUT.ipProto),
    valuesOf(PROTOCOL.icmp, PROTOCOL.tcp, PROTOCOL.udp),
  ),
  pieces: [],
};
const ICMP: Behind = { protocols: valuesOf(PROTOCOL.icmp), pieces: [at(34, 1, "icmpType")] };
/** Protocols that have the same fields behind the IP header. */
type Behind = { protocols: FieldSet; pieces: readonly Piece[] };
const NOTHING_READ: readonly Behind[] = [{ protocols: fullSet(PACKET_LAYOUT.ipProto), pieces: [] }];
const PORTS_READ: readonly Behind[] = [{ protocols: TRANSPORT, pieces: PORTS }, ICMP, OTHERS];
const ALL_READ: readonly Behind[] = [
  { protocols: valuesOf(PROTOCOL.tcp), pieces: [...PORTS, at(47, 1, "tcpFlags")] },
  { protocols: valuesOf(PROTOCOL.udp), pieces: PORTS },
  ICMP,
  OTHERS,
];

/** The packets of a pattern of Classifier, `OFFSET/DIGITS%MASK ...`; a text says what is no pattern. */
export function framePattern(pattern: string): FramePart[] | string {
  const clauses: Clause[] = [];
  for (const text of pattern.split(/\s+/)) {
    const clause = clauseOf(text);
    if (typeof clause === "string") return clause;
    clauses.push(clause);
  }
  const end = 1 + Math.max(...clauses.flatMap((c) => c.bytes.map((b) => b.at)));
  const behind = end <= BEHIND_IP ? NOTHING_READ : end <= BEHIND_PORTS ? PORTS_READ : ALL_READ;
  return behind.flatMap(({ protocols, pieces }) => partsOf(clauses, protocols, [...FRAME, ...pieces]));
}

function clauseOf(text: string): Clause | string {
  const [, sign, offset = "", digits = "", mask] =
    /^(!?)(\d+)\/((?:[0-9a-fA-F?]{2})+)(?:%((?:[0-9a-fA-F]{2})+))?$/.exec(text) ?? [];
  if (offset === "")
    return `pattern "${text}" must be OFFSET/DIGITS, such as 12/0800, with two digits for each byte`;
  if (mask !== undefined && mask.length !== digits.length)
    return `pattern "${text}" has a mask of another length than its digits`;
  const bytesOf = (hex: string): number[] =>
    Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
  const wild = bytesOf(digits.replace(/[^?]/g, "f").replaceAll("?", "0"));
  const masks = mask === undefined ? wild : bytesOf(mask).map((m, i) => m & wild[i]!);
  const bytes = bytesOf(digits.replaceAll("?", "0")).map((value, i) => ({
    at: Number(offset) + i,
    value,
    mask: masks[i]!,
  }));
  return { text, isNegated: sign === "!", bytes };
}

/** Of some protocols; a part that names a clause has packets that may not be of the pattern: nothing of it is read. */
function partsOf(clauses: readonly Clause[], protocols: FieldSet, pieces: readonly Piece[]): FramePart[] {
  let unread = clauses.find((c) => !hasBytes(pieces, c.bytes))?.text ?? null;
  let filters = only("ipProto", protocols);
  const taken = (read: () => Filter[], text: string): void => {
    try {
      filters = both(filters, read());
    } catch (error) {
      if (!(error instanceof BadExpression)) throw error;
      unread ??= text;
    }
  };
  // of frames without an IPv4 header the first byte of one says that it is none, which no field does
  const read = clauses.filter((c) => hasBytes(pieces, c.bytes));
  const stated = read.filter((c) => !c.isNegated);
  taken(
    () =>
      packetsWithBytes(
        pieces,
        stated.flatMap((c) => c.bytes),
      ),
    stated[0]?.text ?? "",
  );
  for (const { isNegated, bytes, text } of read)
    if (isNegated) taken(() => complement(packetsWithBytes(pieces, bytes)), text);
  return filters.map((filter) => ({ filter, unread }));
}
