import { createPredictor, type Predictor } from "@p4twin/models/twin";
import type { DeviceService } from "../devices/service.ts";
import type { EstimatesByEngine } from "../engines/ownEngines.ts";
import { DomainError } from "../errors.ts";
import type { ReadProgram } from "../programs/readProgram.ts";
import { hashJson } from "../shared/hash.ts";

/** `id` for the newest version of a profile, `id@number` for that one. */
const PINNED = /^(.+)@(\d+)$/;

type Deps = {
  readProgram: ReadProgram;
  devices: Pick<DeviceService, "get" | "getVersion">;
  estimates: EstimatesByEngine;
};

/** Predicts segments from the stored programs and profiles of a workspace. */
export const createWorkspacePredictor = ({ readProgram, devices, estimates }: Deps): Predictor =>
  createPredictor({
    program: readProgram,
    async profile(ref) {
      const [, id, number] = PINNED.exec(ref) ?? [];
      return id && number ? devices.getVersion(id, Number(number)) : (await devices.get(ref)).document;
    },
    estimate: (engine, program, device, outcomes) =>
      estimates.estimate(engine, program, device, { outcomes }),
    refusalOf: (error) => (error instanceof DomainError ? error.message : null),
    basisOf: hashJson,
  });
