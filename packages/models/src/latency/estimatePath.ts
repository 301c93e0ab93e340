import type { DeviceProfile } from "../device/index.ts";
import { constructTerms } from "./constructTerms.ts";
import type { PathEstimate } from "./estimateReport.ts";
import { externTerms } from "./externTerms.ts";
import { latencyIntervals } from "./interval.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { referenceBytesOf, regimeNotes } from "./packetSizeNotes.ts";
import type { LatencyPath } from "./program.ts";
import { sumUs } from "./term.ts";

/**
 * Latency of one path on one device: terms, their sum, and its two intervals where the profile allows to tell them.
 * With externs of unknown cost (`notCounted`) the sum is the least that the path takes.
 */
export function estimatePath(
  path: LatencyPath,
  profile: DeviceProfile,
  form: LatencyForm,
  packetBytes: number,
): PathEstimate {
  const basis = form.basis(profile, path.features);
  if (!basis.available) {
    return {
      pathId: path.id,
      ...{ meanUs: null, meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null },
      terms: [],
      notes: [`not available: ${basis.reason}`],
    };
  }
  const externs = externTerms(profile, path.externs);
  const terms = [basis.base, ...constructTerms(path, profile, basis.slopes), ...externs.terms];
  const meanUs = sumUs(terms);
  const open = externs.unknown.length > 0;
  const interval =
    externs.errorUs === null ? null : latencyIntervals(profile, path.features, meanUs, externs.errorUs);
  const atReference = packetBytes === referenceBytesOf(profile);
  const spreadless = interval !== null && interval.lowUs === null;
  const notes = [
    ...basis.notes,
    ...externs.unknown.map(
      (name) => `the latency of the extern ${name} is not published for ${profile.id}: not counted`,
    ),
    ...(open ? ["a cost is not known: the path takes at least this, and there is no interval"] : []),
    ...(interval === null
      ? open
        ? []
        : [noIntervalNote(profile, externs.errorUs)]
      : atReference
        ? [
            ...interval.notes,
            ...(spreadless ? [`${profile.id} publishes no spread of packets: no interval of a packet`] : []),
          ]
        : [`the interval is published for ${referenceBytesOf(profile)} B only`]),
    ...regimeNotes(profile, path.features, packetBytes),
  ];
  const told = interval !== null && atReference ? interval : null;
  return {
    pathId: path.id,
    meanUs,
    meanLowUs: told?.meanLowUs ?? null,
    meanHighUs: told?.meanHighUs ?? null,
    lowUs: told?.lowUs ?? null,
    highUs: told?.highUs ?? null,
    terms,
    notes,
    ...(open ? { notCounted: externs.unknown } : {}),
  };
}

const noIntervalNote = (profile: DeviceProfile, externErrorUs: number | null): string =>
  externErrorUs === null
    ? `${profile.id} publishes no error for the cost of an extern: no interval`
    : `${profile.id} publishes no fit error: no interval`;
