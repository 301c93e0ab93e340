import { includeHint } from "../architectures/builtInFiles.ts";
import type { Reporter } from "../reporter.ts";
import type { ErrorMember, MatchKindMember, Name, NamedDeclaration } from "../tree/index.ts";
import { describeDeclaration, isTypeDeclaration } from "./describeDeclaration.ts";
import { placeOf } from "./placeOf.ts";
import { Scope } from "./scope.ts";
import { didYouMean } from "./suggest.ts";

/** What names mean: filled by `resolveNames`, completed by the type checker (members, named arguments). */
export type Resolution = {
  references: Map<Name, NamedDeclaration>;
  /** the declarations that share a name with a callable one, itself included; only where there are several */
  overloads: Map<NamedDeclaration, NamedDeclaration[]>;
  errors: Map<string, ErrorMember>;
  matchKinds: Map<string, MatchKindMember>;
};

const CALLABLE = new Set<NamedDeclaration["kind"]>(["function", "externFunction"]);
const BLOCKS = new Set<NamedDeclaration["kind"]>(["parser", "control", "package", "extern", "blockType"]);

/** State of name resolution: the current scope and what has been found. */
export class Resolver {
  scope: Scope = new Scope(null);
  readonly found: Resolution;
  readonly reporter: Reporter;
  /** tables cannot be applied here */
  isInAction = false;

  constructor(reporter: Reporter) {
    this.reporter = reporter;
    this.found = { references: new Map(), overloads: new Map(), errors: new Map(), matchKinds: new Map() };
  }

  /** Has the program, so far, a package that its `main` could instantiate? */
  get hasArchitecture(): boolean {
    for (const _ of this.scope.root.visible((d) => d.kind === "package")) return true;
    return false;
  }

  /** Runs `inner` in a scope of its own. */
  within(inner: () => void): void {
    const outer = this.scope;
    this.scope = new Scope(outer);
    inner();
    this.scope = outer;
  }

  declare(declaration: NamedDeclaration): void {
    const { text, span } = declaration.name;
    if (text === "") return;
    const earlier = this.scope.get(text);
    if (earlier === undefined) {
      if (declaration.kind !== "parameter") this.#reportHidden(declaration);
      this.scope.set(text, declaration);
      return;
    }
    const isOverload =
      (CALLABLE.has(earlier.kind) && CALLABLE.has(declaration.kind)) ||
      (BLOCKS.has(earlier.kind) && earlier.kind === declaration.kind && differ(earlier, declaration));
    if (isOverload) {
      const all = this.found.overloads.get(earlier) ?? [earlier];
      all.push(declaration);
      this.found.overloads.set(earlier, all);
      return;
    }
    const place = placeOf(earlier.name.span, span.file);
    this.reporter.error(
      "p4-duplicate",
      `'${text}' is already declared ${place}; rename one of the two`,
      span,
    );
  }

  /** A local name that hides a parameter: p4c refuses it in a body, and warns where a block declares its locals. */
  #reportHidden(declaration: NamedDeclaration): void {
    const { text, span } = declaration.name;
    const outer = this.scope.parent;
    if (outer?.find(text)?.kind !== "parameter") return;
    const isLocal = outer.get(text) !== undefined;
    const message = `'${text}' hides the parameter of that name; rename one of the two`;
    if (isLocal || declaration.kind !== "variable") this.reporter.warning("p4-shadow", message, span);
    else this.reporter.error("p4-shadow", message, span);
  }

  /** Binds a name that must be a type. */
  useType(name: Name, isGlobal: boolean): void {
    this.#use(name, isGlobal, "type", isTypeDeclaration);
  }

  /** Binds a name that stands in an expression. */
  useValue(name: Name, isGlobal: boolean): void {
    this.#use(name, isGlobal, "name", () => true);
  }

  /** Match kinds are named like values only where annotations and externs take them. */
  #matchKind(name: Name, what: string): NamedDeclaration | undefined {
    return what === "type" ? undefined : this.found.matchKinds.get(name.text);
  }

  #use(name: Name, isGlobal: boolean, what: string, fits: (declaration: NamedDeclaration) => boolean): void {
    if (name.text === "") return;
    const scope = isGlobal ? this.scope.root : this.scope;
    const declaration = scope.find(name.text) ?? this.#matchKind(name, what);
    if (declaration !== undefined) {
      this.found.references.set(name, declaration);
      if (fits(declaration)) return;
      this.reporter.error(
        "p4-not-a-type",
        `'${name.text}' is ${describeDeclaration(declaration)}, not a type`,
        name.span,
      );
      return;
    }
    const later = scope.findLater(name.text);
    if (later !== undefined) {
      this.found.references.set(name, later);
      const line = later.name.span.line;
      const isInside = later.span.start <= name.span.start && name.span.end <= later.span.end;
      const message = isInside
        ? `'${name.text}' is used in its own declaration; nothing in P4 refers to itself`
        : later.kind === "table" && this.isInAction
          ? `table '${name.text}' cannot be applied in an action; apply it where the action is called, or in the table's control`
          : `'${name.text}' is used before its declaration on line ${line}; move the declaration up`;
      this.reporter.error("p4-use-before-declaration", message, name.span);
      return;
    }
    const sized = /^(u?)int([0-9]+)_t$/.exec(name.text);
    const hint =
      sized !== null
        ? `; P4 writes it ${sized[1] === "u" ? "bit" : "int"}<${sized[2]}>`
        : (includeHint(name.text, this.hasArchitecture) ?? didYouMean(name.text, scope.visible(fits)));
    this.reporter.error("p4-unknown-name", `unknown ${what} '${name.text}'${hint}`, name.span);
  }
}

/** What overloads are told apart by: the names of the (constructor) parameters. */
function signature(d: NamedDeclaration): string {
  if (d.kind === "parser" || d.kind === "control")
    return d.constructorParameters.map((p) => p.name.text).join();
  return "parameters" in d ? d.parameters.map((p) => p.name.text).join() : "";
}

const differ = (a: NamedDeclaration, b: NamedDeclaration): boolean => signature(a) !== signature(b);
