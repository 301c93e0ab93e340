import { libraryFunctionTypes } from "@p4twin/models/chain";
import { createChainService } from "./chains/service.ts";
import { createChainStore } from "./chains/store.ts";
import type { Scope } from "./database/scope.ts";
import { createDeploymentService } from "./deployments/service.ts";
import { createDeploymentStore } from "./deployments/store.ts";
import { createDeviceService } from "./devices/service.ts";
import { createDeviceStore } from "./devices/store.ts";
import { isOwnEngine } from "./engines/ownEngines.ts";
import type { PluginHosts } from "./engines/pluginHosts.ts";
import { createEngineService } from "./engines/service.ts";
import { createEngineStore } from "./engines/store.ts";
import type { JobQueue } from "./jobs/queue.ts";
import { createPlacementService, type PlaceRun } from "./placements/service.ts";
import { createPlacementStore } from "./placements/store.ts";
import { createAnalysis } from "./programs/analysis.ts";
import { createReadProgram } from "./programs/readProgram.ts";
import { createProgramService } from "./programs/service.ts";
import { createProgramStore } from "./programs/store.ts";
import { createScenarioService } from "./scenarios/service.ts";
import { createScenarioStore } from "./scenarios/store.ts";
import type { Parsing } from "./shared/parsing/parsing.ts";
import type { Clock } from "./shared/service.ts";
import { createTopologyService } from "./topologies/service.ts";
import { createTopologyStore } from "./topologies/store.ts";

type Deps = {
  clock: Clock;
  queue: JobQueue;
  /** reads what is uploaded, and analyses programs */
  parsing: Parsing;
  analyses: Parsing;
  plugins: PluginHosts;
  runPlace: PlaceRun;
  /** called after every committed change of a deployment */
  onDeployment(id: string): void;
};

/**
 * What a workspace stores and how it refers to each other: programs, profiles, engines, clouds, chains, scenarios,
 * placements, deployments.
 */
export function createStoredNouns(scope: Scope, deps: Deps) {
  const { clock, queue, parsing, analyses, plugins } = deps;
  const programStore = createProgramStore(scope);
  const analysis = createAnalysis(programStore, analyses);
  const readProgram = createReadProgram(analysis);
  const devices = createDeviceService({ store: createDeviceStore(scope), clock, parsing });
  const engines = createEngineService({
    store: createEngineStore(scope),
    ...{ devices, plugins, clock, parsing, readProgram },
  });
  const programs = createProgramService({ store: programStore, devices, analysis, engines, parsing, clock });
  const topologies = createTopologyService({ store: createTopologyStore(scope), clock, parsing });
  const libraryTypes = libraryFunctionTypes();
  const chains = createChainService({ store: createChainStore(scope), clock, parsing, libraryTypes });
  const scenarios = createScenarioService({ store: createScenarioStore(scope), topologies, chains, clock });
  const placements = createPlacementService({
    store: createPlacementStore(scope),
    ...{ queue, scenarios, engines },
    runPlace: (job, control) =>
      isOwnEngine(job.engine) ? engines.place(job, control) : deps.runPlace(job, control),
  });
  const deployments = createDeploymentService({
    store: createDeploymentStore(scope),
    ...{ chains, placements, engines, clock, onChange: deps.onDeployment },
  });
  return { chains, deployments, devices, engines, placements, programs, readProgram, scenarios, topologies };
}
