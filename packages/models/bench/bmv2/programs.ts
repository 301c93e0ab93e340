import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { type CheckedProgram, checkP4 } from "../../src/p4/index.ts";
import { BMV2_CASES } from "../../testing/run/bmv2/cases.ts";
import { smallP4 } from "../../testing/run/smallSwitch.ts";
import { checkProgram, OWN_DECLARATIONS, programsOf } from "../p4Corpus.ts";

const LIBRARY = join(import.meta.dirname, "../../library");

/** A program for both switches: its file, or its text when it has none. */
export type Program = {
  name: string;
  group: "small" | "library" | "p4c" | "pairs" | "random";
  file: string | null;
  /** what p4c made of it before; null: it is to be compiled */
  json: string | null;
  text: string;
  checked: CheckedProgram;
  commands: string[];
  open: readonly [number, number] | null;
  state: readonly string[];
  /** bytes of the packets that are made up */
  bytes: number;
};

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

/** The small programs; behind their header there is room for others. */
export const smallPrograms = (): Program[] =>
  Object.entries(BMV2_CASES).map(([name, { parts, commands = "", open = null, state = [] }]) => {
    const text = smallP4(parts);
    const checked = checkP4({ file: `${name}.p4`, text });
    return {
      name,
      group: "small",
      file: null,
      json: null,
      text,
      checked,
      commands: lines(commands),
      open,
      state,
      bytes: 34,
    };
  });

const DEPLOYED: Readonly<Record<string, string>> = {
  latency_control_uc1: "latency-control-uc1/s1-commands.txt",
  latency_control_uc2: "latency-control-uc2/s13-commands.txt",
  latency_control_uc1_refined: "latency-control-flows/s1-commands.txt",
  latency_control_uc2_refined: "latency-control-uc2/s13-commands.txt",
  reflector: "latency-control-flows/vnf-commands.txt",
  vqueue: "vqueue/s1-commands.txt",
};

/** Programs of the library, with the entries of their deployments where they have any. */
export const libraryPrograms = (): Program[] =>
  libraryNames("programs", ".p4").map((name) => {
    const file = join(LIBRARY, "programs", `${name}.p4`);
    const text = libraryFiles[`programs/${name}.p4`] ?? "";
    const given = DEPLOYED[name];
    const commands = given ? lines(readFileSync(join(LIBRARY, "deployments", given), "utf8")) : [];
    const checked = checkP4({ file, text });
    return {
      name,
      group: "library",
      file,
      json: null,
      text,
      checked,
      commands,
      open: null,
      state: [],
      bytes: 160,
    };
  });

/** p4c's own samples for BMv2, below a folder with its testdata. */
export const sampledPrograms = (folder: string, architecture: "v1model" | "psa" = "v1model"): Program[] => {
  const samples = join(folder, "testdata", "p4_16_samples");
  if (!existsSync(samples)) return [];
  return programsOf(samples)
    .filter((file) => file.endsWith("-bmv2.p4"))
    .flatMap((file): Program[] => {
      const { checked } = checkProgram(file, {
        includes: [join(folder, "p4include")],
        own: OWN_DECLARATIONS,
      });
      if (checked.architecture?.definition.id !== architecture) return [];
      if (checked.diagnostics.some(({ severity }) => severity === "error")) return [];
      const text = readFileSync(file, "utf8");
      const name = basename(file, ".p4");
      return [
        {
          name,
          group: "p4c",
          file,
          json: null,
          text,
          checked,
          commands: [],
          open: null,
          state: [],
          bytes: 160,
        },
      ];
    });
};

/** Programs with what p4c made of them before: NAME.p4 and NAME.json in a folder, and BMv2 commands in NAME.txt. */
export const pairedPrograms = (folder: string): Program[] =>
  programsOf(folder).flatMap((file): Program[] => {
    const json = file.replace(/\.p4$/, ".json");
    if (!existsSync(json)) return [];
    const text = readFileSync(file, "utf8");
    const given = file.replace(/\.p4$/, ".txt");
    const commands = existsSync(given) ? lines(readFileSync(given, "utf8")) : [];
    const { checked } = checkProgram(file, { includes: [folder], own: OWN_DECLARATIONS });
    const name = basename(file, ".p4");
    return [{ name, group: "pairs", file, json, text, checked, commands, open: null, state: [], bytes: 160 }];
  });
