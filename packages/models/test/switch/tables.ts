import type { ActionDeclaration, Expression, TableDeclaration } from "../../src/p4/index.ts";

type Action = { declaration: ActionDeclaration; values: bigint[] };
type Match = (value: bigint) => { matches: boolean; length: number };
type Entry = { matches: Match[]; action: Action; priority: number };

const addresses: [RegExp, number, number][] = [
  [/^([0-9a-f]{1,2}:){5}[0-9a-f]{1,2}$/i, 8, 16],
  [/^(\d{1,3}\.){3}\d{1,3}$/, 8, 10],
];

/** A value as simple_switch_CLI takes it: a number, a MAC or an IPv4 address. */
export function cliValue(text: string): bigint {
  for (const [pattern, bits, radix] of addresses)
    if (pattern.test(text))
      return text
        .split(/[:.]/)
        .reduce((all, part) => (all << BigInt(bits)) | BigInt(Number.parseInt(part, radix)), 0n);
  return BigInt(text);
}

function matchOf(kind: string, text: string, bits: number): Match {
  if (kind === "lpm") {
    const [value, length] = text.split("/");
    const rest = BigInt(bits - Number(length));
    const wanted = cliValue(value) >> rest;
    return (each) => ({ matches: each >> rest === wanted, length: Number(length) });
  }
  const [value, mask] = text.split("&&&").map(cliValue);
  if (kind === "ternary" && mask !== undefined)
    return (each) => ({ matches: (each & mask) === (value & mask), length: 0 });
  return (each) => ({ matches: each === value, length: 0 });
}

const actionName = (expression: Expression): string =>
  expression.kind === "call"
    ? actionName(expression.callee)
    : expression.kind === "nameExpression"
      ? expression.name.text
      : "";

/** The entries of a switch's tables, filled by the commands of its command line. */
export class TableState {
  private readonly entries = new Map<string, Entry[]>();
  private readonly defaults = new Map<string, Action>();
  private readonly declared: ReadonlyMap<string, TableDeclaration>;
  /** by table: the same name can stand for an action of each control */
  private readonly actionOf: (table: string, name: string) => ActionDeclaration | null;

  constructor(
    declared: ReadonlyMap<string, TableDeclaration>,
    actionOf: (table: string, name: string) => ActionDeclaration | null,
  ) {
    this.declared = declared;
    this.actionOf = actionOf;
  }

  /** `table_add TABLE ACTION KEY… => VALUE… [PRIORITY]` */
  add(words: string[]): void {
    const [name, action, ...rest] = words;
    const table = this.declared.get(name);
    if (!table) throw new Error(`no table ${name}`);
    const kinds = table.properties.flatMap((p) =>
      p.kind === "keyProperty" ? p.elements.map((e) => e.matchKind.text) : [],
    );
    const arrow = rest.indexOf("=>");
    const keys = rest.slice(0, arrow);
    if (keys.length !== kinds.length) throw new Error(`${name} has ${kinds.length} keys, not ${keys.length}`);
    const values = rest.slice(arrow + 1).map(cliValue);
    const made = this.action(name, action, values);
    const priority = kinds.includes("ternary") ? Number(values.at(-1)) : 0;
    const entry = { matches: keys.map((key, i) => matchOf(kinds[i], key, 32)), action: made, priority };
    this.entries.set(name, [...(this.entries.get(name) ?? []), entry]);
  }

  /** `table_set_default TABLE ACTION VALUE…` */
  setDefault([name, action, ...values]: string[]): void {
    if (!this.declared.has(name)) throw new Error(`no table ${name}`);
    this.defaults.set(name, this.action(name, action, values.map(cliValue)));
  }

  lookUp(table: TableDeclaration, keys: bigint[]): { action: Action | null; hit: boolean } {
    const found = (this.entries.get(table.name.text) ?? [])
      .map((entry) => ({ entry, results: entry.matches.map((match, i) => match(keys[i])) }))
      .filter(({ results }) => results.every((r) => r.matches))
      .map(({ entry, results }) => ({ entry, length: results.reduce((sum, r) => sum + r.length, 0) }))
      .sort((a, b) => b.length - a.length || a.entry.priority - b.entry.priority)[0];
    if (found) return { action: found.entry.action, hit: true };
    const set = this.defaults.get(table.name.text);
    if (set) return { action: set, hit: false };
    const written = table.properties.find(
      (p) => p.kind === "valueProperty" && p.name.text === "default_action",
    );
    if (written?.kind !== "valueProperty") return { action: null, hit: false };
    const declaration = this.actionOf(table.name.text, actionName(written.value));
    return { action: declaration && { declaration, values: [] }, hit: false };
  }

  private action(table: string, name: string, values: bigint[]): Action {
    const declaration = this.actionOf(table, name);
    if (!declaration) throw new Error(`no action ${name} in ${table}`);
    if (values.length < declaration.parameters.length) throw new Error(`${name} lacks values`);
    return { declaration, values };
  }
}
