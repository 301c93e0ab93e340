import { Node } from "./values/node.ts";
import { showValue } from "./values/show.ts";

/** A field as it is at one moment, by its full name; the text is that of the trace. */
export type FieldValue = { name: string; text: string };

/** A struct, header, union or stack under the name that the program gives it. */
export type Named = { name: string; node: Node };

/** All fields of `roots`; headers that are not valid are left out. */
function fieldsOf(roots: readonly Named[]): FieldValue[] {
  const found: FieldValue[] = [];
  for (const { name, node } of roots) collect(name, node, found);
  return found;
}

function collect(name: string, node: Node, found: FieldValue[]): void {
  const { form, fields } = node.shape;
  if (form === "header" && !node.valid) return;
  fields.forEach((field, index) => {
    const value = node.f[index]!;
    const full = form === "stack" ? `${name}[${field.name}]` : `${name}.${field.name}`;
    if (value instanceof Node) collect(full, value, found);
    else found.push({ name: full, text: showValue(value, field.shape) });
  });
}

/** `fieldsOf` that gives the same list again while nothing has changed. */
export function watchFields(roots: readonly Named[]): () => readonly FieldValue[] {
  let last: readonly FieldValue[] = [];
  return () => {
    const now = fieldsOf(roots);
    const isSame = now.length === last.length && now.every((field, i) => isEqual(field, last[i]!));
    if (!isSame) last = now;
    return last;
  };
}

const isEqual = (a: FieldValue, b: FieldValue): boolean => a.name === b.name && a.text === b.text;
