import { once } from "node:events";
import { createDeflateRaw } from "node:zlib";
import type { EntryCount } from "../../attach/index.ts";
import type { SnapshotPacker } from "../../snapshot/index.ts";

const NOT_COUNTED = Number.NaN;
/** Counts whose text is made at once (our choice): some megabytes. */
const AT_ONCE = 20_000;

/** What entries of a packer counted, by their number: two numbers each, where a million objects take 100 MB. */
export class EntryCounts {
  private readonly packer: SnapshotPacker;
  private packets = new Float64Array(64);
  private bytes = new Float64Array(64);
  /** 1: its switch told a count */
  private told = new Uint8Array(64);
  size = 0;

  constructor(packer: SnapshotPacker) {
    this.packer = packer;
  }

  /** `key` is of an entity that the packer has. */
  set(key: string, { packets, bytes }: EntryCount): void {
    const number = this.packer.numberOf(key);
    if (number < 0) return;
    if (number >= this.told.length) this.grow(number);
    if (this.told[number] === 0) this.size++;
    this.told[number] = 1;
    this.packets[number] = packets ?? NOT_COUNTED;
    this.bytes[number] = bytes ?? NOT_COUNTED;
  }

  get(key: string): EntryCount | undefined {
    const number = this.packer.numberOf(key);
    return this.told[number] === 1 ? this.at(number) : undefined;
  }

  private at(number: number): EntryCount {
    const known = (value: number | undefined): number | null =>
      value === undefined || Number.isNaN(value) ? null : value;
    return { packets: known(this.packets[number]), bytes: known(this.bytes[number]) };
  }

  /** Keys and counts of those that were counted. */
  *entries(): Generator<[key: string, count: EntryCount]> {
    let number = 0;
    for (const key of this.packer.keys()) {
      if (this.told[number] === 1) yield [key, this.at(number)];
      number++;
    }
  }

  private grow(number: number): void {
    const length = Math.max(number + 1, 2 * this.told.length);
    const longer = <T extends Float64Array | Uint8Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    this.packets = longer(new Float64Array(length), this.packets);
    this.bytes = longer(new Float64Array(length), this.bytes);
    this.told = longer(new Uint8Array(length), this.told);
  }

  /** JSON, deflated as it is made: key of an entity -> packets, bytes. */
  async deflated(): Promise<Uint8Array> {
    const deflate = createDeflateRaw();
    const parts: Buffer[] = [];
    deflate.on("data", (part: Buffer) => parts.push(part));
    const ended = once(deflate, "end");
    const write = async (text: string): Promise<void> => {
      if (!deflate.write(text)) await once(deflate, "drain");
    };
    let before = "{";
    let texts: string[] = [];
    for (const [key, { packets, bytes }] of this.entries()) {
      texts.push(`${JSON.stringify(key)}:[${packets},${bytes}]`);
      if (texts.length < AT_ONCE) continue;
      await write(before + texts.join(","));
      before = ",";
      texts = [];
    }
    await write(texts.length > 0 ? `${before}${texts.join(",")}` : before === "{" ? "{" : "");
    deflate.end("}");
    await ended;
    return Buffer.concat(parts);
  }
}
