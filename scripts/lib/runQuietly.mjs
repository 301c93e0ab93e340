// Runs a long command of the first start. Plain JavaScript for Node 20, no dependencies.
import { spawn } from "node:child_process";
import { endWithThisProcess } from "../../packages/models/src/cli/lifeline.mjs";
import { onAskedToEnd } from "./askedToEnd.mjs";
import { root, toolEnv } from "./workspace.mjs";

const SHOWN_CHARS = 16_384;
const isWindows = process.platform === "win32";

/**
 * Runs a command to its end; shows what it printed only when it fails. Resolves with its exit code. When this process
 * is asked to end, the command and all that it started are killed first: what it leaves half done carries no stamp, and
 * is done again.
 */
export async function runQuietly(command, args, { cwd = root, env = {} } = {}) {
  let child = null;
  let interrupted = false;
  // before there is anything to end: a signal that comes between would leave it running
  const stopListening = onAskedToEnd(() => {
    interrupted = true;
    try {
      if (isWindows) child?.kill();
      else if (child) process.kill(-child.pid, "SIGKILL");
    } catch {
      // it has just ended
    }
  });
  // a group of its own: Ctrl-C in the terminal reaches it through us only
  child = spawn(command, args, {
    ...{ cwd, env: toolEnv(env), shell: isWindows, detached: !isWindows },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child, { group: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      output = (output + chunk).slice(-SHOWN_CHARS);
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (ended) => resolve(ended ?? 1));
  });
  stopListening();
  if (interrupted) {
    console.error("\nInterrupted. The next start does this step again.");
    process.exit(130);
  }
  if (code !== 0) console.error(output.trimEnd());
  return code;
}
