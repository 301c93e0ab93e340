import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isEstimator, PluginError, pluginFailure } from "@p4twin/models/engine";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createWorld } from "../../testing/world.ts";
import { asCaller } from "../shared/caller.ts";
import { createPluginHosts } from "./pluginHosts.ts";
import { createEngineService } from "./service.ts";

const as = { id: "own", title: "own", estimates: true, places: true };

test("16 calls of engines at other hosts are under way, 2 of one user; the next ones wait for their turn", async () => {
  const asked: ServerResponse[] = [];
  const server = createServer((_request, response) => asked.push(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const plugins = createPluginHosts({ hosts: async () => ["127.0.0.1"] });
  onTestFinished(plugins.stop);
  const url = `http://127.0.0.1:${port}/`;
  const engine = plugins.engineOf({ kind: "http", url, estimates: true, places: false }, as);
  if (!isEstimator(engine)) throw new Error("the engine estimates");
  let ended = 0;
  const call = (by: string): Promise<void> =>
    asCaller({ by, signal: undefined }, () =>
      engine
        .estimate(Object({ program: "p", paths: [] }), Object({ id: "d" }), {
          packetBytes: 64,
          timeLimitS: 600,
        })
        .then(() => {})
        .catch(() => {})
        .finally(() => ended++),
    );
  const greedy = Array.from({ length: 5 }, () => call("ann"));
  await eventually(() => expect(asked).toHaveLength(2));
  const others = Array.from({ length: 18 }, (_, i) => call(`user ${i % 9}`));
  await eventually(() => expect(asked).toHaveLength(16));
  // one of another user ends: of those who wait somebody has a turn, and no more than one
  asked[5]?.end("{}");
  await eventually(() => expect([ended, asked.length]).toEqual([1, 17]));
  for (let answered = 0; ended < 23; await new Promise((resolve) => setTimeout(resolve, 5)))
    for (const response of asked.slice(answered)) {
      answered++;
      if (!response.writableEnded) response.end("{}");
    }
  await Promise.all([...greedy, ...others]);
  expect(asked).toHaveLength(23);
});

test("an engine that is tried has 20 s for a placement and 10 s for an estimate; what ends then is reported", async () => {
  const world = await createWorld();
  onTestFinished(world.dispose);
  const limits: number[] = [];
  const late = pluginFailure("time", "the engine had no answer in time");
  const call = (limitS: number | undefined) => {
    limits.push(limitS ?? Number.NaN);
    return Promise.reject(new PluginError(late));
  };
  const engines = createEngineService({
    devices: world.services.devices,
    plugins: Object({
      engineOf: () => ({
        ...as,
        estimate: (_program: unknown, _device: unknown, { timeLimitS }: { timeLimitS?: number }) =>
          call(timeLimitS),
        place: (_problem: unknown, { timeLimitS }: { timeLimitS?: number }) => call(timeLimitS),
      }),
    }),
    store: Object({}),
    clock: () => world.time.now,
    parsing: Object({ must: async () => ({ problem: {}, diagnostics: [] }) }),
    readProgram: async () => Object({ program: "p", paths: [] }),
  });
  const content = { kind: "python" as const, source: "" };
  const place = { call: "place" as const, problem: {} };
  const estimate = { call: "estimate" as const, program: "p", device: "agilio-cx", packetBytes: 64 };
  for (const question of [place, estimate])
    expect(await engines.try({ content, question })).toMatchObject({ ok: false, failure: late });
  expect(limits).toEqual([20, 10]);
});
