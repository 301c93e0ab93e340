import { readFile } from "node:fs/promises";
import { builtMemory } from "@p4twin/models/cli";
import { libraryFiles } from "@p4twin/models/library";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createWorld, type World } from "../../testing/world.ts";
import { jsonObjectSchema } from "../shared/schemas.ts";
import { ownEngineId } from "./ownEngines.ts";
import { rememberEstimates } from "./rememberEstimates.ts";

// every run loads an interpreter of its own
const timeout = 300_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  world.services.plugins.stop();
  await world.dispose();
});

const example = (file: string): string => libraryFiles[`engines/${file}.py`] ?? "";
const problem = jsonObjectSchema.parse(parse(libraryFiles["problems/small-cloud.yaml"] ?? ""));

describe("own engines", () => {
  test("are stored as versions, listed beside the built-in ones and used by their id", {
    timeout,
  }, async () => {
    const caller = await world.as("operator");
    const content = { kind: "python" as const, source: example("expensive_tables") };
    const written = await caller.engines.create({ name: "Expensive tables", content });
    if (!written.ok) throw new Error(written.failure.message);
    expect(written.version).toMatchObject({ number: 1, estimates: true, places: false });

    const listed = await caller.engines.list();
    expect(listed.find((engine) => engine.id === "linear")).toMatchObject({ kind: "built-in", own: null });
    const own = listed.find((engine) => engine.own);
    expect(own).toMatchObject({ title: "Expensive tables, version 1", kind: "python" });

    const stored = await caller.programs.create({
      name: "l3fwd",
      source: libraryFiles["programs/l3fwd.p4"] ?? "",
    });
    const report = await caller.programs.estimate({
      versionId: stored.id,
      device: "agilio-cx",
      engine: own?.id ?? "",
    });
    expect(report).toMatchObject({ engine: own?.id, maxUs: 8.56 });

    const again = await caller.engines.addVersion({ id: written.version.engineId, content });
    expect(again.ok && again.version.number).toBe(1);
    const changed = { ...content, source: content.source.replace("0.15", "0.2") };
    const next = await caller.engines.addVersion({ id: written.version.engineId, content: changed });
    expect(next.ok && next.version.number).toBe(2);
    expect((await caller.engines.get({ versionId: written.version.id })).content).toEqual(content);

    await caller.engines.remove({ id: written.version.engineId });
    expect((await caller.engines.list()).some((engine) => engine.own)).toBe(false);
    // what refers to a version goes on
    const still = { versionId: stored.id, device: "agilio-cx", engine: own?.id ?? "" };
    expect((await caller.programs.estimate(still)).maxUs).toBe(8.56);
  });

  test("place scenarios as jobs do, checked like any engine", { timeout }, async () => {
    const caller = await world.as("operator");
    const content = { kind: "python" as const, source: example("least_loaded") };
    const written = await caller.engines.create({ name: "Least loaded", content });
    const engine = written.ok ? `own:${written.version.id}` : "";
    const queued = await caller.placements.run({ question: { problem }, engine, timeLimitS: 60 });
    const { problem: asked } = await caller.placements.get({ id: queued.id });
    const profiles = await world.services.engines.profilesOf(asked);
    const job = { problem: asked, engine, timeLimitS: 60, profiles };
    const placement = await world.services.engines.place(job, { signal: new AbortController().signal });
    expect(placement).toMatchObject({ status: "feasible", engine, rejected: [] });
    await expect(
      caller.placements.run({ question: { problem }, engine: "own:none", timeLimitS: 1 }),
    ).rejects.toThrow('Unknown placement solver "own:none"');
  });

  test("that do not run are not stored, and say where", { timeout }, async () => {
    const caller = await world.as("operator");
    const before = await caller.engines.list();
    const source = "import js\n\ndef estimate(p, d, o):\n    return {}\n";
    const written = await caller.engines.create({ name: "Bad", content: { kind: "python", source } });
    expect(written).toMatchObject({ ok: false, failure: { kind: "exception", line: 1 } });
    expect(await caller.engines.list()).toEqual(before);
  });

  test("are tried without being stored", { timeout }, async () => {
    const caller = await world.as("operator");
    const source = 'def place(problem, options):\n    print("asked")\n    return problem["nothing"]\n';
    const tried = await caller.engines.try({
      content: { kind: "python", source },
      question: { call: "place", problem },
    });
    expect(tried).toMatchObject({ ok: false, failure: { kind: "exception", line: 3 }, printed: "asked\n" });
  });

  test("over HTTP are asked at listed hosts only", async () => {
    const [operator, owner] = [await world.as("operator"), await world.as("owner")];
    const content = { kind: "http" as const, url: "http://127.0.0.1:9/", estimates: true, places: false };
    const question = { call: "estimate" as const, program: "lib:l3fwd", device: "agilio-cx" };
    const tried = await operator.engines.try({ content, question });
    expect(tried).toMatchObject({ ok: false, failure: { kind: "refused" } });
    await expect(owner.engines.setHosts({ hosts: ["no host!"] })).rejects.toThrow("is not a host");
    await owner.engines.setHosts({ hosts: ["127.0.0.1:9"] });
    expect(await operator.engines.try({ content, question })).toMatchObject({
      ok: false,
      failure: { kind: "unreachable" },
    });
  });
});

test("the sandbox of the browser is served with a policy that connects to nothing", async () => {
  const http = await world.http();
  const worker = await http.inject({ method: "GET", url: "/python/worker.ts" });
  expect(worker.statusCode).toBe(200);
  expect(worker.headers["content-type"]).toContain("text/javascript");
  expect(worker.headers["content-security-policy"]).toContain("connect-src 'none'");
  expect(worker.body).not.toContain("type Incoming");
  const tag = String(worker.headers.etag);
  const same = await http.inject({ url: "/python/worker.ts", headers: { "if-none-match": tag } });
  expect(same.statusCode).toBe(304);
  // what a build left, or an answer that says without an error that there is none
  const memory = await http.inject({ url: "/python/memory" });
  const built = builtMemory();
  expect(memory.statusCode).toBe(built ? 200 : 204);
  if (built) expect(memory.rawPayload.equals(await readFile(built))).toBe(true);
  for (const url of ["/python/child.ts", "/python/..%2fpackage.json", "/python/"]) {
    expect((await http.inject({ url })).body).not.toContain("pyodide");
  }
});

test("an estimate that an own engine made once is remembered, a failure for a minute", async () => {
  let now = 0;
  const [good, bad] = ["1", "2"].map((end) => ownEngineId(`00000000-0000-4000-8000-00000000000${end}`));
  if (!good || !bad) throw new Error("two ids");
  const asked: string[] = [];
  const report = { estimates: [] } as never;
  const remembered = rememberEstimates(
    {
      estimate: async (engine) => {
        asked.push(engine);
        if (engine === bad) throw new Error("no");
        return report;
      },
    },
    () => now,
  );
  const program = { program: "p", architecture: null, paths: [], truncated: false, min: null, max: null };
  const device = { id: "d", version: 1 } as never;
  for (let i = 0; i < 3; i += 1) {
    await remembered.estimate(good, program, device);
    await expect(remembered.estimate(bad, program, device)).rejects.toThrow("no");
  }
  expect(asked).toEqual([good, bad]);
  now = 61_000;
  await expect(remembered.estimate(bad, program, device)).rejects.toThrow("no");
  expect(asked).toEqual([good, bad, bad]);
});
