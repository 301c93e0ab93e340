import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";

/** When a switch is looked at by itself (our choices). */
export const defaultPollerConfig = {
  everyMs: 1_000,
  /** looks at once */
  parallel: 2,
  /** a switch rests at least so many times as long as its last look took: reads hold off writes */
  restFactor: 10,
  /** one that is away is tried ever less often: after as long as it has been away, and once in this time at last */
  awayMs: 60_000,
  /** between looks the cookie of a pipeline is asked for so often, where there is one */
  glanceMs: 10_000,
};
type Config = typeof defaultPollerConfig;

export type Polled = {
  id: string;
  workspaceId: string;
  pollS: number;
  triedAt: Date | null;
  readMs: number;
  /** how long it had been away when it was tried last; null: it is not */
  awayMs: number | null;
  /** it answered last and its pipeline has a cookie */
  hasCookie: boolean;
};

/** Instant (ms) from which a switch is looked at again. */
export const dueAtMs = ({ pollS, triedAt, readMs, awayMs }: Polled, config: Config): number =>
  triedAt === null
    ? 0
    : triedAt.getTime() +
      Math.max(pollS * 1_000, config.restFactor * readMs, Math.min(config.awayMs, awayMs ?? 0));

/** Instant (ms) from which its cookie is asked for; infinite where that says nothing. */
export const glanceAtMs = (
  { hasCookie, triedAt, readMs }: Polled,
  lastMs: number,
  { glanceMs, restFactor }: Config,
): number =>
  hasCookie && triedAt !== null
    ? Math.max(lastMs + glanceMs, triedAt.getTime() + Math.max(glanceMs, restFactor * readMs))
    : Number.POSITIVE_INFINITY;

/** Looks at every switch that is due, the one that waits longest first; asks others for their cookie meanwhile. */
export function createSwitchPoller(
  config: Config,
  {
    list,
    look,
    glance,
    clock,
    log,
  }: {
    list(): Promise<Polled[]>;
    look(attached: Polled): Promise<void>;
    glance(attached: Polled): Promise<void>;
    clock: Clock;
    log: Log;
  },
): Component {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const running = new Map<string, Promise<void>>();
  let glancedMs = new Map<string, number>();

  const start = (attached: Polled, does: (attached: Polled) => Promise<void>): void => {
    const done = does(attached)
      .catch((error: unknown) => log.error({ error, switch: attached.id }, "a switch could not be looked at"))
      .finally(() => running.delete(attached.id));
    running.set(attached.id, done);
  };

  const tick = async (): Promise<void> => {
    try {
      const nowMs = clock().getTime();
      const all = await list();
      const idle = all.filter(({ id }) => !running.has(id));
      const due = idle
        .filter((each) => dueAtMs(each, config) <= nowMs)
        .sort((a, b) => dueAtMs(a, config) - dueAtMs(b, config));
      const glanced = idle.filter(
        (each) => !due.includes(each) && glanceAtMs(each, glancedMs.get(each.id) ?? 0, config) <= nowMs,
      );
      glancedMs = new Map(all.flatMap(({ id }) => (glancedMs.has(id) ? [[id, glancedMs.get(id)!]] : [])));
      const free = Math.max(0, config.parallel - running.size);
      for (const [at, attached] of [...due, ...glanced].slice(0, free).entries()) {
        if (stopped) break;
        if (at < due.length) start(attached, look);
        else {
          glancedMs.set(attached.id, nowMs);
          start(attached, glance);
        }
      }
    } catch (error) {
      log.error({ error }, "which switches are due could not be read; tried again soon");
    }
    if (!stopped) timer = setTimeout(() => void tick(), config.everyMs);
  };

  return {
    name: "switches",
    async start() {
      stopped = false;
      timer = setTimeout(() => void tick(), config.everyMs);
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
