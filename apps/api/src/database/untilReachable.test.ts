import { expect, it } from "vitest";
import { untilReachable } from "./untilReachable.ts";

const failing = (code: string) => Object.assign(new Error(code), { code });

it("waits while a server is away, and says so once", async () => {
  const told: string[] = [];
  const outcomes = [failing("ECONNREFUSED"), failing("57P03"), null];
  const probe = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
  };
  const { signal } = new AbortController();
  await untilReachable(probe, { signal, notice: (reason) => told.push(reason) });
  expect([told, outcomes]).toEqual([["ECONNREFUSED"], []]);
});

it("does not wait for what cannot mend itself, nor when it is asked to end", async () => {
  const stop = new AbortController();
  const never = { signal: stop.signal, notice: () => stop.abort() };
  // a wrong password
  await expect(untilReachable(() => Promise.reject(failing("28P01")), never)).rejects.toThrow("28P01");
  await expect(untilReachable(() => Promise.reject(failing("ECONNREFUSED")), never)).rejects.toThrow(
    "asked to end",
  );
});
