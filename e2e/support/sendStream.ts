import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "./product.ts";

const CLI = join(import.meta.dirname, "..", "..", "packages", "models", "bin", "p4twin.mjs");

export type Stream = { stop(): Promise<void> };

/**
 * Runs the real command, `p4twin send`, on a file until it is stopped: a stream of reports as BMv2 switches send it.
 */
export function sendStream(
  fileName: string,
  content: string | Uint8Array,
  options: readonly string[],
): Stream {
  const dir = mkdtempSync(join(tmpdir(), "p4twin-send-"));
  const file = join(dir, fileName);
  writeFileSync(file, content);
  const to = `127.0.0.1:${product.intPort()}`;
  const child = spawn(process.execPath, [CLI, "send", file, "--to", to, ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
