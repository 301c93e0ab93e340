import { expect, test } from "vitest";
import { joinRelay } from "../../../testing/loopbackLink.ts";
import { createOutgoing } from "./outgoing.ts";
import { matches } from "./protocol.ts";
import { createRelay } from "./relay.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
const text = (payload: Uint8Array): string => Buffer.from(payload).toString();

test.each([
  ["a.b", "a.b", true],
  ["a.*", "a.b", true],
  ["a.*", "a.b.c", false],
  ["a.*.c", "a.b.c", true],
  ["a.b", "a.c", false],
])("%s fits %s: %s", (pattern, subject, fits) => {
  expect(matches(pattern, subject)).toBe(fits);
});

test("a message reaches everyone who listens, the sender too, until they leave", async () => {
  const relay = createRelay();
  const [a, b] = [joinRelay(relay), joinRelay(relay)];
  const heard: string[] = [];
  a.link.on("x.*", (payload, subject) => heard.push(`a ${subject} ${text(payload)}`));
  const off = b.link.on("x.1", (payload) => heard.push(`b ${text(payload)}`));
  await settle();
  a.link.publish("x.1", "one");
  a.link.publish("y", "nobody listens");
  await settle();
  off();
  await settle();
  a.link.publish("x.1", Buffer.from("two"));
  await settle();
  expect(heard.sort()).toEqual(["a x.1 one", "a x.1 two", "b one"]);
  expect(a.link.counters()).toEqual({ sent: 3, lost: 0, reconnects: 0 });
});

test("a request is answered by the one that serves it; failures come back as such", async () => {
  const relay = createRelay();
  const [a, b] = [joinRelay(relay), joinRelay(relay)];
  await expect(a.link.request("double", "2", 1_000)).rejects.toThrow("is not there");
  b.link.serve("double", async (payload) => {
    if (text(payload) === "bad") throw new Error("that is no number");
    return String(2 * Number(text(payload)));
  });
  await settle();
  expect(
    await Promise.all(["1", "2", "3"].map((n) => a.link.request("double", n, 1_000).then(text))),
  ).toEqual(["2", "4", "6"]);
  await expect(a.link.request("double", "bad", 1_000)).rejects.toThrow("that is no number");
});

test("what was asked of a process that ends fails at once, and so does what it takes too long over", async () => {
  const relay = createRelay();
  const [a, b] = [joinRelay(relay), joinRelay(relay)];
  b.link.serve("never", () => new Promise(() => {}));
  await settle();
  await expect(a.link.request("never", "", 20)).rejects.toThrow("no answer within");
  const asked = a.link.request("never", "", 60_000);
  await settle();
  b.attached.detach();
  await expect(asked).rejects.toThrow("has ended");
});

test("a process that does not read costs a bounded amount of memory, counted, and nobody else anything", async () => {
  const relay = createRelay();
  const [a, slow, quick] = [joinRelay(relay), joinRelay(relay), joinRelay(relay)];
  let heard = 0;
  slow.link.on("x", () => {});
  quick.link.on("x", () => heard++);
  await settle();
  slow.stopReading();
  const payload = Buffer.alloc(8 * 1024 * 1024);
  for (let i = 0; i < 10; i++) {
    a.link.publish("x", payload);
    await settle();
  }
  expect(heard).toBe(10);
  // what crosses the bound of 32 MiB is still taken: four messages with their envelopes do
  expect(relay.refused()).toBe(6);
});

test("what an end takes is given back when it is written", () => {
  const written: (() => void)[] = [];
  const out = createOutgoing((_message, done) => written.push(done), 1_000);
  expect([1, 2, 3].map(() => out.offer({ link: "m", payload: "x".repeat(600) }))).toEqual([
    true,
    true,
    false,
  ]);
  for (const done of written.splice(0)) done();
  expect(out.backlogBytes()).toBe(0);
  expect(out.offer({ link: "m" })).toBe(true);
});
