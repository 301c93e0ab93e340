import type {
  Expression,
  FunctionDeclaration,
  InstantiationDeclaration,
  Parameter,
  Statement,
  TypeNode,
} from "../tree/index.ts";
import type { Resolver } from "./resolver.ts";

export function resolveType(r: Resolver, type: TypeNode): void {
  switch (type.kind) {
    case "namedType":
      r.useType(type.name, type.isGlobal);
      for (const argument of type.arguments) resolveType(r, argument);
      return;
    case "bitType":
      if (type.width !== null) resolveExpression(r, type.width);
      return;
    case "stackType":
      resolveType(r, type.element);
      resolveExpression(r, type.size);
      return;
    case "tupleType":
      for (const argument of type.arguments) resolveType(r, argument);
      return;
    case "listType":
      resolveType(r, type.element);
  }
}

/** Binds the names of an expression; members and named arguments need types and are bound by the type checker. */
export function resolveExpression(r: Resolver, e: Expression): void {
  switch (e.kind) {
    case "nameExpression":
      r.useValue(e.name, e.isGlobal);
      return;
    case "typeExpression":
      resolveType(r, e.type);
      return;
    case "member":
      resolveExpression(r, e.object);
      return;
    case "index":
      resolveExpression(r, e.object);
      resolveExpression(r, e.index);
      return;
    case "slice":
      resolveExpression(r, e.object);
      resolveExpression(r, e.high);
      resolveExpression(r, e.low);
      return;
    case "unary":
      resolveExpression(r, e.operand);
      return;
    case "binary":
      resolveExpression(r, e.left);
      resolveExpression(r, e.right);
      return;
    case "mask":
      resolveExpression(r, e.value);
      resolveExpression(r, e.mask);
      return;
    case "range":
      resolveExpression(r, e.low);
      resolveExpression(r, e.high);
      return;
    case "conditional":
      resolveExpression(r, e.condition);
      resolveExpression(r, e.whenTrue);
      resolveExpression(r, e.whenFalse);
      return;
    case "cast":
      resolveType(r, e.type);
      resolveExpression(r, e.operand);
      return;
    case "call":
      resolveExpression(r, e.callee);
      for (const type of e.typeArguments) resolveType(r, type);
      for (const argument of e.arguments) resolveExpression(r, argument.value);
      return;
    case "list":
    case "keysetTuple":
      for (const element of e.elements) resolveExpression(r, element);
      return;
    case "record":
      for (const field of e.fields) resolveExpression(r, field.value);
  }
}

/** Types and default values first, then the names, so that a parameter cannot refer to its neighbours. */
export function resolveParameters(r: Resolver, parameters: readonly Parameter[]): void {
  for (const parameter of parameters) {
    resolveType(r, parameter.type);
    if (parameter.defaultValue !== null) resolveExpression(r, parameter.defaultValue);
  }
  for (const parameter of parameters) r.declare(parameter);
}

export function resolveStatements(r: Resolver, statements: readonly Statement[]): void {
  for (const statement of statements) resolveStatement(r, statement);
}

function resolveStatement(r: Resolver, s: Statement): void {
  switch (s.kind) {
    case "assignment":
      resolveExpression(r, s.target);
      resolveExpression(r, s.value);
      return;
    case "callStatement":
      resolveExpression(r, s.call);
      return;
    case "block":
      r.within(() => resolveStatements(r, s.statements));
      return;
    case "return":
      if (s.value !== null) resolveExpression(r, s.value);
      return;
    case "if":
      resolveExpression(r, s.condition);
      r.within(() => resolveStatement(r, s.whenTrue));
      if (s.whenFalse !== null)
        r.within(() => resolveStatements(r, s.whenFalse === null ? [] : [s.whenFalse]));
      return;
    case "switch":
      resolveExpression(r, s.subject);
      for (const { label, body } of s.cases) {
        resolveExpression(r, label);
        if (body !== null) resolveStatement(r, body);
      }
      return;
    case "for":
      r.within(() => {
        resolveStatements(r, s.initializers);
        resolveExpression(r, s.condition);
        resolveStatements(r, s.updates);
        resolveStatement(r, s.body);
      });
      return;
    case "forIn":
      r.within(() => {
        resolveExpression(r, s.collection);
        if (s.variable.kind === "variable") resolveStatement(r, s.variable);
        else resolveExpression(r, s.variable);
        resolveStatement(r, s.body);
      });
      return;
    case "variable":
      resolveType(r, s.type);
      if (s.initializer !== null) resolveExpression(r, s.initializer);
      r.declare(s);
      return;
    case "constant":
      resolveType(r, s.type);
      resolveExpression(r, s.value);
      r.declare(s);
      return;
    case "instantiation":
      resolveType(r, s.type);
      for (const argument of s.arguments) resolveExpression(r, argument.value);
      r.declare(s);
      r.within(() => {
        for (const member of s.body ?? []) resolveInstanceMember(r, member);
      });
  }
}

function resolveInstanceMember(r: Resolver, member: FunctionDeclaration | InstantiationDeclaration): void {
  if (member.kind === "instantiation") {
    resolveStatement(r, member);
    return;
  }
  r.within(() => {
    for (const parameter of member.typeParameters) r.declare(parameter);
    resolveType(r, member.returnType);
    resolveParameters(r, member.parameters);
    r.within(() => resolveStatements(r, member.body.statements));
  });
}
