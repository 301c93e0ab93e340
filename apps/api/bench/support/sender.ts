import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One round of sending: `rates[k]` datagrams a second from exporter k, evenly, for `ms`. */
export type Round = { rates: readonly number[]; ms: number };
/**
 * What became of it: datagrams of each exporter, and the time that it took, which is longer when the sender
 * was the limit.
 */
export type RoundResult = { sent: number[]; ms: number; cpuMs: number };
export type SenderSetup = {
  port: number;
  segments: number;
  exporters: readonly string[];
  /** interface by which whole frames leave; without one datagrams go to loopback */
  through?: string | undefined;
};

/** A sender in a process of its own, so that it does not take the collector's time. */
export async function startSender(setup: SenderSetup) {
  const child: ChildProcess = fork(fileURLToPath(new URL("./senderProcess.ts", import.meta.url)), {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // those of the benchmark's own process are not for a file
    execArgv: [],
  });
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const failed = (code: number | null) => reject(new Error(`the sender ended with ${code}`));
      child.once("exit", failed);
      child.once("message", (message) => {
        child.off("exit", failed);
        resolve(message as T);
      });
    });
  child.send(setup);
  await answer<"ready">();
  return {
    async round(round: Round): Promise<RoundResult> {
      child.send(round);
      return answer<RoundResult>();
    },
    stop(): void {
      child.disconnect();
    },
  };
}
export type Sender = Awaited<ReturnType<typeof startSender>>;
