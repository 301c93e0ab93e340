import { describe, expect, it, vi } from "vitest";
import { answerQuestions } from "./answerQuestions.ts";
import { createWorkerClient, type WorkerPort } from "./workerClient.ts";

/** A worker in the same thread: both ends joined by microtasks. */
function joinedPort(
  answer: (question: number, onProgress: (progress: number) => void) => number,
): WorkerPort {
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

  it("tells what the worker tells on its way, before the answer", async () => {
    const client = createWorkerClient<number, number, number>(() =>
      joinedPort((n, onProgress) => {
        onProgress(0.5);
        return n;
      }),
    );
    const told: number[] = [];
    await client.ask(7, { onProgress: (fraction) => told.push(fraction) }).then((n) => told.push(n));
    expect(told).toEqual([0.5, 7]);
  });

  it("tells nothing more once it is stopped", async () => {
    let send = (_: number): void => {};
    const client = createWorkerClient<number, number, number>(() =>
      joinedPort((n, onProgress) => {
        send = onProgress;
        return n;
      }),
    );
    const told: number[] = [];
    void client.ask(1, { onProgress: (fraction) => told.push(fraction) }).then((n) => told.push(n));
    client.stop();
    await new Promise((resolve) => setTimeout(resolve));
    send(0.9);
    expect(told).toEqual([]);
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

describe("worker client with several channels", () => {
  /** Workers that answer when told to; `started` counts them. */
  function heldWorkers() {
    const started: { port: WorkerPort; requests: { id: number; question: string }[] }[] = [];
    const start = (): WorkerPort => {
      const worker = { requests: [] as { id: number; question: string }[], port: null as WorkerPort | null };
      const port: WorkerPort = {
        postMessage: (message) => worker.requests.push(message as { id: number; question: string }),
        terminate: () => {},
        onmessage: null,
        onerror: null,
      };
      started.push({ port, requests: worker.requests });
      return port;
    };
    const answer = (worker: number, request: number): void => {
      const { port, requests } = started[worker] ?? {};
      const asked = requests?.[request];
      port?.onmessage?.(
        new MessageEvent("message", {
          data: { id: asked?.id, reply: { kind: "answer", answer: `${asked?.question}!` } },
        }),
      );
    };
    return { started, start, answer };
  }

  it("keeps questions of different channels apart", async () => {
    const { start, answer } = heldWorkers();
    const client = createWorkerClient<string, string>(start);
    const both = Promise.all([client.ask("a", { channel: "one" }), client.ask("b", { channel: "two" })]);
    answer(0, 1);
    answer(0, 0);
    await expect(both).resolves.toEqual(["a!", "b!"]);
  });

  it("sends the newest of a channel when the one in work is done", async () => {
    const { started, start, answer } = heldWorkers();
    const client = createWorkerClient<string, string>(start, { patienceMs: 60_000 });
    void client.ask("old");
    void client.ask("newer");
    const newest = client.ask("newest");
    answer(0, 0);
    answer(0, 1);
    await expect(newest).resolves.toBe("newest!");
    expect(started.map(({ requests }) => requests.map(({ question }) => question))).toEqual([
      ["old", "newest"],
    ]);
    client.stop();
  });

  it("gives up what takes too long, and asks the others again", async () => {
    vi.useFakeTimers();
    const { started, start, answer } = heldWorkers();
    const client = createWorkerClient<string, string>(start, { patienceMs: 100 });
    void client.ask("slow", { channel: "analysis" });
    const other = client.ask("where", { channel: "symbol" });
    const newest = client.ask("new", { channel: "analysis" });
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    expect(started.map(({ requests }) => requests.map(({ question }) => question))).toEqual([
      ["slow", "where"],
      ["new", "where"],
    ]);
    answer(1, 0);
    answer(1, 1);
    await expect(Promise.all([newest, other])).resolves.toEqual(["new!", "where!"]);
    client.stop();
  });
});

/** The ErrorEvent of browsers, which Node lacks. */
class LoadError extends Event {
  readonly message = "";
  readonly filename = "";
  readonly lineno = 0;
  readonly colno = 0;
  readonly error = null;
}

it("tries a new worker after one that could not be loaded", async () => {
  const ports: WorkerPort[] = [];
  const start = (): WorkerPort => {
    const port = joinedPort((n) => n);
    if (ports.length === 0)
      port.postMessage = () => queueMicrotask(() => port.onerror?.(new LoadError("error")));
    ports.push(port);
    return port;
  };
  const client = createWorkerClient<number, number>(start);
  await expect(client.ask(1)).rejects.toThrow("could not be loaded");
  await expect(client.ask(2)).resolves.toBe(2);
});
