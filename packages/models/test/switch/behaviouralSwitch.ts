import type {
  ActionDeclaration,
  CheckedProgram,
  ControlDeclaration,
  Parameter,
  ParserDeclaration,
  StateDeclaration,
  TableDeclaration,
} from "../../src/p4/index.ts";
import { EXIT, Runtime, type Wishes } from "./runtime.ts";
import { cliValue, TableState } from "./tables.ts";
import { copyOf, type Struct, type StructType, type Value, zeroOf } from "./values.ts";

/** When a packet passes, on the switch's clock (us), and the queue that it meets. */
export type Passing = { ingressUs: number; egressUs: number; queuedUs?: number; queueDepth?: number };
export type Sent = { port: number; bytes: Uint8Array };

type Block = ParserDeclaration | ControlDeclaration;
type Blocks = { parser: ParserDeclaration; controls: ControlDeclaration[] };
const DROP_PORT = 511n;

/**
 * A v1model switch that behaves as BMv2's simple_switch does, for one packet after the other: parser,
 * ingress, clones, drop, egress, checksums, deparser. Written without the code that analyses programs, to see
 * the bytes that a program sends.
 */
export class BehaviouralSwitch {
  private readonly program: CheckedProgram;
  private readonly runtime: Runtime;
  private readonly blocks: Blocks;
  private readonly types: { headers: StructType; metadata: StructType; standard: StructType };
  private readonly mirrors = new Map<number, number>();

  constructor(program: CheckedProgram) {
    this.program = program;
    const [problem] = program.diagnostics;
    if (problem) throw new Error(problem.message);
    this.blocks = blocksOf(this.program);
    const { tables, actions } = namesOf(this.blocks.controls);
    this.runtime = new Runtime(
      this.program,
      new TableState(tables, (table, name) => actions.get(table)?.get(name) ?? null),
    );
    const ingress = this.blocks.controls[1].parameters.map((p) => this.structOf(p));
    const [headers, metadata, standard] = ingress;
    if (!headers || !metadata || !standard) throw new Error("ingress has three structs");
    this.types = { headers, metadata, standard };
  }

  /** Commands of simple_switch_CLI; lines that begin with # and rates of queues mean nothing here. */
  command(lines: string): void {
    for (const line of lines.split("\n")) {
      const [verb, ...words] = line.trim().split(/\s+/);
      if (!verb || verb.startsWith("#") || verb.startsWith("set_queue")) continue;
      if (verb === "table_add") this.runtime.tables.add(words);
      else if (verb === "table_set_default") this.runtime.tables.setDefault(words);
      else if (verb === "mirroring_add") this.mirrors.set(Number(words[0]), Number(words[1]));
      else if (verb === "register_write") this.register(words[0])[Number(words[1])] = cliValue(words[2]);
      else throw new Error(`command ${verb}`);
    }
  }

  register(name: string): bigint[] {
    const held = this.runtime.registers.get(name) ?? [];
    this.runtime.registers.set(name, held);
    return held;
  }

  /** Passes one packet and returns what leaves, the packet before its clone. */
  receive(port: number, packet: Uint8Array, passing: Passing): Sent[] {
    const headers = zeroOf(this.types.headers) as Struct;
    const metadata = zeroOf(this.types.metadata) as Struct;
    const standard = this.standard(passing, { ingress_port: port });
    const payload = this.parse(packet, headers, metadata, standard);
    const wishes = this.control(1, headers, metadata, standard);
    const sent: Sent[] = [];
    const spec = standard.members.get("egress_spec") as bigint;
    if (spec !== DROP_PORT) {
      standard.members.set("egress_port", spec);
      sent.push(...this.egress(headers, metadata, standard, payload, passing));
    }
    const mirror = this.mirrors.get(wishes.clone?.session ?? -1);
    if (wishes.clone && mirror !== undefined) {
      const again = zeroOf(this.types.headers) as Struct;
      const kept = this.preserved(metadata, wishes.clone.fields);
      const cloned = this.standard(passing, { ingress_port: port, instance_type: 1, egress_port: mirror });
      const rest = this.parse(packet, again, zeroOf(this.types.metadata) as Struct, cloned);
      sent.push(...this.egress(again, kept, cloned, rest, passing));
    }
    return sent;
  }

