import { notFound } from "../errors.ts";
import type { Clock } from "../shared/service.ts";
import type { Event, EventFilter } from "./schema.ts";
import type { EventStore } from "./store.ts";

/** Events as users see them; they are raised and cleared by the watcher. */
export function createEventService({ store, clock }: { store: EventStore; clock: Clock }) {
  return {
    list: (filter: EventFilter): Promise<Event[]> => store.list(filter),

    async acknowledge(id: string, by: string): Promise<void> {
      if (!(await store.acknowledge(id, by, clock()))) throw notFound("event", id);
    },
  };
}
export type EventService = ReturnType<typeof createEventService>;
