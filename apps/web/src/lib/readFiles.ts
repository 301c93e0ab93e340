/** Files that a person chose, as text. Bytes that are not UTF-8 become replacement characters and show as such. */
export const readFiles = (files: readonly File[]): Promise<{ name: string; text: string }[]> =>
  Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
