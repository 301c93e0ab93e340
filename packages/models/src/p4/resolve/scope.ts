import type { NamedDeclaration } from "../tree/index.ts";

/** Names of one block and, through `parent`, of the blocks around it. */
export class Scope {
  readonly parent: Scope | null;
  readonly #names = new Map<string, NamedDeclaration>();
  /** declared further down in this block: for the message only */
  readonly #later = new Map<string, NamedDeclaration>();

  constructor(parent: Scope | null) {
    this.parent = parent;
  }

  get(name: string): NamedDeclaration | undefined {
    return this.#names.get(name);
  }

  set(name: string, declaration: NamedDeclaration): void {
    this.#names.set(name, declaration);
  }

  announce(declarations: readonly NamedDeclaration[]): void {
    for (const declaration of declarations) {
      if (!this.#later.has(declaration.name.text)) this.#later.set(declaration.name.text, declaration);
    }
  }

  find(name: string): NamedDeclaration | undefined {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.#names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  findLater(name: string): NamedDeclaration | undefined {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const found = scope.#later.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  get root(): Scope {
    return this.parent === null ? this : this.parent.root;
  }

  /** Every visible name that `accepts` */
  *visible(accepts: (declaration: NamedDeclaration) => boolean): Iterable<string> {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      for (const [name, declaration] of scope.#names) if (accepts(declaration)) yield name;
    }
  }
}
