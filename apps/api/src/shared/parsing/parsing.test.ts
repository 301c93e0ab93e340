import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { libraryFiles } from "@p4twin/models/library";
import { analyseText } from "@p4twin/models/program";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type NastyFormat, nastyFormats, nastyText } from "../../../testing/nastyTexts.ts";
import { createWorld, type World } from "../../../testing/world.ts";
import { asCaller } from "../caller.ts";
import { analysisLimits, createParsing, type Parsing, type ParsingLimits, uploadLimits } from "./parsing.ts";
import { createPool } from "./pool.ts";

// every comma is a mistake of its own: seconds and hundreds of megabytes, and nothing is nested
const commas = `[${",".repeat(1_500_000)}]`;
/** Memory in a third of that time: JSON's own parser makes them, and YAML's once more for the place of the mistake. */
const lists = (count: number): string => `[${"[],".repeat(count)}[]]`;
const topology = libraryFiles["topologies/small-cloud.yaml"] ?? "";
const ofText = (text: string, fileName = "cloud.yaml") => ({ text, fileName, options: {} });

const opened: Parsing[] = [];
const parsing = (limits: Partial<ParsingLimits> = {}): Parsing => {
  const made = createParsing({ ...uploadLimits, ...limits });
  opened.push(made);
  return made;
};
afterAll(() => {
  for (const each of opened) each.stop();
});

describe("an upload that is too much for its process", () => {
  test("a text that needs too much memory ends the process that reads it, not the server, and is reported", async () => {
    const small = parsing({ heapMb: 100, limitMs: 600_000 });
    const read = await small.read("topology", ofText(lists(2_000_000)), "cloud.yaml");
    expect(read).toMatchObject({ ok: false, diagnostics: [{ code: "too-large", severity: "error" }] });
    expect(read.ok || read.diagnostics[0]?.message).toBe(
      "reading cloud.yaml needs more than 100 MB and was stopped; make it smaller or simpler",
    );
    expect(await small.read("topology", ofText(topology), "cloud.yaml")).toMatchObject({
      ok: true,
      value: { diagnostics: [] },
    });
  });

  test("an analysis that needs too much memory ends its process and is refused; the next program is analysed", async () => {
    const analyses = parsing({ ...analysisLimits, heapMb: 100, limitMs: 600_000 });
    const of = (source: string) => analyses.must("program", { file: "a.p4", source, includes: {} }, "a.p4");
    await expect(of(`#define A ${"1 ".repeat(1_000)}\n${"A\n".repeat(996)}`)).rejects.toMatchObject({
      code: "bad_input",
      message: "Reading a.p4 needs more than 100 MB and was stopped; make it smaller or simpler.",
    });
    expect(await of(libraryFiles["programs/l3fwd.p4"] ?? "")).toBeDefined();
  });

  test("a process that keeps more than 200 MB after a text is replaced, one that keeps less is used again", async () => {
    // beside each runs a shell that ends it with this process
    const spawned: ChildProcess[] = [];
    const started = () => spawned.filter(({ spawnfile }) => spawnfile === process.execPath).length;
    const count = (message: unknown): void => {
      spawned.push((message as { process: ChildProcess }).process);
    };
    subscribe("child_process", count);
    const one = parsing({ processes: 1, limitMs: 600_000 });
    for (let i = 0; i < 3; i++) await one.read("topology", ofText(topology), "cloud.yaml");
    expect(started()).toBe(1);
    // some hundred MB, which the process keeps until it collects
    await one.read("topology", ofText(lists(250_000)), "cloud.yaml");
    expect(started()).toBe(2);
    expect(await one.read("topology", ofText(topology), "cloud.yaml")).toMatchObject({ ok: true });
    expect(started()).toBe(2);
    unsubscribe("child_process", count);
  });

  test("a text that takes too long is stopped and told, and the next one is read", async () => {
    const brief = parsing({ limitMs: 400, processes: 1 });
    await expect(brief.must("topology", ofText(commas), "cloud.yaml")).rejects.toMatchObject({
      code: "bad_input",
      message: "Reading cloud.yaml took longer than 0.4 s and was stopped; make it smaller or simpler.",
    });
    const patient = parsing({ limitMs: 600_000, processes: 1 });
    expect(await patient.read("topology", ofText(topology), "cloud.yaml")).toMatchObject({ ok: true });
  });

  test("a task's time does not run while it waits for a processor, but not without end", async () => {
    const task = { name: "topology", input: ofText(commas.slice(0, 100_000)) } as const;
    // as on a machine that gives the process no turn until now
    const starved = (limitMs: number) => {
      const pool = createPool({ processes: 1, limitMs, heapMb: 768 }, () => performance.now());
      onTestFinished(pool.stop);
      return pool.run(task, undefined);
    };
    expect(await starved(60_000)).toBeDefined();
    await expect(starved(5)).rejects.toMatchObject({ reason: "time" });
    const running = createPool({ processes: 1, limitMs: 5, heapMb: 768 }, () => 0);
    onTestFinished(running.stop);
    await expect(running.run(task, undefined)).rejects.toMatchObject({ reason: "time" });
  });

  test("the process of a caller who has left is free for the next one", async () => {
    const one = parsing({ processes: 1, limitMs: 600_000 });
    const left = new AbortController();
    const first = asCaller({ by: "ann", signal: left.signal }, () =>
      one.read("topology", ofText(commas), "cloud.yaml"),
    );
    const second = asCaller({ by: "bob", signal: undefined }, () =>
      one.read("topology", ofText(topology), "cloud.yaml"),
    );
    left.abort(new Error("gone"));
    await expect(first).rejects.toThrow("gone");
    expect(await second).toMatchObject({ ok: true });
  });

  const isLeftToOthers = async (limits: ParsingLimits) => {
    const some = parsing({ ...limits, limitMs: 600_000 });
    const left = new AbortController();
    let ended = 0;
    const heavy = Array.from({ length: 4 }, () =>
      asCaller({ by: "ann", signal: left.signal }, () => some.read("topology", ofText(commas), "cloud.yaml"))
        .catch(() => {})
        .then(() => ended++),
    );
    const light = await asCaller({ by: "bob", signal: undefined }, () =>
      some.read("topology", ofText(topology), "cloud.yaml"),
    );
    expect(light).toMatchObject({ ok: true });
    expect(ended).toBe(0);
    left.abort();
    await Promise.all(heavy);
  };

  test("one user's uploads take one process: another user's small file does not wait for them", () =>
    isLeftToOthers(uploadLimits));

  test("one user's analyses take two processes of three: another user's does not wait for them", () =>
    isLeftToOthers(analysisLimits));
});

