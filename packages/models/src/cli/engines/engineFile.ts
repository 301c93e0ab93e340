import { basename } from "node:path";
import {
  createPluginEngine,
  createPythonHost,
  type Engine,
  type Estimator,
  isEstimator,
  isPlacementSolver,
  PluginError,
  pythonPluginHost,
} from "../../engine/index.ts";
import type { PlacementSolver } from "../../placement/index.ts";
import { InputError, inputError } from "../errors.ts";
import { readInput } from "../input/readInput.ts";
import type { Io } from "../io.ts";

/** Seconds that `estimate` of a file may take (our choice); `place` has its --time-limit. */
const ESTIMATE_LIMIT_S = 30;

/** Whether `--engine` names a file of Python instead of an engine that comes with the product. */
export const isEngineFile = (name: string): boolean => name.endsWith(".py");

/** `--engine FILE.py` of estimates. What fails in it is an input error at its line, the traceback on standard error. */
export async function readEstimatorFile(io: Io, path: string): Promise<Estimator> {
  const { file, engine } = await readEngine(io, path, { estimates: true, places: false });
  if (!isEstimator(engine)) throw new TypeError("a plug-in that estimates is an estimator");
  return {
    ...engine,
    estimate: (program, device, options) =>
      orInputError(io, file, engine.estimate(program, device, { timeLimitS: ESTIMATE_LIMIT_S, ...options })),
  };
}

/** `--engine FILE.py` of placements; see `readEstimatorFile`. */
export async function readPlacementFile(io: Io, path: string): Promise<PlacementSolver> {
  const { file, engine } = await readEngine(io, path, { estimates: false, places: true });
  if (!isPlacementSolver(engine)) throw new TypeError("a plug-in that places is a placement solver");
  return { ...engine, place: (problem, options) => orInputError(io, file, engine.place(problem, options)) };
}

async function readEngine(
  io: Io,
  path: string,
  does: { estimates: boolean; places: boolean },
): Promise<{ file: string; engine: Engine }> {
  const { file, text } = await readInput(io, path, { folder: "engines", extensions: [".py"] });
  // Node 20 ends such a process with SIGABRT; the packed command line runs there too
  if (Number.parseInt(process.versions.node, 10) < 22)
    throw inputError(
      file,
      "engine-node",
      `an engine in Python needs Node 22 or newer; this is ${process.version}`,
    );
  const python = createPythonHost(await io.loadPython(), { keepsOneReady: false });
  const plugin = { id: basename(file), title: file, ...does };
  return { file, engine: createPluginEngine(plugin, pythonPluginHost(python, file, text)) };
}

/** Turns the failure of a plug-in into the command's input error; anything else stays what it is. */
async function orInputError<T>(io: Io, file: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { failure, printed } = error;
    if (printed !== "") io.stderr(`${printed.trimEnd()}\n`);
    if (failure.traceback !== null) io.stderr(`${failure.traceback}\n`);
    const { line, column, endColumn, message } = failure;
    const from = column ?? 1;
    const place =
      line === null
        ? null
        : { file, start: 0, end: 0, line, column: from, endLine: line, endColumn: endColumn ?? from };
    throw new InputError(file, [{ severity: "error", code: `engine-${failure.kind}`, message, span: place }]);
  }
}
