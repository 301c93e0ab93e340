import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export type TrafficSetup = { port: number; segments: number; exporters: readonly string[]; seed: number };
export type TrafficCommand = { rate: number; lossShare: number };
/** How many datagrams were sent by `atMs`, and how many of them the lossy link in front of us has lost. */
export type TrafficSign = { atMs: number; sent: number; lost: number };

/** The switches, in a process of their own: what has left them is known exactly, and when. */
export function startTraffic(setup: TrafficSetup) {
  const child = fork(fileURLToPath(new URL("./trafficProcess.ts", import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [],
  });
  const signs: TrafficSign[] = [];
  let waiting: (() => void)[] = [];
  child.on("message", (sign) => {
    signs.push(sign as TrafficSign);
    const some = waiting;
    waiting = [];
    for (const go of some) go();
  });
  const failed = new Promise<never>((_resolve, reject) =>
    child.once("exit", (code) => reject(new Error(`the sender ended with ${code}`))),
  );
  failed.catch(() => {});
  const command = async (message: TrafficSetup | TrafficCommand): Promise<TrafficSign> => {
    const answered = new Promise<void>((resolve) => waiting.push(resolve));
    child.send(message);
    await Promise.race([answered, failed]);
    return signs[signs.length - 1];
  };
  let now: TrafficCommand = { rate: 0, lossShare: 0 };
  const set = (change: Partial<TrafficCommand>): Promise<TrafficSign> => {
    now = { ...now, ...change };
    return command(now);
  };
  return {
    ready: () => command(setup),
    start: (rate: number) => set({ rate }),
    lose: (lossShare: number) => set({ lossShare }),
    async stop(): Promise<TrafficSign> {
      await set({ rate: 0, lossShare: 0 });
      // the sign of the last turn may be under way
      await new Promise((resolve) => setTimeout(resolve, 30));
      return signs[signs.length - 1];
    },
    /** Datagrams that left between two instants, those of the turns at both ends included. */
    sentBetween(fromMs: number, toMs: number): number {
      const before = signs.findLast((s) => s.atMs < fromMs)?.sent ?? 0;
      const after = signs.find((s) => s.atMs > toMs) ?? signs[signs.length - 1];
      return after.sent - before;
    },
    forget: () => signs.splice(0, signs.length - 1),
    end(): void {
      child.removeAllListeners("exit");
      child.disconnect();
    },
  };
}
export type Traffic = ReturnType<typeof startTraffic>;
