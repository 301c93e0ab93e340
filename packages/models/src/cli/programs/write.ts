import { inputError } from "../errors.ts";
import type { Io } from "../io.ts";

/** Writes a result; what the file system says against it ends the command. */
export function write(io: Io, path: string, content: string | Uint8Array): void {
  try {
    io.writeFile(path, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw inputError(path, "file-unwritable", `the file cannot be written: ${reason}`);
  }
}
