import { libraryFiles, libraryNames } from "@p4twin/models/library";

export type LibraryProgram = { name: string; source: string; about: string };

/** The first sentence of the comment at the head of a source, or nothing. */
function headComment(source: string): string {
  const block = /^\s*\/\*([\s\S]*?)\*\//.exec(source)?.[1];
  const lines = block ?? /^(?:\s*\/\/[^\n]*\n)+/.exec(source)?.[0] ?? "";
  const text = lines
    .split("\n")
    .map((line) => line.replace(/^\s*(\/\/|\*)?\s*/, ""))
    .join(" ")
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

/** Programs that come with the product, as starting points. */
export const libraryPrograms = (): LibraryProgram[] =>
  libraryNames("programs", ".p4").map((name) => {
    const source = libraryFiles[`programs/${name}.p4`] ?? "";
    return { name, source, about: headComment(source) };
  });
