import type { CheckedProgram } from "../../p4/index.ts";
import { compileArchitectureBlock } from "../compile/architectureBlock.ts";
import { blockScope, runBlock } from "../compile/blocks.ts";
import { makeBlock } from "../compile/instances.ts";
import { RULES } from "../compile/rules.ts";
import {
  type Binding,
  type Compilation,
  declaredShape,
  type Exec,
  newVariable,
  UnsupportedError,
} from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import { type Named, watchFields } from "../snapshot.ts";
import type { RunOptions, Sent, Target } from "../target.ts";
import type { Recording } from "../trace.ts";
import { Replication } from "../v1model/replication.ts";
import type { Node, Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import { RunError } from "../values/operators.ts";
import { BpfWish, bpfExterns } from "./externs.ts";

/** Parameters of the blocks behind the packet; equal names are one variable. `parameter`: argument of `main`. */
const BLOCKS = {
  ebpf: [
    { parameter: "prs", names: ["headers"] },
    { parameter: "filt", names: ["headers", "accept"] },
  ],
  ubpf: [
    { parameter: "prs", names: ["headers", "metadata", "standard"] },
    { parameter: "p", names: ["headers", "metadata", "standard"] },
    { parameter: "dprs", names: ["headers"] },
  ],
  xdp: [
    { parameter: "p", names: ["headers"] },
    { parameter: "s", names: ["headers", "input", "output"] },
    { parameter: "d", names: ["headers"] },
  ],
} as const;
type Kind = keyof typeof BLOCKS;

const isKind = (id: string | undefined): id is Kind => id !== undefined && Object.hasOwn(BLOCKS, id);

/**
 * What p4c's test targets for BPF do: an eBPF filter lets a packet leave unchanged by the port that it came in on, or
 * not at all; uBPF and XDP write it anew. What the parser rejects is dropped, but passes unchanged in uBPF, whose
 * programs pass what they do not drop.
 */
export class BpfSwitch implements Target {
  readonly machine: Machine;
  readonly replication = new Replication();
  readonly queues = null;
  private readonly kind: Kind;
  private readonly wish = new BpfWish();
  private readonly variables = new Map<string, Binding>();
  private readonly blocks: Exec[];

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    const id = checked.architecture?.definition.id;
    if (!isKind(id)) throw new UnsupportedError("the program is not for eBPF, uBPF or XDP", null);
    this.kind = id;
    this.machine = new Machine(options);
    const c: Compilation = {
      checked,
      machine: this.machine,
      externs: bpfExterns(this.wish),
      globals: new Map(),
      constants: new Map(),
      functions: new Map(),
      metadata: null,
      rules: RULES,
    };
    this.blocks = BLOCKS[id].map(({ parameter, names }) => this.compile(c, parameter, names));
    if (options.fields && this.machine.trace) this.machine.trace.look = watchFields(this.named());
  }

  private compile(c: Compilation, parameter: string, names: readonly string[]): Exec {
    const { architecture } = c.checked;
    const declaration = architecture?.bindings.find((each) => each.parameter === parameter)?.declaration;
    if (!declaration)
      throw new UnsupportedError(`main has no block ${parameter}`, architecture?.main.span ?? null);
    const scope = blockScope(c, makeBlock(declaration, "", new Map(), []));
    const own = declaration.parameters.filter((p) => c.checked.declarationTypes.get(p)?.kind !== "extern");
    const bound = own.map((each, index) => {
      const name = names[index];
      if (name === undefined) return null;
      const binding = this.variables.get(name) ?? newVariable(declaredShape(scope, each));
      this.variables.set(name, binding);
      return binding;
    });
    return compileArchitectureBlock(c, declaration, parameter, bound);
  }

  private named(): Named[] {
    return [...this.variables].flatMap(([name, binding]) =>
      binding.kind === "node" ? [{ name, node: binding.node }] : [],
    );
  }

  private node(name: string): Node | null {
    const binding = this.variables.get(name);
    return binding?.kind === "node" ? binding.node : null;
  }

  private get(name: string, field: string): Value | undefined {
    const node = this.node(name);
    return node?.f[node.shape.fields.findIndex((each) => each.name === field)];
  }

  private set(name: string, field: string, value: number): void {
    const node = this.node(name);
    const index = node?.shape.fields.findIndex((each) => each.name === field) ?? -1;
    if (node && index >= 0) node.f[index] = valueFor(BigInt(value), node.shape.fields[index]!.shape);
  }

  receive(port: number, bytes: Uint8Array): Sent[] {
    const { machine } = this;
    for (const binding of this.variables.values())
      if (binding.kind === "node" || binding.kind === "field") binding.node.clear();
    this.wish.clear();
    machine.receivedBytes = bytes.length;
    machine.receive(bytes);
    for (const name of ["standard", "input"]) this.set(name, "input_port", port);
    this.set("standard", "packet_length", bytes.length);
    try {
      const left = this.run(bytes) ?? (this.kind === "ubpf" ? bytes : null);
      if (left === null) return this.drop("the parser rejects the packet");
      const to = this.portFor(port);
      if (to === null) return this.drop("the verdict is to drop");
      machine.trace?.add({ kind: "fate", at: null, fate: "sent", text: `port ${to}` });
      return [{ port: to, bytes: left, atUs: machine.nowUs, tag: 0 }];
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      return this.drop(error.message);
    }
  }

  headerShapes(): NamedShape[] {
    return this.named().flatMap(({ node }) => namedHeaders(node.shape));
  }

  takeTrace(): Recording {
    return this.machine.trace?.take() ?? { events: [], passes: [], branches: [] };
  }

  private drop(text: string): Sent[] {
    this.machine.trace?.add({ kind: "fate", at: null, fate: "dropped", text });
    return [];
  }

  /** What the blocks make of the packet; null: the parser rejects it. */
  private run(bytes: Uint8Array): Uint8Array | null {
    const [parser, control, deparser] = this.blocks;
    const { machine } = this;
    try {
      parser?.();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      machine.trace?.add({ kind: "parserError", at: null, error: error.error });
      return null;
    }
    if (machine.isRejected) return null;
    runBlock(control!);
    if (!deparser) return bytes;
    runBlock(deparser);
    const headers = machine.output.take();
    const rest = bytes.subarray(machine.at >> 3);
    const whole = new Uint8Array(headers.length + rest.length);
    whole.set(headers);
    whole.set(rest, headers.length);
    const { truncateTo } = this.wish;
    if (truncateTo === null) return whole;
    // a header that does not fit is not written: what the packet had there stays
    if (truncateTo >= headers.length) return whole.subarray(0, truncateTo);
    const from = Math.max(0, (machine.at >> 3) - headers.length);
    return bytes.subarray(from, from + truncateTo);
  }

  /** Where the packet leaves; null: it does not. */
  private portFor(port: number): number | null {
    switch (this.kind) {
      case "ebpf": {
        const accept = this.variables.get("accept");
        return accept?.kind === "field" && accept.node.f[0] === true ? port : null;
      }
      case "ubpf":
        return this.wish.passes ? Number(this.get("standard", "output_port") ?? 0) : null;
      case "xdp": {
        const action = String(this.get("output", "output_action")).split(".").at(-1);
        if (action === "XDP_ABORTED" || action === "XDP_DROP") return null;
        return action === "XDP_REDIRECT" ? Number(this.get("output", "output_port")) : port;
      }
    }
  }
}
