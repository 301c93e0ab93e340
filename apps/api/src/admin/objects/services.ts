import type { Scope } from "../../database/scope.ts";
import { createPluginHosts } from "../../engines/pluginHosts.ts";
import { createEngineStore } from "../../engines/store.ts";
import { createJobQueue } from "../../jobs/queue.ts";
import { createChannelStore } from "../../notifications/channelStore.ts";
import { createParsing, uploadLimits } from "../../shared/parsing/parsing.ts";
import { createStoredNouns } from "../../storedNouns.ts";
import { createSystemStore } from "../../system/store.ts";
import { createTelemetryStore } from "../../telemetry/store.ts";
import { createTwinSettings } from "../../twin/settings.ts";

/** The services that store objects, without a server around them: nothing listens, nothing is estimated. */
export function createObjectServices(scope: Scope) {
  const clock = (): Date => new Date();
  const parsing = createParsing(uploadLimits);
  const plugins = createPluginHosts({ hosts: createEngineStore(scope).hosts });
  return {
    ...createStoredNouns(scope, {
      ...{ clock, parsing, analyses: parsing, plugins, queue: createJobQueue(scope.db) },
      runPlace: () => Promise.reject(new Error("placements are run by a server")),
      // a server that runs looks again within half a minute
      onDeployment: () => {},
    }),
    channels: createChannelStore(scope),
    system: createSystemStore(scope),
    telemetry: createTelemetryStore(scope),
    drift: createTwinSettings(scope),
    clock,
    async stop(): Promise<void> {
      await plugins.stop();
      parsing.stop();
    },
  };
}
export type ObjectServices = ReturnType<typeof createObjectServices>;
