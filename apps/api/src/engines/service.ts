import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import type { EngineRegistry } from "@p4twin/models/engine";
import { type Catalogue, createCatalogue, type Problem } from "@p4twin/models/placement";
import type { DeviceService } from "../devices/service.ts";
import { DomainError } from "../errors.ts";
import type { Engine } from "./schema.ts";

type Deps = { registry: EngineRegistry; devices: DeviceService };

/** Estimators and placement engines that can be chosen, and what their problems may name. */
export function createEngineService({ registry, devices }: Deps) {
  const profiles = async (): Promise<DeviceProfile[]> =>
    (await devices.list()).map((device) => device.document);

  return {
    list: (): Engine[] => [...registry.entries],

    /** Everything that a new problem may name. */
    catalogue: async (): Promise<Catalogue> => createCatalogue(await profiles(), libraryFunctions()),

    /** What a job knows: the profiles that were kept with it. */
    catalogueOf: (kept: readonly DeviceProfile[]): Catalogue => createCatalogue(kept, libraryFunctions()),

    /** The profiles that a problem names, as they are now: a job keeps them, whatever is changed later. */
    async profilesOf(problem: Problem): Promise<DeviceProfile[]> {
      const named = new Set([...problem.devices, ...problem.deviceTypes].map((device) => device.profile));
      return (await profiles()).filter((profile) => named.has(profile.id));
    },

    requirePlacement(id: string): void {
      if (registry.placementEngine(id)) return;
      const known = registry.entries.filter((engine) => engine.places).map((engine) => engine.id);
      throw new DomainError(
        "bad_input",
        `There is no placement engine "${id}"; known are ${known.join(", ")}.`,
      );
    },
  };
}

export type EngineService = ReturnType<typeof createEngineService>;
