/** Macros that a text gives, or what is wrong with it. */
export type ReadDefines = { defines: Record<string, string>; problem: string | null };

/** `NAME` or `NAME=VALUE`, as behind `-D`; a bare name stands for 1. */
export function readDefines(texts: readonly string[]): ReadDefines {
  const defines: Record<string, string> = {};
  for (const text of texts.map((each) => each.trim()).filter(Boolean)) {
    const [, name, value = ""] = /^([A-Za-z_]\w*)(?:=(.*))?$/.exec(text) ?? [];
    if (name === undefined)
      return { defines: {}, problem: `"${text}" is not a macro. Write NAME or NAME=VALUE.` };
    defines[name] = value;
  }
  return { defines, problem: null };
}

/** One text of a person, macros apart by commas or blanks, as the list that the URL keeps. */
export const splitDefines = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
