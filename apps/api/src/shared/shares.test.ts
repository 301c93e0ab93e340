import { describe, expect, test } from "vitest";
import { createShares } from "./shares.ts";

const LIMITS = { parallel: 2, perUser: 1, waitingPerUser: 3, waiting: 5 };
const as = (by: string | null, signal?: AbortSignal) => ({ by, signal });

/** Work that ends when the test says so, and notes when it began. */
function manual() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, work, end };
}

describe("shares", () => {
  test("one user who asks again and again does not keep another one waiting", async () => {
    const shares = createShares("engines", LIMITS);
    const { begun, work, end } = manual();
    const all = [
      ...["a1", "a2", "a3"].map((name) => shares.run(work(name), as("ann"))),
      shares.run(work("b1"), as("bob")),
    ];
    expect(begun).toEqual(["a1", "b1"]);
    all.push(shares.run(work("b2"), as("bob")), shares.run(work("c1"), as("cem")));
    await end("b1");
    // bob was served: cem comes before bob's next one, and ann holds her share
    expect(begun).toEqual(["a1", "b1", "c1"]);
    await end("a1");
    expect(begun.at(-1)).toBe("b2");
    await end("c1");
    expect(begun.at(-1)).toBe("a2");
    for (const name of ["b2", "a2", "a3"]) await end(name);
    await Promise.all(all);
    expect(shares.counts()).toEqual({ running: 0, waiting: 0 });
  });

  test("a full queue refuses in plain words, and only who filled it", async () => {
    const shares = createShares("engines", LIMITS);
    const { work, end } = manual();
    const all = ["a1", "a2", "a3", "a4"].map((name) => shares.run(work(name), as("ann")));
    await expect(shares.run(work("a5"), as("ann"))).rejects.toMatchObject({
      code: "too_many",
      message: "You have 4 engines under way already. Wait until one has ended, then try again.",
    });
    all.push(shares.run(work("b1"), as("bob")), shares.run(work("b2"), as("bob")));
    all.push(shares.run(work("c1"), as("cem")));
    await expect(shares.run(work("d1"), as("dan"))).rejects.toMatchObject({ code: "too_many" });
    for (const name of ["a1", "b1", "a2", "b2", "c1", "a3", "a4"]) await end(name);
    await Promise.all(all);
  });

  test("the product's own work waits beside what users may have waiting", async () => {
    const shares = createShares("engines", LIMITS);
    const { work, end } = manual();
    const names = Array.from({ length: 1 + LIMITS.waiting }, (_, i) => `p${i}`);
    const all = names.map((name) => shares.run(work(name), as(null)));
    await expect(shares.run(work("more"), as(null))).rejects.toMatchObject({ code: "too_many" });
    all.push(shares.run(work("a1"), as("ann")), shares.run(work("a2"), as("ann")));
    for (const name of [...names, "a1", "a2"]) await end(name);
    await Promise.all(all);
  });

  test("who leaves while waiting gives the place up", async () => {
    const shares = createShares("engines", LIMITS);
    const { begun, work, end } = manual();
    const first = shares.run(work("a1"), as("ann"));
    const left = new AbortController();
    const second = shares.run(work("a2"), as("ann", left.signal));
    left.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(shares.counts()).toEqual({ running: 1, waiting: 0 });
    await expect(shares.run(work("a3"), as("ann", left.signal))).rejects.toThrow("gone");
    await end("a1");
    await first;
    expect(begun).toEqual(["a1"]);
  });

  test("work that fails gives its place back", async () => {
    const shares = createShares("engines", LIMITS);
    await expect(shares.run(() => Promise.reject(new Error("broken")), as("ann"))).rejects.toThrow("broken");
    expect(shares.counts()).toEqual({ running: 0, waiting: 0 });
  });
});
