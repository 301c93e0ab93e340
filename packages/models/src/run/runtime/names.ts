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
  // p4c's back ends for BPF make C names: `_` for `.`, and in front of what has no control around it
  const spelled = all.find((each) => [cName(nameOf(each)), `_${cName(nameOf(each))}`].includes(name));
  if (spelled) return spelled;
  const known = all.map(nameOf).join(", ") || "none";
  throw new ControlError(`there is no ${what} ${name}; the program has ${known}`);
}

/** A name as p4c's back ends for BPF write it. */
export const cName = (name: string): string => name.replace(/[.[]/g, "_").replaceAll("]", "");
