import type { ForInStatement, ForStatement } from "../../p4/index.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { lowerCondition } from "./conditions.ts";
import type { Frame } from "./frame.ts";

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
 * `for (x in collection) body`: the collection is not followed, so every number of rounds up to the limit is possible.
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
