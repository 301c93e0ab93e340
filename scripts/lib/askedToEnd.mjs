// When this process is to end: a signal, or the end of the npm that started it. Plain JavaScript for Node 20.
import { spawnSync } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const LOOK_MS = 500;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The processes between whoever typed `npm start` and this one: npm itself, and the shell that npm puts between. */
function npmProcesses() {
  if (process.env.npm_lifecycle_event !== "start" || process.platform === "win32") return [];
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(process.ppid)], { encoding: "utf8" });
  const [, npm, args] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return args?.includes("start.mjs") ? [process.ppid, Number(npm)] : [process.ppid];
}

/**
 * Calls `end` at the first signal, or when npm is gone: `kill` of an `npm start` in the background reaches npm and its
 * shell only. Returns what stops listening.
 */
export function onAskedToEnd(end) {
  const parent = process.ppid;
  const npm = npmProcesses();
  const timer = setInterval(() => {
    if (npm.length > 0 && (process.ppid !== parent || !npm.every(isAlive))) end();
  }, LOOK_MS);
  timer.unref();
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    clearInterval(timer);
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
