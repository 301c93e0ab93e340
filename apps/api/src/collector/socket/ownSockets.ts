import { OWN_SOCKETS } from "./steering.ts";

/**
 * An exporter that sends more in a review period gets a socket of its own when one is free (our choice:
 * 10,000 a second).
 */
const HOT = 2_500;
/** An owner that sends less gives its socket back after so many periods: 10 s. */
const COLD = HOT / 4;
const COLD_PERIODS = 40;
/** Length of a period: how soon a hot exporter stops taking room from its neighbours. */
export const REVIEW_MS = 250;

type Talker = { key: number; heard: number };
type Owner = { key: number; coldPeriods: number; heard: number };

/**
 * `took` and `gave` say which own socket changes hands; at most one change a period, so that order can be
 * kept (see port.ts).
 */
export type SocketChange = { socket: number; key: number; what: "took" | "gave" };

/** Who has a socket of a port to itself. */
export function createOwnSockets() {
  const owners: (Owner | null)[] = new Array(OWN_SOCKETS).fill(null);
  return {
    owners: (): (number | null)[] => owners.map((owner) => owner?.key ?? null),

    /** Judges a period by what each exporter has sent in it; returns the change, or null. */
    review(talkers: readonly Talker[]): SocketChange | null {
      const heard = new Map(talkers.map((t) => [t.key, t.heard]));
      for (const owner of owners) {
        if (!owner) continue;
        owner.heard = heard.get(owner.key) ?? 0;
        owner.coldPeriods = owner.heard < COLD ? owner.coldPeriods + 1 : 0;
      }
      let hottest: Talker | null = null;
      for (const talker of talkers)
        if (
          talker.heard >= HOT &&
          talker.heard > (hottest?.heard ?? 0) &&
          !owners.some((owner) => owner?.key === talker.key)
        )
          hottest = talker;
      const free = owners.indexOf(null);
      if (hottest && free >= 0) {
        owners[free] = { key: hottest.key, coldPeriods: 0, heard: hottest.heard };
        return { socket: free, key: hottest.key, what: "took" };
      }
      let coldest = -1;
      owners.forEach((owner, k) => {
        if (owner && owner.heard < (owners[coldest]?.heard ?? Number.POSITIVE_INFINITY)) coldest = k;
      });
      const loser = owners[coldest];
      // whoever is far hotter takes the place in the next period
      if (loser && (loser.coldPeriods >= COLD_PERIODS || (hottest && hottest.heard > 4 * loser.heard))) {
        owners[coldest] = null;
        return { socket: coldest, key: loser.key, what: "gave" };
      }
      return null;
    },
  };
}
