import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOwnSockets, type SocketChange } from "./ownSockets.ts";
import { OWN_SOCKETS, SHARED_SOCKETS, sharedSocketOf, steeringProgram } from "./steering.ts";

/** What the kernel makes of a program: classic BPF, as far as it is used here. */
function run(program: Uint8Array, source: number): number {
  const view = new DataView(program.buffer);
  let a = 0;
  for (let pc = 0; pc < program.length / 8; pc++) {
    const k = view.getUint32(8 * pc + 4, true);
    switch (view.getUint16(8 * pc, true)) {
      case 0x20:
        a = source;
        break;
      case 0x15:
        pc += a === k ? view.getUint8(8 * pc + 2) : view.getUint8(8 * pc + 3);
        break;
      case 0x24:
        a = Math.imul(a, k) >>> 0;
        break;
      case 0x74:
        a >>>= k;
        break;
      case 0x06:
        return k;
      case 0x16:
        return a;
      default:
        throw new Error("unknown instruction");
    }
  }
  throw new Error("the program has no end");
}

const address = fc.integer({ min: 0, max: 0xffffffff });

describe("steering", () => {
  it("owners go to their own sockets, everybody else to the shared one that we expect", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(address), { minLength: OWN_SOCKETS, maxLength: OWN_SOCKETS }),
        address,
        (owners, other) => {
          const program = steeringProgram(owners);
          owners.forEach((owner, k) => {
            if (owner !== null && owners.indexOf(owner) === k)
              expect(run(program, owner)).toBe(SHARED_SOCKETS + k);
          });
          if (!owners.includes(other)) expect(run(program, other)).toBe(sharedSocketOf(other));
        },
      ),
    );
  });

  it("neighbouring addresses spread over the shared sockets", () => {
    const counts = new Array<number>(SHARED_SOCKETS).fill(0);
    for (let i = 0; i < 64; i++) counts[sharedSocketOf(0x0a000001 + i)]++;
    expect(Math.max(...counts)).toBeLessThan(2 * (64 / SHARED_SOCKETS));
  });
});

describe("who gets a socket of its own", () => {
  const period = (
    own: ReturnType<typeof createOwnSockets>,
    heard: Record<number, number>,
  ): SocketChange | null =>
    own.review(Object.entries(heard).map(([key, n]) => ({ key: Number(key), heard: n })));

  it("the hottest first, one a period; a calm one never", () => {
    const own = createOwnSockets();
    const heard = { 1: 5_000, 2: 50_000, 3: 200 };
    expect(period(own, heard)).toEqual({ socket: 0, key: 2, what: "took" });
    expect(period(own, heard)).toEqual({ socket: 1, key: 1, what: "took" });
    expect(period(own, heard)).toBeNull();
    expect(own.owners()).toEqual([2, 1, null, null]);
  });

  it("one that is calm for ten seconds gives it back, one that pauses does not", () => {
    const own = createOwnSockets();
    period(own, { 1: 5_000 });
    for (let i = 0; i < 39; i++) expect(period(own, {})).toBeNull();
    expect(period(own, { 1: 5_000 })).toBeNull();
    for (let i = 0; i < 39; i++) expect(period(own, {})).toBeNull();
    expect(period(own, {})).toEqual({ socket: 0, key: 1, what: "gave" });
  });

  it("when all are taken, one that is four times hotter displaces the coolest, in two periods", () => {
    const own = createOwnSockets();
    const heard: Record<number, number> = { 1: 9_000, 2: 8_000, 3: 7_000, 4: 6_000 };
    for (let i = 0; i < 4; i++) period(own, heard);
    expect(period(own, { ...heard, 5: 20_000 })).toBeNull();
    expect(period(own, { ...heard, 5: 30_000 })).toEqual({ socket: 3, key: 4, what: "gave" });
    expect(period(own, { ...heard, 5: 30_000 })).toEqual({ socket: 3, key: 5, what: "took" });
  });
});
