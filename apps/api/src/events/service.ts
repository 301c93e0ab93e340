import type { DeploymentService } from "../deployments/service.ts";
import { DomainError, notFound } from "../errors.ts";
import { type Clock, found } from "../shared/service.ts";
import type { EventLog } from "./eventLog.ts";
import type { createLastData } from "./lastData.ts";
import type { MuteStore } from "./muteStore.ts";
import type { RecordStore } from "./recordStore.ts";
import type {
  AlertRecord,
  Event,
  EventFilter,
  Mute,
  MuteInput,
  RecordFilter,
  SegmentEvent,
} from "./schema.ts";
import type { EventStore } from "./store.ts";

type Deps = {
  store: EventStore;
  withLastData: ReturnType<typeof createLastData>;
  mutes: MuteStore;
  records: RecordStore;
  log: EventLog;
  deployments: Pick<DeploymentService, "get">;
  /** attached switches; null: there is no such one */
  switches: { get(id: string): Promise<object | null> };
  clock: Clock;
};

/**
 * Events as users see them: found, acknowledged, muted, and their audit. They are raised and cleared by the watcher.
 */
export function createEventService(deps: Deps) {
  const { store, withLastData, mutes, records, log, deployments, switches, clock } = deps;
  return {
    list: async (filter: EventFilter): Promise<Event[]> => withLastData(await store.list(filter)),
    /** Those of segments. */
    ofSegments: async (filter: Omit<EventFilter, "kind">): Promise<SegmentEvent[]> =>
      withLastData(await store.ofSegments(filter)),
    get: async (id: string): Promise<Event> => {
      const [event] = await withLastData([found(await store.get(id), "event", id)]);
      return found(event ?? null, "event", id);
    },
    records: (filter: RecordFilter): Promise<AlertRecord[]> => records.list(filter),
    mutes: (): Promise<Mute[]> => mutes.pending(clock()),

    acknowledge: (id: string, by: string): Promise<void> => log.acknowledge(id, by, true, clock()),
    unacknowledge: (id: string, by: string): Promise<void> => log.acknowledge(id, by, false, clock()),

    async mute(input: MuteInput, by: string): Promise<Mute> {
      const { deploymentId, segmentId, switchId } = input;
      if (switchId !== undefined) found(await switches.get(switchId), "switch", switchId);
      const segments = deploymentId === undefined ? [] : (await deployments.get(deploymentId)).segments;
      if (segmentId !== null && !segments.some((s) => s.id === segmentId))
        throw notFound("segment", segmentId);
      if (Date.parse(input.until) <= clock().getTime())
        throw new DomainError("bad_input", "A mute must end in the future.");
      if (input.from !== undefined && Date.parse(input.from) >= Date.parse(input.until))
        throw new DomainError("bad_input", "A maintenance window must begin before it ends.");
      return log.mute(input, by, clock());
    },
    unmute: (id: string, by: string): Promise<void> => log.unmute(id, by, clock()),
  };
}
export type EventService = ReturnType<typeof createEventService>;
