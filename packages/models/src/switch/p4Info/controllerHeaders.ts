import { type Annotation, type CheckedProgram, givenName, type Type } from "../../p4/index.ts";
import { fieldIds } from "../../program/index.ts";
import type { Objects } from "./objects.ts";

type Header = Extract<CheckedProgram["program"]["declarations"][number], { kind: "struct" }>;

/**
 * Headers of packets from and to controllers. `name`: of the type, which their ids are of; `title`: what controllers
 * read.
 */
export function controllerHeadersOf({ program }: CheckedProgram) {
  return program.declarations.flatMap((declaration) => {
    if (declaration.kind !== "struct") return [];
    const { annotations } = declaration;
    const given = annotations.find(({ name }) => name.text === "controller_header")?.tokens[0];
    if (given === undefined) return [];
    const name = givenName(declaration) ?? declaration.name.text;
    return [{ name, annotations, title: given.replace(/^"|"$/g, ""), declaration }];
  });
}

export const controllerHeaders = (objects: Objects) =>
  objects.headers.map(({ name, title, declaration }) => {
    const fields = flatFields(declaration, objects.checked, "");
    const ids = fieldIds(fields.map(({ annotations }) => annotations));
    return {
      preamble: { id: objects.idOf("controllerHeader", name), name: title, alias: title },
      metadata: fields.map(({ name, type }, index) => ({
        id: ids[index]!,
        name,
        ...objects.sdn(type, plainWidth(type)),
      })),
    };
  });

type FlatField = { name: string; type: Type | undefined; annotations: readonly Annotation[] };

/** The fields of a header, those of structs in it by their path. */
function flatFields({ fields }: Header, checked: CheckedProgram, path: string): FlatField[] {
  return fields.flatMap((field): FlatField[] => {
    const type = checked.declarationTypes.get(field);
    const name = `${path}${givenName(field) ?? field.name.text}`;
    return type?.kind === "struct"
      ? flatFields(type.declaration, checked, `${name}.`)
      : [{ name, type, annotations: field.annotations }];
  });
}

function plainWidth(type: Type | undefined): number {
  if (type?.kind === "newtype") return plainWidth(type.base);
  if (type?.kind === "enum" && type.underlying) return plainWidth(type.underlying);
  if (type?.kind === "bits" || type?.kind === "varbits") return type.width;
  return type?.kind === "bool" ? 1 : 0;
}
