import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeNames } from "./names.ts";

/** Room for a cluster, its log and some minutes of windows. */
const SIZE_MB = 900;
const FAKETIME = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"].map(
  (dir) => join(dir, "faketime/libfaketimeMT.so.1"),
);

/**
 * Where the product of the laboratory lives: a directory on a small disk of its own, and a clock of its own,
 * where this machine lets us make them; what it does not is said aloud, and its faults are left out.
 */
export function makePlace() {
  const dir = mkdtempSync(join(tmpdir(), "p4twin-faults-"));
  chmodSync(dir, 0o755);
  const isRoot = process.getuid?.() === 0;
  const mounted =
    isRoot &&
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m,mode=0755`, "tmpfs", dir]).status === 0;
  // mounts that are made over it later are seen in the namespace of the product too
  if (mounted) spawnSync("mount", ["--make-shared", dir]);
  const library = FAKETIME.find((path) => existsSync(path)) ?? null;
  const clockFile = `${dir}.clock`;
  writeFileSync(clockFile, "+0\n");
  const names = makeNames(`${dir}.resolv`);
  const missing = [
    ...(mounted ? [] : ["a disk of its own (needs root): no full and no read-only disk"]),
    ...(library ? [] : ["libfaketime (apt-get install libfaketime): no step of the clock"]),
    ...(names ? [] : ["a mount namespace of its own (needs root): no name server that hangs"]),
  ];
  const clock: NodeJS.ProcessEnv = library
    ? {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        FAKETIME_DONT_RESET: "1",
      }
    : {};
  let offsetS = 0;
  return {
    dir,
    hasDisk: mounted,
    hasClock: library !== null,
    names,
    /** what this machine does not let us try, for people */
    missing,
    /** Starts a program with the clock and the name servers of this place. */
    spawn(program: readonly [string, ...string[]], env: NodeJS.ProcessEnv) {
      const [command, args] = names?.command(program) ?? [program[0], program.slice(1)];
      return spawn(command, args, { env: { ...env, ...clock }, stdio: ["ignore", "pipe", "pipe"] });
    },
    /** Steps the clock of the product; takes effect within a second. */
    stepClock(seconds: number): void {
      offsetS += seconds;
      writeFileSync(clockFile, `${offsetS < 0 ? "" : "+"}${offsetS}\n`);
    },
    freeBytes(): number {
      const { bavail, bsize } = statfsSync(dir);
      return bavail * bsize;
    },
    dispose(): void {
      names?.dispose();
      if (mounted) spawnSync("umount", ["-l", dir]);
      rmSync(dir, { recursive: true, force: true });
      rmSync(clockFile, { force: true });
    },
  };
}
export type Place = ReturnType<typeof makePlace>;
