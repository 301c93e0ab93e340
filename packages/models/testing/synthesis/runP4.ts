import type {
  ActionDeclaration,
  CheckedProgram,
  ControlDeclaration,
  Expression,
  ParserDeclaration,
  Statement,
  TableDeclaration,
} from "../../src/p4/index.ts";
import { type Commands, type Entry, isHit, readCommands } from "./p4Commands.ts";

/** A struct, header (with `$valid`), or number. */
type Value = bigint | boolean | Struct;
type Struct = { [name: string]: Value };
export type HeaderValues = Readonly<Record<string, Readonly<Record<string, bigint>>>>;
export type P4Run = { headers: HeaderValues; port: number | null };

const DROP_PORT = 511n;

class Exit extends Error {}

/**
 * Runs a v1model program on one packet as BMv2 would: parser, ingress with the tables of the CLI commands,
 * egress. A plain tree walker for tests, written without the code that it checks. Headers of the packet come
 * by name; port null means dropped.
 */
export function runP4(
  checked: CheckedProgram,
  commands: string,
  packet: HeaderValues,
  inPort: number,
): P4Run {
  return new Machine(checked, commands, packet).run(inPort);
}

class Machine {
  private readonly commands: Commands;
  private readonly scopes: Struct[] = [{}];
  private locals = new Map<string, ActionDeclaration | TableDeclaration>();
  private readonly checked: CheckedProgram;
  private readonly packet: HeaderValues;

  constructor(checked: CheckedProgram, commands: string, packet: HeaderValues) {
    this.checked = checked;
    this.packet = packet;
    this.commands = readCommands(commands);
    for (const d of checked.program.declarations)
      if (d.kind === "constant") this.scopes[0]![d.name.text] = this.evaluate(d.value);
  }

  run(inPort: number): P4Run {
    const bindings = this.checked.architecture!.bindings;
    const block = (role: string) => bindings.find((b) => b.role === role)!.declaration!;
    const hdr: Struct = {};
    const meta: Struct = {};
    const standard: Struct = { ingress_port: BigInt(inPort), egress_spec: 0n };
    this.parse(block("parser") as ParserDeclaration, [true, hdr, meta, standard]);
    this.control(block("ingress") as ControlDeclaration, [hdr, meta, standard]);
    const isDropped = standard.egress_spec === DROP_PORT;
    if (!isDropped) this.control(block("egress") as ControlDeclaration, [hdr, meta, standard]);
    const headers: Record<string, Record<string, bigint>> = {};
    for (const [name, header] of Object.entries(hdr)) {
      if (typeof header !== "object" || header.$valid !== true) continue;
      headers[name] = {};
      for (const [field, value] of Object.entries(header))
        if (typeof value === "bigint") headers[name][field] = value;
    }
    return { headers, port: isDropped ? null : Number(standard.egress_spec) };
  }

  private parse(parser: ParserDeclaration, values: readonly Value[]): void {
    this.bind(parser.parameters, values);
    let state = parser.states.find((s) => s.name.text === "start");
    while (state) {
      for (const s of state.statements) this.execute(s);
      const transition = state.transition;
      let next = "reject";
      if (transition?.kind === "directTransition") next = transition.target.text;
      if (transition?.kind === "selectTransition") {
        const subject = transition.arguments.map((a) => this.number(a));
        next = transition.cases.find((c) => this.isInKeyset(c.keyset, subject))?.target.text ?? "reject";
      }
      state = parser.states.find((s) => s.name.text === next);
    }
    this.scopes.pop();
  }

  private isInKeyset(keyset: Expression, subject: readonly bigint[]): boolean {
    if (keyset.kind === "default" || keyset.kind === "dontCare") return true;
    if (keyset.kind === "keysetTuple")
      return keyset.elements.every((k, i) => this.isInKeyset(k, [subject[i]!]));
    if (keyset.kind === "mask") {
      const mask = this.number(keyset.mask);
      return (subject[0]! & mask) === (this.number(keyset.value) & mask);
    }
    if (keyset.kind === "range")
      return subject[0]! >= this.number(keyset.low) && subject[0]! <= this.number(keyset.high);
    return subject[0] === this.number(keyset);
  }

