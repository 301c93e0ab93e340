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
};

/** Instant (ms) from which a switch is looked at again. */
export const dueAtMs = ({ pollS, triedAt, readMs, awayMs }: Polled, config: Config): number =>
  triedAt === null
    ? 0
    : triedAt.getTime() +
      Math.max(pollS * 1_000, config.restFactor * readMs, Math.min(config.awayMs, awayMs ?? 0));

/** Looks at every switch that is due, the one that waits longest first. */
export function createSwitchPoller(
  config: Config,
  {
    list,
    look,
    clock,
    log,
  }: {
    list(): Promise<Polled[]>;
    look(attached: Polled): Promise<void>;
    clock: Clock;
    log: Log;
  },
): Component {
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const running = new Map<string, Promise<void>>();

  const start = (attached: Polled): void => {
    const done = look(attached)
      .catch((error: unknown) => log.error({ error, switch: attached.id }, "a switch could not be looked at"))
      .finally(() => running.delete(attached.id));
    running.set(attached.id, done);
  };

  const tick = async (): Promise<void> => {
    try {
      const nowMs = clock().getTime();
      const due = (await list())
        .filter((each) => !running.has(each.id) && dueAtMs(each, config) <= nowMs)
        .sort((a, b) => dueAtMs(a, config) - dueAtMs(b, config));
      for (const attached of due.slice(0, Math.max(0, config.parallel - running.size)))
        if (!stopped) start(attached);
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
