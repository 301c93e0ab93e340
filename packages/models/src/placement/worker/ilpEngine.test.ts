import { describe, expect, it } from "vitest";
import { catalogue, highsModule, nowMs, problemOf, thesisChains } from "../fixtures/clouds.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { createIlpEngine, type IlpReply, type IlpRequest, type IlpWorker } from "./ilpEngine.ts";
import { serveIlp } from "./serveIlp.ts";

const highs = await highsModule();
const problem = problemOf({
  devices: [
    { id: "npu1", profile: "npu" },
    { id: "cpu1", profile: "cpu" },
  ],
  chains: [{ id: "a1", ...thesisChains.A }],
});
const options = { catalogue, nowMs };

/** A worker on the same thread: requests and replies are cloned as between threads. `serve` decides what it answers. */
function fakeWorker(serve: (request: IlpRequest, reply: (message: IlpReply) => void) => void) {
  const log: string[] = [];
  let onReply: (reply: IlpReply) => void = () => {};
  const worker: IlpWorker = {
    post: (request) =>
      queueMicrotask(() => serve(structuredClone(request), (m) => onReply(structuredClone(m)))),
    onReply: (listener) => {
      onReply = listener;
    },
    onFailure: () => {},
    terminate: () => void log.push("terminated"),
  };
  return { worker, log };
}
const solving = () => fakeWorker((request, reply) => serveIlp(request, highs, nowMs, reply));

describe("engines", () => {
  it("[PA17] the integer program answers from its worker, which then ends", async () => {
    const { worker, log } = solving();
    const answer = await createIlpEngine(() => worker).place(problem, options);
    expect(answer).toMatchObject({
      status: "optimal",
      powerWatts: 65,
      chains: [{ id: "a1", route: [["npu1"]] }],
    });
    expect(log).toEqual(["terminated"]);
  });

  it("[PA17] an abort rejects with its reason and ends the worker", async () => {
    const { worker, log } = fakeWorker(() => {});
    const controller = new AbortController();
    const pending = createIlpEngine(() => worker).place(problem, { ...options, signal: controller.signal });
    controller.abort(new Error("changed my mind"));
    await expect(pending).rejects.toThrow("changed my mind");
    expect(log).toEqual(["terminated"]);
  });

  it.each([createIlpEngine(() => solving().worker), greedyEngine])(
    "[PA17] $id: aborted before it starts",
    async (engine) => {
      const signal = AbortSignal.abort(new Error("too late"));
      await expect(engine.place(problem, { ...options, signal })).rejects.toThrow("too late");
    },
  );

  it("[PA17] a failure in the worker is told, and progress is passed on", async () => {
    const { worker } = fakeWorker((_, reply) => {
      reply({ kind: "progress", progress: { incumbent: 65, bound: 50, fraction: 0.5 } });
      reply({ kind: "failure", message: "out of memory" });
    });
    const seen: unknown[] = [];
    const pending = createIlpEngine(() => worker).place(problem, {
      ...options,
      onProgress: (p) => void seen.push(p),
    });
    await expect(pending).rejects.toThrow("out of memory");
    expect(seen).toEqual([{ incumbent: 65, bound: 50, fraction: 0.5 }]);
  });
});
