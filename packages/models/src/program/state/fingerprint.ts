/**
 * 128 bits that stand for `text`: keys of states are long, and a table of them would hold more memory than the states.
 * Four multiplicative hashes with different odd factors; two states would have to agree in all of them to be confused.
 */
export function fingerprint(text: string): string {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  let c = 0xc2b2ae35;
  let d = 0x27d4eb2f;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x5bd1e995);
    c = Math.imul(c ^ code, 0x1b873593);
    d = Math.imul(d ^ code, 0x2c1b3c6d);
    a ^= a >>> 15;
    b ^= b >>> 13;
    c ^= c >>> 16;
    d ^= d >>> 14;
  }
  return String.fromCharCode(...[a, b, c, d].flatMap((word) => [word & 0xffff, word >>> 16]));
}
