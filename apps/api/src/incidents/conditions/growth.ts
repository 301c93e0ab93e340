/**
 * Follows a counter: how much it grew within the last `spanMs`. One that begins anew, with its process,
 * counts from there.
 */
export function createGrowth(spanMs: number) {
  const samples: { ms: number; value: number }[] = [];
  return (ms: number, value: number): number => {
    const last = samples.at(-1);
    if (last && value < last.value) samples.length = 0;
    samples.push({ ms, value });
    while (samples.length > 1 && ms - (samples[0]?.ms ?? ms) > spanMs) samples.shift();
    return value - (samples[0]?.value ?? value);
  };
}
