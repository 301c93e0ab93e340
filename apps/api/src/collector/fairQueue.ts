import type { Exporter } from "./exporters.ts";

type Lane = { exporter: Exporter; datagrams: Uint8Array[]; head: number };

/**
 * What waits between socket and decoder where datagrams come as events: a lane per exporter, read in turn.
 * When the queue is full, the exporter with the most datagrams in it loses one, which is counted on it: one
 * that sends too much displaces nobody else.
 */
export function createFairQueue(capacity: number) {
  const lanes = new Map<Exporter, Lane>();
  /** lanes with something in them, in the order of their turns */
  let turns: Lane[] = [];
  let size = 0;
  let longest: Lane | null = null;

  const lengthOf = (lane: Lane): number => lane.datagrams.length - lane.head;

  /**
   * The longest lane, or one that has more than its share of the queue: finding the longest each time would
   * cost too much.
   */
  const overfull = (): Lane => {
    if (longest !== null && lengthOf(longest) > (2 * size) / turns.length) return longest;
    longest = turns.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a));
    return longest;
  };

  return {
    get size() {
      return size;
    },

    /** Keeps `datagram` (and its bytes) until it is its turn. */
    push(exporter: Exporter, datagram: Uint8Array): void {
      if (size >= capacity) {
        const loser = overfull();
        loser.exporter.dropQueued();
        // the newest goes: what is older is nearer to its turn
        if (loser.exporter === exporter) return;
        loser.datagrams.pop();
        size--;
      }
      let lane = lanes.get(exporter);
      if (!lane) {
        lane = { exporter, datagrams: [], head: 0 };
        lanes.set(exporter, lane);
        turns.push(lane);
      }
      lane.datagrams.push(datagram);
      size++;
    },

    /** Hands out up to `count` datagrams, one of each exporter in turn. */
    take(count: number, read: (exporter: Exporter, datagram: Uint8Array) => void): void {
      let left = count;
      while (left > 0 && size > 0) {
        const still: Lane[] = [];
        for (const [i, lane] of turns.entries()) {
          if (left === 0) {
            still.unshift(...turns.slice(i));
            break;
          }
          if (lengthOf(lane) > 0) {
            read(lane.exporter, lane.datagrams[lane.head++]);
            size--;
            left--;
          }
          if (lengthOf(lane) > 0) still.push(lane);
          else lanes.delete(lane.exporter);
        }
        turns = still;
      }
      longest = null;
    },
  };
}
