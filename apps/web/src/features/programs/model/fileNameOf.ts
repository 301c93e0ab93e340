/** The name under which a program's own source is analysed. */
export const fileNameOf = (name: string): string => (name.endsWith(".p4") ? name : `${name}.p4`);
