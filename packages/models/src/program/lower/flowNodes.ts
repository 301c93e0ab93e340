import type { Span } from "../../core/index.ts";
import { possibleCells, valueCells } from "../flow/cells.ts";
import type { Flow, FlowEdge, FlowGroup, FlowNode, NodeKind, Operation, Place, Value } from "../flow/flow.ts";
import { errorPlace } from "./fates.ts";
import { MachineMetadata } from "./machineMetadata.ts";
import type { ArchitectureSemantics } from "./semantics.ts";
import { StorageBuilder } from "./storageBuilder.ts";

const EXTERN_RESULT = "$extern";

/** What the temporary for the result of a call is called. */
export const resultName = (isExtern: boolean): string => (isExtern ? EXTERN_RESULT : "$result");

/** The temporary for what an extern gave, or a part of it. */
export const isExternResult = ({ root }: Place): boolean => root.includes(`.${EXTERN_RESULT}@`);

/** An edge before it has an id. */
export type Way = Omit<FlowEdge, "id">;

export type NodeParts = {
  kind: NodeKind;
  label: string;
  span: Span | null;
  operations?: readonly Operation[];
  branching?: "ordered" | "choice";
  ways: readonly Way[];
  state?: string;
  tableRun?: { name: string; action: string };
  outcome?: FlowNode["outcome"];
};

/** The nodes and cells of a flow while it is being built, whatever it is built from. */
export class FlowNodes {
  readonly semantics: ArchitectureSemantics;
  readonly storage = new StorageBuilder();
  readonly metadata = new MachineMetadata();
  /** groups whose work does not count: only what they decide about the packet is kept */
  private readonly uncounted = new Set<string>();
  private readonly nodes = new Map<string, FlowNode>();
  private readonly groups: FlowGroup[] = [];
  private nextId = 0;

  constructor(semantics: ArchitectureSemantics) {
    this.semantics = semantics;
  }

  /** A number that was not given before. */
  protected number(): number {
    this.nextId++;
    return this.nextId - 1;
  }

  addGroup(group: FlowGroup): void {
    this.groups.push(group);
  }

  leaveUncounted(group: string): void {
    this.uncounted.add(group);
  }

  isUncounted(group: string): boolean {
    return this.uncounted.has(group);
  }

  /** What of `operations` a path carries out in `group`. */
  kept(group: string, operations: readonly Operation[]): readonly Operation[] {
    if (!this.uncounted.has(group)) return operations;
    return operations.filter(
      (each) => each.kind === "assign" && each.header === null && !isUnreadResult(each),
    );
  }

  /** An id for a node that is defined later, so that cycles can be closed. */
  reserve(): string {
    return `n${this.number()}`;
  }

  define(id: string, group: string, parts: NodeParts): string {
    const edges: FlowEdge[] = parts.ways.map((way, index) => ({ id: `${id}.${index}`, ...way }));
    this.nodes.set(id, {
      id,
      kind: parts.kind,
      label: parts.label,
      group,
      span: parts.span,
      operations: this.kept(group, parts.operations ?? []),
      branching: parts.branching ?? "ordered",
      edges,
      ...(parts.state === undefined ? {} : { state: parts.state }),
      ...(parts.tableRun === undefined ? {} : { tableRun: parts.tableRun }),
      ...(parts.outcome === undefined ? {} : { outcome: parts.outcome }),
    });
    return id;
  }

  add(group: string, parts: NodeParts): string {
    return this.define(this.reserve(), group, parts);
  }

  /** Whether a test or an operation of the nodes so far reads `place`. */
  isRead(place: Place): boolean {
    const storage = this.storage.build();
    const [wanted] = possibleCells(place, storage);
    const reads = (value: Value | null): boolean => {
      if (value === null || value.kind === "constant" || value.kind === "unknown") return false;
      if (value.kind === "operation") return value.operands.some(reads);
      return valueCells(value, storage).some((cell) => cell === wanted);
    };
    return [...this.nodes.values()].some(
      ({ edges, operations }) =>
        edges.some(({ guard }) => reads(guard)) ||
        operations.some((each) => each.kind === "assign" && reads(each.value)),
    );
  }

  /** A way to reject with the error `value`. */
  rejectWith(value: Value, span: Span, group: string, rejectTo: string): string {
    if (this.semantics.parserErrors.length === 0) return rejectTo;
    return this.add(group, {
      kind: "statements",
      label: "error",
      span,
      operations: [{ kind: "assign", target: errorPlace, header: null, value, span }],
      ways: [{ to: rejectTo, label: "", guard: null }],
    });
  }

  /** The flow from `start`, without nodes that nothing leads to; ids are given anew in the order of a first visit. */
  finish(start: string): Flow {
    const order: string[] = [];
    const seen = new Set<string>();
    const pending = [start];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      order.push(id);
      const targets = this.nodes.get(id)?.edges.map((edge) => edge.to) ?? [];
      pending.push(...targets.reverse());
    }
    const names = new Map(order.map((id, index) => [id, `n${index}`]));
    const nodes = new Map<string, FlowNode>();
    for (const id of order) {
      const node = this.nodes.get(id);
      const name = names.get(id);
      if (!node || name === undefined) continue;
      const edges = node.edges.map((edge, index) => ({
        ...edge,
        id: `${name}.${index}`,
        to: names.get(edge.to) ?? edge.to,
      }));
      nodes.set(name, { ...node, id: name, edges });
    }
    return {
      start: names.get(start) ?? start,
      nodes,
      groups: this.groups.filter((group) => [...nodes.values()].some((node) => node.group === group.id)),
      storage: this.storage.build(),
    };
  }
}

/** What an extern gives is unknown anyway before it is assigned. */
const isUnreadResult = ({ target, value }: Extract<Operation, { kind: "assign" }>): boolean =>
  value.kind === "unknown" && isExternResult(target);
