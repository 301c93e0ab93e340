/** Packets before one that it is compared with (our choice): the copy of a packet is captured close to it. */
const BEFORE = 8;

/** Notices packets that equal one shortly before them, identification and all: the capture tool took them twice. */
export class Repeats {
  private readonly hashes = new Int32Array(BEFORE);
  private readonly lengths = new Int32Array(BEFORE);
  private next = 0;

  /** Whether the packet from `at` on repeats one of those that were asked for just before. */
  isOne(data: Uint8Array, at: number): boolean {
    const length = data.length - at;
    const whole = data.length - 3;
    let hash = length;
    let i = at;
    // four bytes at a time: the product is what takes time
    for (; i < whole; i += 4) {
      const word = data[i] | (data[i + 1] << 8) | (data[i + 2] << 16) | (data[i + 3] << 24);
      hash = Math.imul(hash ^ (hash >>> 15) ^ word, 0x9e3779b1);
    }
    for (; i < data.length; i++) hash = Math.imul(hash ^ data[i], 0x9e3779b1);
    let isRepeated = false;
    for (let k = 0; k < BEFORE; k++)
      if (this.hashes[k] === hash && this.lengths[k] === length) isRepeated = true;
    this.hashes[this.next] = hash;
    this.lengths[this.next] = length;
    this.next = (this.next + 1) % BEFORE;
    return isRepeated;
  }
}

/** What it means for the counts that packets repeat; null where none does. */
export const repeatedSentence = (repeated: number, received: number): string | null =>
  repeated === 0
    ? null
    : `${repeated} of ${received} datagrams equal one of the ${BEFORE} before them, byte by byte: the capture holds packets twice, as with tcpdump -i any or a mirror of both directions. Each counts as often as it is there; editcap -d takes the copies out`;
