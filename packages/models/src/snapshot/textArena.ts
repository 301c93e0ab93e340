/** Bytes of a page (our choice): few of them for a million texts, and little waste for ten. */
const PAGE_BYTES = 2 ** 20;
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const MOST_BYTES_A_UNIT = 3;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Many texts by their number, as UTF-8 in pages: a million lines of JSON take what they are long, and nothing of the
 * engine's heap. A text that is set again leaves its former bytes behind.
 */
export class TextArena {
  private readonly pages: Uint8Array[] = [];
  private used = 0;
  private pageOf = new Uint32Array(64);
  private startOf = new Uint32Array(64);
  private lengthOf = new Uint32Array(64);

  set(number: number, text: string): void {
    if (number >= this.pageOf.length) this.grow(number);
    let page = this.pages.at(-1);
    let room = page?.subarray(this.used);
    let written = room ? encoder.encodeInto(text, room) : null;
    if (!page || !written || written.read < text.length) {
      page = new Uint8Array(Math.max(PAGE_BYTES, text.length * MOST_BYTES_A_UNIT));
      this.pages.push(page);
      this.used = 0;
      room = page;
      written = encoder.encodeInto(text, room);
    }
    this.pageOf[number] = this.pages.length - 1;
    this.startOf[number] = this.used;
    this.lengthOf[number] = written.written;
    this.used += written.written;
  }

  get(number: number): string {
    const page = this.pages[this.pageOf[number] ?? 0];
    const start = this.startOf[number] ?? 0;
    return page ? decoder.decode(page.subarray(start, start + (this.lengthOf[number] ?? 0))) : "";
  }

  private grow(number: number): void {
    const length = Math.max(number + 1, 2 * this.pageOf.length);
    const longer = (old: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
      const made = new Uint32Array(length);
      made.set(old);
      return made;
    };
    this.pageOf = longer(this.pageOf);
    this.startOf = longer(this.startOf);
    this.lengthOf = longer(this.lengthOf);
  }
}
