import type { Expression, ForInStatement, ForStatement } from "../../p4/index.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { lowerCondition } from "./conditions.ts";
import type { Frame } from "./frame.ts";
import { constant, lowerPlace, type Scope } from "./values.ts";

/** `for (init; condition; update) body`: a cycle that constants unroll while a path is followed. */
export function lowerFor(statement: ForStatement, frame: Frame, exits: Exits, builder: FlowBuilder): string {
  for (const initializer of statement.initializers) {
    if (initializer.kind === "variable") builder.declare(frame, initializer, initializer.name.text);
  }
  const head = builder.reserve();
  const update = builder.rules.statements(statement.updates, frame, { ...exits, next: head }, builder);
  const inside: Exits = { ...exits, next: update, breakTo: exits.next, continueTo: update };
  const body = builder.rules.statements([statement.body], frame, inside, builder);
  const test = lowerCondition(statement.condition, frame, exits, body, exits.next, builder);
  builder.define(head, frame.group, {
    kind: "statements",
    label: "for",
    span: statement.span,
    ways: [{ to: test, label: "", guard: null }],
  });
  return builder.rules.statements(statement.initializers, frame, { ...exits, next: head }, builder);
}

/**
 * `for (x in collection) body`: unrolled over a few constants; else every number of rounds up to the limit is
 * possible.
 */
export function lowerForIn(
  statement: ForInStatement,
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  if (statement.variable.kind === "variable") {
    builder.declare(frame, statement.variable, statement.variable.name.text);
  }
  const values = constantRange(statement.collection, builder);
  if (values) return unroll(statement, values, frame, exits, builder);
  const head = builder.reserve();
  const inside: Exits = { ...exits, next: head, breakTo: exits.next, continueTo: head };
  const body = builder.rules.statements([statement.body], frame, inside, builder);
  return builder.define(head, frame.group, {
    kind: "switch",
    label: "for … in",
    span: statement.span,
    branching: "choice",
    ways: [
      { to: body, label: "next", guard: null },
      { to: exits.next, label: "done", guard: null },
    ],
  });
}

/** Our choice: rounds that are written out. */
const MAX_UNROLLED = 64n;

/** The numbers of `low .. high`; null when they are not known, or many. */
function constantRange(collection: Expression, { checked }: FlowBuilder): bigint[] | null {
  if (collection.kind !== "range") return null;
  const [low, high] = [collection.low, collection.high].map((each) => checked.constants.get(each));
  if (typeof low !== "bigint" || typeof high !== "bigint" || high - low >= MAX_UNROLLED) return null;
  return Array.from({ length: Math.max(0, Number(high - low) + 1) }, (_, index) => low + BigInt(index));
}

function unroll(
  { variable, body, span }: ForInStatement,
  values: readonly bigint[],
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  const scope: Scope = { builder, frame, results: new Map() };
  const place =
    variable.kind === "variable"
      ? builder.placeOf(frame, variable, variable.name.text)
      : lowerPlace(variable, scope);
  return values.reduceRight((next, value) => {
    const inside: Exits = { ...exits, next, breakTo: exits.next, continueTo: next };
    const first = builder.rules.statements([body], frame, inside, builder);
    if (!place) return first;
    return builder.add(frame.group, {
      kind: "statements",
      label: `for … ${value}`,
      span,
      operations: [{ kind: "assign", target: place, header: null, value: constant(value), span }],
      ways: [{ to: first, label: "", guard: null }],
    });
  }, exits.next);
}
