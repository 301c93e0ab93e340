import type {
  CallExpression,
  CheckedProgram,
  Expression,
  NamedDeclaration,
  ResolvedCall,
  Statement,
  TableDeclaration,
} from "../../src/p4/index.ts";
import { Expressions } from "./expressions.ts";
import type { TableState } from "./tables.ts";
import {
  bytesOf,
  copyOf,
  emitted,
  extract,
  type Header,
  internetChecksum,
  type Value,
  widthOf,
  zeroOf,
} from "./values.ts";

/** What a packet asked for while it was processed. */
export type Wishes = { clone: { session: number; fields: string } | null; truncateTo: number | null };

/** Thrown by `exit` and left by whoever runs a control. */
export const EXIT = Symbol("exit");

/**
 * Runs the statements of a checked program: expressions as numbers, registers and tables with state. No
 * loops, no switch.
 */
export class Runtime extends Expressions {
  readonly registers = new Map<string, bigint[]>();
  readonly tables: TableState;
  wishes: Wishes = { clone: null, truncateTo: null };
  packet: Uint8Array = new Uint8Array();
  at = 0;
  private out: Uint8Array[] = [];

  constructor(program: CheckedProgram, tables: TableState) {
    super(program);
    this.tables = tables;
  }

  bind(declaration: NamedDeclaration, value: Value): void {
    this.cells.set(declaration, value);
  }

  takeEmitted(): Uint8Array[] {
    const { out } = this;
    this.out = [];
    return out;
  }

  run(statements: readonly Statement[]): void {
    for (const statement of statements) this.execute(statement);
  }

  private execute(statement: Statement): void {
    switch (statement.kind) {
      case "assignment": {
        const value = this.evaluate(statement.value);
        if (statement.operator !== "=") throw new Error(`operator ${statement.operator}`);
        this.place(statement.target).set(copyOf(value));
        return;
      }
      case "callStatement":
        this.call(statement.call);
        return;
      case "block":
        this.run(statement.statements);
        return;
      case "if":
        if (this.evaluate(statement.condition)) this.execute(statement.whenTrue);
        else if (statement.whenFalse) this.execute(statement.whenFalse);
        return;
      case "variable":
        this.declare(statement, statement.initializer);
        return;
      case "constant":
      case "instantiation":
      case "empty":
        return;
      case "exit":
        throw EXIT;
      default:
        throw new Error(`statement ${statement.kind}`);
    }
  }

  private declare(declaration: NamedDeclaration, initializer: Expression | null): void {
    const type = this.program.declarationTypes.get(declaration);
    if (!type) throw new Error("a variable without a type");
    this.cells.set(declaration, initializer ? copyOf(this.evaluate(initializer)) : zeroOf(type));
  }

  protected call(expression: CallExpression): Value | undefined {
    const resolved = this.program.calls.get(expression);
    switch (resolved?.kind) {
      case "builtin":
        return this.builtin(expression, resolved);
      case "tableApply":
        this.applyTable(resolved.table);
        return undefined;
      case "action":
        this.runAction(resolved);
        return undefined;
      case "externMethod":
        this.method(resolved);
        return undefined;
      case "externFunction":
        this.externFunction(resolved);
        return undefined;
      default:
        throw new Error(`call of ${resolved?.kind}`);
    }
  }

  /** Copies in, runs, copies out. */
  private runAction({ declaration, bindings }: Extract<ResolvedCall, { kind: "action" }>): void {
    const backs: (() => void)[] = [];
    for (const { parameter, argument } of bindings) {
      if (!argument) continue;
      const { value } = argument;
      this.cells.set(parameter, copyOf(this.evaluate(value)));
      if (parameter.direction === "inout" || parameter.direction === "out") {
        const target = this.place(value);
        backs.push(() => target.set(this.cells.get(parameter) ?? 0n));
      }
    }
    this.run(declaration.body.statements);
    for (const back of backs) back();
  }

