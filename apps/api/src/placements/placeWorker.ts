// Thread in which one placement job is solved; started by runPlace.
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "@p4twin/models/core";
import { createCatalogue, createGreedyEngine, type IlpReply, serveIlp } from "@p4twin/models/placement";
import loadHighs from "highs";
import { libraryFunctions } from "../engines/builtIn.ts";
import { type PlaceJob, placeJobSchema } from "./schema.ts";

export type PlaceReply = IlpReply;

const now = (): number => performance.now();

async function solve(job: PlaceJob, reply: (message: PlaceReply) => void): Promise<void> {
  const { problem, profiles, timeLimitS } = job;
  const functions = libraryFunctions();
  if (job.engine === "ilp") {
    serveIlp({ problem, profiles, functions, timeLimitS, online: false }, await loadHighs(), now, reply);
    return;
  }
  const engines = [createGreedyEngine(createCatalogue(profiles, functions))];
  const engine = engines.find((e) => e.id === job.engine);
  assert(engine, `engine ${job.engine} was accepted but cannot be run`);
  const placement = await engine.place(problem, { timeLimitS, online: false, now });
  reply({ kind: "answer", placement });
}

const port = parentPort;
assert(port, "placeWorker runs in a worker thread");
solve(placeJobSchema.parse(workerData), (message) => port.postMessage(message)).catch((error: unknown) => {
  port.postMessage({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
});
