// Alone in its file: pages that only show an answer load nothing else of placement for it.

/** Where a chain runs and goes, as an answer says it. */
export type Ways = {
  hosts: readonly string[];
  route: readonly (readonly string[])[];
  entry?: readonly string[] | undefined;
  exit?: readonly string[] | undefined;
};

/** Every path of a chain that crosses a link, in the order in which a packet takes them. */
export const waysOf = ({ route, entry, exit }: Ways): (readonly string[])[] =>
  [entry ?? [], ...route, exit ?? []].filter((path) => path.length > 1);
