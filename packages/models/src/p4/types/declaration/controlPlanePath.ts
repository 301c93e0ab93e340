import type { NamedDeclaration } from "../../tree/index.ts";

/** The text of `@name`; null when there is none. */
export function givenName(declaration: NamedDeclaration): string | null {
  if (!("annotations" in declaration)) return null;
  const annotation = declaration.annotations.find(({ name }) => name.text === "name");
  const parts = annotation?.tokens
    .filter((token) => token.startsWith('"'))
    .map((token) => token.slice(1, -1));
  return parts === undefined || parts.length === 0 ? null : parts.join("");
}

/**
 * The control plane's name of a declaration inside what it calls `path`; "" at the top. A leading dot in `@name`
 * begins anew.
 */
export function controlPlanePath(path: string, declaration: NamedDeclaration): string {
  const given = givenName(declaration);
  if (given?.startsWith(".")) return given.slice(1);
  const own = given ?? declaration.name.text;
  return path === "" ? own : `${path}.${own}`;
}
