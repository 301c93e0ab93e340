import type { Expression } from "../../p4/index.ts";
import { type CodeWriter, withTestCode } from "../code/writer.ts";
import type { ValueSetState } from "../tables/valueSet.ts";
import { equals, Node, type Value } from "../values/node.ts";
import { isNarrow } from "../values/numbers.ts";
import type { Shape } from "../values/shape.ts";
import { compileExpression } from "./expressions.ts";
import { bindingOf } from "./instances.ts";
import { type Scope, shapeIn } from "./scope.ts";

type Matches = (value: Value) => boolean;
type Test = (values: readonly Value[]) => boolean;
const ANY: Matches = () => true;
const ALWAYS: Test = withTestCode(
  () => true,
  () => "true",
);

/** Whether the values of a `select` are in a key set. */
export function compileKeyset(
  scope: Scope,
  keyset: Expression,
  shapes: readonly Shape[],
): (values: readonly Value[]) => boolean {
  if (keyset.kind === "keysetTuple" || (keyset.kind === "list" && shapes.length > 1)) {
    const parts = keyset.elements.map((element, i) => compileElement(scope, element, shapes[i] ?? null));
    return withTestCode(
      (values: readonly Value[]) => parts.every((matches, i) => matches(values[i]!)),
      (to, names) => parts.map((matches, i) => elementCode(to, matches, names[i]!)).join("&&"),
    );
  }
  if (keyset.kind === "default" || keyset.kind === "dontCare") return ALWAYS;
  const set = valueSetOf(scope, keyset);
  if (set) return (values) => set.has(values);
  if (shapes.length > 1) {
    const whole = compileExpression(scope, keyset);
    return (values) => {
      const node = whole();
      return node instanceof Node && node.f.every((part, i) => equals(part, values[i]!));
    };
  }
  const matches = compileElement(scope, keyset, shapes[0] ?? null);
  return withTestCode(
    (values: readonly Value[]) => matches(values[0]!),
    (to, [name]) => elementCode(to, matches, name!),
  );
}

/** What is no test of its own takes one value. */
function elementCode(to: CodeWriter, matches: Matches, name: string): string {
  if (matches === ANY) return "true";
  return to.testOne(matches, name);
}

function valueSetOf(scope: Scope, e: Expression): ValueSetState | null {
  const binding = e.kind === "nameExpression" ? bindingOf(scope, e) : null;
  return binding?.kind === "object" && binding.object.kind === "valueSet" ? binding.object.set : null;
}

function compileElement(scope: Scope, e: Expression, shape: Shape | null): Matches {
  if (e.kind === "default" || e.kind === "dontCare") return ANY;
  if (e.kind === "mask") {
    const [value, mask] = [compileExpression(scope, e.value, shape), compileExpression(scope, e.mask, shape)];
    if (shape?.kind === "bits" && isNarrow(shape))
      return withTestCode(
        (held: Value) => (((held as number) ^ (value() as number)) & (mask() as number)) === 0,
        (to, [name]) => `((${name}^${to.value(value)})&${to.value(mask)})===0`,
      );
    return (held) => ((BigInt(held as bigint) ^ BigInt(value() as bigint)) & BigInt(mask() as bigint)) === 0n;
  }
  if (e.kind === "range") {
    const [low, high] = [compileExpression(scope, e.low, shape), compileExpression(scope, e.high, shape)];
    return (held) => held >= low() && held <= high();
  }
  const set = valueSetOf(scope, e);
  if (set) return (held) => set.has([held]);
  const value = compileExpression(scope, e, shape ?? shapeIn(scope, e));
  const matches: Matches = (held) => equals(held, value());
  if (shape?.kind !== "bits" && shape?.kind !== "bool" && shape?.kind !== "word") return matches;
  return withTestCode(matches, (to, [name]) => `${name}===${to.value(value)}`);
}
