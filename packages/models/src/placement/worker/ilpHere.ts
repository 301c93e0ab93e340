import type { Highs } from "highs";
import { serveIlp } from "./serveIlp.ts";
import type { IlpReply, IlpWorker } from "./solverWorker.ts";

/**
 * `spawn` of `createIlpEngine` for a thread that is itself a worker: solves where it is asked, because
 * nothing else waits there. `load` brings HiGHS, `nowMs` is a monotonic clock.
 */
export const ilpHere = (load: () => Promise<Highs>, nowMs: () => number) => (): IlpWorker => {
  let reply: (message: IlpReply) => void = () => {};
  let fail: (error: Error) => void = () => {};
  return {
    post(request) {
      load().then(
        (highs) => void serveIlp(request, highs, nowMs, reply),
        (cause: unknown) => fail(new Error("HiGHS could not be loaded", { cause })),
      );
    },
    onMessage(listener) {
      reply = listener;
    },
    onFailure(listener) {
      fail = listener;
    },
    terminate() {},
  };
};
