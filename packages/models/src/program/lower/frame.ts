import type {
  BoundArgument,
  CheckedProgram,
  ControlDeclaration,
  NamedDeclaration,
  ParserDeclaration,
  Type,
} from "../../p4/index.ts";
import type { Place, Value } from "../flow/flow.ts";

/**
 * What a name stands for while one block, action or function is being inlined. `header`: the header that owns
 * the place, when a field was handed over for writing.
 */
export type Binding =
  | { kind: "place"; place: Place; header?: Place }
  | { kind: "value"; value: Value }
  | { kind: "block"; block: BlockInstance };

/** An instance of a parser or control that a constructor got, and the frame in which it was made. */
export type BlockInstance = {
  declaration: ParserDeclaration | ControlDeclaration;
  /** what names it there; null for one that is made in the argument */
  instance: NamedDeclaration | null;
  /** what its own constructor got */
  arguments: readonly BoundArgument[];
  madeIn: Frame;
  controlPath: string;
};

/**
 * Names in scope of one inlined body. Each inlining has a frame of its own, so that its variables are cells
 * of their own; what a frame does not know, its parent (the enclosing control) does.
 */
export type Frame = {
  /** unique prefix of its cells */
  path: string;
  /** what the control plane calls the block around it, "MyIngress.acl" */
  controlPath: string;
  /** block that its nodes are drawn in */
  group: string;
  role: string;
  bindings: Map<NamedDeclaration, Binding>;
  parent: Frame | null;
};

export function findBinding(frame: Frame | null, declaration: NamedDeclaration): Binding | null {
  for (let at = frame; at; at = at.parent) {
    const binding = at.bindings.get(declaration);
    if (binding) return binding;
  }
  return null;
}

export const unknownType: Type = { kind: "unknown" };

export const typeOfDeclaration = (checked: CheckedProgram, declaration: NamedDeclaration): Type =>
  checked.declarationTypes.get(declaration) ?? unknownType;
