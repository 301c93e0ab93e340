import { libraryFunctionTypes } from "@p4twin/models/chain";
import { createChainService } from "../../chains/service.ts";
import { createChainStore } from "../../chains/store.ts";
import type { Scope } from "../../database/scope.ts";
import { createDeploymentService } from "../../deployments/service.ts";
import { createDeploymentStore } from "../../deployments/store.ts";
import { createDeviceService } from "../../devices/service.ts";
import { createDeviceStore } from "../../devices/store.ts";
import { createPluginHosts } from "../../engines/pluginHosts.ts";
import { createEngineService } from "../../engines/service.ts";
import { createEngineStore } from "../../engines/store.ts";
import { createJobQueue } from "../../jobs/queue.ts";
import { createChannelStore } from "../../notifications/channelStore.ts";
import { createPlacementService } from "../../placements/service.ts";
import { createPlacementStore } from "../../placements/store.ts";
import { createAnalyse } from "../../programs/analyse.ts";
import { createProgramService } from "../../programs/service.ts";
import { createProgramStore } from "../../programs/store.ts";
import { createScenarioService } from "../../scenarios/service.ts";
import { createScenarioStore } from "../../scenarios/store.ts";
import { createParsing, uploadLimits } from "../../shared/parsing/parsing.ts";
import { createSystemStore } from "../../system/store.ts";
import { createTelemetryStore } from "../../telemetry/store.ts";
import { createTopologyService } from "../../topologies/service.ts";
import { createTopologyStore } from "../../topologies/store.ts";
import { createTwinSettings } from "../../twin/settings.ts";

/** The services that store objects, without a server around them: nothing listens, nothing is estimated. */
export function createObjectServices(scope: Scope) {
  const clock = (): Date => new Date();
  const parsing = createParsing(uploadLimits);
  const devices = createDeviceService({ store: createDeviceStore(scope), clock, parsing });
  const engineStore = createEngineStore(scope);
  const engines = createEngineService({
    devices,
    store: engineStore,
    plugins: createPluginHosts({ hosts: engineStore.hosts }),
    clock,
    parsing,
    readProgram: async () => null,
  });
  const topologies = createTopologyService({ store: createTopologyStore(scope), clock, parsing });
  const chains = createChainService({
    store: createChainStore(scope),
    clock,
    parsing,
    libraryTypes: libraryFunctionTypes(),
  });
  const scenarios = createScenarioService({ store: createScenarioStore(scope), topologies, chains, clock });
  const placements = createPlacementService({
    store: createPlacementStore(scope),
    queue: createJobQueue(scope.db),
    scenarios,
    engines,
    runPlace: () => Promise.reject(new Error("placements are run by a server")),
  });
  return {
    devices,
    engines,
    topologies,
    chains,
    scenarios,
    // a server that runs looks again within half a minute
    deployments: createDeploymentService({
      store: createDeploymentStore(scope),
      chains,
      placements,
      clock,
      onChange: () => {},
    }),
    programs: createProgramService({
      store: createProgramStore(scope),
      devices,
      analyse: createAnalyse(parsing),
      engines,
      clock,
      parsing,
    }),
    channels: createChannelStore(scope),
    system: createSystemStore(scope),
    telemetry: createTelemetryStore(scope),
    drift: createTwinSettings(scope),
    clock,
    async stop(): Promise<void> {
      await engines.stop();
      parsing.stop();
    },
  };
}
export type ObjectServices = ReturnType<typeof createObjectServices>;
