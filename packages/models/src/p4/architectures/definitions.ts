import type { ArchitectureDefinition } from "./architectureModel.ts";
import { V1MODEL } from "./v1model.ts";

/** Every architecture we know, found by the package that `main` instantiates. */
export const ARCHITECTURES: readonly ArchitectureDefinition[] = [V1MODEL];
