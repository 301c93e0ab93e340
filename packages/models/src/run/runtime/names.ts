/** An entry, table or command that does not fit the program; the message tells the remedy. */
export class ControlError extends Error {
  override name = "ControlError";
}

/** The one that is called `name`: by its full control-plane name, or by an end of it that only one has. */
export function byName<T>(all: readonly T[], nameOf: (each: T) => string, name: string, what: string): T {
  const exact = all.find((each) => nameOf(each) === name);
  if (exact) return exact;
  const ending = all.filter((each) => nameOf(each).endsWith(`.${name}`));
  const [only, another] =
    ending.length > 0 ? ending : all.filter((each) => name.endsWith(`.${nameOf(each)}`));
  if (only && !another) return only;
  if (only && another) {
    const names = ending.map(nameOf).join(" or ");
    throw new ControlError(`${what} ${name} can be ${names}; give the full name`);
  }
  const known = all.map(nameOf).join(", ") || "none";
  throw new ControlError(`there is no ${what} ${name}; the program has ${known}`);
}
