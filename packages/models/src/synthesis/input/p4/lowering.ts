import type { Diagnostic, Span } from "../../../core/index.ts";
import { type CheckedProgram, type Expression, operators } from "../../../p4/index.ts";
import type { Contents, ProgramTable } from "../../../program/index.ts";
import type { NfGraph } from "../../graph/nfGraph.ts";
import type { Target, UnitRule } from "../../graph/unit.ts";
import { type FieldSet, fullSet, interval, subtractSets } from "../../header/fieldSet.ts";
import { ANY } from "../../header/filter.ts";
import { type Layout, PACKET_LAYOUT } from "../../header/layout.ts";
import type { Write, Writes } from "../../header/writes.ts";
import { isKnownHeader, packetFieldOf } from "./places.ts";

/** BMv2's port that drops. */
export const DROP_PORT = 511;
const PORT_BITS = 9;
/** The widest field whose values are exact numbers; wider ones are unknown. */
const MAX_BITS = 48;

/** Names and values that an action or block sees: a field, a constant, or a struct by its role. */
export type Binding =
  | { kind: "field"; field: string }
  | { kind: "value"; value: number }
  | { kind: "root"; role: "headers" | "metadata" | "standard" | "packet" };
export type Scope = ReadonlyMap<string, Binding>;

/** What is built while a program is lowered: units, fields of its own, and what it cannot say. */
export class Lowering {
  readonly nf: NfGraph;
  readonly checked: CheckedProgram;
  /** by control-plane name */
  readonly tables: ReadonlyMap<string, ProgramTable>;
  readonly contents: Contents;
  readonly diagnostics: Diagnostic[] = [];
  readonly fields: Record<string, number> = {};
  /** ports that the program or an entry sends to */
  readonly ports = new Set<number>([0, 1]);
  private count = 0;

  constructor(id: string, checked: CheckedProgram, tables: readonly ProgramTable[], contents: Contents) {
    this.checked = checked;
    this.tables = new Map(tables.map((table) => [table.name, table]));
    this.contents = contents;
    this.nf = {
      id,
      units: [],
      edges: new Map(),
      inputs: new Map(),
      outputs: new Set(),
      fields: this.fields,
      rewriters: new Map(),
    };
    this.local("egress", PORT_BITS);
    this.local("ingress", PORT_BITS);
  }

  get layout(): Layout {
    return { ...PACKET_LAYOUT, ...this.fields };
  }

  /** A field that only this function has. */
  local(name: string, bits: number): string {
    const field = `${this.nf.id}.${name}`;
    this.fields[field] ??= bits;
    return field;
  }

  unit(
    element: string,
    rules: UnitRule[],
    targets: (Target | null)[],
    span: Span | null,
    name = element,
  ): Target {
    const id = `${this.nf.id}/${element}${++this.count}`;
    this.nf.units.push({
      id,
      nf: this.nf.id,
      element: `P4 ${element}`,
      name,
      rules,
      opaque: null,
      given: null,
      beyond: {},
      span,
    });
    this.nf.edges.set(id, targets);
    return { kind: "unit", id };
  }

  write(writes: Writes, next: Target, span: Span | null): Target {
    return this.unit("write", [{ filter: ANY, writes, port: 0 }], [next], span);
  }

  unsupported(what: string, span: Span | null): void {
    const message = `${what} cannot be synthesised; leave the program out of the chain`;
    this.diagnostics.push({ severity: "error", code: "p4-unsupported", message, span });
  }

