/** Why the chosen engine and the shown answer differ; undefined when they agree or nothing is shown. */
export const otherEngineHint = (chosen: string, shown: string | null): string | undefined =>
  shown === null || shown === chosen
    ? undefined
    : `The answer below is from ${shown}. Place chains to ask ${chosen}.`;

/** The newest version of the cloud that a scenario names, when it is newer than the one it uses; null otherwise. */
export function newerVersion(
  cloud: { number: number; versions: readonly { number: number }[] } | null,
): number | null {
  if (!cloud) return null;
  const newest = Math.max(...cloud.versions.map(({ number }) => number));
  return newest > cloud.number ? newest : null;
}
