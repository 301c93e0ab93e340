/** RFC 1624: a sum of 16-bit words in one's complement that grows and shrinks. */
export class InternetSum {
  sum = 0;

  clear(): void {
    this.sum = 0;
  }

  add(bytes: Uint8Array, sign: 1 | -1): void {
    for (let i = 0; i < bytes.length; i += 2) {
      const word = bytes[i]! * 256 + (bytes[i + 1] ?? 0);
      this.sum += sign === 1 ? word : ~word & 0xffff;
      this.sum = (this.sum & 0xffff) + (this.sum >> 16);
    }
  }
}
