export type SourceFile = { file: string; text: string };
/** What a person gives: a text with the files that it names, or an example by its name. */
export type Source =
  | { kind: "text"; file: string; text: string; others?: readonly SourceFile[] }
  | { kind: "example"; name: string };

/** Of several files the one that names the others: the first that `isMain`, else the first. */
export function sourceOfFiles(
  files: readonly SourceFile[],
  isMain: (file: SourceFile) => boolean,
): Extract<Source, { kind: "text" }> | null {
  const main = files.find(isMain) ?? files[0];
  return main === undefined ? null : { kind: "text", ...main, others: files.filter((f) => f !== main) };
}

/** Whether a file is an offload file: it has a network. */
export const isOffloadFile = ({ text }: SourceFile): boolean => /^\s*\{?\s*"?network"?\s*:/m.test(text);
/** Whether a file is a chain that may name others. */
export const isChainFile = ({ text }: SourceFile): boolean => /^\s*\{?\s*"?functions"?\s*:/m.test(text);
