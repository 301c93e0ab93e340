/** A text file as the browser read it. */
export type TextFile = { name: string; text: string };

/** A program to store: its main source and the files it includes, by the path written in `#include`. */
export type ProgramSource = { name: string; source: string; includes: Record<string, string> };

const declaresMain = (text: string): boolean => /\bmain\s*;/.test(text);

/** `l3fwd.p4` is called `l3fwd`. */
export const programName = (fileName: string): string => fileName.replace(/\.(p4|p4i)$/i, "");

/**
 * Programs among the files that were dropped together: every file that instantiates `main` is one, all other files are
 * given to each of them as includes. When no file has a `main`, the first `.p4` file is taken, so that its errors show.
 */
export function programSources(files: readonly TextFile[]): ProgramSource[] {
  const mains = files.filter((file) => declaresMain(file.text));
  const firstP4 = files.find((file) => file.name.toLowerCase().endsWith(".p4")) ?? files[0];
  const entries = mains.length > 0 ? mains : firstP4 ? [firstP4] : [];
  const others = files.filter((file) => !entries.includes(file));
  const includes = Object.fromEntries(others.map((file) => [file.name, file.text]));
  return entries.map((file) => ({ name: programName(file.name), source: file.text, includes }));
}
