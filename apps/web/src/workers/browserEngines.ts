import {
  agnosticEngine,
  createBatchEngine,
  createIlpEngine,
  exactEngine,
  greedyEngine,
  ilpHere,
  type PlacementSolver,
} from "@p4twin/models/placement";
import { loadSolver } from "./loadSolver.ts";

const engines: readonly PlacementSolver[] = [
  exactEngine,
  greedyEngine,
  agnosticEngine,
  createIlpEngine(ilpHere(loadSolver, () => performance.now())),
  createBatchEngine(ilpHere(loadSolver, () => performance.now())),
];

/** A placement solver that runs in a worker of the browser (`ilp` on the worker's own thread); null for one that does not. */
export const browserEngine = (id: string): PlacementSolver | null =>
  engines.find((engine) => engine.id === id) ?? null;
