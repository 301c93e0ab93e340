import fc from "fast-check";
import { expect, test } from "vitest";
import { routeEntity, routesInfo } from "../../testing/cli/testSwitch.ts";
import { P4Info, ReadResponse } from "../p4runtime/index.ts";
import { keyOf } from "../snapshot/index.ts";
import { type ReadChannel, ReadFailure } from "./channel.ts";
import { readSwitch } from "./readSwitch.ts";

const answer = ReadResponse.encode({ entities: [0, 1, 2].map((n) => routeEntity(n, 3, 5n)) });
const info = P4Info.encode(routesInfo);

/** A switch that answers each read of entries with this message, whatever it is. */
const answering = (message: Uint8Array, p4info = routesInfo): ReadChannel => ({
  capabilities: async () => "1.3.0",
  pipeline: async () => ({ p4info, p4DeviceConfig: Uint8Array.of(), cookie: null }),
  cookie: async () => null,
  async *read(_, { entity }) {
    if (entity?.kind === "tableEntry") yield message;
  },
  close: () => {},
});
async function look(channel: ReadChannel) {
  const keys = new Set<string>();
  const found = await readSwitch(channel, 1n, {
    entity: (entity) => void keys.add(keyOf(entity)),
    count: () => undefined,
  });
  return { found, keys };
}

test("an answer that is no P4Runtime is an unread part with its reason, not an error of ours", async () => {
  for (const message of [
    Uint8Array.of(0xff, 0xff),
    answer.subarray(0, answer.length - 3),
    Uint8Array.of(7),
  ]) {
    const { found } = await look(answering(message));
    expect(found.state).toBe("partial");
    expect(found).toMatchObject({
      unread: [{ what: "table MyIngress.ipv4_lpm", why: expect.stringMatching(/cannot be read/) }],
    });
  }
});

test("no bytes of a switch end a look with anything but words", async () => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  const changed = (bytes: Uint8Array, at: readonly [number, number][]): Uint8Array => {
    const copy = bytes.slice();
    for (const [where, value] of at) copy[where % copy.length] = value;
    return copy;
  };
  const infoOf = (at: readonly [number, number][]): P4Info | null => {
    try {
      return P4Info.decode(changed(info, at));
    } catch {
      // gRPC refuses the whole message then
      return null;
    }
  };
  await fc.assert(
    fc.asyncProperty(changes, changes, async (inAnswer, inInfo) => {
      const p4info = infoOf(inInfo);
      for (const each of p4info ? [routesInfo, p4info] : [routesInfo])
        await look(answering(changed(answer, inAnswer), each)).catch((error) => {
          expect(error).toBeInstanceOf(ReadFailure);
        });
    }),
    { numRuns: 200 },
  );
});
