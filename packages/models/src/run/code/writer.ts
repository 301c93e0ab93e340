import type { Value } from "../values/node.ts";

/** JavaScript that does what a closure does; the writer knows how it is called there. */
type Text = (to: CodeWriter) => string;
/** `expression`: its value; `body`: statements that return it; `statement`: goes on behind it unless it returns. */
type Kind = "expression" | "body" | "statement";
type Code = { kind: Kind; text: Text };
type SetterText = (to: CodeWriter, value: string) => string;
type TestText = (to: CodeWriter, values: readonly string[]) => string;

const codes = new WeakMap<object, Code>();
const setters = new WeakMap<object, SetterText>();
const tests = new WeakMap<object, TestText>();

/** A closure that can be written as JavaScript. */
export function withCode<F extends object>(run: F, kind: Kind, text: Text): F {
  codes.set(run, { kind, text });
  return run;
}

/** As `withCode`, of a function that takes a value. */
export function withSetterCode<F extends object>(run: F, text: SetterText): F {
  setters.set(run, text);
  return run;
}

/** As `withCode`, of a function that says whether values are as it wants them. */
export function withTestCode<F extends object>(run: F, text: TestText): F {
  tests.set(run, text);
  return run;
}

/** Writes closures as one text; those without code of their own are called from it. */
export class CodeWriter {
  readonly values: unknown[] = [];
  readonly functions: string[] = [];
  private readonly names = new Map<unknown, string>();
  private readonly bodies = new Map<object, string>();
  private locals = 0;

  /** The name of an object, which stays what it is. */
  ref(value: unknown): string {
    const known = this.names.get(value);
    if (known) return known;
    const name = `r${this.values.length}`;
    this.values.push(value);
    this.names.set(value, name);
    return name;
  }

  literal(value: Value): string {
    if (typeof value === "bigint") return value < 0n ? `(${value}n)` : `${value}n`;
    if (typeof value === "number") return value < 0 ? `(${value})` : String(value);
    if (typeof value === "string") return JSON.stringify(value);
    return typeof value === "boolean" ? String(value) : this.ref(value);
  }

  /** A name that nothing else has. */
  local(): string {
    this.locals += 1;
    return `v${this.locals}`;
  }

  /** An expression with what a closure gives. */
  value(run: object): string {
    const code = codes.get(run);
    if (code?.kind === "expression") return code.text(this);
    return code ? `${this.body(run)}()` : `${this.ref(run)}()`;
  }

  /** Statements that do what a closure does, and return its signal where it is not "next". */
  statement(run: object): string {
    const code = codes.get(run);
    if (code?.kind === "statement") return code.text(this);
    const signal = this.local();
    return `const ${signal}=${this.value(run)};if(${signal}!==0)return ${signal};`;
  }

  /** The name of a function that does what a closure does. */
  body(run: object): string {
    const known = this.bodies.get(run);
    if (known) return known;
    const code = codes.get(run);
    if (!code) return this.ref(run);
    const name = `f${this.bodies.size}`;
    this.bodies.set(run, name);
    const text =
      code.kind === "expression"
        ? `return ${code.text(this)};`
        : code.kind === "statement"
          ? `${code.text(this)}return 0;`
          : code.text(this);
    this.functions.push(`function ${name}(){${text}}`);
    return name;
  }

  /** A condition on values with these names. */
  test(run: object, values: readonly string[]): string {
    return tests.get(run)?.(this, values) ?? `${this.ref(run)}([${values.join()}])`;
  }

  /** A condition on one value, of a function that takes it alone. */
  testOne(run: object, value: string): string {
    return tests.get(run)?.(this, [value]) ?? `${this.ref(run)}(${value})`;
  }

  /** A statement that hands a value to a function. */
  set(setter: object, value: string): string {
    return setters.get(setter)?.(this, value) ?? `${this.ref(setter)}(${value});`;
  }
}
