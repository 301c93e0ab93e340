import { SimulationScenario } from "@p4twin/models/control";
import { libraryFiles } from "@p4twin/models/library";

/** The cloud that the emulated switches simulate. */
export const demoScenario = (): SimulationScenario =>
  SimulationScenario.parse(JSON.parse(libraryFiles["simulations/demo.json"]));
