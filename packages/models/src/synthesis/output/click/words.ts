/** Ends the output with what Click cannot express. */
export class Inexpressible extends Error {}
/** Ends it at an output of a rewriter whose flows go on differently. */
export class Inseparable extends Inexpressible {
  readonly place: string;

  constructor(place: string, message: string) {
    super(message);
    this.place = place;
  }
}
export const fail = (message: string): never => {
  throw new Inexpressible(message);
};

/** A name as Click takes it. */
export const idOf = (name: string): string => name.replace(/\W+/g, "_").replace(/_$/, "");
