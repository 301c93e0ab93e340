/** Ends the output with what Click cannot express. */
export class Inexpressible extends Error {}
export const fail = (message: string): never => {
  throw new Inexpressible(message);
};

/** A name as Click takes it. */
export const idOf = (name: string): string => name.replace(/\W+/g, "_").replace(/_$/, "");
