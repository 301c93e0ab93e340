/**
 * Files that a person chose, as text; those of a folder by their path in it. Bytes that are not UTF-8 become
 * replacement characters and show as such.
 */
export const readFiles = (files: readonly File[]): Promise<{ name: string; text: string }[]> =>
  Promise.all(
    files.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
  );
