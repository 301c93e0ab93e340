// Plain JavaScript, because scripts/start.mjs uses it on Node 20.
import { spawn } from "node:child_process";

/** A line says that the child has ended; the end of the input without one says that its parent has. */
const SCRIPT = `read -r ended && exit 0
left=$3
while [ "$left" -gt 0 ]; do kill -0 "$1" || exit 0; left=$((left - 1)); sleep 1; done
kill -s "$2" "$1"`;

/**
 * Ends a child process when this one ends, however that happens (kill -9 too), and even if the child listens
 * to nobody: a shell of its own waits at a pipe that only this process holds. Does nothing on Windows.
 */
export function endWithThisProcess(child, { signal = "KILL", graceS = 0 } = {}) {
  if (process.platform === "win32" || child.pid === undefined) return;
  const watch = spawn("/bin/sh", ["-c", SCRIPT, "lifeline", String(child.pid), signal, String(graceS)], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in a terminal must not end the one that waits for it
    detached: true,
  });
  // without it the child still ends with a parent that ends in order
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  watch.stdin.unref();
  child.once("exit", () => watch.stdin.end("ended\n"));
}
