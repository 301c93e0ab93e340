import { paths } from "./names.generated.ts";

/** Names (without folder and extension) of the library entries in `folder` that end in `extension`; loads no file. */
export function libraryNames(folder: string, extension: string): string[] {
  const prefix = `${folder}/`;
  return paths
    .filter((path) => path.startsWith(prefix) && path.endsWith(extension))
    .map((path) => path.slice(prefix.length, path.length - extension.length))
    .sort();
}
