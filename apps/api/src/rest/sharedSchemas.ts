type Json = Record<string, unknown>;

/** Our choice: an object that stands twice and is longer than this gets a name; shorter ones read better in place. */
const LEAST_CHARACTERS = 160;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNamed = (value: Json): boolean => value.type === "object" && isObject(value.properties);

/** `switches.get` and `reading` are `SwitchesGetReading`. */
const pascal = (text: string): string =>
  text.replace(/(^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, __, first: string) => first.toUpperCase());

/**
 * Takes objects that stand in several schemas out of them, each under one name, made of where it is met first:
 * generators of clients make one type of it. `given` are schemas by the name of what they describe; the answer has them
 * with references into `components`.
 */
export function shareSchemas(given: ReadonlyMap<string, Json>): {
  schemas: Map<string, unknown>;
  components: Record<string, unknown>;
} {
  const times = new Map<string, number>();
  const count = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(count);
    if (!isObject(value)) return;
    if (isNamed(value)) {
      const text = JSON.stringify(value);
      const before = times.get(text) ?? 0;
      times.set(text, before + 1);
      // what is inside goes where it goes
      if (before > 0) return;
    }
    Object.values(value).forEach(count);
  };
  for (const schema of given.values()) count(schema);

  const names = new Map<string, string>();
  const components: Record<string, unknown> = {};
  const nameFor = (wanted: string): string => {
    let name = wanted;
    for (let n = 2; name in components; n++) name = `${wanted}${n}`;
    return name;
  };
  const inner = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => taken(each, path));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === "properties" && isObject(each)
          ? Object.fromEntries(
              Object.entries(each).map(([name, of]) => [name, taken(of, path + pascal(name))]),
            )
          : taken(each, path),
      ]),
    );
  };
  const taken = (value: unknown, path: string): unknown => {
    if (!isObject(value) || !isNamed(value)) return inner(value, path);
    const text = JSON.stringify(value);
    if (text.length < LEAST_CHARACTERS || (times.get(text) ?? 0) < 2) return inner(value, path);
    let name = names.get(text);
    if (name === undefined) {
      name = nameFor(path);
      names.set(text, name);
      // its place is taken before those of what it holds
      components[name] = null;
      components[name] = inner(value, name);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const schemas = new Map([...given].map(([name, schema]) => [name, taken(schema, pascal(name))]));
  return { schemas, components };
}
