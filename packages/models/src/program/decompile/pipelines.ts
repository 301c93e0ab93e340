import { hex } from "../bmv2/expressions.ts";
import {
  type Bmv2Action,
  type Bmv2Conditional,
  type Bmv2Pipeline,
  type Bmv2Program,
  type Bmv2Table,
  keyOperand,
} from "../bmv2/schema.ts";
import { isStatements } from "../bmv2/tables.ts";
import { number } from "./exact.ts";
import { Expressions } from "./expressions.ts";
import { DecompileError } from "./failure.ts";
import { Identifiers, named } from "./identifiers.ts";
import { matchText } from "./matchText.ts";
import { type Scope, validityOf } from "./operands.ts";
import { lastPart } from "./parserStates.ts";
import type { FieldPlace } from "./places.ts";
import { algorithmOf, type Externs, placed, statementsOf } from "./statements.ts";
import { ifElse, indented, type Step, Structure } from "./structure.ts";

type Written = { local: string; action: Bmv2Action };

/** Declarations and body of the control that a pipeline was. */
export function controlOf(
  pipeline: Bmv2Pipeline,
  program: Bmv2Program,
  scope: Omit<Scope, "parameters">,
  externs: Externs,
  names: Identifiers,
): { declarations: string[]; body: string[] } {
  const control = new Control(pipeline, program, scope, externs, names);
  const body = control.body();
  return { declarations: control.declarations, body };
}

class Control {
  readonly declarations: string[] = [];
  private readonly pipeline: Bmv2Pipeline;
  private readonly program: Bmv2Program;
  private readonly scope: Scope;
  private readonly externs: Externs;
  private readonly names: Identifiers;
  /** by name, parameters and primitives: the compiler writes an action once for each table */
  private readonly actions = new Map<string, Written>();
  private readonly tables = new Map<string, string>();
  private readonly profiles = new Map<string, { local: string; inputs: FieldPlace[] }>();

  constructor(
    pipeline: Bmv2Pipeline,
    program: Bmv2Program,
    scope: Omit<Scope, "parameters">,
    externs: Externs,
    names: Identifiers,
  ) {
    this.pipeline = pipeline;
    this.program = program;
    this.scope = { ...scope, parameters: [] };
    this.externs = externs;
    this.names = names;
  }

  body(): string[] {
    const steps = new Structure((name) => this.step(name));
    return steps.write(this.pipeline.init_table);
  }

  private step(name: string): Step {
    const conditional = this.pipeline.conditionals.find((each) => each.name === name);
    if (conditional) return this.condition(conditional);
    const table = this.pipeline.tables.find((each) => each.name === name);
    if (!table)
      throw new DecompileError(`pipeline ${this.pipeline.name} goes to ${name}, which it does not have`);
    return isStatements(table) ? this.statements(table) : this.apply(table);
  }

  private condition(conditional: Bmv2Conditional): Step {
    const text = new Expressions(this.scope).truth(conditional.expression);
    return {
      next: [conditional.true_next, conditional.false_next],
      write: ([yes = [], no = []]) => placed(ifElse(text, yes, no), conditional),
    };
  }

  /** Statements between tables stand where they were. */
  private statements(table: Bmv2Table): Step {
    const action = this.action(table.action_ids[0] ?? -1);
    const lines = statementsOf(action.primitives, this.scope, this.externs);
    return { next: [nextAfter(table, action.name)], write: () => lines };
  }