test("a typical program is analysed in a warm process in less than twice the time of its own", async () => {
  const file = "l3fwd.p4";
  const source = libraryFiles[`programs/${file}`] ?? "";
  const warm = parsing();
  const apart = () => warm.must("program", { file, source, includes: {} }, file);
  const here = async () => analyseText({ fileName: file, source });
  const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  for (let i = 0; i < 20; i++) await Promise.all([apart(), here()]);
  // the least of each: what else the machine does is in neither, if it leaves us one quiet moment of many
  let [own, inProcess] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 40 || (i < 800 && inProcess >= 2 * own); i++) {
    own = Math.min(own, await timeOf(here));
    inProcess = Math.min(inProcess, await timeOf(apart));
  }
  expect(inProcess / own).toBeLessThan(2);
});

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
/** What this thread holds, without what nobody needs any more: when that goes is the machine's choice. */
const heapBytes = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

describe("the server while nasty texts are uploaded", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => {
    world.services.stop();
    await world.dispose();
  });

  test("a 3 MB YAML of brackets is answered with a diagnostic", async () => {
    const caller = await world.as("operator");
    const answer = await caller.topologies.create({
      content: { text: "[".repeat(3_000_000), fileName: "cloud.yaml" },
    });
    expect(answer).toMatchObject({
      ok: false,
      diagnostics: [{ code: "too-deep", span: { line: 1, column: 101 } }],
    });
  });

  test("every text has an answer, others are served meanwhile and the heap stays bounded", async () => {
    const caller = await world.as("operator");
    const app = await world.http();
    const send: Record<NastyFormat, (text: string) => Promise<unknown>> = {
      yaml: (text) => caller.topologies.create({ content: { text, fileName: "a.yaml" } }),
      json: (text) => caller.chains.create({ content: { text, fileName: "a.json" } }),
      xml: (text) =>
        caller.topologies.create({ content: { text: `<graphml>${text}`, fileName: "a.graphml" } }),
      p4: async (source) => {
        const { id } = await caller.programs.create({ name: "nasty", source });
        return caller.programs.features({ versionId: id });
      },
      csv: (text) => caller.refits.propose({ device: "agilio-cx", upload: { text, fileName: "a.csv" } }),
    };
    // the processes are warm and the pages of the database read
    for (const format of nastyFormats) await send[format](nastyText(format, 1, 100));

    const delay = monitorEventLoopDelay({ resolution: 5 });
    const heapBefore = heapBytes();
    let pings = 0;
    let isDone = false;
    delay.enable();
    const start = performance.now();
    const pinging = (async () => {
      while (!isDone) {
        const answer = await app.inject({ url: "/healthz" });
        expect(answer.statusCode).toBe(200);
        pings++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    let answers = 0;
    const texts = nastyFormats.flatMap((format) =>
      Array.from({ length: 6 }, (_, i) => ({ format, text: nastyText(format, 100 + i, 40_000) })),
    );
    for (const { format, text } of texts) {
      // a slow machine may stop one at its limit: that is an answer too
      const answer = await send[format](text).catch((error: Error) => error.cause);
      expect(answer).toBeDefined();
      if (answer instanceof Error) expect(answer).toMatchObject({ code: "bad_input" });
      answers++;
    }
    const tookMs = performance.now() - start;
    isDone = true;
    await pinging;
    delay.disable();

    expect(answers).toBe(texts.length);
    // were the texts read in this thread, it would be held most of the time, and no ping come through while one is read
    expect(pings).toBeGreaterThan(10 * texts.length);
    expect(delay.max / 1e6).toBeLessThan(tookMs / 4);
    expect(heapBytes() - heapBefore).toBeLessThan(200 * 1024 * 1024);
  });
});
