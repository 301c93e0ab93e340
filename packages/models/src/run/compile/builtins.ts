import type { CallExpression, Expression, ResolvedCall } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import type { Pass } from "../pass.ts";
import type { TraceEvent } from "../trace.ts";
import type { Node, Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";
import { compileExpression } from "./expressions.ts";
import { type Scope, shapeIn, UnsupportedError } from "./scope.ts";
import { textOf } from "./tracing.ts";

/** Built-in methods of headers, unions and stacks. */
export function compileBuiltin(
  scope: Scope,
  e: CallExpression,
  { method, object }: Extract<ResolvedCall, { kind: "builtin" }>,
): () => Value | undefined {
  const known = scope.c.checked.constants.get(e);
  if (typeof known === "bigint") {
    const value = valueFor(known, shapeIn(scope, e));
    return () => value;
  }
  const node = compileExpression(scope, object) as () => Node;
  const { machine } = scope.c;
  const note = noting(scope, e, object, method !== "setInvalid" && method !== "pop_front");
  const shape = shapeIn(scope, object);
  const bits = widthOf(shape);
  const isUnion = shape.kind === "node" && shape.form === "union";
  switch (method) {
    case "isValid":
      return withCode(
        () => node().isValid(),
        "expression",
        (to) => (isUnion ? `${to.value(node)}.isValid()` : `${to.value(node)}.valid`),
      );
    case "setValid":
      return withCode(
        () => {
          const header = node();
          if (header.isOutside) return undefined;
          // BMv2: the fields of a header that was not there are zero
          const done = header.valid ? null : note?.((pass, event) => pass.becameValid(header, event));
          if (!header.valid) {
            header.clear();
            machine.addedBits += bits;
          }
          header.setValid();
          done?.();
          return undefined;
        },
        "body",
        (to) => {
          const [header, bitsAdded] = [to.value(node), `${to.ref(machine)}.addedBits+=${bits}`];
          return `const h=${header};if(h.isOutside)return;if(!h.valid){h.clear();${bitsAdded};}h.setValid();`;
        },
      );
    case "setInvalid":
      return withCode(
        () => {
          const header = node();
          if (header.valid) {
            const done = note?.((pass, event) => pass.becameInvalid(header, event));
            machine.addedBits -= bits;
            header.valid = false;
            done?.();
          }
          return undefined;
        },
        "body",
        (to) => `const h=${to.value(node)};if(h.valid){${to.ref(machine)}.addedBits-=${bits};h.valid=false;}`,
      );
    case "push_front":
    case "pop_front": {
      const count = compileExpression(scope, e.arguments[0]!.value);
      const by = method === "push_front" ? 1 : -1;
      return () => {
        const places = by * Number(count());
        const done = note?.((pass, event) => pass.shifted(node(), places, event));
        shift(node(), places);
        done?.();
        return undefined;
      };
    }
    default:
      throw new UnsupportedError(`${method} is not known before the packet`, e.span);
  }
}

/** Tells what counts before it happens; what it gives is to be called when it has happened. */
type Note = (tell: (pass: Pass, event: TraceEvent) => void) => () => void;

/** Tells the trace that headers come or go; null without one. */
function noting(scope: Scope, e: CallExpression, object: Expression, valid: boolean): Note | null {
  const { trace } = scope.c.machine;
  if (!trace) return null;
  const header = textOf(scope, object);
  return (tell) => {
    const event: TraceEvent = { kind: "validity", at: e.span, header, valid };
    tell(trace.pass, event);
    return () => trace.add(event);
  };
}

/** Moves the elements of a stack; those that come in are invalid. */
function shift(stack: Node, by: number): void {
  const before = stack.nodes().map((element) => element.clone());
  stack.nodes().forEach((element, index) => {
    const from = before[index - by];
    if (from) element.restore(from);
    else element.clear();
  });
  stack.next = Math.max(0, Math.min(before.length, stack.next + by));
}
