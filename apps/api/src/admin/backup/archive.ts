import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { MANIFEST, type Manifest, manifestSchema } from "./manifest.ts";

/** Fast enough for a disk on one core; the histograms of windows compress little better above (our choice). */
const GZIP_LEVEL = 3;

/** The archive cannot be used; the message says why. */
export class BadArchive extends Error {
  override name = "BadArchive";
}

type WrittenEntry = Manifest["entries"][number];

/**
 * Writes a tar archive, compressed by gzip, readable by its owner only. It has its name when it is whole and
 * on disk, never before: `finish` renames it, `abandon` removes what there is.
 */
export function createArchive(path: string) {
  const half = `${path}.part-${process.pid}`;
  const tar = pack();
  const written: WrittenEntry[] = [];
  const stored = pipeline(
    tar,
    createGzip({ level: GZIP_LEVEL }),
    createWriteStream(half, { mode: 0o600, flags: "wx" }),
  );
  // told by whoever waits for it: an entry, finish or abandon
  stored.catch(() => {});
  const orFailed = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([work, stored.then(() => Promise.reject(new Error("the archive was closed")))]);

  const add = (name: string, bytes: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    orFailed(
      (async () => {
        const sum = createHash("sha256");
        let settle: (error?: Error | null) => void = () => {};
        const ended = new Promise<void>((resolve, reject) => {
          settle = (error) => (error ? reject(error) : resolve());
        });
        const entry = tar.entry({ name, size: bytes, mode: 0o600 }, settle);
        for await (const chunk of chunks) {
          sum.update(chunk);
          if (!entry.write(chunk)) await new Promise<void>((resolve) => entry.once("drain", () => resolve()));
        }
        entry.end(null);
        await ended;
        written.push({ name, bytes, sha256: sum.digest("hex") });
      })(),
    );

  return {
    /** Adds an entry of exactly `bytes` bytes. */
    add,
    addBytes: (name: string, bytes: Uint8Array): Promise<void> => add(name, bytes.byteLength, [bytes]),

    async finish(manifest: Omit<Manifest, "entries">): Promise<Manifest> {
      const whole: Manifest = { ...manifest, entries: [...written] };
      const text = Buffer.from(`${JSON.stringify(whole, null, 1)}\n`);
      await add(MANIFEST, text.byteLength, [text]);
      tar.finalize();
      await stored;
      for (const place of [half, dirname(half)]) {
        const handle = await open(place, "r");
        await handle.sync().finally(() => handle.close());
        if (place === half) await rename(half, path);
      }
      return whole;
    },

    async abandon(): Promise<void> {
      tar.destroy();
      await stored.catch(() => {});
      await rm(half, { force: true });
    },
  };
}
export type Archive = ReturnType<typeof createArchive>;

const damaged = (path: string, why: string): BadArchive =>
  new BadArchive(`${path} is damaged or was cut off (${why}). Take another backup; nothing was changed.`);

/**
 * The entries of an archive in their order; each one must be read, or left with `skip`, before the next.
 * Throws `BadArchive`.
 */
export async function* readArchive(
  path: string,
): AsyncGenerator<{ name: string; bytes: number; content: AsyncIterable<Buffer>; skip(): void }> {
  const tar = extract();
  const source: Readable = createReadStream(path);
  // an error of one of them ends the loop below with it
  const read = pipeline(source, createGunzip(), tar).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") tar.destroy(error);
  });
  const told = (error: unknown): BadArchive => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return new BadArchive(`There is no file ${path}.`);
    return damaged(path, error instanceof Error ? error.message : String(error));
  };
  async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of entry) yield chunk as Buffer;
    } catch (error) {
      throw told(error);
    }
  }
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      yield { name, bytes: size ?? 0, content: contentOf(entry), skip: () => entry.resume() };
    }
  } catch (error) {
    throw told(error);
  } finally {
    tar.destroy();
    source.destroy();
    await read;
  }
}

/**
 * Reads the whole archive and holds every entry against the manifest's checksums. Throws `BadArchive` with
 * what is wrong.
 */
export async function verifyArchive(path: string): Promise<Manifest> {
  const found: WrittenEntry[] = [];
  let manifest: Manifest | null = null;
  let isRead = true;
  for await (const entry of readArchive(path)) {
    if (manifest || !isRead) throw damaged(path, `${entry.name} follows the manifest`);
    const sum = createHash("sha256");
    const kept: Buffer[] = [];
    for await (const chunk of entry.content) {
      sum.update(chunk);
      if (entry.name === MANIFEST) kept.push(chunk);
    }
    if (entry.name !== MANIFEST) {
      found.push({ name: entry.name, bytes: entry.bytes, sha256: sum.digest("hex") });
      continue;
    }
    const parsed = manifestSchema.safeParse(jsonOf(Buffer.concat(kept).toString("utf8")));
    // a manifest that cannot be read may be a damaged one: the checksum at the end of the archive says
    if (parsed.success) manifest = parsed.data;
    else isRead = false;
  }
  if (!isRead)
    throw new BadArchive(
      `${path} is not a backup of P4Twin, or it is of a version that this one cannot read.`,
    );
  if (!manifest) throw damaged(path, "its manifest is missing: it was never finished");
  const same = (a: WrittenEntry, b: WrittenEntry | undefined): boolean =>
    b !== undefined && a.name === b.name && a.bytes === b.bytes && a.sha256 === b.sha256;
  const wrong = manifest.entries.find((entry, i) => !same(entry, found[i]));
  if (wrong) throw damaged(path, `${wrong.name} is not what was written`);
  if (found.length !== manifest.entries.length) throw damaged(path, "it holds more than its manifest names");
  return manifest;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
