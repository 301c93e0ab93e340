import { files } from "./files.generated.ts";

/**
 * Every file of the library by its path below `library/` (`programs/l3fwd.p4`): the same text in Node and in
 * the browser.
 */
export const libraryFiles: Readonly<Record<string, string>> = files;

/** Names (without folder and extension) of the library entries in `folder` that end in `extension`. */
export function libraryNames(folder: string, extension: string): string[] {
  const prefix = `${folder}/`;
  return Object.keys(files)
    .filter((path) => path.startsWith(prefix) && path.endsWith(extension))
    .map((path) => path.slice(prefix.length, path.length - extension.length))
    .sort();
}
