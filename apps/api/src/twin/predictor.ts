import { estimateProgram, type LatencyProgram, latencyForms } from "@p4twin/models/latency";
import type { Outcome } from "@p4twin/models/program";
import { createPredictor, type Predictor } from "@p4twin/models/twin";
import type { DeviceService } from "../devices/service.ts";
import { type EstimatesByEngine, isOwnEngine } from "../engines/ownEngines.ts";
import { DomainError } from "../errors.ts";
import type { ReadProgram } from "../programs/readProgram.ts";
import { hashJson } from "../shared/hash.ts";

/** `id` for the newest version of a profile, `id@number` for that one. */
const PINNED = /^(.+)@(\d+)$/;

/** The paths that end so; one whose outcome is not known counts as one. */
const ending = (program: LatencyProgram, outcomes: readonly Outcome[]): LatencyProgram => ({
  ...program,
  paths: program.paths.filter(({ outcome }) => outcome === undefined || outcomes.includes(outcome)),
});

type Deps = {
  readProgram: ReadProgram;
  devices: Pick<DeviceService, "get" | "getVersion">;
  /** estimates by engines of the workspace */
  ownEstimates: EstimatesByEngine;
};

/** Predicts segments from the stored programs and profiles of a workspace. */
export const createWorkspacePredictor = ({ readProgram, devices, ownEstimates }: Deps): Predictor =>
  createPredictor({
    program: readProgram,
    async profile(ref) {
      const [, id, number] = PINNED.exec(ref) ?? [];
      return id && number ? devices.getVersion(id, Number(number)) : (await devices.get(ref)).document;
    },
    async estimate(engine, program, device, outcomes) {
      if (isOwnEngine(engine)) return ownEstimates.estimate(engine, ending(program, outcomes), device);
      const form = latencyForms.find((f) => f.id === engine);
      return estimateProgram({ program, device, form, outcomes });
    },
    refusalOf: (error) => (error instanceof DomainError ? error.message : null),
    basisOf: hashJson,
  });
