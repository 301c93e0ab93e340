import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEGABYTE = Buffer.alloc(1024 ** 2, 1);

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/**
 * A real file system of so many megabytes, in memory, that a test fills or makes read-only; null where none
 * can be mounted (not root, not Linux).
 */
export function mountSmallDisk(megabytes: number) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const dir = mkdtempSync(join(tmpdir(), "p4twin-small-"));
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir)) {
    rmdirSync(dir);
    return null;
  }
  chmodSync(dir, 0o755);
  const hog = join(dir, "hog");
  return {
    dir,
    /** Takes all that is free, down to the last page. */
    fill(): void {
      const fd = openSync(hog, "a");
      try {
        for (let bytes = MEGABYTE.length; bytes >= 4096; )
          try {
            if (writeSync(fd, MEGABYTE, 0, bytes) < bytes) bytes /= 2;
          } catch {
            bytes /= 2;
          }
      } finally {
        closeSync(fd);
      }
    },
    free: (): void => rmSync(hog, { force: true }),
    /** False while a file is open for writing. */
    readOnly: (on: boolean): boolean => run("mount", "-o", `remount,${on ? "ro" : "rw"}`, dir),
    unmount(): void {
      // parts of a product that was just ended may still write what they keep, into the folder below by now
      if (run("umount", dir) || run("umount", "-l", dir))
        rmSync(dir, { recursive: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;
