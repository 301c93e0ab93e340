/** An M/G/1/K queue in steady state, which it always has. */
export type FiniteWait = {
  /** mean wait before service of the packets that are taken, and its standard deviation */
  waitUs: number;
  deviationUs: number;
  /** share of the packets that find it full */
  lossShare: number;
  utilisation: number;
  /** shares of the packets that are taken, by how many they find */
  found: readonly number[];
};

/**
 * Wait and loss of a queue with room for `capacity` packets beside the one in service, by the Markov chain at
 * departures (Takagi 1993, vol. 2, sec. 5.1), for service times of mean and standard deviation in us: fixed without a
 * deviation, else gamma-distributed (our choice). Rates in packets per second.
 */
export function finiteWait(
  arrivalPps: number,
  serviceUs: number,
  sigmaUs: number,
  capacity: number,
): FiniteWait {
  const utilisation = (arrivalPps / 1e6) * serviceUs;
  if (utilisation === 0) return { waitUs: 0, deviationUs: 0, lossShare: 0, utilisation, found: [1] };
  const room = capacity + 1;
  const arrivals = arrivalsInService(utilisation, sigmaUs / serviceUs, room);
  // more arrivals than m: sums of positive terms only, so that nothing is lost to rounding
  const more = (m: number): number => arrivals.tail[m] ?? 0;
  const left = [1];
  for (let j = 0; j + 1 < room; j++) {
    let up = left[0]! * more(j);
    for (let i = 1; i <= j; i++) up += left[i]! * more(j - i + 1);
    left.push(up / arrivals.none);
    // far above 1 the states grow by that factor each
    if (left[j + 1]! > 1e200) for (let i = 0; i < left.length; i++) left[i] = left[i]! * 1e-200;
  }
  const total = left.reduce((sum, each) => sum + each, 0);
  const idle = left[0]! / total;
  const lossShare = Math.max(0, 1 - 1 / (idle + utilisation));
  // what a packet that is taken finds is what a departure leaves behind
  const found = left.map((each) => each / total);
  const mean = found.reduce((sum, each, n) => sum + n * each, 0);
  const square = found.reduce((sum, each, n) => sum + n * n * each, 0);
  // a packet leaves behind those that arrived during its sojourn: Little's law over the packets that are taken
  const taken = (arrivalPps / 1e6) * (1 - lossShare);
  const inside = (mean * (1 - lossShare) + room * lossShare) / taken;
  const waitUs = Math.max(0, inside - serviceUs);
  return {
    waitUs,
    deviationUs: serviceUs * Math.sqrt(Math.max(0, square - mean * mean)),
    lossShare,
    utilisation,
    found,
  };
}

/** Probability of no arrival during a service, and of more than m, for Poisson arrivals and gamma services. */
export function arrivalsInService(
  load: number,
  variation: number,
  most: number,
): { none: number; tail: readonly number[] } {
  const shape = variation > 0 ? 1 / variation ** 2 : Number.POSITIVE_INFINITY;
  const isFixed = shape > 1e6;
  const ratio = isFixed ? 0 : load / (shape + load);
  let probability = isFixed ? Math.exp(-load) : (shape / (shape + load)) ** shape;
  const none = probability;
  let below = probability;
  const tail = [Math.max(0, 1 - below)];
  for (let m = 1; m <= most; m++) {
    probability *= isFixed ? load / m : (ratio * (shape + m - 1)) / m;
    below += probability;
    tail.push(Math.max(0, 1 - below));
  }
  return { none, tail };
}
