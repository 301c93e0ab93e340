/** Said beside the paths of a switch: an extern whose cost its device's profile does not state. */
export const leastWords = ({ extern, device }: { extern: string; device: string }): string =>
  `The latency of ${extern} on ${device} is not known: paths that use it take at least what is shown.`;
