import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** Its name in the data directory: of the last hours alone, so that no backup holds it. */
export const KEPT_REPORTS = "kept-reports";

const LENGTH_BYTES = 4;

/** Writes chunks of kept reports, each behind its length; what stood there stays until all of it is written. */
export async function writeKept(file: string, chunks: readonly { bytes: Uint8Array }[]): Promise<void> {
  const parts = chunks.flatMap(({ bytes }) => {
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  });
  // several processes may hold the same reports, and end at one time
  const beside = `${file}.${process.pid}`;
  try {
    await writeFile(beside, parts, { mode: 0o600 });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
}

/** The chunks that `writeKept` wrote, up to the first that is torn; none where there is no file. */
export async function readKept(file: string): Promise<Uint8Array[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  const chunks: Uint8Array[] = [];
  for (let at = 0; at + LENGTH_BYTES <= bytes.length; ) {
    const end = at + LENGTH_BYTES + bytes.readUInt32LE(at);
    if (end > bytes.length) break;
    chunks.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return chunks;
}
