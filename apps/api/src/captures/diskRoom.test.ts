import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import type { DiskState } from "../disk/guard.ts";
import { type DiskStep, refusedAt } from "../disk/steps.ts";
import { createCaptureFiles } from "./files.ts";

let step: DiskStep = "ok";
const reported: unknown[] = [];
const state = (): DiskState => ({
  ...{
    step,
    sinceMs: 0,
    freeBytes: 30e6,
    totalBytes: 1e9,
    refused: refusedAt(step),
    error: null,
    writeErrors: 0,
  },
  reserve: { bytes: 0, wantedBytes: 0 },
});
let world: World;
beforeAll(async () => {
  world = await createWorld({
    disk: {
      allows: (use) => !refusedAt(step).includes(use),
      state,
      report: (error) => void reported.push(error),
    },
  });
});
afterAll(() => world.dispose());
beforeEach(() => {
  step = "ok";
});

const begin = async () => (await world.as("operator")).captures.begin({ name: "a.pcap", settings: {} });
const kept = async () => (await readdir(world.dataDir)).filter((name) => name.endsWith(".capture"));

test("on a disk that is low no capture is taken, and the refusal says why and what helps", async () => {
  step = "low";
  await expect(begin()).rejects.toThrow(
    "The disk of the server has too little room: 30 of 1000 MB are free. Until there is more, no captures are taken.",
  );
});

test("an upload under way stops when the disk becomes low, and leaves nothing behind", async () => {
  const { id } = await begin();
  async function* filling() {
    for (;;) {
      yield new Uint8Array(1_000);
      step = "low";
    }
  }
  await expect(world.services.captures.receive(id, filling())).rejects.toMatchObject({ code: "unavailable" });
  expect(await world.services.captures.get(id)).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("too little room"),
    bytes: 0,
  });
  expect(await kept()).toEqual([]);
});

test("on a disk that is very low no capture is replayed into the twin", async () => {
  step = "very-low";
  const run = {
    captureId: "00000000-0000-7000-8000-000000000001",
    deploymentId: "00000000-0000-7000-8000-000000000002",
  };
  await expect(
    world.services.captures.start({ ...run, mode: "fill", speed: null, by: null }),
  ).rejects.toThrow("no captures are replayed");
});

test("a file that the disk refuses is told by the write or by the close, never thrown out of the event loop", async () => {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-files-"));
  const files = createCaptureFiles(dir);
  await files.create("a").then((file) => file.close());
  // there is one already: the stream fails to open
  const file = await files.create("a");
  const failed = async () => {
    for (let i = 0; i < 100; i++) await file.write(new Uint8Array(100_000));
    await file.close();
  };
  await expect(failed()).rejects.toMatchObject({ code: "EEXIST" });
  await rm(dir, { recursive: true });
});
