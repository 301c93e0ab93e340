import { join } from "node:path";
import { inputError } from "../errors.ts";
import type { Io } from "../io.ts";

/** The state of the files before or after a change. */
export type Side = {
  io: Io;
  /** what the user called it */
  name: string;
  /** the file that stands for itself; null: files are named by the plan */
  file: string | null;
  /** files of a folder or revision, below it; none of a file */
  list(): string[];
};

/** A file, a folder (paths are below it), or a git revision of the current folder. */
export function sideOf(io: Io, name: string): Side {
  const none = () => [];
  if (name.startsWith("lib:")) return { io, name, file: name, list: none };
  try {
    io.readFile(name);
    return { io, name, file: name, list: none };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EISDIR")
      return {
        ...{ name, file: null, list: () => io.listFiles(name) },
        io: { ...io, readFile: (path) => io.readFile(join(name, path)) },
      };
  }
  try {
    io.checkRevision(name);
  } catch {
    throw inputError(name, "no-side", "is neither a file, nor a folder, nor a git revision of this folder");
  }
  return {
    ...{ name, file: null, list: () => io.listRevision(name) },
    io: { ...io, readFile: (path) => io.readRevision(name, path) },
  };
}

/** Whether a side has the file. */
export function has({ io }: Side, file: string): boolean {
  try {
    io.readFile(file);
    return true;
  } catch {
    return file.startsWith("lib:");
  }
}
