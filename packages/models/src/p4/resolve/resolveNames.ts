import { includeHint } from "../architectures/builtInFiles.ts";
import type { Reporter } from "../reporter.ts";
import type {
  ActionDeclaration,
  ControlDeclaration,
  Declaration,
  NamedDeclaration,
  P4Program,
  Parameter,
  ParserDeclaration,
  StateDeclaration,
  TableDeclaration,
  TypeNode,
  TypeParameter,
} from "../tree/index.ts";
import { resolveExpression, resolveParameters, resolveStatements, resolveType } from "./resolveBodies.ts";
import { type Resolution, Resolver } from "./resolver.ts";
import { didYouMean } from "./suggest.ts";

/** Binds every name of the program to its declaration, in the order of the text; reports unknown and repeated names. */
export function resolveNames(program: P4Program, reporter: Reporter): Resolution {
  const r = new Resolver(reporter);
  r.scope.announce(program.declarations.filter(isNamed));
  for (const declaration of program.declarations) resolveDeclaration(r, declaration);
  return r.found;
}

const isNamed = (declaration: Declaration): declaration is Declaration & NamedDeclaration =>
  declaration.kind !== "error" && declaration.kind !== "matchKind";

function resolveDeclaration(r: Resolver, d: Declaration): void {
  switch (d.kind) {
    case "constant":
    case "instantiation":
      resolveStatements(r, [d]);
      return;
    case "struct":
      r.within(() => {
        declareAll(r, d.typeParameters);
        for (const field of d.fields) resolveType(r, field.type);
      });
      distinct(r, d.fields, `${d.name.text} has two fields`);
      break;
    case "enum":
      if (d.underlying !== null) resolveType(r, d.underlying);
      r.within(() => {
        for (const member of d.members) {
          if (member.value !== null) resolveExpression(r, member.value);
          if (r.scope.get(member.name.text) === undefined) r.declare(member);
        }
      });
      distinct(r, d.members, `${d.name.text} has two members`);
      break;
    case "error":
      for (const member of d.members) collect(r, r.found.errors, member, "error");
      return;
    case "matchKind":
      for (const member of d.members) collect(r, r.found.matchKinds, member, "match kind");
      return;
    case "typedef":
      resolveType(r, d.type);
      break;
    case "extern":
      r.declare(d);
      r.within(() => {
        declareAll(r, d.typeParameters);
        for (const m of d.methods) resolveSignature(r, m.typeParameters, m.returnType, m.parameters);
      });
      return;
    case "externFunction":
      resolveSignature(r, d.typeParameters, d.returnType, d.parameters);
      break;
    case "function":
      resolveSignature(r, d.typeParameters, d.returnType, d.parameters, () =>
        r.within(() => resolveStatements(r, d.body.statements)),
      );
      break;
    case "action":
      resolveAction(r, d);
      break;
    case "parser":
      resolveParser(r, d);
      break;
    case "control":
      resolveControl(r, d);
      break;
    case "blockType":
    case "package":
      resolveSignature(r, d.typeParameters, null, d.parameters);
  }
  // after its parts: a declaration cannot refer to itself
  r.declare(d);
}

function declareAll(r: Resolver, declarations: readonly NamedDeclaration[]): void {
  for (const declaration of declarations) r.declare(declaration);
}

function distinct(r: Resolver, members: readonly NamedDeclaration[], message: string): void {
  const seen = new Set<string>();
  for (const { name } of members) {
    if (seen.has(name.text)) r.reporter.error("p4-duplicate", `${message} named '${name.text}'`, name.span);
    if (name.text !== "") seen.add(name.text);
  }
}

function collect<T extends NamedDeclaration>(
  r: Resolver,
  all: Map<string, T>,
  member: T,
  what: string,
): void {
  const { text, span } = member.name;
  if (all.has(text)) r.reporter.error("p4-duplicate", `the ${what} '${text}' is already declared`, span);
  else if (text !== "") all.set(text, member);
}

function resolveSignature(
  r: Resolver,
  typeParameters: readonly TypeParameter[],
  returnType: TypeNode | null,
  parameters: readonly Parameter[],
  inner: () => void = () => {},
): void {
  r.within(() => {
    declareAll(r, typeParameters);
    if (returnType !== null) resolveType(r, returnType);
    resolveParameters(r, parameters);
    inner();
  });
}

