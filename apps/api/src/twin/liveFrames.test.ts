import { expect, test } from "vitest";
import { createBus } from "../bus/bus.ts";
import type { LiveFrame } from "../bus/windowRow.ts";
import { createLiveHub } from "../live/hub.ts";
import { createLiveFrames } from "./liveFrames.ts";

const NOW_MS = Date.parse("2026-01-01T00:00:00.200Z");

test("200 watchers that come together read what they missed twice at most, and each gets it", async () => {
  const bus = createBus();
  const hub = createLiveHub(bus);
  await hub.start();
  const asked: unknown[] = [];
  const live = createLiveFrames({
    store: {
      windows: async (query) => {
        asked.push(query);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return [];
      },
    },
    deployments: { get: async (id: string) => Object({ id }) },
    hub,
    clock: () => new Date(NOW_MS + asked.length),
  });
  const leave = new AbortController();
  const watchers = Array.from({ length: 200 }, (_, i) =>
    live("d", String(NOW_MS - 5_000 - i / 10), leave.signal),
  );
  const next = async (): Promise<LiveFrame[]> =>
    (await Promise.all(watchers.map((w) => w.next()))).map(({ value }) => value);
  const missed = await next();
  expect(missed.map(({ deploymentId }) => deploymentId)).toEqual(Array(200).fill("d"));
  expect(asked).toMatchObject(Array(2).fill({ deploymentId: "d", bucketMs: 1_000 }));

  // the seconds that were on their way to the database when they came: once more, for all of them
  const pending = next();
  bus.live.publish([{ deploymentId: "d", atMs: NOW_MS + 3_000, rows: [] }]);
  expect((await pending).map(({ atMs }) => atMs)).toEqual(Array(200).fill(NOW_MS + 3_000));
  await next();
  expect(asked).toHaveLength(4);
  leave.abort();
  await hub.stop();
});
