import { isBmv2Json } from "@p4twin/models/program";

/** A text file as the browser read it; `name` is its path when a folder was chosen. */
export type TextFile = { name: string; text: string };

/** A program to store: its main source and the files it includes, by the path written in `#include`. */
export type ProgramSource = { name: string; source: string; includes: Record<string, string> };

/** Whether a file is a program of its own: it instantiates `main`, or p4c-bm2-ss made it of one that does. */
const isProgram = (text: string): boolean => isBmv2Json(text) || /\bmain\s*;/.test(text);

/** `l3fwd.p4` is called `l3fwd`. */
export const programName = (fileName: string): string => fileName.replace(/\.(p4|p4i|json)$/i, "");

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm;

/** `a/b/../c.p4` is `a/c.p4`. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * Files by the path under which the source, or a file that it includes, asks for them: beside the file that
 * asks, from the top, or the only one whose path ends so, or of that name (files that are dropped one by one
 * have lost their folder). Files that nobody asks for keep their name, so that they are not lost.
 */
export function includedAs(
  source: string,
  files: readonly TextFile[],
  sourcePath = "",
): Record<string, string> {
  const byPath = new Map(files.map((file) => [normalized(file.name), file]));
  const found: Record<string, string> = {};
  const used = new Set<TextFile>();
  const seek = (written: string, from: string): TextFile | undefined => {
    const direct = byPath.get(normalized(folderOf(from) + written)) ?? byPath.get(normalized(written));
    if (direct) return direct;
    const only = (fits: (file: TextFile) => boolean): TextFile | undefined => {
      const fitting = files.filter(fits);
      return fitting.length === 1 ? fitting[0] : undefined;
    };
    return (
      only((file) => `/${file.name}`.endsWith(`/${normalized(written)}`)) ??
      only((file) => baseName(file.name) === baseName(written))
    );
  };
  const walk = (text: string, from: string): void => {
    for (const [, written = ""] of text.matchAll(INCLUDE)) {
      if (Object.hasOwn(found, written)) continue;
      const file = seek(written, from);
      if (!file) continue;
      found[written] = file.text;
      used.add(file);
      walk(file.text, file.name);
    }
  };
  walk(source, sourcePath);
  for (const file of files)
    if (!used.has(file)) found[sourcePath === "" ? file.name : baseName(file.name)] ??= file.text;
  return found;
}

/**
 * Programs among the files that were dropped together: every file that instantiates `main` is one, and every
 * compiled one, all other files are given to each of them as includes. When no file has a `main`, the first
 * `.p4` file is taken, so that its errors show.
 */
export function programSources(files: readonly TextFile[]): ProgramSource[] {
  const mains = files.filter((file) => isProgram(file.text));
  const firstP4 = files.find((file) => file.name.toLowerCase().endsWith(".p4")) ?? files[0];
  const entries = mains.length > 0 ? mains : firstP4 ? [firstP4] : [];
  const others = files.filter((file) => !entries.includes(file));
  return entries.map((file) => ({
    name: programName(baseName(file.name)),
    source: file.text,
    includes: includedAs(file.text, others, file.name),
  }));
}