  private apply(table: Bmv2Table): Step {
    const name = this.tables.get(table.name) ?? this.declareTable(table);
    this.tables.set(table.name, name);
    const { next_tables: ways } = table;
    if ("__HIT__" in ways || "__MISS__" in ways) {
      return {
        next: [ways.__HIT__ ?? null, ways.__MISS__ ?? null],
        write: ([hit = [], miss = []]) =>
          placed(
            hit.length + miss.length === 0 ? [`${name}.apply();`] : ifElse(`${name}.apply().hit`, hit, miss),
            table,
          ),
      };
    }
    const runs = table.action_ids.map((id) => this.declareAction(this.action(id), table).local);
    const next = table.action_ids.map((id) => nextAfter(table, this.action(id).name));
    return {
      next: next.length === 0 ? [table.base_default_next ?? null] : next,
      write: (arms) => {
        if (arms.every((arm) => arm.length === 0)) return placed([`${name}.apply();`], table);
        const cases = new Map<string, { labels: string[]; arm: readonly string[] }>();
        arms.forEach((arm, i) => {
          const key = String(next[i]);
          const known = cases.get(key) ?? { labels: [], arm };
          known.labels.push(runs[i]!);
          cases.set(key, known);
        });
        const written = [...cases.values()].flatMap(({ labels, arm }) => [
          ...labels.slice(0, -1).map((label) => `${label}:`),
          `${labels.at(-1)}: {`,
          ...indented(arm),
          "}",
        ]);
        return placed([`switch (${name}.apply().action_run) {`, ...indented(written), "}"], table);
      },
    };
  }

  private action(id: number): Bmv2Action {
    const found = this.program.actions.find((each) => each.id === id);
    if (!found) throw new DecompileError(`there is no action ${id}`);
    return found;
  }

  private declareAction(action: Bmv2Action, table: Bmv2Table): Written {
    if (action.name === "NoAction" && action.primitives.length === 0 && !table.direct_meters)
      return { local: "NoAction", action };
    const key = JSON.stringify([action.name, action.runtime_data, action.primitives, table.direct_meters]);
    const known = this.actions.get(key);
    if (known) return known;
    const local = this.names.make(lastPart(action.name));
    const inside = new Identifiers();
    const parameters = action.runtime_data.map(
      ({ name, bitwidth }): FieldPlace => ({
        text: this.names.make(inside.make(name)),
        type: { bits: bitwidth, isSigned: false },
      }),
    );
    const shownAs = action.runtime_data.map(({ name }, i) =>
      name === parameters[i]!.text ? "" : `${named(name, false)} `,
    );
    const list = parameters.map(({ text, type }, i) => `${shownAs[i]}bit<${type.bits}> ${text}`);
    const body = [
      ...this.meterRead(table),
      ...statementsOf(action.primitives, { ...this.scope, parameters }, this.externs),
    ];
    this.declarations.push(
      ...placed([`${named(action.name)} action ${local}(${list.join(", ")}) {`], action),
      ...indented(body),
      "}",
    );
    const written = { local, action };
    this.actions.set(key, written);
    return written;
  }

  /** A direct meter gives its colour before the action of the entry runs. */
  private meterRead(table: Bmv2Table): string[] {
    const meter = this.program.meter_arrays.find(({ name }) => name === table.direct_meters);
    const name = meter && this.externs.instances.get(meter.name);
    return meter?.result_target && name !== undefined
      ? [`${name}.read(${this.scope.places.field(meter.result_target).text});`]
      : [];
  }

