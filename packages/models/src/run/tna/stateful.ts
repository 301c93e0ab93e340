import type { ExternCall } from "../compile/externCall.ts";
import {
  type Binding,
  declare,
  declaredShape,
  type Exec,
  type Scope,
  setter,
  UnsupportedError,
} from "../compile/scope.ts";
import { RegisterArray } from "../externs/registers.ts";
import type { DirectResource, Entry } from "../tables/tableState.ts";
import { held, initialValue, Node, type Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import type { Shape } from "../values/shape.ts";

type Call = () => Value | undefined;

/** A value for each entry of its table. */
export class DirectRegister implements DirectResource {
  readonly shape: Shape;
  private readonly initial: Value;
  private readonly values = new WeakMap<Entry, Value>();
  private entry: Entry | null = null;

  constructor(shape: Shape, initial: Value = initialValue(shape)) {
    this.shape = shape;
    this.initial = initial;
  }

  onHit(entry: Entry): void {
    this.entry = entry;
  }

  /** A packet that misses has none. */
  onMiss(): void {
    this.entry = null;
  }

  read(): Value {
    return (this.entry && this.values.get(this.entry)) ?? this.initial;
  }

  write(value: Value): void {
    if (this.entry) this.values.set(this.entry, held(value));
  }
}

/** `RegisterAction` and its kin: what the program does to one value of a register. */
export class StatefulAction {
  readonly register: RegisterArray | DirectRegister;
  constructor(register: RegisterArray | DirectRegister) {
    this.register = register;
  }
}

/** A constant that the control plane can change. */
export class RegisterParam {
  value: Value;
  constructor(value: Value) {
    this.value = value;
  }
}

/** Plain reads and writes. */
export function registerMethod(
  register: RegisterArray | DirectRegister,
  name: string,
  { arguments: given, shape }: ExternCall,
): Call | null {
  const index = (): number => Number(given[0]?.value());
  if (register instanceof DirectRegister) {
    if (name === "read") return () => register.read();
    if (name !== "write") return null;
    return () => {
      const before = register.read();
      register.write(given[0]!.value());
      return before;
    };
  }
  switch (name) {
    case "read":
      return () => register.read(index()) ?? initialValue(shape);
    case "write":
      return () => {
        const before = register.read(index()) ?? initialValue(shape);
        register.write(index(), given[1]!.value());
        return before;
      };
    case "clear":
      return () => {
        for (let i = 0; i < register.size; i++) register.write(i, given[0]!.value());
        return undefined;
      };
    default:
      return null;
  }
}

/** Methods that a program calls on the action itself; those that fill a queue in the register are not there. */
export function statefulMethod(object: StatefulAction, name: string, call: ExternCall): Call | null {
  if (name !== "execute" && name !== "execute_log") return null;
  const { register } = object;
  const body = compileApply(call);
  const hasIndex = name === "execute" && register instanceof RegisterArray;
  const index = hasIndex ? call.arguments[0] : null;
  let logged = 0;
  const results = call.arguments.slice(hasIndex ? 1 : 0);
  return () => {
    const at = index ? Number(index.value()) : logged++;
    const before = register instanceof RegisterArray ? register.read(at) : register.read();
    const run = body(before === null ? initialValue(register.shape) : before);
    if (before !== null) {
      if (register instanceof RegisterArray) register.write(at, run.value());
      else register.write(run.value());
    }
    results.forEach((each, i) => {
      const value = run.results[i + 1]?.();
      if (value !== undefined) each?.set?.(value);
    });
    return run.results[0]?.() ?? valueFor(0n, call.shape);
  };
}

type Applied = { value: () => Value; results: (() => Value)[] };

/** The program's own `apply`: the value goes in and comes out, with up to four results. */
function compileApply({ declaration, scope, expression }: ExternCall): (value: Value) => Applied {
  const found = declaration?.body?.find((each) => each.kind === "function" && each.name.text === "apply");
  if (found?.kind !== "function")
    throw new UnsupportedError("this register action has no apply that could be run", expression.span);
  const inner: Scope = {
    ...scope,
    bindings: new Map(),
    parent: scope,
    result: { value: undefined, shape: null },
  };
  const [value, ...results] = found.parameters.map((p) => declare(inner, p, declaredShape(inner, p)));
  if (!value) throw new UnsupportedError("apply needs the value of the register", found.span);
  const begin = results.map((each) => each.kind === "field" && (() => each.node.clear()));
  const run: Exec = scope.c.rules.block(inner, found.body.statements);
  const put = setter(value);
  const { trace } = scope.c.machine;
  const applied: Applied = { value: reader(value), results: results.map(reader) };
  return (before) => {
    put(before instanceof Node ? before.clone() : before);
    for (const each of begin) if (each) each();
    // the action is one extern, whatever it does inside
    const wasCounting = trace?.pass.isCounting ?? false;
    if (trace) trace.pass.isCounting = false;
    run();
    if (trace) trace.pass.isCounting = wasCounting;
    return applied;
  };
}

const reader =
  (binding: Binding): (() => Value) =>
  () =>
    binding.kind === "field"
      ? binding.node.f[binding.index]!
      : binding.kind === "node"
        ? binding.node.clone()
        : 0;
