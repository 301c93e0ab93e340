import type { ChildProcess } from "node:child_process";
import type { FromPart } from "../bus/local/protocol.ts";
import type { Relay } from "../bus/local/relay.ts";
import { type Part, SUPERVISION_SUBJECT, type Supervision } from "../cluster/supervision.ts";
import type { PostgresState } from "../database/embedded/state.ts";
import type { Log } from "../observability/log.ts";
import type { ProcessRole } from "../roles.ts";
import { causeOf, createTail } from "./exitCause.ts";
import type { PartMessage, Setup } from "./partProtocol.ts";

export type PartConfig = {
  name: string;
  roles: ProcessRole[];
  /** parts of a lower rank start before, and stop after, those of a higher one */
  rank: number;
};

/** Our choices. */
export const defaultSupervisorConfig = {
  /** a part that answers nothing for so long hangs: it is killed and started again */
  silentMs: 30_000,
  /** the same while it starts: it reads its program then */
  silentStartMs: 120_000,
  pingMs: 1_000,
  /** longest wait for a part that is asked to stop */
  stopMs: 40_000,
  /** a part that ran for so long before it ended is started at once; others after a wait that doubles */
  steadyMs: 30_000,
  firstWaitMs: 100,
  longestWaitMs: 5_000,
};
export type SupervisorConfig = typeof defaultSupervisorConfig & { parts: readonly PartConfig[] };

export type SupervisorDeps = {
  relay: Relay;
  /** Starts the program of a part; it speaks over its channel. */
  fork(part: PartConfig): ChildProcess;
  setup(part: PartConfig): Setup;
  /** the embedded PostgreSQL; absent where there is none */
  database?(): PostgresState | null;
  log: Log;
};

type Ready = Extract<PartMessage, { part: "ready" }>;
type Running = {
  child: ChildProcess;
  lastPongMs: number;
  killedBecause: string | null;
  ended: Promise<void>;
};
type Member = {
  config: PartConfig;
  state: Omit<Part, "lastExit">;
  exit: { atMs: number; cause: string; steadyMs: number } | null;
  running: Running | null;
  quickExits: number;
  timer: NodeJS.Timeout | null;
};

/**
 * One process for each part of the server: started by rank, started again when it dies or hangs, so that none
 * takes another with it. The first start is all or nothing: a part that cannot start then has a reason that
 * trying again does not mend, and `start` throws it.
 */