  private egress(
    headers: Struct,
    metadata: Struct,
    standard: Struct,
    payload: Uint8Array,
    passing: Passing,
  ): Sent[] {
    standard.members.set("egress_spec", 0n);
    const wishes = this.control(2, headers, metadata, standard);
    const sent: Sent[] = [];
    const copied = copyOf(headers) as Struct;
    if (standard.members.get("egress_spec") !== DROP_PORT) {
      this.control(3, headers, metadata, standard);
      this.control(4, headers, metadata, standard);
      const all = joined([...this.runtime.takeEmitted(), payload]);
      const bytes = wishes.truncateTo === null ? all : all.subarray(0, wishes.truncateTo);
      sent.push({ port: Number(standard.members.get("egress_port")), bytes });
    }
    const mirror = this.mirrors.get(wishes.clone?.session ?? -1);
    if (wishes.clone && mirror !== undefined) {
      const kept = this.preserved(metadata, wishes.clone.fields);
      const cloned = this.standard(passing, { instance_type: 2, egress_port: mirror });
      sent.push(...this.egress(copied, kept, cloned, payload, passing));
    }
    return sent;
  }

  /** Fills the headers and returns what follows them. */
  private parse(packet: Uint8Array, headers: Struct, metadata: Struct, standard: Struct): Uint8Array {
    const { parser } = this.blocks;
    const { runtime } = this;
    this.bind(parser, [headers, metadata, standard]);
    runtime.packet = packet;
    runtime.at = 0;
    const stateOf = (name: string): StateDeclaration | undefined =>
      parser.states.find((s) => s.name.text === name);
    try {
      for (let state = stateOf("start"); state; ) {
        runtime.run(state.statements);
        const next = this.next(state);
        state = next === "accept" ? undefined : stateOf(next);
      }
    } catch (error) {
      if (error !== EXIT) throw error;
    }
    return packet.subarray(runtime.at);
  }

  private next({ transition }: StateDeclaration): string {
    if (transition?.kind === "directTransition") return transition.target.text;
    if (!transition) return "accept";
    const [value] = transition.arguments.map((a) => this.runtime.evaluate(a));
    const found = transition.cases.find(
      ({ keyset }) => keyset.kind === "default" || this.runtime.evaluate(keyset) === value,
    );
    return found?.target.text ?? "accept";
  }

  private control(which: number, headers: Struct, metadata: Struct, standard: Struct): Wishes {
    const control = this.blocks.controls[which];
    this.runtime.wishes = { clone: null, truncateTo: null };
    this.bind(control, [headers, metadata, standard]);
    try {
      this.runtime.run(control.apply.statements);
    } catch (error) {
      if (error !== EXIT) throw error;
    }
    return this.runtime.wishes;
  }

  private bind(block: Block, values: readonly Value[]): void {
    let next = 0;
    for (const parameter of block.parameters)
      if (this.structOf(parameter)) this.runtime.bind(parameter, values[next++]);
  }

  private structOf(parameter: Parameter): StructType | null {
    const type = this.program.declarationTypes.get(parameter);
    return type?.kind === "struct" ? type : null;
  }

  private standard(passing: Passing, values: Record<string, number>): Struct {
    const standard = zeroOf(this.types.standard) as Struct;
    const all = {
      ingress_global_timestamp: values.instance_type === 2 ? 0 : passing.ingressUs,
      egress_global_timestamp: passing.egressUs,
      deq_timedelta: passing.queuedUs ?? 0,
      deq_qdepth: passing.queueDepth ?? 0,
      ...values,
    };
    for (const [name, value] of Object.entries(all)) standard.members.set(name, BigInt(value));
    return standard;
  }

  /** Metadata of a clone: zero, but for the fields of the list. */
  private preserved(metadata: Struct, list: string): Struct {
    const kept = zeroOf(this.types.metadata) as Struct;
    for (const [name, { declaration }] of this.types.metadata.fields)
      if (declaration.annotations.some((a) => a.name.text === "field_list" && a.tokens.includes(list)))
        kept.members.set(name, metadata.members.get(name) ?? 0n);
    return kept;
  }
}

function blocksOf(program: CheckedProgram): Blocks {
  const main = program.program.declarations.find((d) => d.kind === "instantiation" && d.name.text === "main");
  if (main?.kind !== "instantiation") throw new Error("no main");
  const blocks = main.arguments.map(({ value }) => {
    const made = value.kind === "call" ? program.calls.get(value) : undefined;
    if (made?.kind !== "construct") throw new Error("main is given blocks");
    return made.declaration;
  });
  const controls = blocks.flatMap((b) => (b.kind === "control" ? [b] : []));
  const [parser] = blocks;
  if (parser?.kind !== "parser" || controls.length !== 5)
    throw new Error("a switch has a parser and five controls");
  return { parser, controls };
}

function namesOf(controls: readonly ControlDeclaration[]) {
  const tables = new Map<string, TableDeclaration>();
  const actions = new Map<string, ReadonlyMap<string, ActionDeclaration>>();
  for (const { locals } of controls) {
    const own = new Map(locals.flatMap((l) => (l.kind === "action" ? [[l.name.text, l] as const] : [])));
    for (const local of locals)
      if (local.kind === "table") {
        tables.set(local.name.text, local);
        actions.set(local.name.text, own);
      }
  }
  return { tables, actions };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
