import { DomainError } from "../errors.ts";
import { type Caller, currentCaller } from "./caller.ts";

export type ShareLimits = {
  /** that run at a time */
  parallel: number;
  /** of these, of one user */
  perUser: number;
  /** of one user that wait */
  waitingPerUser: number;
  /** of all users that wait; the product itself, which asks for all deployments at once, may have as many */
  waiting: number;
};

export type Shares = {
  /**
   * Runs `work` when it is its user's turn. Rejects with `too_many` when the queue is full, with the signal's
   * reason when its caller leaves.
   */
  run<T>(work: () => Promise<T>, caller?: Caller): Promise<T>;
  counts(): { running: number; waiting: number };
};

type Lane = { running: number; waiting: { start(): void }[] };

/**
 * Shares a scarce thing among users: at most so many at a time, of one user fewer, and users take turns, so
 * that nobody waits for all that another one has asked. `what` names it in refusals ("Python engines").
 */
export function createShares(what: string, limits: ShareLimits): Shares {
  // in the order of turns; a user who has nothing here has no lane
  const lanes = new Map<string | null, Lane>();
  let running = 0;
  let waiting = 0;

  const serve = (): void => {
    let hasServed = true;
    while (hasServed && running < limits.parallel) {
      hasServed = false;
      // one of each user a round
      for (const [user, lane] of lanes) {
        if (running >= limits.parallel || lane.running >= limits.perUser) continue;
        const next = lane.waiting.shift();
        if (!next) continue;
        waiting--;
        enter(user, lane);
        next.start();
        hasServed = true;
      }
    }
  };
  const enter = (user: string | null, lane: Lane): void => {
    lanes.set(user, lane);
    lane.running++;
    running++;
  };
  const leave = (user: string | null, lane: Lane): void => {
    lane.running--;
    running--;
    // who was served comes after those who wait
    lanes.delete(user);
    if (lane.running > 0 || lane.waiting.length > 0) lanes.set(user, lane);
    serve();
  };

  const turn = (user: string | null, lane: Lane, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry = {
        start() {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        lane.waiting.splice(lane.waiting.indexOf(entry), 1);
        waiting--;
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(user);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      lane.waiting.push(entry);
      if (!lanes.has(user)) lanes.set(user, lane);
      waiting++;
    });

  return {
    counts: () => ({ running, waiting }),
    async run(work, { by, signal } = currentCaller()) {
      signal?.throwIfAborted();
      const lane = lanes.get(by) ?? { running: 0, waiting: [] };
      const isFree = running < limits.parallel && lane.running < limits.perUser;
      if (!isFree && by !== null && lane.waiting.length >= limits.waitingPerUser)
        throw new DomainError(
          "too_many",
          `You have ${lane.running + lane.waiting.length} ${what} under way already. Wait until one has ended, then try again.`,
        );
      const ofProduct = lanes.get(null)?.waiting.length ?? 0;
      if (!isFree && (by === null ? ofProduct : waiting - ofProduct) >= limits.waiting)
        throw new DomainError("too_many", `Too many ${what} are under way. Wait a minute and try again.`);
      if (isFree) enter(by, lane);
      else await turn(by, lane, signal);
      try {
        return await work();
      } finally {
        leave(by, lane);
      }
    },
  };
}