  private declareTable(table: Bmv2Table): string {
    const name = this.names.make(lastPart(table.name));
    const expressions = new Expressions(this.scope);
    const lines: string[] = [];
    const property = (text: string): void => void lines.push(`    ${text}`);
    for (const each of this.program.counter_arrays)
      if (each.is_direct && each.binding === table.name) {
        const own = this.names.make(lastPart(each.name));
        this.declarations.push(`${named(each.name)} direct_counter(CounterType.packets_and_bytes) ${own};`);
        property(`counters = ${own};`);
      }
    const meter = this.program.meter_arrays.find((each) => each.name === table.direct_meters);
    if (meter) property(`meters = ${this.externs.instances.get(meter.name)};`);
    const profile = table.action_profile ? this.profile(table.action_profile) : null;
    const actions = table.action_ids.map((id) => this.declareAction(this.action(id), table));
    const keys = table.key.map((key) => {
      const { match_type, name: shown, mask } = key;
      const operand = keyOperand(key);
      const valid = validityOf(operand) !== null && mask == null;
      const typed = valid ? { text: expressions.truth(operand), type: null } : expressions.typed(operand);
      const own = typed.type;
      const text = mask == null || own === null ? typed.text : `${typed.text} & ${number(hex(mask), own)}`;
      return { text, type: own, kind: match_type === "valid" ? "exact" : match_type, shown };
    });
    const selectors = (profile?.inputs ?? []).map(({ text }) => `${text} : selector;`);
    if (keys.length + selectors.length > 0)
      lines.push(
        "    key = {",
        ...keys.map(
          ({ text, kind, shown }) => `        ${text} : ${kind}${shown ? ` ${named(shown, false)}` : ""};`,
        ),
        ...selectors.map((each) => `        ${each}`),
        "    }",
      );
    const fallback = table.default_entry;
    const hasEntries = table.entries.length > 0;
    const listed = actions.map(({ local, action }) => {
      // the compiler adds NoAction for the misses of a table without a default action
      const isAdded = action.id === fallback?.action_id && local === "NoAction" && actions.length > 1;
      return `${isAdded && !hasEntries ? "@defaultonly " : ""}${local};`;
    });
    lines.push("    actions = {", ...listed.map((each) => `        ${each}`), "    }");
    if (profile) property(`implementation = ${profile.local};`);
    const called = (id: number, data: readonly string[]): string => {
      const written = this.declareAction(this.action(id), table);
      const { runtime_data } = written.action;
      const values = data.map((each, i) =>
        number(hex(each), { bits: runtime_data[i]?.bitwidth ?? 32, isSigned: false }),
      );
      return `${written.local}(${values.join(", ")})`;
    };
    if (fallback && fallback.action_id >= 0) {
      const { action_id, action_const, action_data } = fallback;
      const needed = this.action(action_id).runtime_data.length;
      if (action_data.length === needed)
        property(`${action_const ? "const " : ""}default_action = ${called(action_id, action_data)};`);
    }
    if (hasEntries) {
      const ordered = table.entries.map((entry, i) => ({ entry, rank: entry.priority ?? i }));
      lines.push(
        "    const entries = {",
        ...ordered
          .sort((a, b) => a.rank - b.rank)
          .map(({ entry: { match_key, action_entry } }) => {
            const matches = match_key.map((match, i) => matchText(match, keys[i]?.type ?? null));
            const text = matches.length === 1 ? matches.join() : `(${matches.join(", ")})`;
            return `        ${text} : ${called(action_entry.action_id, action_entry.action_data)};`;
          }),
        "    }",
      );
    }
    if (table.max_size != null && table.key.length > 0) property(`size = ${table.max_size};`);
    if (table.support_timeout === true) property("support_timeout = true;");
    this.declarations.push(...placed([`${named(table.name)} table ${name} {`], table), ...lines, "}");
    return name;
  }

  private profile(json: string): { local: string; inputs: FieldPlace[] } {
    const known = this.profiles.get(json);
    if (known) return known;
    const found = this.pipeline.action_profiles.find(({ name }) => name === json);
    if (!found) throw new DecompileError(`there is no action profile ${json}`);
    const expressions = new Expressions(this.scope);
    const local = this.names.make(lastPart(json));
    const size = `32w${found.max_size ?? 1024}`;
    const { selector } = found;
    const inputs = (selector?.input ?? []).map((each) => expressions.typed(each));
    // how many bits of the hash count is lost; BMv2 takes them all
    const constructed = selector
      ? `action_selector(${algorithmOf(selector.algo)}, ${size}, 32w32)`
      : `action_profile(${size})`;
    this.declarations.push(`${named(json)} ${constructed} ${local};`);
    const profile = { local, inputs };
    this.profiles.set(json, profile);
    return profile;
  }
}

function nextAfter({ next_tables, base_default_next }: Bmv2Table, action: string): string | null {
  return (Object.hasOwn(next_tables, action) ? next_tables[action] : base_default_next) ?? null;
}
