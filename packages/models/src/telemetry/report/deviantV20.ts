import { FLAG_TRACKED, INT_NONE, type ReportBatch } from "../batch.ts";
import { dropSinkUptime } from "../int/sinkUptime.ts";
import {
  MARK_INNER_TYPE_MISMATCH,
  MARK_LENGTH_ZERO,
  MARK_NO_INDIVIDUAL,
  MARK_REPORT_VERSION_1,
  MARK_SHORT_INDIVIDUAL,
} from "../marks.ts";
import { isEthernetIp } from "../packet/ethernet.ts";
import { INNER_ETHERNET, readInner } from "../packet/inner.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK } from "../reasons.ts";
import { beginV20, TYPE_INT, takeFlagsV20 } from "./v20.ts";

const GROUP_BYTES = 8;
const INDIVIDUAL_BYTES = 12;

/** A named deviation of report v2.0: where the packet begins, and what must have been read for it to be believed. */
type Deviation = {
  mark: number;
  /** offset of the inner packet from the group header */
  inner: number;
  /** an INT stack must be readable; else the flow alone is taken */
  needsInt: boolean;
  applies(v: DataView, at: number, end: number): boolean;
};

const isInner = (type: number): boolean => type >= 3 && type <= 5;

/**
 * Every deviation with all of its conditions [int-deviations]; they exclude each other but by chance. Where a sequence
 * stands still, equal values switch its tracking off.
 */
const DEVIATIONS: readonly Deviation[] = [
  {
    mark: MARK_LENGTH_ZERO,
    inner: GROUP_BYTES + INDIVIDUAL_BYTES,
    needsInt: true,
    applies: (v, at) =>
      v.getUint8(at) >> 4 === 2 &&
      v.getUint8(at + 8) >> 4 === TYPE_INT &&
      isInner(v.getUint8(at + 8) & 0x0f) &&
      v.getUint16(at + 9) === 0 &&
      v.getUint32(at + 12) === 0 &&
      v.getUint32(at + 16) === 0,
  },
  {
    mark: MARK_NO_INDIVIDUAL,
    inner: GROUP_BYTES,
    needsInt: true,
    applies: (v, at, end) => v.getUint8(at) >> 4 === 2 && isEthernetIp(v, at + GROUP_BYTES, end),
  },
  {
    mark: MARK_SHORT_INDIVIDUAL,
    inner: GROUP_BYTES + 4,
    needsInt: false,
    applies: (v, at, end) =>
      v.getUint8(at) >> 4 === 2 &&
      v.getUint8(at + 8) === ((TYPE_INT << 4) | 3) &&
      isEthernetIp(v, at + GROUP_BYTES + 4, end),
  },
  {
    mark: MARK_REPORT_VERSION_1,
    inner: GROUP_BYTES + INDIVIDUAL_BYTES,
    needsInt: false,
    applies: (v, at, end) =>
      v.getUint8(at) === 0x10 &&
      v.getUint8(at + 8) === ((TYPE_INT << 4) | 4) &&
      isEthernetIp(v, at + GROUP_BYTES + INDIVIDUAL_BYTES, end),
  },
];

/**
 * A report v2.0 that the specification refuses, read by the one named deviation that explains it [int-deviations].
 * False, with the batch as it was, when none does, or more than one.
 */
export function decodeDeviantV20(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
): boolean {
  if (at + GROUP_BYTES + INDIVIDUAL_BYTES > end) return false;
  const { reports, hops } = batch;
  let only: Deviation | null = null;
  for (const deviation of DEVIATIONS) {
    if (!deviation.applies(v, at, end)) continue;
    const explains = readAs(deviation, v, at, end, options, batch);
    batch.reports = reports;
    batch.hops = hops;
    if (!explains) continue;
    if (only !== null) return false;
    only = deviation;
  }
  return only !== null && readAs(only, v, at, end, options, batch);
}

function readAs(
  { mark, inner, needsInt }: Deviation,
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
): boolean {
  const r = beginV20(v.getUint32(at), v.getUint32(at + 4), options, batch);
  batch.marks[r] |= mark;
  // without a header of its own a report has no flags: what was mirrored was tracked
  if (mark === MARK_LENGTH_ZERO || mark === MARK_SHORT_INDIVIDUAL)
    takeFlagsV20(v.getUint8(at + 11), batch, r);
  else if (mark === MARK_NO_INDIVIDUAL) batch.flags[r] = FLAG_TRACKED;
  const { hops } = batch;
  const type = v.getUint8(at + 8) & 0x0f;
  const announcesIp = mark === MARK_LENGTH_ZERO && type !== 3;
  if (announcesIp && isEthernetIp(v, at + inner, end)) batch.marks[r] |= MARK_INNER_TYPE_MISMATCH;
  const kind = announcesIp && !(batch.marks[r] & MARK_INNER_TYPE_MISMATCH) ? type - 3 : INNER_ETHERNET;
  const reason = readInner(v, at + inner, end, kind, false, false, options, batch, r);
  if (reason !== OK || (needsInt && batch.int[r] === INT_NONE)) return false;
  if (batch.hops > hops) dropSinkUptime(batch, r);
  batch.end(r);
  return true;
}
