import type { Link } from "../bus/link.ts";
import type { Component } from "../components.ts";
import type { PostgresState } from "../database/embedded/state.ts";
import type { ProcessRole } from "../roles.ts";

export const SUPERVISION_SUBJECT = "p4twin.supervision";
/** The supervisor speaks once a second; what is older than this says nothing of now (our choice). */
const STALE_MS = 10_000;

/** A process as its supervisor knows it. */
export type Part = {
  name: string;
  roles: ProcessRole[];
  /** null while it waits to be started again */
  pid: number | null;
  state: "starting" | "running" | "waiting" | "stopping";
  startedMs: number | null;
  restarts: number;
  /** `agoMs` by a clock that does not step */
  lastExit: { atMs: number; agoMs: number; cause: string } | null;
};

/**
 * What the supervisor says of all processes once a second. `refusedMessages`: those that a process was too
 * far behind to take.
 */
export type Supervision = {
  atMs: number;
  pid: number;
  startedMs: number;
  parts: Part[];
  refusedMessages: number;
  /** the embedded PostgreSQL, which the supervisor starts again too; null where the database is another server */
  database: PostgresState | null;
};

/** Hears the supervisor of this machine; null where there is none, or when it was silent. */
export function createSupervisionFeed(
  link: Pick<Link, "on">,
  now: () => number = () => performance.now(),
): Component & { latest(): Supervision | null } {
  let heard: { atMs: number; supervision: Supervision } | null = null;
  let off: (() => void) | null = null;
  return {
    name: "supervision",
    async start() {
      off = link.on(SUPERVISION_SUBJECT, (payload) => {
        heard = { atMs: now(), supervision: JSON.parse(Buffer.from(payload).toString()) };
      });
    },
    async stop() {
      off?.();
    },
    latest: () => (heard && now() - heard.atMs < STALE_MS ? heard.supervision : null),
  };
}
