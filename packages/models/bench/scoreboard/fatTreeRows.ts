import { createRandom } from "../../src/core/index.ts";
import { fatTree, simulate } from "./fatTree.ts";
import { fedDelays, independentDelays, type Sizes } from "./portDelays.ts";
import { meanOf, percent, type Row, within } from "./row.ts";

/** Packets of mean size a link carries in a second, and the transmission times that packets have (our choice). */
const SERVICE_PPS = 10_000;
const SIZES_US = [30, 60, 100, 140, 170];
const TIMES = { seconds: 16, warmSeconds: 1 };
const PORTS = 4;
/** RouteNet-Fermi names its checkpoints by their error on the test set (`fat_tree/main.py`): the least of 16 hosts. */
const THEIRS = "0.47 % (RouteNet-Fermi, trained on samples of its own sets; the name of its best checkpoint)";

/**
 * Mean delays of the flows of fat trees of 16 hosts. RouteNet-Fermi's sets lie on its makers' server and were not had:
 * the same trees with Poisson flows, their queues simulated here.
 */
export function fatTreeRows(): Row[] {
  const random = createRandom(7);
  const meanUs = meanOf(SIZES_US);
  const sizes: Sizes = {
    meanUs,
    sigmaUs: Math.sqrt(meanOf(SIZES_US.map((us) => (us - meanUs) ** 2))),
    excessUs: meanOf(SIZES_US.flatMap((a) => SIZES_US.map((b) => Math.max(0, a - b)))),
  };
  return [0.4, 0.6, 0.8, 0.9].map((busiest) => {
    const network = fatTree(PORTS, busiest, SERVICE_PPS, random);
    const serviceUs = (): number => SIZES_US[random.integer(SIZES_US.length)]!;
    const simulated = simulate(network, { ...TIMES, serviceUs }, random);
    const errorOf = (predicted: readonly number[]): number =>
      meanOf(predicted.map((us, i) => Math.abs(us / simulated[i]! - 1)));
    const error = errorOf(fedDelays(network, sizes));
    const alone = errorOf(independentDelays(network, sizes));
    return {
      what: `fat tree of 16 hosts (re-simulated), busiest link ${percent(busiest)}: error of mean delays`,
      reference: `at most 5 %; ${THEIRS}`,
      ours: `${percent(error)}, analytic (${percent(alone)} with queues taken alone)`,
      holds: within(error, 0.05),
    };
  });
}
