import { expect, test } from "vitest";
import { shareLooks } from "./shareLooks.ts";

const later = <T>(value: () => T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value()), 5));

test("however many ask at once, there is one look under way and one to come", async () => {
  const ask = shareLooks<string>();
  let looks = 0;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(`key ${i % 2}`, () => later(() => `key ${i % 2}, ${++looks}`))),
  );
  expect(looks).toBe(4);
  expect(answers.every((answer, i) => answer.startsWith(`key ${i % 2}`))).toBe(true);
});

test("no answer is older than its question: what changed while a look was under way is seen", async () => {
  const ask = shareLooks<boolean>();
  let allowed = true;
  // as a query reads: what it sees is of its beginning
  const look = () => Promise.resolve(allowed).then((seen) => later(() => seen));
  const before = ask("session", look);
  allowed = false;
  expect(await ask("session", look)).toBe(false);
  expect(await before).toBe(true);
});

test("a look that fails is the failure of who shared it, and the next one asks again", async () => {
  const ask = shareLooks<string>();
  const failing = ask("key", () => Promise.reject(new Error("away")));
  const after = ask("key", async () => "there");
  await expect(failing).rejects.toThrow("away");
  expect(await after).toBe("there");
});
