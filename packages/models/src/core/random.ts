/** Seeded source of randomness: same seed, same sequence, on every machine. */
export type Random = {
  /** uniform in [0, 1) */
  next(): number;
  /** normal with mean 0 and standard deviation 1 */
  normal(): number;
  /** exponential with the given mean */
  exponential(mean: number): number;
  /** Erlang with `shape` stages and the given mean */
  erlang(shape: number, mean: number): number;
  /** integer in [0, n) */
  integer(n: number): number;
};

/** xoshiro128** seeded by splitmix32. Not for cryptography. */
export function createRandom(seed: number): Random {
  let mix = seed >>> 0;
  const split = (): number => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = split();
  const next = (): number => {
    const r = Math.imul(b, 5);
    const out = Math.imul((r << 7) | (r >>> 25), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return out / 4294967296;
  };
  const exponential = (mean: number): number => -mean * Math.log(1 - next());
  let spare: number | null = null;
  return {
    next,
    exponential,
    normal() {
      if (spare !== null) {
        const kept = spare;
        spare = null;
        return kept;
      }
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
    erlang(shape, mean) {
      let product = 1;
      let sum = 0;
      // logs are taken in blocks of 16 factors: fast, and the product cannot underflow
      for (let i = 1; i <= shape; i++) {
        product *= 1 - next();
        if (i % 16 === 0 || i === shape) {
          sum -= Math.log(product);
          product = 1;
        }
      }
      return (sum * mean) / shape;
    },
    integer: (n) => Math.floor(next() * n),
  };
}
