import type { Annotation, NamedDeclaration } from "../../tree/index.ts";

/** The text of `@name`; null when there is none. */
export const givenName = (declaration: NamedDeclaration): string | null =>
  "annotations" in declaration ? nameIn(declaration.annotations) : null;

/** The same of what has annotations and is no declaration, as `@name("ap") implementation = action_profile(4)`. */
export function nameIn(annotations: readonly Annotation[]): string | null {
  const annotation = annotations.find(({ name }) => name.text === "name");
  const parts = annotation?.tokens
    .filter((token) => token.startsWith('"'))
    .map((token) => token.slice(1, -1));
  return parts === undefined || parts.length === 0 ? null : parts.join("");
}

/**
 * The control plane's name of a declaration inside what it calls `path`; "" at the top. A leading dot in `@name`
 * begins anew; that of a parser or control names the type, not what is made of it, as in p4c.
 */
export function controlPlanePath(path: string, declaration: NamedDeclaration): string {
  const isType = declaration.kind === "parser" || declaration.kind === "control";
  const given = isType ? null : givenName(declaration);
  if (given?.startsWith(".")) return given.slice(1);
  const own = given ?? declaration.name.text;
  return path === "" ? own : `${path}.${own}`;
}
