import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { pause } from "../shared/pause.ts";
import type { Clock } from "../shared/service.ts";
import { notAhead } from "../shared/wallClock.ts";
import { type BackOff, defaultBackOff, waitMs } from "./backOff.ts";
import type { DeliveryStore, DueDelivery } from "./deliveryStore.ts";
import type { NotificationService } from "./service.ts";

export const defaultDispatcherConfig = {
  /** how often the queue is looked at */
  idleMs: 1_000,
  /** a process that took a delivery and was silent for this long is dead; longer than the slowest peer may take */
  leaseMs: 60_000,
  /** sent at once (our choice): a peer that is slow must not hold up the others */
  parallel: 8,
  /** what is under way at a stop may still be answered (our choice): a message that is broken off is sent twice */
  graceMs: 5_000,
  /** how long what ended is listed */
  keepDays: 90,
  backOff: defaultBackOff satisfies BackOff,
};

type Deps = {
  deliveries: DeliveryStore;
  send: NotificationService["sendDue"];
  clock: Clock;
  /** in [0, 1) */
  random(): number;
  log: Log;
};

const DAY_MS = 86_400_000;
const PRUNE_MS = 3_600_000;
const COUNT_MS = 10_000;

export type Dispatcher = Component & {
  /** tries since it started, by what became of them */
  counters(): Readonly<Record<"delivered" | "retried" | "failed", number>>;
  /** deliveries that are not made yet, counted every ten seconds; null before the first count */
  waiting(): number | null;
};

/**
 * Sends what waits in the outbox, each delivery at least once: it is taken under a lease, sent, and only then
 * ended. What is under way at the stop has a moment to be answered; what is not goes back into the queue.
 */
export function createDispatcher(config: typeof defaultDispatcherConfig, deps: Deps): Dispatcher {
  const { deliveries, send, clock, random, log } = deps;
  const counters = { delivered: 0, retried: 0, failed: 0 };
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;
  /** breaks off what is under way */
  let breaking = new AbortController();
  let prunedMs = Number.NEGATIVE_INFINITY;
  const ageClock = notAhead(clock);
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let countedMs = Number.NEGATIVE_INFINITY;
  let waiting: number | null = null;
  const underWay = new Set<Promise<void>>();
  let looking: Promise<void> = Promise.resolve();

  const sendOne = async (due: DueDelivery): Promise<void> => {
    const { id, channelId, createdAt, payload, attempts } = due;
    try {
      const message = { deliveryId: id, channelId, createdAt, payload };
      const outcome = await send(message, breaking.signal);
      const now = clock();
      const wait = outcome.ok || !outcome.retry ? null : waitMs(config.backOff, attempts, random());
      if (wait === null) {
        counters[outcome.ok ? "delivered" : "failed"]++;
        await deliveries.end(due, outcome, now);
      } else {
        counters.retried++;
        await deliveries.retry(due, new Date(now.getTime() + wait), outcome.answer);
      }
    } catch (error) {
      if (breaking.signal.aborted) await deliveries.giveBack(due, clock());
      // its lease ends, and it is tried again
      else log.error({ error, delivery: id }, "a delivery could not be made or recorded");
    }
  };

  const look = async (): Promise<void> => {
    const now = clock();
    // what waits, waits for an instant: when the clock goes back, so do the instants
    const backMs = lastLookMs - now.getTime();
    if (backMs > 0) await deliveries.bringForward(backMs, now);
    lastLookMs = now.getTime();
    if (performance.now() - prunedMs > PRUNE_MS) {
      prunedMs = performance.now();
      await deliveries.prune(new Date(ageClock().getTime() - config.keepDays * DAY_MS));
    }
    if (performance.now() - countedMs > COUNT_MS) {
      waiting = await deliveries.waiting();
      countedMs = performance.now();
    }
    const free = config.parallel - underWay.size;
    if (free <= 0) return;
    for (const due of await deliveries.takeDue(now, config.leaseMs, free)) {
      const sending = sendOne(due).catch((error: unknown) =>
        log.error({ error, delivery: due.id }, "a delivery could not be put back"),
      );
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    }
  };

  const loop = (): void => {
    looking = look()
      .catch((error: unknown) => log.error({ error }, "the deliveries cannot be read"))
      .finally(() => {
        if (!isStopping) timer = setTimeout(loop, config.idleMs);
      });
  };

  return {
    name: "notifications",
    async start() {
      isStopping = false;
      breaking = new AbortController();
      loop();
    },
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      await looking;
      const answered = new AbortController();
      const all = Promise.all(underWay).finally(() => answered.abort());
      await pause(config.graceMs, answered.signal);
      breaking.abort();
      await all;
    },
    counters: () => ({ ...counters }),
    waiting: () => waiting,
  };
}