  private control(control: ControlDeclaration, values: readonly Value[]): void {
    this.bind(control.parameters, values);
    this.locals = new Map();
    for (const local of control.locals) {
      if (local.kind === "action" || local.kind === "table") this.locals.set(local.name.text, local);
      if (local.kind === "variable")
        this.scopes.at(-1)![local.name.text] = local.initializer ? this.evaluate(local.initializer) : 0n;
      if (local.kind === "constant") this.scopes.at(-1)![local.name.text] = this.evaluate(local.value);
    }
    try {
      this.execute(control.apply);
    } catch (error) {
      if (!(error instanceof Exit)) throw error;
    }
    this.scopes.length = 1;
  }

  private bind(parameters: readonly { name: { text: string } }[], values: readonly Value[]): void {
    this.scopes.push(Object.fromEntries(parameters.map((p, i) => [p.name.text, values[i]!])));
  }

  private execute(s: Statement): void {
    switch (s.kind) {
      case "block":
        for (const each of s.statements) this.execute(each);
        return;
      case "empty":
        return;
      case "variable":
        this.scopes.at(-1)![s.name.text] = s.initializer ? this.evaluate(s.initializer) : 0n;
        return;
      case "assignment":
        this.assign(s.target, this.evaluate(s.value));
        return;
      case "if":
        if (this.evaluate(s.condition) === true) this.execute(s.whenTrue);
        else if (s.whenFalse) this.execute(s.whenFalse);
        return;
      case "callStatement":
        this.evaluate(s.call);
        return;
      case "exit":
      case "return":
        throw new Exit();
      default:
        throw new Error(`the test's machine does not run ${s.kind}`);
    }
  }

  private assign(target: Expression, value: Value): void {
    const type = this.checked.types.get(target);
    const wrapped =
      typeof value === "bigint" && type?.kind === "bits" ? BigInt.asUintN(type.width, value) : value;
    if (target.kind === "nameExpression") {
      const scope = this.scopes.findLast((sc) => Object.hasOwn(sc, target.name.text))!;
      scope[target.name.text] = wrapped;
    } else if (target.kind === "member") {
      const object = this.struct(target.object);
      object[target.member.text] = wrapped;
    } else throw new Error(`cannot assign to ${target.kind}`);
  }

  private struct(e: Expression): Struct {
    if (e.kind === "nameExpression") return this.evaluate(e) as Struct;
    if (e.kind !== "member") throw new Error(`no struct: ${e.kind}`);
    const object = this.struct(e.object);
    object[e.member.text] ??= {};
    return object[e.member.text] as Struct;
  }

  private number(e: Expression): bigint {
    const value = this.evaluate(e);
    if (typeof value === "object") throw new Error("a struct is no number");
    return BigInt(value);
  }

  private evaluate(e: Expression): Value {
    const constant = this.checked.constants.get(e);
    if (typeof constant === "bigint" || typeof constant === "boolean") return constant;
    switch (e.kind) {
      case "numberLiteral":
        return e.value;
      case "boolLiteral":
        return e.value;
      case "nameExpression":
        return this.scopes.findLast((sc) => Object.hasOwn(sc, e.name.text))?.[e.name.text] ?? 0n;
      case "member": {
        if (e.object.kind === "call") return this.call(e.object) === (e.member.text === "hit");
        return this.struct(e.object)[e.member.text] ?? 0n;
      }
      case "call":
        return this.call(e);
      case "cast":
        return this.wrap(e, this.number(e.operand));
      case "unary":
        return e.operator === "!"
          ? this.evaluate(e.operand) !== true
          : this.wrap(e, e.operator === "-" ? -this.number(e.operand) : ~this.number(e.operand));
      case "binary":
        return this.binary(e);
      default:
        throw new Error(`the test's machine does not evaluate ${e.kind}`);
    }
  }

