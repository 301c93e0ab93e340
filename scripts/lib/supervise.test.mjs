import { spawn } from "node:child_process";
import { expect, it, onTestFinished, vi } from "vitest";
import { createKeeper } from "./supervise.mjs";

const WAIT = { timeout: 120_000 };

/** A keeper of a child that is this text of JavaScript; it is ready when it says so over IPC. */
function keep(
  text,
  limits = { firstMs: 10, maxMs: 40, attempts: 3, calmMs: 60_000, askMs: 10, unanswered: 3 },
  answers = async () => true,
) {
  const said = [];
  const ready = [];
  const firsts = [];
  const keeper = createKeeper({
    name: "server",
    launch(first) {
      firsts.push(first);
      const child = spawn(process.execPath, ["-e", text], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
      return { child, ready: new Promise((resolve) => child.once("message", resolve)), answers };
    },
    onReady: (first) => ready.push(first),
    say: (line) => said.push(line),
    limits,
  });
  onTestFinished(() => keeper.stop());
  keeper.start();
  return { keeper, said, ready, firsts };
}
const READY_THEN = (then) => `process.send("ready"); ${then}`;

it("a child that is killed is named with its signal, and started again", async () => {
  const { keeper, said, ready } = keep(READY_THEN("setInterval(() => {}, 1000)"));
  await vi.waitFor(() => expect(ready).toEqual([true]), WAIT);
  process.kill(keeper.pid(), "SIGKILL");
  await vi.waitFor(() => expect(ready).toEqual([true, false]), WAIT);
  expect(said).toEqual(["The server ended (signal SIGKILL).", "Starting the server again in 0.01 s."]);
});

it("a child that hangs is ended and started again; one that misses a question is not", async () => {
  const given = [false, false, true, false, false, false];
  const { said, ready } = keep(
    READY_THEN("setInterval(() => {}, 1000)"),
    undefined,
    async () => given.shift() ?? true,
  );
  await vi.waitFor(() => expect(ready).toEqual([true, false]), WAIT);
  expect(said).toEqual([
    "No answer from the server, 3 times in a row: ended.",
    "The server ended (signal SIGKILL).",
    "Starting the server again in 0.01 s.",
  ]);
  expect(given).toEqual([]);
});

it("a child that fails again and again is given up, with its code and last lines", async () => {
  const { keeper, said } = keep(
    READY_THEN(
      "setTimeout(() => { console.error('one'); console.error('disk is gone'); process.exit(7) }, 300)",
    ),
  );
  expect(await keeper.givenUp).toBe(1);
  expect(said[0]).toBe("The server ended (exit code 7). Its last lines:\n  one\n  disk is gone");
  expect(said.filter((line) => line.startsWith("Starting the server again"))).toHaveLength(2);
  expect(said.at(-1)).toBe("The server ended 3 times in a row: not started again.");
});

it("a child that fails before it was ever ready, as one that is configured wrong, is not started again", async () => {
  const { keeper, said, firsts } = keep("console.error('PORT: no number'); process.exit(2)");
  expect(await keeper.givenUp).toBe(2);
  expect([firsts, said]).toEqual([[true], []]);
});

it("a stop ends it, and starts nothing again", async () => {
  const { keeper, said, ready, firsts } = keep(READY_THEN("setInterval(() => {}, 1000)"));
  await vi.waitFor(() => expect(ready).toEqual([true]), WAIT);
  await keeper.stop();
  expect([firsts.length, said]).toEqual([1, []]);
});
