import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createRelay } from "../bus/local/relay.ts";
import { createLog } from "../observability/log.ts";
import { createSupervisor, defaultSupervisorConfig, type PartConfig } from "./supervisor.ts";

const program = fileURLToPath(new URL("../../testing/part.ts", import.meta.url));

function supervise(ways: Record<string, string> = {}, change: Partial<typeof defaultSupervisorConfig> = {}) {
  const parts: PartConfig[] = [
    { name: "below", roles: ["writer"], rank: 0 },
    { name: "above", roles: ["http"], rank: 1 },
  ];
  const relay = createRelay();
  const supervisor = createSupervisor(
    { ...defaultSupervisorConfig, pingMs: 50, ...change, parts },
    {
      relay,
      fork: ({ name }) =>
        fork(program, [name, ways[name] ?? ""], {
          execArgv: [],
          stdio: ["ignore", "inherit", "pipe", "ipc"],
          serialization: "advanced",
        }),
      setup: () => ({ databaseUrl: "", databaseKind: "external", askedForLink: false }),
      log: createLog("silent"),
    },
  );
  onTestFinished(supervisor.stop);
  const partOf = (name: string) => supervisor.state().parts.find((p) => p.name === name);
  return { supervisor, relay, partOf };
}

test.each([
  ["throw", "TypeError: nobody catches this"],
  ["leave", "it ended with code 7"],
] as const)(
  "a part that ends by itself (%s) runs again, its cause is kept, and the others go on",
  async (what, cause) => {
    const { supervisor, relay, partOf } = supervise();
    await supervisor.start();
    const other = partOf("below")?.pid;
    relay.publish("do.above", what);
    await eventually(() =>
      expect(partOf("above")).toMatchObject({ state: "running", restarts: 1, lastExit: { cause } }),
    );
    expect(partOf("below")).toMatchObject({ pid: other, restarts: 0, lastExit: null });
  },
);

test("a part that is killed runs again", async () => {
  const { supervisor, partOf } = supervise();
  await supervisor.start();
  process.kill(partOf("below")?.pid ?? 0, "SIGKILL");
  await eventually(() =>
    expect(partOf("below")).toMatchObject({
      ...{ state: "running", restarts: 1, lastExit: { cause: "it was ended by SIGKILL" } },
    }),
  );
});

test("a part that hangs is ended and runs again", async () => {
  const { supervisor, relay, partOf } = supervise({}, { silentMs: 1_500 });
  await supervisor.start();
  relay.publish("do.above", "spin");
  await eventually(() => expect(partOf("above")).toMatchObject({ state: "running", restarts: 1 }));
  expect(partOf("above")?.lastExit?.cause).toBe("it did not answer for 1.5 s and was ended");
});

test("what cannot start the first time ends the start with its reason, and leaves nothing running", async () => {
  const { supervisor, partOf } = supervise({ above: "refuse" });
  await expect(supervisor.start()).rejects.toThrow("the port is in use");
  expect([partOf("below")?.pid, partOf("above")?.pid]).toEqual([null, null]);
});

test("a stop ends all parts and starts none again", async () => {
  const { supervisor, partOf } = supervise();
  const ready = await supervisor.start();
  expect(ready.map(({ url }) => url)).toEqual(["http://below", "http://above"]);
  await supervisor.stop();
  expect(supervisor.state().parts).toMatchObject([
    { pid: null, restarts: 0, lastExit: null },
    { pid: null, restarts: 0, lastExit: null },
  ]);
  expect(partOf("above")?.state).toBe("waiting");
});