  private wrap(e: Expression, value: bigint): bigint {
    const type = this.checked.types.get(e);
    return type?.kind === "bits" ? BigInt.asUintN(type.width, value) : value;
  }

  private binary(e: Extract<Expression, { kind: "binary" }>): Value {
    if (e.operator === "&&") return this.evaluate(e.left) === true && this.evaluate(e.right) === true;
    if (e.operator === "||") return this.evaluate(e.left) === true || this.evaluate(e.right) === true;
    const [x, y] = [this.number(e.left), this.number(e.right)];
    switch (e.operator) {
      case "==":
        return x === y;
      case "!=":
        return x !== y;
      case "<":
        return x < y;
      case "<=":
        return x <= y;
      case ">":
        return x > y;
      case ">=":
        return x >= y;
      case "+":
        return this.wrap(e, x + y);
      case "-":
        return this.wrap(e, x - y);
      case "&":
        return x & y;
      default:
        throw new Error(`the test's machine does not compute ${e.operator}`);
    }
  }

  private call(e: Extract<Expression, { kind: "call" }>): Value {
    const { callee } = e;
    if (callee.kind === "member") {
      const method = callee.member.text;
      if (method === "isValid") return this.struct(callee.object).$valid === true;
      if (method === "apply" && callee.object.kind === "nameExpression")
        return this.apply(callee.object.name.text);
      if (method === "extract") return this.extract(e.arguments[0]!.value);
    }
    if (callee.kind === "nameExpression") {
      const action = this.locals.get(callee.name.text);
      if (action?.kind === "action")
        return this.act(
          action,
          e.arguments.map((a) => this.evaluate(a.value)),
        );
      if (callee.name.text === "mark_to_drop") {
        this.struct(e.arguments[0]!.value).egress_spec = DROP_PORT;
        return true;
      }
      if (callee.name.text === "NoAction") return true;
    }
    throw new Error("the test's machine does not know this call");
  }

  private extract(header: Expression): boolean {
    if (header.kind !== "member") throw new Error("extracts headers of a struct");
    const given = this.packet[header.member.text];
    const target = this.struct(header);
    for (const [field, value] of Object.entries(given ?? {})) target[field] = value;
    target.$valid = given !== undefined;
    return true;
  }

  private act(action: ActionDeclaration, values: readonly Value[]): boolean {
    this.bind(action.parameters, values);
    for (const s of action.body.statements) this.execute(s);
    this.scopes.pop();
    return true;
  }

  /** Whether an entry was hit; the default action runs otherwise. */
  private apply(name: string): boolean {
    const table = this.locals.get(name) as TableDeclaration;
    const keys = table.properties.flatMap((p) => (p.kind === "keyProperty" ? p.elements : []));
    const subject = keys.map((k) => this.number(k.expression));
    const widths = keys.map((k) => {
      const type = this.checked.types.get(k.expression);
      return type?.kind === "bits" ? type.width : 0;
    });
    const rank = (entry: Entry): number =>
      entry.priority -
      entry.keys.reduce((sum, k) => sum + (k.includes("/") ? Number(k.split("/")[1]) : 0), 0);
    const hits = (this.commands.entries.get(name) ?? []).filter((entry) =>
      entry.keys.every((k, i) => isHit(k, subject[i]!, widths[i]!)),
    );
    const best = hits.reduce<Entry | null>((a, b) => (a === null || rank(b) < rank(a) ? b : a), null);
    const chosen = best ?? this.commands.defaults.get(name);
    if (chosen) {
      const action = this.locals.get(chosen.action);
      if (action?.kind === "action") this.act(action, chosen.arguments);
    } else {
      const fallback = table.properties.find(
        (p) => p.kind === "valueProperty" && p.name.text === "default_action",
      );
      if (fallback?.kind === "valueProperty" && fallback.value.kind === "call") this.call(fallback.value);
    }
    return best !== null;
  }
}
