import type { Component } from "../components.ts";
import type { Scope } from "../database/scope.ts";
import type { DiskState } from "../disk/guard.ts";
import type { Ingest } from "../ingest.ts";
import { createIncidentOutbox } from "../notifications/incidentOutbox.ts";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import type { Services } from "../services.ts";
import type { Clock } from "../shared/service.ts";
import type { DatabaseLook } from "./databaseWatch.ts";
import { createDirectSender } from "./direct.ts";
import { createIncidentJournal } from "./journal.ts";
import { createIncidentStore } from "./store.ts";
import { createIncidentWatch } from "./watch.ts";

type Deps = {
  scope: Scope;
  ingest: Pick<Ingest, "processId" | "telemetry" | "brokerConnected" | "board">;
  services: Pick<Services, "notifications" | "system">;
  database(): DatabaseLook | null;
  disk(): DiskState | null;
  /** of this process */
  roles: ReadonlySet<ProcessRole>;
  clock: Clock;
  log: Log;
};

/**
 * What judges the product itself, stores what it finds and tells people, wired by hand; to be started in this order.
 */
export function createIncidents({
  scope,
  ingest,
  services,
  database,
  disk,
  roles,
  clock,
  log,
}: Deps): Component[] {
  const store = createIncidentStore(scope);
  const direct = createDirectSender({ notifications: services.notifications, clock, log });
  const journal = createIncidentJournal({
    ...{ store, log, sendDirect: direct.send },
    notify: createIncidentOutbox(scope),
  });
  const watch = createIncidentWatch({
    ...{
      processId: ingest.processId,
      roles: [...roles],
      board: ingest.board,
      brokerConnected: ingest.brokerConnected,
    },
    statements: ingest.telemetry.processes,
    supervision: ingest.telemetry.supervision,
    ...{ database, disk, store, journal, clock, log },
    quietMs: async () => 1_000 * (await services.system.settings()).incidentQuietS,
  });
  return [direct, watch];
}
