import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FOLDERS = ["/usr/lib", "/usr/local/lib"];
const NAME = "libfaketimeMT.so.1";

function find(): string | null {
  const folders = FOLDERS.filter(existsSync).flatMap((folder) => [
    folder,
    ...readdirSync(folder).map((inner) => join(folder, inner)),
  ]);
  const places = folders.flatMap((folder) => [join(folder, NAME), join(folder, "faketime", NAME)]);
  return process.env.P4TWIN_LIBFAKETIME ?? places.find((path) => existsSync(path)) ?? null;
}

/**
 * Path of libfaketime: the machine's own, or the distribution's package, installed now. Throws with what to
 * do when neither is to be had.
 */
function ensureLibrary(): string {
  const found = find();
  if (found) return found;
  console.log("No libfaketime found: installing it for the tests of a clock that is set");
  if (process.getuid?.() === 0 && spawnSync("which", ["apt-get"]).status === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "libfaketime"], {
      stdio: "inherit",
      env,
    });
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    `The tests of a clock that is set need libfaketime: install it, or set P4TWIN_LIBFAKETIME to the path of ${NAME}`,
  );
}

/**
 * A wall clock for child processes that the test sets while they run; their monotonic clock and the machine's
 * are left alone.
 */
export function createFakeTime() {
  const library = ensureLibrary();
  const dir = mkdtempSync(join(tmpdir(), "p4twin-time-"));
  const file = join(dir, "offset");
  const set = (offsetS: number): void => writeFileSync(file, `${offsetS < 0 ? "" : "+"}${offsetS}\n`);
  set(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      // how the option was called before version 0.9.9
      DONT_FAKE_MONOTONIC: "1",
    },
    /** From now on the wall clock of those processes is so many seconds ahead of the machine's. */
    set,
    dispose: (): void => rmSync(dir, { recursive: true, force: true }),
  };
}
