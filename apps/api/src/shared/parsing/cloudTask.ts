import { libraryFunctions } from "@p4twin/models/chain";
import { assert } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import { createCatalogue, type Placement, type Problem } from "@p4twin/models/placement";
import { type CloudReview, type PlanRules, reviewCloud } from "@p4twin/models/review";
import { builtIn } from "../../engines/builtIn.ts";

type Side = { problem: Problem; profiles: readonly DeviceProfile[]; placement: Placement | null };

/** Our choices: the engine of what has no placement, as on the command line, and the seconds that it may take. */
const ENGINE = "ilp";
const TIME_LIMIT_S = 8;

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
  const engine = builtIn.solver(ENGINE);
  assert(engine, `there is no engine ${ENGINE}`);
  const sideOf = ({ problem, profiles, placement }: Side) => ({
    ...{ problem, placement, catalogue: createCatalogue(profiles, libraryFunctions()) },
  });
  return reviewCloud(name, sideOf(before), sideOf(after), rules, async (problem, catalogue) =>
    engine.place(problem, { catalogue, nowMs: () => performance.now(), timeLimitS: TIME_LIMIT_S }),
  );
}
