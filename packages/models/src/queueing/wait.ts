/** Mean waiting time, or why there is none: a queue with utilisation >= 1 has no steady state. */
export type Wait =
  | { stable: true; waitUs: number; utilisation: number }
  | { stable: false; utilisation: number };

/**
 * Mean wait before service of an M/G/1 queue (Pollaczek-Khinchine; the second term of thesis Eq. 4.10):
 * lambda (mean^2 + sigma^2) / (2 (1 - rho)). Rates in packets per second, times in us.
 */
export function meanWait(arrivalPps: number, serviceUs: number, sigmaUs: number): Wait {
  const perUs = arrivalPps / 1e6;
  const utilisation = perUs * serviceUs;
  if (utilisation >= 1) return { stable: false, utilisation };
  return {
    stable: true,
    utilisation,
    waitUs: (perUs * (serviceUs ** 2 + sigmaUs ** 2)) / (2 * (1 - utilisation)),
  };
}
