/**
 * 128 bits that stand for a row of numbers: keys of states are long, and a table of them would hold more memory than
 * the states. Four multiplicative hashes with different odd factors; two states would have to agree in all of them to
 * be confused.
 */
export class Fingerprint {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;
  private c = 0xc2b2ae35;
  private d = 0x27d4eb2f;

  add(number: number): void {
    const a = Math.imul(this.a ^ number, 0x01000193);
    const b = Math.imul(this.b ^ number, 0x5bd1e995);
    const c = Math.imul(this.c ^ number, 0x1b873593);
    const d = Math.imul(this.d ^ number, 0x2c1b3c6d);
    this.a = a ^ (a >>> 15);
    this.b = b ^ (b >>> 13);
    this.c = c ^ (c >>> 16);
    this.d = d ^ (d >>> 14);
  }

  text(): string {
    return String.fromCharCode(
      ...[this.a, this.b, this.c, this.d].flatMap((word) => [word & 0xffff, word >>> 16]),
    );
  }
}

export function fingerprint(text: string): string {
  const all = new Fingerprint();
  for (let index = 0; index < text.length; index++) all.add(text.charCodeAt(index));
  return all.text();
}
