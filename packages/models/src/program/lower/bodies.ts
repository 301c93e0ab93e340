import type { BlockStatement, ControlDeclaration, Statement } from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import type { NodeParts } from "./flowNodes.ts";
import type { Frame } from "./frame.ts";
import { isSimple, leadingSimple, simpleOperations } from "./simple.ts";

/** A node with `operations` and, when it has no branches, the whole body; else the body follows the node. */
export function addBody(
  body: BlockStatement,
  frame: Frame,
  operations: readonly Operation[],
  exits: Exits,
  builder: FlowBuilder,
  parts: Omit<NodeParts, "ways" | "operations">,
): string {
  const inside: Exits = { ...exits, returnTo: exits.next, breakTo: null, continueTo: null };
  const simple = leadingSimple(body.statements, builder);
  for (const statement of simple) {
    if (statement.kind === "variable") builder.declare(frame, statement, statement.name.text);
  }
  const own = [...operations, ...simpleOperations(simple, frame, builder)];
  const rest = builder.rules.statements(body.statements.slice(simple.length), frame, inside, builder);
  return builder.add(frame.group, {
    ...parts,
    operations: own,
    ways: [{ to: rest, label: "", guard: null }],
  });
}

/** A control's body in `frame`, which already binds its parameters. */
export function lowerControlBody(
  declaration: ControlDeclaration,
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  const initialised: Statement[] = [];
  for (const local of declaration.locals) {
    if (local.kind !== "variable") continue;
    builder.declare(frame, local, local.name.text);
    initialised.push(local);
  }
  const inside: Exits = { ...exits, returnTo: exits.next, breakTo: null, continueTo: null, result: null };
  const apply = builder.rules.statements(declaration.apply.statements, frame, inside, builder);
  if (!initialised.every((each) => isSimple(each, builder)))
    return builder.rules.statements(initialised, frame, { ...inside, next: apply }, builder);
  const operations = builder.kept(frame.group, simpleOperations(initialised, frame, builder));
  if (operations.length === 0) return apply;
  return builder.add(frame.group, {
    kind: "statements",
    label: "locals",
    span: builder.spanOf(initialised),
    operations,
    ways: [{ to: apply, label: "", guard: null }],
  });
}
