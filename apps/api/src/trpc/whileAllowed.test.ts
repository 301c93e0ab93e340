import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { DomainError } from "../errors.ts";
import { whileAllowed } from "./whileAllowed.ts";

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

test("what is not a stream is passed on, unwatched", () => {
  const answer = { rows: [1] };
  const unwatched = () => {
    throw new Error("watched");
  };
  expect(whileAllowed(answer, unwatched)).toBe(answer);
});

test("a stream that is silent ends too when its reader may no longer have it, and the watch with it", async () => {
  async function* silent() {
    yield 1;
    await new Promise(() => {});
  }
  let end: (reason: DomainError) => void = () => {};
  let stopped = false;
  const stream = whileAllowed(silent(), (given) => {
    end = given;
    return () => {
      stopped = true;
    };
  });
  if (!isStream(stream)) throw new Error("no stream");
  const frames = stream[Symbol.asyncIterator]();
  expect(await frames.next()).toEqual({ done: false, value: 1 });
  const next = frames.next();
  await turn();
  end(new DomainError("unauthenticated", "gone"));
  await expect(next).rejects.toMatchObject({ code: "UNAUTHORIZED", message: "gone" });
  expect(stopped).toBe(true);
});

test("a stream that ends by itself or is left stops its watch", async () => {
  async function* two() {
    yield 1;
    yield 2;
  }
  let watches = 0;
  const watch = () => {
    watches += 1;
    return () => {
      watches -= 1;
    };
  };
  const whole = whileAllowed(two(), watch);
  if (!isStream(whole)) throw new Error("no stream");
  const seen: unknown[] = [];
  for await (const frame of whole) seen.push(frame);
  expect(seen).toEqual([1, 2]);
  const left = whileAllowed(two(), watch);
  if (!isStream(left)) throw new Error("no stream");
  for await (const _frame of left) break;
  expect(watches).toBe(0);
});
