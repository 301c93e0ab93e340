const LEFT_OUT = new Set(["annotations", "annotationLocations", "structuredAnnotations", "doc"]);

/**
 * A P4Info to compare: objects by their names, numbers for byte strings, an empty `type_info` as none, and without
 * annotations and documentation.
 */
export function plainInfo(value: unknown): unknown {
  if (value instanceof Uint8Array) return BigInt(`0x0${Buffer.from(value).toString("hex")}`).toString();
  if (Array.isArray(value)) {
    const all = value.map(plainInfo) as { preamble?: { name: string } }[];
    return all.every((each) => each?.preamble)
      ? Object.fromEntries(all.map((each) => [each.preamble!.name, each]).sort())
      : all;
  }
  if (value instanceof Map)
    return value.size === 0
      ? null
      : Object.fromEntries([...value].sort().map(([key, each]) => [key, plainInfo(each)]));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, each]) => [key, plainInfo(each)] as const);
  return "newTypes" in value && fields.every(([, each]) => each === null) ? null : Object.fromEntries(fields);
}
