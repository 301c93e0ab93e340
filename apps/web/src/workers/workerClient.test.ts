import { describe, expect, it } from "vitest";
import { answerQuestions } from "./answerQuestions.ts";
import { createWorkerClient, type WorkerPort } from "./workerClient.ts";

/** A worker in the same thread: both ends joined by microtasks. */
function joinedPort(answer: (question: number) => number): WorkerPort {
  const port: WorkerPort = { postMessage: () => {}, terminate: () => {}, onmessage: null, onerror: null };
  const scope = {
    onmessage: null as ((event: MessageEvent) => void) | null,
    postMessage: (data: unknown) => port.onmessage?.(new MessageEvent("message", { data })),
  };
  answerQuestions(scope, answer);
  port.postMessage = (data) => queueMicrotask(() => scope.onmessage?.(new MessageEvent("message", { data })));
  return port;
}

describe("worker client", () => {
  it("brings the answer back", async () => {
    const client = createWorkerClient<number, number>(() => joinedPort((n) => n * 2));
    await expect(client.ask(21)).resolves.toBe(42);
  });

  it("turns what the worker throws into an error", async () => {
    const client = createWorkerClient<number, number>(() =>
      joinedPort(() => {
        throw new Error("no such device");
      }),
    );
    await expect(client.ask(1)).rejects.toThrow("no such device");
  });

  it("answers only the newest question", async () => {
    const client = createWorkerClient<number, number>(() => joinedPort((n) => n));
    const settled: number[] = [];
    void client.ask(1).then((n) => settled.push(n));
    await client.ask(2).then((n) => settled.push(n));
    expect(settled).toEqual([2]);
  });
});
