import type {
  ActionDeclaration,
  Argument,
  BlockTypeDeclaration,
  ControlDeclaration,
  Expression,
  ExternDeclaration,
  ExternFunctionDeclaration,
  FunctionDeclaration,
  MethodDeclaration,
  NamedDeclaration,
  PackageDeclaration,
  Parameter,
  ParserDeclaration,
  TableDeclaration,
} from "../../tree/index.ts";

export type BuiltinMethod =
  | "isValid"
  | "setValid"
  | "setInvalid"
  | "push_front"
  | "pop_front"
  | "minSizeInBits"
  | "minSizeInBytes"
  | "maxSizeInBits"
  | "maxSizeInBytes";

/** A parameter and the argument it got; null: left out (optional, defaulted, or set by the control plane). */
export type BoundArgument = { parameter: Parameter; argument: Argument | null };

/** What a call expression calls. `bindings` stand in the order of the parameters. */
export type ResolvedCall =
  | { kind: "action"; declaration: ActionDeclaration; bindings: BoundArgument[] }
  | { kind: "function"; declaration: FunctionDeclaration; bindings: BoundArgument[] }
  | { kind: "externFunction"; declaration: ExternFunctionDeclaration; bindings: BoundArgument[] }
  | {
      kind: "externMethod";
      /**
       * the instance or parameter the method is called on (`packet` in `packet.extract(h)`); null when it is
       * not a plain name
       */
      instance: NamedDeclaration | null;
      extern: ExternDeclaration;
      method: MethodDeclaration;
      bindings: BoundArgument[];
    }
  | { kind: "builtin"; method: BuiltinMethod; object: Expression }
  | { kind: "tableApply"; table: TableDeclaration }
  | {
      kind: "blockApply";
      /** a prototype when the instance is a constructor parameter */
      declaration: ParserDeclaration | ControlDeclaration | BlockTypeDeclaration;
      /** null for the direct form `Control.apply(…)` */
      instance: NamedDeclaration | null;
      bindings: BoundArgument[];
    }
  | {
      kind: "construct";
      declaration: ParserDeclaration | ControlDeclaration | PackageDeclaration | ExternDeclaration;
      bindings: BoundArgument[];
    };
