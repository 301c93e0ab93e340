import type { Kind } from "./kinds.ts";

/**
 * What an id is written as: `ref:topologies/demo-cloud@1a2b3c4d5e6f` names a version, without `@…` the newest
 * or the only one.
 */
const REFERENCE = /^(own:)?ref:([a-z]+)\/([a-z0-9~-]+)(?:@([0-9a-f]{12}))?$/;
const ID = /^(own:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export type Reference = { kind: string; key: string; hash: string | null };

export const referenceTo = (kind: Kind, key: string, hash: string | null): string =>
  `ref:${kind}/${key}${hash === null ? "" : `@${hash}`}`;

function readReference(text: string): Reference | null {
  const [, , kind, key, hash = null] = REFERENCE.exec(text) ?? [];
  return kind === undefined || key === undefined ? null : { kind, key, hash };
}

/** The value with every string replaced by what `replace` says; null leaves it. */
function mapStrings(value: unknown, replace: (text: string) => string | null): unknown {
  if (typeof value === "string") return replace(value) ?? value;
  if (Array.isArray(value)) return value.map((inner) => mapStrings(inner, replace));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, replace)]));
}

/** Ids of an instance become references that hold in every instance; an id that `of` does not know stays. */
export const idsToReferences = (value: unknown, of: (id: string) => string | null): unknown =>
  mapStrings(value, (text) => {
    const [, own = "", id] = ID.exec(text) ?? [];
    const reference = id === undefined ? null : of(id);
    return reference === null ? null : `${own}${reference}`;
  });

/** The way back; `idOf` throws or returns null for what is not there. */
export const referencesToIds = (value: unknown, idOf: (reference: Reference) => string | null): unknown =>
  mapStrings(value, (text) => {
    const reference = readReference(text);
    const id = reference && idOf(reference);
    return id === null ? null : `${text.startsWith("own:") ? "own:" : ""}${id}`;
  });

/** Every reference in a value, with the path to it. */
export function referencesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): { reference: Reference; path: readonly (string | number)[] }[] {
  if (typeof value === "string") {
    const reference = readReference(value);
    return reference ? [{ reference, path }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((inner, i) => referencesIn(inner, [...path, i]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => referencesIn(inner, [...path, key]));
}
