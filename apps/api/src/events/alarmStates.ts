import type { SegmentWatch } from "./segmentWatch.ts";

const key = (deploymentId: string, segmentId: string): string => `${deploymentId}/${segmentId}`;

/**
 * The alarms of the segments that this process judges: the watcher steps them, who judges models asks whether one is
 * up.
 */
export function createAlarmStates() {
  let watched: ReadonlyMap<string, SegmentWatch> = new Map();
  return {
    of: (deploymentId: string, segmentId: string) => watched.get(key(deploymentId, segmentId)),
    raised: (deploymentId: string, segmentId: string): boolean =>
      watched.get(key(deploymentId, segmentId))?.raised ?? false,
    /** Watches these from now on; returns those that were watched and are no more. */
    replace(next: readonly { deploymentId: string; segmentId: string; watch: SegmentWatch }[]) {
      const before = watched;
      watched = new Map(next.map((w) => [key(w.deploymentId, w.segmentId), w.watch]));
      return [...before].flatMap(([id, watch]) => {
        const [deploymentId = "", segmentId = ""] = id.split(/\/(.*)/s);
        return watched.has(id) ? [] : [{ deploymentId, segmentId, watch }];
      });
    },
  };
}
export type AlarmStates = ReturnType<typeof createAlarmStates>;
