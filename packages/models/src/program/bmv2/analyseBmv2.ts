import type { Diagnostic } from "../../core/index.ts";
import type { SourceText } from "../../p4/index.ts";
import { type AnalysedFlow, analyseFlow, type FlowLimits, MAX_STATES } from "../analyseFlow.ts";
import { clonePaths } from "../clonePaths.ts";
import { lastPart } from "../entries/contents.ts";
import { type ProgramTable, shownNames } from "../entries/programTables.ts";
import { type EntriesText, readContents } from "../entries/readContents.ts";
import { sha256 } from "../sha256.ts";
import type { StandIns } from "../standIns.ts";
import { explore } from "../walk/explore.ts";
import { bmv2Clones, lowerBmv2Clones } from "./clonesOfBmv2.ts";
import { BMV2_ARCHITECTURE, lowerBmv2 } from "./lowerBmv2.ts";
import { readBmv2 } from "./readBmv2.ts";
import type { Bmv2Program } from "./schema.ts";
import { isStatements } from "./tables.ts";

export type CompiledOptions = FlowLimits & {
  architecture?: string;
  entries?: EntriesText;
  standIns?: StandIns;
};

/**
 * Feature vectors of every feasible path of a program that p4c-bm2-ss compiled: the same as from its source, where the
 * compiler keeps what they need (rules J1 to J3). Never throws on what a user wrote.
 */
export function analyseBmv2(source: SourceText, options: CompiledOptions = {}): AnalysedFlow {
  const about = {
    program: source.file,
    architecture: BMV2_ARCHITECTURE,
    hash: `sha256:${sha256(source.text)}`,
    standIns: options.standIns ?? {},
  };
  const read = readBmv2(source.text);
  if (read.program === null)
    return analyseFlow(null, { ...about, tables: [], contents: null, diagnostics: read.diagnostics });
  const { program } = read;
  const { architecture } = options;
  const tables = tablesOf(program);
  const { contents, fits, problems: ofEntries } = readContents(options.entries, tables);
  const diagnostics: Diagnostic[] = [];
  if (architecture !== undefined && architecture !== BMV2_ARCHITECTURE)
    diagnostics.push(
      error(
        "program-architecture",
        `the program is for ${BMV2_ARCHITECTURE}, not for ${architecture} as asked`,
      ),
    );
  if (!program.headers.some((header) => header.name === "standard_metadata"))
    diagnostics.push(
      error(
        "bmv2-json",
        "the program has no standard_metadata: it was compiled for another architecture than v1model; analyse its P4 source",
      ),
    );
  const compiled = { program, file: source.file, tables, contents };
  const { flow, problems } = lowerBmv2(compiled);
  diagnostics.push(...problems.map((message) => error("bmv2-json", message)));
  const known = { ...about, tables, contents, diagnostics: [...diagnostics, ...ofEntries] };
  const isWrong = diagnostics.length > 0 || !fits;
  const analysed = analyseFlow(isWrong ? null : flow, known, options);
  if (isWrong || !bmv2Clones(program)) return analysed;
  const clones = analysed.walks
    ? clonePaths({
        lower: (by) => lowerBmv2Clones(compiled, by),
        standIns: about.standIns,
        file: source.file,
        maxStates: options.maxStates ?? MAX_STATES,
        explore: options.explore ?? explore,
      })
    : null;
  return clones === undefined ? analysed : { ...analysed, report: { ...analysed.report, clones } };
}

function tablesOf({ pipelines, actions }: Bmv2Program): ProgramTable[] {
  const described = new Map(
    actions.map(({ id, name, runtime_data }) => [
      id,
      {
        ...{ name, id: null },
        parameters: runtime_data.map((each, index) => ({
          name: each.name,
          width: each.bitwidth,
          id: index + 1,
        })),
      },
    ]),
  );
  const tables = pipelines.flatMap((each) => each.tables).filter((table) => !isStatements(table));
  const shown = shownNames(tables.map(({ name }) => name));
  return tables.map(({ name, action_ids, key, max_size, entries, source_info }) => ({
    name,
    id: null,
    shown: shown.get(name) ?? name,
    actions: action_ids.flatMap((id) => {
      const action = described.get(id);
      return action ? [{ ...action, called: lastPart(action.name) }] : [];
    }),
    keys: key.map(({ name: given, target, match_type }, index) => ({
      ...{ name: given ?? (Array.isArray(target) ? target.join(".") : `key ${index + 1}`), kind: match_type },
      ...{ width: null, id: index + 1 },
    })),
    size: max_size ?? null,
    own: entries.map(() => ({ matches: null, priority: 0 })),
    // BMv2 changes no table that its program gives entries
    isConst: entries.length > 0,
    line: source_info?.line ?? 1,
  }));
}

const error = (code: string, message: string): Diagnostic => ({
  severity: "error",
  code,
  message,
  span: null,
});
