/** What a disk says that takes nothing, in words of people. */
const words: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full (No space left on device)",
  EDQUOT: "the disk quota is used up (Disk quota exceeded)",
  EROFS: "the file system is read-only (Read-only file system)",
  EIO: "the disk does not work (Input/output error)",
};

/** The code of an error that says that the disk takes nothing; null of any other. */
export const diskErrorCode = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code in words
    ? error.code
    : null;

/** Whether it passes when somebody makes room. */
export const isFull = (code: string): boolean => code === "ENOSPC" || code === "EDQUOT";

export const diskWords = (code: string): string => words[code] ?? code;

/** An error of the disk that is found in what another program has written; null when there is none. */
export function errorOfDisk(text: string): Error | null {
  const code = diskErrorIn(text);
  return code === null ? null : Object.assign(new Error(diskWords(code)), { code });
}

/** The code, found in what another program has written. */
export function diskErrorIn(text: string): string | null {
  const found = Object.entries(words).find(([, said]) =>
    text.includes(said.slice(said.indexOf("(") + 1, -1)),
  );
  return found?.[0] ?? null;
}
