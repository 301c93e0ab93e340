// What start, test and bench need before anything else can run: dependencies installed, a current Node, generated files.
// Plain JavaScript for Node 20, no dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const bin = join(root, "node_modules", ".bin");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

/** Type stripping, on which the API and the command line rest, is on by default from these versions. */
const runsTypeScript = (version) => {
  const [major, minor] = version.replace(/^v/, "").split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
};

/** Path of a Node that runs TypeScript: the pinned one in node_modules, else the one that runs this script. */
export function nodeBinary() {
  const pinned = join(bin, "node");
  if (existsSync(pinned)) return pinned;
  if (runsTypeScript(process.version)) return process.execPath;
  throw new Error(
    `Node ${process.version} is too old to run P4Twin here, and no newer one comes with this platform: install Node 22.18 or newer`,
  );
}

/** The environment in which the project's tools run: its own binaries first. */
export const toolEnv = (extra = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  ...extra,
});

/** Runs a command to its end and returns its exit code. */
export function run(command, args, { cwd = root, env = {} } = {}) {
  const done = spawnSync(command, args, {
    cwd,
    stdio: "inherit",
    env: toolEnv(env),
    shell: process.platform === "win32",
  });
  if (done.error) throw done.error;
  return done.status ?? 1;
}

const installed = () => {
  const stamp = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (!existsSync(stamp)) return false;
  if (statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return true;
  // a checkout touches the lock file without changing it: compare what is locked with what stands
  const locked = JSON.parse(readFileSync(lock, "utf8")).packages;
  const standing = JSON.parse(readFileSync(stamp, "utf8")).packages;
  return (
    Object.entries(standing).every(
      ([path, p]) => locked[path] === undefined || locked[path].version === p.version,
    ) &&
    Object.entries(locked).every(
      ([path, p]) => path === "" || p.link || p.optional || p.peer || standing[path] !== undefined,
    )
  );
};

/** Installs the dependencies when they are missing or older than the lock file, then what is generated from the sources. */
export function ensureInstalled() {
  if (!installed()) {
    console.log("Installing dependencies (first start, or the lock file changed) ...");
    const status = run(npm, ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    if (status !== 0) throw new Error("npm ci failed: see above");
    return;
  }
  if (run(process.execPath, [join(root, "scripts", "prepare.mjs")]) !== 0)
    throw new Error("generating files failed: see above");
}
