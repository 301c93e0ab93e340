import { noCounts } from "@p4twin/models/telemetry";
import { expect, test } from "vitest";
import { createLoopbackLink } from "../../testing/loopbackLink.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { createStoreServer, deliverTo } from "./windowDelivery.ts";

const row = (sequence: number): WindowRow => ({
  ...{ deploymentId: "d", segmentId: "a", part: 0, partLabel: null, startMs: 1_000, lengthS: 1, count: 0 },
  ...{ sumUs: 0, minUs: null, maxUs: null, histogram: null },
  ...{ ...noCounts(), collectorId: "c", sequence },
});

test("four batches wait in the writer; a fifth is refused and stored when it is offered again", async () => {
  const stored: number[] = [];
  let go: () => void = () => {};
  const database = new Promise<void>((resolve) => {
    go = resolve;
  });
  const link = createLoopbackLink();
  const server = createStoreServer(link, async (rows) => {
    await database;
    stored.push(...rows.map(({ sequence }) => sequence));
    return { stored: rows.length, duplicates: 0, dropped: 0, mended: 0 };
  });
  await server.start();
  const deliver = deliverTo(link);
  const waiting = [1, 2, 3, 4].map((sequence) => deliver([[row(sequence)]]));
  await expect(deliver([[row(5)]])).rejects.toThrow("the writer still stores what came before");
  go();
  await Promise.all(waiting);
  await deliver([[row(5)]]);
  expect(stored).toEqual([1, 2, 3, 4, 5]);
  await server.stop();
});
