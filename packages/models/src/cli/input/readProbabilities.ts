import { checkShape, readDocument } from "../../core/index.ts";
import {
  type Contents,
  entryShares,
  type Probabilities,
  type ProgramWalks,
  probabilitiesSchema,
  unknownPlaces,
} from "../../program/index.ts";
import { InputError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { readInput } from "./readInput.ts";

/** In place of a file: shares of actions from the table contents that `--entries` gives. */
const FROM_ENTRIES = "entries";

/** Probabilities of a program's tables, conditions and parser states; names that it does not have are errors. */
export async function readProbabilities(
  io: Io,
  path: string,
  walks: ProgramWalks | null,
  contents: Contents | null,
): Promise<Probabilities> {
  if (path === FROM_ENTRIES) {
    if (contents === null) throw new UsageError("--probabilities entries needs --entries FILE");
    return entryShares(contents, walks);
  }
  const { file, text } = await readInput(io, path, { folder: "probabilities", extensions: [".json"] });
  const source = readDocument(text, file);
  const { value, diagnostics } = checkShape<Probabilities>(
    source,
    probabilitiesSchema,
    "a file of probabilities",
  );
  if (value === null) throw new InputError(file, diagnostics);
  const unknown = walks ? unknownPlaces(walks, value) : [];
  if (unknown.length > 0)
    throw new InputError(
      file,
      unknown.map((message) => ({
        severity: "error",
        code: "probabilities-unknown",
        message,
        span: source.spanAt([]),
      })),
    );
  return value;
}
