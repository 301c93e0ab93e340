import { initialValue, Node } from "../values/node.ts";
import { type CodeWriter, withCode } from "./writer.ts";

/** Clears nodes; what a header holds that is not valid is seen by nobody, and stays in the code. */
export const clearing = (nodes: readonly Node[]): (() => void) =>
  withCode(
    () => {
      for (const node of nodes) node.clear();
    },
    "body",
    (to) => nodes.map((node) => clearCode(to, node)).join(""),
  );

function clearCode(to: CodeWriter, node: Node): string {
  const { f, shape } = node;
  const fields = shape.fields.map((field, i) => {
    const part = f[i];
    return part instanceof Node
      ? clearCode(to, part)
      : `${to.ref(f)}[${i}]=${to.literal(initialValue(field.shape))};`;
  });
  const name = to.ref(node);
  const all = fields.join("");
  if (shape.form === "header") return `if(${name}.valid){${name}.valid=false;${all}}`;
  return shape.form === "stack" ? `${name}.next=0;${all}` : all;
}
