/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, Sec. 4.2.2). */
const K = fractionalRoots(64, 3);
/** The same of the square roots of the first 8 primes (FIPS 180-4, Sec. 5.3.3). */
const INITIAL = fractionalRoots(8, 2);

/**
 * SHA-256 of the UTF-8 bytes of `text`, in lower-case hex. Pure, because analysis also runs where no crypto module is.
 */
export function sha256(text: string): string {
  const padded = pad(new TextEncoder().encode(text));
  const view = new DataView(padded.buffer);
  const hash = Uint32Array.from(INITIAL);
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = words[i - 15]!;
      const b = words[i - 2]!;
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1;
    }
    compress(hash, words);
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i]! + words[i]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    hash[index] = hash[index]! + word;
  });
}

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message, a one bit, zeros, and its length in bits: a multiple of 64 bytes. */
function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  return padded;
}

function fractionalRoots(count: number, degree: 2 | 3): number[] {
  const roots: number[] = [];
  for (let candidate = 2n; roots.length < count; candidate++) {
    if (isPrime(candidate))
      roots.push(Number(integerRoot(candidate << BigInt(32 * degree), degree) & 0xffffffffn));
  }
  return roots;
}

function isPrime(candidate: bigint): boolean {
  for (let divisor = 2n; divisor * divisor <= candidate; divisor++)
    if (candidate % divisor === 0n) return false;
  return true;
}

/** Largest integer whose `degree`-th power is not above `value`, by bisection. */
function integerRoot(value: bigint, degree: 2 | 3): bigint {
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(degree) <= value) low = middle;
    else high = middle;
  }
  return low;
}
