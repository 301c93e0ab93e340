import { builtInEngines, type Estimator, unknownEngine } from "../../engine/index.ts";
import type { PlacementSolver } from "../../placement/index.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { isEngineFile, readEstimatorFile, readPlacementFile } from "./engineFile.ts";
import { spawnIlpThread } from "./spawnIlpThread.ts";

const engines = builtInEngines(spawnIlpThread);

/** Ids that `--engine` takes, for the help. */
export const idsOf = (does: "estimates" | "places"): string[] =>
  engines.entries.flatMap((entry) => (entry[does] ? [entry.id] : []));

/** The estimator that `--engine` names: one of the product, or a file of Python. */
export async function estimatorOf(io: Io, name: string): Promise<Estimator> {
  if (isEngineFile(name)) return readEstimatorFile(io, name);
  const found = engines.estimator(name);
  if (!found) throw new UsageError(unknownEngine(name, "estimates", engines.entries));
  return found;
}

/** The same for placements; `among`: where the engines of the product solve. */
export async function solverOf(io: Io, name: string, among = engines): Promise<PlacementSolver> {
  if (isEngineFile(name)) return readPlacementFile(io, name);
  const found = among.solver(name);
  if (!found) throw new UsageError(unknownEngine(name, "places", among.entries));
  return found;
}
