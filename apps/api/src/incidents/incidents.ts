import type { IncidentBoard } from "../cluster/incidentBoard.ts";
import type { Statement } from "../cluster/statements.ts";
import type { Supervision } from "../cluster/supervision.ts";
import type { Component } from "../components.ts";
import type { Scope } from "../database/scope.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";
import type { NotificationService } from "../notifications/service.ts";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import type { Clock } from "../shared/service.ts";
import { createDirectSender } from "./direct.ts";
import { createIncidentOutbox } from "./incidentOutbox.ts";
import { createIncidentJournal } from "./journal.ts";
import { createIncidentStore } from "./store.ts";
import { createIncidentWatch } from "./watch.ts";

type Deps = {
  scope: Scope;
  /** this process, and what all of them say */
  plane: {
    processId: string;
    roles: readonly ProcessRole[];
    board: IncidentBoard;
    brokerConnected(): boolean | null;
    telemetry: { processes(): readonly Statement[]; supervision(): Supervision | null };
  };
  notifications: Pick<NotificationService, "sendingState" | "sendKnown">;
  database(): DatabaseLook | null;
  disk(): DiskState | null;
  /** within which what comes back goes on in silence, ms */
  quietMs(): Promise<number>;
  clock: Clock;
  log: Log;
};

/** What judges the product itself, stores what it finds and tells people; to be started in this order. */
export function createIncidents({ scope, plane, notifications, clock, log, ...facts }: Deps): Component[] {
  const store = createIncidentStore(scope);
  const direct = createDirectSender({ notifications, clock, log });
  const journal = createIncidentJournal({
    ...{ store, log, sendDirect: direct.send },
    notify: createIncidentOutbox(scope),
  });
  const { processId, roles, board, brokerConnected, telemetry } = plane;
  const watch = createIncidentWatch({
    ...{ processId, roles, board, brokerConnected, store, journal, clock, log, ...facts },
    statements: telemetry.processes,
    supervision: telemetry.supervision,
  });
  return [direct, watch];
}
