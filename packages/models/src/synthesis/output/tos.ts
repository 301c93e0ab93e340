import { type FieldSet, hasValue } from "../header/fieldSet.ts";

/** The byte is six bits that OVS names nw_tos, with two zeros behind, and two named nw_ecn: neither takes a mask. */
const ECN_VALUES = [0, 1, 2, 3];
const DSCP_VALUES = Array.from({ length: 64 }, (_, i) => i);

/** Values of the TOS byte for OVS: whole rows or columns of the two parts where they are in the set. */
export function tosMatches(set: FieldSet): string[] {
  const has = (dscp: number, ecn: number): boolean => hasValue(set, 4 * dscp + ecn);
  const columns = ECN_VALUES.filter((ecn) => DSCP_VALUES.every((dscp) => has(dscp, ecn)));
  const rows = DSCP_VALUES.flatMap((dscp) => {
    const left = ECN_VALUES.filter((ecn) => has(dscp, ecn) && !columns.includes(ecn));
    return left.length === ECN_VALUES.length
      ? [`nw_tos=${4 * dscp}`]
      : left.map((ecn) => `nw_tos=${4 * dscp},nw_ecn=${ecn}`);
  });
  return [...columns.map((ecn) => `nw_ecn=${ecn}`), ...rows];
}
