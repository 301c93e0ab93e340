import { createRandom } from "@p4twin/models/core";

/**
 * Datagrams that are no reports, made of whole ones: too short, of an unknown version, cut in the middle, and
 * noise in turn. The same seed gives the same ones.
 */
export function floodOf(reports: readonly Uint8Array[], seed: number): Uint8Array[] {
  const random = createRandom(seed);
  const noise = () => Math.floor(random.next() * 256);
  return reports.map((report, i) => {
    switch (i % 4) {
      case 0:
        return report.slice(0, 3);
      case 1:
        return Uint8Array.from(report, (byte, at) => (at === 0 ? 0xf0 | byte : byte));
      case 2:
        return report.slice(0, Math.floor(report.length / 2));
      default:
        return Uint8Array.from({ length: 1 + noise() }, noise);
    }
  });
}
