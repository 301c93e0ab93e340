import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const isGzip = (first: Uint8Array): boolean => first[0] === 0x1f && first[1] === 0x8b;

/** The bytes of a capture; one that was compressed by gzip is unpacked on the way. Throws on a damaged gzip file. */
export async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  async function* again(): AsyncGenerator<Uint8Array> {
    yield first.value;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  if (isGzip(first.value)) yield* Readable.from(again()).pipe(createGunzip());
  else yield* again();
}
