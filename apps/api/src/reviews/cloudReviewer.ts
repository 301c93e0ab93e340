import type { CloudReview } from "@p4twin/models/review";
import type { EngineService } from "../engines/service.ts";
import { DomainError } from "../errors.ts";
import type { PlacementService } from "../placements/service.ts";
import type { Parsing } from "../shared/parsing/parsing.ts";
import type { TopologyService } from "../topologies/service.ts";
import type { ReviewQuestion, ScenarioSide, TopologySide } from "./schema.ts";

export type CloudReviewerDeps = {
  topologies: Pick<TopologyService, "get">;
  placements: Pick<PlacementService, "get" | "problemOf">;
  engines: Pick<EngineService, "profilesOf">;
  analyses: Parsing;
};
type Asked<Side> = Pick<ReviewQuestion, "name" | "rules"> & { before: Side; after: Side };

/** Two versions of a cloud, without chains or with those of a scenario, held against rules. */
export function createCloudReviewer({ topologies, placements, engines, analyses }: CloudReviewerDeps) {
  const sideOf = async ({ scenarioVersionId, placementId }: ScenarioSide) => {
    const problem = await placements.problemOf({ scenarioVersionId });
    const kept = placementId === null ? null : await placements.get(placementId);
    if (kept && kept.result === null)
      throw new DomainError("conflict", "This placement has no answer yet; wait for it, or choose another.");
    return { problem, profiles: await engines.profilesOf(problem), placement: kept?.result ?? null };
  };
  return {
    async topologies({ before, after, rules }: Asked<TopologySide>): Promise<CloudReview> {
      const [old, now] = await Promise.all([
        topologies.get(before.topologyVersionId),
        topologies.get(after.topologyVersionId),
      ]);
      const asked = { name: now.name, before: old.document, after: now.document, rules };
      return analyses.must("reviewTopologies", asked, "the cloud");
    },

    async scenarios({ name, before, after, rules }: Asked<ScenarioSide>): Promise<CloudReview> {
      const [old, now] = await Promise.all([sideOf(before), sideOf(after)]);
      const asked = { name: now.problem.name ?? name, before: old, after: now, rules };
      return analyses.must("reviewCloud", asked, "the cloud");
    },
  };
}
