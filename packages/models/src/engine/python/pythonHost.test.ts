import { expect, it } from "vitest";
import { createPythonHost, type SandboxPort } from "./pythonHost.ts";

const task = { call: "estimate", file: "engine.py", source: "", arguments: "[]" } as const;
const answer = { kind: "reply", text: JSON.stringify({ functions: [], printed: "", answer: 7 }) };

/** A host whose sandboxes say these messages, each its own; what a sandbox says after "ready" it says when asked. */
function createHost(sandboxes: readonly (readonly object[])[]) {
  const ended: number[] = [];
  let begun = 0;
  const spawn = (): SandboxPort => {
    const number = begun++;
    const says = [...(sandboxes[number] ?? [])];
    let hear: (message: unknown) => void = () => {};
    const say = () => {
      const message = says.shift();
      if (message) hear(message);
    };
    return {
      post: say,
      onMessage(listener) {
        hear = listener;
        queueMicrotask(say);
      },
      onFailure: () => {},
      terminate: () => void ended.push(number),
    };
  };
  const host = createPythonHost(spawn, { keepsOneReady: false });
  return { run: () => host.run(task, { timeLimitS: 10 }), begun: () => begun, ended };
}

const ready = { kind: "ready" };
const broken = { kind: "broken", message: "memory access out of bounds" };

it.each([
  [
    "one that breaks before it has an engine is begun again",
    [[broken], [ready, answer]],
    2,
    { ok: true, answer: 7 },
  ],
  ["once only", [[broken], [broken], [ready, answer]], 2, { ok: false, failure: { kind: "crash" } }],
  [
    "one that breaks with its engine is not",
    [
      [ready, broken],
      [ready, answer],
    ],
    1,
    { ok: false },
  ],
])("%s", async (_, sandboxes, begun, reply) => {
  const host = createHost(sandboxes);
  expect(await host.run()).toMatchObject(reply);
  expect(host.begun()).toBe(begun);
  expect(host.ended).toEqual(Array.from({ length: begun }, (_, number) => number));
});
