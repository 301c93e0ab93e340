// The order of test files: first those that start processes, brokers or databases, which take minutes and mostly wait.
// Left to the end they would be all that still runs.
import { readFileSync } from "node:fs";
import { BaseSequencer } from "vitest/node";

const STARTS_MUCH =
  /testing\/(processes|collectorProcess|part|nats|browser|personBrowser|dex)\.ts"|bench\/faults|database\/embedded|\.\/embedded\.ts"/;

/** Whether a test file starts processes, brokers or browsers: minutes, not seconds. */
export const startsMuch = (file) => STARTS_MUCH.test(readFileSync(file, "utf8"));

export default class LongFirst extends BaseSequencer {
  async sort(specs) {
    const sorted = await super.sort(specs);
    const isLong = new Map(sorted.map((spec) => [spec, startsMuch(spec.moduleId)]));
    return [...sorted.filter((spec) => isLong.get(spec)), ...sorted.filter((spec) => !isLong.get(spec))];
  }
}
