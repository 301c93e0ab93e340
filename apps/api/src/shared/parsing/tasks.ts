import { libraryFunctions, parseChains } from "@p4twin/models/chain";
import {
  type DeviceProfile,
  type HopSample,
  parseDeviceProfile,
  parseMeasurements,
  refitObstacle,
  refitProfile,
} from "@p4twin/models/device";
import { checkProblem, createCatalogue } from "@p4twin/models/placement";
import { analyseText, compareSources } from "@p4twin/models/program";
import { type ImportOptions, importTopology, parseTopology } from "@p4twin/models/topology";

/** A program with the files that it includes, by their paths. */
type ProgramFiles = { file: string; source: string; includes: Record<string, string> };
type Text = { text: string; fileName: string };
type Document = { document: Record<string, unknown> };
type Trust = Parameters<typeof refitProfile>[2];

// a parsed document takes the same way as a file, so that both are told the same mistakes in the same words
const written = (input: Text | Document, fileName: string): Text =>
  "text" in input ? input : { text: JSON.stringify(input.document, null, 2), fileName };

/**
 * Everything that reads what users upload, by name. Pure, and run in other processes only: input and result are what
 * `postMessage` takes.
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

  program({ file, source, includes }: ProgramFiles) {
    const { report, walks } = analyseText({ fileName: file, source, includes });
    return { report, walks };
  },

  compareSources: ({ before, after }: { before: string; after: string }) => compareSources(before, after),
};

type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
export type TaskResult<N extends TaskName> = ReturnType<Tasks[N]>;