  protected hits(expression: CallExpression): boolean {
    const resolved = this.program.calls.get(expression);
    if (resolved?.kind !== "tableApply") throw new Error("applies no table");
    return this.applyTable(resolved.table);
  }

  private applyTable(table: TableDeclaration): boolean {
    const keys = table.properties.flatMap((p) =>
      p.kind === "keyProperty" ? p.elements.map((e) => this.number(e.expression)) : [],
    );
    const { action, hit } = this.tables.lookUp(table, keys);
    if (action) {
      action.declaration.parameters.forEach((p, i) => void this.cells.set(p, action.values[i]));
      this.run(action.declaration.body.statements);
    }
    return hit;
  }

  private builtin(
    { arguments: given }: CallExpression,
    { method, object }: Extract<ResolvedCall, { kind: "builtin" }>,
  ): Value | undefined {
    const held = this.evaluate(object);
    if (typeof held !== "object") throw new Error(`${method} of a number`);
    if (held.kind === "stack") {
      const by = Number(this.number(given[0].value));
      const fresh = Array.from({ length: by }, () => zeroOf(held.elements[0].type) as Header);
      held.elements =
        method === "push_front"
          ? [...fresh, ...held.elements].slice(0, held.elements.length)
          : [...held.elements, ...fresh].slice(-held.elements.length);
      return undefined;
    }
    if (held.kind !== "header") throw new Error(`${method} of a struct`);
    if (method === "isValid") return held.valid;
    held.valid = method === "setValid";
    return undefined;
  }

  private method({ instance, method, bindings }: Extract<ResolvedCall, { kind: "externMethod" }>): void {
    const given = bindings.flatMap(({ argument }) => (argument ? [argument.value] : []));
    const name = method.name.text;
    if (name === "extract") {
      const place = this.place(given[0]);
      const header = place.get() as Header;
      const end = extract(header, this.packet, this.at);
      if (end === null) throw EXIT;
      this.at = end;
      if (given[0].kind === "member" && given[0].member.text === "next") {
        const stack = this.evaluate(given[0].object);
        if (typeof stack === "object" && stack.kind === "stack") stack.next++;
      }
      return;
    }
    if (name === "emit") {
      this.out.push(...emitted(this.evaluate(given[0])));
      return;
    }
    const register = instance && "name" in instance ? instance.name.text : "";
    const held = this.registers.get(register) ?? [];
    this.registers.set(register, held);
    if (name === "read") this.place(given[0]).set(held[Number(this.number(given[1]))] ?? 0n);
    else if (name === "write") held[Number(this.number(given[0]))] = this.number(given[1]);
    else throw new Error(`method ${name}`);
  }

  private externFunction({ declaration, bindings }: Extract<ResolvedCall, { kind: "externFunction" }>): void {
    const given = bindings.flatMap(({ argument }) => (argument ? [argument.value] : []));
    switch (declaration.name.text) {
      case "mark_to_drop": {
        const metadata = this.evaluate(given[0]);
        if (typeof metadata === "object" && metadata.kind === "struct")
          metadata.members.set("egress_spec", 511n);
        return;
      }
      case "clone_preserving_field_list":
        this.wishes.clone = { session: Number(this.number(given[1])), fields: String(this.number(given[2])) };
        return;
      case "truncate":
        this.wishes.truncateTo = Number(this.number(given[0]));
        return;
      case "verify_checksum":
        return;
      case "update_checksum": {
        if (this.evaluate(given[0]) !== true) return;
        this.place(given[2]).set(internetChecksum(this.joined(given[1])));
        return;
      }
      default:
        throw new Error(`extern ${declaration.name.text}`);
    }
  }

  private joined(list: Expression): Uint8Array {
    if (list.kind !== "list") throw new Error("the fields of a checksum are a list");
    let all = 0n;
    let bits = 0;
    for (const element of list.elements) {
      const width = widthOf(this.program.types.get(element));
      all = (all << BigInt(width)) | this.number(element);
      bits += width;
    }
    return bytesOf(all, bits / 8);
  }
}
