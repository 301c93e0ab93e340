import type { Setting } from "@p4twin/models/attach";
import { libraryFunctions, parseChains } from "@p4twin/models/chain";
import { hasErrors } from "@p4twin/models/core";
import {
  type DeviceProfile,
  type HopSample,
  parseDeviceProfile,
  parseMeasurements,
  refitObstacle,
  refitProfile,
} from "@p4twin/models/device";
import { checkProblem, createCatalogue } from "@p4twin/models/placement";
import { analyseText, checkText, compareSources, p4TextOf } from "@p4twin/models/program";
import {
  entriesOfSides,
  packetsOfSides,
  type RecordedFrame,
  reviewTopologies,
  testsOfProgram,
} from "@p4twin/models/review";
import type {
  cookieOfSwitch,
  lookAtSwitch,
  lookByGnmi,
  SettingsTarget,
  writeSettings,
} from "@p4twin/models/switches";
import { type ImportOptions, importTopology, parseTopology, type Topology } from "@p4twin/models/topology";
import { beganAnew, readSample } from "../switchCounters.ts";
import type { reviewCloudTask } from "./cloudTask.ts";
import { entriesTask } from "./entriesTask.ts";
import { reviewProgramsTask } from "./reviewTask.ts";
import type { offloadTask, synthesisTask } from "./serverTasks.ts";

/** A program with the files that it includes, by their paths. */
type ProgramFiles = { file: string; source: string; includes: Record<string, string> };
/** A side of a change as it is run; `name`: what people call it. */
type RunnableText = ProgramFiles & { name: string; entries: Text | null };
type ReviewedTexts = {
  before: RunnableText;
  after: RunnableText;
  packets: number;
  seed: number;
  recorded: RecordedFrame[];
  compareEntries: boolean;
};
type Text = { text: string; fileName: string };
type Document = { document: Record<string, unknown> };
type Trust = Parameters<typeof refitProfile>[2];

// a parsed document takes the same way as a file, so that both are told the same mistakes in the same words
const written = (input: Text | Document, fileName: string): Text =>
  "text" in input ? input : { text: JSON.stringify(input.document, null, 2), fileName };

/**
 * Everything that reads what users upload, by name. Pure but for looks at switches, and run in other processes only:
 * input and result are what `postMessage` takes.
 */
