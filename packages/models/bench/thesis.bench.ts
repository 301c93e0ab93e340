import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import { createCatalogue, studies } from "../src/placement/index.ts";

/** Its comparison is printed by plan.bench.ts already, and it takes longest. */
const LEFT_OUT = "5.5";

/** What the thesis prints beside what is computed here, for the figures of chapter 5. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const tools = {
    catalogue: createCatalogue(libraryDevices(), libraryFunctions()),
    highs,
    nowMs: () => performance.now(),
  };
  const rows = studies
    .filter((study) => study.figure !== LEFT_OUT)
    .flatMap((study) => {
      const { comparisons, costMs } = study.run(tools);
      return comparisons.map(({ target, what, thesis, ours, assumption }) => ({
        figure: study.figure,
        target,
        what,
        thesis,
        ours,
        assumption: assumption ?? "",
        "figure ms": Math.round(costMs),
      }));
    });
  return { name: "placement: the thesis' values beside ours [harkous-targets]", rows };
}
