import { closeSync, fsyncSync, openSync } from "node:fs";
import { spawnPythonChild } from "./spawnPythonChild.ts";

/** Our choice: what hangs ends the build. */
const LIMIT_MS = 300_000;

/** Loads an interpreter and leaves its memory in a new file. Rejects when it cannot be loaded. */
export async function makeMemory(path: string): Promise<void> {
  const fd = openSync(path, "wx");
  let end = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      // keeps this process alive too: a child that nobody asked anything does not
      const limit = setTimeout(() => reject(new Error("Python was not ready in time")), LIMIT_MS);
      const port = spawnPythonChild({
        next: () => ({ start: "making", fd }),
        ready: () => resolve(),
        failed: () => reject(new Error("Python could not be loaded")),
      });
      end = () => {
        clearTimeout(limit);
        port.terminate();
      };
    });
    // half of it after a crash of the machine would be begun with
    fsyncSync(fd);
  } finally {
    end();
    closeSync(fd);
  }
}