function resolveAction(r: Resolver, action: ActionDeclaration): void {
  r.within(() => {
    resolveParameters(r, action.parameters);
    r.isInAction = true;
    r.within(() => resolveStatements(r, action.body.statements));
    r.isInAction = false;
  });
}

/** Scopes of a parser or control: its parameters, then (in `inner`) what it declares. */
function withinBlock(r: Resolver, block: ParserDeclaration | ControlDeclaration, inner: () => void): void {
  r.within(() => {
    declareAll(r, block.typeParameters);
    resolveParameters(r, [...block.parameters, ...block.constructorParameters]);
    r.within(inner);
  });
}

function resolveControl(r: Resolver, control: ControlDeclaration): void {
  withinBlock(r, control, () => {
    r.scope.announce(control.locals);
    for (const local of control.locals) {
      if (local.kind === "action") resolveAction(r, local);
      else if (local.kind === "table") resolveTable(r, local);
      else {
        resolveStatements(r, [local]);
        continue;
      }
      r.declare(local);
    }
    r.within(() => resolveStatements(r, control.apply.statements));
  });
}

function resolveParser(r: Resolver, parser: ParserDeclaration): void {
  withinBlock(r, parser, () => {
    r.scope.announce(parser.locals);
    for (const local of parser.locals) {
      if (local.kind !== "valueSet") {
        resolveStatements(r, [local]);
        continue;
      }
      resolveType(r, local.elementType);
      resolveExpression(r, local.size);
      r.declare(local);
    }
    const states = new Map<string, StateDeclaration>();
    for (const state of parser.states) {
      const { text, span } = state.name;
      if (states.has(text))
        r.reporter.error("p4-duplicate", `parser '${parser.name.text}' has two states named '${text}'`, span);
      else if (text === "accept" || text === "reject") {
        r.reporter.error("p4-duplicate", `'${text}' is built in; a parser cannot declare it`, span);
      }
      if (!states.has(text)) states.set(text, state);
    }
    for (const state of parser.states) resolveState(r, state, states);
  });
}

function resolveState(
  r: Resolver,
  state: StateDeclaration,
  states: ReadonlyMap<string, StateDeclaration>,
): void {
  const bind = (name: StateDeclaration["name"]): void => {
    if (name.text === "" || name.text === "accept" || name.text === "reject") return;
    const target = states.get(name.text);
    if (target !== undefined) {
      r.found.references.set(name, target);
      return;
    }
    const hint = didYouMean(name.text, [...states.keys(), "accept", "reject"]);
    r.reporter.error("p4-unknown-state", `unknown parser state '${name.text}'${hint}`, name.span);
  };
  r.within(() => {
    resolveStatements(r, state.statements);
    const { transition } = state;
    if (transition === null) return;
    if (transition.kind === "directTransition") {
      bind(transition.target);
      return;
    }
    for (const argument of transition.arguments) resolveExpression(r, argument);
    for (const { keyset, target } of transition.cases) {
      resolveExpression(r, keyset);
      bind(target);
    }
  });
}

function resolveTable(r: Resolver, table: TableDeclaration): void {
  for (const property of table.properties) {
    switch (property.kind) {
      case "keyProperty":
        for (const element of property.elements) {
          if (
            element.expression.kind === "nameExpression" &&
            element.expression.name.text === table.name.text
          ) {
            const message = `a key of table '${table.name.text}' cannot be the table itself; rename one of the two`;
            r.reporter.error("p4-self-reference", message, element.expression.span);
          }
          resolveExpression(r, element.expression);
          const { text, span } = element.matchKind;
          const kind = r.found.matchKinds.get(text);
          if (kind !== undefined) r.found.references.set(element.matchKind, kind);
          else if (text !== "") {
            const hint = includeHint(text, r.hasArchitecture) ?? didYouMean(text, r.found.matchKinds.keys());
            r.reporter.error("p4-unknown-name", `unknown match kind '${text}'${hint}`, span);
          }
        }
        break;
      case "actionsProperty":
        for (const { action } of property.actions) resolveExpression(r, action);
        break;
      case "entriesProperty":
        for (const entry of property.entries) {
          if (entry.priority !== null) resolveExpression(r, entry.priority);
          resolveExpression(r, entry.keyset);
          resolveExpression(r, entry.action);
        }
        break;
      case "valueProperty":
        resolveExpression(r, property.value);
    }
  }
}
