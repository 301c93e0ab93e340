import { createRandom } from "@p4twin/models/core";
import { libraryFiles, libraryNames } from "@p4twin/models/library";
import { fileAmong, generateAcl, libraryChainFile, type ReadChainFile } from "@p4twin/models/synthesis";
import type { Source, SourceFile } from "./source.ts";

/** Rules of the largest ISP list of the thesis (Sec. 7.5.3). */
const LARGE_ACL_RULES = 8_550;
/** The ISP chain behind an access list of that size, made here: the thesis' lists come from ClassBench. */
export const LARGE_CHAIN = "isp-8550";
const LARGE_ACL = "generated-8550";

/** Examples of a folder of the library; names end without `extension`. */
export const exampleNames = (folder: string, extension: string): string[] => libraryNames(folder, extension);

/** The text of a source; null when the library has no such example. */
export function readSource(source: Source, folder: string, extension: string): SourceFile | null {
  if (source.kind === "text") return { file: source.file, text: source.text };
  const isLarge = folder === "clicks" && source.name === LARGE_CHAIN;
  const name = isLarge ? "isp" : source.name;
  const text = libraryFiles[`${folder}/${name}${extension}`];
  if (text === undefined) return null;
  return {
    file: `${source.name}${extension}`,
    text: isLarge ? text.replace("lib:isp-small", `lib:${LARGE_ACL}`) : text,
  };
}

/** A file that was given with a source, by its name without folders; null when it was not. */
export const givenWith = (source: Source, named: string): SourceFile | null =>
  source.kind === "text" ? fileAmong(source.others ?? [], named) : null;

/** Files that a chain names: those given with it, then lists and programs of the library. */
export const readFilesOf =
  (source: Source): ReadChainFile =>
  (named) =>
    givenWith(source, named) ?? readLibraryFile(named);

/** Files of the library, as the command line reads them. */
const readLibraryFile: ReadChainFile = (named) => {
  const name = named.replace(/^lib:/, "");
  if (name === LARGE_ACL) {
    const allowed = "@10.0.0.0/8 204.152.0.0/16 0 : 65535 0 : 65535 0x06/0xFF allow\n";
    return { file: named, text: allowed + generateAcl(createRandom(LARGE_ACL_RULES), LARGE_ACL_RULES) };
  }
  return libraryChainFile(libraryFiles, named);
};
