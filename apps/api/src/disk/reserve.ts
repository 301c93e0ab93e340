import { randomBytes } from "node:crypto";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const CHUNK_BYTES = 1024 ** 2;
/** Name of the file, in the data directory. */
export const RESERVE = "disk-reserve";
const fileIn = (dir: string): string => join(dir, RESERVE);

/** Bytes that the reserve of a data directory takes now. */
export const reserveBytes = async (dir: string): Promise<number> =>
  (await stat(fileIn(dir)).catch(() => null))?.size ?? 0;

/**
 * Writes a file of no use but its size, which can be deleted when the disk is full: then PostgreSQL can
 * finish what it does, and P4Twin can start. Random bytes, so that no file system stores them in less. Whole
 * or not at all; throws what the disk says.
 */
export async function makeReserve(dir: string, bytes: number): Promise<void> {
  const half = `${fileIn(dir)}.new`;
  const chunk = randomBytes(CHUNK_BYTES);
  try {
    const file = await open(half, "w", 0o600);
    try {
      for (let done = 0; done < bytes; done += CHUNK_BYTES)
        await file.writeFile(chunk.subarray(0, Math.min(CHUNK_BYTES, bytes - done)));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, fileIn(dir));
  } catch (error) {
    await rm(half, { force: true }).catch(() => {});
    throw error;
  }
}

/** Deletes the reserve; true when that made room. */
export async function releaseReserve(dir: string): Promise<boolean> {
  const bytes = await reserveBytes(dir);
  await rm(`${fileIn(dir)}.new`, { force: true }).catch(() => {});
  return (
    bytes > 0 &&
    (await rm(fileIn(dir)).then(
      () => true,
      () => false,
    ))
  );
}
