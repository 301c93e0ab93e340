import { placeOf } from "../../resolve/placeOf.ts";
import type { ActionDeclaration, ControlDeclaration, NamedDeclaration, P4Program } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { controlPlanePath, givenName } from "./controlPlanePath.ts";

/**
 * Reports actions that share their full name for the control plane, and absolute names in a control with several
 * instances (P4_16 1.2.5, 18.3.1): entries could not tell them apart.
 */
export function checkControlPlaneNames(c: CheckContext, program: P4Program): void {
  const seen = new Map<string, ActionDeclaration>();
  for (const d of program.declarations) {
    if (d.kind === "action") add(c, seen, d, "");
    if (d.kind !== "control") continue;
    for (const local of d.locals) if (local.kind === "action") add(c, seen, local, d.name.text);
  }
  reportInstances(c, program);
}

function add(
  c: CheckContext,
  seen: Map<string, ActionDeclaration>,
  action: ActionDeclaration,
  prefix: string,
): void {
  const given = givenName(action);
  const name = controlPlanePath(prefix, action);
  const earlier = seen.get(name);
  if (earlier === undefined) {
    seen.set(name, action);
    return;
  }
  // two actions without @name are a duplicate declaration, or overloads
  if (given === null && givenName(earlier) === null) return;
  // compilers give each table its own copy of it
  if (name === "NoAction") return;
  const place = placeOf(earlier.name.span, action.name.span.file);
  const message = `action '${action.name.text}' has the control-plane name '${name}' like the one ${place}; change @name`;
  c.reporter.warning("p4-control-plane-name", message, action.span);
}

function reportInstances(c: CheckContext, program: P4Program): void {
  const counts = new Map<NamedDeclaration, number>();
  const count = (d: NamedDeclaration): void => {
    counts.set(d, (counts.get(d) ?? 0) + 1);
  };
  for (const { declaration } of c.instances.values()) count(declaration);
  for (const call of c.calls.values()) if (call.kind === "construct") count(call.declaration);
  for (const d of program.declarations) {
    if (d.kind === "control" && (counts.get(d) ?? 0) > 1) reportAbsolute(c, d);
  }
}

function reportAbsolute(c: CheckContext, control: ControlDeclaration): void {
  for (const local of control.locals) {
    if (local.kind !== "table" || !givenName(local)?.startsWith(".")) continue;
    const message = `table '${local.name.text}' has one control-plane name for all instances of control '${control.name.text}'; remove the '.' from @name`;
    c.reporter.warning("p4-control-plane-name", message, local.name.span);
  }
}