export const tasks = {
  topology: (input: (Text & { options: ImportOptions }) | Document) =>
    "text" in input
      ? importTopology(input.text, input.fileName, input.options)
      : parseTopology(written(input, "topology.json").text, "topology.json"),

  chains({ content, libraryTypes }: { content: Text | Document; libraryTypes: readonly string[] }) {
    const { text, fileName } = written(content, "chains.json");
    return parseChains(text, fileName, libraryTypes);
  },

  device: ({ text, fileName }: Text) => parseDeviceProfile(text, fileName),

  measurements: ({ text, fileName }: Text) => parseMeasurements(text, fileName),

  problem: ({ stated, profiles }: { stated: unknown; profiles: readonly DeviceProfile[] }) =>
    checkProblem(stated, createCatalogue(profiles, libraryFunctions())),

  refit({ samples, profile, trust }: { samples: HopSample[]; profile: DeviceProfile; trust: Trust }) {
    const obstacle = refitObstacle(samples, profile);
    return obstacle === null
      ? { ok: true as const, refit: refitProfile(samples, profile, trust) }
      : { ok: false as const, obstacle };
  },

  /** `entries`: table contents, which narrow what can run */
  program({ file, source, includes, entries = null }: ProgramFiles & { entries?: Text | null }) {
    const { report, walks } = analyseText({
      ...{ fileName: file, source, includes },
      entries: entries && { name: entries.fileName, text: entries.text },
    });
    return { report, walks };
  },

  reviewPrograms: reviewProgramsTask,

  /** Entries of both sides one by one, where they are texts, and packets that go through both. */
  reviewSides(
    { before, after, packets, seed, recorded, compareEntries }: ReviewedTexts,
    say: (packetsSent: number) => void = () => {},
  ) {
    const runnable = ({ name, file, source, includes, entries }: RunnableText) => ({
      name,
      checked: checkText({ fileName: file, source, includes }),
      entries: entries && { file: entries.fileName, text: entries.text },
    });
    for (const { file, source } of [before, after]) {
      const { problem } = p4TextOf({ file, text: source });
      if (problem)
        return { packets: null, entries: null, refused: null, notCompared: [`packets: ${problem.message}`] };
    }
    const sides = [runnable(before), runnable(after)] as const;
    if (sides.some(({ checked }) => hasErrors(checked.diagnostics)))
      return { packets: null, entries: null, refused: null, notCompared: [] };
    const files = compareEntries
      ? entriesOfSides(...sides)
      : { entries: null, refused: null, notCompared: [] };
    const ran =
      packets + recorded.length > 0
        ? packetsOfSides(...sides, { packets, seed, recorded, onSent: nowAndThen(say) })
        : { packets: null, notCompared: [] };
    return {
      ...{ packets: ran.packets, entries: files.entries, refused: files.refused },
      notCompared: [...files.notCompared, ...ran.notCompared],
    };
  },

  reviewTests({ file, source, includes }: ProgramFiles) {
    const checked = checkText({ fileName: file, source, includes });
    const error = checked.diagnostics.find(({ severity }) => severity === "error");
    return error ? { ok: false as const, why: error.message } : testsOfProgram(checked, file);
  },

  entries: entriesTask,
  countsBeganAnew: ({ before, after }: Record<"before" | "after", Uint8Array>) =>
    beganAnew(readSample(before), readSample(after)),

  /** What a running switch answers is somebody else's text as well; gRPC is loaded by the first look. */
  switchLook: async (target: LookTarget) => (await import("@p4twin/models/switches")).lookAtSwitch(target),

  switchCookie: async (target: CookieTarget) =>
    (await import("@p4twin/models/switches")).cookieOfSwitch(target),
  gnmiLook: async (target: GnmiTarget) => (await import("@p4twin/models/switches")).lookByGnmi(target),
  readSettings: async ({ settings, ...target }: SettingsTarget & { settings: Setting[] }) =>
    (await import("@p4twin/models/switches")).readSettings(target, settings),
  writeSettings: async ({ changes, ...target }: WriteTarget & { changes: Changes }) =>
    (await import("@p4twin/models/switches")).writeSettings(target, changes),

  // the library and the room of synthesis are loaded by the first chain
  synthesis: async (input: Parameters<typeof synthesisTask>[0]) =>
    (await import("./serverTasks.ts")).synthesisTask(input),
  offload: async (input: Parameters<typeof offloadTask>[0]) =>
    (await import("./serverTasks.ts")).offloadTask(input),

  reviewTopologies: ({ name, before, after, rules }: ReviewedTopologies) =>
    reviewTopologies(name, before, after, rules),
  // the solver is loaded by the first cloud with chains
  reviewCloud: async (input: Parameters<typeof reviewCloudTask>[0]) =>
    (await import("./cloudTask.ts")).reviewCloudTask(input),

  compareSources: ({ before, after }: { before: string; after: string }) => compareSources(before, after),
};

/** Says the newest count twice a second at most: a message costs more than a packet. */
function nowAndThen(say: (count: number) => void): (count: number) => void {
  let saidMs = 0;
  return (count) => {
    const nowMs = Date.now();
    if (nowMs - saidMs < SAY_AFTER_MS) return;
    saidMs = nowMs;
    say(count);
  };
}
const SAY_AFTER_MS = 500;

type ReviewedTopologies = {
  name: string;
  before: Topology;
  after: Topology;
  rules: Parameters<typeof reviewTopologies>[3];
};
type GnmiTarget = Parameters<typeof lookByGnmi>[0];
type CookieTarget = Parameters<typeof cookieOfSwitch>[0];
type WriteTarget = Parameters<typeof writeSettings>[0];
type Changes = Parameters<typeof writeSettings>[1];
type LookTarget = Parameters<typeof lookAtSwitch>[0];
type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
type Answer<T> = T extends (input: never) => Promise<infer A>
  ? A
  : T extends (input: never) => infer A
    ? A
    : never;
export type TaskResult<N extends TaskName> = Answer<Tasks[N]>;
