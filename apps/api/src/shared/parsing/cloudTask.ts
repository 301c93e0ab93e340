import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { builtInEngines } from "@p4twin/models/engine";
import { createCatalogue, ilpHere, type Placement, type Problem } from "@p4twin/models/placement";
import { type CloudReview, type PlanRules, reviewCloud } from "@p4twin/models/review";
import loadHighs from "highs";

type Side = { problem: Problem; profiles: readonly DeviceProfile[]; placement: Placement | null };

/** Our choices: the engine of what has no placement, as on the command line, and the seconds that it may take. */
const ENGINE = "ilp";
const TIME_LIMIT_S = 8;

const nowMs = () => performance.now();

export function reviewCloudTask({
  name,
  before,
  after,
  rules,
}: {
  name: string;
  before: Side;
  after: Side;
  rules: PlanRules;
}): Promise<CloudReview> {
  const engine = builtInEngines(ilpHere(loadHighs, nowMs)).solver(ENGINE);
  assert(engine, `there is no engine ${ENGINE}`);
  const sideOf = ({ problem, profiles, placement }: Side) => ({
    ...{ problem, placement, catalogue: createCatalogue(profiles, libraryFunctions()) },
  });
  return reviewCloud(name, sideOf(before), sideOf(after), rules, async (problem, catalogue) =>
    engine.place(problem, { catalogue, nowMs, timeLimitS: TIME_LIMIT_S }),
  );
}
