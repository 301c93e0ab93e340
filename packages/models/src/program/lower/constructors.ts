import {
  type BoundArgument,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type NamedDeclaration,
  type Parameter,
  type ParserDeclaration,
} from "../../p4/index.ts";
import type { FlowBuilder } from "./builder.ts";
import { type BlockInstance, type Frame, findBinding } from "./frame.ts";
import { lowerValue, type Scope } from "./values.ts";

/** The instance that `instance` names in `frame`; the block applied by its type when that is null. */
export function namedBlock(
  declaration: ParserDeclaration | ControlDeclaration,
  instance: NamedDeclaration | null,
  frame: Frame,
  builder: FlowBuilder,
): BlockInstance {
  const construct = instance?.kind === "instantiation" ? builder.checked.instances.get(instance) : undefined;
  const controlPath = controlPlanePath(frame.controlPath, instance ?? declaration);
  return { declaration, instance, arguments: construct?.bindings ?? [], madeIn: frame, controlPath };
}

/**
 * What a constructor got: values known at compile time, and instances of other blocks. `scope`: where it was called;
 * `inner`: the frame of the block that is made.
 */
export function bindConstructor(passed: readonly BoundArgument[], inner: Frame, scope: Scope): void {
  for (const { parameter, argument } of passed) {
    const value = argument?.value ?? parameter.defaultValue;
    if (!value) continue;
    const block = passedBlock(value, parameter, inner, scope);
    inner.bindings.set(
      parameter,
      block ? { kind: "block", block } : { kind: "value", value: lowerValue(value, scope) },
    );
  }
}

function passedBlock(
  argument: Expression,
  parameter: Parameter,
  { controlPath }: Frame,
  { frame, builder }: Scope,
): BlockInstance | null {
  const { references, instances, calls } = builder.checked;
  if (argument.kind === "call") {
    const made = calls.get(argument);
    if (made?.kind !== "construct" || !isBlock(made.declaration)) return null;
    const { declaration, bindings } = made;
    const path = controlPlanePath(controlPath, parameter);
    return { declaration, instance: null, arguments: bindings, madeIn: frame, controlPath: path };
  }
  const named = argument.kind === "nameExpression" ? references.get(argument.name) : undefined;
  if (!named) return null;
  const binding = findBinding(frame, named);
  if (binding) return binding.kind === "block" ? binding.block : null;
  const made = named.kind === "instantiation" ? instances.get(named)?.declaration : undefined;
  return made && isBlock(made) ? namedBlock(made, named, frame, builder) : null;
}

const isBlock = (declaration: NamedDeclaration): declaration is ParserDeclaration | ControlDeclaration =>
  declaration.kind === "parser" || declaration.kind === "control";
