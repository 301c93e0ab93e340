import { libraryNames } from "../../../library/names.ts";
import { didYouMean } from "../../core/index.ts";
import { inputError } from "../errors.ts";
import type { Io } from "../io.ts";

/** A text and the name under which diagnostics cite it. */
export type InputText = { file: string; text: string };

/** A folder of the library and the extensions of its entries, for `lib:NAME`. */
export type LibraryFolder = { folder: string; extensions: readonly string[] };

const stdinName = "-";
/** Marks a FILE as the name of a library entry. */
export const libraryPrefix = "lib:";

/** Text of FILE: a path, `lib:NAME` (an entry of `library`), or `-` for standard input. */
export async function readInput(io: Io, file: string, library: LibraryFolder): Promise<InputText> {
  if (file.startsWith(libraryPrefix)) return libraryText(file, library);
  const bytes = await readBytes(io, file);
  return { file: file === stdinName ? "<stdin>" : file, text: new TextDecoder().decode(bytes) };
}

/** Bytes of a path, or of standard input for `-`. */
export async function readBytes(io: Io, file: string): Promise<Uint8Array> {
  if (file === stdinName) return io.stdin();
  try {
    return io.readFile(file);
  } catch (error) {
    throw inputError(file, "file-unreadable", reasonOf(error));
  }
}

async function libraryText(file: string, { folder, extensions }: LibraryFolder): Promise<InputText> {
  // larger than the command line itself, so it is loaded only when asked for
  const { libraryFiles } = await import("../../../library/index.ts");
  const name = file.slice(libraryPrefix.length);
  for (const extension of extensions) {
    const path = `${folder}/${name.endsWith(extension) ? name : name + extension}`;
    const text = Object.hasOwn(libraryFiles, path) ? libraryFiles[path] : undefined;
    if (text !== undefined) return { file: path.slice(folder.length + 1), text };
  }
  const names = extensions.flatMap((extension) => libraryNames(folder, extension));
  throw inputError(
    file,
    "library-unknown",
    `the library has no ${folder} entry "${name}"${didYouMean(name, names)}; there are ${names.join(", ") || "none"}`,
  );
}

/** Plain words for the errors of the file system. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "no such file; check the path, or name a library entry as lib:NAME";
  if (code === "EISDIR") return "is a folder, not a file";
  if (code === "EACCES") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}