  /** The field of an expression, null when it is no field of the model (then its value is unknown). */
  fieldOf(e: Expression, scope: Scope): string | null {
    if (e.kind === "nameExpression") {
      const bound = scope.get(e.name.text);
      return bound?.kind === "field" ? bound.field : null;
    }
    if (e.kind !== "member") return null;
    const path = pathOf(e);
    const root = path && scope.get(path[0]!);
    if (!path || root?.kind !== "root") return null;
    const bits = this.bitsOf(e);
    if (root.role === "headers" && path.length === 3) return packetFieldOf(path[1]!, path[2]!);
    if (root.role === "standard" && path[1] === "egress_spec") return this.local("egress", PORT_BITS);
    if (root.role === "standard" && path[1] === "ingress_port") return this.local("ingress", PORT_BITS);
    return bits === null || root.role === "headers"
      ? null
      : this.local(`${root.role}.${path.slice(1).join(".")}`, bits);
  }

  /** The header of `hdr.tcp`, null when it is none that packets have. */
  headerOf(e: Expression, scope: Scope): string | null {
    const path = pathOf(e);
    const root = path && scope.get(path[0]!);
    if (!path || root?.kind !== "root" || root.role !== "headers" || path.length !== 2) return null;
    return isKnownHeader(path[1]!) ? path[1]! : null;
  }

  validity = (header: string): string => this.local(`valid.${header}`, 1);

  bitsOf(e: Expression): number | null {
    const type = this.checked.types.get(e);
    if (type?.kind === "bool") return 1;
    return type?.kind === "bits" && type.width <= MAX_BITS ? type.width : null;
  }

  constantOf(e: Expression, scope: Scope): number | null {
    const constant = this.checked.constants.get(e);
    if (typeof constant === "bigint" && constant < 2n ** BigInt(MAX_BITS)) return Number(constant);
    if (typeof constant === "boolean") return Number(constant);
    if (e.kind === "nameExpression") {
      const bound = scope.get(e.name.text);
      return bound?.kind === "value" ? bound.value : null;
    }
    return e.kind === "cast" ? this.castOf(e, scope) : null;
  }

  /** Signed numbers are none of the model's. */
  private castOf(e: Extract<Expression, { kind: "cast" }>, scope: Scope): number | null {
    const value = this.constantOf(e.operand, scope);
    const type = this.checked.types.get(e);
    if (value === null || type?.kind !== "bits") return value;
    return type.isSigned ? null : Number(operators.wrap(BigInt(value), type.width, false));
  }

  /**
   * What an assignment of `value` to `field` writes: a value that cannot be followed is any, and a later read
   * of it is a hazard.
   */
  writeOf(field: string, value: Expression, scope: Scope): Write {
    const known = this.constantOf(value, scope);
    const bits = this.layout[field]!;
    if (known !== null) {
      if (field === this.local("egress", PORT_BITS)) this.ports.add(known);
      return { kind: "const", value: known };
    }
    const any: Write = { kind: "set", values: fullSet(bits), choice: "any", state: `${this.nf.id}/unknown` };
    const sum = value.kind === "binary" && (value.operator === "+" || value.operator === "-") ? value : null;
    const by = sum ? this.constantOf(sum.right, scope) : 0;
    const from = this.fieldOf(sum ? sum.left : value, scope);
    if (from === null || by === null || this.layout[from] !== bits) return any;
    const signed = sum?.operator === "-" ? -by : by;
    return from === field ? { kind: "add", by: signed } : { kind: "copy", from, by: signed };
  }

  /** Values of `field` for which `field operator value` holds. */
  compared(field: string, operator: string, value: number): FieldSet | null {
    const [low, high] = fullSet(this.layout[field]!);
    switch (operator) {
      case "==":
        return interval(value, value);
      case "!=":
        return subtractSets([low!, high!], interval(value, value));
      case "<":
        return interval(low!, value - 1);
      case "<=":
        return interval(low!, value);
      case ">":
        return interval(value + 1, high!);
      case ">=":
        return interval(value, high!);
      default:
        return null;
    }
  }
}

/** Names of `a.b.c`, null for anything else. */
function pathOf(e: Expression): string[] | null {
  if (e.kind === "nameExpression") return [e.name.text];
  if (e.kind !== "member") return null;
  const before = pathOf(e.object);
  return before && [...before, e.member.text];
}
