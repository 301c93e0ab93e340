import type { DeploymentService } from "../deployments/service.ts";
import type { PlacementService } from "../placements/service.ts";
import type { ScenarioService } from "../scenarios/service.ts";
import type { JsonObject } from "../shared/schemas.ts";
import type { VoidService } from "../voids/service.ts";
import type { Snapshotters } from "./service.ts";

/** Stored windows of a deployment between two instants, ready to be drawn: the shape belongs to the twin. */
type ObserveTwin = (deploymentId: string, from: Date, to: Date) => Promise<JsonObject>;

type Deps = {
  placements: PlacementService;
  scenarios: ScenarioService;
  deployments: DeploymentService;
  observeTwin: ObserveTwin;
  voids: Pick<VoidService, "list">;
};

/** Gathers all that a report of each kind shows. */
export function createSnapshotters({
  placements,
  scenarios,
  deployments,
  observeTwin,
  voids,
}: Deps): Snapshotters {
  return {
    async placement({ placementId }) {
      const placement = await placements.get(placementId);
      const version = placement.scenarioVersionId;
      return { placement, scenario: version ? await scenarios.get(version) : null };
    },

    async twin({ deploymentId, from, to }) {
      const [deployment, thresholdHistory, observed, voided] = await Promise.all([
        deployments.get(deploymentId),
        deployments.thresholdHistory(deploymentId),
        observeTwin(deploymentId, new Date(from), new Date(to)),
        voids.list({ deploymentId, range: { from, to } }),
      ]);
      return { deployment, thresholdHistory, observed, voids: voided };
    },
  };
}
