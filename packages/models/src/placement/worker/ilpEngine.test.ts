import { describe, expect, it } from "vitest";
import { catalogue, highsModule, nowMs, problemOf, thesisChains } from "../fixtures/clouds.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { createBatchEngine, createIlpEngine } from "./ilpEngine.ts";
import { planInWorker } from "./planInWorker.ts";
import { serveIlp } from "./serveIlp.ts";
import type { IlpReply, IlpRequest, IlpWorker } from "./solverWorker.ts";

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
    onMessage: (listener) => {
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

  it.each([createIlpEngine(() => solving().worker), createBatchEngine(() => solving().worker), greedyEngine])(
    "[PA17] $id: aborted before it starts",
    async (engine) => {
      const signal = AbortSignal.abort(new Error("too late"));
      await expect(engine.place(problem, { ...options, signal })).rejects.toThrow("too late");
    },
  );

  it("[PA17] batch answers from its worker, and a plan from its own", async () => {
    const batch = await createBatchEngine(() => solving().worker).place(problem, options);
    expect(batch).toMatchObject({ status: "optimal", engine: "batch", powerWatts: 65 });
    const planned = problemOf({
      deviceTypes: [{ profile: "cpu" }],
      workload: [{ function: "fw", gbps: 9, count: 2 }],
    });
    const { worker, log } = solving();
    const plan = await planInWorker(() => worker, planned, { catalogue, engine: "exact", timeLimitMs: null });
    expect(plan).toMatchObject({ status: "optimal", types: [{ profile: "cpu", count: 2 }] });
    expect(log).toEqual(["terminated"]);
  });

  it("[PA14] a worker that does not keep its time limit is killed: greedy's answer with the bound so far", async () => {
    const hanging = () =>
      fakeWorker((_, reply) =>
        reply({ kind: "progress", progress: { incumbent: 100, bound: 60, fraction: null } }),
      );
    const { worker, log } = hanging();
    const place = (value: typeof problem) =>
      createIlpEngine(() => worker, 0).place(value, { ...options, timeLimitS: 0.01 });
    expect(await place(problem)).toMatchObject({
      status: "feasible",
      engine: "ilp",
      powerWatts: 65,
      bound: 60,
    });
    expect(log).toEqual(["terminated"]);
    const lost = await place(problemOf({ ...problem, devices: problem.devices.slice(1) }));
    expect(lost).toMatchObject({
      status: "infeasible",
      bound: null,
      conflicts: [{ constraint: "time-limit" }],
    });
    const limits = { catalogue, engine: "exact", timeLimitMs: 10 };
    const plan = await planInWorker(() => hanging().worker, problem, limits, 0);
    expect(plan).toMatchObject({ status: "infeasible", conflicts: [{ constraint: "time-limit" }] });
  });

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
