// Installs the modules, wholly or again. Plain JavaScript for Node 20, no dependencies.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runQuietly } from "./runQuietly.mjs";
import { npm, root, run } from "./workspace.mjs";

/**
 * Written when an install has ended, taken away before the next: what npm itself leaves behind says nothing of a half
 * install.
 */
const stamp = join(root, "node_modules", ".p4twin-install");
const lock = join(root, ".p4twin", "installing");
const platform = `${process.platform}-${process.arch}`;

const wanted = () =>
  createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, "utf8"));
  } catch {
    return null;
  }
}

/** Says that the install of this lock file is complete; `tools`: with those that only check, test and format. */
export const markInstalled = ({ tools }) =>
  writeFileSync(stamp, `${JSON.stringify({ lock: wanted(), platform, tools })}\n`);

/** Whether all modules are there, as the lock file names them. */
export function isInstalled({ tools }) {
  const done = readStamp();
  return done?.lock === wanted() && done.platform === platform && (done.tools || !tools);
}

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

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** Waits until no other process installs here. */
async function takeLock() {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; ; await sleep(500)) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = Number(readFileSync(lock, "utf8"));
    if (!isAlive(holder)) rmSync(lock, { force: true });
    else if (!told) console.log(`Process ${holder} installs here already: waiting for it ...`);
    told = true;
  }
}

async function install({ tools }) {
  await takeLock();
  try {
    if (isInstalled({ tools })) return;
    // an install that never ended is taken away whole: a package may be half unpacked and look complete
    const command = readStamp() ? ["install", "--no-save"] : ["ci"];
    rmSync(stamp, { force: true });
    const flags = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
    const extent = tools ? "--include=dev" : "--omit=dev";
    if ((await runQuietly(npm, [...command, ...flags, extent], { env: npmEnv() })) !== 0)
      throw new Error("npm could not install the modules: see above. The next start tries again.");
    markInstalled({ tools });
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Makes sure of the modules, and of what is generated from the sources. `tools`: those that only check, test and format
 * too. Throws when npm fails; ends this process when it is interrupted.
 */
export async function ensureInstalled({ tools }) {
  if (!isInstalled({ tools })) return install({ tools });
  if (run(process.execPath, [join(root, "scripts", "prepare.mjs")]) !== 0)
    throw new Error("generating files failed: see above");
}
