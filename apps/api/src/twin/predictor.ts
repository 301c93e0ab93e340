import type { DeviceProfile } from "@p4twin/models/device";
import type { LatencyProgram } from "@p4twin/models/latency";
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
  /** what elements mean whose program or profile is `RUNNING` */
  running?: { program: LatencyProgram | null; device: DeviceProfile | null };
};

/** Names what a switch ran at some moment, where an element names a program or a profile. */
export const RUNNING = "running";

/** Predicts segments from the stored programs and profiles of a workspace. */
export const createWorkspacePredictor = ({ readProgram, devices, estimates, running }: Deps): Predictor =>
  createPredictor({
    program: async (ref) => (running && ref === RUNNING ? running.program : readProgram(ref)),
    async profile(ref) {
      if (ref === RUNNING && running?.device) return running.device;
      const [, id, number] = PINNED.exec(ref) ?? [];
      return id && number ? devices.getVersion(id, Number(number)) : (await devices.get(ref)).document;
    },
    estimate: (engine, program, device, outcomes) =>
      estimates.estimate(engine, program, device, { outcomes }),
    refusalOf: (error) => (error instanceof DomainError ? error.message : null),
    basisOf: hashJson,
  });