export function createSupervisor(
  config: SupervisorConfig,
  { relay, fork, setup, database = () => null, log }: SupervisorDeps,
) {
  const members: Member[] = config.parts.map((part) => ({
    config: part,
    state: {
      ...{ name: part.name, roles: part.roles, pid: null, state: "waiting", startedMs: null, restarts: 0 },
    },
    exit: null,
    running: null,
    quickExits: 0,
    timer: null,
  }));
  const startedMs = Date.now();
  let stopping = false;
  let begun = false;
  let beat: NodeJS.Timeout | null = null;
  let lastBeatMs = performance.now();

  const launch = (member: Member): Promise<Ready> =>
    new Promise((resolve, reject) => {
      const { config: part, state } = member;
      const child = fork(part);
      const tail = createTail();
      child.stderr?.on("data", (chunk: Buffer) => {
        process.stderr.write(chunk);
        tail.add(chunk);
      });
      const attached = relay.attach((message, written) => {
        if (!child.connected) return written();
        child.send(message as object, () => written());
      });
      let failure: string | null = null;
      const startMs = performance.now();
      const ended = new Promise<void>((done) => {
        child.once("exit", (code, signal) => {
          attached.detach();
          const cause = failure ?? running.killedBecause ?? causeOf(code, signal, tail.text());
          member.running = null;
          Object.assign(state, { pid: null, startedMs: null, state: "waiting" });
          if (!stopping || code !== 0) member.exit = { atMs: Date.now(), cause, steadyMs: performance.now() };
          done();
          reject(new Error(cause));
          if (!stopping && begun) again(member, performance.now() - startMs, cause);
        });
        // a program that cannot be run at all has no exit
        child.once("error", (error) => {
          failure = error.message;
          if (child.pid === undefined) child.emit("exit", 1, null);
        });
      });
      const running: Running = { child, lastPongMs: performance.now(), killedBecause: null, ended };
      member.running = running;
      Object.assign(state, { pid: child.pid ?? null, startedMs: Date.now(), state: "starting" });
      child.on("message", (message: PartMessage | FromPart) => {
        running.lastPongMs = performance.now();
        if (!("part" in message)) attached.take(message);
        else if (message.part === "ready") {
          state.state = "running";
          resolve(message);
        } else if (message.part === "failed") failure = message.message;
      });
      child.send({ part: "setup", ...setup(part) });
    });

  const again = (member: Member, ranMs: number, cause: string): void => {
    member.quickExits = ranMs < config.steadyMs ? member.quickExits + 1 : 1;
    const waitMs = Math.min(config.longestWaitMs, config.firstWaitMs * 2 ** (member.quickExits - 1));
    member.state.restarts++;
    log.error({ process: member.config.name, cause, waitMs }, "a process ended; it starts again");
    member.timer = setTimeout(() => {
      member.timer = null;
      // how it ends is seen, and followed, by its exit
      launch(member).then(
        () => log.warn({ process: member.config.name }, "the process runs again"),
        () => {},
      );
    }, waitMs);
  };

  const state = (): Supervision => ({
    ...{ atMs: Date.now(), pid: process.pid, startedMs },
    parts: members.map(({ state: part, exit }) => ({
      ...part,
      lastExit: exit && { atMs: exit.atMs, agoMs: performance.now() - exit.steadyMs, cause: exit.cause },
    })),
    refusedMessages: relay.refused(),
    database: database(),
  });

  const onBeat = (): void => {
    const now = performance.now();
    // this process slept itself (a suspended machine): nobody had a chance to answer
    const slept = now - lastBeatMs > config.silentMs / 2;
    lastBeatMs = now;
    for (const { running, state } of members) {
      if (!running || state.state === "stopping") continue;
      if (slept) running.lastPongMs = now;
      const silentMs = state.state === "running" ? config.silentMs : config.silentStartMs;
      if (now - running.lastPongMs > silentMs && !running.killedBecause) {
        running.killedBecause = `it did not answer for ${silentMs / 1_000} s and was ended`;
        running.child.kill("SIGKILL");
      } else if (running.child.connected) running.child.send({ part: "ping" }, () => {});
    }
    relay.publish(SUPERVISION_SUBJECT, JSON.stringify(state()));
  };

  const stopMember = async (member: Member): Promise<void> => {
    if (member.timer) clearTimeout(member.timer);
    const { running } = member;
    if (!running) return;
    member.state.state = "stopping";
    if (running.child.connected) running.child.send({ part: "stop" }, () => {});
    else running.child.kill("SIGTERM");
    const timer = setTimeout(() => running.child.kill("SIGKILL"), config.stopMs);
    await running.ended;
    clearTimeout(timer);
  };
  const ranks = [...new Set(config.parts.map(({ rank }) => rank))].sort((a, b) => a - b);
  const ofRank = (rank: number): Member[] => members.filter((member) => member.config.rank === rank);

  const stop = async (): Promise<void> => {
    stopping = true;
    for (const rank of ranks.toReversed()) await Promise.all(ofRank(rank).map(stopMember));
    if (beat) clearInterval(beat);
  };

  return {
    name: "processes",
    state,
    /** Resolves with what the parts said when they were ready. Throws why the first that failed could not start. */
    async start(): Promise<Ready[]> {
      beat = setInterval(onBeat, config.pingMs);
      const ready: Ready[] = [];
      try {
        for (const rank of ranks) ready.push(...(await Promise.all(ofRank(rank).map(launch))));
      } catch (error) {
        await stop();
        throw error;
      }
      begun = true;
      // one that ended while the others started
      for (const member of members)
        if (!member.running && !stopping) again(member, 0, member.exit?.cause ?? "it ended");
      return ready;
    },
    stop,
  };
}
